"""Copilot CLI's sessions."""

from pathlib import Path

import pytest

from tests.reading import lines_of, read, reading, session_of, written

MAIN = "copilot.jsonl"


def line(kind: str, **data: object) -> dict[str, object]:
    """A line of the host."""
    return {"type": kind, "data": data, "id": "l", "timestamp": "2026-03-03T08:00:00Z", "parentId": None}


def test_the_session_is_told_from_its_first_line() -> None:
    session = session_of(MAIN).session
    assert session.key == "copilot:p-main"
    assert (session.project, session.branch) == ("/home/ines/bakery", "rye")
    assert (session.agent, session.title) == ("Copilot CLI 1.0.64", "Bake a rye loaf.")


def test_the_model_is_the_latest() -> None:
    assert session_of(MAIN).session.model == "claude-opus-4.8"


def test_tokens_of_all_models_are_added_up() -> None:
    session = session_of(MAIN).session
    assert (session.input_tokens, session.output_tokens) == (770, 33)


def test_every_line_is_an_event() -> None:
    assert {event.line for event in session_of(MAIN).events} == set(range(1, len(lines_of(MAIN)) + 1))


def test_a_message_is_thought_and_word() -> None:
    read_in = session_of(MAIN)
    assert read_in.texts("thought") == ["Is there flour?", "Salt is missing."]
    assert read_in.texts("agent") == ["I look for flour."]


def test_a_call_is_told_once_though_requested_and_started() -> None:
    assert [call.native_id for call in session_of(MAIN).of("tool_call")] == ["k-ls", "k-view", "k-oven"]


def test_results_of_parallel_calls_find_their_calls() -> None:
    read_in = session_of(MAIN)
    calls = {call.native_id: call.seq for call in read_in.of("tool_call")}
    assert all(result.answers == calls[result.native_id] for result in read_in.of("tool_result", "refusal"))


def test_success_of_the_tool_is_not_success_of_the_command_in_it() -> None:
    outcomes = {result.native_id: (result.ok, result.why) for result in session_of(MAIN).of("tool_result")}
    assert outcomes == {"k-ls": (False, "exit-code"), "k-view": (False, "missing-file")}


def test_a_rejected_call_is_a_refusal_with_what_was_said() -> None:
    (refusal,) = session_of(MAIN).of("refusal")
    assert "the oven is hot already" in refusal.text
    assert (refusal.ok, refusal.why, refusal.tool) == (False, "refused", "bash")


def test_what_a_subagent_did_is_the_subagents() -> None:
    assert [event.kind for event in session_of(MAIN).events if event.agent == "a5"] == ["system", "thought"]


def test_marks_of_time_are_progress() -> None:
    assert session_of(MAIN).texts("progress") == [
        "hook.start userPromptSubmitted",
        "hook.end userPromptSubmitted",
        "assistant.turn_start 0",
        "assistant.turn_end 0",
    ]


def test_errors_compactions_and_bookkeeping_are_kept_as_such() -> None:
    read_in = session_of(MAIN)
    assert read_in.texts("error") == ["The service is overloaded."]
    assert read_in.texts("compaction") == ["A loaf is wanted."]
    assert "abort: user_initiated" in read_in.texts("system")


def test_a_line_of_an_unknown_type_is_kept_as_it_came() -> None:
    read_in = session_of(MAIN)
    (raw,) = read_in.of("raw")
    assert raw.input == lines_of(MAIN)[21]
    assert read_in.findings.unknown == {"weather.report": 1}


def test_a_line_of_an_unexpected_shape_is_kept_raw(tmp_path: Path) -> None:
    odd = {**line("user.message"), "data": "not an object"}
    *_, event = read(written(tmp_path / "a", [line("session.start", sessionId="p"), odd]))
    assert (event.kind, event.input) == ("raw", odd)


def test_a_session_without_an_id_is_named_by_its_file(tmp_path: Path) -> None:
    path = written(tmp_path / "loaf.jsonl", [line("user.message", content="Bake.")])
    assert reading(path).session.native_id == "loaf"


@pytest.mark.proves("event-ids-stable")
def test_an_event_keeps_its_id_in_a_longer_copy(tmp_path: Path) -> None:
    shorter = read(written(tmp_path / "shorter", lines_of(MAIN)[:12]))
    longer = session_of(MAIN).events
    assert {event.id: event.text for event in shorter} == {event.id: event.text for event in longer[: len(shorter)]}
