"""The contract of learning in an agent's own turn: what agents send through the tools, checked to the letter.

Agents are not believed: what they send may have any shape. A call is either sound or told everything that is wrong with
it; of a report each part stands for itself, and what is not taken is dropped with the reason.
"""

from collections.abc import Iterator, Mapping
from typing import cast, get_args

import msgspec

from afterwit.model.learning import (
    CREATE_TRIGGERS,
    ISSUES,
    Action,
    Dropped,
    LearningSignal,
    Ref,
    SkillIssueSignal,
    Status,
    UsedSkill,
)
from afterwit.model.proposal import Category, Trigger
from afterwit.notice.contract_evidence import ASKED, REFS, cited_events
from afterwit.notice.contract_fields import Fields, flat, told, unknown_fields
from afterwit.notice.contract_names import existing_name, new_name
from afterwit.notice.contract_signals import LEARNING_SIGNAL, SKILL_ISSUE_SIGNAL, learning_signal, skill_issue_signal
from afterwit.notice.known import Known, KnownSkill
from afterwit.notice.self_corrections import notes_of

__all__ = [
    "FinishCall",
    "Known",
    "KnownSkill",
    "Report",
    "StartCall",
    "check_finish",
    "check_start",
    "default_receipt",
    "default_use_receipt",
    "read_report",
]

START = "skill_learning_start"
FINISH = "skill_learning_finish"
REPORT = "report_turn"
RECEIPTS = "used_skill_receipts"
CORRECTIONS = "self_corrections"
LONGEST_MESSAGE = 500
"""Characters of a message to the user, and of what an attempt came to."""
MOST_RECEIPTS = 20
MOST_NOTES = 20

ACTIONS: tuple[Action, ...] = get_args(Action)
STATUSES: tuple[Status, ...] = get_args(Status)
SUCCESS: Mapping[Action, Status] = {"create": "created", "update": "updated"}
"""What each action ends with where it succeeds."""
CREATE_REASONS: tuple[Trigger, ...] = CREATE_TRIGGERS
UPDATE_REASONS: tuple[Trigger, ...] = (*ISSUES, "explicit_user_request", "user_correction")
"""A skill is changed for a defect of it, or because the user said so: a workflow or a surprise makes a new one."""
REASONS: Mapping[Action | None, tuple[Trigger, ...]] = {
    "create": CREATE_REASONS,
    "update": UPDATE_REASONS,
    None: (*CREATE_REASONS, *ISSUES),
}

START_FIELDS: Mapping[str, str] = {
    "action": "create or update",
    "skill_name": "the skill's name",
    "reason": "why there is something to learn",
    "event_refs": REFS,
    "message": "a sentence for the user about what is being learned, in their language",
}
FINISH_FIELDS: Mapping[str, str] = {
    "action": "create or update",
    "skill_name": "the skill's name",
    "status": "what became of it",
    "message": "the receipt for the user, in their language",
    "summary": "what was learned, or the short reason why nothing was",
}
RECEIPT_FIELDS: Mapping[str, str] = {
    "skill_name": "the name of the learned skill",
    "message": "the receipt for the user, in their language",
}
PARTS = (RECEIPTS, LEARNING_SIGNAL, SKILL_ISSUE_SIGNAL, CORRECTIONS)


class StartCall(msgspec.Struct, frozen=True, kw_only=True):
    """A sound `skill_learning_start`."""

    action: Action
    skill_name: str
    reason: Trigger
    refs: tuple[Ref, ...]
    message: str


class FinishCall(msgspec.Struct, frozen=True, kw_only=True):
    """A sound `skill_learning_finish`."""

    action: Action
    skill_name: str
    status: Status
    message: str
    """The receipt, where it succeeded; else whatever the agent said, which is no receipt."""
    summary: str
    """What was learned; the reason where it failed or was skipped, and then never empty."""


