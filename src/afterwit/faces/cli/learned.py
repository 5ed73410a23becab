"""What was learned, as it is shown: what was noticed, what waits for a person, what was refused and why."""

from collections import Counter
from collections.abc import Iterable
from typing import TYPE_CHECKING

import msgspec

from afterwit.engine.learn import Learned
from afterwit.engine.review_and_learn import LearnOutcome
from afterwit.engine.uses import Used
from afterwit.faces.cli.common import Rows, counted
from afterwit.faces.cli.outcomes import outcome_document, print_outcomes, proposal_document
from afterwit.faces.cli.plain import one_line
from afterwit.faces.cli.shown import iso
from afterwit.keep.staging import Staged
from afterwit.model.proposal import AddLesson, Evidence, Proposal
from afterwit.model.signal import Signal
from afterwit.model.use import Use
from afterwit.model.verdict import Applied, Outcome
from afterwit.ports import EventLog

if TYPE_CHECKING:
    from rich.console import Console

NAMES = {
    "recovery": ("recovery", "recoveries"),
    "misleading_error": ("misleading error", ""),
    "surprise": ("surprise", ""),
    "correction": ("correction", ""),
    "refusal": ("refusal", ""),
    "self_correction": ("self-correction", ""),
    "request": ("request to remember", "requests to remember"),
    "skill_correction": ("correction after a skill", "corrections after a skill"),
    "pattern": ("row of commands", "rows of commands"),
}
"""What was noticed, in words."""
WAITS = "waits for your approval"
"""What the store says of a skill that a person has to decide on."""


def print_learned(out: "Console", done: Learned, staged: Staged | None, *, unkept: bool) -> None:
    """The closing table: what came of what was noticed, a line each, and what to do next."""
    if done.noticed:
        out.print(f"Noticed {_counts(done.noticed)}.", soft_wrap=True)
    elif done.looked_at:
        out.print("Noticed nothing to learn from.")
    outcomes = _outcomes(done.outcome)
    if outcomes:
        out.print()
        _print_outcomes(out, outcomes)
    _print_used(out, done.used)
    for again in done.again:
        where = "is active, and the mistake was made again" if again.came_back else f"is {again.state}"
        out.print(f"Seen again: {again.skill} {where}.", style="dim", soft_wrap=True)
    if done.unsure:
        out.print(f"{counted(len(done.unsure), 'thing')} seen too unclearly or too seldom to propose.", style="dim")
    if done.outcome.stopped:
        out.print(f"Learning stopped early: {one_line(done.outcome.stopped)}", style="bold red", soft_wrap=True)
    _print_next(out, done, staged, unkept=unkept)


def _print_used(out: "Console", used: Iterable[Used]) -> None:
    """The receipts, one for each learned skill that guided some work; and what was read in vain."""
    told = [one for one in used if one.use.how == "read" or one.receipt]
    for receipt, count in Counter(one.receipt for one in told if one.receipt).items():
        out.print(f"{receipt}{f', {count} times' if count > 1 else ''}", style="green", soft_wrap=True)
    for skill, count in Counter(one.use.skill for one in told if one.use.followed == "not").items():
        out.print(
            f"Read and not followed: {skill}{f', {count} times' if count > 1 else ''}", style="dim", soft_wrap=True
        )


def _print_outcomes(out: "Console", outcomes: list[Outcome]) -> None:
    rows = Rows("", "WHAT", "SURE", "SESSIONS", "WHY", flexible="WHY", right=("SURE", "SESSIONS"))
    for outcome in outcomes:
        if not isinstance(outcome, Applied):
            continue
        proposal = outcome.proposal
        rows.add(
            _word(outcome),
            what_of(proposal),
            f"{proposal.score:.2f}",
            str(len(proposal.sessions)),
            why_of(proposal),
        )
    if any(isinstance(outcome, Applied) for outcome in outcomes):
        rows.print(out)
        out.print()
    refused = [outcome for outcome in outcomes if not isinstance(outcome, Applied)]
    if refused:
        print_outcomes(out, refused)
        out.print()


