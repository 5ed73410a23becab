"""All conditions of a signal together: it is taken where every one holds, and dropped where one does not."""

from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from afterwit.model.learning import CREATE_TRIGGERS, DEFERRALS, EFFECTS
from afterwit.notice.contract import Report, read_report
from tests.notice.learning import CREATE, KNOWN, UPDATE


def creates(change: dict[str, object]) -> Report:
    return read_report({"learning_signal": CREATE | change}, KNOWN)


def updates(change: dict[str, object]) -> Report:
    return read_report({"skill_issue_signal": UPDATE | change}, KNOWN)


CITED: dict[tuple[str, ...], str] = {
    ("e1",): "asked",
    ("e6",): "asked",
    ("e9",): "nothing",
    ("e11",): "nothing",
    ("e1", "e6"): "words",
    ("e6", "e7"): "words",
    ("e2", "e3"): "failed",
    ("e3", "e12"): "failed",
    ("toolu_2", "toolu_4"): "worked",
    ("e3", "e5"): "worked",
    ("e4", "e5"): "worked",
    ("e3", "e14"): "worked",
    ("e1", "e5"): "worked",
    ("e5", "e13"): "worked and failed",
    ("e8", "e5"): "nothing",
    ("e8", "e1"): "asked",
}
"""What each choice of events shows, told by hand."""
TAKEN = {
    "explicit_user_request": {"asked", "words", "failed", "worked", "worked and failed"},
    "user_correction": {"words", "failed", "worked", "worked and failed"},
    "recovered_surprise": {"worked"},
    "multi_step_workflow": {"worked", "worked and failed"},
    "repeated_tool_pattern": {"worked", "worked and failed"},
}
"""What is enough for each trigger."""


@pytest.mark.proves("signal-evidence", "signal-refused")
@pytest.mark.parametrize(("trigger", "cited"), list(product(CREATE_TRIGGERS, CITED)))
def test_a_trigger_and_what_is_cited_decide_together(trigger: str, cited: tuple[str, ...]) -> None:
    report = creates({"trigger": trigger, "event_refs": list(cited)})
    assert (report.learning_signal is not None) == (CITED[cited] in TAKEN[trigger])
    assert len(report.dropped) == (report.learning_signal is None)


@pytest.mark.proves("signal-evidence")
@pytest.mark.parametrize("effect", EFFECTS)
@pytest.mark.parametrize(("cited", "by_user"), [("e6", True), ("e11", True), ("e9", False), ("e3", False)])
def test_a_users_word_is_enough_for_a_defect_where_the_user_stepped_in(
    effect: str, cited: str, *, by_user: bool
) -> None:
    report = updates({"observed_effect": effect, "event_refs": [cited]})
    stepped_in = effect in {"retry_after_user_correction", "manual_override"}
    assert (report.skill_issue_signal is not None) == (by_user and stepped_in)


SOUND = st.fixed_dictionaries({
    "kind": st.just("create_candidate"),
    "package_name_hint": st.from_regex(r"\Arl(-[a-z0-9]{1,6}){1,4}\Z").filter(lambda name: KNOWN.skill(name) is None),
    "trigger": st.sampled_from(CREATE_TRIGGERS),
    "reason_not_written": st.sampled_from(DEFERRALS),
    "event_refs": st.permutations(["e2", "e3", "e5", "e14"]).map(lambda ids: ["e5", *ids]),
    "summary": st.text("abcdefghij klmnop,.", min_size=1, max_size=300).map(lambda text: f"a{text[1:]}"),
})  # fmt: skip
UNSOUND: dict[str, list[object]] = {
    "kind": [None, "", "create", 1, []],
    "package_name_hint": [None, "", "rl-sheets", "rl-house", "notion", "rl-", "rl_a", "rl-" + "a" * 62],
    "trigger": [None, "", "missing_step", 0, {}],
    "reason_not_written": [None, "", "later", False],
    "event_refs": [None, [], ["e5"], ["e5", "e99"], ["e5", 1], "e5", ["e5"] * 51, ["e5", "a" * 201]],
    "summary": [None, "", "\u200b", "-", 7, "a" * 301, "Done: 2026-11-03"],
    "more": [0, "", [], False],
}


@given(SOUND)
def test_whatever_meets_every_condition_is_taken(raw: dict[str, object]) -> None:
    report = read_report({"learning_signal": raw}, KNOWN)
    assert report.learning_signal is not None
    assert report.dropped == ()


@given(SOUND, st.sampled_from(sorted(UNSOUND)), st.data())
def test_whatever_misses_one_condition_is_dropped_for_that_one(
    raw: dict[str, object], field: str, data: st.DataObject
) -> None:
    report = read_report({"learning_signal": raw | {field: data.draw(st.sampled_from(UNSOUND[field]))}}, KNOWN)
    (dropped,) = report.dropped
    assert report == Report(dropped=(dropped,))
    assert dropped.violation
    told = dropped.why
    others = set(raw) - {field}
    assert not any(f"has no {other}" in told or f"In learning_signal {other} " in told for other in others)
