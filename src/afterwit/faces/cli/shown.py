"""Sessions and events as they are shown: as JSON for programs, as lines for people."""

from datetime import UTC, datetime

from afterwit.model.event import Event
from afterwit.model.session import Session

MAIN_ARGUMENTS = (
    "command",
    "cmd",
    "file_path",
    "path",
    "pattern",
    "query",
    "url",
    "skill",
    "description",
    "input",
    "prompt",
)


def session_document(session: Session) -> dict[str, object]:
    """A session as JSON."""
    return {
        "key": session.key,
        "host": session.host,
        "native_id": session.native_id,
        "origin": session.origin,
        "parent": session.parent or None,
        "title": session.title,
        "agent": session.agent,
        "model": session.model,
        "project": session.project,
        "branch": session.branch,
        "phase": session.phase,
        "started": iso(session.started),
        "finished": iso(session.finished),
        "input_tokens": session.input_tokens,
        "output_tokens": session.output_tokens,
        "reward": session.reward,
    }


def event_document(event: Event) -> dict[str, object]:
    """An event as JSON; what it does not have is left out."""
    document: dict[str, object] = {
        "id": event.id,
        "kind": event.kind,
        "native_id": event.native_id or None,
        "at": iso(event.at),
        "text": event.text,
    }
    if event.purpose:
        document["purpose"] = event.purpose
    if event.tool:
        document["tool"] = event.tool
    if event.input is not None:
        document["input"] = event.input
    if event.kind in {"tool_result", "refusal"}:
        document["ok"] = event.ok
        document["answers"] = None if event.answers is None else f"e{event.answers}"
    if event.why:
        document["why"] = event.why
    if event.line_id and event.line_id != event.native_id:
        document["line_id"] = event.line_id
    if event.agent:
        document["agent"] = event.agent
    document["line"] = event.line
    return document


def event_line(event: Event) -> str:
    """What an event says, in one line."""
    text = event.text
    if event.kind in {"tool_call", "raw"} and event.input is not None:
        main = next((event.input[key] for key in MAIN_ARGUMENTS if isinstance(event.input.get(key), str)), None)
        text = str(main) if main is not None else ", ".join(f"{key}={value}" for key, value in event.input.items())
    return " ".join(text[:400].split())


def iso(at: int | None) -> str | None:
    """Milliseconds since 1970 as ISO 8601 text in UTC."""
    if at is None:
        return None
    return datetime.fromtimestamp(at / 1000, UTC).isoformat(timespec="milliseconds").replace("+00:00", "Z")


def when(at: int | None, form: str = "%Y-%m-%d %H:%M") -> str:
    """A time for people, in their own time zone."""
    return "" if at is None else datetime.fromtimestamp(at / 1000, UTC).astimezone().strftime(form)
