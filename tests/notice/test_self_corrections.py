"""Self-corrections: the notes in an agent's structured reply."""

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from afterwit.config import Notice
from afterwit.model.session import Session
from afterwit.model.signal import Correction
from afterwit.notice.self_corrections import MOST, notes_in, self_corrections
from tests.notice.sessions import SESSION, Script

NOTICE = Notice()
NOTES = ["Quote prices without tax", {"lesson": "Ask one question at a time", "category": "behavioral"}]


def replying(text: str) -> Script:
    script = Script()
    script.says("user", "No, without tax.")
    script.says("agent", text)
    return script


def test_each_note_is_told_with_the_message_before_it() -> None:
    script = replying(json.dumps({"reply": "Of course.", "self_corrections": NOTES}))
    first, second = self_corrections(SESSION, script.events, NOTICE)
    assert first.what == Correction(said="Quote prices without tax")
    assert second.what == Correction(said="Ask one question at a time", category="behavioral")
    assert first.events == ("e1", "e2")
    assert (first.sort, first.trigger, first.confidence) == ("self_correction", "user_correction", 0.8)


def test_a_note_about_something_else_is_less_sure() -> None:
    script = replying('{"self_corrections": ["Quote prices without tax", "Use metric units"]}')
    assert [each.confidence for each in self_corrections(SESSION, script.events, NOTICE)] == [0.8, 0.6]


def test_the_whole_reply_may_stand_in_a_fence() -> None:
    script = replying('```json\n{"self_corrections": ["Use metric units"]}\n```')
    assert len(list(self_corrections(SESSION, script.events, NOTICE))) == 1


def test_a_tool_call_may_hold_the_notes() -> None:
    script = Script()
    script.says("user", "No, without tax.")
    script.calls("reply", {"text": "Of course.", "self_corrections": ["Quote prices without tax"]})
    (signal,) = self_corrections(SESSION, script.events, NOTICE)
    assert signal.events == ("e1", "e2")


@pytest.mark.parametrize("given", [{"text": '{"self_corrections": ["a b"]}'}, {"self_corrections": "a b"}])
def test_a_call_that_only_speaks_of_them_does_not(given: dict[str, object]) -> None:
    script = Script()
    script.says("user", "No, without tax.")
    script.calls("Write", given)
    assert not list(self_corrections(SESSION, script.events, NOTICE))


def test_an_agent_that_shows_such_an_object_has_not_been_corrected() -> None:
    script = replying('The file says {"self_corrections": ["Use metric units"]}, as you see.')
    assert not list(self_corrections(SESSION, script.events, NOTICE))


def test_a_subagents_notes_do_not_count() -> None:
    script = Script()
    script.says("user", "No, without tax.")
    script.says("agent", '{"self_corrections": ["Quote prices without tax"]}', agent="scout")
    assert not list(self_corrections(SESSION, script.events, NOTICE))


@pytest.mark.parametrize(
    "reply",
    [
        'Here you are:\n```json\n{"reply": "x", "self_corrections": ["Use metric units"]}\n```\nBye',
        '{"a": {"b": 1}, "self_corrections": [{"text": "Use metric units"}], "c": {"d": []}}',
        'Fine. {"self_corrections": [{"correction": "Use metric units", "category": "other"}]} And so on {',
    ],
)
def test_an_object_is_found_wherever_it_stands(reply: str) -> None:
    assert notes_in(reply) == [("Use metric units", None)]


@pytest.mark.parametrize(
    "reply",
    [
        "the field self_corrections is empty",
        '"self_corrections": ["no object"]',
        '{"self_corrections": "a text"}',
        '{"self_corrections": []}',
        '{"self_corrections": [1, null, {}, "", "  ", "…", {"text": 3}]}',
        '{"self_corrections": ["not closed',
        '{"a": ' * 5000 + '"self_corrections"',
        '{"self_corrections": ' + "[" * 100_000,
    ],
)
def test_what_is_no_such_object_has_no_notes(reply: str) -> None:
    assert notes_in(reply) == []


def test_notes_are_bounded() -> None:
    notes = notes_in(json.dumps({"self_corrections": [f"note {number} {'x' * 500}" for number in range(100)]}))
    assert len(notes) == MOST
    assert all(len(text) <= 400 for text, _ in notes)


def test_a_note_that_is_told_again_is_told_once() -> None:
    script = replying('{"self_corrections": ["Use metric units"]}')
    script.says("user", "go on")
    script.says("agent", '{"self_corrections": ["use metric units."]}')
    assert len(list(self_corrections(SESSION, script.events, NOTICE))) == 1


def test_a_reviewers_replies_are_not_learned_from() -> None:
    script = replying('{"self_corrections": ["Use metric units"]}')
    session = Session(host="claude-code", native_id="two", origin="reviewer")
    assert not list(self_corrections(session, script.events, NOTICE))


@given(st.text(max_size=50), st.text(max_size=50), st.recursive(st.text() | st.integers(), st.lists))
def test_no_reply_is_too_odd(before: str, after: str, value: object) -> None:
    reply = f"{before}{json.dumps({'self_corrections': value})}{after}"
    for text, category in notes_in(reply):
        assert text.strip()
        assert category is None
