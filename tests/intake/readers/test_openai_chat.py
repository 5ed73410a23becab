"""Chat completions transcripts, in all the shapes people keep them."""

import json
from pathlib import Path

import pytest

from tests.reading import lines_of, read, reading, session_of, written


def kept(path: Path, value: object) -> Path:
    """A file with one JSON document."""
    path.write_text(json.dumps(value), encoding="utf-8")
    return path


def test_a_document_with_messages_is_one_session() -> None:
    session = session_of("openai-chat.json").session
    assert session.key == "openai-chat:chat-main"
    assert session.model == "gpt-5"
    assert session.origin == "person"


def test_every_message_is_an_event_in_order() -> None:
    read_in = session_of("openai-chat.json")
    assert [event.line for event in read_in.events] == [1, 2, 3, 3, 3, 3, 4, 5, 6, 7, 8, 9, 10, 11]
    assert read_in.texts("user") == ["Which book is this?\n[image_url]"]
    assert read_in.texts("thought") == ["Search the shelf."]
    assert read_in.texts("system") == ["Answer as a librarian."]


def test_arguments_are_decoded_and_kept_as_text_where_they_cannot_be() -> None:
    assert [call.input for call in session_of("openai-chat.json").of("tool_call")] == [
        {"cover": "blue"},
        {"input": "{not json"},
        {"input": "blue cover"},
        {"book": "The Blue Tide"},
    ]


def test_results_find_their_calls_in_any_order_and_by_name_in_the_old_form() -> None:
    results = session_of("openai-chat.json").of("tool_result")
    assert [(result.tool, result.answers) for result in results] == [
        ("search", 5),
        ("search", 4),
        ("note", 6),
        ("lend", 10),
    ]


def test_an_answer_that_says_error_is_a_failure() -> None:
    result = session_of("openai-chat.json").of("tool_result")[0]
    assert (result.ok, result.why) == (False, "error-answer")


def test_the_models_refusal_is_what_the_agent_said() -> None:
    assert session_of("openai-chat.json").texts("agent") == ["I cannot lend the map.", "It is The Blue Tide."]


def test_an_unknown_role_is_kept_raw_and_told() -> None:
    read_in = session_of("openai-chat.json")
    assert [raw.input for raw in read_in.of("raw")] == [{"role": "narrator", "content": "The door closes."}]
    assert read_in.findings.unknown == {"role narrator": 1}


def test_a_list_of_runs_is_a_session_each_with_its_reward() -> None:
    read_in = session_of("openai-runs.json")
    assert [session.reward for session in read_in.sessions] == [1.0, 0.0, 0.5]
    assert {session.origin for session in read_in.sessions} == {"headless"}
    assert [event.seq for event in read_in.events] == [1, 2, 1, 2, 1, 2]


def test_two_trials_with_the_same_words_are_two_sessions() -> None:
    assert len({session.key for session in session_of("openai-runs.json").sessions}) == 3


def test_lines_of_messages_are_one_session() -> None:
    read_in = session_of("openai-messages.jsonl")
    assert len(read_in.sessions) == 1
    assert [event.kind for event in read_in.events] == ["system", "user", "agent", "user", "agent"]


def test_lines_of_runs_are_a_session_each(tmp_path: Path) -> None:
    runs = json.loads((Path(__file__).parents[2] / "sessions/openai-runs.json").read_text(encoding="utf-8"))
    read_in = reading(written(tmp_path / "a", runs))
    assert read_in.sessions == session_of("openai-runs.json").sessions


def test_a_bare_list_of_messages_is_one_session(tmp_path: Path) -> None:
    messages = lines_of("openai-messages.jsonl")
    assert read(kept(tmp_path / "a", messages)) == session_of("openai-messages.jsonl").events


def test_a_single_message_is_a_session(tmp_path: Path) -> None:
    (event,) = read(kept(tmp_path / "a", {"role": "user", "content": "Hello?", "history": None}))
    assert (event.kind, event.text) == ("user", "Hello?")


def test_what_is_no_message_is_kept_among_messages(tmp_path: Path) -> None:
    events = read(written(tmp_path / "a", [{"role": "user", "content": "Hello?"}, 5, ["odd"], {}]))
    assert [(event.kind, event.input) for event in events[1:]] == [
        ("raw", {"input": 5}),
        ("raw", {"input": ["odd"]}),
        ("raw", {}),
    ]


def test_a_conversation_without_an_id_is_named_by_its_first_exchange(tmp_path: Path) -> None:
    lines = lines_of("openai-messages.jsonl")
    shorter = reading(written(tmp_path / "a", lines[:3])).session
    longer = reading(written(tmp_path / "b", lines)).session
    other = reading(written(tmp_path / "c", [*lines[:2], {"role": "assistant", "content": "Blue."}])).session
    assert shorter.key == longer.key != other.key


@pytest.mark.proves("event-ids-stable")
def test_an_event_keeps_its_id_in_a_longer_copy(tmp_path: Path) -> None:
    lines = lines_of("openai-messages.jsonl")
    shorter = read(written(tmp_path / "shorter", lines[:4]))
    longer = read(written(tmp_path / "longer", lines))
    assert shorter == longer[:4]
