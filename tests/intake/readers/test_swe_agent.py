"""SWE-agent's trajectories."""

import json
from pathlib import Path

import pytest

from tests.reading import SESSIONS, read, reading, session_of

MAIN = "swe-agent.traj"


def changed(path: Path, **fields: object) -> Path:
    """The invented trajectory with some fields changed."""
    whole = json.loads((SESSIONS / MAIN).read_text(encoding="utf-8"))
    path.write_text(json.dumps({**whole, **fields}), encoding="utf-8")
    return path


def test_the_session_is_told_from_the_document() -> None:
    session = session_of(MAIN).session
    assert (session.host, session.origin, session.agent) == ("swe-agent", "headless", "SWE-agent")
    assert (session.project, session.title) == ("/clock", "swe_main")


def test_it_opens_with_the_task_and_a_demonstration_is_no_task() -> None:
    read_in = session_of(MAIN)
    assert read_in.texts("user") == ["The clock is an hour late."]
    assert read_in.texts("system")[:3] == ["SETTING: a shell.", "A demonstration.", "As shown."]


def test_a_step_is_word_call_and_result() -> None:
    steps = [event for event in session_of(MAIN).events if event.line == 1]
    assert [event.kind for event in steps] == ["agent", "tool_call", "tool_result"]
    assert steps[1].input == {"command": "ls\n"}
    assert steps[2].answers == steps[1].seq


def test_an_edit_that_was_not_applied_is_a_failure() -> None:
    (result,) = [event for event in session_of(MAIN).of("tool_result") if event.line == 2]
    assert (result.ok, result.why) == (False, "edit-not-applied")


def test_an_observation_without_an_action_is_kept() -> None:
    assert "No command was given." in session_of(MAIN).texts("system")


def test_a_response_stands_in_for_a_thought() -> None:
    assert session_of(MAIN).texts("agent")[-1] == "Done."


def test_steps_of_another_shape_are_kept_raw(tmp_path: Path) -> None:
    steps = [{"action": "ls", "observation": "x"}, "odd", {"action": {"tool": "ls"}}, {}]
    events = read(changed(tmp_path / "a", trajectory=steps))
    assert [event.input for event in events if event.kind == "raw"] == [
        {"input": "odd"},
        {"action": {"tool": "ls"}},
        {},
    ]


def test_a_trajectory_that_breaks_off_gives_the_steps_it_has(tmp_path: Path) -> None:
    path = tmp_path / "a"
    text = (SESSIONS / MAIN).read_text(encoding="utf-8")
    path.write_text(text[: text.index('{"action": "submit')], encoding="utf-8")
    assert [event.input for event in read(path) if event.kind == "tool_call"] == [
        {"command": "ls\n"},
        {"command": "edit 1:1\nhour = 25\nend_of_edit\n"},
    ]


@pytest.mark.proves("event-ids-stable")
def test_an_event_keeps_its_id_in_a_longer_copy(tmp_path: Path) -> None:
    steps = json.loads((SESSIONS / MAIN).read_text(encoding="utf-8"))["trajectory"]
    shorter = reading(changed(tmp_path / "shorter", trajectory=steps[:2]))
    longer = session_of(MAIN)
    assert shorter.session.key == longer.session.key
    assert shorter.events == longer.events[: len(shorter.events)]
