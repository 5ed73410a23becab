"""Attempts and turns in memory: for a project that has none yet, and for tests."""

import itertools
from collections.abc import Sequence

import msgspec

from afterwit.model.learning import (
    HINT,
    Attempt,
    AttemptState,
    Counts,
    SeenSession,
    SkillIssueSignal,
    SpoolBatch,
    TurnNote,
)
from afterwit.ports import Ratings


class MemoryAttempts:
    """Keeps attempts for as long as the process lasts."""

    def __init__(self) -> None:
        self._attempts: dict[int, Attempt] = {}
        self._numbers = itertools.count(1)

    def start(self, attempt: Attempt) -> tuple[Attempt, bool]:
        """Keep an attempt, or go on with the one of this skill that is open; give it, and whether it is new."""
        found = self.attempts(state="open", skill=attempt.skill, limit=1)
        kept = found[0].joined(attempt) if found else msgspec.structs.replace(attempt, id=next(self._numbers))
        self._attempts[kept.id] = kept
        return kept, not found

    def finish(self, attempt: Attempt) -> bool:
        """Close an open one with what this one says; False where somebody closed it before."""
        had = self._attempts.get(attempt.id)
        if had is None or had.state != "open":
            return False
        self._attempts[attempt.id] = attempt
        return True

    def attempt(self, number: int) -> Attempt | None:
        """One attempt."""
        return self._attempts.get(number)

    def attempts(self, *, state: AttemptState | None = None, skill: str = "", limit: int = 0) -> list[Attempt]:
        """The attempts, the latest first."""
        chosen = [
            attempt
            for attempt in reversed(self._attempts.values())
            if state in {None, attempt.state} and skill in {"", attempt.skill}
        ]
        return chosen[: limit or None]

    def forget(self, session: str) -> int:
        """Erase those that a session made or that cite it; say how many those were."""
        gone = [number for number, attempt in self._attempts.items() if session in attempt.sessions]
        for number in gone:
            del self._attempts[number]
        return len(gone)


class MemoryTurns:
    """Keeps what agents left for as long as the process lasts."""

    def __init__(self, ratings: Ratings) -> None:
        self._ratings = ratings
        self._notes: dict[int, TurnNote] = {}
        self._numbers = itertools.count(1)
        self._counts: dict[str, Counts] = {}
        self._sessions: dict[tuple[str, str], SeenSession] = {}
        self._batches: dict[str, int] = {}

    def note(self, notes: Sequence[TurnNote]) -> None:
        """Keep these; an issue of a skill counts as a hint for its agent at once."""
        for note in notes:
            kept = msgspec.structs.replace(note, id=next(self._numbers))
            self._notes[kept.id] = kept
            if isinstance(note.what, SkillIssueSignal):
                self._add(note.caller.agent, HINT)

    def notes(self, *, limit: int = 0, waiting: bool = False) -> list[TurnNote]:
        """What was left, the latest first; or only signals that no review has dealt with."""
        chosen = [
            note for note in reversed(self._notes.values()) if not waiting or (note.signals and not note.reviewed)
        ]
        return chosen[: limit or None]

    def take_in(self, batch: SpoolBatch) -> bool:
        """Count what hooks left; False where this batch was counted before."""
        if batch.name in self._batches:
            return False
        self._batches[batch.name] = batch.skipped
        for agent, counts in batch.counts.items():
            self._add(agent, counts)
        for seen in batch.sessions:
            had = self._sessions.get((seen.agent, seen.session))
            self._sessions[seen.agent, seen.session] = had.joined(seen) if had else seen
        self._ratings.match_all(batch.matches)
        return True

    def skipped(self) -> int:
        """How many lines of the batches that are remembered made no sense."""
        return sum(self._batches.values())

    def counts(self) -> dict[str, Counts]:
        """The counters of each agent that has any."""
        return dict(sorted(self._counts.items()))

    def reviewed(self, agent: str, seen: Counts, at: int, notes: Sequence[int] = ()) -> None:
        """A review that began with these counts is done: they are taken off, what came since stays."""
        self._counts[agent] = self._counts.get(agent, Counts()).reviewed(seen, at)
        for number in notes:
            if number in self._notes:
                self._notes[number] = msgspec.structs.replace(self._notes[number], reviewed=True)

    def sessions(self, *, limit: int = 0) -> list[SeenSession]:
        """The sessions that hooks told of, the latest first."""
        latest = sorted(self._sessions.values(), key=lambda seen: seen.at, reverse=True)
        return latest[: limit or None]

    def forget(self, session: str) -> int:
        """Erase what was left by or cites a session, and that hooks told of it; say how many notes those were."""
        gone = [number for number, note in self._notes.items() if session in note.sessions]
        for number in gone:
            del self._notes[number]
        native = session.partition(":")[2]
        self._sessions = {key: seen for key, seen in self._sessions.items() if seen.session != native}
        return len(gone)

    def _add(self, agent: str, more: Counts) -> None:
        self._counts[agent] = self._counts.get(agent, Counts()).plus(more)
