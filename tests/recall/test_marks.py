"""What a need and a skill may share besides words."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from afterwit.recall.marks import (
    MOST_LINES,
    cited,
    commands,
    errors,
    is_command,
    is_error,
    kinds_of_files,
    quoted,
    without_blocks,
)


@pytest.mark.parametrize(
    ("here", "there"),
    [
        (
            "error: cannot open /home/ada/lamp/wick.py:31",
            "error: cannot open /srv/builds/9/oil.py:7",
        ),
        (
            "2026-01-04 10:11:12 ERROR connection to postgres://ada@db/x refused after 30s",
            "2025-12-31 23:59:59 ERROR connection to postgres://bob@other/y refused after 5s",
        ),
        (
            "fatal: object 3f2a9c1b7d is missing",
            "  > fatal: object 77aa01bc99d2 is missing",
        ),
        (
            "- `Error: the port 8080 is not allowed`",
            "Error: the port 9000 is not allowed",
        ),
    ],
    ids=["paths and lines", "times and addresses", "digests and citation", "lists and numbers"],
)
def test_the_same_error_on_another_machine_has_the_same_mark(here: str, there: str) -> None:
    assert [*errors(here)] == [*errors(there)] != []


def test_another_error_has_another_mark() -> None:
    assert [*errors("error: unknown flag: --stat")] != [*errors("error: unknown flag: --name")]


@pytest.mark.parametrize("line", ["", "all is well today", "an error", "failed"])
def test_what_complains_of_nothing_or_in_too_few_words_has_none(line: str) -> None:
    assert [*errors(line)] == []


def test_of_many_lines_the_first_and_the_last_are_looked_at() -> None:
    half = MOST_LINES // 2
    words = ["alpha"] * half + ["between"] * MOST_LINES + ["omega"] * half
    found = errors("\n".join(f"error: no such thing as {word}" for word in words))
    assert {line.split()[-1] for line in found.values()} == {"alpha", "omega"}


def test_the_same_error_is_known_whatever_stands_before_it() -> None:
    plain = errors("unknown flag: --stat")
    assert plain.keys() <= errors("error: unknown flag: --stat").keys()
    assert plain.keys() <= errors("gh: error: unknown flag: --stat").keys()
    assert plain.keys().isdisjoint(errors("error: unknown flag: --name"))


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("Run `git rebase -i main`.", {"$git", "$git rebase"}),
        ("$ sudo docker compose up | tee log", {"$docker", "$docker compose", "$tee", "$tee log"}),
        ("```sh\nuv run pytest -q\n```", {"$pytest"}),
        ("git rebase is a thing that people do", set[str]()),
        ("Set `MAX_SIZE` to `42`.", set[str]()),
    ],
)
def test_commands_are_those_that_a_text_shows_being_run(text: str, shown: set[str]) -> None:
    found = set(commands(text))
    assert found == shown
    assert all(map(is_command, found))


def test_kinds_of_files_are_told_by_their_endings() -> None:
    assert kinds_of_files("src/a.py, B.PDF, ./x.tar.gz; version 3.11, e.g. this. And that") >= {"py", "pdf", "gz"}
    assert kinds_of_files("version 3.11 and 2.0. And so on") == frozenset()


BLOCKS = "Say `one two` first.\n\n```sh\nmake all\n```\n\nThen “three four”.\n~~~\nfive\n~~~\n"


def test_what_is_shown_and_what_is_told_are_parted() -> None:
    assert quoted(BLOCKS).split("\n")[-1] == "one two"
    assert {"make all", "five"} <= set(quoted(BLOCKS).split("\n"))
    assert "three four" not in quoted(BLOCKS)
    assert cited(BLOCKS).split("\n")[-1] == "three four"
    assert "Then" in without_blocks(BLOCKS)
    assert not any(shown in without_blocks(BLOCKS) for shown in ("make all", "five"))


@given(st.text(st.characters() | st.sampled_from("`~\n $“”'|;.")))
def test_any_text_has_marks_that_no_word_can_be(text: str) -> None:
    assert all(map(is_error, errors(text)))
    assert all(map(is_command, commands(text)))
    assert not any(is_error(word) or is_command(word) for word in text.split() if word.isalnum())
    cited(text)
    without_blocks(text)
    kinds_of_files(text)
