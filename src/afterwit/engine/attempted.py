"""What an agent wrote in its turn: as a proposal, and as what became of it."""

from pathlib import Path
from typing import TypeVar

import msgspec

from afterwit.config import Redact
from afterwit.engine.kernel import Kernel
from afterwit.errors import WrongUse
from afterwit.judge.chain import UNDISPUTED
from afterwit.keep.book import place
from afterwit.model.learning import Attempt, AttemptState
from afterwit.model.package import Package
from afterwit.model.proposal import CreateSkill, Evidence, Proposal, UpdateSkill
from afterwit.model.provenance import essence
from afterwit.model.skill_document import read, with_metadata
from afterwit.model.verdict import Applied, Outcome, Rejected, Verdict
from afterwit.notice.contract import FinishCall, default_receipt
from afterwit.redact import Redactor

_Told = TypeVar("_Told", bound=msgspec.Struct)

OURS = ("source", "pinned", "replaces", "domain", "loa-agent", "scope", "fingerprints")
"""Fields of a skill's metadata that say what Afterwit knows of it."""
WORDS = ("message", "summary", "patch_hint", "why")
"""The fields of what agents tell us that are in their own words."""
MOST_FOUND = 10
"""Findings of one gate that an agent is told."""


def already(call: FinishCall, attempt: Attempt, kernel: Kernel) -> Attempt | None:
    """The attempt as done, where the skill already says what its draft says; None where it does not.

    So it is where somebody was killed after the skill had been written and before that was noted.
    """
    package = kernel.drafts.read(attempt.skill)
    for state in ("active", "pending"):
        skill = kernel.book.at(state, attempt.skill)
        if package is not None and skill is not None and essence(skill.package) == essence(package):
            if skill.package.digest() == attempt.base:
                return None  # nothing was changed, and that is told
            done = _written(attempt) if state == "active" else "pending"
            return msgspec.structs.replace(attempt, state=done, receipt=_receipt(call, done))
    return None


def proposed(call: FinishCall, attempt: Attempt, kernel: Kernel) -> tuple[Package, Proposal]:
    """What lies in an agent's folder, and what it asks for by that; raises where that is nothing."""
    package = kernel.drafts.read(attempt.skill)
    folder = kernel.drafts.folder(attempt.skill)
    if package is None:
        raise WrongUse(f"There is nothing in {folder}: write SKILL.md into it and finish again, or finish as skipped.")
    if attempt.action == "update" and package.digest() == attempt.base:
        raise WrongUse(f"Nothing in {folder} differs from {attempt.skill} as it is: change it, or finish as skipped.")
    if attempt.action == "create":
        op = CreateSkill(package=package)
    else:
        op = UpdateSkill(package=_still_ours(package, attempt, kernel), base=attempt.base)
    return package, Proposal(
        target="skill",
        op=op,
        score=_score(attempt, kernel),
        author="background" if attempt.caller.reviewer else "foreground",
        trigger=attempt.reason,
        reason=call.summary,
        evidence=tuple(Evidence(session=ref.session, event=ref.event) for ref in attempt.refs),
        by=attempt.caller.agent,
    )


def _still_ours(package: Package, attempt: Attempt, kernel: Kernel) -> Package:
    """A change with the metadata that is ours where the agent left it out: who writes a text anew forgets it."""
    base = kernel.book.at("pending", attempt.skill) or kernel.book.skill(attempt.skill)
    after = read(package.text)
    if base is None or after.problems:
        return package
    before = read(base.package.text).metadata
    lost = {name: before[name] for name in OURS if name in before and name not in after.metadata}
    return package.with_text(with_metadata(package.text, lost)) if lost else package


