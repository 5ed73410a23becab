"""What is kept of agents' own turns: their attempts at skills, what they left for later, and what was counted."""

from collections.abc import Sequence
from typing import Protocol

from afterwit.model.learning import Attempt, AttemptState, Counts, SeenSession, SpoolBatch, TurnNote


class Attempts(Protocol):
    """Keeps what agents started to learn in their own turns, and what became of it."""

    def start(self, attempt: Attempt) -> tuple[Attempt, bool]:
        """Keep an attempt; give it with its number, and whether it is new.

        Where one of this skill and action is open already, that one goes on, with what this one cites as well.
        """
        ...

    def finish(self, attempt: Attempt) -> bool:
        """Close an open one with what this one says; False where somebody closed it before."""
        ...

    def attempt(self, number: int) -> Attempt | None:
        """One attempt."""
        ...

    def attempts(self, *, state: AttemptState | None = None, skill: str = "", limit: int = 0) -> list[Attempt]:
        """The attempts, the latest first."""
        ...

    def forget(self, session: str) -> int:
        """Erase those that a session made or that cite it; say how many those were."""
        ...


class Turns(Protocol):
    """Keeps what agents left at the end of their turns, and counts what happened since the last review."""

    def note(self, notes: Sequence[TurnNote]) -> None:
        """Keep these, all or nothing; an issue of a skill counts as a hint for its agent at once."""
        ...

    def notes(self, *, limit: int = 0, waiting: bool = False) -> list[TurnNote]:
        """What was left, the latest first; or only signals that no review has dealt with."""
        ...

    def take_in(self, batch: SpoolBatch) -> bool:
        """Count what hooks left, all of it or nothing; False where this batch was counted before."""
        ...

    def skipped(self) -> int:
        """How many lines of the batches that are remembered made no sense."""
        ...

    def counts(self) -> dict[str, Counts]:
        """The counters of each agent that has any."""
        ...

    def reviewed(self, agent: str, seen: Counts, at: int, notes: Sequence[int] = ()) -> None:
        """A review that began with these counts is done: they are taken off, what came since stays."""
        ...

    def sessions(self, *, limit: int = 0) -> list[SeenSession]:
        """The sessions that hooks told of, the latest first."""
        ...

    def forget(self, session: str) -> int:
        """Erase what was left by or cites a session, and that hooks told of it; say how many notes those were."""
        ...
