"""The calls that begin and end an attempt at a skill: each rule in its own words, and all of them at once."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from afterwit.model.learning import CREATE_TRIGGERS, ISSUES
from afterwit.notice.contract import (
    FinishCall,
    StartCall,
    check_finish,
    check_start,
    default_receipt,
)
from tests.notice.learning import KNOWN, known, refs, without

START: dict[str, object] = {
    "action": "create",
    "skill_name": "rl-notion-database-filters",
    "reason": "recovered_surprise",
    "event_refs": ["e2", "e3", "e5"],
    "message": "Learning a reusable skill for Notion database filters.",
}
PATCH: dict[str, object] = START | {"action": "update", "skill_name": "notion-filters", "reason": "stale_command"}
FINISH: dict[str, object] = {
    "action": "create",
    "skill_name": "rl-notion-database-filters",
    "status": "created",
    "message": "Gelernt: rl-notion-database-filters",
    "summary": "Captured reusable Notion filter schema rule.",
}
IDS = "the ids of the events that show it (e17, or a tool call's own id) as a list of strings"
MESSAGE = "a sentence for the user about what is being learned, in their language"
JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(), inner, max_size=4),
    max_leaves=12,
)


@pytest.mark.proves("learn-call-fields")
def test_a_sound_start_is_taken_as_it_is() -> None:
    assert check_start(START, KNOWN) == StartCall(
        action="create",
        skill_name="rl-notion-database-filters",
        reason="recovered_surprise",
        refs=refs("e2", "e3", "e5"),
        message="Learning a reusable skill for Notion database filters.",
    )


@pytest.mark.parametrize("reason", CREATE_TRIGGERS)
def test_a_skill_is_created_for_every_trigger(reason: str) -> None:
    assert isinstance(check_start(START | {"reason": reason}, KNOWN), StartCall)


@pytest.mark.parametrize("reason", [*ISSUES, "explicit_user_request", "user_correction"])
def test_a_skill_is_updated_for_every_issue_and_at_the_users_word(reason: str) -> None:
    assert isinstance(check_start(PATCH | {"reason": reason}, KNOWN), StartCall)


@pytest.mark.parametrize("name", ["notion-filters", "rl-sheets", "rl-waiting"])
def test_an_update_may_be_of_any_skill_that_is_not_core_pinned_or_archived(name: str) -> None:
    assert isinstance(check_start(PATCH | {"skill_name": name}, KNOWN), StartCall)


def test_a_new_skill_may_have_the_name_of_an_archived_one() -> None:
    assert isinstance(check_start(START | {"skill_name": "rl-retired"}, KNOWN), StartCall)


def test_a_call_may_be_cited_by_the_hosts_own_id() -> None:
    start = check_start(START | {"event_refs": ["toolu_2", " e5 "]}, KNOWN)
    assert isinstance(start, StartCall)
    assert start.refs == refs("e2", "e5")


def test_one_message_of_the_user_is_enough_where_they_asked() -> None:
    start = START | {"reason": "explicit_user_request", "event_refs": ["e1"]}
    assert isinstance(check_start(start, KNOWN), StartCall)


TOO_FEW = "skill_learning_start cites 1 useful event: cite 2 or more, or the message in which the user asked for it."


@pytest.mark.parametrize(
    ("change", "words"),
    [
        ({"action": "merge"}, "In skill_learning_start action is 'merge': give create or update."),
        ({"action": 7}, "In skill_learning_start action is no text: give create or update."),
        (
            {"skill_name": "notion"},
            "In skill_learning_start skill_name is 'notion': the name of a learned skill begins with rl-.",
        ),
        (
            {"skill_name": "rl-Notion"},
            (
                "In skill_learning_start skill_name is not valid: the name 'rl-Notion' has other characters than a to "
                "z, 0 to 9 and hyphens."
            ),
        ),
        (
            {"skill_name": "rl-"},
            (
                "In skill_learning_start skill_name is not valid: the name 'rl-' begins or ends with a hyphen or has "
                "two in a row."
            ),
        ),
        ({"skill_name": ["rl-a"]}, "In skill_learning_start skill_name is no text: give the skill's name."),
        ({"skill_name": "rl-sheets"}, "There is a skill rl-sheets already: update it instead."),
        ({"skill_name": "rl-waiting"}, "There is a skill rl-waiting already: update it instead."),
        (
            {"skill_name": "rl-house"},
            "rl-house is a core skill, and those are never changed: choose another name.",
        ),
        (
            {"reason": "stale_command"},
            (
                "In skill_learning_start reason is 'stale_command': give explicit_user_request, multi_step_workflow, "
                "recovered_surprise, user_correction or repeated_tool_pattern."
            ),
        ),
        ({"event_refs": "e2"}, f"In skill_learning_start event_refs is no list: give {IDS}."),
        ({"event_refs": ["e2", 3]}, f"In skill_learning_start event_refs has entries that are no ids: give {IDS}."),
        (
            {"event_refs": ["e2", "e\n3"]},
            f"In skill_learning_start event_refs has entries that are no ids: give {IDS}.",
        ),
        (
            {"event_refs": ["e2", "e3", "e99", ""]},
            (
                "In skill_learning_start event_refs has 'e99', '', which this session does not have: look the ids "
                "up with session_events."
            ),
        ),
        ({"event_refs": ["e2"] * 51}, "In skill_learning_start event_refs has 51 entries: cite 50 at most."),
        ({"event_refs": ["e2", "toolu_2"]}, TOO_FEW),
        ({"event_refs": ["e2", "e8"]}, TOO_FEW),
        ({"event_refs": ["e1"]}, TOO_FEW),
        ({"event_refs": ["e2"], "reason": "explicit_user_request"}, TOO_FEW),
        ({"event_refs": ["e9"], "reason": "explicit_user_request"}, TOO_FEW),
        ({"event_refs": []}, TOO_FEW.replace("1 useful event", "0 useful events")),
        ({"message": 3}, f"In skill_learning_start message is no text: give {MESSAGE}."),
        ({"message": " \n\u200b"}, f"In skill_learning_start message says nothing: give {MESSAGE}."),
        ({"message": "a" * 501}, "In skill_learning_start message has 501 characters: say it in 500 at most."),
        ({"message": "a" * 20_000}, "In skill_learning_start message has 20,000 characters: say it in 500 at most."),
        (
            {"path": "/etc/passwd"},
            "skill_learning_start does not take 'path': give only action, skill_name, reason, event_refs, message.",
        ),
    ],
)
def test_each_thing_that_is_wrong_with_a_start_has_its_words(change: dict[str, object], words: str) -> None:
    assert check_start(START | change, KNOWN) == [words]


@pytest.mark.parametrize(
    ("change", "words"),
    [
        (
            {"skill_name": "rl-nowhere"},
            "There is no skill rl-nowhere: name one that is there, or propose a new one.",
        ),
        (
            {"skill_name": "learn-skill"},
            "learn-skill is a core skill, and those are never changed: leave it as it is.",
        ),
        ({"skill_name": "rl-retired"}, "rl-retired is archived: a person can restore it first."),
        ({"skill_name": "rl-pinned"}, "rl-pinned is pinned: leave it as it is, or ask for it to be unpinned."),
        (
            {"reason": "recovered_surprise"},
            (
                "In skill_learning_start reason is 'recovered_surprise': give missing_step, stale_command, "
                "wrong_api_assumption, overbroad_activation, broken_script, unsafe_instruction, explicit_user_request "
                "or user_correction."
            ),
        ),
    ],
)
def test_each_thing_that_is_wrong_with_an_update_has_its_words(change: dict[str, object], words: str) -> None:
    assert check_start(PATCH | change, KNOWN) == [words]


@pytest.mark.proves("learn-call-fields")
@pytest.mark.parametrize("absent", [{}, {"value": None}])
@pytest.mark.parametrize(
    ("field", "give"),
    [
        ("action", "one of create, update"),
        ("skill_name", "the skill's name"),
        (
            "reason",
            (
                "one of explicit_user_request, multi_step_workflow, recovered_surprise, user_correction, "
                "repeated_tool_pattern"
            ),
        ),
        ("event_refs", IDS),
        ("message", MESSAGE),
    ],
)
def test_a_start_needs_each_of_its_fields_and_null_is_none(field: str, give: str, absent: dict[str, object]) -> None:
    start = without(START, field) | dict.fromkeys([field] * len(absent))
    assert check_start(start, KNOWN) == [f"skill_learning_start has no {field}: give {give}."]


def test_all_problems_are_told_at_once() -> None:
    problems = check_start({"action": "make", "event_refs": ["e99"], "message": "", "color": 1}, KNOWN)
    assert isinstance(problems, list)
    assert [problem.split(":")[0] for problem in problems] == [
        "skill_learning_start does not take 'color'",
        "In skill_learning_start action is 'make'",
        "skill_learning_start has no skill_name",
        "skill_learning_start has no reason",
        "In skill_learning_start event_refs has 'e99', which this session does not have",
        "skill_learning_start cites 1 useful event",
        "In skill_learning_start message says nothing",
    ]


@pytest.mark.parametrize("raw", [None, [], "create", 7])
def test_what_is_no_object_is_told_so_and_nothing_else(raw: object) -> None:
    start = "skill_learning_start is no object: give one with action, skill_name, reason, event_refs, message."
    assert check_start(raw, KNOWN) == [start]
    finish = "skill_learning_finish is no object: give one with action, skill_name, status, message, summary."
    assert check_finish(raw) == [finish]


def test_of_many_unknown_fields_a_few_are_named() -> None:
    problems = check_start(START | {"x" * 90 + str(number): 1 for number in range(1000)}, KNOWN)
    assert isinstance(problems, list)
    assert "and 995 more" in problems[0]
    assert len(problems[0]) < 400


@pytest.mark.parametrize(
    ("sent", "taken"),
    [
        ("One\n\ntwo\tthree", "One two three"),
        ("\u202eevil\u202c text\x00\x1b[31m", "evil text[31m"),
        ("a\u200d\u200db", "ab"),
        ("\u0645\u06cc\u200c\u062e\u0648", "\u0645\u06cc\u200c\u062e\u0648"),
        ("é\u200c\u200dx", "é\u200cx"),
        ("half \ud800 pair", "half pair"),
        ("tags \U000e0041 selectors \U000e0101", "tags selectors"),
    ],
)
def test_a_message_is_one_line_of_what_can_be_seen(sent: str, taken: str) -> None:
    start = check_start(START | {"message": sent}, KNOWN)
    assert isinstance(start, StartCall)
    assert start.message == taken


def test_the_prefix_is_that_of_the_settings() -> None:
    problems = check_start(START, known(prefix="our-"))
    assert problems == [
        (
            "In skill_learning_start skill_name is 'rl-notion-database-filters': the name of a learned skill begins "
            "with our-."
        )
    ]


@pytest.mark.proves("learn-call-fields")
def test_a_sound_finish_is_taken_as_it_is() -> None:
    assert check_finish(FINISH) == FinishCall(
        action="create",
        skill_name="rl-notion-database-filters",
        status="created",
        message="Gelernt: rl-notion-database-filters",
        summary="Captured reusable Notion filter schema rule.",
    )


@pytest.mark.parametrize(
    ("action", "status", "receipt"),
    [
        ("create", "created", "Learned skill: rl-notion-database-filters"),
        ("update", "updated", "Updated skill: rl-notion-database-filters"),
        ("create", "failed", ""),
        ("update", "skipped", ""),
    ],
)
def test_only_a_success_has_a_receipt_of_its_own(action: str, status: str, receipt: str) -> None:
    for message in ({}, {"message": None}, {"message": "  "}):
        call = check_finish(without(FINISH, "message") | {"action": action, "status": status} | message)
        assert isinstance(call, FinishCall)
        assert call.message == receipt


def test_a_success_needs_no_summary() -> None:
    call = check_finish(without(FINISH, "summary"))
    assert isinstance(call, FinishCall)
    assert not call.summary


REASON = "what was learned, or the short reason why nothing was"


@pytest.mark.parametrize(
    ("change", "words"),
    [
        ({"action": "drop"}, "In skill_learning_finish action is 'drop': give create or update."),
        (
            {"skill_name": "../x"},
            (
                "In skill_learning_finish skill_name is not valid: the name '../x' has other characters than a to z, "
                "0 to 9 and hyphens."
            ),
        ),
        (
            {"status": "done"},
            "In skill_learning_finish status is 'done': give created, updated, failed or skipped.",
        ),
        (
            {"status": "updated"},
            "In skill_learning_finish status is updated, but action is create: give created, failed or skipped.",
        ),
        (
            {"action": "update"},
            "In skill_learning_finish status is created, but action is update: give updated, failed or skipped.",
        ),
        ({"status": "failed", "summary": None}, f"skill_learning_finish has no summary: give {REASON}."),
        ({"status": "skipped", "summary": " "}, f"In skill_learning_finish summary says nothing: give {REASON}."),
        ({"summary": "a" * 501}, "In skill_learning_finish summary has 501 characters: say it in 500 at most."),
        ({"summary": {}}, f"In skill_learning_finish summary is no text: give {REASON}."),
        (
            {"message": "…"},
            "In skill_learning_finish message says nothing: give the receipt for the user, in their language.",
        ),
        ({"message": "a" * 501}, "In skill_learning_finish message has 501 characters: say it in 500 at most."),
        (
            {"files": {}},
            "skill_learning_finish does not take 'files': give only action, skill_name, status, message, summary.",
        ),
    ],
)
def test_each_thing_that_is_wrong_with_a_finish_has_its_words(change: dict[str, object], words: str) -> None:
    assert check_finish(FINISH | change) == [words]


def test_the_receipts_read_as_they_should() -> None:
    assert default_receipt("create", "rl-a") == "Learned skill: rl-a"
    assert default_receipt("update", "rl-a") == "Updated skill: rl-a"


@given(st.dictionaries(st.sampled_from([*START, "status", "summary", "x"]), JSON) | JSON)
def test_whatever_an_agent_sends_is_answered(raw: object) -> None:
    assert isinstance(check_start(raw, KNOWN), StartCall | list)
    assert isinstance(check_finish(raw), FinishCall | list)


@given(st.dictionaries(st.sampled_from(sorted(START)), JSON, min_size=1))
def test_a_start_is_refused_with_words_or_taken_whole(change: dict[str, object]) -> None:
    answer = check_start(START | change, KNOWN)
    if isinstance(answer, list):
        assert answer
        assert all(problem.endswith(".") and len(problem) < 1000 for problem in answer)
    else:
        assert answer.message == " ".join(answer.message.split())
