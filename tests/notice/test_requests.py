"""Requests: the user asks for something to be remembered."""

import pytest

from afterwit.config import Notice
from afterwit.model.session import Origin, Session
from afterwit.model.signal import Correction, Signal
from afterwit.notice.requests import requests
from tests.notice.sessions import SESSION, Script, after_a_task
from tests.notice.users_said import NO_REQUESTS, REQUESTS

NOTICE = Notice()


def found(script: Script, config: Notice = NOTICE) -> list[Signal]:
    return list(requests(SESSION, script.events, config))


def said(signal: Signal) -> str:
    assert isinstance(signal.what, Correction)
    return signal.what.said


@pytest.mark.parametrize("text", REQUESTS)
def test_who_asks_for_something_lasting_is_heard(text: str) -> None:
    (signal,) = found(after_a_task(text))
    assert signal.sort == "request"
    assert signal.trigger == "explicit_user_request"
    assert signal.confidence >= 0.7
    assert said(signal) in text


@pytest.mark.parametrize("text", NO_REQUESTS)
def test_what_a_product_remembers_or_always_does_is_no_request(text: str) -> None:
    assert not found(after_a_task(text))


def test_the_first_message_may_ask_as_well() -> None:
    script = Script()
    script.says("user", "Fix the login page. From now on, run the linter before you commit.")
    (signal,) = found(script)
    assert said(signal) == "From now on, run the linter before you commit."
    assert signal.events == ("e1",)


def test_at_the_end_of_a_task_to_remember_is_part_of_it() -> None:
    script = Script()
    script.says("user", "Add a page for orders. Remember to add a test.")
    assert all(signal.confidence < 0.7 for signal in found(script))


def test_what_is_to_be_remembered_may_be_said_just_before() -> None:
    (signal,) = found(after_a_task("We ship with make ship. Remember that."))
    assert said(signal) == "We ship with make ship. Remember that."


def test_what_was_done_next_is_told_too() -> None:
    script = after_a_task("always run pytest with coverage")
    call, _ = script.runs("pytest --cov")
    (signal,) = found(script)
    assert signal.events == ("e5", call.id)


def test_the_same_wish_in_another_session_is_about_the_same() -> None:
    (one,) = found(after_a_task("Always use pnpm in this repo"))
    (other,) = found(after_a_task("always use PNPM in this repo!"))
    assert one.about == other.about


def test_pasted_text_asks_for_nothing() -> None:
    page = "\n".join(f"## Rule {number}\nAlways use pnpm. Never push to main." for number in range(30))
    assert not found(after_a_task(f"What does this page say?\n\n{page}\n\nTell me in short."))


def test_an_agent_asks_for_nothing() -> None:
    script = after_a_task()
    script.says("user", "always use pnpm in this repo", agent="a1")
    assert not found(script)


@pytest.mark.parametrize("origin", ["headless", "subagent", "reviewer"])
def test_only_a_person_asks(origin: Origin) -> None:
    events = after_a_task("always use pnpm in this repo").events
    assert not list(requests(Session(host="codex", native_id="two", origin=origin), events, NOTICE))


def test_more_patterns_can_be_given() -> None:
    config = Notice(requests=("merk dir",))
    (signal,) = found(after_a_task("Merk dir: die Tests brauchen eine Datenbank"), config)
    assert signal.sort == "request"
