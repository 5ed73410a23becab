"""What tools are given, held against what they take."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from afterwit.errors import WrongUse
from afterwit.faces.mcp.arguments import LONGEST_SHOWN, checked, shown
from afterwit.faces.mcp.tools import BY_NAME, LONGEST_QUERY, TOOLS, Tool

SEARCH, LESSON = BY_NAME["search_skills"], BY_NAME["add_lesson"]
OURS = [tool for tool in TOOLS if tool.ours]
anything = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=30),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=5), inner, max_size=3),
    max_leaves=5,
)


def test_null_is_as_good_as_left_out() -> None:
    assert checked(SEARCH, {"query": "smoke", "k": None}) == {"query": "smoke"}


def test_every_problem_is_told_at_once() -> None:
    with pytest.raises(WrongUse) as refused:
        checked(SEARCH, {"k": 0, "domain": ["x"], "limit": 3})
    told = str(refused.value)
    assert told.startswith("search_skills: ")
    for problem in (
        "query is missing",
        "k is from 1 to 20, not 0",
        "domain is a text, not a list",
        "there is no parameter limit: search_skills takes query, k, domain",
    ):
        assert problem in told


@pytest.mark.parametrize(
    ("tool", "arguments", "problem"),
    [
        (SEARCH, {"query": "  "}, "query is empty"),
        (SEARCH, {"query": "x" * (LONGEST_QUERY + 1)}, "100,001 characters long"),
        (SEARCH, {"query": "x", "k": True}, "k is a whole number, not true or false"),
        (SEARCH, {"query": "x", "k": "5"}, "k is a whole number, not 5"),
        (SEARCH, {"query": {}}, "query is a text, not an object"),
        (LESSON, {"text": "x", "category": "gossip"}, "category is one of behavioral, factual, operational"),
    ],
)
def test_each_problem_has_its_words(tool: Tool, arguments: dict[str, object], problem: str) -> None:
    with pytest.raises(WrongUse, match=problem):
        checked(tool, arguments)


@given(st.sampled_from(OURS), st.dictionaries(st.sampled_from(["query", "k", "name", "text", "x"]), anything))
def test_whatever_is_given_is_taken_or_refused_in_words(tool: Tool, arguments: dict[str, object]) -> None:
    try:
        assert set(checked(tool, arguments)) <= set(tool.takes)
    except WrongUse as refused:
        told = str(refused)
    else:
        told = ""
    assert "\n" not in told


@given(anything)
def test_what_is_shown_of_it_is_short_and_on_one_line(value: object) -> None:
    assert len(shown(value)) <= LONGEST_SHOWN + 1
    assert shown(value).isprintable()
