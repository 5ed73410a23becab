"""A correction as a lesson, in the user's own words."""

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from afterwit.model.proposal import AddLesson
from afterwit.model.signal import Action, Correction, Signal, Sort
from afterwit.reflect.corrected import LONGEST_LESSON, annotation, lesson
from tests.reflect.stumbles import diffs

PUSH = Action(call="e4", result="e5", tool="Bash", text="git push --force")


def corrected(said: str, sort: Sort = "correction", what: Correction | None = None) -> Signal:
    return Signal(
        session="claude-code:one",
        sort=sort,
        trigger="user_correction",
        about="c:1",
        events=("e6",),
        what=what or Correction(said=said),
        confidence=0.9,
    )


def test_the_users_words_are_the_lesson() -> None:
    assert lesson(corrected("don't  push\n to main.")) == AddLesson(text="Don't push to main.", category="behavioral")


def test_a_refused_command_tells_how_things_are_run() -> None:
    what = Correction(said="Ask first.", refused=PUSH)
    assert lesson(corrected("", "refusal", what)) == AddLesson(text="Ask first.", category="operational")
    tool = msgspec.structs.replace(what, refused=msgspec.structs.replace(PUSH, shell=False))
    found = lesson(corrected("", "refusal", tool))
    assert found is not None
    assert found.category == "behavioral"


def test_what_the_agent_says_it_is_about_counts() -> None:
    what = Correction(said="The shop opens at nine.", category="factual")
    found = lesson(corrected("", "self_correction", what))
    assert found is not None
    assert found.category == "factual"


@pytest.mark.parametrize("said", ["", "  \n "])
def test_where_nothing_was_said_there_is_nothing_to_remember(said: str) -> None:
    assert lesson(corrected(said)) is None


def test_another_signal_is_no_lesson() -> None:
    assert lesson(diffs()[0]) is None


def test_a_skill_that_was_loaded_before_is_known_for_it() -> None:
    assert annotation(Correction(said="use tabs.", skill="rl-x")) == (
        "After this skill had been loaded, the user said: Use tabs."
    )


@given(st.text(min_size=1, max_size=900))
def test_a_lesson_is_one_line_of_bounded_length(said: str) -> None:
    found = lesson(corrected(said))
    if found is not None:
        assert "\n" not in found.text
        assert 0 < len(found.text) <= LONGEST_LESSON + 2
