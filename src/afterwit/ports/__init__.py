"""What the rooms need from outside, one Protocol each."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Literal, Protocol

import msgspec

from afterwit.model.approval import Approved
from afterwit.model.bookmark import Bookmark
from afterwit.model.change import About, Change, Edit
from afterwit.model.event import Event
from afterwit.model.package import Package, State, Tree
from afterwit.model.proposal import Proposal
from afterwit.model.session import Session
from afterwit.model.signal import Signal
from afterwit.model.skill import Match, Metrics, Skill
from afterwit.model.use import Tally, Use
from afterwit.model.verdict import Fate, Outcome, Overrule, Verdict
from afterwit.ports.turns import Attempts as Attempts
from afterwit.ports.turns import Turns as Turns

if TYPE_CHECKING:  # most commands embed nothing, and numpy takes a tenth of a second to import
    import numpy as np
    import numpy.typing as npt

Replaced = tuple[str, bytes, int]
"""One placeholder of a session: its label, the keyed digest of what it stands for, its number."""


LAST = 2**31 - 1
"""No event comes later than this."""


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

    def events(self, key: str, *, kinds: Iterable[str] = (), first: int = 0, last: int = LAST) -> Iterator[Event]:
        """A session's events in order from one place to another, of these kinds or purposes, or all."""
        ...

    def replaced(self, key: str) -> list[Replaced]:
        """The placeholders of a session so far."""
        ...

    def forget(self, key: str) -> int:
        """Erase a session's events, and take in no more of it; say how many those were."""
        ...


class Proposer(Protocol):
    """Turns the summary of a finished turn into proposals. What it gives is untrusted."""

    def __call__(self, summary: str, /) -> Iterable[object]:
        """The proposals, none where there is nothing to learn; raises where it cannot tell."""
        ...


class Gate(Protocol):
    """Judges one side of a proposal. Pure: the same proposal and view give the same verdict."""

    @property
    def name(self) -> str:
        """Its name in verdicts and settings."""
        ...

    def judge(self, proposal: Proposal, view: "View") -> Verdict:
        """What it says; a gate that a proposal does not concern lets it pass and says so."""
        ...


class View(Protocol):
    """All that a gate may look at, and nothing that it could change."""

    def event(self, session: str, event: str) -> Event | None:
        """One event of a session, by its id (`e17`)."""
        ...

    def events(self, session: str, first: int, last: int) -> Sequence[Event]:
        """A session's events from one place to another, both included."""
        ...

    def skill(self, name: str) -> Skill | None:
        """The skill of this name: the active one, else the pending, else the archived one."""
        ...

    def at(self, state: State, name: str) -> Skill | None:
        """The skill of this name in this state."""
        ...

    def similar(self, package: Package, *, k: int = 5) -> Sequence[Match]:
        """The skills in any state that say most nearly the same, the nearest first, itself left out."""
        ...

    def search(self, query: str, *, k: int = 5, adding: Package | None = None) -> Sequence[Match]:
        """The skills that best fit a need, as if this package were among the active ones already."""
        ...

    def searches(self, queries: Sequence[str], *, k: int = 5, adding: Package) -> Sequence[Sequence[Match]]:
        """What `search` gives for each of several needs, for the price of adding the package once."""
        ...

    def notes(self) -> str:
        """NOTES.md as it is; empty where there is none."""
        ...


class Store(Protocol):
    """Writes what was approved, and only that."""

    def apply(self, approved: Approved, proposal_id: int | None) -> tuple[int | None, str]:
        """Write it; give the change's number, None where it was there already, and what was done in words.

        Raises WriteFailed, with everything as it was, where it cannot be written.
        """
        ...


class Judged(msgspec.Struct, frozen=True, kw_only=True):
    """A proposal as the docket knows it."""

    id: int
    at: int
    """When it was judged, in milliseconds since 1970 UTC."""
    proposal: Proposal | None
    """What was asked for; None where that was taken back together with the session it came from."""
    verdicts: tuple[Verdict, ...]
    overrule: Overrule | None = None
    """The word of the person who stood up for it."""
    fate: Fate | Literal["open"] = "open"
    """What became of it; `open` where the pass ended before that was noted."""
    reason: str = ""
    """Every no, what the store said, or what was done."""
    change: int | None = None
    """The change's number in the history, where it was written."""


class Docket(Protocol):
    """Remembers every proposal with every gate's verdict and what became of it."""

    def enter(self, proposal: Proposal, verdicts: Sequence[Verdict], overrule: Overrule | None) -> int:
        """Note a judged proposal, and whose word stands against which gates; give its number."""
        ...

    def close(self, number: int, outcome: Outcome) -> None:
        """Note what became of it."""
        ...

    def proposal(self, number: int) -> Judged | None:
        """One proposal."""
        ...

    def proposals(self, *, fate: str = "", subject: str = "", limit: int = 0) -> list[Judged]:
        """The proposals, the latest first."""
        ...

    def forget(self, session: str) -> int:
        """Erase what was proposed from a session, all but that something was; say how many those were."""
        ...


