"""Anthropic's blocks, one by one."""

import time

import msgspec
import pytest

from afterwit.intake.blocks import REFUSED, Message, Tokens, events_of
from afterwit.intake.source import Findings
from afterwit.model.event import Event, Kind


def events(content: object, role: str = "user") -> list[Event]:
    """The events of one message."""

    def speaker(_: str) -> Kind:
        return "user"

    message = msgspec.convert({"role": role, "content": content}, Message)
    return events_of(message, role, speaker, Findings(), lambda: content)


def result(content: object, *, is_error: bool | None = None) -> list[Event]:
    """The events of one tool result."""
    return events([{"type": "tool_result", "tool_use_id": "t", "content": content, "is_error": is_error}])


def test_plain_text_is_one_event() -> None:
    assert [(event.kind, event.text) for event in events("hello")] == [("user", "hello")]
    assert [(event.kind, event.text) for event in events("hello", "assistant")] == [("agent", "hello")]


@pytest.mark.parametrize(
    ("block", "kind", "text"),
    [
        ({"type": "text", "text": "said"}, "agent", "said"),
        ({"type": "thinking", "thinking": "thought"}, "thought", "thought"),
        ({"type": "redacted_thinking", "data": "x"}, "thought", ""),
        ({"type": "tool_use", "id": "t", "name": "Bash", "input": {}}, "tool_call", ""),
        ({"type": "mcp_tool_use", "id": "t", "name": "look"}, "tool_call", ""),
        ({"type": "mcp_tool_result", "tool_use_id": "t", "content": "seen"}, "tool_result", "seen"),
        ({"type": "image", "source": {}}, "agent", "[image]"),
        ({"type": "hologram"}, "raw", "hologram"),
        ({}, "raw", ""),
    ],
)
def test_every_block_is_an_event(block: dict[str, object], kind: str, text: str) -> None:
    (event,) = events([block], "assistant")
    assert (event.kind, event.text) == (kind, text)


def test_a_message_without_blocks_is_still_an_event() -> None:
    assert [(event.kind, event.text) for event in events([])] == [("user", "")]


def test_an_error_flag_is_taken_only_where_it_is_raised() -> None:
    assert [result("x", is_error=flag)[0].ok for flag in (True, False, None)] == [False, None, None]


def test_a_refusal_keeps_the_words_of_the_user() -> None:
    words = f"{REFUSED} It was rejected. To tell you how to proceed, the user said:\nuse the other table\n"
    (refusal,) = result(words, is_error=True)
    assert (refusal.kind, refusal.text, refusal.ok) == ("refusal", "use the other table", False)


def test_a_refusal_without_words_has_none() -> None:
    (refusal,) = result(f"{REFUSED} STOP what you are doing.", is_error=True)
    assert (refusal.kind, refusal.text) == ("refusal", "")


def test_a_refusal_in_a_list_of_blocks_is_a_refusal() -> None:
    (refusal,) = result([{"type": "text", "text": f"{REFUSED} the user said: no"}], is_error=True)
    assert (refusal.kind, refusal.text) == ("refusal", "no")


def test_a_file_that_quotes_a_refusal_is_no_refusal() -> None:
    assert result(REFUSED)[0].kind == "tool_result"
    assert result(f"grep: {REFUSED}", is_error=True)[0].kind == "tool_result"


REMINDER = "<system-reminder>\nmind the gap\n</system-reminder>"


def test_reminders_at_the_end_are_the_hosts() -> None:
    own, first, second = result(f"output\n\n{REMINDER}\n\n{REMINDER} \n")
    assert (own.kind, own.text) == ("tool_result", "output")
    assert [(event.kind, event.text) for event in (first, second)] == [("system", REMINDER)] * 2


def test_a_reminder_alone_leaves_an_empty_output() -> None:
    own, reminder = result(REMINDER)
    assert (own.text, reminder.text) == ("", REMINDER)


@pytest.mark.parametrize(
    "text", [f"{REMINDER}\nand the file goes on", "<system-reminder> never closed", "  </system-reminder>"]
)
def test_a_reminder_that_is_shown_in_a_file_is_output(text: str) -> None:
    assert [event.text for event in result(text)] == [text]


def test_a_million_reminders_take_no_longer_than_their_length() -> None:
    before = time.perf_counter()
    assert len(result("<system-reminder></system-reminder>\n" * 100_000)) == 100_001
    assert time.perf_counter() - before < 5


def test_pictures_in_a_result_are_named() -> None:
    (event,) = result([{"type": "text", "text": "look"}, {"type": "image"}])
    assert event.text == "look\n[image]"


def test_unknown_blocks_are_counted() -> None:
    findings = Findings()
    message = msgspec.convert({"content": [{"type": "hologram"}]}, Message)
    events_of(message, "user", lambda _: "user", findings, dict)
    assert findings.unknown == {"user block hologram": 1}


def test_what_was_read_includes_the_cache() -> None:
    tokens = Tokens(input_tokens=1, cache_creation_input_tokens=None, cache_read_input_tokens=20)
    assert tokens.read == 21
