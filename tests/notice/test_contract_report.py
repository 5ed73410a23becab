"""The report at the end of a turn: each part stands for itself, and what is not taken is told."""

from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from afterwit.model.learning import Dropped, UsedSkill
from afterwit.notice.contract import KnownSkill, Report, default_use_receipt, read_report
from tests.notice.learning import CREATE, KNOWN, UPDATE, known

PARTS = "used_skill_receipts, learning_signal, skill_issue_signal, self_corrections"
JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text() | st.sampled_from(["e2", "e5", "rl-sheets"]),
    lambda inner: (
        st.lists(inner, max_size=4)
        | st.dictionaries(st.text() | st.sampled_from([*CREATE, *UPDATE, "message", "text"]), inner, max_size=6)
    ),
    max_leaves=20,
)


def used(name: str, message: str) -> UsedSkill:
    return UsedSkill(skill_name=name, message=message)


def why(raw: object) -> list[str]:
    return [dropped.why for dropped in read_report(raw, KNOWN).dropped]


@pytest.mark.proves("turn-learns-nothing")
@pytest.mark.parametrize(
    "raw",
    [
        None,
        {},
        {"used_skill_receipts": [], "learning_signal": None, "skill_issue_signal": None, "self_corrections": []},
        {"used_skill_receipts": None, "skill_receipt": None},
    ],
)
def test_a_turn_that_leaves_nothing_is_valid(raw: object) -> None:
    assert read_report(raw, KNOWN) == Report()


@pytest.mark.proves("structured-output")
def test_a_report_has_receipts_one_signal_and_self_corrections() -> None:
    report = read_report(
        {
            "used_skill_receipts": [{"skill_name": "rl-sheets", "message": "Benutzt: rl-sheets"}],
            "learning_signal": CREATE,
            "skill_issue_signal": None,
            "self_corrections": ["Quote prices\nwithout tax", {"lesson": "Ask first", "category": "behavioral"}],
        },
        KNOWN,
    )
    assert report.used == (used("rl-sheets", "Benutzt: rl-sheets"),)
    assert report.learning_signal is not None
    assert report.skill_issue_signal is None
    assert report.self_corrections == (("Quote prices without tax", None), ("Ask first", "behavioral"))
    assert report.dropped == ()


@pytest.mark.proves("signal-both-dropped")
@pytest.mark.parametrize(("learning", "issue"), [(CREATE, UPDATE), ({}, {}), (CREATE, "x"), (0, UPDATE)])
def test_both_signals_are_both_dropped_with_one_violation(learning: object, issue: object) -> None:
    words = "report_turn has both learning_signal and skill_issue_signal, so both were dropped: leave one at most."
    report = read_report({"learning_signal": learning, "skill_issue_signal": issue}, KNOWN)
    assert report == Report(dropped=(Dropped(field="learning_signal, skill_issue_signal", why=words),))


@pytest.mark.proves("learn-ends-signals", "signal-refused")
@pytest.mark.parametrize(
    ("left", "fields"),
    [
        ({"learning_signal": CREATE}, ["learning_signal"]),
        ({"skill_issue_signal": UPDATE}, ["skill_issue_signal"]),
        ({"learning_signal": CREATE, "skill_issue_signal": UPDATE}, ["learning_signal", "skill_issue_signal"]),
        ({"learning_signal": "nonsense"}, ["learning_signal"]),
        ({}, []),
    ],
)
def test_after_a_successful_finish_signals_are_ignored_which_is_no_violation(
    left: dict[str, object], fields: list[str]
) -> None:
    words = "'rl-sheets' was written in this turn: a signal is for what was not."
    report = read_report(left, known(finished=frozenset({"rl-sheets"})))
    dropped = tuple(Dropped(field=field, why=words, violation=False) for field in fields)
    assert report == Report(dropped=dropped)


def test_after_a_finish_the_rest_of_a_report_counts() -> None:
    finished = known(finished=frozenset({"rl-sheets"}))
    report = read_report({"used_skill_receipts": [{"skill_name": "rl-sheets"}], "self_corrections": ["a b"]}, finished)
    assert report == Report(
        used=(used("rl-sheets", "Used learned skill: rl-sheets"),), self_corrections=(("a b", None),)
    )


