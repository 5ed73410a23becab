"""Disclosure under a budget of tokens."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from afterwit.adapters.tokens import Bytes, tokeniser
from afterwit.ports import Tokeniser
from afterwit.recall import levels
from afterwit.recall.disclosure import Disclosure, Section, disclose, disclose_one
from afterwit.recall.levels import Form, Item

SKILLS = [levels.listed(f"rl-skill-{number}", f"Use when the number is {number}.") for number in range(9)]
LESSONS = [levels.lesson(f"Lesson {number} is one to keep.") for number in range(9)]


class Words:
    """Counts words, so that a test can reckon."""

    name = "words"

    def count(self, text: str) -> int:
        return len(text.split())


class Crooked:
    """A tokeniser to which a whole costs more than its parts, and some longer texts less than shorter ones."""

    name = "crooked"

    def count(self, text: str) -> int:
        return len(text) // 3 + text.count("\n") ** 2 - (text.count("a") % 5)


TOKENISERS: tuple[Tokeniser, ...] = (tokeniser(), Bytes(), Words(), Crooked())


def listing(*items: Item, more: str = "- {} more.\n", share: float | None = None, head: str = "# Skills\n") -> Section:
    return Section(head=head, items=items, more=more, share=share)


def fits(*scored: tuple[str, float, str]) -> Section:
    items = tuple(levels.fitting(name, f"it is {name}.", guidance, score) for name, score, guidance in scored)
    return Section(head="# Fits\n", items=items, more="- {} more.\n", by_worth=True)


def forms(found: Disclosure) -> dict[str, str]:
    return {one.name: one.form for one in found.disclosed}


def words(section: Section, budget: int) -> list[str]:
    return disclose([section], budget, Words()).text.splitlines()


def cost(*items: Item, form: int = -1) -> int:
    return sum(Words().count(item.forms[form].text) for item in items)


texts = st.text(max_size=60)
names = st.text(max_size=12)
items = (
    st.builds(levels.domain, names, st.integers(0, 9999), texts)
    | st.builds(levels.listed, names, texts)
    | st.builds(levels.fitting, names, texts, texts, st.floats(0, 1))
    | st.builds(levels.lesson, texts)
)
sections = st.builds(
    Section,
    head=st.sampled_from(["# Skills\n", "# Lessons\nRead them.\n"]),
    items=st.lists(items, max_size=8).map(tuple),
    more=st.sampled_from(["", "- {} more: ask.\n"]),
    share=st.none() | st.floats(0, 1),
    by_worth=st.booleans(),
)


@given(sections=st.lists(sections, max_size=4), budget=st.integers(0, 200), count=st.sampled_from(TOKENISERS))
def test_the_whole_text_is_never_over_the_budget(sections: list[Section], budget: int, count: Tokeniser) -> None:
    found = disclose(sections, budget, count)
    assert count.count(found.text) == found.tokens <= max(budget, 0) or not found.text
    every = [(item.kind, item.name) for section in sections for item in section.items]
    assert sorted((one.kind, one.name) for one in (*found.disclosed, *found.left_out)) == sorted(every)


@given(sections=st.lists(sections, max_size=4), budget=st.integers(0, 200), count=st.sampled_from(TOKENISERS))
def test_nothing_is_told_by_halves(sections: list[Section], budget: int, count: Tokeniser) -> None:
    whole = {line for section in sections for line in section.head.splitlines()}
    whole |= {
        line for section in sections for one in section.items for form in one.forms for line in form.text.split("\n")
    }
    whole |= {f"- {number} more: ask." for number in range(9)}
    text = disclose(sections, budget, count).text
    assert set(text.split("\n")) <= whole | {""}
    assert not text or text.endswith("\n")


@given(sections=st.lists(sections, min_size=1, max_size=4))
def test_with_room_for_everything_all_is_told_in_full(sections: list[Section]) -> None:
    found = disclose(sections, 100_000, Words())
    assert not found.left_out
    every = [item for section in sections for item in section.items]
    assert [(one.name, one.form) for one in found.disclosed] == [(item.name, item.forms[-1].name) for item in every]


@pytest.mark.parametrize("budget", [0, 1, 2, 3])
def test_too_little_room_gives_an_empty_text(budget: int) -> None:
    found = disclose([listing(*SKILLS, more=""), listing(*LESSONS, more="")], budget, Words())
    assert (found.text, found.tokens, found.disclosed) == ("", 0, ())
    assert len(found.left_out) == len(SKILLS) + len(LESSONS)


def test_nothing_to_tell_gives_an_empty_text() -> None:
    assert disclose([], 100, Words()) == disclose([listing()], 100, Words()) == Disclosure()


def test_all_are_named_before_any_is_described_and_the_first_are_described_first() -> None:
    head = Words().count("# Skills\n")
    assert words(listing(*SKILLS), head + cost(*SKILLS, form=0))[1:] == [f"- rl-skill-{number}" for number in range(9)]
    extra = cost(SKILLS[0]) - cost(SKILLS[0], form=0)
    some = words(listing(*SKILLS), head + cost(*SKILLS, form=0) + 2 * extra)[1:]
    assert some[:3] == ["- rl-skill-0 — the number is 0.", "- rl-skill-1 — the number is 1.", "- rl-skill-2"]
    assert words(listing(*SKILLS), head + cost(*SKILLS))[-1] == "- rl-skill-8 — the number is 8."


def test_where_not_all_can_be_named_the_first_are_described_and_the_rest_counted() -> None:
    room = Words().count("# Skills\n- 9 more.\n") + cost(*SKILLS[:2])
    assert words(listing(*SKILLS), room) == [
        "# Skills",
        "- rl-skill-0 — the number is 0.",
        "- rl-skill-1 — the number is 1.",
        "- 7 more.",
    ]


def test_where_none_can_be_told_how_many_there_are_still_is() -> None:
    assert words(listing(*SKILLS), 5) == ["# Skills", "- 9 more."]


def test_one_that_is_too_long_hides_no_other() -> None:
    long = levels.lesson("word " * 50)
    found = disclose([listing(long, *LESSONS[:2], more="")], 20, Words())
    assert [one.name for one in found.left_out] == [long.name]


def test_a_skill_is_told_in_full_where_that_pays_most() -> None:
    short, long = "Trim it.", "Do this and that. " * 30
    section = fits(("sure", 0.9, long), ("likely", 0.7, short), ("perhaps", 0.3, short))
    assert forms(disclose([section], 1000, Words())) == dict.fromkeys(("sure", "likely", "perhaps"), "guidance")
    assert forms(disclose([section], 40, Words())) == {"sure": "line", "likely": "guidance", "perhaps": "guidance"}
    least = Words().count("# Fits\n- 3 more.\n") + cost(section.items[0], form=0)
    assert forms(disclose([section], least, Words())) == {"sure": "line"}


def test_of_two_alike_the_surer_is_told_first() -> None:
    section = fits(("less", 0.5, "Do it so."), ("more", 0.6, "Do it so."))
    room = Words().count("# Fits\n") + cost(*section.items, form=0) + 3
    assert forms(disclose([section], room, Words())) == {"less": "line", "more": "guidance"}


@pytest.mark.parametrize(
    ("skills", "lessons", "share", "told"),
    [
        (9, 9, 0.0, (9, 0)),
        (9, 9, 0.5, (9, 4)),
        (9, 9, 1.0, (0, 8)),
        (9, 1, 0.9, (9, 1)),
        (1, 9, 0.1, (1, 7)),
    ],
    ids=["none", "half", "all", "what lessons leave goes to skills", "what skills leave goes to lessons"],
)
def test_a_share_is_sure_and_what_is_not_needed_goes_over_and_back(
    skills: int, lessons: int, share: float, told: tuple[int, int]
) -> None:
    beside = listing(*LESSONS[:lessons], more="", share=share, head="# Lessons\n")
    found = disclose([listing(*SKILLS[:skills], more=""), beside], 60, Words())
    kinds = [one.kind for one in found.disclosed]
    assert (kinds.count("skill"), kinds.count("lesson")) == told


TEXT = "# rl-x\n\n" + "".join(f"{number}. Do step {number}.\n" for number in range(1, 21))
ONE = Item(kind="skill", name="rl-x", level=2, forms=(Form("guidance", "# rl-x\nDo steps.\n"), Form("text", TEXT)))


def test_one_text_is_given_whole_or_else_its_guidance() -> None:
    whole = disclose_one(ONE, Words().count(TEXT), Words(), "there")
    assert (whole.text, forms(whole)) == (TEXT, {"rl-x": "text"})
    guidance = disclose_one(ONE, Words().count(TEXT) - 1, Words(), "there")
    assert (guidance.text, forms(guidance)) == ("# rl-x\nDo steps.\n", {"rl-x": "guidance"})


def test_one_text_that_is_too_long_in_any_form_is_cut_after_a_line_and_says_so() -> None:
    item = Item(kind="reference", name="a.md", level=3, forms=ONE.forms[1:])
    found = disclose_one(item, 40, Words(), "there/a.md")
    title, note, blank, *steps = found.text.splitlines()
    assert (title, blank, forms(found)) == ("# rl-x", "", {"a.md": "part"})
    assert note == f"These are the first {len(steps) + 1} of 21 lines; all of it is in there/a.md"
    assert steps == TEXT.splitlines()[2 : 2 + len(steps)]
    assert 0 < len(steps) < 20
    assert 36 < found.tokens <= 40


def test_a_text_is_not_cut_after_an_empty_line() -> None:
    item = levels.reference("rl-x", "a.md", "One more step.\n\n" * 20)
    for budget in range(20, 60):
        text = disclose_one(item, budget, Words(), "there").text
        assert not text.endswith("\n\n")


@given(text=texts, budget=st.integers(0, 60), count=st.sampled_from(TOKENISERS))
def test_one_text_is_never_over_the_budget(text: str, budget: int, count: Tokeniser) -> None:
    found = disclose_one(levels.reference("rl-x", "a.md", text * 3), budget, count, "there")
    assert count.count(found.text) == found.tokens <= budget or not found.text
    assert bool(found.text) == bool(found.disclosed) != bool(found.left_out)
