"""lessons.md."""

from collections import Counter
from collections.abc import Sequence

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from afterwit.errors import OverBudget, WriteFailed
from afterwit.keep import bullets, lessons
from afterwit.model.lesson import Lesson
from afterwit.model.proposal import Category
from tests.keep.pages import PAGES

NOON = 1_794_744_000_000  # 2026-11-15T12:00:00Z
DAY = 86_400_000
CATEGORIES = st.sampled_from(["behavioral", "factual", "operational", None])
WORDS = st.one_of(
    st.text(min_size=1, max_size=30).filter(bullets.has_words),
    st.sampled_from([
        "[behavioral] x", "2026-11-15 x", "[2026-11-15] x", "\\[factual] x", "\\\\2026-11-15", "[behavioral]", ": x",
        "2026-11-15T09:30:00Z", "2026-99-99 x", "[Behavioral]: x", "- x", "* x", "# x", "<!-- x", "``` x", "a\n\nb",
    ]),
)  # fmt: skip
LESSONS = st.builds(
    Lesson, text=WORDS, category=CATEGORIES, at=st.none() | st.integers(0, 4_000_000_000).map(lambda at: at * 1000)
)


def at_day(day: int, text: str, category: Category | None = None) -> Lesson:
    return Lesson(text=text, category=category, at=NOON + day * DAY)


def file_of(known: Sequence[Lesson]) -> str:
    text = "# Lessons\n\n"
    for lesson in known:
        text, _ = lessons.add(text, lesson, len(known))
    return text


@pytest.mark.proves("lesson-format")
def test_a_lesson_is_a_bullet_with_its_time_and_category() -> None:
    text, gone = lessons.add("", Lesson(text="One question\nper response.", category="behavioral", at=NOON), 50)
    assert text == "- 2026-11-15T12:00:00Z [behavioral] One question per response.\n"
    assert not gone
    assert lessons.parse(text) == [
        Lesson(text="One question per response.", category="behavioral", at=NOON, line=0),
    ]


@pytest.mark.proves("lesson-format")
def test_a_lesson_needs_no_category() -> None:
    assert lessons.add("", at_day(0, "Ask."), 50)[0] == "- 2026-11-15T12:00:00Z Ask.\n"


