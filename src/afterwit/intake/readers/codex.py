"""Codex rollouts: `{timestamp, type, payload}` a line, and bare Responses items as older versions wrote them.

Two streams tell the same story: `response_item` (what the model saw) and `event_msg` (what the screen showed). The
first is complete, so it is the one taken; of the second only what it alone knows is kept.
"""

from collections.abc import Iterator

import msgspec

from afterwit.intake import shapes
from afterwit.intake.detect import Head, Item, Usage
from afterwit.intake.source import Source, Unshaped
from afterwit.model.event import Event, Kind
from afterwit.model.session import Session

ENVELOPES = frozenset({"session_meta", "turn_context", "response_item", "event_msg", "compacted"})
CALLS = frozenset(
    {
        "function_call",
        "custom_tool_call",
        "local_shell_call",
        "web_search_call",
        "tool_search_call",
        "image_generation_call",
        "mcp_call",
    }
)
RESULTS = frozenset(
    {
        "function_call_output",
        "custom_tool_call_output",
        "local_shell_call_output",
        "tool_search_output",
        "mcp_call_output",
    }
)
BARE_ITEMS = CALLS | RESULTS | {"message", "reasoning"}
TOLD_TWICE = frozenset(
    {
        "user_message",
        "agent_message",
        "agent_reasoning",
        "agent_reasoning_section_break",
        "context_compacted",
        "patch_apply_begin",
        "patch_apply_end",
        "exec_command_begin",
        "exec_command_end",
        "mcp_tool_call_begin",
        "mcp_tool_call_end",
        "web_search_begin",
        "web_search_end",
        "item_started",
        "item_completed",
    }
)
"""Screen events whose content also stands in a response item."""

HOST_VOICES = (
    "# AGENTS.md instructions",
    "<environment_context>",
    "<user_instructions>",
    "<permissions instructions>",
    "<collaboration_mode>",
    "<turn_aborted>",
    "<skill>",
    "<subagent_notification>",
    "<user_shell_command>",
)
"""A user message that starts so was written by the host, not by the user."""


class _Payload(msgspec.Struct, gc=False):
    """The fields of all payloads; they stand in the order the host writes them, in which they are found soonest."""

    type: str = ""
    id: str | None = None
    role: str = ""
    summary: object = None
    name: str = ""
    namespace: str | None = None
    arguments: object = None
    call_id: str | None = None
    output: object = None
    content: object = None
    input: object = None
    action: object = None
    tools: object = None
    message: object = None
    info: object = None
    cwd: str = ""
    model: str = ""
    originator: str = ""
    source: object = None
    cli_version: str = ""
    git: dict[str, object] | None = None
    base_instructions: object = None
    instructions: object = None
    thread_name: str | None = None
    parent_thread_id: str | None = None
    forked_from_id: str | None = None


class _Line(msgspec.Struct, gc=False):
    timestamp: str = ""
    type: str = ""
    payload: _Payload | None = None
    record_type: str = ""


_lines = msgspec.json.Decoder(_Line)


class Codex:
    """Rollouts of Codex, and lists of OpenAI Responses items."""

    host = "codex"
    resumable = True

    def sniff(self, head: Head) -> bool:
        """Enveloped lines of Codex's own types, or bare Responses items."""
        return any(
            ("payload" in value and shapes.string(value, "type") in ENVELOPES)
            or (shapes.string(value, "type") in CALLS | RESULTS and ("call_id" in value or "action" in value))
            for value in head.values
        )

    def read(self, source: Source) -> Iterator[Item]:
        """Yield the session at its first line and every line's events."""
        session: Session | None = None
        for record in _records(source):
            number = source.line
            line = record if isinstance(record, Unshaped) or record.payload is not None else _bare(record, source)
            if isinstance(line, Unshaped):
                source.findings.unknown[f"{shapes.mapping(line.value).get('type', '?')} (unexpected shape)"] += 1
                payload, events = _Payload(), [shapes.raw(line.value)]
                at = None
            else:
                payload = line.payload or _Payload()
                events = _events(line, payload, source)
                at = shapes.moment(line.timestamp) if events and line.timestamp else None
            if session is None:
                session = Session(host=self.host, native_id=payload.id or source.path.stem)
                _tell(session, payload)
                yield session
            elif payload.model and payload.model != session.model:
                session.model = payload.model
                yield session
            if payload.thread_name:
                session.title = payload.thread_name
            if payload.type == "token_count":
                usage = _usage(payload)
                if usage is not None:
                    yield usage
            for event in events:
                event.at = at
                event.line = number
                yield event


def _records(source: Source) -> Iterator[_Line | Unshaped]:
    """The lines, or the items of a list in one document."""
    if not source.head().lstrip(b"\xef\xbb\xbf \t\r\n").startswith(b"["):
        return source.records(_lines)
    return map(_listed, source.items(""))


def _listed(value: object) -> _Line | Unshaped:
    """A Responses item of a list: a message may leave out its type."""
    try:
        payload = msgspec.convert(value, _Payload)
    except msgspec.ValidationError:
        return Unshaped(value)
    payload.type = payload.type or ("message" if payload.role else "")
    return _Line(type="response_item", payload=payload) if payload.type in BARE_ITEMS else Unshaped(value)


