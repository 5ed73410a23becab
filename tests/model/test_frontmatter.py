"""Frontmatter is read whatever its state, and changed without touching anything else."""

import tempfile
from pathlib import Path

import pytest
import skills_ref
import yaml
from hypothesis import given
from hypothesis import strategies as st

from afterwit.model.frontmatter import LIMIT, Value, parse, split
from afterwit.model.frontmatter_edit import scalar, with_fields, with_metadata

PLAIN = "---\nname: rl-plain\ndescription: Does it.  # why\nextra: [1, 'two']\n---\n\n# Body\n\n---\n\nmore\n"


def fields(text: str) -> dict[str, Value]:
    found = parse(split(text)).root.value()
    assert isinstance(found, dict)
    return found


def problems(text: str) -> str:
    return " ".join(parse(split(text)).problems)


def validated(text: str, name: str) -> list[str]:
    with tempfile.TemporaryDirectory() as folder:
        skill = Path(folder) / name
        skill.mkdir()
        (skill / "SKILL.md").write_text(text, encoding="utf-8", newline="")
        return skills_ref.validate(skill)


pieces = st.sampled_from([
    "---", "---\n", "\n", "\r\n", "name: a", "description: Use this: when", "metadata:", "  domain: os", "- x", "{",
    "}", "[", "]", ": ", "#", "# Title\n", '"', "'", "|", "|\n  text\n", ">-\n  folded\n\n", "&a", "*a", "\t", " ",
    "\ufeff", "...", "? ", "!!python/object:os.system", "<<: *a", "é", "😀", "\x00", "\x85",
    "\u2028", "```", "%YAML 1.1", ",", "metadata: {a: 1}", "metadata: text", "metadata: [a]",
    "metadata:\n- a\n", "a: 1", "a:\n    b: c\n",
])  # fmt: skip
garbage = st.lists(pieces, max_size=14).map("".join)
matters = st.lists(pieces, max_size=10).map(lambda parts: "---\n" + "".join(parts) + "\n---\nbody\n")
values = st.text(max_size=40)
keys = st.from_regex(r"[a-z][a-z-]{0,12}", fullmatch=True)


@given(st.one_of(garbage, matters, st.text(max_size=60)))
def test_the_parts_of_any_text_give_it_back(text: str) -> None:
    parts = split(text)
    assert parts.opening + parts.matter + parts.closing + parts.body == text


@given(st.one_of(garbage, matters, st.text(max_size=60)))
def test_any_text_is_read_without_an_error(text: str) -> None:
    assert isinstance(fields(text), dict)


def test_hyphens_in_the_body_close_nothing() -> None:
    assert split(PLAIN).body == "\n# Body\n\n---\n\nmore\n"


@pytest.mark.parametrize(
    ("text", "shape"),
    [
        ("\ufeff---\r\nname: a\r\n---\r\nbody", "fenced"),
        ("\n\n---  \nname: a\n---", "fenced"),
        ("<!-- from a tool -->\n---\nname: a\n---\n", "fenced"),
        ("---\nname: a\n  ---\nbody", "fenced"),
        ("---\nname: a\n\n# Title\n", "unclosed"),
        ("name: a\nother: b\n---\nbody", "unopened"),
    ],
)
def test_a_frontmatter_is_found_in_every_shape(text: str, shape: str) -> None:
    assert split(text).shape == shape
    found = fields(text)
    assert found["name"] == "a"


def test_a_text_without_frontmatter_is_all_body() -> None:
    assert split("# Title\n---\nname: a\n---\n").shape == "none"
    assert "no frontmatter" in problems("# Title\n")


def test_scalars_stay_as_they_are_written() -> None:
    assert fields("---\nversion: 1.10\non: yes\nday: 2024-01-01\nnone: ~\n---\n") == {
        "version": "1.10",
        "on": "yes",
        "day": "2024-01-01",
        "none": "",
    }


