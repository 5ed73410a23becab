"""The signals for a later review: every condition of the contract, each with its own words."""

import pytest

from afterwit.model.learning import (
    CREATE_TRIGGERS,
    DEFERRALS,
    EFFECTS,
    ISSUES,
    Dropped,
    LearningSignal,
    SkillIssueSignal,
)
from afterwit.notice.contract import KnownSkill, Report, read_report
from afterwit.notice.known import Known
from tests.notice.learning import CREATE, EVENTS, KNOWN, UPDATE, found, known, refs, without

IDS = "the ids of the events that show it (e17, or a tool call's own id) as a list of strings"
DEFER = "conversation_still_evolving, needs_full_context_review, write_or_publish_failed or needs_existing_skill_diff"
UNVERIFIED = (
    "learning_signal is about an unverified workaround: nothing that it cites worked after the last failure; "
    "cite the result that did, or leave no signal."
)
FAILED = UNVERIFIED.replace(" after the last failure", "")
FACT = (
    "learning_signal is about a fact for memory: it cites nothing that was done; keep it with add_lesson, or cite "
    "the calls that show it."
)
TOO_FEW = "learning_signal cites 1 useful event: cite 2 or more, or the message in which the user asked for it."


def creates(change: dict[str, object], known: Known = KNOWN) -> Report:
    return read_report({"learning_signal": CREATE | change}, known)


def updates(change: dict[str, object], known: Known = KNOWN) -> Report:
    return read_report({"skill_issue_signal": UPDATE | change}, known)


def only_dropped(field: str, why: str) -> Report:
    return Report(dropped=(Dropped(field=field, why=why),))


@pytest.mark.proves("signal-create-fields")
def test_a_sound_signal_for_a_new_skill_is_taken_as_it_is() -> None:
    signal = LearningSignal(
        package_name_hint="rl-notion-database-filters",
        trigger="recovered_surprise",
        reason_not_written="needs_full_context_review",
        refs=refs("e2", "e3", "e5"),
        summary="Reusable Notion filter schema gotcha.",
    )
    assert creates({}) == Report(learning_signal=signal)


@pytest.mark.proves("signal-update-fields")
def test_a_sound_signal_for_a_defect_is_taken_as_it_is() -> None:
    signal = SkillIssueSignal(
        skill_name="notion-filters",
        issue="wrong_api_assumption",
        reason_not_patched="needs_existing_skill_diff",
        observed_effect="retry_after_user_correction",
        refs=refs("e3", "e5", "e6"),
        patch_hint="Use rich_text filter for this property.",
    )
    assert updates({}) == Report(skill_issue_signal=signal)


@pytest.mark.proves("signal-triggers")
@pytest.mark.parametrize("trigger", CREATE_TRIGGERS)
def test_every_trigger_is_taken(trigger: str) -> None:
    signal = creates({"trigger": trigger}).learning_signal
    assert signal is not None
    assert signal.trigger == trigger


@pytest.mark.proves("signal-issues")
@pytest.mark.parametrize("issue", ISSUES)
def test_every_issue_is_taken(issue: str) -> None:
    signal = updates({"issue": issue}).skill_issue_signal
    assert signal is not None
    assert signal.issue == issue


@pytest.mark.proves("signal-effects")
@pytest.mark.parametrize("effect", EFFECTS)
def test_every_effect_is_taken(effect: str) -> None:
    signal = updates({"observed_effect": effect}).skill_issue_signal
    assert signal is not None
    assert signal.observed_effect == effect


@pytest.mark.proves("signal-defer-reasons")
@pytest.mark.parametrize("reason", DEFERRALS)
def test_every_reason_to_wait_is_taken(reason: str) -> None:
    new, defect = creates({"reason_not_written": reason}), updates({"reason_not_patched": reason})
    assert new.learning_signal is not None
    assert defect.skill_issue_signal is not None
    assert {new.learning_signal.reason_not_written, defect.skill_issue_signal.reason_not_patched} == {reason}


