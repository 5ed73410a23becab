"""Sessions, events and bookmarks to keep."""

from collections.abc import Sequence

from afterwit.adapters.database import SqlEventLog
from afterwit.model.bookmark import Bookmark
from afterwit.model.event import Event
from afterwit.model.session import Session
from afterwit.ports import EventLog

SESSION = Session(host="claude-code", native_id="first", title="Mend the parser", started=1_000, finished=2_000)


def happened(first: int, last: int, *, failing: int = 5) -> list[Event]:
    """Events from one seq to another; one in `failing` is a failed result."""
    return [
        Event(seq=seq, kind="tool_result", text=f"result {seq}", tool="Bash", ok=seq % failing != 0, line=seq)
        for seq in range(first, last + 1)
    ]


def place(count: int, source: str = "0a1b") -> Bookmark:
    """How far a file has been read."""
    return Bookmark(source=source, session=SESSION.key, count=count, offset=count * 100, line=count)


def add(log: EventLog, events: Sequence[Event], session: Session = SESSION) -> int:
    """Append events as a reader does that has come to the last of them."""
    return log.append(session, events, place(events[-1].seq if events else 0), [])


def kept(log: EventLog, key: str = SESSION.key) -> list[Event]:
    """All events of a session."""
    return list(log.events(key))


def counts(log: SqlEventLog) -> dict[str, tuple[int, int]]:
    """How many events, and failed ones, each session says it has."""
    return {stored.session.key: (stored.events, stored.failed) for stored in log.sessions()}
