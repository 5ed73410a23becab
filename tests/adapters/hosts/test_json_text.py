"""Reading JSON with the place of each value."""

import pytest
from hypothesis import given

from afterwit.adapters.hosts.json_text import NotJson, place, scan, value_of
from tests.adapters.hosts.written import documents


@given(documents())
def test_a_document_means_the_same_however_it_is_written(document: tuple[object, str]) -> None:
    value, text = document
    root = scan(text)
    assert root is not None
    assert value_of(text, root) == value


@given(documents())
def test_what_is_read_closed_means_the_same(document: tuple[object, str]) -> None:
    value, text = document
    root = scan(text, frozenset({"hooks"}))
    assert root is not None
    assert value_of(text, root) == value


@pytest.mark.parametrize("text", ["", " \n", "// nothing here\n", "/* nor\nhere */"])
def test_space_and_comments_alone_are_no_document(text: str) -> None:
    assert scan(text) is None


@pytest.mark.parametrize(
    ("text", "line", "column", "why"),
    [
        ('{\n  "a": 1\n  "b": 2\n}', 3, 3, "',' or '}' is expected"),
        ('{"a" 1}', 1, 6, "':' is expected after a key"),
        ("{\n  a: 1\n}", 2, 3, "a key in double quotes is expected"),
        ('{"a": tru}', 1, 7, "a value is expected here, not 't'"),
        ('{"a": 01}', 1, 8, "this is no valid number"),
        ('{"a": 1', 1, 8, "the document ends too early"),
        ('{"a":', 1, 6, "the document ends too early"),
        ('{"a": 1,', 1, 9, "the document ends too early"),
        ('{"a": "b', 1, 7, "a text is not closed"),
        ('{"a": "b\n"}', 1, 9, "this is no valid string"),
        ('{"a": "\\x"}', 1, 8, "this is no valid string"),
        ("{} {}", 1, 4, "something follows after the end of the document"),
        ("{} /* so", 1, 4, "a comment is not closed"),
        ("{,}", 1, 2, "a key in double quotes is expected"),
        ("[" * 1000, 1, 202, "it is nested too deeply"),
        ('{"a": NaN}', 1, 7, "a value is expected here, not 'N'"),
    ],
)
def test_what_is_wrong_is_told_with_its_place(text: str, line: int, column: int, why: str) -> None:
    for opened in (None, frozenset[str]()):
        with pytest.raises(NotJson) as caught:
            scan(text, opened)
        assert (*place(text, caught.value.at), caught.value.why) == (line, column, why)


def test_of_a_key_that_is_there_twice_the_last_counts() -> None:
    text = '{"a": 1, "a": 2}'
    root = scan(text)
    assert root is not None
    assert value_of(text, root) == {"a": 2}
    assert root.index("a") == 1


def test_a_number_of_any_length_is_read() -> None:
    text = "[" + "9" * 5000 + "]"
    root = scan(text)
    assert root is not None
    assert value_of(text, root) == [float("inf")]
