"""What the gates may look at: the event log, the skillbook and its index, read only."""

from collections.abc import Sequence

from afterwit.keep.book import Book
from afterwit.model.event import Event
from afterwit.model.package import Package, State
from afterwit.model.skill import Match, Skill
from afterwit.ports import EventLog
from afterwit.recall.index import SkillIndex

NOTES = "NOTES.md"


class ProjectView:
    """A project as its gates see it."""

    def __init__(self, log: EventLog, book: Book, index: SkillIndex) -> None:
        self._log = log
        self._book = book
        self._index = index

    def event(self, session: str, event: str) -> Event | None:
        """One event of a session, by its id (`e17`)."""
        place = int(event.removeprefix("e"))
        return next(self._log.events(session, first=place, last=place), None)

    def events(self, session: str, first: int, last: int) -> Sequence[Event]:
        """A session's events from one place to another, both included."""
        return list(self._log.events(session, first=first, last=last))

    def skill(self, name: str) -> Skill | None:
        """The skill of this name: the active one, else the pending, else the archived one."""
        return self._book.skill(name)

    def at(self, state: State, name: str) -> Skill | None:
        """The skill of this name in this state."""
        return self._book.at(state, name)

    def similar(self, package: Package, *, k: int = 5) -> Sequence[Match]:
        """The skills in any state that say most nearly the same, the nearest first, itself left out."""
        return self._index.similar(package, k)

    def search(self, query: str, *, k: int = 5, adding: Package | None = None) -> Sequence[Match]:
        """The skills that best fit a need, as if this package were among the active ones already."""
        return self._index.search(query, k, adding)

    def searches(self, queries: Sequence[str], *, k: int = 5, adding: Package) -> Sequence[Sequence[Match]]:
        """What `search` gives for each of several needs, for the price of adding the package once."""
        return self._index.searches(queries, k, adding)

    def notes(self) -> str:
        """NOTES.md as it is; empty where there is none."""
        return self._book.text(NOTES) or ""
