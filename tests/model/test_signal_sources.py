"""The words by which events of the logs around an agent are known."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from afterwit.model.signal_sources import (
    APPROVAL_DENIED,
    APPROVAL_GRANTED,
    APPROVAL_PENDING,
    BLOCKED,
    POLLER_ERROR,
    POLLER_WARNING,
    SIGNAL_HOSTS,
    UNKNOWN_SENDER,
    about,
    tells,
    told,
)

WORDS = [BLOCKED, UNKNOWN_SENDER, APPROVAL_PENDING, APPROVAL_GRANTED, APPROVAL_DENIED, POLLER_ERROR, POLLER_WARNING]


def test_there_are_four_such_hosts() -> None:
    assert SIGNAL_HOSTS == ("conversation-log", "audit-log", "approvals", "poller-log")


@pytest.mark.parametrize("word", WORDS)
@given(what=st.text())
def test_what_is_told_with_a_word_is_known_by_it_and_by_no_other(word: str, what: str) -> None:
    text = told(word, what)
    assert [one for one in WORDS if tells(one, text)] == [word]
    assert about(word, text) == what.partition("\n")[0]


def test_a_word_with_nothing_to_say_stands_alone() -> None:
    assert told(BLOCKED, "") == BLOCKED
    assert tells(BLOCKED, BLOCKED)


def test_a_text_that_only_begins_alike_tells_nothing() -> None:
    assert not tells(APPROVAL_PENDING, "approval pending for years")
    assert not about(POLLER_ERROR, "a poller error: none")