class Report(msgspec.Struct, frozen=True, kw_only=True):
    """What was taken of an agent's report at the end of a turn; most turns leave nothing to learn."""

    learning_signal: LearningSignal | None = None
    skill_issue_signal: SkillIssueSignal | None = None
    used: tuple[UsedSkill, ...] = ()
    self_corrections: tuple[tuple[str, Category | None], ...] = ()
    """What the agent notes of having been corrected, with what it is about where it says so."""
    dropped: tuple[Dropped, ...] = ()
    """What was not taken, and why."""


def default_receipt(action: Action, skill: str) -> str:
    """What the user is told of a skill that was written, where the agent does not say it in their language."""
    return f"{'Learned' if action == 'create' else 'Updated'} skill: {skill}"


def default_use_receipt(skill: str) -> str:
    """The same for a skill that guided the work."""
    return f"Used learned skill: {skill}"


def check_start(raw: object, known: Known) -> StartCall | list[str]:
    """The call, or everything that is wrong with it, a sentence each."""
    fields = Fields(START, raw, START_FIELDS)
    action = fields.code("action", ACTIONS)
    if action == "create":
        name = new_name(fields, "skill_name", known, "update it instead")
    elif action == "update":
        name = existing_name(fields, "skill_name", known)
        if name and (there := known.skill(name)) and there.pinned:
            fields.problems.append(f"{name} is pinned: leave it as it is, or ask for it to be unpinned.")
    else:
        name = fields.name("skill_name")
    reason = fields.code("reason", REASONS[action])
    cited = cited_events(fields, known, ASKED if reason in {None, "explicit_user_request"} else frozenset())
    message = fields.text("message", LONGEST_MESSAGE)
    if fields.problems or not (action and reason):
        return fields.problems
    return StartCall(action=action, skill_name=name, reason=reason, refs=tuple(cited), message=message)


def check_finish(raw: object) -> FinishCall | list[str]:
    """The call, or everything that is wrong with it, a sentence each."""
    fields = Fields(FINISH, raw, FINISH_FIELDS)
    action = fields.code("action", ACTIONS)
    name = fields.name("skill_name")
    status = fields.code("status", STATUSES)
    success = bool(action) and status == SUCCESS[action]
    if action and status in SUCCESS.values() and not success:
        fields.problems.append(
            f"In {FINISH} status is {status}, but action is {action}: give {SUCCESS[action]}, failed or skipped."
        )
    message = fields.text("message", LONGEST_MESSAGE, required=False)
    summary = fields.text("summary", LONGEST_MESSAGE, required=status in {"failed", "skipped"})
    if fields.problems or not (action and status):
        return fields.problems
    receipt = message or (default_receipt(action, name) if success else "")
    return FinishCall(action=action, skill_name=name, status=status, message=receipt, summary=summary)


def read_report(raw: object, known: Known) -> Report:
    """What can be taken of a report, and what was dropped of it; an empty one is as good as any."""
    if raw is not None and not isinstance(raw, dict):
        why = f"{REPORT} is no object: give one with {', '.join(PARTS)}, or nothing."
        return Report(dropped=(Dropped(field=REPORT, why=why),))
    given = cast("dict[str, object]", raw) if isinstance(raw, dict) else {}
    dropped = list(_not_part(given))
    learning, issue = _signals(given, known, dropped)
    return Report(
        learning_signal=learning,
        skill_issue_signal=issue,
        used=tuple(_used(_entries(given, RECEIPTS, MOST_RECEIPTS, dropped), known, dropped)),
        self_corrections=tuple(_notes(_entries(given, CORRECTIONS, MOST_NOTES, dropped), dropped)),
        dropped=tuple(dropped),
    )