@pytest.mark.parametrize(
    ("matter", "description"),
    [
        ("description: Use this: when it rains", "Use this: when it rains"),
        ("description: \tUse this: now", "Use this: now"),
        ('description: "never closed: x', '"never closed: x'),
        ("description: first: a\n  and more", "first: a and more"),
        ("description: |\n\ttabbed\n\ttext", "tabbed text"),
        ("description: @at", "@at"),
        ("description: it\nbroken line\nother: x: y", "it broken line"),
    ],
)
def test_what_is_no_yaml_is_read_line_by_line(matter: str, description: str) -> None:
    text = f"---\nname: a\n{matter}\nmetadata:\n  domain: os\n---\n"
    found = fields(text)
    assert found["description"] in (description, description.split(" broken", maxsplit=1)[0])
    assert found["metadata"] == {"domain": "os"}
    assert "no valid YAML" in problems(text)


def test_the_last_of_repeated_fields_holds_and_is_told() -> None:
    text = "---\nname: a\nname: b\n---\n"
    assert fields(text) == {"name": "b"}
    assert "name is given more than once" in problems(text)


@pytest.mark.parametrize(
    "bomb",
    [
        "a: &a [x, x]\nb: &b [*a, *a]\nc: [*b, *b]",
        "a: " + "[" * 5000,
        "a: " + "{a: " * 500,
        "? " * 3000,
        "- " * 3000,
        "a: " + "x" * (LIMIT + 1),
        "a: !!python/object/apply:os.system [id]",
        "b: c: d\n" * 9000,
        "b: c\n" * 9000,
    ],
)
def test_a_bomb_is_text_like_any_other(bomb: str) -> None:
    text = f"---\nname: calm\n{bomb}\n---\n"
    found = fields(text)
    assert found["name"] == "calm"


@given(values)
def test_every_reader_takes_a_written_value_for_the_same_text(value: str) -> None:
    assert yaml.safe_load(f"key: {scalar(value)}\n") == {"key": value}
    assert fields(f"---\nkey: {scalar(value)}\n---\n") == {"key": value}


@given(values.filter(lambda value: bool(value.strip())))
def test_the_reference_validator_takes_every_value(value: str) -> None:
    text = with_metadata(with_fields("", {"name": "rl-a", "description": value}), {"note": value, "other": "---"})
    assert validated(text, "rl-a") == []


@pytest.mark.parametrize(
    "value", ["true", "no", "1.0", "", " a", "a ", "a: b", "a #b", "--- x", "null", "~", "0x1f", "-"]
)
def test_what_would_read_as_something_else_is_quoted(value: str) -> None:
    assert scalar(value).startswith('"')


def test_half_a_surrogate_pair_is_written_as_a_replacement() -> None:
    assert fields(with_fields(PLAIN, {"name": "a\ud800"}))["name"] == "a\ufffd"


def test_only_the_named_field_changes() -> None:
    changed = with_fields(PLAIN, {"description": "Now: this"})
    assert changed == PLAIN.replace("Does it.", '"Now: this"')
    assert with_fields(changed, {"description": "Does it."}) == PLAIN


def test_a_new_field_is_added_after_the_last() -> None:
    assert with_fields(PLAIN, {"license": "MIT"}) == PLAIN.replace("'two']\n", "'two']\nlicense: MIT\n")


def test_a_field_is_taken_out_with_its_lines_alone() -> None:
    text = "---\nname: a\n# why\ndescription: |\n  one\n\n  two\n\nlast: x\n---\nbody"
    assert with_fields(text, {"description": None}) == "---\nname: a\n# why\n\nlast: x\n---\nbody"
    assert with_fields(text, {"missing": None}) == text


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("metadata:\n  a: b # c\nlast: x\n", "metadata:\n  a: b # c\n  domain: os\nlast: x\n"),
        ("metadata:\n    a: b\n", "metadata:\n    a: b\n    domain: os\n"),
        ('metadata: {"a":{"b":["c"]}}\n', 'metadata: {"a":{"b":["c"]}, "domain": "os"}\n'),
        ("metadata: {a: 1,}\n", 'metadata: {a: 1, "domain": "os",}\n'),
        ("metadata: {}\n", 'metadata: {"domain": "os"}\n'),
        ("metadata:  # soon\nlast: x\n", "metadata:  # soon\n  domain: os\nlast: x\n"),
        ("metadata: ~\n", "metadata:\n  domain: os\n"),
        ("metadata: 'text'\n", "metadata:\n  value: 'text'\n  domain: os\n"),
        ("metadata:\n  domain: general\n", "metadata:\n  domain: os\n"),
        ("metadata:\n  domain:\n", "metadata:\n  domain: os\n"),
        ("description: not: yaml\nmetadata:\n  a: b\n", "description: not: yaml\nmetadata:\n  a: b\n  domain: os\n"),
        ("# only\n", "# only\nmetadata:\n  domain: os\n"),
    ],
)
def test_metadata_is_set_where_it_stands(before: str, after: str) -> None:
    assert with_metadata(f"---\n{before}---\nbody", {"domain": "os"}) == f"---\n{after}---\nbody"


