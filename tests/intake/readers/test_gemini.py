"""Gemini CLI's chats, in lines and in one document."""

import json
from pathlib import Path

import pytest

from tests.reading import lines_of, read, reading, session_of, written

MAIN = "gemini.jsonl"
HEADER: dict[str, object] = {"sessionId": "g", "projectHash": "0f"}


def test_the_session_is_told_from_its_header() -> None:
    session = session_of(MAIN).session
    assert session.key == "gemini:g-main"
    assert (session.project, session.title) == ("/home/ines/ferry", "When does the ferry leave?")
    assert (session.agent, session.origin) == ("Gemini CLI", "person")


def test_the_model_is_the_one_that_answered_last() -> None:
    assert session_of(MAIN).session.model == "gemini-3-pro"


def test_a_message_written_again_as_its_tools_finish_is_told_once() -> None:
    read_in = session_of(MAIN)
    assert read_in.texts("thought") == ["Timetable: It is in a file."]
    assert read_in.texts("agent") == ["I read the timetable."]
    assert [call.native_id for call in read_in.of("tool_call")] == ["f-read", "f-sh", "f-no"]


def test_tokens_of_a_message_written_again_are_counted_once() -> None:
    session = session_of(MAIN).session
    assert (session.input_tokens, session.output_tokens) == (100, 25)


def test_a_result_comes_where_it_was_written_and_finds_its_call() -> None:
    first, second = session_of(MAIN).of("tool_result")
    assert (first.text, first.line, first.ok, first.answers) == ("09:15, 11:45", 5, True, 4)
    assert (second.text, second.ok) == ("ferry is not a command", False)


def test_a_cancelled_call_is_a_refusal_and_the_hosts_wording_of_it_is_not_the_users() -> None:
    (refusal,) = session_of(MAIN).of("refusal")
    assert (refusal.text, refusal.tool, refusal.why) == ("", "write_file", "refused")


def test_a_rewind_is_an_event_and_what_was_rewound_stays() -> None:
    read_in = session_of(MAIN)
    assert "$rewindTo: n6" in read_in.texts("system")
    assert read_in.texts("user") == ["When does the ferry leave?", "Book the second one.", "Book the first one."]


def test_the_hosts_own_lines_are_system_and_error() -> None:
    read_in = session_of(MAIN)
    assert {"Loaded one file of memory.", "The context is nearly full."} <= set(read_in.texts("system"))
    assert read_in.texts("error") == ["Quota exceeded."]


def test_a_line_of_an_unknown_type_is_kept_as_it_came() -> None:
    read_in = session_of(MAIN)
    (raw,) = read_in.of("raw")
    assert raw.input == lines_of(MAIN)[-1]
    assert read_in.findings.unknown == {"weather": 1}


def test_every_line_but_the_header_is_an_event() -> None:
    assert {event.line for event in session_of(MAIN).events} == set(range(2, len(lines_of(MAIN)) + 1))


def test_the_old_form_in_one_document_is_read() -> None:
    read_in = session_of("gemini-old.json")
    assert (read_in.session.native_id, read_in.session.title) == ("g-old", "Ferry times")
    assert [event.kind for event in read_in.events] == ["user", "tool_call", "tool_result", "agent"]


def test_no_match_is_an_answer_in_this_hosts_wording_too() -> None:
    (result,) = session_of("gemini-old.json").of("tool_result")
    assert result.ok is True


def test_a_document_that_breaks_off_gives_what_it_has(tmp_path: Path) -> None:
    whole = {**HEADER, "messages": [{"id": "1", "type": "user", "content": "Hello?"}, {"id": "2", "type": "user"}]}
    path = tmp_path / "a"
    path.write_text(json.dumps(whole)[:-20], encoding="utf-8")
    assert [event.text for event in read(path)] == ["Hello?"]


def test_a_header_that_is_not_the_first_line_is_found(tmp_path: Path) -> None:
    path = written(tmp_path / "a", [{"$set": {}}, HEADER, {"id": "1", "type": "user", "content": "Hello?"}])
    assert reading(path).session.native_id == "g"
    assert [event.kind for event in read(path)] == ["system", "user"]


def test_messages_without_ids_are_all_told(tmp_path: Path) -> None:
    line = {"type": "user", "content": "yes"}
    assert [event.text for event in read(written(tmp_path / "a", [HEADER, line, line]))] == ["yes", "yes"]


def test_calls_without_ids_are_told_apart(tmp_path: Path) -> None:
    calls = [{"name": "look", "args": {"at": place}, "status": "success", "result": place} for place in (1, 2)]
    events = read(written(tmp_path / "a", [HEADER, {"id": "1", "type": "gemini", "content": "", "toolCalls": calls}]))
    assert [(event.kind, event.answers) for event in events] == [
        ("tool_call", None),
        ("tool_result", 1),
        ("tool_call", None),
        ("tool_result", 3),
    ]


def test_a_line_that_is_no_object_is_kept(tmp_path: Path) -> None:
    (event,) = read(written(tmp_path / "a", [HEADER, [1, 2]]))
    assert (event.kind, event.input) == ("raw", {"input": [1, 2]})


def test_a_subagents_chat_is_the_subagents(tmp_path: Path) -> None:
    assert reading(written(tmp_path / "a", [{**HEADER, "kind": "subagent"}])).session.origin == "subagent"


@pytest.mark.proves("event-ids-stable")
def test_an_event_keeps_its_id_in_a_longer_copy(tmp_path: Path) -> None:
    shorter = read(written(tmp_path / "shorter", lines_of(MAIN)[:7]))
    longer = session_of(MAIN).events
    assert {event.id: event.text for event in shorter} == {event.id: event.text for event in longer[: len(shorter)]}
