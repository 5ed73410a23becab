"""Any text is a need, and what it is looked for with."""

from math import isfinite

import pytest
from hypothesis import given
from hypothesis import strategies as st

from afterwit.model.words import tokens
from afterwit.recall.marks import is_command, is_error
from afterwit.recall.need import LONGEST_PROSE, need

ANYTHING = st.text(st.characters(), max_size=200) | st.lists(
    st.sampled_from(["```", "~~~", "`", "$ ", "\n", "\0", "\ud800", "a.py", "error: no such", "“", "”", "部署", "🦀"])
).map("".join)
MEGABYTE = 1_000_000
PIECES = [
    *("a ", "a", "`", "```\n", "``` x\n~~~\n", "`x` ", " ", "\n", "\t\n", ". ", "(", "\\", "'", "a.b", "-", "/", "\0"),
    *("$ ", "$ x | y\n", "<<a\n", "e:", "error: no such file\n", "“", "\u0301", "部", "🦀", "Ж", "\ud800"),
]


@given(ANYTHING)
def test_any_text_is_a_need(text: str) -> None:
    asked = need(text)
    assert all(isfinite(much) and much > 0 for much in asked.terms.values())
    assert len(asked.prose) <= LONGEST_PROSE
    assert all(word in asked.text for word in asked.words.values())
    asked.text.encode()


@pytest.mark.parametrize("piece", PIECES, ids=ascii)
def test_a_megabyte_of_anything_is_a_need(piece: str) -> None:
    asked = need(piece * (MEGABYTE // len(piece)))
    assert len(asked.text) < MEGABYTE
    assert len(asked.prose) <= LONGEST_PROSE


@pytest.mark.parametrize("text", ["", " \n", "!?*()", "the of and", "\0", '"""', "* - +"])
def test_what_has_no_words_is_looked_for_with_none(text: str) -> None:
    assert need(text).terms == {}


def test_operators_of_a_query_language_are_words_like_any() -> None:
    assert need('"crab" AND NEAR(pots*) name:lamp').terms.keys() == {"crab", "near", "pot", "name", "lamp"}


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("Сервер не отвечает", {"Сервер", "не", "отвечает"}),
        ("数据库 超时", {"数据库", "超时"}),
        ("Größe ändern", {"Größe", "ändern"}),
    ],
)
def test_words_of_any_script_are_looked_for_and_kept_as_they_are_written(text: str, words: set[str]) -> None:
    asked = need(text)
    assert asked.terms.keys() == set(tokens(text)) == asked.words.keys()
    assert set(asked.words.values()) == words


def test_a_word_that_is_said_often_counts_more_but_not_as_often_as_it_is_said() -> None:
    terms = need("crab crab crab crab lamp").terms
    assert terms["lamp"] < terms["crab"] < 4 * terms["lamp"]


def test_of_a_long_text_the_beginning_and_the_end_count() -> None:
    terms = need(f"marmalade {'filling ' * 20_000} zebra").terms
    assert {"marmalad", "fill", "zebra"} <= terms.keys()


PROMPT = """# Fix the harbour report

The report counts every boat twice when two gauges send at once. Please find out why it does.

```python
def counted_boats(gauges): return sum(gauge.boats for gauge in gauges)
```

| field | meaning |
- `tide`
"""


def test_the_meaning_of_a_long_prompt_is_that_of_its_sentences() -> None:
    prose = need(PROMPT).prose
    assert "counts every boat twice when two gauges send at once" in prose
    assert "Please find out why it does" in prose
    for no_sentence in ("counted_boats", "field", "tide", "#", "`"):
        assert no_sentence not in prose
    assert "gaug" in need(PROMPT).terms


def test_a_few_words_are_all_there_is_to_mean() -> None:
    assert need("crab pots").prose == "crab pots"
    assert "x = 1" in need("```\nx = 1\n```").prose


def test_errors_commands_and_kinds_of_files_are_looked_for_besides() -> None:
    asked = need("`git rebase -i main` says\nfatal: invalid upstream 'main'\nand touches notes.md and data/tides.CSV")
    assert any(map(is_error, asked.terms))
    assert {term for term in asked.terms if is_command(term)} == {"$git", "$git rebase"}
    assert asked.files == {"md", "csv"}
    assert {word for term, word in asked.words.items() if is_error(term)} == {"fatal: invalid upstream 'main'"}
    assert not any(is_command(term) for term in asked.words)
