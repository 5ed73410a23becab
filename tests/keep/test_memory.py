"""Memory files."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from afterwit.errors import Conflict, OverBudget, WriteFailed
from afterwit.keep import bullets, memory
from tests.keep.pages import PAGES

TEXT = "# User\n\n- Likes tea.\n- Lives in Oslo.\n\nMine, by hand.\n"
WORDS = st.text(min_size=1, max_size=20).filter(bullets.has_words)


def test_an_entry_goes_after_the_last_one() -> None:
    assert memory.add(TEXT, "Has a\ndog.", 100) == TEXT.replace("Oslo.\n", "Oslo.\n- Has a dog.\n")


def test_the_first_entry_makes_the_file() -> None:
    assert memory.add("", "Has a dog.", 100) == "- Has a dog.\n"


def test_the_same_entry_again_changes_nothing_even_in_a_full_memory() -> None:
    assert memory.add(TEXT, "likes  tea", 0) == TEXT


def test_what_there_is_no_room_for_is_refused_with_the_numbers() -> None:
    with pytest.raises(OverBudget, match=r"uses 24 of 30 characters and would use 34.*keep\.memory_characters"):
        memory.add(TEXT, "Has a dog.", 30)
    assert memory.add(TEXT, "Dogs.", 30)


def test_only_entries_count_against_the_budget() -> None:
    assert memory.add("# A very long title indeed\n\nProse of any length.\n", "Dogs.", 5).endswith("- Dogs.\n")


@pytest.mark.parametrize("old", ["Likes tea.", "likes tea", "TEA", "kes t"])
def test_an_entry_is_replaced_by_its_words_or_a_part_that_no_other_has(old: str) -> None:
    assert memory.replace(TEXT, old, "Likes coffee.", 100) == TEXT.replace("tea", "coffee")


@pytest.mark.parametrize(
    ("old", "number"), [("Li", "2 entries have"), ("juice", "No entry has"), ("  ", "No entry has")]
)
def test_words_that_name_no_entry_or_several_are_a_conflict(old: str, number: str) -> None:
    with pytest.raises(Conflict, match=number):
        memory.replace(TEXT, old, "Likes coffee.", 100)
    with pytest.raises(Conflict, match=number):
        memory.remove(TEXT, old)


def test_a_whole_entry_is_meant_before_a_part_of_others() -> None:
    assert memory.remove("- Tea\n- Tea with milk\n", "tea") == "- Tea with milk\n"


def test_an_entry_that_somebody_wrote_twice_is_one_entry() -> None:
    assert memory.remove("- Tea\n- Milk\n- tea.\n", "Tea") == "- Milk\n"
    assert memory.replace("- Tea\n- Milk\n- tea.\n", "Tea", "Juice", 50) == "- Juice\n- Milk\n"
    assert memory.replace("- Hot tea\n- hot tea.\n", "hot", "Juice", 50) == "- Juice\n"


def test_a_replacement_asked_for_twice_changes_nothing_the_second_time() -> None:
    once = memory.replace(TEXT, "Likes tea.", "Likes coffee.", 100)
    assert memory.replace(once, "Likes tea.", "Likes coffee.", 100) == once


def test_a_replacement_that_is_there_already_makes_no_second_copy() -> None:
    assert memory.replace(TEXT, "Likes tea.", "Lives in oslo", 100) == TEXT.replace("- Likes tea.\n", "")


def test_a_replacement_may_change_case_and_dots_alone() -> None:
    assert memory.replace(TEXT, "likes tea", "Likes TEA", 100) == TEXT.replace("Likes tea.", "Likes TEA")


def test_a_replacement_must_fit_unless_it_makes_a_full_memory_smaller() -> None:
    with pytest.raises(OverBudget):
        memory.replace(TEXT, "tea", "Likes all kinds of tea.", 30)
    assert "- Tea.\n" in memory.replace(TEXT, "tea", "Tea.", 3)


def test_what_stands_below_an_entry_stays_when_it_is_reworded() -> None:
    assert memory.replace("* Tea\n  and milk\n  - green\nEnd", "tea", "Juice", 50) == "* Juice\n  - green\nEnd"


def test_an_entry_is_removed_with_all_that_belongs_to_it() -> None:
    assert memory.remove(TEXT.replace("tea.\n", "tea.\n  - green\n"), "tea") == TEXT.replace("- Likes tea.\n", "")


def test_an_entry_without_words_is_refused() -> None:
    with pytest.raises(WriteFailed):
        memory.add(TEXT, "\n", 100)
    with pytest.raises(WriteFailed):
        memory.replace(TEXT, "tea", "…", 100)


@settings(deadline=None)
@given(PAGES, WORDS)
def test_what_is_added_can_be_removed_without_a_trace(text: str, words: str) -> None:
    after = memory.add(text, words, 10_000)
    if after == text:
        assert bullets.key(words) in map(bullets.key, memory.entries(text))
    else:
        assert bullets.one_line(words) in memory.entries(after)
        assert memory.remove(after, words) == text


@settings(deadline=None)
@given(PAGES, st.lists(WORDS, max_size=8), st.integers(0, 60))
def test_adding_never_goes_over_the_budget(text: str, new: list[str], budget: int) -> None:
    before = sum(map(len, memory.entries(text)))
    for words in new:
        try:
            text = memory.add(text, words, budget)
        except OverBudget:
            continue
    assert sum(map(len, memory.entries(text))) <= max(before, budget)
