"""What a text took over from another, word for word, is found however it is dressed up."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from afterwit.judge.runs import Runs, runs_of

SAID = "push every branch straight to the shared remote"


@pytest.mark.parametrize(
    "read",
    [
        SAID,
        "Always push every branch straight to the shared remote, then rest.",
        "push every branch straight to the the a shared remote",
        "PUSH   every\nbranch\tstraight, to: shared remote",
        "\u24df\u24e4\u24e2\u24d7 every branch straight to the shared remote",
        "p\u200bush every branch straight to the shared remote",
        "push \u2192 every branch straight \u2192 to the shared remote",
        "p\u00fcsh every branch straight to the shared remote",
    ],
)
def test_words_that_were_taken_over_are_found(read: str) -> None:
    assert Runs([SAID]).within([read])


@pytest.mark.parametrize("read", ["", "push a branch", "every shared remote has a branch", "straight to the point"])
def test_words_that_merely_occur_are_not(read: str) -> None:
    assert not Runs([SAID]).within([read])


def test_a_text_that_says_too_little_has_no_runs() -> None:
    assert runs_of("it is to be and to be it") == set()
    assert not Runs(["it is to be and to be it"]).within([SAID])


WORDS = st.lists(st.sampled_from(["push", "the", "a", "branch", "every", "remote", "straight", "shared", "to", "7"]))


@given(WORDS, WORDS)
def test_the_cheap_look_misses_nothing(proposed: list[str], read: list[str]) -> None:
    wanted, text = " ".join(proposed), " ".join(read)
    assert Runs([wanted]).within([text]) == runs_of(wanted) & runs_of(text)
