"""Claude Code: one JSON object a line; one message of the model may span several lines.

Only the fields below are decoded. Left out on purpose: `toolUseResult` (the result's content again, in the host's
own shape, often with whole files) and `usage` beyond the two sums.
"""

from collections.abc import Callable, Iterator

import msgspec

from afterwit.intake import shapes
from afterwit.intake.blocks import Message, events_of
from afterwit.intake.detect import Head, Item, Usage
from afterwit.intake.source import Source, Unshaped
from afterwit.model.event import Event, Kind
from afterwit.model.session import Session

HOST_VOICES = (
    "<local-command-",
    "<bash-stdout>",
    "<bash-stderr>",
    "<task-notification>",
    "<system-reminder>",
    "[Request interrupted by user",
    "Stop hook feedback:",
    "Caveat: The messages below",
)
"""A user line that starts so was written by the host, not by the user."""

TYPED = ("<command-name>", "<command-message>")

BOOKKEEPING = frozenset(
    {
        "file-history-snapshot",
        "queue-operation",
        "pr-link",
        "summary",
        "ai-title",
        "custom-title",
        "agent-name",
        "last-prompt",
        "permission-mode",
    }
)


class _Line(msgspec.Struct, rename="camel", gc=False):
    """The fields of all line types; they stand in the order the host writes them, in which they are found soonest."""

    is_sidechain: bool = False
    cwd: str = ""
    session_id: str = ""
    version: str = ""
    git_branch: str = ""
    agent_id: str = ""
    type: str = ""
    message: Message | None = None
    data: msgspec.Raw = msgspec.Raw(b"null")
    uuid: str = ""
    timestamp: str = ""
    subtype: str = ""
    content: object = None
    is_meta: bool | None = False
    is_compact_summary: bool = False
    is_api_error_message: bool = False
    entrypoint: str | None = None
    attachment: dict[str, object] | None = None
    summary: str = ""
    ai_title: str = ""
    custom_title: str = ""
    operation: str = ""
    pr_url: str = ""
    error: object = None


class _Relayed(msgspec.Struct, gc=False):
    """A subagent's line, as the main session shows it while the subagent works."""

    message: Message = msgspec.field(default_factory=Message)
    uuid: str = ""
    type: str = ""


class _Progress(msgspec.Struct, rename={"agent_id": "agentId", "hook_name": "hookName"}, gc=False):
    type: str = ""
    message: _Relayed | None = None
    agent_id: str = ""
    output: str = ""
    hook_name: str = ""
    command: str = ""
    status: str = ""


_lines = msgspec.json.Decoder(_Line)
_progress = msgspec.json.Decoder(_Progress)


class ClaudeCode:
    """Sessions, subagent files and sidechains of Claude Code."""

    host = "claude-code"
    resumable = True

    def sniff(self, head: Head) -> bool:
        """Lines carry a uuid and a session id, or are one of the host's bookkeeping types."""
        return any(
            ("uuid" in value and "sessionId" in value and "type" in value)
            or ("leafUuid" in value and "summary" in value)
            or (value.get("type") == "file-history-snapshot" and "messageId" in value)
            or (shapes.string(value, "type") in BOOKKEEPING and "sessionId" in value)
            for value in head.values
        )

    def read(self, source: Source) -> Iterator[Item]:
        """Yield the session as soon as a line names it, and every line's events."""
        session: Session | None = None
        waiting: list[Event] = []  # bookkeeping lines that come before the first line that names the session
        title, told = "", None
        for line in source.records(_lines):
            if isinstance(line, Unshaped):
                source.findings.unknown[f"{shapes.mapping(line.value).get('type', '?')} (unexpected shape)"] += 1
                events = [shapes.raw(line.value)]
                events[0].line = source.line
            else:
                if line.session_id and (session is None or _tells_more(line, session)):
                    session = _opened(line, session)
                    yield session
                title = line.custom_title or line.ai_title or line.summary or title
                if title and session is not None:
                    session.title = title
                message = line.message
                if message is not None and message.usage is not None:
                    usage = Usage(message.id, message.usage.read, message.usage.output_tokens)
                    if usage != told:  # said again on every line of one message
                        told = usage
                        yield usage
                events = _events(line, source)
            if session is None:
                waiting += events
                continue
            if waiting:
                yield from waiting
                waiting = []
            yield from events
        if session is None and waiting:
            yield Session(host=self.host, native_id=source.path.stem, title=title)
            yield from waiting


