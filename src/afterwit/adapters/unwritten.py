"""An event log that is read but not written: the same run, with nothing kept."""

from collections.abc import Iterable, Iterator, Sequence

from afterwit.model.bookmark import Bookmark
from afterwit.model.event import Event
from afterwit.model.session import Session
from afterwit.ports import LAST, EventLog, Replaced, Stored


class Unwritten:
    """Wraps a log for a dry run: answers as the log would, remembers appends only for as long as the run lasts."""

    def __init__(self, log: EventLog) -> None:
        self._log = log
        self._counts = {stored.session.key: stored.events for stored in log.sessions()}

    def append(
        self, session: Session, events: Sequence[Event], bookmark: Bookmark, replaced: Sequence[Replaced]
    ) -> int:
        """Say how many events would be new."""
        del bookmark, replaced
        known = self._counts.get(session.key, 0)
        fresh = sum(event.seq > known for event in events)
        self._counts[session.key] = known + fresh
        return fresh

    def bookmarks(self) -> dict[str, Bookmark]:
        """As the log says."""
        return self._log.bookmarks()

    def session(self, key: str) -> Session | None:
        """As the log says."""
        return self._log.session(key)

    def sessions(self, *, host: str = "", limit: int = 0) -> list[Stored]:
        """As the log says."""
        return self._log.sessions(host=host, limit=limit)

    def events(self, key: str, *, kinds: Iterable[str] = (), first: int = 0, last: int = LAST) -> Iterator[Event]:
        """As the log says."""
        return self._log.events(key, kinds=kinds, first=first, last=last)

    def forget(self, key: str) -> int:
        """Say how many events would be erased."""
        return sum(1 for _ in self._log.events(key))

    def replaced(self, key: str) -> list[Replaced]:
        """As the log says."""
        return self._log.replaced(key)
