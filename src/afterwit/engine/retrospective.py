"""The retrospective: what recent sessions may have taught, with what the gates think of it, for a person to pick from.

`learn` proposes what it is sure of. Here the rest comes up as well: what was seen once, and what a gate refused. What a
person picks goes to where skills wait, and their reason stands where a gate said no.
"""

from collections.abc import Sequence

import msgspec

from afterwit.engine.decisions import standing_up
from afterwit.engine.kernel import Kernel
from afterwit.engine.learn import ideas_about, look_through
from afterwit.engine.review_and_learn import LearnOutcome, decide
from afterwit.engine.skillbook import refresh
from afterwit.errors import WrongUse
from afterwit.model.proposal import CreateSkill, Proposal
from afterwit.model.session import Session
from afterwit.model.signal import Signal
from afterwit.model.verdict import Verdict
from afterwit.notice.everything import NOT_LEARNED_FROM, check

PICKED = "Picked in a retrospective."


class Candidate(msgspec.Struct, frozen=True, kw_only=True):
    """Something that could be kept."""

    proposal: Proposal
    signals: tuple[Signal, ...]
    verdicts: tuple[Verdict, ...]
    """What each gate says to it now."""

    @property
    def refused(self) -> tuple[Verdict, ...]:
        """The gates that say no."""
        return tuple(verdict for verdict in self.verdicts if not verdict.passed)


def candidates(sessions: Sequence[Session], kernel: Kernel) -> list[Candidate]:
    """What these sessions may have taught that is not in the book, the surest first."""
    check(kernel.config.notice)
    seen, found = kernel.signals.seen(), list[Signal]()
    for session in sessions:
        if session.origin in NOT_LEARNED_FROM:
            continue
        if session.key not in seen:
            look_through(session.key, kernel)
        found += kernel.signals.of(session.key)
    ideas, _ = ideas_about(found, kernel)
    return [
        Candidate(
            proposal=idea.proposal,
            signals=idea.signals,
            verdicts=kernel.rooms.chain.judge(idea.proposal, kernel.rooms.view).verdicts,
        )
        for idea in ideas
        if not _is_there(idea.proposal, kernel)
    ]


def pick(chosen: Sequence[Candidate], kernel: Kernel, reason: str = "") -> LearnOutcome:
    """Keep what a person picked: skills wait for approval, lessons hold at once."""
    guarded = [one.proposal.subject for one in chosen if any(no.gate != "score" for no in one.refused)]
    if guarded and not reason.strip():
        raise WrongUse(f"A gate says no to {', '.join(guarded)}: say --reason WHY, or leave it out. Nothing was kept.")
    done = LearnOutcome()
    for candidate in chosen:
        word = standing_up(reason.strip() or PICKED, kernel) if candidate.refused else None
        done.take(decide(_waiting(candidate.proposal), kernel.rooms, word))
        kernel.signals.settle(candidate.signals)
    if done.applied:
        refresh(kernel)
    return done


def _waiting(proposal: Proposal) -> Proposal:
    """A skill that is picked waits like any other: to pick it is not yet to approve it."""
    if not isinstance(proposal.op, CreateSkill):
        return proposal
    return msgspec.structs.replace(proposal, op=msgspec.structs.replace(proposal.op, state="pending"))


def _is_there(proposal: Proposal, kernel: Kernel) -> bool:
    """Whether the very same was applied before."""
    judged = kernel.docket.proposals(fate="applied", subject=proposal.subject)
    return any(entry.proposal is not None and entry.proposal.op == proposal.op for entry in judged)
