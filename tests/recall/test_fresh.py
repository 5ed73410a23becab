"""What came after the snapshot: always those that are there, each once, whatever came and went."""

from collections.abc import Sequence

from hypothesis import given
from hypothesis import strategies as st

from afterwit.recall.fresh import TOGETHER, Fresh
from afterwit.recall.segment import Row, Segment

MOST = 4 * TOGETHER


class Shelf:
    """Gives rows, and remembers which it was asked for."""

    def __init__(self, missing: frozenset[int] = frozenset()) -> None:
        self.asked: list[int] = []
        self._missing = missing

    def __call__(self, ids: Sequence[int]) -> list[Row]:
        """Those that are there."""
        self.asked += ids
        return [
            Row(
                id=each,
                state=0,
                domain=0,
                agent=0,
                scope=0,
                phase=0,
                terms=each.to_bytes(4, "little"),
                weights=b"\1",
                purpose=b"",
                named=0,
            )
            for each in ids
            if each not in self._missing
        ]


def held(segments: Sequence[Segment]) -> list[int]:
    return [int(each) for segment in segments for each in segment.ids]


LOOKS = st.lists(st.frozensets(st.integers(1, MOST)) | st.integers(1, MOST).map(lambda last: frozenset(range(1, last))))


@given(LOOKS)
def test_at_every_look_there_is_what_is_there_and_the_rest_is_told_to_be_gone(looks: list[frozenset[int]]) -> None:
    shelf = Shelf()
    fresh = Fresh((0, "", 0), shelf)
    for there in looks:
        segments, gone = fresh.now(sorted(there))
        known = held(segments)
        assert len(known) == len(set(known))
        assert set(known) - gone.keys() == there
        assert gone.keys() <= set(known)
        assert all(terms == each.to_bytes(4, "little") for each, terms in gone.items())


def test_one_more_skill_builds_only_the_last_segment_anew() -> None:
    fresh = Fresh((0, "", 0), Shelf())
    before, _ = fresh.now(range(1, 2 * TOGETHER + 9))
    after, _ = fresh.now(range(1, 2 * TOGETHER + 10))
    assert [one is other for one, other in zip(before, after, strict=True)] == [True, True, False]


def test_a_skill_that_goes_before_it_is_read_is_left_out() -> None:
    segments, gone = Fresh((0, "", 0), Shelf(missing=frozenset({2}))).now([1, 2, 3])
    assert (held(segments), gone) == ([1, 3], {})
