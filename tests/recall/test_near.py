"""Texts made ready to be compared, and which of them may be alike."""

from collections import Counter

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from afterwit.model.words import Features, likeness
from afterwit.recall.near import Limits, candidates, ranges, ranked
from afterwit.recall.prepared import packed

FEATURES = st.integers(0, 20) | st.integers(2**32 - 3, 2**32 - 1)


def shortest_first(texts: set[Features]) -> list[Features]:
    return sorted(texts, key=lambda text: (len(text), sorted(text)))


TEXTS = st.sets(st.frozensets(FEATURES, min_size=1, max_size=15), min_size=2, max_size=20).map(shortest_first)
LIMITS = st.sampled_from([Limits(), Limits(numbered=3, features=5, texts=2, marks=4, hits=2, pairs=1)])


@given(TEXTS, LIMITS)
def test_the_features_of_a_text_come_the_rarest_first_and_what_is_its_own_is_nothing(
    texts: list[Features], limits: Limits
) -> None:
    ready = ranked([packed(text) for text in texts], limits)
    holders = Counter(feature for text in texts for feature in text)
    having = Counter[int](ready.ranks[ready.ranks > 0].tolist())
    for place, text in enumerate(texts):
        ranks = ready.ranks[ready.starts[place] : ready.starts[place + 1]].tolist()
        assert ranks == sorted(ranks)
        assert [having[rank] or 1 for rank in ranks] == sorted(holders[feature] for feature in text)
        assert ready.common[place] == len(ranks) - ranks.count(0)


@given(TEXTS)
def test_sketches_differ_by_no_more_than_what_only_one_has(texts: list[Features]) -> None:
    ready = ranked([packed(text) for text in texts], Limits())
    for sketches in (ready.sketches, ready.coarse):
        bits = np.bitwise_count(sketches[0] ^ sketches[-1]).sum()
        assert len(texts[0] & texts[-1]) <= (ready.common[0] + ready.common[-1] - bits) / 2


@given(TEXTS, st.floats(0.1, 1), LIMITS)
def test_pairs_that_are_alike_are_all_found_once_the_longer_first(
    texts: list[Features], threshold: float, limits: Limits
) -> None:
    parts = candidates(ranked([packed(text) for text in texts], limits), threshold**4, limits)
    pairs: list[tuple[int, int]] = [
        pair for longer, shorter in parts for pair in zip(longer.tolist(), shorter.tolist(), strict=True)
    ]
    assert len(set(pairs)) == len(pairs)
    assert all(len(texts[longer]) >= len(texts[shorter]) and longer > shorter for longer, shorter in pairs)
    assert set(pairs) >= {
        (longer, shorter)
        for longer in range(len(texts))
        for shorter in range(longer)
        if likeness(texts[longer], texts[shorter]) >= threshold
    }


def test_ranges_of_no_length_are_left_out() -> None:
    assert ranges(np.array([5, 9, 20]), np.array([2, 0, 3])).tolist() == [5, 6, 20, 21, 22]
    assert ranges(np.array([], np.int64), np.array([], np.int64)).tolist() == []
