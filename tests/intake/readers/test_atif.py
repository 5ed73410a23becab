"""ATIF documents that others wrote; our own are in test_atif_out."""

import json
from pathlib import Path

from atif import Trajectory

from tests.reading import SESSIONS, read, session_of

MAIN = "atif.json"


def kept(path: Path, *steps: object) -> Path:
    """A document with these steps."""
    document = {"schema_version": "ATIF-v1.4", "session_id": "i", "agent": {"name": "a"}, "steps": steps}
    path.write_text(json.dumps(document), encoding="utf-8")
    return path


def test_the_example_is_a_valid_document() -> None:
    assert Trajectory.model_validate_json((SESSIONS / MAIN).read_bytes()).session_id == "i-main"


def test_the_session_is_told_from_the_document() -> None:
    session = session_of(MAIN).sessions[0]
    assert (session.key, session.agent, session.model) == ("atif:i-main", "lantern 0.3", "gpt-5")
    assert (session.input_tokens, session.output_tokens) == (60, 6)


def test_a_step_is_thought_word_calls_and_results() -> None:
    step = [event for event in session_of(MAIN).events if event.line == 3]
    assert [event.kind for event in step] == [
        "thought",
        "agent",
        "tool_call",
        "tool_call",
        "tool_result",
        "tool_result",
    ]
    assert {event.at for event in step} == {1772697602000}


def test_results_find_their_calls() -> None:
    first, second = session_of(MAIN).of("tool_result")
    assert (first.tool, first.ok, first.answers) == ("look", True, 6)
    assert (second.tool, second.ok, second.why, second.answers) == ("bash", False, "command-not-found", 5)


def test_copied_context_is_no_news() -> None:
    assert session_of(MAIN).texts("compaction") == ["You light lanterns."]


def test_an_empty_step_is_still_an_event() -> None:
    assert [event.kind for event in session_of(MAIN).events if event.line == 4] == ["agent"]


def test_an_embedded_subagent_is_a_session_of_its_own() -> None:
    child = session_of(MAIN).sessions[1]
    assert (child.native_id, child.parent, child.origin) == ("i-main/helper", "i-main", "subagent")
    assert [event.text for event in session_of(MAIN).events][-2:] == ["Bring oil.", "Brought."]


def test_steps_of_another_shape_are_kept_raw(tmp_path: Path) -> None:
    odd: list[object] = [{"source": "moon", "message": "shines"}, 5, ["x"]]
    assert [(event.kind, event.input) for event in read(kept(tmp_path / "a", *odd))] == [
        ("raw", {"source": "moon", "message": "shines"}),
        ("raw", {"input": 5}),
        ("raw", {"input": ["x"]}),
    ]


def test_our_own_events_of_an_unexpected_shape_are_kept_raw(tmp_path: Path) -> None:
    step = {"source": "agent", "message": "x", "extra": {"afterwit": {"events": [{"kind": "hologram"}]}}}
    (event,) = read(kept(tmp_path / "a", step))
    assert (event.kind, event.input) == ("raw", {"kind": "hologram"})


def test_a_step_somebody_added_to_our_export_comes_where_it_stands(tmp_path: Path) -> None:
    ours = {"source": "user", "message": "x", "extra": {"afterwit": {"events": [{"kind": "user", "seq": 1}]}}}
    theirs = {"source": "agent", "message": "added"}
    assert [event.kind for event in read(kept(tmp_path / "a", ours, theirs))] == ["user", "agent"]
