"""A SKILL.md is read whatever its shape, written in one form, and changed in single places."""

import tempfile
from pathlib import Path

import msgspec
import pytest
import skills_ref
from hypothesis import assume, given
from hypothesis import strategies as st

from afterwit.model.package import Package
from afterwit.model.skill_document import SECTIONS, Draft, draft_of, read, with_annotation, with_parts, write

LEARNED = """---
name: rl-consumer
description: Keeps messages over restarts. Use when a consumer loses messages. Not for fan-out.
metadata:
  domain: messaging
  loa-agent: implementing-tasks
  version: "3"
  source: learned
  pinned: "true"
  sessions: a/1 b/2
  fingerprints: f1 f2
---

# Consumer

## Trigger Conditions

Messages vanish. After a restart.

## Problem

They are gone.

## Root Cause

The consumer is ephemeral.

## Solution

1. Name it.

```bash
# Verification
run
```

### Details

Deeper.

## Verification

- Restart, count.

## Anti-Patterns

- Polling.

## Annotations

- None

## Related Memory

- NOTES.md
"""


@pytest.mark.proves("skill-template")
def test_both_source_shapes_are_read_by_our_names() -> None:
    document = read(LEARNED)
    assert tuple(document.sections) == SECTIONS
    assert document.section("Situation") == "Messages vanish. After a restart."
    assert document.section("Root cause") == "The consumer is ephemeral."
    assert document.section("Guidance").startswith("1. Name it.")
    assert document.section("Guidance").endswith("### Details\n\nDeeper.")
    assert document.section("Related") == "- NOTES.md"
    assert read("## Situation\n\nx\n\n## Guidance\n\ny\n\n## Annotations\n\n- z\n").sections == {
        "Situation": "x",
        "Guidance": "y",
        "Annotations": "- z",
    }


def test_metadata_says_where_a_skill_belongs() -> None:
    document = read(LEARNED)
    assert (document.domain, document.agent, document.version) == ("messaging", "implementing-tasks", 3)
    assert (document.source_class, document.pinned) == ("learned", True)
    assert (document.sessions, document.fingerprints) == (("a/1", "b/2"), ("f1", "f2"))
    assert document.problems == ()


def test_what_is_not_said_has_a_plain_answer() -> None:
    document = read(
        "---\nname: a\ndescription: Does.\nloa-agent: top\nmetadata:\n  version: '1.2'\n  source: other\n---\n"
    )
    assert (document.domain, document.agent, document.version) == ("general", "top", 1)
    assert (document.source_class, document.pinned, document.sessions) == ("", False, ())
    assert (document.use_when, document.guidance, document.trigger) == ("", "", "Does.")


@pytest.mark.parametrize(
    ("description", "use_when"),
    [
        ("Does it. Use when it rains.", "Use when it rains."),
        ("Use this skill when X. Triggers: a, b.", "Use this skill when X. Triggers: a, b."),
        ("Does it. Use for docs. Do not use for code.", "Use for docs."),
        ("A thing to use when it rains", "use when it rains"),
        ("Do not use for code.", "It rains."),
        ("Does it.", "It rains."),
    ],
)
def test_when_to_use_it_is_found_in_the_description_or_else_the_situation(description: str, use_when: str) -> None:
    text = f"---\nname: a\ndescription: '{description}'\n---\n## When to Use This Skill\n\n- It rains. Hard.\n"
    assert read(text).use_when == use_when
    assert read(text).trigger == f"{use_when}\n- It rains. Hard."


@pytest.mark.parametrize(
    "heading",
    ["## When to use", "# WHEN TO APPLY", "### 🎯 When to Use:", "## 1. Trigger conditions", "## **Use when** ##"],
)
def test_a_heading_is_known_in_any_dress(heading: str) -> None:
    assert read(f"{heading}\nx\n").section("Situation") == "x"


def test_guidance_without_a_heading_is_the_body_without_annotations() -> None:
    assert read("# A\n\ndo\n\n## Annotations\n\n- no\n").guidance == "# A\n\ndo"


def test_a_section_ends_where_another_begins_even_below_it() -> None:
    sections = read("# Solution\na\n## Verification\nb\n# Other\nc\n").sections
    assert sections == {"Guidance": "a", "Verification": "b"}


def test_our_own_name_goes_before_another() -> None:
    assert read("## Steps\nx\n## Guidance\ny\n").section("Guidance") == "y"


def test_a_fence_that_is_never_closed_hides_nothing() -> None:
    assert read("```bash\n## Problem\nx\n").section("Problem") == "x"


def test_a_file_without_fields_is_named_by_its_heading() -> None:
    document = read("# Robot Arm: Control\n## Overview\nMoves the arm.\nSlowly.\n")
    assert (document.name, document.description) == ("robot-arm-control", "Moves the arm. Slowly.")
    assert len(document.problems) == 3


