"""Sureness: a number from 0 to 1 that grows with whatever speaks for a skill."""

from typing import Any

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from afterwit.recall.sureness import OF_KEYWORDS, Signs, sureness

MUCH = st.floats(0, 1e6)
PART = st.floats(0, 1)
SIGNS = st.builds(
    Signs,
    words=MUCH,
    asked=MUCH,
    terms=st.integers(0, 200),
    purpose=PART,
    lead=st.floats(-5, 5),
    same_error=st.booleans(),
    all_of_it=st.booleans(),
    meaning=st.none() | st.floats(-1, 1),
)


@given(SIGNS)
def test_it_is_between_none_and_all(signs: Signs) -> None:
    assert 0 <= sureness(signs) <= 1


@pytest.mark.parametrize("sign", ["words", "purpose", "lead", "meaning"])
@given(signs=SIGNS, more=PART)
def test_more_of_what_speaks_for_a_skill_makes_it_no_less_sure(sign: str, signs: Signs, more: float) -> None:
    value = getattr(signs, sign)
    grown: dict[str, Any] = {sign: None if value is None else value + more}
    assert sureness(msgspec.structs.replace(signs, **grown)) >= sureness(signs)


HARDLY = Signs(words=3.0, asked=12.0, terms=5, purpose=0.1, lead=0.2, same_error=False, all_of_it=False)


@pytest.mark.parametrize("better", [{"words": 9.0}, {"purpose": 0.6}, {"lead": 1.5}, {"same_error": True}], ids=str)
@pytest.mark.parametrize("meaning", [None, 0.3])
def test_each_sign_tells(meaning: float | None, better: dict[str, Any]) -> None:
    before = msgspec.structs.replace(HARDLY, meaning=meaning)
    assert sureness(msgspec.structs.replace(before, **better)) > sureness(before) + 0.01


def test_nearness_in_meaning_tells() -> None:
    far, near = (sureness(msgspec.structs.replace(HARDLY, meaning=meaning)) for meaning in (0.1, 0.7))
    assert near > far + 0.01


def test_a_few_telling_words_that_a_skill_has_all_of_are_enough_and_common_ones_are_not() -> None:
    keywords = msgspec.structs.replace(HARDLY, words=6.5, asked=6.5, terms=1, purpose=0.0, lead=0.0, all_of_it=True)
    assert sureness(keywords) >= OF_KEYWORDS
    assert sureness(msgspec.structs.replace(keywords, all_of_it=False)) < OF_KEYWORDS
    assert sureness(msgspec.structs.replace(keywords, words=1.0, asked=1.0)) < OF_KEYWORDS
