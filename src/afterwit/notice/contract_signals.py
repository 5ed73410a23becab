"""The two signals that an agent may leave for a later review, by the contract for them.

Every condition must hold: the fields and no others, the codes, the names, and evidence: two useful events, or the
user's own word. A signal is refused as well for what never deserves one; each is told from the events and the words
alone, and where they leave it open the signal is taken:

- a one-off: its words name a particular (a date, a hash, a ticket, somebody's folder) and, without that and the words
  of any task, hardly say anything;
- a fact for memory: no cited event shows anything done, and no user asked for it or corrected it;
- an unverified workaround: a surprise that was recovered from, or an alternative called verified, where nothing that
  is cited can have worked after the last failure; a workflow or pattern of which all that is cited failed;
- a skill already written: a new one of a name that is there, or a defect of one that was written since.
"""

from collections.abc import Iterator, Mapping

from afterwit.model.learning import (
    CREATE_TRIGGERS,
    DEFERRALS,
    EFFECTS,
    ISSUES,
    CreateTrigger,
    LearningSignal,
    SkillIssueSignal,
)
from afterwit.model.particulars import particulars
from afterwit.model.words import tokens
from afterwit.notice.contract_evidence import (
    ASKED,
    REFS,
    STEPPED_IN,
    Cited,
    cited_events,
    everything_failed,
    nothing_worked_since,
)
from afterwit.notice.contract_fields import Fields, told
from afterwit.notice.contract_names import existing_name, new_name
from afterwit.notice.known import Known

LEARNING_SIGNAL = "learning_signal"
SKILL_ISSUE_SIGNAL = "skill_issue_signal"
LONGEST_LINE = 300
"""Characters of a summary or hint."""
FEWEST_TELLING = 3
"""With fewer words beside its particulars, a line is about nothing but those."""

CREATE_FIELDS: Mapping[str, str] = {
    "kind": "create_candidate",
    "package_name_hint": "the name that the skill should have",
    "trigger": "why there is something to learn",
    "reason_not_written": "why it was not written now",
    "event_refs": REFS,
    "summary": "one line about what could be learned",
}
UPDATE_FIELDS: Mapping[str, str] = {
    "kind": "update_candidate",
    "skill_name": "the name of the skill",
    "issue": "what is wrong with it",
    "reason_not_patched": "why it was not mended now",
    "observed_effect": "how that was seen",
    "event_refs": REFS,
    "patch_hint": "one line about what to change",
}

DEEDS = frozenset({"tool_call", "tool_result", "refusal", "error"})
BY_USER = frozenset({"explicit_user_request", "user_correction"})
USERS_EFFECTS = frozenset({"retry_after_user_correction", "manual_override"})
"""The effects that a user's own word shows."""
WORK_WORDS = frozenset(
    tokens(
        """fix fixed issue ticket task bug pr pull request merge merged branch commit committed deploy deployed release
        released build built rename renamed move moved edit edited change changed update updated add added remove
        removed file folder done finish finished complete completed progress status today yesterday tomorrow run ran
        work worked session project id number version date"""
    )
)
"""The words of any task, which tell nothing of what is to be learned."""


def learning_signal(raw: object, known: Known) -> LearningSignal | list[str]:
    """The signal for a new skill, or everything that is wrong with it."""
    fields = Fields(LEARNING_SIGNAL, raw, CREATE_FIELDS)
    fields.code("kind", ("create_candidate",))
    name = new_name(fields, "package_name_hint", known, "leave a skill_issue_signal about it instead")
    trigger = fields.code("trigger", CREATE_TRIGGERS)
    reason = fields.code("reason_not_written", DEFERRALS)
    cited = cited_events(fields, known, ASKED if trigger in {None, "explicit_user_request"} else frozenset())
    summary = fields.text("summary", LONGEST_LINE)
    fields.problems += _one_off(LEARNING_SIGNAL, "summary", summary)
    if cited and trigger:
        fields.problems += _no_skill(trigger, cited, known)
    if fields.problems or not (trigger and reason and cited):
        return fields.problems
    return LearningSignal(
        package_name_hint=name, trigger=trigger, reason_not_written=reason, refs=tuple(cited), summary=summary
    )


def skill_issue_signal(raw: object, known: Known) -> SkillIssueSignal | list[str]:
    """The signal for a defect of a skill, or everything that is wrong with it."""
    fields = Fields(SKILL_ISSUE_SIGNAL, raw, UPDATE_FIELDS)
    fields.code("kind", ("update_candidate",))
    name = existing_name(fields, "skill_name", known)
    issue = fields.code("issue", ISSUES)
    reason = fields.code("reason_not_patched", DEFERRALS)
    effect = fields.code("observed_effect", EFFECTS)
    users = effect is None or effect in USERS_EFFECTS
    cited = cited_events(fields, known, STEPPED_IN if users else frozenset())
    hint = fields.text("patch_hint", LONGEST_LINE)
    fields.problems += _one_off(SKILL_ISSUE_SIGNAL, "patch_hint", hint)
    if cited and effect == "verified_alternative" and nothing_worked_since(cited, known):
        fields.problems.append(
            "skill_issue_signal is about an unverified workaround: nothing that it cites worked "
            "after the last failure; cite the result that did, or leave no signal."
        )
    if cited and name and _written_since(name, cited, known):
        fields.problems.append(
            f"skill_issue_signal is about a skill already written: {name} was updated after all that is cited; "
            "cite what happened since, or leave no signal."
        )
    if fields.problems or not (issue and reason and effect and cited):
        return fields.problems
    return SkillIssueSignal(
        skill_name=name,
        issue=issue,
        reason_not_patched=reason,
        observed_effect=effect,
        refs=tuple(cited),
        patch_hint=hint,
    )


def _no_skill(trigger: CreateTrigger, cited: Cited, known: Known) -> Iterator[str]:
    """What of the cited events says that there is nothing to make a skill of."""
    if trigger in BY_USER:
        return
    if not any(event.kind in DEEDS for event in cited.values()):
        yield (
            "learning_signal is about a fact for memory: it cites nothing that was done; "
            "keep it with add_lesson, or cite the calls that show it."
        )
    surprised = trigger == "recovered_surprise"
    if nothing_worked_since(cited, known) if surprised else everything_failed(cited, known):
        yield (
            f"learning_signal is about an unverified workaround: nothing that it cites worked"
            f"{' after the last failure' if surprised else ''}; cite the result that did, or leave no signal."
        )


def _written_since(name: str, cited: Cited, known: Known) -> bool:
    there = known.skill(name)
    written = there.written if there else None
    return written is not None and all(event.at is not None and event.at < written for event in cited.values())


def _one_off(of: str, field: str, line: str) -> Iterator[str]:
    """Whether a line is about particulars and nothing else."""
    named = list(dict.fromkeys(identifier for _, _, identifier in particulars(line)))
    rest = line
    for identifier in named:
        rest = rest.replace(identifier, " ")
    if named and len(set(tokens(rest)) - WORK_WORDS) < FEWEST_TELLING:
        yield (
            f"{of} is about a one-off: beside {told(named)}, its {field} hardly says anything; "
            "say what holds in other sessions too, or leave no signal."
        )