def dropped_for(words: str, *changes: dict[str, object]) -> list[tuple[dict[str, object], str]]:
    return [(change, words) for change in changes]


TRIGGERS = dropped_for(
    "In learning_signal trigger is 'stale_command': give explicit_user_request, multi_step_workflow, "
    "recovered_surprise, user_correction or repeated_tool_pattern.",
    {"trigger": "stale_command"},
)
NAMES = [
    *dropped_for(
        "In learning_signal package_name_hint is 'notion': the name of a learned skill begins with rl-.",
        {"package_name_hint": "notion"},
    ),
    *dropped_for(
        "In learning_signal package_name_hint is not valid: the name 'rl-a--b' begins or ends with a hyphen or has "
        "two in a row.",
        {"package_name_hint": "rl-a--b"},
    ),
    *dropped_for(
        "There is a skill rl-sheets already: leave a skill_issue_signal about it instead.",
        {"package_name_hint": "rl-sheets"},
    ),
    *dropped_for(
        "rl-house is a core skill, and those are never changed: choose another name.",
        {"package_name_hint": "rl-house"},
    ),
]
REASONS = dropped_for(
    f"In learning_signal reason_not_written is 'no_time': give {DEFER}.", {"reason_not_written": "no_time"}
)
FIELDS = [
    *dropped_for("In learning_signal kind is 'update_candidate': give create_candidate.", {"kind": "update_candidate"}),
    *dropped_for(
        "learning_signal does not take 'reason_not_patched': give only kind, package_name_hint, trigger, "
        "reason_not_written, event_refs, summary.",
        {"reason_not_patched": "conversation_still_evolving"},
    ),
    *dropped_for("In learning_signal summary has 301 characters: say it in 300 at most.", {"summary": "a" * 301}),
    *dropped_for(
        "In learning_signal summary says nothing: give one line about what could be learned.",
        {"summary": ""},
        {"summary": "\u202e\n"},
    ),
    *dropped_for("In learning_signal summary is no text: give one line about what could be learned.", {"summary": 1}),
]
EVIDENCE = [
    *dropped_for(f"In learning_signal event_refs is no list: give {IDS}.", {"event_refs": {"e2": "e3"}}),
    *dropped_for(f"In learning_signal event_refs has entries that are no ids: give {IDS}.", {"event_refs": [None]}),
    *dropped_for(
        "In learning_signal event_refs has 'e77', which this session does not have: look the ids up with "
        "session_events.",
        {"event_refs": ["e2", "e5", "e77"]},
    ),
    *dropped_for(
        TOO_FEW,
        {"event_refs": ["e5"]},
        {"event_refs": ["e5", "e5"]},
        {"event_refs": ["e5", "e8"]},
        {"event_refs": ["e5"], "trigger": "explicit_user_request"},
        {"event_refs": ["e6"], "trigger": "user_correction"},
    ),
]
REFUSED = [
    *dropped_for(
        UNVERIFIED,
        {"event_refs": ["e2", "e3"]},
        {"event_refs": ["e1", "toolu_2"]},
        {"event_refs": ["e3", "e5", "e12"]},
        {"event_refs": ["e5", "e11"]},
    ),
    *dropped_for(
        FAILED,
        {"event_refs": ["e3", "e13"], "trigger": "multi_step_workflow"},
        {"event_refs": ["e2", "e12"], "trigger": "repeated_tool_pattern"},
    ),
    *dropped_for(
        FACT,
        {"event_refs": ["e1", "e6"]},
        {"event_refs": ["e6", "e7"], "trigger": "multi_step_workflow"},
    ),
    *dropped_for(
        "learning_signal is about a one-off: beside 'SHOP-4711', its summary hardly says anything; say what holds in "
        "other sessions too, or leave no signal.",
        {"summary": "Fixed ticket SHOP-4711."},
        {"summary": "SHOP-4711 merged today, SHOP-4711 done"},
    ),
    *dropped_for(
        "learning_signal is about a one-off: beside '/home/ada/exports', '2026-11-03', its summary hardly says "
        "anything; say what holds in other sessions too, or leave no signal.",
        {"summary": "Renamed /home/ada/exports on 2026-11-03"},
    ),
]


