"""The score gate."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from afterwit.config import Judge
from afterwit.judge.score import ScoreGate
from tests.judge.views import lesson, proposal, view

GATE = ScoreGate(Judge())


@pytest.mark.proves("gated-score-threshold")
@pytest.mark.parametrize(("score", "passed"), [(0.69, False), (0.70, True), (0.0, False), (1.0, True)])
def test_the_threshold_itself_is_enough(score: float, *, passed: bool) -> None:
    assert GATE.judge(proposal(score=score), view()).passed is passed


@pytest.mark.proves("gated-score-reason")
def test_the_reason_has_both_numbers_and_a_refusal_says_what_to_learn_from() -> None:
    approved, refused = (GATE.judge(proposal(score=score), view()) for score in (0.7, 0.69))
    assert approved.reason == "score 0.7 ≥ threshold 0.7"
    assert refused.reason == "score 0.69 < threshold 0.7 (learn only from validated wins)"
    assert refused.measured == {"score": 0.69, "threshold": 0.7}


def test_a_person_needs_no_score() -> None:
    verdict = GATE.judge(proposal(score=0.0, author="person"), view())
    assert verdict.passed
    assert verdict.reason == "a person decides"


@pytest.mark.proves("gated-score-total")
@given(score=st.floats(0, 1), threshold=st.floats(0, 1), author=st.sampled_from(["foreground", "background"]))
def test_every_proposal_gets_the_same_answer_twice(score: float, threshold: float, author: str) -> None:
    gate = ScoreGate(Judge(score_threshold=threshold))
    asked = proposal(score=score, author="foreground" if author == "foreground" else "background")
    first, again = gate.judge(asked, view()), gate.judge(asked, view())
    assert first == again
    assert first.passed is (score >= threshold)


def test_lessons_are_scored_as_well() -> None:
    assert GATE.judge(lesson(), view()).passed
