"""Scoring: how a book is parted into segments changes nothing."""

from collections.abc import Sequence

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from afterwit.adapters.embeddings import HashedEmbedder
from afterwit.recall.need import need
from afterwit.recall.prepared import prepare
from afterwit.recall.scoring import Many, Question, Scored, by_meaning, scored, shared, telling
from afterwit.recall.segment import Row, built, small
from tests.recall.books import skill

SIZE = 16
MODEL = HashedEmbedder(SIZE)
WORDS = st.lists(
    st.sampled_from(["queue", "grid", "cache", "date", "slow", "lost", "column", "the", "pdf"]), max_size=6
)
NEEDS = WORDS.map(" ".join) | st.just("the grid of report.pdf is slow: error: no such cache")


def row(number: int, name: Sequence[str], about: Sequence[str], *, vector: bool) -> Row:
    package = skill("-".join(name) or "x", " ".join(about) or "Y.")
    made = prepare(package.name, package.text)
    return Row(
        id=number,
        state=0,
        domain=0,
        agent=0,
        scope=0,
        phase=0,
        terms=made.terms,
        weights=made.weights,
        purpose=made.purpose,
        named=made.named,
        vector=small(MODEL.embed([made.embedded])[0]) if vector else b"",
    )


@st.composite
def books(draw: st.DrawFn) -> tuple[list[list[Row]], set[int]]:
    """Skills in parts, and which of them are gone."""
    parts: list[list[Row]] = []
    for part in draw(st.lists(st.integers(0, 5), max_size=4)):
        first = sum(map(len, parts)) + 1
        parts.append([row(first + at, draw(WORDS), draw(WORDS), vector=draw(st.booleans())) for at in range(part)])
    return parts, draw(st.sets(st.integers(1, 12)))


def found(many: Many, text: str) -> dict[int, tuple[Scored, tuple[str, ...]]]:
    asked = need(text)
    told = telling(many, asked.terms)
    question = Question(need=asked, vector=MODEL.embed([asked.prose])[0], wanted=many.there, k=50)
    return {each.id: (each, shared(many, each.place, told)) for each in scored(many, question, told)}


@given(books(), NEEDS)
def test_a_book_in_parts_with_some_gone_is_as_one_that_never_had_them(
    book: tuple[list[list[Row]], set[int]], text: str
) -> None:
    parts, gone = book
    rows = [each for part in parts for each in part]
    parted = Many([built(part, SIZE) for part in parts], {each.id: each.terms for each in rows if each.id in gone})
    whole = Many([built([each for each in rows if each.id not in gone], SIZE)], {})
    assert parted.size == whole.size
    one, other = found(parted, text), found(whole, text)
    assert one.keys() == other.keys()
    for number, (mine, terms) in one.items():
        theirs, others = other[number]
        assert terms == others
        assert (mine.words, mine.purpose) == (theirs.words, theirs.purpose)
        assert (mine.rank, mine.meaning) == pytest.approx((theirs.rank, theirs.meaning), abs=1e-6)


@given(books(), NEEDS)
def test_the_best_come_first_and_each_part_of_a_score_has_its_bounds(
    book: tuple[list[list[Row]], set[int]], text: str
) -> None:
    many = Many([built(part, SIZE) for part in book[0]], {})
    ranks = [each.rank for each, _ in found(many, text).values()]
    assert ranks == sorted(ranks, reverse=True)
    for each, _ in found(many, text).values():
        assert each.words >= 0
        assert 0 <= each.purpose <= 1 + 1e-9
        assert -1.001 <= each.meaning <= 1.001


def test_a_need_that_has_all_of_a_skills_name_and_description_has_all_of_its_purpose() -> None:
    rows = [row(1, ["slow", "cache"], ["date"], vector=False), row(2, ["slow"], ["grid", "lost"], vector=False)]
    seen = found(Many([built(rows, SIZE)], {}), "a slow cache without a date")
    assert seen[1][0].purpose == pytest.approx(1.0)
    assert 0 < seen[2][0].purpose < 0.5
    assert seen[1][0].rank > seen[2][0].rank


def test_vectors_of_another_size_say_nothing() -> None:
    many = Many([built([row(1, ["grid"], ["slow"], vector=True)], SIZE)], {})
    assert by_meaning(many, np.ones(SIZE + 1, np.float32)).tolist() == [0.0]


def test_an_empty_book_has_nothing() -> None:
    for segments in ([], [built([], SIZE)]):
        assert found(Many(segments, {}), "slow cache") == {}