def _bare(line: _Line, source: Source) -> _Line | Unshaped:
    """A line without an envelope: an item as older versions wrote it, the header of such a file, or a mark."""
    value = source.current_value()
    try:
        payload = msgspec.convert(value, _Payload)
    except msgspec.ValidationError:
        return Unshaped(value)
    if payload.type in BARE_ITEMS:
        return _Line(type="response_item", timestamp=line.timestamp, payload=payload)
    if payload.id and not payload.type:
        return _Line(type="session_meta", timestamp=line.timestamp, payload=payload)
    return line


def _tell(session: Session, meta: _Payload) -> None:
    session.project = meta.cwd
    session.agent = f"Codex {meta.cli_version}".rstrip()
    session.branch = shapes.string(meta.git or {}, "branch")
    session.model = meta.model
    session.parent = meta.parent_thread_id or meta.forked_from_id or ""
    if isinstance(meta.source, dict) or meta.parent_thread_id:
        session.origin = "subagent"
    elif meta.source == "exec" or "exec" in meta.originator or "sdk" in meta.originator:
        session.origin = "headless"


def _events(line: _Line, payload: _Payload, source: Source) -> list[Event]:  # noqa: PLR0911 - one return a line type
    if line.type == "response_item":
        return _item_events(payload, source)
    if line.type == "event_msg":
        return _screen_events(payload, source)
    if line.type == "compacted":
        return [Event(kind="compaction", text=shapes.text_of(payload.message))]
    if line.type == "turn_context":
        return [Event(kind="system", text=f"turn_context: {payload.model} in {payload.cwd}")]
    if line.type == "session_meta":
        return [Event(kind="system", text=shapes.text_of(payload.base_instructions or payload.instructions))]
    if line.record_type:
        return [Event(kind="system", text=line.record_type)]
    source.findings.unknown[line.type or "?"] += 1
    return [shapes.raw(source.current_value(), line.type)]


def _item_events(item: _Payload, source: Source) -> list[Event]:
    call_id = item.call_id or item.id or ""
    if item.type == "message":
        return _message_events(item)
    if item.type == "reasoning":
        return [Event(kind="thought", text=shapes.text_of(item.summary) or shapes.text_of(item.content))]
    if item.type in CALLS:
        tool = f"{item.namespace}.{item.name}" if item.namespace else item.name or item.type.removesuffix("_call")
        given = item.arguments if item.arguments is not None else item.input
        call = shapes.arguments(given if given is not None else item.action)
        return [Event(kind="tool_call", tool=tool, input=call, native_id=call_id)]
    if item.type in RESULTS:
        text, ok = _output(item.output if item.output is not None else item.tools)
        return [Event(kind="tool_result", text=text, ok=ok, native_id=call_id)]
    source.findings.unknown[f"response_item {item.type or '?'}"] += 1
    return [shapes.raw(source.current_value(), item.type)]


def _message_events(item: _Payload) -> list[Event]:
    blocks = shapes.sequence(item.content) or [item.content]
    events: list[Event] = []
    for block in blocks:
        text = shapes.text_of(block)
        kind: Kind = "system"
        if item.role == "assistant":
            kind = "agent"
        elif item.role == "user" and not text.startswith(HOST_VOICES):
            kind = "user"
        events.append(Event(kind=kind, text=text, native_id=item.id or "", line_id=item.id or ""))
    return events


def _output(output: object) -> tuple[str, bool | None]:
    """A result's text, and what the host says of it where it does."""
    if isinstance(output, str):
        return (_unwrapped(output) if output.startswith('{"output":') else output), None
    fields = shapes.mapping(output)
    if isinstance(fields.get("success"), bool):
        return shapes.text_of(fields.get("content")), fields["success"] is True
    return shapes.text_of(output), None


def _unwrapped(output: str) -> str:
    """Versions before unified exec wrapped the text and the exit code into JSON text."""
    wrapped = shapes.arguments(output)
    code = shapes.mapping(wrapped.get("metadata")).get("exit_code")
    return f"Exit code: {code}\n{shapes.text_of(wrapped.get('output'))}" if isinstance(code, int) else output


def _screen_events(message: _Payload, source: Source) -> list[Event]:
    if message.type in TOLD_TWICE or message.type == "token_count":
        return []
    if message.type in {"error", "stream_error"}:
        return [Event(kind="error", text=shapes.text_of(message.message))]
    if message.type in {
        "task_started",
        "task_complete",
        "turn_aborted",
        "thread_name_updated",
    } or message.type.endswith(("_mode", "_warning", "_updated", "_delta")):
        return [Event(kind="system", text=message.type)]
    source.findings.unknown[f"event_msg {message.type or '?'}"] += 1
    return [shapes.raw(source.current_value(), message.type)]


def _usage(message: _Payload) -> Usage | None:
    total = shapes.mapping(shapes.mapping(message.info).get("total_token_usage"))
    read, written = total.get("input_tokens"), total.get("output_tokens")
    return Usage("total", read, written) if isinstance(read, int) and isinstance(written, int) else None
