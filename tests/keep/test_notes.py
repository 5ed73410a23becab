"""NOTES.md."""

import time

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from afterwit.keep import bullets, notes
from afterwit.keep.domains import brief
from afterwit.keep.notes import NoteEntry
from tests.keep.pages import PAGES

TEXT = """# Notes

## Learnings

- [NATS] Use durable consumers → See `skills/rl-nats`

## Next

- Buy milk
"""


def lines_of(text: str, skill: str) -> set[str]:
    """The marks of the lines that point to a skill, as if we had written them."""
    lines = text.split("\n")
    found = [bullet.text for bullet in bullets.find(lines)]
    return {
        notes.mark(words) for words in found if words.rstrip("`.").endswith((f"skills/{skill}", f"{skill}/SKILL.md"))
    }


def with_entry(text: str, topic: str, sentence: str, skill: str) -> str:
    """The notes after a skill was learned, or learned anew."""
    return notes.refreshed(text, {skill: (topic, sentence)}, lines_of(text, skill))[0]


def without_entry(text: str, skill: str) -> str:
    """The notes after a skill is gone."""
    return notes.refreshed(text, {}, lines_of(text, skill))[0]


@pytest.mark.proves("notes")
def test_a_skill_gets_a_line_under_learnings() -> None:
    after = with_entry(TEXT, "Git", "Rebase\nonto main.", "rl-git")
    assert after == TEXT.replace("nats`\n", "nats`\n- [Git] Rebase onto main. → See `skills/rl-git`\n")
    assert notes.entries(after) == [
        NoteEntry("NATS", "Use durable consumers", "rl-nats"),
        NoteEntry("Git", "Rebase onto main.", "rl-git"),
    ]


@pytest.mark.proves("notes")
def test_a_known_skill_gets_another_line_in_place_of_its_own() -> None:
    after = with_entry(TEXT, "NATS", "Name the consumer", "rl-nats")
    assert after == TEXT.replace("Use durable consumers", "Name the consumer")
    assert with_entry(after, "NATS", "Name the consumer", "rl-nats") == after


def test_a_second_line_for_a_skill_goes_when_the_first_is_renewed() -> None:
    text = "## Learnings\n- [A] a -> See skills/x\n- [B] b\n* [C] c → see `skills/x/SKILL.md`.\n"
    assert with_entry(text, "D", "d", "x") == "## Learnings\n- [D] d → See `skills/x`\n- [B] b\n"


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("", "## Learnings\n\n- {}\n"),
        ("# Notes\n", "# Notes\n\n## Learnings\n\n- {}\n"),
        ("# Notes", "# Notes\n\n## Learnings\n\n- {}"),
        ("# Notes\r\n\r\n", "# Notes\r\n\r\n## Learnings\r\n\r\n- {}\r\n"),
        ("# Notes\n<!-- open\n", "# Notes\n\n## Learnings\n\n- {}\n<!-- open\n"),
        ("## Learnings\n\n## Next\n", "## Learnings\n\n- {}\n\n## Next\n"),
        ("## Learnings\n\nProse.\n\n## Next\n", "## Learnings\n\nProse.\n\n- {}\n\n## Next\n"),
        ("## learnings:\n### Deep\n- a\n# Up\n- b\n", "## learnings:\n### Deep\n- a\n- {}\n# Up\n- b\n"),
        ("```\n## Learnings\n```\n", "```\n## Learnings\n```\n\n## Learnings\n\n- {}\n"),
    ],
)
def test_the_section_is_found_or_made(before: str, after: str) -> None:
    assert with_entry(before, "T", "Do it.", "rl-x") == after.format("[T] Do it. → See `skills/rl-x`")


@pytest.mark.parametrize(
    ("line", "entry"),
    [
        ("- [A] b -> See skills/x", NoteEntry("A", "b", "x")),
        ("- [A] b => see: `skills/x`.", NoteEntry("A", "b", "x")),
        ("* [A] b → c → See `some/skills/x/SKILL.md`", NoteEntry("A", "b → c", "x")),
        ("- b → See skills/x/", NoteEntry("", "b", "x")),
        ("- [A] b\n  → See `skills/My Skill`", NoteEntry("A", "b", "My Skill")),
        ("- [A] b → See the manual", NoteEntry("A", "b → See the manual", "")),
        ("- [A] b → See otherskills/x", NoteEntry("A", "b → See otherskills/x", "")),
        ("- [A] b", NoteEntry("A", "b", "")),
        ("- [A b", NoteEntry("", "[A b", "")),
    ],
)
def test_lines_written_by_hand_are_read(line: str, entry: NoteEntry) -> None:
    assert notes.entries(f"## Learnings\n{line}\n## Next\n- not this") == [entry]


def test_no_section_has_no_entries() -> None:
    assert notes.entries("# Notes\n- [A] b → See `skills/x`\n") == []
    assert without_entry("- [A] b → See `skills/x`\n", "x") == "- [A] b → See `skills/x`\n"


def test_a_line_is_taken_out_by_its_skill() -> None:
    assert without_entry(TEXT, "rl-nats") == TEXT.replace("- [NATS] Use durable consumers → See `skills/rl-nats`\n", "")
    assert without_entry(TEXT, "rl-nat") == TEXT


