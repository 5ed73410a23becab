"""What an agent says of its own last call."""

import time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from afterwit.model.remarks import of_the_work, says_wrong


@pytest.mark.parametrize(
    "text",
    [
        "The `--stat` flag isn't supported by gh; I'll use `--name-only`.",
        "That syntax did not work. Let me try another one.",
        "gh doesn't accept that, so switching to the API.",
        "The output was truncated; rerunning with a larger limit.",
        "It came back empty, let me list them instead.",
        "Wrong order of the arguments. The correct one has the file last.",
        "The quotes are not being parsed correctly, I need to use a file.",
        "This command doesn't exist here, let me use the other tool.",
    ],
)
def test_a_call_is_said_to_be_wrong(text: str) -> None:
    assert says_wrong(text)


@pytest.mark.parametrize(
    "text",
    [
        "",
        "Good, all files are there. Let me look at the next one.",
        "The command worked.",
        "Now I'll use the new function instead of the old one.",
        "The output was truncated.",
        "Done. It needs to be reviewed.",
    ],
)
def test_ordinary_words_say_nothing(text: str) -> None:
    assert not says_wrong(text)


@pytest.mark.parametrize(
    "text", ["Two tests fail.", "It does not compile.", "There is a lint warning.", "A bug in cart."]
)
def test_trouble_with_the_work(text: str) -> None:
    assert of_the_work(text)
    assert not of_the_work("The flag is not supported.")


@given(st.text())
def test_any_text_may_be_asked_about(text: str) -> None:
    assert says_wrong(text) in {True, False}
    assert of_the_work(text) in {True, False}


@pytest.mark.parametrize("piece", ["flag ", "doesn't ", "option a b c ", "not ", "\u00e9"])
def test_hostile_text_costs_no_more_than_its_length(piece: str) -> None:
    def cost(times: int) -> float:
        start = time.process_time()
        says_wrong(piece * times)
        return time.process_time() - start

    cost(1000)
    assert cost(200_000) < 60 * max(cost(10_000), 0.005)
