"""All pairs that are much alike."""

import random
from collections.abc import Sequence
from itertools import combinations, islice

import pytest
from hypothesis import given
from hypothesis import strategies as st

from afterwit.model.words import Features, likeness
from afterwit.recall.likeness import alike
from afterwit.recall.near import Limits
from afterwit.recall.prepared import packed, unpacked

FEATURES = st.integers(0, 12) | st.sampled_from([2**31, 2**32 - 2, 2**32 - 1])
TEXTS = st.lists(st.frozensets(FEATURES, max_size=12), max_size=24)
SMALL = st.builds(Limits, *[st.integers(1, 40)] * len(Limits.__struct_fields__))
"""Limits that make many parts of what is otherwise done at once."""

Pairs = list[tuple[int, int, float]]


def each_with_each(texts: Sequence[Features], threshold: float) -> Pairs:
    scored = ((one, other, likeness(texts[one], texts[other])) for one, other in combinations(range(len(texts)), 2))
    return [pair for pair in scored if pair[2] >= threshold]


def found(texts: Sequence[Features], threshold: float, limits: Limits | None = None) -> Pairs:
    return sorted(alike([packed(text) for text in texts], threshold, limits))


@st.composite
def families(draw: st.DrawFn) -> list[Features]:
    """Texts, each with copies in which some features are others."""
    texts: list[Features] = []
    for family in range(draw(st.integers(1, 4))):
        size = draw(st.integers(1, 60))
        texts.append(frozenset(range(family * 1000, family * 1000 + size)))
        for left_out, added in draw(st.lists(st.tuples(st.sets(st.integers(0, 59)), st.integers(0, 9)), max_size=6)):
            places = {family * 1000 + place for place in left_out}
            texts.append(texts[-1] - places | frozenset(range(5000, 5000 + added)))
    return draw(st.permutations(texts))


@given(TEXTS, st.floats(0, 1, exclude_min=True))
def test_no_pair_is_missed_and_none_is_made_up(texts: list[Features], threshold: float) -> None:
    assert found(texts, threshold) == each_with_each(texts, threshold)


@given(TEXTS | families(), st.sampled_from([0.3, 0.6, 0.85, 0.95, 1.0]), SMALL)
def test_it_does_not_matter_how_much_is_done_at_once(texts: list[Features], threshold: float, limits: Limits) -> None:
    assert found(texts, threshold, limits) == each_with_each(texts, threshold)


@given(families(), st.data())
def test_a_pair_that_is_just_so_much_alike_is_among_them(texts: list[Features], data: st.DataObject) -> None:
    scores = [score for _, _, score in each_with_each(texts, 1e-9)]
    threshold = data.draw(st.sampled_from(scores or [1.0]))
    assert found(texts, threshold) == each_with_each(texts, threshold)


@pytest.mark.parametrize("threshold", [0.6, 0.85])
def test_many_near_copies_of_a_few_texts_are_each_compared(threshold: float) -> None:
    chance = random.Random(5)  # noqa: S311 - the same texts every time
    words = range(2**32 - 5000, 2**32)
    texts: list[Features] = []
    for _ in range(4):
        first = chance.sample(words, chance.randint(80, 120))
        for _ in range(70):
            share = chance.choice((0.02, 0.06, 0.15))
            texts.append(frozenset(chance.choice(words) if chance.random() < share else word for word in first))
    chance.shuffle(texts)
    expected = each_with_each(texts, threshold)
    assert len(expected) > 5000
    assert found(texts, threshold) == expected


def test_texts_without_features_are_like_nothing() -> None:
    assert found([frozenset(), frozenset(), frozenset({1})], 0.01) == []
    assert found([], 0.85) == []


def test_the_same_text_twice_is_alike_and_each_is_like_a_third() -> None:
    text = frozenset(range(100))
    more = text | {100}
    near = likeness(text, more)
    assert found([text, more, text], 0.85) == [(0, 1, near), (0, 2, 1.0), (1, 2, near)]


def test_a_text_that_says_the_same_and_more_is_alike() -> None:
    text, more, much_more = (frozenset(range(size)) for size in (60, 90, 160))
    assert [pair[:2] for pair in found([much_more, text, more], 0.85)] == [(0, 2), (1, 2)]


def test_pairs_of_very_many_copies_are_given_one_by_one() -> None:
    copies = [packed(frozenset(range(50)))] * 200_000
    assert list(islice(alike(copies, 0.85), 2)) == [(0, 1, 1.0), (0, 2, 1.0)]


@given(st.frozensets(st.integers(0, 2**32 - 1)))
def test_features_come_back_as_they_were_stored(these: Features) -> None:
    assert unpacked(packed(these)) == these