def _opened(line: _Line, known: Session | None) -> Session:
    """The session as this line tells of it; a subagent's file starts with a sidechain line of its own."""
    if known is None:
        known = Session(host=ClaudeCode.host, native_id=line.session_id)
        if line.is_sidechain and line.agent_id:
            known.native_id = f"{line.session_id}/{line.agent_id}"
            known.parent = line.session_id
            known.origin = "subagent"
    if line.entrypoint and line.entrypoint.startswith("sdk") and known.origin == "person":
        known.origin = "headless"
    if line.version:
        known.agent = f"Claude Code {line.version}"
    known.project = known.project or line.cwd
    known.branch = known.branch or line.git_branch
    known.model = _model(line, known) or known.model
    return known


def _tells_more(line: _Line, session: Session) -> bool:
    model = _model(line, session)
    return model != session.model if model else not session.project and bool(line.cwd)


def _model(line: _Line, session: Session) -> str:
    """The session's model as this line tells it: a subagent shown in the main session may run another one."""
    model = line.message.model if line.message is not None else ""
    return "" if model.startswith("<") or (line.is_sidechain and session.origin != "subagent") else model


def _events(line: _Line, source: Source) -> list[Event]:
    events = _told(line, source)
    at = shapes.moment(line.timestamp) if line.timestamp else None
    agent = (line.agent_id or "sidechain") if line.is_sidechain else ""
    number, uuid = source.line, line.uuid
    for event in events:
        event.at = at
        event.line = number
        if agent and not event.agent:
            event.agent = agent
        if not event.line_id:
            event.line_id = uuid
        if not event.native_id:
            event.native_id = event.line_id
    return events


def _told(line: _Line, source: Source) -> list[Event]:
    message = line.message
    if line.type in {"user", "assistant"} and message is not None:
        events = _message_events(message, line.type, line, source)
    elif line.type == "progress":
        events = _progress_events(line, source)
    elif line.type == "system":
        kind: Kind = "system"
        if line.subtype == "compact_boundary":
            kind = "compaction"
        elif line.subtype == "api_error":
            kind = "error"
        events = [Event(kind=kind, text=shapes.text_of(line.content or line.error) or line.subtype)]
    elif line.type == "attachment" and line.attachment is not None:
        prompt = line.attachment.get("prompt") if line.attachment.get("type") == "queued_command" else None
        text = shapes.text_of(prompt) if prompt else shapes.text_of(line.attachment)
        events = [Event(kind="user" if prompt else "system", text=text)]
    elif line.type in BOOKKEEPING:
        title = line.summary or line.ai_title or line.custom_title or line.pr_url
        text = title or f"{line.operation} {shapes.text_of(line.content)}".strip()
        events = [Event(kind="system", text=f"{line.type}: {text}".rstrip(": "))]
    else:
        source.findings.unknown[line.type or "?"] += 1
        events = [shapes.raw(source.current_value(), line.type)]
    return events


def _message_events(message: Message, role: str, line: _Line, source: Source) -> list[Event]:
    events = events_of(message, role, _speaker(line), source.findings, source.current_value)
    if role != "assistant":
        for event in events:
            if event.kind == "user" and event.text.startswith(TYPED):
                event.text = _typed(event.text)
    if line.is_api_error_message:
        for event in events:
            event.kind = "error"
    return events


def _speaker(line: _Line) -> Callable[[str], Kind]:
    """Who speaks in the texts of a line that the host files under the user."""
    if line.is_compact_summary:
        return lambda _: "compaction"
    return (lambda _: "system") if line.is_meta else _user_or_host


def _user_or_host(text: str) -> Kind:
    return "system" if text.startswith(HOST_VOICES) else "user"


def _typed(text: str) -> str:
    """A slash command as the user typed it, from the markup that the host makes of it."""
    name = text.partition("<command-name>")[2].partition("</command-name>")[0].strip()
    given = text.partition("<command-args>")[2].partition("</command-args>")[0].strip()
    return f"{name} {given}".rstrip() if name else text


def _progress_events(line: _Line, source: Source) -> list[Event]:
    try:
        data = _progress.decode(line.data)
    except ValueError:  # of another shape, or with bytes that are not UTF-8
        source.findings.unknown["progress (unexpected shape)"] += 1
        return [shapes.raw(source.current_value(), line.type)]
    if data.message is None:
        return [Event(kind="progress", text=data.output or data.hook_name or data.status or data.type)]
    events = _message_events(data.message.message, data.message.type, line, source)
    for event in events:
        event.agent = data.agent_id or "sidechain"
        event.line_id = data.message.uuid
    return events