def test_a_topic_can_not_end_before_its_end_and_is_never_missing() -> None:
    assert notes.entries(with_entry("", "a [b] c", "[d] e", "x")) == [NoteEntry("a (b) c", "[d] e", "x")]
    assert notes.entries(with_entry("", " ", "e", "x")) == [NoteEntry("x", "e", "x")]


@settings(deadline=None)
@given(
    PAGES, st.text(max_size=20), st.text(max_size=20) | st.just("a → See `skills/b`"), st.sampled_from(["rl-x", "a1"])
)
def test_there_is_one_line_for_a_skill_and_it_can_be_taken_out(
    page: str, topic: str, sentence: str, skill: str
) -> None:
    once = with_entry(page, topic, "first", skill)
    text = with_entry(once, topic, sentence, skill)
    (entry,) = [entry for entry in notes.entries(text) if entry.skill == skill]
    assert entry.text == brief(sentence)
    others = [entry for entry in notes.entries(text) if entry.skill != skill]
    assert others == [entry for entry in notes.entries(page) if entry.skill != skill]
    gone = without_entry(text, skill)
    assert gone == without_entry(once, skill)
    if notes.entries(page):
        assert gone == page
    assert bullets.key("Learnings") in gone.casefold()


LEARNED = {"rl-git": ("git", "Rebase onto main."), "rl-nats": ("nats", "Name the consumer.")}


def test_our_lines_follow_their_skills_and_those_of_people_stay() -> None:
    page = "# Mine\n\n## Learnings\n\n- [Tea] Mine → See `skills/rl-tea`\n- Just this.\n\n## Next\n"
    first, marks = notes.refreshed(page, {**LEARNED, "rl-tea": ("tea", "Boil.")}, ())
    assert first == page.replace(
        "this.\n", "this.\n- [git] Rebase onto main. → See `skills/rl-git`\n"
        "- [nats] Name the consumer. → See `skills/rl-nats`\n",
    )  # fmt: skip
    again = notes.refreshed(first, {**LEARNED, "rl-tea": ("tea", "Boil.")}, marks)
    assert again == (first, marks)
    other, marks = notes.refreshed(first, {"rl-nats": ("queues", "Name it.")}, marks)
    assert other == page.replace("this.\n", "this.\n- [queues] Name it. → See `skills/rl-nats`\n")
    assert notes.refreshed(other, {}, marks) == (page, frozenset())


def test_a_line_that_a_person_worded_anew_is_theirs() -> None:
    first, marks = notes.refreshed("", LEARNED, ())
    theirs = first.replace("Rebase onto main.", "Never merge!")
    assert notes.refreshed(theirs, LEARNED, marks)[0] == theirs
    assert "Never merge!" in notes.refreshed(theirs, {}, marks)[0]


def test_a_persons_line_beside_ours_takes_its_place() -> None:
    first, marks = notes.refreshed("", {"rl-git": LEARNED["rl-git"]}, ())
    both = f"{first}- [Git] My words → See `skills/rl-git`\n"
    assert notes.refreshed(both, {"rl-git": LEARNED["rl-git"]}, marks) == (
        "## Learnings\n\n- [Git] My words → See `skills/rl-git`\n",
        frozenset(),
    )


def test_a_line_that_an_editor_broke_is_still_ours() -> None:
    first, marks = notes.refreshed("", LEARNED, ())
    broken = first.replace("onto main.", "onto\n  main.")
    assert notes.refreshed(broken, LEARNED, marks) == (broken, marks)
    assert "rl-git" not in notes.refreshed(broken, {"rl-nats": LEARNED["rl-nats"]}, marks)[0]


@pytest.mark.parametrize("page", ["", "# Notes\n", "## Learnings\n\n## Next\n", "## Learnings\n\nProse.\n"])
def test_lines_that_come_and_go_leave_no_blank_lines_behind(page: str) -> None:
    first, marks = notes.refreshed(page, LEARNED, ())
    text = first
    for _ in range(3):
        text = notes.refreshed(notes.refreshed(text, {}, marks)[0], LEARNED, marks)[0]
    assert text == first


@settings(deadline=None)
@given(PAGES, st.dictionaries(st.sampled_from(["rl-x", "rl-eight", "a1"]), st.tuples(st.text(), st.text())))
def test_what_is_refreshed_stays_so_and_can_be_taken_out(page: str, learned: dict[str, tuple[str, str]]) -> None:
    text, marks = notes.refreshed(page, learned, ())
    assert notes.refreshed(text, learned, marks) == (text, marks)
    assert {entry.skill for entry in notes.entries(text)} >= learned.keys()
    gone, none = notes.refreshed(text, {}, marks)
    assert none == frozenset()
    assert notes.entries(gone) == notes.entries(page)


def test_the_notes_of_a_large_book_cost_no_more_than_its_size() -> None:
    def cost(skills: int) -> float:
        learned = {
            f"rl-skill-{number}": ("topic", f"Does {number}. Use when it is {number}.") for number in range(skills)
        }
        begun = time.process_time()
        text, marks = notes.refreshed("", learned, ())
        text, marks = notes.refreshed(text, {name: ("other", told) for name, (_, told) in learned.items()}, marks)
        text, marks = notes.refreshed(text, {}, marks)
        assert text == "## Learnings\n\n"
        return time.process_time() - begun

    assert cost(10_000) < 50 * max(cost(1000), 0.005)
