"""All detectors over one session, and what is left out."""

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from afterwit.config import Notice
from afterwit.model.event import Event
from afterwit.model.session import Origin, Session
from afterwit.notice.everything import noticed
from tests.notice.deeds import NOTICE, SESSION, Deed, Told, happened, ran
from tests.notice.test_recoveries import EVENTS

STUMBLE = (
    ran("gh pr diff 104 --stat", "unknown flag: --stat", 1),
    ran("gh pr diff 104 --name-only", "src/cart.py"),
)


def says(text: str) -> Deed:
    return Deed(text=text, kind="user")


def sorts(*told: Told, session: Session = SESSION, config: Notice = NOTICE) -> list[str]:
    return [signal.sort for signal in noticed(session, happened(*told), config)]


def test_all_detectors_look_and_what_they_find_is_in_the_order_of_the_session() -> None:
    told = (
        *STUMBLE,
        says("No, that's wrong. Don't touch the carts, use the orders instead."),
        ran("make lint", "ok"),
        ran("make test", "ok"),
        says("Remember for the future: always run make lint before you push."),
    )
    signals = noticed(SESSION, happened(*told), NOTICE)
    assert {"recovery", "correction", "request", "pattern"} <= {signal.sort for signal in signals}
    places = [int(signal.events[0][1:]) for signal in signals]
    assert places == sorted(places)


@pytest.mark.parametrize("origin", ["reviewer", "revoked"])
def test_nothing_is_learned_from_a_review_or_from_what_was_taken_back(origin: Origin) -> None:
    assert sorts(*STUMBLE, session=msgspec.structs.replace(SESSION, origin=origin)) == []


@pytest.mark.parametrize("origin", ["person", "headless", "subagent"])
def test_whoever_else_drove_it_is_learned_from(origin: Origin) -> None:
    assert sorts(*STUMBLE, session=msgspec.structs.replace(SESSION, origin=origin)) == ["recovery"]


@pytest.mark.parametrize("command", ["/implement", "/review", "/audit", "/deploy", "/ride"])
def test_active_phases_are_learned_from(command: str) -> None:
    (signal,) = noticed(SESSION, happened(says(f"{command} carts"), *STUMBLE), NOTICE)
    assert f"/{signal.phase}" == command


@pytest.mark.parametrize("command", ["/plan", "/architect", "/sprint-plan"])
def test_other_phases_are_not(command: str) -> None:
    assert sorts(says(f"{command} carts"), *STUMBLE) == []


def test_a_phase_lasts_until_another_one_begins() -> None:
    assert sorts(says("/plan carts"), says("Go on"), says("/implement carts"), *STUMBLE) == ["recovery"]
    assert sorts(*STUMBLE, says("/plan carts")) == ["recovery"]


def test_the_settings_say_which_phases_count() -> None:
    told = (says("/plan carts"), *STUMBLE)
    assert sorts(*told, config=Notice(phases=("plan",), quiet_phases=())) == ["recovery"]
    assert (
        sorts(says("/implement x"), *STUMBLE, config=Notice(phases=("implement",), quiet_phases=("implement",))) == []
    )


def test_a_session_that_is_told_to_be_in_a_phase_is_in_it() -> None:
    assert sorts(*STUMBLE, session=msgspec.structs.replace(SESSION, phase="plan")) == []
    assert sorts(*STUMBLE, session=msgspec.structs.replace(SESSION, phase="implement")) == ["recovery"]


def test_a_signal_of_a_session_has_one_name_however_often_it_is_looked_at() -> None:
    events = happened(*STUMBLE, *STUMBLE)
    first, second = noticed(SESSION, events, NOTICE), noticed(SESSION, events, NOTICE)
    assert first == second
    assert len({signal.key for signal in first}) == len(first) == 2


@given(EVENTS, st.sampled_from(["", "/plan x", "/implement x"]))
def test_whatever_happens_only_what_is_there_is_cited(events: list[Event], opening: str) -> None:
    told = [Event(kind="user", text=opening), *events]
    for number, event in enumerate(told, 1):
        event.seq = number
    there = {event.id for event in told}
    for signal in noticed(SESSION, told, NOTICE):
        assert signal.events
        assert set(signal.events) <= there
        assert opening != "/plan x"
