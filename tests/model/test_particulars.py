"""Particulars: what in a text was there only once."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from afterwit.model.particulars import MOST, particulars


@pytest.mark.parametrize(
    ("text", "kind", "identifier"),
    [
        ("Fixed SHOP-4711", "a ticket number", "SHOP-4711"),
        ("since 2026-11-03", "a date or time", "2026-11-03"),
        ("in /home/ada/shop", "somebody's folder", "/home/ada/shop"),
        ("at 3f9c2ab41d07e58b", "a hash", "3f9c2ab41d07e58b"),
        ("see issue #4711", "a pull request or issue", "issue #4711"),
    ],
)
def test_what_was_there_once_is_found_with_its_line(text: str, kind: str, identifier: str) -> None:
    assert list(particulars(f"Before\n{text}.")) in ([(1, kind, identifier)], [(1, kind, f"{identifier}.")])


@pytest.mark.parametrize("text", ["UTF-8 and ISO-8601", "/home/user/shop", "issue #1234", "Use rich_text filters"])
def test_standards_examples_and_plain_words_are_none(text: str) -> None:
    assert list(particulars(text)) == []


@given(st.text())
def test_any_text_can_be_looked_at(text: str) -> None:
    assert len(list(particulars(text))) <= MOST
