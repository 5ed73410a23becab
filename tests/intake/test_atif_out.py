"""Our events as an ATIF document, and back."""

import json
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import get_args

import msgspec
import pytest
from atif import Trajectory
from hypothesis import given, settings
from hypothesis import strategies as st

from afterwit.intake.atif_out import document, iso
from afterwit.model.event import Event, Kind
from afterwit.model.session import Session
from tests.intake.test_readers import JSON
from tests.reading import SESSIONS, read, reading

SESSION = Session(host="codex", native_id="c", agent="Codex 0.140.0", model="gpt-5", project="/x", title="t")


def exported(path: Path, session: Session, events: list[Event]) -> Path:
    """A file with the document."""
    path.write_bytes(msgspec.json.encode(document(session, events)))
    return path


def validated(session: Session, events: list[Event]) -> Trajectory:
    """The document, as the format's own model reads it."""
    return Trajectory.model_validate(json.loads(msgspec.json.encode(document(session, events))))


def numbered(*events: Event) -> list[Event]:
    """Events with their places."""
    for place, event in enumerate(events, start=1):
        event.seq = place
    return list(events)


TURN = numbered(
    Event(kind="user", text="Light it.", at=1772697601000),
    Event(kind="thought", text="It is dark."),
    Event(kind="agent", text="I light it."),
    Event(kind="tool_call", tool="bash", input={"command": "light"}, native_id="a"),
    Event(kind="tool_call", tool="look", native_id="b"),
    Event(kind="system", text="a reminder"),
    Event(kind="tool_result", tool="look", text="dark", native_id="b", answers=5, ok=True),
    Event(kind="refusal", tool="bash", text="no", native_id="a", answers=4, ok=False, why="refused"),
)


def test_a_turn_is_one_step_with_its_results() -> None:
    user, turn, system = validated(SESSION, TURN).steps
    assert (user.source, user.message, user.timestamp) == ("user", "Light it.", "2026-03-05T08:00:01.000Z")
    assert (turn.source, turn.message, turn.reasoning_content) == ("agent", "I light it.", "It is dark.")
    assert [(call.tool_call_id, call.function_name) for call in turn.tool_calls or []] == [("a", "bash"), ("b", "look")]
    assert turn.observation is not None
    assert [(result.source_call_id, result.content) for result in turn.observation.results] == [
        ("b", "dark"),
        ("a", "no"),
    ]
    assert (system.source, system.message) == ("system", "a reminder")


def test_the_agent_is_named_with_its_version_and_model() -> None:
    agent = validated(SESSION, TURN).agent
    assert (agent.name, agent.version, agent.model_name) == ("Codex", "0.140.0", "gpt-5")


def test_an_agent_without_a_name_is_named_by_its_host() -> None:
    agent = validated(Session(host="codex", native_id="c"), []).agent
    assert (agent.name, agent.version) == ("codex", "unknown")


def test_an_agent_with_one_word_keeps_it_as_its_name() -> None:
    assert validated(Session(host="swe-agent", native_id="c", agent="SWE-agent"), []).agent.name == "SWE-agent"


def test_words_after_a_call_start_the_next_turn() -> None:
    events = numbered(
        Event(kind="tool_call", tool="x"), Event(kind="agent", text="and"), Event(kind="thought", text="hm")
    )
    assert [step.message for step in validated(SESSION, events).steps] == ["", "and", ""]


def test_two_agents_do_not_share_a_turn() -> None:
    events = numbered(Event(kind="thought", text="a"), Event(kind="agent", text="b", agent="helper"))
    assert len(validated(SESSION, events).steps) == 2


def test_a_result_without_a_call_is_a_step_of_its_own() -> None:
    (step,) = validated(SESSION, numbered(Event(kind="tool_result", text="late"))).steps
    assert (step.source, step.message) == ("system", "late")


def test_a_call_without_an_id_is_known_by_its_place() -> None:
    events = numbered(Event(kind="tool_call", tool="x"), Event(kind="tool_result", text="y", answers=1))
    (step,) = validated(SESSION, events).steps
    assert step.observation is not None
    assert [result.source_call_id for result in step.observation.results] == ["e1"]


@pytest.mark.parametrize("name", sorted(path.name for path in SESSIONS.iterdir()))
def test_a_session_of_every_host_makes_a_valid_document_and_comes_back(name: str, tmp_path: Path) -> None:
    whole = reading(SESSIONS / name)
    places = [place for place, event in enumerate(whole.events) if event.seq == 1] + [len(whole.events)]
    for session, start, end in zip(whole.sessions, places, places[1:], strict=False):
        events = whole.events[start:end]
        assert validated(session, events).session_id == session.native_id
        back = reading(exported(tmp_path / "a.json", session, events))
        assert back.host == "atif"
        assert back.session == session
        assert back.events == events


TEXT = st.text(max_size=20)
EVENTS = st.lists(
    st.builds(
        Event,
        kind=st.sampled_from(get_args(Kind)),
        at=st.none() | st.integers(1, 250_000_000_000_000),
        text=TEXT,
        input=st.none() | st.dictionaries(TEXT, JSON, max_size=2),
        native_id=st.sampled_from(["", "a", "b", "c"]),
        tool=st.sampled_from(["", "bash", "Edit", "look"]),
        agent=st.sampled_from(["", "helper"]),
        line=st.integers(0, 9),
    ),
    max_size=12,
)


@given(events=EVENTS, session=st.builds(Session, host=TEXT, native_id=TEXT, agent=TEXT, model=TEXT, title=TEXT))
@settings(max_examples=100, deadline=None)
def test_any_events_make_a_valid_document_and_come_back(events: list[Event], session: Session) -> None:
    with TemporaryDirectory() as folder:
        first, second = Path(folder) / "a", Path(folder) / "b"
        # Read once, so that calls and results have met and outcomes are decided; then nothing may change any more.
        once = reading(exported(first, session, numbered(*events)))
        assert [event.kind for event in once.events] == [event.kind for event in events]
        assert len(validated(once.session, once.events).steps) <= len(events)
        assert read(exported(second, once.session, once.events)) == once.events


@given(st.integers(0, 250_000_000_000_000))
def test_a_time_is_written_to_the_millisecond(at: int) -> None:
    assert iso(at).endswith(f".{at % 1000:03}Z")
