"""An event as a value."""

import msgspec

from afterwit.model.event import Event
from afterwit.model.session import Session


def test_an_event_is_named_by_its_place_in_the_session() -> None:
    assert Event(kind="user", seq=17).id == "e17"


def test_what_is_not_known_takes_no_room() -> None:
    assert msgspec.json.encode(Event(kind="user", text="hello")) == b'{"kind":"user","text":"hello"}'


def test_an_event_comes_back_from_json_as_it_was() -> None:
    event = Event(seq=3, kind="tool_result", tool="bash", text="no", ok=False, why="exit-code", answers=2, line=9)
    assert msgspec.json.decode(msgspec.json.encode(event), type=Event) == event


def test_a_session_is_named_by_host_and_native_id() -> None:
    assert Session(host="codex", native_id="abc").key == "codex:abc"