def _print_next(out: "Console", done: Learned, staged: Staged | None, *, unkept: bool) -> None:
    waiting = [one for one in done.outcome.applied if WAITS in one.message]
    if staged is not None:
        out.print(f"Staged as {staged.id}: `afterwit staging promote {staged.id}` has the gates decide on it.")
    elif unkept:
        out.print("A dry run: nothing was kept.", style="dim")
    elif waiting:
        one = len(waiting) == 1
        out.print(
            f"{counted(len(waiting), 'skill')} {'waits' if one else 'wait'} for you: `afterwit show NAME`, then "
            "`afterwit approve NAME` or `afterwit reject NAME --reason …`.",
            soft_wrap=True,
        )


def _counts(signals: Iterable[Signal]) -> str:
    counts = Counter(signal.sort for signal in signals if signal.sort != "pattern")
    told = [counted(count, *NAMES[sort]) for sort, count in counts.most_common()]
    return ", ".join(told) if told else "nothing but rows of commands that may become routines"


def _word(outcome: Outcome) -> str:
    if outcome.fate != "applied":
        return outcome.fate
    if outcome.proposal.does not in {"create_skill", "update_skill"}:
        return "kept"
    return "waits" if isinstance(outcome, Applied) and WAITS in outcome.message else "active"


def what_of(proposal: Proposal) -> str:
    """What is proposed, by a name."""
    return "lesson" if isinstance(proposal.op, AddLesson) else proposal.subject


def why_of(proposal: Proposal) -> str:
    """Why it is proposed, or what it says."""
    return f"\u201c{proposal.op.text}\u201d" if isinstance(proposal.op, AddLesson) else proposal.reason


def _outcomes(outcome: LearnOutcome) -> list[Outcome]:
    return [*outcome.applied, *outcome.rejected, *outcome.failed]


def refused_for(proposal: Proposal, outcome: LearnOutcome) -> str:
    """What was said against a proposal; empty where it was applied."""
    refused = (*outcome.rejected, *outcome.failed)
    return next((one.reason for one in refused if one.proposal == proposal), "")


def learned_document(done: Learned, log: EventLog) -> dict[str, object]:
    """What was learned, as JSON."""
    outcomes = _outcomes(done.outcome)
    lessons = [one for one in done.outcome.applied if isinstance(one.proposal.op, AddLesson)]
    return {
        "noticed": [_signal_document(signal) for signal in done.noticed if signal.sort != "pattern"],
        "proposals": [{**outcome_document(one), "evidence": _evidence(one.proposal, log)} for one in outcomes],
        "lessons": [
            {
                "text": one.proposal.op.text if isinstance(one.proposal.op, AddLesson) else "",
                "category": one.proposal.op.category if isinstance(one.proposal.op, AddLesson) else None,
                "evidence": _evidence(one.proposal, log),
            }
            for one in lessons
        ],
        "unsure": [{**proposal_document(idea.proposal)} for idea in done.unsure],
        "again": [
            {"skill": again.skill, "state": again.state, "times": len(again.signals), "came_back": again.came_back}
            for again in done.again
        ],
        "used": [
            {"skill": one.use.skill, **use_document(one.use), "receipt": one.receipt or None} for one in done.used
        ],
        "stopped": done.outcome.stopped or None,
        "spend": {"tokens": 0, "usd": 0.0},
    }


def use_document(use: Use) -> dict[str, object]:
    """A use as JSON."""
    return {
        "session": use.session,
        "agent": use.agent or None,
        "how": use.how,
        "event": use.event,
        "at": iso(use.at),
        "followed": use.followed,
        "evidence": list(use.evidence),
    }


def _evidence(proposal: Proposal, log: EventLog) -> list[dict[str, object]]:
    """What a proposal rests on, with the host's own ids."""
    return [
        {**msgspec.to_builtins(ref), "id": ref.event, "native_id": _native_id(ref, log)} for ref in proposal.evidence
    ]


def _native_id(ref: Evidence, log: EventLog) -> str | None:
    place = int(ref.event[1:])
    event = next(log.events(ref.session, first=place, last=place), None)
    return (event.native_id or None) if event is not None else None


def _signal_document(signal: Signal) -> dict[str, object]:
    return {
        "session": signal.session,
        "sort": signal.sort,
        "trigger": signal.trigger,
        "about": signal.about,
        "events": list(signal.events),
        "steps_wasted": signal.steps_wasted,
        "confidence": signal.confidence,
        "phase": signal.phase or None,
    }