@pytest.mark.parametrize(
    ("change", "words"),
    [
        *(pytest.param(*case, marks=pytest.mark.proves("signal-triggers")) for case in TRIGGERS),
        *(pytest.param(*case, marks=pytest.mark.proves("signal-names")) for case in NAMES),
        *(pytest.param(*case, marks=pytest.mark.proves("signal-defer-reasons")) for case in REASONS),
        *(pytest.param(*case, marks=pytest.mark.proves("signal-create-fields")) for case in FIELDS),
        *(pytest.param(*case, marks=pytest.mark.proves("signal-evidence")) for case in EVIDENCE),
        *(pytest.param(*case, marks=pytest.mark.proves("signal-refused")) for case in REFUSED),
    ],
)
def test_each_thing_that_is_wrong_with_a_new_skill_has_its_words(change: dict[str, object], words: str) -> None:
    assert creates(change) == only_dropped("learning_signal", words)


GIVE = {
    "kind": "create_candidate",
    "package_name_hint": "the name that the skill should have",
    "trigger": f"one of {', '.join(CREATE_TRIGGERS)}",
    "reason_not_written": f"one of {', '.join(DEFERRALS)}",
    "event_refs": IDS,
    "summary": "one line about what could be learned",
}


@pytest.mark.proves("signal-create-fields")
@pytest.mark.parametrize("field", CREATE)
def test_a_signal_for_a_new_skill_needs_each_of_its_fields(field: str) -> None:
    expected = only_dropped("learning_signal", f"learning_signal has no {field}: give {GIVE[field]}.")
    assert read_report({"learning_signal": without(CREATE, field)}, KNOWN) == expected
    assert creates({field: None}) == expected


@pytest.mark.parametrize(
    ("change", "words"),
    [
        pytest.param(
            {"kind": "create_candidate"},
            "In skill_issue_signal kind is 'create_candidate': give update_candidate.",
            marks=pytest.mark.proves("signal-update-fields"),
        ),
        pytest.param(
            {"summary": "More"},
            "skill_issue_signal does not take 'summary': give only kind, skill_name, issue, reason_not_patched, "
            "observed_effect, event_refs, patch_hint.",
            marks=pytest.mark.proves("signal-update-fields"),
        ),
        pytest.param(
            {"patch_hint": "a" * 301},
            "In skill_issue_signal patch_hint has 301 characters: say it in 300 at most.",
            marks=pytest.mark.proves("signal-update-fields"),
        ),
        pytest.param(
            {"skill_name": "rl-nowhere"},
            "There is no skill rl-nowhere: name one that is there, or propose a new one.",
            marks=pytest.mark.proves("signal-names"),
        ),
        pytest.param(
            {"skill_name": "learn-skill"},
            "learn-skill is a core skill, and those are never changed: leave it as it is.",
            marks=pytest.mark.proves("signal-names"),
        ),
        pytest.param(
            {"skill_name": "rl-retired"},
            "rl-retired is archived: a person can restore it first.",
            marks=pytest.mark.proves("signal-names"),
        ),
        pytest.param(
            {"issue": "recovered_surprise"},
            "In skill_issue_signal issue is 'recovered_surprise': give missing_step, stale_command, "
            "wrong_api_assumption, overbroad_activation, broken_script or unsafe_instruction.",
            marks=pytest.mark.proves("signal-issues"),
        ),
        pytest.param(
            {"reason_not_patched": ["no_time"]},
            f"In skill_issue_signal reason_not_patched is no text: give {DEFER}.",
            marks=pytest.mark.proves("signal-defer-reasons"),
        ),
        pytest.param(
            {"observed_effect": "it_felt_slow"},
            "In skill_issue_signal observed_effect is 'it_felt_slow': give retry_after_tool_error, "
            "retry_after_user_correction, manual_override or verified_alternative.",
            marks=pytest.mark.proves("signal-effects"),
        ),
        pytest.param(
            {"event_refs": ["e6"], "observed_effect": "retry_after_tool_error"},
            TOO_FEW.replace("learning_signal", "skill_issue_signal"),
            marks=pytest.mark.proves("signal-evidence"),
        ),
        pytest.param(
            {"event_refs": ["e5", "e13"], "observed_effect": "verified_alternative"},
            UNVERIFIED.replace("learning_signal", "skill_issue_signal"),
            marks=pytest.mark.proves("signal-refused"),
        ),
        pytest.param(
            {"patch_hint": "Edited in commit 3f9c2ab41d07e58b"},
            "skill_issue_signal is about a one-off: beside '3f9c2ab41d07e58b', its patch_hint hardly says anything; "
            "say what holds in other sessions too, or leave no signal.",
            marks=pytest.mark.proves("signal-refused"),
        ),
    ],
)
def test_each_thing_that_is_wrong_with_a_defect_has_its_words(change: dict[str, object], words: str) -> None:
    assert updates(change) == only_dropped("skill_issue_signal", words)


