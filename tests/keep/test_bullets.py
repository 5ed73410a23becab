"""Bullets among text that people wrote."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from afterwit.errors import WriteFailed
from afterwit.keep import bullets
from afterwit.keep.bullets import Bullet
from tests.keep.pages import PAGES


def texts(page: str) -> list[str]:
    return [bullet.text for bullet in bullets.find(page.split("\n"))]


def added(page: str, words: str) -> tuple[list[str], Bullet]:
    lines = page.split("\n")
    return bullets.append(lines, bullets.find(lines), words)


@pytest.mark.parametrize("line", ["- One", "* One", "+ One", " - One", "-\tOne", "-   One  ", "- One\r"])
def test_a_bullet_is_read_however_it_is_marked(line: str) -> None:
    assert texts(line) == ["One"]


@pytest.mark.parametrize(
    "line", ["One", "# One", "-One", "- ", "---", "* * *", "- - -", "> - One", "1. One", "    - One", "<!-- - One -->"]
)
def test_other_lines_are_no_bullets(line: str) -> None:
    assert texts(line) == []


def test_a_bullet_goes_on_where_the_next_lines_are_further_in() -> None:
    assert texts("- One\n  and more\n\tof it\n- Two\n\n  No more of it") == ["One and more of it", "Two"]


def test_lists_and_code_below_a_bullet_belong_to_it_but_are_not_its_words() -> None:
    lines = ["- One", "  - below", "  and on", "- Two", "  ```", "  - code", "  ```", "end"]
    assert [(bullet.text, bullet.first, bullet.after) for bullet in bullets.find(lines)] == [
        ("One", 0, 3),
        ("Two", 3, 7),
    ]


def test_code_that_begins_in_a_bullet_is_not_cut_in_two() -> None:
    page = "- One\n  ```\ncode\n```\n"
    assert "\n".join(added(page, "Two")[0]) == f"{page}- Two\n"


def test_code_and_comments_hold_no_bullets() -> None:
    assert texts("```\n- code\n```\n<!--\n- old\n-->\n<!-- one -->\n- One\n~~~\n- open") == ["One", "open"]


def test_nothing_after_a_comment_that_is_never_closed_is_a_bullet() -> None:
    page = "- One\n<!--\n- Two"
    assert texts(page) == ["One"]
    lines, new = added(page, "Three -->")
    assert "\n".join(lines) == "- One\n- Three -->\n<!--\n- Two"
    assert new.first == 1


def test_the_words_of_a_bullet_can_not_hide_those_below() -> None:
    lines, _ = added("- One\n\n```\ncode\n```\n", "``` Two")
    assert [bullet.text for bullet in bullets.find([*lines, "- Three"])] == ["One", "``` Two", "Three"]


def test_a_text_becomes_one_line_without_control_characters() -> None:
    assert bullets.one_line(" a\r\n\tb\x00c\x1b[1m\u2028d \udcff ") == "a b c [1m d \ufffd"


@pytest.mark.parametrize("text", ["", " \n", "---", "…", "* *"])
def test_a_text_without_words_is_refused(text: str) -> None:
    with pytest.raises(WriteFailed, match="no words"):
        bullets.worded(text)


def test_new_lines_end_as_the_others_do() -> None:
    assert added("# A\r\n- One\r\n", "Two")[0] == ["# A\r", "- One\r", "- Two\r", ""]


@settings(deadline=None)
@given(PAGES, st.text(min_size=1).filter(bullets.has_words))
def test_a_bullet_that_is_added_can_be_taken_out_without_a_trace(page: str, words: str) -> None:
    lines, new = added(page, bullets.worded(words))
    assert [bullet.text for bullet in bullets.find(lines)] == [*texts(page), bullets.worded(words)]
    assert bullets.find(lines)[-1] == new
    assert "\n".join(bullets.without(lines, [new])) == page


@settings(deadline=None)
@given(PAGES, st.text(min_size=1).filter(bullets.has_words))
def test_rewording_a_bullet_leaves_every_other_one_alone(page: str, words: str) -> None:
    lines = page.split("\n")
    found = bullets.find(lines)
    for number, bullet in enumerate(found):
        expected = [other.text for other in found]
        expected[number] = bullets.worded(words)
        assert texts("\n".join(bullets.reword(lines, bullet, bullets.worded(words)))) == expected
