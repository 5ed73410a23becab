"""Whether a review of an agent's sessions would be worth its cost: the facts for the nudge gate, from what is kept."""

from collections.abc import Iterator, Mapping

from afterwit.engine.kernel import Kernel
from afterwit.model.learning import Counts, LearningSignal
from afterwit.model.signal import Sort
from afterwit.notice.nudge import Decision, Nudged, Occasion, should_review

LATEST = 50
"""So many sessions back occasions are looked for."""
OCCASIONS: Mapping[Sort, Occasion] = {
    "recovery": "recovered_failure",
    "misleading_error": "recovered_failure",
    "surprise": "recovered_failure",
    "correction": "user_correction",
    "refusal": "user_correction",
    "self_correction": "user_correction",
    "skill_correction": "skill_then_correction",
}
"""What was noticed that an agent could have learned from."""


def would_review(agent: str, kernel: Kernel, *, running: bool = False, reviews_today: int = 0) -> Decision:
    """What the nudge gate says of an agent now; whether a review runs and how many did today is the worker's to say."""
    counts = kernel.turns.counts().get(agent, Counts())
    since = counts.last_review_at or 0
    left = [note for note in kernel.turns.notes(waiting=True) if note.caller.agent == agent]
    facts = Nudged(
        now=kernel.clock(),
        counts=counts,
        learning_signals=sum(isinstance(note.what, LearningSignal) for note in left),
        occasions=frozenset(_occasions(agent, since, kernel)),
        finished=any(
            attempt.receipt and attempt.caller.agent == agent and (attempt.finished or 0) > since
            for attempt in kernel.attempts.attempts(limit=LATEST)
        ),
        running=running,
        reviews_today=reviews_today,
    )
    return should_review(facts, kernel.config.nudge)


def _occasions(agent: str, since: int, kernel: Kernel) -> Iterator[Occasion]:
    """What was noticed in the agent's sessions since then."""
    theirs = {seen.session for seen in kernel.turns.sessions(limit=LATEST) if seen.agent == agent and seen.at > since}
    for stored in kernel.log.sessions(limit=LATEST) if theirs else ():
        if stored.session.native_id in theirs:
            for signal in kernel.signals.of(stored.session.key):
                if signal.sort in OCCASIONS and (signal.at is None or signal.at > since):
                    yield OCCASIONS[signal.sort]
