"""Gemini CLI: lines of a header, messages and edits to them; older versions wrote one document.

A message may be written again, longer, under the same id while its tools run: what was said before is not said
twice. `$rewindTo` hides messages from the model; they did happen, so they stay, and the rewind is an event.
"""

from collections.abc import Iterator

from afterwit.intake import shapes
from afterwit.intake.detect import Head, Item, Usage, look
from afterwit.intake.source import Source
from afterwit.model.event import Event, Kind
from afterwit.model.session import Session

SPEAKERS: dict[str, Kind] = {"user": "user", "gemini": "agent", "error": "error", "info": "system", "warning": "system"}
CANCELLED = "[Operation Cancelled]"
"""How the host words a "no" to which the user added nothing."""
OUTCOMES: dict[str, bool] = {"success": True, "error": False, "cancelled": False}


class Gemini:
    """Chats of Gemini CLI."""

    host = "gemini"
    resumable = False

    def sniff(self, head: Head) -> bool:
        """A header with the session's id and the project's hash."""
        return head.any_has("sessionId", "projectHash")

    def read(self, source: Source) -> Iterator[Item]:
        """Yield the session from its header and every message's events."""
        headers = [value for value in look(source).values if "projectHash" in value]
        header = headers[0] if headers else dict[str, object]()
        if "messages" in header:
            header = source.outline("sessionId", "startTime", "kind", "summary", "directories")
            records = source.items("messages")
        else:
            records = _lines(source)
        session = _session(header, source)
        yield session
        seen: dict[str, _Seen] = {}
        for record in records:
            message = shapes.arguments(record)
            model = shapes.string(message, "model")
            if model and model != session.model:
                session.model = model
                yield session
            yield from _record_items(message, seen, source)


def _lines(source: Source) -> Iterator[object]:
    for line in source.values():
        if "projectHash" not in shapes.mapping(line):
            yield line


class _Seen:
    """What has been told of one message so far."""

    def __init__(self) -> None:
        self.text = ""
        self.thoughts = 0
        self.called: set[str] = set()
        self.answered: set[str] = set()


def _session(header: dict[str, object], source: Source) -> Session:
    directories = shapes.sequence(header.get("directories"))
    return Session(
        host=Gemini.host,
        native_id=shapes.string(header, "sessionId") or source.path.stem,
        agent="Gemini CLI",
        project=str(directories[0]) if directories else "",
        title=shapes.string(header, "summary"),
        origin="subagent" if header.get("kind") == "subagent" else "person",
    )


def _record_items(message: dict[str, object], seen: dict[str, "_Seen"], source: Source) -> Iterator[Item]:
    identity = shapes.string(message, "id")
    type_name = shapes.string(message, "type")
    if "$rewindTo" in message or "$set" in message:
        edit = "$rewindTo" if "$rewindTo" in message else "$set"
        yield Event(kind="system", text=f"{edit}: {shapes.text_of(message[edit])}", line=source.line)
        return
    if type_name not in SPEAKERS:
        source.findings.unknown[type_name or "?"] += 1
        yield _placed(shapes.raw(message, type_name), message, source)
        return
    told = seen.setdefault(identity, _Seen()) if identity else _Seen()
    thoughts = shapes.sequence(message.get("thoughts"))
    for thought in thoughts[told.thoughts :]:
        fields = shapes.mapping(thought)
        text = ": ".join(filter(None, (shapes.string(fields, "subject"), shapes.string(fields, "description"))))
        yield _placed(Event(kind="thought", text=text), message, source)
    told.thoughts = max(told.thoughts, len(thoughts))
    text = shapes.text_of(message.get("content"))
    calls = shapes.sequence(message.get("toolCalls"))
    if text != told.text or (not calls and not told.text and not told.called):
        told.text = text
        yield _placed(Event(kind=SPEAKERS[type_name], text=text), message, source)
    for place, call in enumerate(calls):
        for event in _call_events(shapes.arguments(call), told, f"{identity}#{place}"):
            yield _placed(event, message, source)
    tokens = shapes.mapping(message.get("tokens"))
    read, written = tokens.get("input"), tokens.get("output")
    if isinstance(read, int) and isinstance(written, int):
        yield Usage(identity, read, written)


def _call_events(call: dict[str, object], told: "_Seen", fallback_id: str) -> Iterator[Event]:
    call_id, tool = shapes.string(call, "id") or fallback_id, shapes.string(call, "name")
    at = shapes.moment(call.get("timestamp"))
    if call_id not in told.called:
        told.called.add(call_id)
        yield Event(kind="tool_call", tool=tool, input=shapes.arguments(call.get("args")), native_id=call_id, at=at)
    status = shapes.string(call, "status")
    if status in OUTCOMES and call_id not in told.answered:
        told.answered.add(call_id)
        text = _response(call.get("result"))
        # The user's "no" comes as a cancelled call; a tool that ran is a success even where its command failed.
        kind: Kind = "refusal" if status == "cancelled" else "tool_result"
        if text.startswith(CANCELLED):
            text = ""
        ok = None if OUTCOMES[status] else False
        yield Event(kind=kind, tool=tool, text=text, ok=ok, native_id=call_id, at=at)


def _response(result: object) -> str:
    """The text in a call's result: parts that hold a functionResponse, or plain content."""
    texts: list[str] = []
    for part in shapes.sequence(result) or [result]:
        answer = shapes.mapping(shapes.mapping(shapes.mapping(part).get("functionResponse")).get("response"))
        texts.append(
            shapes.text_of(answer.get("output") or answer.get("error") or answer) if answer else shapes.text_of(part)
        )
    return "\n".join(filter(None, texts))


def _placed(event: Event, message: dict[str, object], source: Source) -> Event:
    event.at = event.at or shapes.moment(message.get("timestamp"))
    event.line = source.line
    event.line_id = shapes.string(message, "id")
    event.native_id = event.native_id or event.line_id
    return event
