"""An event log in memory: for a project that has none yet, and for tests of whatever needs one."""

from collections.abc import Iterable, Iterator, Sequence

import msgspec

from afterwit.model.bookmark import Bookmark
from afterwit.model.event import Event
from afterwit.model.session import Session
from afterwit.ports import LAST, Replaced, Stored


class MemoryEventLog:
    """Keeps sessions and events for as long as the process lasts."""

    def __init__(self) -> None:
        self._sessions: dict[str, Session] = {}
        self._events: dict[str, dict[int, Event]] = {}
        self._bookmarks: dict[str, Bookmark] = {}
        self._replaced: dict[str, dict[tuple[str, bytes], int]] = {}

    def append(
        self, session: Session, events: Sequence[Event], bookmark: Bookmark, replaced: Sequence[Replaced]
    ) -> int:
        """Keep a batch and how far it goes; say how many events were new."""
        self._bookmarks[bookmark.source] = bookmark
        if (known := self._sessions.get(session.key)) and known.origin == "revoked":
            return 0
        had = self._events.setdefault(session.key, {})
        if bookmark.count >= len(had):
            self._sessions[session.key] = msgspec.structs.replace(session)
        fresh = [event for event in events if event.seq not in had]
        had.update({event.seq: event for event in fresh})
        numbers = self._replaced.setdefault(session.key, {})
        for label, digest, number in replaced:
            numbers.setdefault((label, digest), number)
        return len(fresh)

    def bookmarks(self) -> dict[str, Bookmark]:
        """How far each file has been read, by the digest of its path."""
        return dict(self._bookmarks)

    def session(self, key: str) -> Session | None:
        """One session by its key."""
        return self._sessions.get(key)

    def sessions(self, *, host: str = "", limit: int = 0) -> list[Stored]:
        """The sessions, the latest first."""
        chosen = [session for session in self._sessions.values() if host in {"", session.host}]
        chosen.sort(key=lambda session: (session.finished is not None, session.finished), reverse=True)
        return [self._stored(session) for session in chosen[: limit or None]]

    def _stored(self, session: Session) -> Stored:
        events = self._events.get(session.key, {}).values()
        return Stored(session=session, events=len(events), failed=sum(event.ok is False for event in events))

    def events(self, key: str, *, kinds: Iterable[str] = (), first: int = 0, last: int = LAST) -> Iterator[Event]:
        """A session's events in order from one place to another, of these kinds or purposes, or all."""
        wanted = set(kinds)
        for place, event in sorted(self._events.get(key, {}).items()):
            if first <= place <= last and (not wanted or event.kind in wanted or event.purpose in wanted):
                yield event

    def forget(self, key: str) -> int:
        """Erase a session's events, and take in no more of it; say how many those were."""
        if key in self._sessions:
            session = self._sessions[key]
            self._sessions[key] = Session(host=session.host, native_id=session.native_id, origin="revoked")
        self._replaced.pop(key, None)
        return len(self._events.pop(key, {}))

    def replaced(self, key: str) -> list[Replaced]:
        """The placeholders of a session so far."""
        return [(label, digest, number) for (label, digest), number in self._replaced.get(key, {}).items()]
