"""What the rooms need from outside, one Protocol each."""

from collections.abc import Iterable, Iterator, Sequence
from typing import Protocol

import msgspec

from afterwit.model.bookmark import Bookmark
from afterwit.model.event import Event
from afterwit.model.session import Session

Replaced = tuple[str, bytes, int]
"""One placeholder of a session: its label, the keyed digest of what it stands for, its number."""


class Stored(msgspec.Struct, kw_only=True):
    """A session as the log knows it: the session itself and how much of it there is."""

    session: Session
    events: int
    failed: int


class EventLog(Protocol):
    """Keeps sessions and their events, each once, whoever writes at the same time."""

    def append(
        self, session: Session, events: Sequence[Event], bookmark: Bookmark, replaced: Sequence[Replaced]
    ) -> int:
        """Keep a batch and how far it goes, all or nothing; say how many events were new."""
        ...

    def bookmarks(self) -> dict[str, Bookmark]:
        """How far each file has been read, by the digest of its path."""
        ...

    def session(self, key: str) -> Session | None:
        """One session by its key."""
        ...

    def sessions(self, *, host: str = "", limit: int = 0) -> list[Stored]:
        """The sessions, the latest first."""
        ...

    def events(self, key: str, *, kinds: Iterable[str] = ()) -> Iterator[Event]:
        """A session's events in order, of these kinds or purposes, or all."""
        ...

    def replaced(self, key: str) -> list[Replaced]:
        """The placeholders of a session so far."""
        ...
