"""The nudge gate: whether a review of what an agent did is worth its cost now. It decides; nothing is started here.

A review is due where learning was skipped in the agent's own turns, where a defect of a skill was reported, or where
enough was done since the last review. It begins only if none is running, the last one is long enough ago, the day has
one left, and there is money for it.
"""

from collections.abc import Iterator, Sequence
from typing import Literal

import msgspec

from afterwit.config import Nudge
from afterwit.model.learning import Counts

MINUTE = 60_000
"""In milliseconds."""

Occasion = Literal["recovered_failure", "user_correction", "skill_then_correction"]
"""What deserved a skill, as it was noticed: a failure that was recovered from, a correction by the user, or one after
a learned skill had been loaded."""

Due = Literal["learning_skipped", "issue_hint", "threshold"]
Held = Literal["nothing", "running", "interval", "day", "budget"]

OCCASIONS: dict[Occasion, str] = {
    "recovered_failure": "a recovered failure",
    "user_correction": "a correction",
    "skill_then_correction": "a correction after a learned skill was loaded",
}


class Nudged(msgspec.Struct, frozen=True, kw_only=True):
    """All that the gate looks at, for one agent in one project."""

    now: int
    """In milliseconds since 1970 UTC."""
    counts: Counts
    """What happened since the last review."""
    learning_signals: int = 0
    """Signals for new skills that no review has dealt with."""
    occasions: frozenset[Occasion] = frozenset()
    """What deserved a skill since the last review."""
    finished: bool = False
    """Whether the agent itself wrote a skill since then."""
    running: bool = False
    """Whether a review is running."""
    reviews_today: int = 0
    budget_left: bool = True
    """Whether what is set aside for reviews has something left."""


class Reason(msgspec.Struct, frozen=True):
    """One thing that decided."""

    code: Due | Held
    words: str


class Decision(msgspec.Struct, frozen=True, kw_only=True):
    """Whether to review, and what decided that."""

    review: bool
    reasons: tuple[Reason, ...]
    """All that make it due, where it begins; else all that hold it back."""

    @property
    def why(self) -> str:
        """It in a sentence."""
        what = "A review is due" if self.review else "No review now"
        return f"{what}: {'; '.join(reason.words for reason in self.reasons)}."


def should_review(facts: Nudged, settings: Nudge) -> Decision:
    """Whether a review is to begin now."""
    due = tuple(_due(facts, settings))
    held = tuple(_held(facts, settings, due))
    return Decision(review=not held, reasons=held or due)


def _due(facts: Nudged, settings: Nudge) -> Iterator[Reason]:
    """What calls for a review."""
    counts = facts.counts
    if facts.learning_signals > 0:
        yield Reason("learning_skipped", f"{_counted(facts.learning_signals, 'new skill')} left for later")
    if facts.occasions and not facts.finished:
        # A fixed order, so that the same facts are told in the same words.
        found = [words for occasion, words in OCCASIONS.items() if occasion in facts.occasions]
        yield Reason("learning_skipped", f"nothing was learned from {' or '.join(found)}")
    if _reached(hints := counts.skill_issue_hints_since_review, settings.hints):
        yield Reason("issue_hint", f"{_counted(hints, 'defect')} of skills reported, {settings.hints} needed")
    if _reached(calls := counts.tool_iters_since_review, settings.tool_iters):
        yield Reason("threshold", f"{_counted(calls, 'tool call')} since the last review, {settings.tool_iters} needed")
    if _reached(turns := counts.turns_since_review, settings.turns):
        yield Reason("threshold", f"{_counted(turns, 'turn')} since the last review, {settings.turns} needed")


def _held(facts: Nudged, settings: Nudge, due: Sequence[Reason]) -> Iterator[Reason]:
    """What speaks against one now."""
    if not due:
        yield Reason("nothing", "nothing calls for one")
    if facts.running:
        yield Reason("running", "another one is running")
    last = facts.counts.last_review_at
    # A clock that was set back must not hold reviews off until it has caught up.
    if last is not None and abs(facts.now - last) < settings.min_interval_minutes * MINUTE:
        yield Reason("interval", f"the last one was less than {_counted(settings.min_interval_minutes, 'minute')} ago")
    if facts.reviews_today >= settings.reviews_per_day:
        yield Reason("day", f"the day has had {facts.reviews_today} of {settings.reviews_per_day}")
    if not facts.budget_left:
        yield Reason("budget", "what is set aside for reviews is spent")


def _reached(count: int, threshold: int) -> bool:
    """Whether so many are enough; a threshold of 0 is none."""
    return 0 < threshold <= count


def _counted(count: int, thing: str) -> str:
    return f"{count} {thing}{'' if count == 1 else 's'}"
