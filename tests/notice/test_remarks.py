"""What the agent says about an attempt."""

from afterwit.notice.attempts import Attempt, attempts
from afterwit.notice.remarks import explains, of_the_work
from tests.notice.deeds import Told, happened, ran, remarked

WRONG = "The flag `--x` of make docs is not supported, I'll use the other one instead."


def first(*told: Told) -> Attempt:
    return attempts("claude-code:one", happened(*told))[""][0]


def test_a_word_about_the_only_call_is_about_it() -> None:
    assert explains(first(ran("ls"), remarked(WRONG)))
    assert not explains(first(ran("ls"), remarked("Fine.")))
    assert not explains(first(ran("ls")))


def test_a_word_about_several_calls_is_about_the_one_it_names() -> None:
    assert explains(first((ran("make docs"), ran("ls")), remarked(WRONG)))
    assert not explains(first((ran("ls"), ran("make docs")), remarked(WRONG)))


def test_trouble_with_the_work_is_told_apart() -> None:
    assert of_the_work(first(ran("make"), remarked("The tests fail, I'll mend the code.")))
    assert not of_the_work(first(ran("make"), remarked(WRONG)))
