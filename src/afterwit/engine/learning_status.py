"""How learning stands in a project: what was counted, what is open, what waits, and what a review may cost."""

import msgspec

from afterwit.engine.kernel import Kernel
from afterwit.engine.nudging import would_review
from afterwit.model.learning import Attempt, Counts, Dropped, LearningSignal, SkillIssueSignal, TurnNote

LATEST = 5


class Status(msgspec.Struct, frozen=True, kw_only=True):
    """All of it."""

    counters: dict[str, Counts]
    """For each agent, what happened since its last review."""
    open_attempts: tuple[Attempt, ...]
    """What agents started to learn and did not finish, in this process or one before it."""
    waiting_signals: tuple[TurnNote, ...]
    """What agents left for a review."""
    pending_skills: tuple[str, ...]
    """The skills that wait for a person."""
    receipts: tuple[str, ...]
    """What was learned last, in the words the user was told."""
    violations: int
    """How often reports broke the contract, among the latest."""
    budgets: dict[str, int]
    """What bounds a review, as the settings say."""
    reviews: dict[str, str]
    """For each agent, whether a review would be due, and why; none is run yet."""


def learning_status(kernel: Kernel) -> Status:
    """How learning stands here."""
    attempts = kernel.attempts.attempts(limit=10 * LATEST)
    notes = kernel.turns.notes(limit=20 * LATEST)
    counters = kernel.turns.counts()
    nudge = kernel.config.nudge
    return Status(
        counters=counters,
        reviews={agent: would_review(agent, kernel).why for agent in sorted(counters)},
        open_attempts=tuple(kernel.attempts.attempts(state="open")),
        waiting_signals=tuple(
            note
            for note in kernel.turns.notes(waiting=True, limit=LATEST)
            if isinstance(note.what, LearningSignal | SkillIssueSignal)
        ),
        pending_skills=tuple(entry.name for entry in kernel.index.entries("pending")),
        receipts=tuple(attempt.receipt for attempt in attempts if attempt.receipt)[:LATEST],
        violations=sum(isinstance(note.what, Dropped) and note.what.violation for note in notes),
        budgets={
            "tool_iters": nudge.tool_iters,
            "turns": nudge.turns,
            "hints": nudge.hints,
            "min_interval_minutes": nudge.min_interval_minutes,
            "reviews_per_day": nudge.reviews_per_day,
        },
    )