class History(Protocol):
    """Every change to the state folder, with the content before and after."""

    def intend(self, about: About, edits: Sequence[Edit], at: int) -> int:
        """Write down, durably, what is about to be done; give the change's number."""
        ...

    def settle(self, change: int) -> None:
        """It has been done."""
        ...

    def record(self, about: About, edits: Sequence[Edit], at: int) -> int:
        """Write down what is done already; give the change's number."""
        ...

    def abandon(self, change: int, why: str) -> None:
        """It was given up, and everything is as before. What it would have written is not kept."""
        ...

    def unsettled(self) -> list[Change]:
        """Those that were intended and then neither settled nor abandoned, in order."""
        ...

    def change(self, number: int) -> Change | None:
        """One change."""
        ...

    def changes(self, *, subject: str = "", path: str = "", limit: int = 0) -> list[Change]:
        """The changes that were done, the latest first; a tree without files stands for any content."""
        ...

    def left(self, path: str) -> str | None:
        """The digest of what the last change left at a place; None where that is nothing."""
        ...

    def places(self) -> list[str]:
        """Every place where the last change left something."""
        ...

    def content(self, digest: str) -> Tree | None:
        """The content that a digest stands for, if the history has it."""
        ...

    def changes_from(self, session: str) -> list[int]:
        """The changes that were done and rest on a session, the earliest first."""
        ...

    def forget(self, changes: Sequence[int]) -> int:
        """Erase what these changes wrote and what came of it later, all but what is on disk now; count the changes.

        So whoever revokes takes it out of the files first.
        """
        ...


class Matches(msgspec.Struct, frozen=True, kw_only=True):
    """How often a skill was found for a need."""

    count: int = 0
    last: int | None = None
    """When that was last, in milliseconds since 1970 UTC."""


class Ratings(Protocol):
    """Counts how skills fare."""

    def metrics(self, name: str) -> Metrics:
        """A skill's counts so far."""
        ...

    def all_metrics(self) -> dict[str, Metrics]:
        """The counts of every skill that has any, by name."""
        ...

    def count(self, name: str, seen: Metrics) -> None:
        """Add to a skill's counts."""
        ...

    def matches(self, name: str) -> Matches:
        """How often a skill was found."""
        ...

    def all_matches(self) -> dict[str, Matches]:
        """How often each skill was found that was found at all, by name."""
        ...

    def match(self, name: str, at: int) -> None:
        """A skill was found once more."""
        ...

    def match_all(self, found: Mapping[str, tuple[int, int]]) -> None:
        """Skills were found so many times, and last then: all of it is counted or nothing."""
        ...

    def forget(self, name: str) -> None:
        """There was no such skill."""
        ...


class Signals(Protocol):
    """Keeps what was noticed: a queue until it has been judged, a memory for what comes later."""

    def put(self, session: str, found: Sequence[Signal], events: int = 0) -> int:
        """Make these the signals of a session of so many events, all or nothing; say how many are new.

        One that was there before stays as it was, judged or not, but for what is now known of it; one that is no
        longer found goes.
        """
        ...

    def seen(self) -> dict[str, int]:
        """How many events of each session had been looked at."""
        ...

    def queued(self) -> list[Signal]:
        """Those that have not been judged, in the order in which they came."""
        ...

    def about(self, subjects: Iterable[str]) -> list[Signal]:
        """All signals about these things, judged or not, in the order in which they came."""
        ...

    def of(self, session: str) -> list[Signal]:
        """The signals of a session, in its order."""
        ...

    def settle(self, judged: Iterable[Signal]) -> None:
        """These have been judged."""
        ...

    def forget(self, session: str) -> int:
        """Erase what was noticed in a session; say how many those were.

        What other sessions show of the same things is queued again: it may have to carry alone what rested on both.
        """
        ...


class Uses(Protocol):
    """Keeps which skills were put before agents, and whether they were followed."""

    def put(self, session: str, found: Sequence[Use]) -> list[Use]:
        """Make these the uses of a session, all or nothing; give those that are new or other than they were."""
        ...

    def of(self, session: str) -> list[Use]:
        """The uses in a session, in its order."""
        ...

    def about(self, skill: str) -> list[Use]:
        """The uses of a skill, the latest first."""
        ...

    def tally(self, skill: str) -> Tally:
        """The uses of a skill, counted."""
        ...

    def tallies(self) -> dict[str, Tally]:
        """The same for every skill that has any, by name."""
        ...

    def forget(self, session: str) -> int:
        """Erase the uses in a session; say how many those were."""
        ...

    def drop(self, skill: str) -> None:
        """There was no such skill."""
        ...


class Embedder(Protocol):
    """Turns texts into vectors of length 1: the product of two says how near they are in meaning."""

    @property
    def name(self) -> str:
        """Which model it is, digest or version included: vectors of two models are never compared."""
        ...

    def embed(self, texts: Sequence[str]) -> "npt.NDArray[np.float32]":
        """A row for each text; what is too long is cut. Raises ModelFailed where it cannot."""
        ...


class Tokeniser(Protocol):
    """Counts what a text costs its reader."""

    @property
    def name(self) -> str:
        """Which one it is, for whoever reads a count."""
        ...

    def count(self, text: str) -> int:
        """How many tokens a text is."""
        ...
