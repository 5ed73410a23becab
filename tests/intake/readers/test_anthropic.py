"""Messages API transcripts."""

import json
from pathlib import Path

from tests.reading import read, reading, session_of, written

MAIN = "anthropic.json"


def test_the_session_is_told_beside_the_messages() -> None:
    session = session_of(MAIN).session
    assert (session.host, session.model, session.title) == ("anthropic", "claude-opus-4-6", "Water the roses.")


def test_the_system_text_comes_first() -> None:
    first = session_of(MAIN).events[0]
    assert (first.kind, first.text) == ("system", "You tend a garden.")


def test_blocks_are_events_in_order() -> None:
    assert [(event.line, event.kind) for event in session_of(MAIN).events] == [
        (0, "system"),
        (1, "user"),
        (2, "thought"),
        (2, "thought"),
        (2, "agent"),
        (2, "tool_call"),
        (2, "tool_call"),
        (2, "tool_result"),
        (3, "tool_result"),
        (3, "user"),
        (3, "raw"),
        (4, "raw"),
        (5, "raw"),
    ]


def test_a_servers_tool_is_a_call_like_any_other() -> None:
    (result, _) = session_of(MAIN).of("tool_result")
    assert (result.tool, result.answers) == ("web_search", 7)
    assert "https://roses.example" in result.text


def test_an_error_flag_is_believed_and_pictures_are_named() -> None:
    (_, result) = session_of(MAIN).of("tool_result")
    assert (result.ok, result.why, result.text) == (False, "host-flag", "tap: no water\n[image]")


def test_tokens_include_those_from_the_cache() -> None:
    session = session_of(MAIN).session
    assert (session.input_tokens, session.output_tokens) == (440, 9)


def test_what_has_an_unexpected_shape_is_kept_raw() -> None:
    raws = session_of(MAIN).of("raw")
    assert raws[0].text == "perfume"
    assert [raw.input for raw in raws[1:]] == [
        {"role": "assistant", "content": 7},
        {"input": "a note between the pages"},
    ]


def test_a_response_by_itself_is_a_session(tmp_path: Path) -> None:
    path = tmp_path / "response.json"
    block = {"type": "tool_use", "id": "w1", "name": "bash", "input": {"command": "pytest"}}
    path.write_text(json.dumps({"id": "msg_1", "role": "assistant", "content": [block]}), encoding="utf-8")
    (call,) = read(path)
    assert (call.kind, call.purpose, call.line_id) == ("tool_call", "verification", "msg_1")


def test_lines_of_requests_are_a_session_each(tmp_path: Path) -> None:
    requests = [
        {
            "system": "Be kind.",
            "messages": [{"role": "user", "content": word}, {"role": "assistant", "content": "Yes."}],
        }
        for word in ("One?", "Two?")
    ]
    read_in = reading(written(tmp_path / "a", requests))
    assert read_in.host == "anthropic"
    assert [session.title for session in read_in.sessions] == ["One?", "Two?"]
    assert read_in.texts("system") == ["Be kind.", "Be kind."]


def test_a_system_message_among_the_messages_is_the_hosts(tmp_path: Path) -> None:
    messages = [{"role": "system", "content": "Be kind."}, {"role": "user", "content": [{"type": "thinking"}]}]
    assert [event.kind for event in read(written(tmp_path / "a", messages))] == ["system", "thought"]