@pytest.mark.proves("signal-update-fields")
@pytest.mark.parametrize("field", UPDATE)
def test_a_signal_for_a_defect_needs_each_of_its_fields(field: str) -> None:
    (dropped,) = read_report({"skill_issue_signal": without(UPDATE, field)}, KNOWN).dropped
    assert dropped.why.startswith(f"skill_issue_signal has no {field}: give ")
    assert dropped.why.count(". ") == 0


@pytest.mark.parametrize("name", ["notion-filters", "rl-sheets", "rl-waiting", "rl-pinned"])
def test_a_defect_may_be_of_any_skill_in_use_that_is_not_core(name: str) -> None:
    """Of a pinned one as well: a person who pinned it will want to know."""
    assert updates({"skill_name": name}).skill_issue_signal


def test_all_problems_of_a_signal_are_told_at_once() -> None:
    (dropped,) = creates({"trigger": "mood", "event_refs": [], "summary": None, "extra": 1}).dropped
    assert [sentence.split(":")[0] for sentence in dropped.why.removesuffix(".").split(". ")] == [
        "learning_signal does not take 'extra'",
        "In learning_signal trigger is 'mood'",
        "learning_signal cites 0 useful events",
        "learning_signal has no summary",
    ]


@pytest.mark.parametrize("raw", [[], "create_candidate", 7, True])
def test_a_signal_that_is_no_object_is_told_so(raw: object) -> None:
    words = (
        "learning_signal is no object: give one with kind, package_name_hint, trigger, reason_not_written, "
        "event_refs, summary."
    )
    assert read_report({"learning_signal": raw}, KNOWN) == only_dropped("learning_signal", words)


@pytest.mark.proves("signal-refused")
def test_a_defect_of_a_skill_that_was_written_since_is_refused() -> None:
    last = max(event.at or 0 for event in EVENTS if event.id in {"e3", "e5", "e6"})
    since = known(skill=lambda _: KnownSkill(state="active", source="manual", written=last + 1))
    words = (
        "skill_issue_signal is about a skill already written: notion-filters was updated after all that is cited; cite "
        "what happened since, or leave no signal."
    )
    assert updates({}, since) == only_dropped("skill_issue_signal", words)
    before = known(skill=lambda _: KnownSkill(state="active", source="manual", written=last))
    assert updates({}, before).skill_issue_signal


def test_a_call_whose_result_nobody_knows_may_have_worked() -> None:
    unsure = Known(prefix="rl-", skill=KNOWN.skill, event=found)
    assert creates({"event_refs": ["e3", "e12"]}, unsure).learning_signal


@pytest.mark.parametrize(
    "summary",
    [
        "Reusable Notion filter gotcha seen on 2026-11-03",
        "Fixed by passing rich_text instead of title filters (#4711)",
        "ISO-8601 dates",
        "UTF-8",
        "Notion",
        "The fix",
    ],
)
def test_a_summary_that_says_something_beside_its_particulars_or_has_none_is_no_one_off(summary: str) -> None:
    assert creates({"summary": summary}).learning_signal
