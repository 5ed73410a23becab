"""What was seen of rules being broken becomes lessons."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from afterwit.keep.lessons import keep_newest
from afterwit.model.behaviour import BehaviourRule, Observation
from afterwit.model.proposal import AddLesson, Category, Evidence, Proposal, checked
from afterwit.reflect.behaviour_lessons import LATEST, habits, proposals, score

QUESTIONS = BehaviourRule(name="one-question", kind="questions", limit=1, skill="social", lesson="Ask once.")
FEEDBACK = BehaviourRule(name="user-says-wrong", kind="feedback", lesson="Look again.", score=0.6)
POLLER = BehaviourRule(name="poller-trouble", kind="poller", lesson="Look at the poller.", category="operational")
RULES = (QUESTIONS, FEEDBACK, POLLER)


def seen(rule: BehaviourRule, number: int = 1, session: str = "codex:1", at: int | None = None) -> Observation:
    evidence = tuple(Evidence(session=session, event=f"e{number + each}", quote="words") for each in (0, 1))
    return Observation(
        rule=rule.name, skill=rule.skill, session=session, evidence=evidence, excerpt="words", told="it", at=at
    )


def lessons(*found: Observation, most: int = 20, scope: str = "") -> list[Proposal]:
    return proposals(habits(found, RULES), most, keep_newest, scope=scope)


def test_however_often_it_was_seen_a_rule_gives_one_lesson() -> None:
    found = lessons(*(seen(QUESTIONS, number, f"codex:{number % 2}") for number in range(1, 8)), seen(FEEDBACK))
    assert [checked(each) for each in found] == found
    first, second = found
    assert first.op == AddLesson(text="Ask once.", category="behavioral")
    assert (first.author, first.by, first.trigger) == ("mechanical", "review rule one-question", "")
    assert first.reason == "one-question: seen 7 times in 2 sessions, against social."
    assert (second.trigger, second.reason) == ("user_correction", "user-says-wrong: seen once in 1 session.")
    assert [ref.event for ref in second.evidence] == ["e1", "e2"]


def test_an_event_that_shows_two_things_is_cited_once() -> None:
    (found,) = lessons(seen(QUESTIONS, 1), seen(QUESTIONS, 2))
    assert [ref.event for ref in found.evidence] == ["e1", "e2", "e3"]


def test_the_latest_are_cited_and_all_are_counted() -> None:
    (habit,) = habits((seen(QUESTIONS, number, at=number) for number in range(1000, 0, -1)), RULES)
    assert habit.times == 1000
    assert [each.at for each in habit.latest] == list(range(981, 1001))
    assert len(habit.latest) == LATEST


@given(st.floats(0, 1), st.integers(1, 1000))
def test_it_is_surer_the_more_often_it_was_seen(first: float, times: int) -> None:
    assert round(first, 2) <= score(first, times) <= score(first, times + 1) <= 1


def test_what_is_unsure_once_is_sure_enough_after_a_few_times() -> None:
    assert [score(0.6, times) for times in (1, 2, 3, 4)] == [0.6, 0.68, 0.73, 0.77]


@pytest.mark.parametrize("most", [0, 1, 2, 3])
def test_there_are_no_more_lessons_than_there_is_room_for(most: int) -> None:
    found = lessons(seen(QUESTIONS, at=1), seen(FEEDBACK, at=2), seen(POLLER, at=3), most=most)
    assert len(found) == most


def test_where_there_is_little_room_no_category_loses_its_last_lesson() -> None:
    kinds: tuple[Category, ...] = ("behavioral", "factual", "operational")
    rules = [
        BehaviourRule(name=f"r{number}", kind="length", lesson=f"L {number}.", category=kinds[number > 23])
        for number in range(25)
    ]
    found = proposals(
        habits((seen(rule, at=number) for number, rule in enumerate(rules)), rules), 20, keep_newest, scope=""
    )
    assert len(found) == 20
    assert {each.op.category for each in found if isinstance(each.op, AddLesson)} == {"behavioral", "factual"}
    assert "L 0." not in {each.op.text for each in found if isinstance(each.op, AddLesson)}


def test_lessons_may_be_about_somebody() -> None:
    (found,) = lessons(seen(QUESTIONS), scope="kano")
    assert found.subject == "lessons of kano"
