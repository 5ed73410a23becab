"""The kernel of a project: the one way of every durable write, and all that is read beside it."""

from collections.abc import Callable

import msgspec

from afterwit.config import Config
from afterwit.engine.review_and_learn import Rooms
from afterwit.errors import BadSkill, WriteFailed
from afterwit.keep.book import Book
from afterwit.keep.journal import Journal
from afterwit.keep.trajectory import Trajectory
from afterwit.keep.zone import Zone
from afterwit.model.package import Package, SourceClass, State
from afterwit.ports import Docket, Embedder, EventLog, History, Ratings, Signals, Uses
from afterwit.recall.index import Entry, SkillIndex

Watch = Callable[[str, int, int], None]
"""Is told what is being done, and how many of how many are."""


class Kernel(msgspec.Struct, frozen=True, kw_only=True):
    """The rooms of one project, introduced to each other."""

    config: Config
    log: EventLog
    zone: Zone
    book: Book
    journal: Journal
    history: History
    docket: Docket
    ratings: Ratings
    signals: Signals
    uses: Uses
    index: SkillIndex
    embedder: Embedder | None
    without_embedder: str
    """Why there is no embedder, in words."""
    watch: Watch | None
    """Is told of what takes long."""
    rooms: Rooms
    trajectory: Trajectory | None
    """The log of what becomes of skills; None where none is kept."""
    clock: Callable[[], int]
    """The time now, in milliseconds since 1970 UTC."""
    user: str
    """Who sits here, for the history."""

    def look(self) -> None:
        """Take into the index what has changed on disk, by whatever hand."""
        look(self.book, self.index, self.watch)

    def source(self, entry: Entry) -> SourceClass:
        """Where a skill of the index came from."""
        return self.book.classify(entry.name, {"source": entry.source})


def look(book: Book, index: SkillIndex, watch: Watch | None = None) -> None:
    """Make the index agree with the files; a folder that is no skill hides no other, and `doctor` tells of it."""

    def load(state: State, name: str) -> Package | None:
        try:
            skill = book.at(state, name)
        except (BadSkill, WriteFailed):
            return None
        return None if skill is None else skill.package

    index.sync(book.listing(), load, watch and (lambda done, of: watch("Indexing skills", done, of)))
