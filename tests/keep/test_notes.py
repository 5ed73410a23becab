"""NOTES.md."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from afterwit.keep import bullets, notes
from afterwit.keep.notes import NoteEntry
from tests.keep.pages import PAGES

TEXT = """# Notes

## Learnings

- [NATS] Use durable consumers → See `skills/rl-nats`

## Next

- Buy milk
"""


@pytest.mark.proves("notes")
def test_a_skill_gets_a_line_under_learnings() -> None:
    after = notes.with_entry(TEXT, "Git", "Rebase\nonto main.", "rl-git")
    assert after == TEXT.replace("nats`\n", "nats`\n- [Git] Rebase onto main. → See `skills/rl-git`\n")
    assert notes.entries(after) == [
        NoteEntry("NATS", "Use durable consumers", "rl-nats"),
        NoteEntry("Git", "Rebase onto main.", "rl-git"),
    ]


@pytest.mark.proves("notes")
def test_a_known_skill_gets_another_line_in_place_of_its_own() -> None:
    after = notes.with_entry(TEXT, "NATS", "Name the consumer", "rl-nats")
    assert after == TEXT.replace("Use durable consumers", "Name the consumer")
    assert notes.with_entry(after, "NATS", "Name the consumer", "rl-nats") == after


def test_a_second_line_for_a_skill_goes_when_the_first_is_renewed() -> None:
    text = "## Learnings\n- [A] a -> See skills/x\n- [B] b\n* [C] c → see `skills/x/SKILL.md`.\n"
    assert notes.with_entry(text, "D", "d", "x") == "## Learnings\n- [D] d → See `skills/x`\n- [B] b\n"


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
    assert notes.with_entry(before, "T", "Do it.", "rl-x") == after.format("[T] Do it. → See `skills/rl-x`")


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
    assert notes.without_entry("- [A] b → See `skills/x`\n", "x") == "- [A] b → See `skills/x`\n"


def test_a_line_is_taken_out_by_its_skill() -> None:
    assert notes.without_entry(TEXT, "rl-nats") == TEXT.replace(
        "- [NATS] Use durable consumers → See `skills/rl-nats`\n", ""
    )
    assert notes.without_entry(TEXT, "rl-nat") == TEXT


def test_a_topic_can_not_end_before_its_end_and_is_never_missing() -> None:
    assert notes.entries(notes.with_entry("", "a [b] c", "[d] e", "x")) == [NoteEntry("a (b) c", "[d] e", "x")]
    assert notes.entries(notes.with_entry("", " ", "e", "x")) == [NoteEntry("x", "e", "x")]


@settings(deadline=None)
@given(
    PAGES, st.text(max_size=20), st.text(max_size=20) | st.just("a → See `skills/b`"), st.sampled_from(["rl-x", "a1"])
)
def test_there_is_one_line_for_a_skill_and_it_can_be_taken_out(
    page: str, topic: str, sentence: str, skill: str
) -> None:
    once = notes.with_entry(page, topic, "first", skill)
    text = notes.with_entry(once, topic, sentence, skill)
    (entry,) = [entry for entry in notes.entries(text) if entry.skill == skill]
    assert entry.text == bullets.one_line(sentence)
    others = [entry for entry in notes.entries(text) if entry.skill != skill]
    assert others == [entry for entry in notes.entries(page) if entry.skill != skill]
    gone = notes.without_entry(text, skill)
    assert gone == notes.without_entry(once, skill)
    if notes.entries(page):
        assert gone == page
    assert bullets.key("Learnings") in gone.casefold()
