"""Changing JSON text in the style in which it is written."""

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from afterwit.adapters.hosts.json_edit import Document
from afterwit.adapters.hosts.json_text import Node, value_of
from tests.adapters.hosts.written import KEYS, VALUES, documents

FILLED = st.dictionaries(KEYS, VALUES, max_size=4) | st.lists(VALUES, max_size=4)


def root(document: Document) -> Node:
    assert document.root is not None
    return document.root


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("{}", '{\n  "k": {\n    "v": 1\n  }\n}'),
        ("{}\n", '{\n  "k": {\n    "v": 1\n  }\n}\n'),
        ("{\n}\n", '{\n  "k": {\n    "v": 1\n  }\n}\n'),
        ('{\n    "a": 1\n}', '{\n    "a": 1,\n    "k": {\n        "v": 1\n    }\n}'),
        ('{\n\t"a": 1\n}', '{\n\t"a": 1,\n\t"k": {\n\t\t"v": 1\n\t}\n}'),
        ('{\r\n  "a": 1\r\n}\r\n', '{\r\n  "a": 1,\r\n  "k": {\r\n    "v": 1\r\n  }\r\n}\r\n'),
        ('{"a":1}', '{"a":1,"k":{"v":1}}'),
        ('{"a": 1}', '{"a": 1, "k": {"v": 1}}'),
        ('{ "a": 1 }', '{ "a": 1, "k": {"v": 1} }'),
        ('{\n  "a": 1,\n}', '{\n  "a": 1,\n  "k": {\n    "v": 1\n  },\n}'),
        ('{\n  "a": 1 // one\n}', '{\n  "a": 1, // one\n  "k": {\n    "v": 1\n  }\n}'),
        ('{\n  "a": 1, // one\n  // end\n}', '{\n  "a": 1, // one\n  "k": {\n    "v": 1\n  },\n  // end\n}'),
        ('{"a": 1 // one\n}', '{"a": 1, // one\n  "k": {\n    "v": 1\n  }\n}'),
        ("{ // nothing yet\n}", '{ // nothing yet\n  "k": {\n    "v": 1\n  }\n}'),
        ("{ /* nothing */ }", '{ /* nothing */\n  "k": {\n    "v": 1\n  }\n }'),
    ],
)
def test_what_is_added_looks_like_what_is_there(before: str, after: str) -> None:
    document = Document(before)
    added = document.added(root(document), "k", {"v": 1})
    assert added.text == after
    assert added.removed(root(added), len(root(added).items) - 1, document.inside(root(document))).text == before


@given(documents(FILLED), VALUES)
def test_adding_and_removing_leaves_every_byte_as_it_was(document: tuple[object, str], value: object) -> None:
    _, text = document
    before = Document(text)
    container = root(before)
    added = before.added(container, "k" if container.kind == "object" else None, value)
    index = len(root(added).items) - 1
    assert json.dumps(value_of(added.text, root(added).items[index].value)) == json.dumps(value)
    inside = before.inside(container) if not container.items else None
    assert added.removed(root(added), index, inside).text == text


@given(documents(FILLED), st.data())
def test_any_item_can_go_and_the_others_stay(document: tuple[object, str], data: st.DataObject) -> None:
    value, text = document
    before = Document(text)
    if not root(before).items:
        return
    index = data.draw(st.integers(0, len(root(before).items) - 1))
    left = before.removed(root(before), index)
    if isinstance(value, dict):
        key = root(before).items[index].key
        assert value_of(left.text, root(left)) == {name: each for name, each in value.items() if name != key}  # pyright: ignore[reportUnknownVariableType]
    elif isinstance(value, list):
        assert value_of(left.text, root(left)) == value[:index] + value[index + 1 :]


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ('{\n  "a": {\n    "x": 1\n  } // so\n}', '{\n  "a": {\n    "y": 2\n  } // so\n}'),
        ('{"a": {"x": 1}}', '{"a": {"y": 2}}'),
    ],
)
def test_a_value_is_replaced_in_its_place(before: str, after: str) -> None:
    document = Document(before)
    assert document.replaced(root(document).items[0].value, {"y": 2}).text == after


def test_what_somebody_wrote_beside_the_last_item_stays_when_that_goes() -> None:
    document = Document('{\n  // mine\n  "k": 1\n}')
    assert document.removed(root(document), 0, "").text == "{\n  // mine\n}"
