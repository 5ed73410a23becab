"""A phase of work begins with the user's command, and lasts until another one begins."""

import time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from afterwit.config import Notice
from afterwit.model.event import Event
from afterwit.model.phase import COMMANDS, phase_of, phases_along


@pytest.mark.parametrize(
    ("text", "phase"),
    [
        ("/implement sprint-1", "implement"),
        ("/implement", "implement"),
        ("/review-sprint sprint-2", "review"),
        ("/review", "review"),
        ("/audit-sprint sprint-2", "audit"),
        ("/audit", "audit"),
        ("/deploy-production", "deploy"),
        ("/deploy", "deploy"),
        ("/ride", "ride"),
        ("/plan-and-analyze", "plan"),
        ("/plan a lighthouse", "plan"),
        ("/architect", "architect"),
        ("/sprint-plan", "sprint-plan"),
        ("  \n/ride\nthrough it", "ride"),
        ("/plan\tthe harbour", "plan"),
    ],
)
def test_a_command_begins_its_phase(text: str, phase: str) -> None:
    assert phase_of(text) == phase


@pytest.mark.parametrize(
    "text",
    [
        "<command-name>/implement</command-name>",
        "<command-name>/implement</command-name>\n<command-message>implement</command-message>",
        "<command-message>implement is running…</command-message>\n<command-name>/implement</command-name>",
        "\n<command-name> /implement sprint-1 </command-name>",
    ],
)
def test_a_command_is_known_in_the_markup_of_a_host(text: str) -> None:
    assert phase_of(text) == "implement"


@pytest.mark.parametrize(
    "text",
    [
        "",
        "/",
        "   ",
        "Implement it.",
        "implement sprint-1",
        "Then /implement it.",
        "/implementation notes are old",
        "/implement/lamp.py is broken",
        "/plan.md is missing",
        "//implement",
        "/ implement",
        "/clear",
        "/pr-review 12",
        "review/plan",
        "<command-name>/clear</command-name>",
        "<command-message>/implement</command-message>",
        "<command-message></command-message><command-name></command-name>/implement",
        "<command-name>",
        "<b>/implement</b>",
        "Say <command-name>/implement</command-name>",
        " " * 500 + "/implement",
    ],
)
def test_anything_else_begins_none(text: str) -> None:
    assert phase_of(text) == ""


def test_every_phase_is_one_that_the_settings_decide_on() -> None:
    notice = Notice()
    assert set(COMMANDS.values()) == {*notice.phases, *notice.quiet_phases}


@given(st.text())
def test_any_text_begins_a_known_phase_or_none(text: str) -> None:
    assert phase_of(text) in {"", *COMMANDS.values()}
    assert phase_of(f"/ride {text}") == "ride"


def test_a_long_message_costs_no_more_than_a_short_one() -> None:
    def seconds(text: str) -> float:
        started = time.perf_counter()
        for _ in range(2000):
            phase_of(text)
        return time.perf_counter() - started

    long = "<command-message>" + "/ <command-name>" * 1_000_000
    # A reading of all of it, even once, would take longer than all of these.
    assert min(seconds(long) for _ in range(3)) < 0.5


def said(seq: int, text: str, agent: str = "") -> Event:
    return Event(seq=seq, kind="user", text=text, agent=agent)


def test_each_event_is_in_the_phase_that_was_begun_last() -> None:
    events = [
        said(1, "Good morning."),
        said(2, "/plan a lighthouse"),
        Event(seq=3, kind="agent", text="/implement"),
        Event(seq=4, kind="tool_result", text="/ride"),
        said(5, "/audit everything", agent="a1"),
        said(6, "/implement sprint-1"),
        Event(seq=7, kind="tool_call"),
        said(8, "Go on, and /review it later."),
        said(9, "/review"),
    ]
    along = [(event.seq, phase) for event, phase in phases_along(events)]
    assert along == [
        (1, ""),
        (2, "plan"),
        (3, "plan"),
        (4, "plan"),
        (5, "plan"),
        (6, "implement"),
        (7, "implement"),
        (8, "implement"),
        (9, "review"),
    ]


@given(st.lists(st.tuples(st.sampled_from(["user", "agent"]), st.sampled_from(["/plan", "/ride", "hello"]))))
def test_every_event_comes_once_and_the_last_phase_is_the_sessions(told: list[tuple[str, str]]) -> None:
    events = [
        Event(seq=seq, kind="user" if who == "user" else "agent", text=text) for seq, (who, text) in enumerate(told)
    ]
    along = list(phases_along(events))
    assert [event for event, _ in along] == events
    begun = [phase for who, text in told if who == "user" and (phase := phase_of(text))]
    assert (along[-1][1] if along else "") == (begun[-1] if begun else "")