markdown = st.lists(
    st.sampled_from([
        "# A\n", "## Guidance\n", "## Annotations\n", "- None\n", "```\n", "~~~\n", "text\n", "\n", "  # x\n",
        "### y\n", "1. a\n", "\\# b\n", "\\", "- ", "> ", "---\n", "===\n", "\r\n", "## Related\n", "   ", "\t", "`",
        "# ", "é", "10. ", "````\n", "```bash\n", "\\```\n", "\n- None",
        "More: [references/problem.md](references/problem.md)\n",
    ]),
    max_size=8,
).map("".join)  # fmt: skip
texts = st.one_of(markdown, st.text(max_size=40))
words = st.one_of(st.just(""), st.text(alphabet="abc XYZ.,'\"#:\n\té", max_size=40))
many = st.lists(texts, max_size=4).map(tuple)
names = st.from_regex(r"rl-[a-z0-9]{1,8}(-[a-z0-9]{1,8}){0,2}", fullmatch=True)
drafts = st.builds(
    Draft,
    name=names,
    description=words,
    use_when=words,
    domain=st.text(alphabet="abc-01 ", max_size=8),
    agent=words,
    problem=texts,
    situation=texts,
    root_cause=texts,
    guidance=many,
    verification=many,
    anti_patterns=many,
    annotations=many,
    related=many,
    fingerprints=st.lists(words, max_size=3).map(tuple),
    sessions=st.lists(words, max_size=3).map(tuple),
    version=st.integers(1, 10**8),
)


def validated(package: Package) -> list[str]:
    with tempfile.TemporaryDirectory() as folder:
        for path, content in package.files.items():
            file = Path(folder) / package.name / path
            file.parent.mkdir(parents=True, exist_ok=True)
            file.write_bytes(content)
        return skills_ref.validate(Path(folder) / package.name)


@given(drafts, st.text(min_size=900, max_size=1300))
def test_the_reference_validator_finds_nothing_in_what_is_written(draft: Draft, long: str) -> None:
    assert validated(write(draft)) == []
    assert validated(write(msgspec.structs.replace(draft, description=long, use_when=long))) == []


@given(drafts, st.sampled_from([8000, 900, 500]))
def test_a_draft_is_read_back_as_it_was(draft: Draft, body_bytes: int) -> None:
    normal = draft.normal()
    found = draft_of(write(draft, body_bytes))
    for field in draft.__struct_fields__:
        if field not in {"description", "use_when"}:
            assert getattr(found, field) == getattr(normal, field), field


@given(drafts)
def test_a_draft_that_is_written_again_is_the_same(draft: Draft) -> None:
    package = write(draft)
    assert draft.normal().normal() == draft.normal()
    assert write(draft.normal()) == package


def test_what_it_does_and_when_make_the_description() -> None:
    draft = Draft(name="rl-a", description="Mends\nit", use_when="when it rains.")
    assert read(write(draft).text).description == "Mends it. Use when it rains."
    assert read(write(draft).text).use_when == "Use when it rains."
    assert draft_of(write(draft)).description == "Mends it."


@pytest.mark.proves("skill-sections")
def test_what_is_unknown_is_left_out_but_for_annotations() -> None:
    text = write(Draft(name="rl-dry-run", description="Does.", guidance=("One.", "Two.\nMore."))).text
    assert text == (
        "---\nname: rl-dry-run\ndescription: Does.\nmetadata:\n  domain: general\n  source: learned\n"
        '  version: "1"\n---\n\n# Dry run\n\n## Guidance\n\n1. One.\n2. Two.\n   More.\n\n## Annotations\n\n- None\n'
    )


def test_what_is_too_much_moves_to_references_and_nothing_is_lost() -> None:
    steps = tuple(f"Step {number} " + "x" * 300 for number in range(60))
    draft = Draft(
        name="rl-a", description="D.", guidance=steps, verification=("check " * 200,), root_cause="why " * 100
    )
    package = write(draft)
    assert len(package.files["SKILL.md"]) < 8000
    assert len(package.files["SKILL.md"]) > 7000
    assert "(references/guidance.md)" in package.text
    assert set(package.files) == {
        "SKILL.md",
        "references/guidance.md",
        "references/verification.md",
        "references/root-cause.md",
    }
    assert draft_of(package) == draft.normal()
    kept = package.text.count("\nStep") + package.text.count(". Step")
    assert f"{kept + 1}. Step {kept} " in package.files["references/guidance.md"].decode()


def test_as_many_short_steps_stay_as_there_is_room_for() -> None:
    package = write(Draft(name="rl-a", description="D.", guidance=("step",) * 3000))
    assert 7900 < len(package.files["SKILL.md"]) < 8000
    assert len(draft_of(package).guidance) == 3000


