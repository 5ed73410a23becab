"""The kernel of a project: the one way of every durable write, and all that is read beside it."""

from afterwit.engine.review_and_learn import Rooms
from afterwit.engine.shelf import Shelf
from afterwit.keep.drafts import Drafts
from afterwit.keep.journal import Journal
from afterwit.ports import Attempts, Docket, EventLog, History, Ratings, Signals, Turns, Uses


class Kernel(Shelf, frozen=True, kw_only=True):
    """The rooms of one project, introduced to each other."""

    log: EventLog
    journal: Journal
    history: History
    docket: Docket
    ratings: Ratings
    signals: Signals
    uses: Uses
    attempts: Attempts
    turns: Turns
    rooms: Rooms
    user: str
    """Who sits here, for the history."""

    @property
    def drafts(self) -> Drafts:
        """What agents are writing."""
        judge = self.config.judge
        return Drafts(self.zone.root, max_files=judge.max_files, max_bytes=judge.max_bytes)