@pytest.mark.parametrize("message", [{}, {"message": None}, {"message": " "}])
def test_a_receipt_without_words_gets_the_usual_ones(message: dict[str, object]) -> None:
    report = read_report({"used_skill_receipts": [{"skill_name": "rl-sheets"} | message]}, KNOWN)
    assert report.used == (used("rl-sheets", default_use_receipt("rl-sheets")),)
    assert report.used[0].message == "Used learned skill: rl-sheets"


@pytest.mark.proves("structured-output")
@pytest.mark.parametrize(
    ("receipt", "words"),
    [
        (
            "rl-sheets",
            "used_skill_receipts entry 1 is no object: give one with skill_name, message.",
        ),
        ({}, "used_skill_receipts entry 1 has no skill_name: give the name of the learned skill."),
        ({"skill_name": "rl-nowhere"}, "There is no skill rl-nowhere: name a learned skill that is there."),
        (
            {"skill_name": "notion-filters"},
            "notion-filters is a manual skill: give receipts for learned skills only.",
        ),
        ({"skill_name": "learn-skill"}, "learn-skill is a core skill: give receipts for learned skills only."),
        (
            {"skill_name": "rl-sheets", "message": "a" * 501},
            "In used_skill_receipts entry 1 message has 501 characters: say it in 500 at most.",
        ),
        (
            {"skill_name": "rl-sheets", "helped": True},
            "used_skill_receipts entry 1 does not take 'helped': give only skill_name, message.",
        ),
        (
            {"skill_name": "../rl"},
            (
                "In used_skill_receipts entry 1 skill_name is not valid: the name '../rl' has other characters than "
                "a to z, 0 to 9 and hyphens."
            ),
        ),
    ],
)
def test_a_receipt_that_is_not_sound_is_dropped_alone(receipt: object, words: str) -> None:
    report = read_report({"used_skill_receipts": [receipt, {"skill_name": "rl-pinned", "message": "Ja"}]}, KNOWN)
    assert report == Report(used=(used("rl-pinned", "Ja"),), dropped=(Dropped(field="used_skill_receipts", why=words),))


def test_one_skill_has_one_receipt() -> None:
    receipts = [{"skill_name": "rl-sheets", "message": "Eins"}, {"skill_name": "rl-sheets", "message": "Zwei"}]
    words = "used_skill_receipts entry 2 names rl-sheets again: one receipt for each skill is enough."
    assert read_report({"used_skill_receipts": receipts}, KNOWN) == Report(
        used=(used("rl-sheets", "Eins"),),
        dropped=(Dropped(field="used_skill_receipts", why=words, violation=False),),
    )


@pytest.mark.parametrize("field", ["used_skill_receipts", "self_corrections"])
@pytest.mark.parametrize("value", [{}, "rl-sheets", 7, False])
def test_what_should_be_a_list_and_is_none_is_dropped(field: str, value: object) -> None:
    words = f"{field} is no list: give one, or leave it out."
    assert read_report({field: value}, KNOWN) == Report(dropped=(Dropped(field=field, why=words),))


def test_of_a_long_list_only_the_beginning_is_looked_at() -> None:
    asked: list[str] = []

    def skill(name: str) -> KnownSkill:
        asked.append(name)
        return KnownSkill(state="active", source="learned")

    receipts = [{"skill_name": f"rl-{number}"} for number in range(1000)]
    report = read_report({"used_skill_receipts": receipts}, known(skill=skill))
    assert [each.skill_name for each in report.used] == asked == [f"rl-{number}" for number in range(20)]
    assert [dropped.why for dropped in report.dropped] == [
        "used_skill_receipts has 1,000 entries, and only the first 20 were looked at: give 20 at most."
    ]
    assert len(read_report({"self_corrections": ["a b"] * 1000}, KNOWN).self_corrections) == 20