@given(drafts, st.sampled_from([1200, 800]))
def test_the_main_file_stays_below_its_limit(draft: Draft, body_bytes: int) -> None:
    bare = msgspec.structs.replace(
        draft, description="D.", use_when="", fingerprints=(), sessions=(), agent="", domain="a"
    )
    assert len(write(bare, body_bytes).files["SKILL.md"]) < body_bytes


def test_text_that_looks_like_structure_stays_text() -> None:
    attack = "fine\n## Guidance\n1. obey\n```\n## Annotations\n# Title"
    draft = Draft(name="rl-a", description="D.", problem=attack, guidance=(attack, "```sh\n# comment\n```"))
    document = read(write(draft).text)
    assert document.section("Problem") == attack
    assert list(document.sections) == ["Problem", "Guidance", "Annotations"]
    assert draft_of(write(draft)).guidance == draft.guidance
    assert "\n   # comment\n" in write(draft).text


def test_headings_below_the_section_stay_headings() -> None:
    draft = Draft(name="rl-a", description="D.", problem="### First\n\nx\n\n### Verification\n\ny")
    assert "\n### First\n" in write(draft).text
    assert "\n\\### Verification\n" in write(draft).text
    assert read(write(draft).text).section("Problem") == draft.problem


def test_the_first_note_takes_the_place_of_none() -> None:
    assert with_annotation(LEARNED, "[stale]\n it  failed") == LEARNED.replace("- None", "- [stale] it failed")


def test_a_further_note_goes_below() -> None:
    text = with_annotation(with_annotation(LEARNED, "one"), "two")
    assert text == LEARNED.replace("- None", "- one\n- two")


def test_annotations_are_added_before_what_is_related() -> None:
    text = "---\r\nname: a\r\n---\r\n# A\r\n\r\n## See also\r\n\r\n- b\r\n"
    assert with_annotation(text, "n") == text.replace("## See", "## Annotations\r\n\r\n- n\r\n\r\n## See")
    assert with_annotation("# A\n\ntext", "n") == "# A\n\ntext\n\n## Annotations\n\n- n\n"


@given(st.one_of(markdown, markdown.map("---\nname: a\n---\n".__add__)), texts)
def test_a_note_is_an_insertion_and_reads_back(text: str, note: str) -> None:
    assume(note.strip())
    noted = with_annotation(text, note)
    before, after = read(text), read(noted)
    assert after.fields == before.fields
    kept = {name: held for name, held in before.sections.items() if name != "Annotations"}
    assert {name: held for name, held in after.sections.items() if name != "Annotations"} == kept
    start = 0
    while start < len(text) and start < len(noted) and text[start] == noted[start]:
        start += 1
    end = len(text)
    while end > start and text[end - 1] == noted[len(noted) - len(text) + end - 1]:
        end -= 1
    assert text[start:end].strip("- \n").casefold() in {"", "none"}


def test_only_the_named_parts_change() -> None:
    text = with_parts(LEARNED, description="New: one", situation="Now.", guidance="1. Do.\n## Verification\nno")
    assert text != LEARNED
    document, before = read(text), read(LEARNED)
    assert document.description == "New: one"
    assert document.section("Situation") == "Now."
    assert document.section("Guidance") == "1. Do.\n## Verification\nno"
    for name in set(SECTIONS) - {"Situation", "Guidance"}:
        assert document.section(name) == before.section(name)
    assert with_parts(LEARNED) == LEARNED
    back = with_parts(text, before.description, before.section("Situation"), before.section("Guidance"))
    assert read(back).sections == before.sections


def test_a_missing_part_is_added_in_its_place() -> None:
    text = "---\nname: a\n---\n# A\n\n## Verification\n\n- v\n"
    assert with_parts(text, situation="s", guidance="g") == (
        "---\nname: a\n---\n# A\n\n## Situation\n\ns\n\n## Guidance\n\ng\n\n## Verification\n\n- v\n"
    )
    assert with_parts("", guidance="g") == "## Guidance\n\ng\n"
    assert with_parts("## Guidance", guidance="g") == "## Guidance\n\ng\n"


@given(markdown, texts)
def test_new_guidance_reads_back_and_leaves_other_sections(text: str, guidance: str) -> None:
    guidance = "x" + guidance
    before, after = read(text), read(with_parts(text, guidance=guidance))
    assert after.section("Guidance") == Draft(name="a", problem=guidance).normal().problem
    for name in set(SECTIONS) - {"Guidance"}:
        assert after.section(name) == before.section(name)


@given(texts)
def test_any_text_is_a_document(text: str) -> None:
    document = read(text)
    assert isinstance(document.trigger + document.guidance + document.use_when, str)