def _not_part(given: Mapping[str, object]) -> Iterator[Dropped]:
    unknown = unknown_fields(given, PARTS)
    if "skill_receipt" in unknown:
        unknown.remove("skill_receipt")
        why = f"skill_receipt is no part of {REPORT}: {FINISH} gives the receipt of a skill that was written."
        yield Dropped(field="skill_receipt", why=why)
    if unknown:
        yield Dropped(field=REPORT, why=f"{REPORT} does not take {told(unknown)}: give only {', '.join(PARTS)}.")


def _signals(
    given: Mapping[str, object], known: Known, dropped: list[Dropped]
) -> tuple[LearningSignal | None, SkillIssueSignal | None]:
    """The one signal that is sound, if there is one."""
    left = [field for field in (LEARNING_SIGNAL, SKILL_ISSUE_SIGNAL) if given.get(field) is not None]
    if known.finished:
        why = f"{told(sorted(known.finished))} was written in this turn: a signal is for what was not."
        dropped += [Dropped(field=field, why=why, violation=False) for field in left]
        return None, None
    if len(left) > 1:
        why = f"{REPORT} has both {' and '.join(left)}, so both were dropped: leave one at most."
        dropped.append(Dropped(field=", ".join(left), why=why))
        return None, None
    learning = learning_signal(given[LEARNING_SIGNAL], known) if LEARNING_SIGNAL in left else None
    issue = skill_issue_signal(given[SKILL_ISSUE_SIGNAL], known) if SKILL_ISSUE_SIGNAL in left else None
    for field, found in ((LEARNING_SIGNAL, learning), (SKILL_ISSUE_SIGNAL, issue)):
        if isinstance(found, list):
            dropped.append(Dropped(field=field, why=" ".join(found)))
    return None if isinstance(learning, list) else learning, None if isinstance(issue, list) else issue


def _entries(given: Mapping[str, object], field: str, most: int, dropped: list[Dropped]) -> list[object]:
    """The entries of a list, as many as are looked at."""
    value = given.get(field)
    if value is None:
        return []
    if not isinstance(value, list):
        dropped.append(Dropped(field=field, why=f"{field} is no list: give one, or leave it out."))
        return []
    entries = cast("list[object]", value)
    if len(entries) > most:
        why = f"{field} has {len(entries):,} entries, and only the first {most} were looked at: give {most} at most."
        dropped.append(Dropped(field=field, why=why))
    return entries[:most]


def _used(entries: list[object], known: Known, dropped: list[Dropped]) -> Iterator[UsedSkill]:
    """The skills that guided the work, each once."""
    seen: set[str] = set()
    for number, entry in enumerate(entries, 1):
        fields = Fields(f"{RECEIPTS} entry {number}", entry, RECEIPT_FIELDS)
        name = fields.name("skill_name")
        message = fields.text("message", LONGEST_MESSAGE, required=False)
        there = known.skill(name) if name else None
        if name and there is None:
            fields.problems.append(f"There is no skill {name}: name a learned skill that is there.")
        elif there and there.source != "learned":
            fields.problems.append(f"{name} is a {there.source} skill: give receipts for learned skills only.")
        elif there and there.state != "active":
            fields.problems.append(f"{name} is {there.state}: nobody can have used it.")
        if fields.problems:
            dropped.append(Dropped(field=RECEIPTS, why=" ".join(fields.problems)))
        elif name in seen:
            why = f"{fields.of} names {name} again: one receipt for each skill is enough."
            dropped.append(Dropped(field=RECEIPTS, why=why, violation=False))
        else:
            seen.add(name)
            yield UsedSkill(skill_name=name, message=message or default_use_receipt(name))


def _notes(entries: list[object], dropped: list[Dropped]) -> Iterator[tuple[str, Category | None]]:
    for number, entry in enumerate(entries, 1):
        text, category = next(iter(notes_of([entry])), ("", None))
        if line := flat(text):
            yield line, category
        else:
            why = f"{CORRECTIONS} entry {number} says nothing: give a text, or an object with text and category."
            dropped.append(Dropped(field=CORRECTIONS, why=why))