def test_metadata_is_set_among_more_broken_fields_than_are_tried() -> None:
    text = "---\n" + "".join(f"k{number}: b: c\n" for number in range(300)) + "metadata:\n  a: b\n---\n"
    assert fields(with_metadata(text, {"domain": "os"}))["metadata"] == {"a": "b", "domain": "os"}


def test_a_text_without_frontmatter_gets_one() -> None:
    assert with_metadata("\ufeff# Title\r\n", {"domain": "os"}) == (
        "\ufeff---\r\nmetadata:\r\n  domain: os\r\n---\r\n# Title\r\n"
    )


def test_the_last_of_metadata_takes_metadata_with_it() -> None:
    assert with_metadata(with_metadata(PLAIN, {"domain": "os"}), {"domain": None}) == PLAIN
    assert with_metadata("---\nmetadata: {a: 1}\nb: c\n---\n", {"a": None}) == "---\nb: c\n---\n"
    assert with_metadata("---\nmetadata: {a: 1, b: 2}\n---\n", {"a": None}) == "---\nmetadata: {b: 2}\n---\n"
    assert with_metadata("---\nmetadata: {a: 1, b: 2}\n---\n", {"b": None}) == "---\nmetadata: {a: 1}\n---\n"


def test_lines_end_as_they_did() -> None:
    text = "---\r\nname: a\r\n---\r\nbody\r\n"
    assert with_metadata(text, {"domain": "os"}) == "---\r\nname: a\r\nmetadata:\r\n  domain: os\r\n---\r\nbody\r\n"


@given(st.one_of(matters, garbage), keys, values)
def test_a_changed_field_reads_back_and_the_rest_is_unchanged(text: str, key: str, value: str) -> None:
    before = fields(text)
    changed = with_fields(text, {key: value})
    after = fields(changed)
    assert after[key] == value
    assert {name: held for name, held in after.items() if name != key} == {
        name: held for name, held in before.items() if name != key
    }
    assert split(changed).body == split(text).body
    gone = fields(with_fields(changed, {key: None}))
    assert gone == {name: held for name, held in before.items() if name != key}


@given(st.one_of(matters, garbage), keys, values)
def test_changed_metadata_reads_back_and_the_rest_is_unchanged(text: str, key: str, value: str) -> None:
    before = fields(text)
    changed = with_metadata(text, {key: value})
    after = fields(changed)
    metadata = after["metadata"]
    assert isinstance(metadata, dict)
    assert metadata[key] == value
    assert {name: held for name, held in after.items() if name != "metadata"} == {
        name: held for name, held in before.items() if name != "metadata"
    }
    assert split(changed).body == split(text).body


@given(
    st.dictionaries(keys.filter(lambda key: key != "metadata"), values, max_size=4),
    st.dictionaries(keys, values, max_size=4),
    keys,
    values,
)
def test_a_change_is_one_insertion_and_its_opposite_restores_every_byte(
    top: dict[str, str], below: dict[str, str], key: str, value: str
) -> None:
    lines = [f"{name}: {scalar(held)}  # a comment" for name, held in top.items()]
    lines += (
        ["metadata:", *(f"    {name}: {scalar(held, quoted=True)}" for name, held in below.items())] if below else []
    )
    text = "\n".join(["---", *lines, "---", "body", ""])
    changed = with_metadata(text, {key: value})
    restored = with_metadata(changed, {key: below.get(key)})
    assert fields(restored) == fields(text)
    if key not in below:
        assert restored == text
