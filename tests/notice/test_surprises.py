"""Surprises: calls that succeeded, gave nothing, and were then made differently."""

import pytest

from afterwit.config import Notice
from afterwit.model.signal import Signal
from afterwit.notice.attempts import attempts
from afterwit.notice.surprises import TEMPLATE, surprises
from tests.notice.deeds import SESSION, Told, by, edited, happened, ran, recovery, remarked, told_by

EMPTY = ran("gh pr view 12 --comments", "")
FULL = ran("gh pr view 12 --json comments", '{"comments":[1]}')
WRONG = remarked("The `--comments` output came back empty, let me use the JSON form instead.")


def found(*told: Told, window: int = 15) -> list[Signal]:
    return list(surprises(SESSION, attempts(SESSION.key, happened(*told)), Notice(window=window)))


def test_nothing_where_something_was_to_be_shown_and_then_something() -> None:
    (signal,) = found(EMPTY, FULL)
    assert told_by(signal) == (["gh pr view 12 --comments"], "gh pr view 12 --json comments")
    assert (signal.sort, signal.trigger) == ("surprise", "recovered_surprise")
    assert signal.events == ("e2", "e3", "e4", "e5")
    assert (recovery(signal).error, recovery(signal).template) == ("", TEMPLATE)
    assert signal.steps_wasted == 1


@pytest.mark.parametrize("nothing", ["", "[]", "{}", "null", "(no output)", "  \n"])
def test_nothing_has_many_forms(nothing: str) -> None:
    assert found(ran("gh pr view 12 --comments", nothing), FULL)


def test_a_list_may_well_be_empty_so_that_says_less() -> None:
    (shown,) = found(EMPTY, FULL)
    (listed,) = found(ran("gh pr list --mine", "[]"), ran("gh pr list --author @me", "12"))
    assert listed.confidence < 0.7 <= shown.confidence


@pytest.mark.parametrize(
    "told",
    [
        pytest.param((EMPTY, EMPTY), id="nothing again"),
        pytest.param((EMPTY, ran("gh pr view 12 --comments", "now")), id="the same later"),
        pytest.param((EMPTY, ran("git status", "clean")), id="something else"),
        pytest.param((ran("gh pr view 12 | grep foo", ""), FULL), id="a filter that dropped everything"),
        pytest.param((ran("git push", ""), ran("git push -u origin x", "done")), id="what shows nothing anyway"),
        pytest.param((ran("gh pr view 12 --comments", "", 1), FULL), id="a failure"),
        pytest.param(((EMPTY, FULL),), id="called before it was known"),
        pytest.param((by("scout", EMPTY), FULL), id="another agent's"),
        pytest.param((edited(), FULL), id="no command"),
    ],
)
def test_what_is_no_surprise(told: tuple[Told, ...]) -> None:
    assert found(*told) == []


def test_the_window_bounds_it() -> None:
    looks = [ran(f"ls part-{number}", "x") for number in range(3)]
    assert found(EMPTY, *looks, FULL, window=4)
    assert not found(EMPTY, *looks, FULL, window=3)


def test_the_same_surprise_is_told_once_a_session() -> None:
    assert len(found(EMPTY, FULL, EMPTY, FULL)) == 1


class TestWhatTheAgentCallsWrong:
    CALL = ran("shopctl report sales --wide", "some text that was cut")
    OTHER = ran("shopctl report sales --pages 2", "all of it")

    def test_its_word_counts_though_nothing_failed(self) -> None:
        told = remarked("The output was truncated, let me use the other option instead.")
        (signal,) = found(self.CALL, told, self.OTHER)
        assert told_by(signal)[1] == "shopctl report sales --pages 2"

    @pytest.mark.parametrize(
        "words",
        [
            "Good, now the next report.",
            "The output was truncated.",
            "The format of the tests fails with a bug, let me try another one instead.",
        ],
    )
    def test_other_words_do_not(self, words: str) -> None:
        assert not found(self.CALL, remarked(words), self.OTHER)

    def test_a_search_that_is_refined_is_none(self) -> None:
        assert not found(ran("grep -rn a src", "x"), WRONG, ran("grep -rn b src", "y"))

    def test_of_several_calls_at_once_the_one_that_is_named_is_meant(self) -> None:
        told = remarked("The shopctl output was truncated, let me use the other option instead.")
        assert len(found((ran("make docs", "x"), self.CALL), told, self.OTHER, ran("make docs page", "y"))) == 1