@pytest.mark.parametrize(
    ("line", "lesson"),
    [
        ("- [2026-11-15] Ask.", Lesson(text="Ask.", at=NOON - DAY // 2, line=0)),
        ("- 2026-11-15 Ask.", Lesson(text="Ask.", at=NOON - DAY // 2, line=0)),
        ("- 2026-11-15: Ask.", Lesson(text="Ask.", at=NOON - DAY // 2, line=0)),
        ("- 2026-11-15 12:00 Ask.", Lesson(text="Ask.", at=NOON, line=0)),
        (
            "* [2026-11-15T14:00:00.5+02:00] [Factual]: Ask.",
            Lesson(text="Ask.", category="factual", at=NOON + 500, line=0),
        ),
        ("- [operational] Ask.", Lesson(text="Ask.", category="operational", line=0)),
        ("- [other] Ask.", Lesson(text="[other] Ask.", line=0)),
        ("- 2026-02-30 Ask.", Lesson(text="2026-02-30 Ask.", line=0)),
        ("- 202\N{ARABIC-INDIC DIGIT SIX}-11-15 Ask.", Lesson(text="202\N{ARABIC-INDIC DIGIT SIX}-11-15 Ask.", line=0)),
        ("* Ask.", Lesson(text="Ask.", line=0)),
        ("- 2026-11-15", Lesson(text="2026-11-15", line=0)),
    ],
)
def test_lessons_written_by_hand_are_read(line: str, lesson: Lesson) -> None:
    assert lessons.parse(line) == [lesson]


def test_a_lesson_goes_after_the_last_one_and_leaves_the_rest_alone() -> None:
    text = "# Lessons\r\n\r\n- Ask.\r\n  Kindly.\r\n\r\n## Why\r\nBecause.\r\n"
    added, _ = lessons.add(text, at_day(0, "Wait."), 50)
    assert added == text.replace("Kindly.\r\n", "Kindly.\r\n- 2026-11-15T12:00:00Z Wait.\r\n")


@pytest.mark.parametrize("again", ["one question.", "One   question", " ONE\nQUESTION. ", "One question."])
def test_the_same_words_are_not_added_twice(again: str) -> None:
    text = "- 2020-01-01 [behavioral] One question.\n"
    assert lessons.add(text, at_day(0, again), 50) == (text, [])


def test_a_lesson_that_is_there_is_known_even_where_nothing_may_be_added() -> None:
    assert lessons.add("- Ask.\n", at_day(0, "Ask"), 0) == ("- Ask.\n", [])


def test_no_room_at_all_is_told() -> None:
    with pytest.raises(OverBudget, match=r"keep\.lessons_global"):
        lessons.add("", at_day(0, "Ask."), 0)


def test_a_lesson_without_words_is_refused() -> None:
    with pytest.raises(WriteFailed):
        lessons.add("", at_day(0, " … "), 50)


def test_a_lesson_is_retired_by_its_words() -> None:
    text = "Mine.\n- 2020-01-01 [factual] It is so.\n  - really\n- Ask."
    assert lessons.retire(text, "it IS so") == "Mine.\n- Ask."
    assert lessons.retire(text, "is so") is None


@pytest.mark.proves("lesson-eviction")
def test_the_oldest_goes_first() -> None:
    text = file_of([at_day(2, "Second"), at_day(1, "First"), at_day(3, "Third")])
    after, gone = lessons.add(text, at_day(4, "Fourth"), 3)
    assert [lesson.text for lesson in gone] == ["First"]
    assert [lesson.text for lesson in lessons.parse(after)] == ["Second", "Third", "Fourth"]
    assert after.startswith("# Lessons\n\n")


def test_lessons_without_a_time_are_the_oldest_in_the_order_of_the_file() -> None:
    _, gone = lessons.add("- A1\n- B2\n- 1971-01-01 C3\n", at_day(0, "D4"), 2)
    assert [lesson.text for lesson in gone] == ["A1", "B2"]


@pytest.mark.proves("lesson-eviction")
def test_a_small_category_keeps_a_slot_though_its_lesson_is_the_oldest() -> None:
    known = [at_day(0, "Rare", "operational"), *(at_day(day, f"Often {day}", "behavioral") for day in range(1, 10))]
    after, gone = lessons.add(file_of(known), at_day(10, "New", "behavioral"), 4)
    assert [lesson.text for lesson in lessons.parse(after)] == ["Rare", "Often 8", "Often 9", "New"]
    assert len(gone) == 7


@pytest.mark.proves("lesson-eviction")
@pytest.mark.parametrize(
    ("counts", "limit", "kept"),
    [
        ((6, 3, 1, 0), 5, (3, 1, 1, 0)),  # due 3, 1.5 and 0.5: the last gets its one
        ((40, 10, 1, 0), 50, (39, 10, 1, 0)),
        ((20, 10, 10, 20), 30, (10, 5, 5, 10)),
        ((5, 5, 5, 5), 6, (2, 2, 1, 1)),  # equal claims: in a fixed order
        ((1, 1, 1, 97), 10, (1, 1, 1, 7)),
        ((2, 9, 5, 1), 4, (1, 1, 1, 1)),
        ((2, 9, 5, 1), 2, (0, 1, 1, 0)),  # more categories than room: the largest
        ((2, 2, 2, 2), 3, (1, 1, 1, 0)),
        ((2, 2, 2, 2), 0, (0, 0, 0, 0)),
        ((1, 0, 2, 0), 9, (1, 0, 2, 0)),
    ],
)
def test_slots_are_shared_by_number_of_entries(counts: tuple[int, ...], limit: int, kept: tuple[int, ...]) -> None:
    names: tuple[Category | None, ...] = ("behavioral", "factual", "operational", None)
    known = [
        at_day(day, f"Lesson {day}", name) for name, count in zip(names, counts, strict=True) for day in range(count)
    ]
    shared = Counter(lesson.category for lesson in lessons.keep_newest(known, limit))
    assert tuple(shared[name] for name in names) == kept


def test_the_new_lesson_stays_even_if_it_is_the_only_one_and_dated_back() -> None:
    known = [at_day(day, f"Lesson {day}", "behavioral") for day in range(3)]
    after, _ = lessons.add(file_of(known), at_day(-9, "New", "factual"), 1)
    assert [lesson.text for lesson in lessons.parse(after)] == ["New"]
    after, _ = lessons.add(file_of(known), at_day(-9, "New", "behavioral"), 2)
    assert [lesson.text for lesson in lessons.parse(after)] == ["Lesson 2", "New"]


@settings(deadline=None)
@given(PAGES, LESSONS)
def test_what_is_added_reads_back_and_can_be_taken_out_without_a_trace(text: str, lesson: Lesson) -> None:
    after, gone = lessons.add(text, lesson, 1000)
    words = bullets.one_line(lesson.text)
    assert not gone
    if after == text:
        assert bullets.key(words) in {bullets.key(known.text) for known in lessons.parse(text)}
        return
    (new,) = [known for known in lessons.parse(after) if known.text == words]
    assert (new.category, new.at) == (lesson.category, lesson.at)
    assert lessons.retire(after, lesson.text) == text


@settings(deadline=None)
@given(PAGES, st.lists(LESSONS, max_size=12), st.integers(1, 8))
def test_the_limit_holds_and_every_category_keeps_a_lesson(text: str, new: list[Lesson], limit: int) -> None:
    others = _others(text)
    for lesson in new:
        before = Counter(known.category for known in lessons.parse(text))
        after, gone = lessons.add(text, lesson, limit)
        if after != text:
            kept = lessons.parse(after)
            counts = Counter(known.category for known in kept)
            assert len(kept) == min(limit, before.total() + 1)
            assert len(kept) + len(gone) == before.total() + 1
            assert bullets.one_line(lesson.text) in {known.text for known in kept}
            if limit >= len({*before, lesson.category}):
                assert {*counts} == {*before, lesson.category}
        text = after
    assert _others(text) == others


@settings(deadline=None)
@given(st.lists(LESSONS, max_size=30), st.integers(-1, 12))
def test_what_is_kept_is_the_newest_of_each_category_in_order(known: list[Lesson], limit: int) -> None:
    kept = lessons.keep_newest(known, limit)
    assert len(kept) == min(len(known), max(limit, 0))
    left = iter(known)
    assert all(any(lesson is other for other in left) for lesson in kept)
    for gone in known:
        if not any(gone is other for other in kept):
            assert all((gone.at or -1) <= (other.at or -1) for other in kept if other.category == gone.category)


def _others(text: str) -> list[str]:
    """The lines that are no lessons."""
    lines = text.split("\n")
    taken = {number for bullet in bullets.find(lines) for number in range(bullet.first, bullet.after)}
    return [line for number, line in enumerate(lines) if number not in taken and line.strip()]
