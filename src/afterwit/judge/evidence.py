"""The evidence gate: what a proposal cites exists, says what it is quoted for, and proves what is claimed."""

from collections.abc import Iterator

from afterwit.config import Judge
from afterwit.judge.cited import Cited, folded, look_up, plural
from afterwit.judge.users_word import Word, users_word
from afterwit.model import skill_document
from afterwit.model.event import Event
from afterwit.model.proposal import (
    AnnotateSkill,
    CreateSkill,
    Evidence,
    MergeSkills,
    MoveSkill,
    PinSkill,
    Proposal,
    RemoveMemory,
    RetireLesson,
    UndoChange,
    UpdateSkill,
)
from afterwit.model.step import Step, texts
from afterwit.model.verdict import Finding, Verdict
from afterwit.ports import View

NOT_CONCERNED = (MoveSkill, PinSkill, UndoChange)
"""These move what is there already: what it rests on was judged when it came."""
LIGHT = (AnnotateSkill, RetireLesson, RemoveMemory)
"""These need one event: they add no claim that an agent would follow."""
UNCLAIMED = frozenset({"not", "never", "be", "to", "get", "gets", "until", "un", "non", "isn't", "wasn't"})
"""Words before `verified` that make it no claim."""


class EvidenceGate:
    """Machines need evidence for what they write; a person decides."""

    name = "evidence"

    def __init__(self, config: Judge) -> None:
        self._least = config.min_event_refs

    def judge(self, proposal: Proposal, view: View) -> Verdict:
        """Yes iff there are enough refs and not one of them is bad; every bad one is told."""
        if proposal.author == "person":
            return Verdict(gate=self.name, passed=True, reason="a person decides")
        if isinstance(proposal.op, NOT_CONCERNED) and not proposal.evidence:
            return Verdict(gate=self.name, passed=True, reason=f"{proposal.does} needs no evidence")
        cited = look_up(proposal, view)
        distinct = {(ref.session, ref.event) for ref in proposal.evidence}
        found = sum(len(events) for events in cited.events.values())
        said = users_word(proposal, cited) if proposal.trigger == "explicit_user_request" else Word()
        asked = bool(said)
        light = asked or isinstance(proposal.op, (*LIGHT, *NOT_CONCERNED))
        least = min(1, self._least) if light else self._least
        problems = list(_bad(proposal.evidence, cited))
        if found < least:
            what = f"{plural(found, 'event')} of the log cited, {least} needed"
            short = what if asked or least == 1 else f"{what}, or one explicit user request"
            problems.insert(0, Finding("", f"{short} ({said.why_not})" if said.why_not else short))
        claimed = _claims(proposal)
        proof = next(_proofs(cited), "") if claimed else ""
        if claimed and not proof:
            what = f"{claimed} says it is verified, but cites no check that succeeded after the fix"
            problems.append(Finding("", what))
        measured: dict[str, bool | int | float | str] = {
            "refs": len(distinct),
            "found": found,
            "needed": least,
            "quotes": sum(bool(ref.quote.strip()) for ref in proposal.evidence),
            "sessions": cited.sessions,
            "user_request": asked,
            "claims_verified": bool(claimed),
            "verified_by": proof,
        }
        if problems:
            reason = "; ".join(f"{finding.where}: {finding.what}".removeprefix(": ") for finding in problems)
            return Verdict(gate=self.name, passed=False, reason=reason, measured=measured, findings=tuple(problems))
        told = [f"{plural(found, 'event')} of {plural(cited.sessions, 'session')} cited, {least} needed"]
        told += [f"the user asked for it ({said.event})"] if asked else [said.why_not] if said.why_not else []
        told += [f"verified by {proof}"] if proof else []
        return Verdict(gate=self.name, passed=True, reason="; ".join(told), measured=measured)


def _bad(refs: tuple[Evidence, ...], cited: Cited) -> Iterator[Finding]:
    for ref in refs:
        where = f"{ref.session} {ref.event}"
        event = cited.events.get(ref.session, {}).get(int(ref.event[1:]))
        if event is None:
            yield Finding(where, "there is no such event in the log")
        elif not _says(event, ref.quote):
            yield Finding(where, f"the event does not say “{_short(ref.quote)}”")


def _says(event: Event, quote: str) -> bool:
    """Whether the quoted words stand in the event, or in the arguments of the call."""
    wanted = folded(quote)
    return not wanted or any(wanted in folded(text) for text in (event.text, *texts(event.input)))


def _short(quote: str) -> str:
    words = folded(quote)
    return words if len(words) <= 80 else f"{words[:79]}…"  # noqa: PLR2004 - a line's worth


def _claims(proposal: Proposal) -> str:
    """Who claims that it was seen to work; empty where nobody does."""
    if proposal.verified:
        return "the proposal"
    if not isinstance(proposal.op, CreateSkill | UpdateSkill | MergeSkills):
        return ""
    document = skill_document.read(proposal.op.package.text)
    for text in (document.description, document.section("Verification")):
        words = [word.strip(".,;:!?()[]*_`\"'") for word in text.casefold().split()]
        if any(
            word == "verified" and before not in UNCLAIMED for before, word in zip(["", *words], words, strict=False)
        ):
            return "the skill"
    return ""


def _proofs(cited: Cited) -> Iterator[str]:
    """The cited checks that succeeded after everything else that is cited as failed or changed."""
    fixes = [(session, event) for session, event in cited.every() if event.ok is False or event.purpose == "file_write"]
    for steps in cited.steps.values():
        for step in steps:
            worked = step.cited and step.verifies and step.result.ok and not _failed_later(step, cited)
            if worked and all(_before(fix, step) for fix in fixes):
                yield step.result.id


def _failed_later(check: Step, cited: Cited) -> bool:
    """Whether a check failed after this one had succeeded, cited or not."""
    later = (event for event in cited.around[check.session] if event.seq > check.seq)
    return any(event.ok is False and event.purpose == "verification" for event in later)


def _before(fix: tuple[str, Event], check: Step) -> bool:
    session, event = fix
    if session == check.session:
        return event.seq < check.seq
    # Between sessions only the clock tells; where a host does not say the time, nothing is proved.
    return event.at is not None and check.result.at is not None and event.at <= check.result.at