def _score(attempt: Attempt, kernel: Kernel) -> float:
    """How sure an agent can be: that it cites what happened is the least; what was seen there adds to it."""
    events = [
        event
        for ref in attempt.refs
        for event in kernel.log.events(ref.session, first=int(ref.event[1:]), last=int(ref.event[1:]))
    ]
    failed = any(event.ok is False for event in events)
    worked = any(event.ok for event in events)
    checked = any(event.ok and event.purpose == "verification" for event in events)
    asked = attempt.reason in {"explicit_user_request", "user_correction"}
    return round(0.7 + 0.1 * (failed and worked) + 0.1 * checked + 0.1 * asked, 2)


def _state(outcome: Outcome, attempt: Attempt, kernel: Kernel) -> AttemptState:
    match outcome:
        case Applied(change=change):
            done = kernel.history.change(change) if change is not None else None
            places = [edit.path for edit in done.edits if edit.after is not None] if done else []
            waits = place("pending", attempt.skill) in places
            return "pending" if waits else _written(attempt)
        case Rejected(held=held):
            return "refused" if held is None else "pending"
        case _:
            return "failed"


def _written(attempt: Attempt) -> AttemptState:
    return "created" if attempt.action == "create" else "updated"


def _receipt(call: FinishCall, state: AttemptState) -> str:
    """The agent's own words, which name the skill, or ours."""
    said = call.message if call.skill_name in call.message else default_receipt(call.action, call.skill_name)
    return f"{said} (waits for your approval)" if state == "pending" else said


def reasons(outcome: Outcome) -> tuple[str, ...]:
    """Every reason why it was not kept."""
    match outcome:
        case Applied():
            return ()
        case Rejected(verdicts=verdicts):
            return tuple(_told(verdict) for verdict in verdicts if not verdict.passed)
        case _:
            return (outcome.reason,)


def _told(verdict: Verdict) -> str:
    """What a gate said, with each thing that it found: whoever wrote it is to know what to mend."""
    found = [f"{one.where} {one.what}".strip() for one in verdict.findings[:MOST_FOUND]]
    more = len(verdict.findings) - len(found)
    new = [one for one in found if one not in verdict.reason] + ([f"and {more} more"] if more else [])
    return f"{verdict.gate}: {verdict.reason}{' ' if new else ''}{'; '.join(new)}"


def cleansed(told: _Told, settings: Redact) -> _Told:
    """What an agent told us, without secrets and names in its words: it is kept, and shown."""
    redactor = Redactor(personal=settings.personal)
    said = {field: value for field in WORDS if isinstance(value := getattr(told, field, None), str) and value}
    return msgspec.structs.replace(told, **{field: redactor.redact(value) for field, value in said.items()})


def settled(call: FinishCall, attempt: Attempt, number: int, outcome: Outcome, kernel: Kernel) -> Attempt:
    """The attempt with what became of it."""
    state = _state(outcome, attempt, kernel)
    return msgspec.structs.replace(
        attempt,
        state=state,
        receipt=_receipt(call, state) if isinstance(outcome, Applied) else "",
        why="" if isinstance(outcome, Applied) else outcome.reason,
        proposal=number,
    )


def what_next(attempt: Attempt, folder: Path, outcome: Outcome | None) -> str:
    """What can be done now; empty where nothing need be."""
    name = attempt.skill
    match attempt.state:
        case "pending" if attempt.receipt:
            return f"It is used once the user approves it: afterwit approve {name}"
        case "pending":
            return (
                f"It waits with these reasons for the user, who can keep it as it is: afterwit approve {name}. To mend "
                f"it, start an update of {name}, which begins with what you wrote; cite every step from what failed to "
                "what worked."
            )
        case "refused":
            refusing = {one.gate for one in outcome.verdicts if not one.passed} if outcome is not None else set[str]()
            theirs = f" The user can keep it all the same: afterwit approve {name} --reason WHY"
            mend = f"Nothing was kept. Mend the files in {folder} and finish again, or finish as skipped."
            return mend if UNDISPUTED in refusing else f"{mend}{theirs}"
        case "failed" if attempt.proposal is not None:
            return f"Your files are still in {folder}: start again."
        case _:
            return ""
