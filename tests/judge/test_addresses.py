"""Absolute paths in a text, placeholders within them included."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from afterwit.judge.addresses import paths_in


def paths(text: str) -> list[str]:
    return [path for _, path in paths_in(text)]


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("gh api /repos/<owner>/<name>/pulls now", ["/repos/<owner>/<name>/pulls"]),
        ("cat /srv/<name>/lib and /opt/tool", ["/srv/<name>/lib", "/opt/tool"]),
        ("gh api repos/<owner>/<name>/pulls", []),
        ("src/<name>/lib/a.py", []),
        ("/home/<user>/shop", ["~/shop"]),
        ("x <name> /etc/passwd", ["/etc/passwd"]),
        ("see /etc/hosts.", ["/etc/hosts"]),
        ("no path", []),
    ],
)
def test_a_placeholder_within_a_path_begins_no_other(text: str, found: list[str]) -> None:
    assert paths(text) == found


@pytest.mark.parametrize("text", ["cat >/etc/passwd", "<name>/etc/passwd", "a=/etc/passwd", "x:/etc/passwd"])
def test_what_stands_before_a_path_does_not_hide_it(text: str) -> None:
    assert paths(text) == ["/etc/passwd"]


@pytest.mark.parametrize("text", ["tool x<y>/etc/passwd", "cat a<b-c>/etc/passwd"])
def test_redirections_that_look_like_a_placeholder_hide_no_path(text: str) -> None:
    assert paths(text) == ["/etc/passwd"]


@given(st.lists(st.sampled_from(["/", "<", ">", "a", "name", " ", "-", "~", ".", "`", "\n"]), max_size=40).map("".join))
def test_the_place_of_a_path_is_where_it_stands(text: str) -> None:
    for place, path in paths_in(text):
        assert 0 <= place < len(text)
        assert path
