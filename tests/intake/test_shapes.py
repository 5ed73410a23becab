"""The small decisions that several readers share."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from afterwit.intake import shapes
from afterwit.intake.atif_out import iso
from tests.intake.test_readers import JSON


@pytest.mark.parametrize(
    ("value", "milliseconds"),
    [
        ("2026-03-01T08:00:00Z", 1772352000000),
        ("2026-03-01T08:00:00.250Z", 1772352000250),
        ("2026-03-01T09:00:00+01:00", 1772352000000),
        ("2026-03-01T08:00:00", 1772352000000),
        (1772352000, 1772352000000),
        (1772352000.25, 1772352000250),
        (1772352000250, 1772352000250),
    ],
)
def test_a_time_is_understood_in_every_form(value: object, milliseconds: int) -> None:
    assert shapes.moment(value) == milliseconds


@pytest.mark.parametrize(
    "value",
    [
        "",
        "yesterday",
        "2026-13-01",
        None,
        True,
        [],
        {},
        float("inf"),
        float("nan"),
        1e300,
        10**40,
        "0001-01-01T00:00:00Z",
    ],
)
def test_what_is_no_time_is_none(value: object) -> None:
    assert shapes.moment(value) is None


@given(st.one_of(st.text(), st.integers(), st.floats(), st.datetimes().map(str), JSON))
def test_every_time_can_be_written_again(value: object) -> None:
    at = shapes.moment(value)
    if at:
        assert shapes.moment(iso(at)) == at


@pytest.mark.parametrize(
    ("content", "text"),
    [
        ("as it stands", "as it stands"),
        (None, ""),
        ([], ""),
        ({}, "{}"),
        ([{"type": "text", "text": "one"}, "two", None, {"content": "three"}], "one\ntwo\nthree"),
        ({"content": [{"text": "deep"}]}, "deep"),
        ({"thinking": "hm"}, "hm"),
        ({"output": "done"}, "done"),
        ({"type": "image", "source": {"data": "aW1n"}}, "[image]"),
        ({"type": ["image"]}, '{"type":["image"]}'),
        ({"text": 5}, '{"text":5}'),
        (7, "7"),
        (True, "true"),
    ],
)
def test_text_is_found_in_content_of_every_shape(content: object, text: str) -> None:
    assert shapes.text_of(content) == text


@given(JSON)
def test_content_of_any_shape_has_a_text(content: object) -> None:
    assert isinstance(shapes.text_of(content), str)


def test_content_nested_too_deeply_keeps_what_stands_before() -> None:
    content: object = "the bottom"
    for _ in range(5000):
        content = [content]
    assert shapes.text_of(["the top", content]) == f"the top\n{shapes.NESTED_TOO_DEEPLY}"


@pytest.mark.parametrize(
    ("value", "arguments"),
    [
        ({"a": 1}, {"a": 1}),
        ('{"a": 1}', {"a": 1}),
        ("{broken", {"input": "{broken"}),
        ("[1]", {"input": [1]}),
        (None, {}),
        ("null", {}),
        (5, {"input": 5}),
    ],
)
def test_arguments_are_always_an_object(value: object, arguments: dict[str, object]) -> None:
    assert shapes.arguments(value) == arguments


def test_the_first_key_that_holds_text_is_taken() -> None:
    assert shapes.string({"a": "", "b": 5, "c": "text", "d": "later"}, "a", "b", "c", "d") == "text"
    assert shapes.string({"a": None}, "a", "b") == ""


def test_what_has_another_shape_is_taken_as_empty() -> None:
    assert shapes.mapping([1]) == {}
    assert shapes.sequence({"a": 1}) == []


def test_a_raw_event_keeps_the_value_as_it_came() -> None:
    event = shapes.raw({"type": "moon", "phase": 3}, "moon")
    assert (event.kind, event.text, event.input) == ("raw", "moon", {"type": "moon", "phase": 3})


@pytest.mark.parametrize(
    ("stamp", "milliseconds"),
    [
        ("2026-03-01T08:00:16.250Z", 1772352016250),
        ("2026-03-01T08:00:16.250000Z", 1772352016250),
        ("2026-03-01T09:00:16.250+01:00", 1772352016250),
        ("2016-12-31T23:59:60.500Z", 1483228800500),
        ("2026-03-01T08:00:xx.250Z", None),
        ("2026-13-01T08:00:16.250Z", None),
        ("1969-12-31T08:00:16.250Z", None),
    ],
)
def test_the_usual_form_of_a_time_is_read_like_any_other(stamp: str, milliseconds: int | None) -> None:
    assert shapes.moment(stamp) == milliseconds