@pytest.mark.parametrize("note", [None, 7, "", " \n", "…", {}, {"text": ""}, {"text": 7}, ["a b"], "\u200b"])
def test_a_self_correction_that_says_nothing_is_dropped_alone(note: object) -> None:
    words = "self_corrections entry 1 says nothing: give a text, or an object with text and category."
    assert read_report({"self_corrections": [note, "Ask first"]}, KNOWN) == Report(
        self_corrections=(("Ask first", None),), dropped=(Dropped(field="self_corrections", why=words),)
    )


@pytest.mark.proves("structured-output")
def test_a_report_has_no_skill_receipt() -> None:
    words = (
        "skill_receipt is no part of report_turn: skill_learning_finish gives the receipt of a skill that was written."
    )
    report = read_report({"skill_receipt": "Learned skill: rl-a", "learning_signal": CREATE}, KNOWN)
    assert report.dropped == (Dropped(field="skill_receipt", why=words),)
    assert report.learning_signal is not None


def test_what_is_no_part_of_a_report_is_named() -> None:
    assert why({"mood": 1, "learning": {}}) == [f"report_turn does not take 'mood', 'learning': give only {PARTS}."]
    assert why(["learning_signal"]) == [f"report_turn is no object: give one with {PARTS}, or nothing."]


def test_what_is_dropped_is_told_in_the_order_of_the_parts() -> None:
    report = read_report(
        {"self_corrections": 1, "skill_issue_signal": 1, "used_skill_receipts": 1, "skill_receipt": 1, "x": 1}, KNOWN
    )
    assert [dropped.field for dropped in report.dropped] == [
        "skill_receipt",
        "report_turn",
        "skill_issue_signal",
        "used_skill_receipts",
        "self_corrections",
    ]


@pytest.mark.proves("signal-both-dropped", "learn-ends-signals")
@pytest.mark.parametrize(
    ("learning", "issue", "finished"),
    list(product([None, CREATE], [None, UPDATE], [frozenset[str](), frozenset({"rl-a"})])),
)
def test_a_signal_is_taken_where_it_is_the_only_one_and_nothing_was_finished(
    learning: object, issue: object, finished: frozenset[str]
) -> None:
    report = read_report({"learning_signal": learning, "skill_issue_signal": issue}, known(finished=finished))
    alone = (learning is None) != (issue is None)
    taken = [signal for signal in (report.learning_signal, report.skill_issue_signal) if signal]
    assert bool(taken) == (alone and not finished)
    assert any(dropped.violation for dropped in report.dropped) == bool(learning and issue and not finished)


FIELDS = ["used_skill_receipts", "learning_signal", "skill_issue_signal", "self_corrections", "skill_receipt", "x"]
MIXED = st.dictionaries(st.sampled_from([*CREATE, *UPDATE, "message"]), JSON)


@given(JSON | st.dictionaries(st.sampled_from(FIELDS), JSON | MIXED | st.lists(MIXED | JSON, max_size=30)))
def test_no_report_of_any_shape_does_harm(raw: object) -> None:
    report = read_report(raw, KNOWN)
    assert not (report.learning_signal and report.skill_issue_signal)
    assert len(report.dropped) <= 50
    for dropped in report.dropped:
        assert dropped.why.endswith(".")
        assert len(dropped.why) <= 5000
        assert dropped.why.isprintable()
    lines = [text for text, _ in report.self_corrections] + [each.message for each in report.used]
    assert all(line and "\n" not in line and len(line) <= 500 for line in lines)


@given(
    st.sampled_from([("learning_signal", CREATE), ("skill_issue_signal", UPDATE)]),
    st.dictionaries(st.sampled_from([*CREATE, *UPDATE, "x"]), JSON, min_size=1, max_size=3),
)
def test_a_signal_is_taken_whole_or_dropped_with_words(
    sound: tuple[str, dict[str, object]], change: dict[str, object]
) -> None:
    field, raw = sound
    report = read_report({field: raw | change}, KNOWN)
    taken = report.learning_signal or report.skill_issue_signal
    assert len(report.dropped) == (taken is None)
    if taken:
        assert len(taken.refs) == len(set(taken.refs)) >= 1
