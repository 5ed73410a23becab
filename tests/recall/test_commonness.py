"""How much a term tells."""

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from afterwit.model.words import tokens
from afterwit.recall.commonness import worth
from afterwit.recall.prepared import number


def told(size: int, word: str, having: int) -> float:
    (term,) = tokens(word)
    return float(worth(size, np.array([number(term)], np.uint32), np.array([having], np.int64))[0])


@given(st.integers(0, 200_000), st.floats(0, 1), st.integers(0, 2**32 - 1))
def test_a_term_tells_never_less_than_nothing(size: int, part: float, term: int) -> None:
    having = int(part * size)
    assert worth(size, np.array([term], np.uint32), np.array([having], np.int64))[0] >= 0


@given(st.integers(2, 5000), st.data())
def test_the_more_skills_have_it_the_less_it_tells(size: int, data: st.DataObject) -> None:
    few = data.draw(st.integers(0, size - 1))
    assert told(size, "jetstream", few) > told(size, "jetstream", few + 1)


def test_in_a_small_book_a_word_that_everybody_uses_tells_less_than_one_that_few_know() -> None:
    assert told(10, "people", 1) < told(10, "jetstream", 1) - 1


def test_a_large_book_knows_by_itself_what_is_common() -> None:
    assert abs(told(100_000, "people", 40_000) - told(100_000, "jetstream", 40_000)) < 0.1
