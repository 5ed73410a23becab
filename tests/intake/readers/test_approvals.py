"""Approvals that an agent asked for."""

import json
from contextlib import suppress
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from afterwit.errors import UnreadableSource
from afterwit.intake import shapes
from tests.reading import SESSIONS, Reading, lines_of, reading, session_of, written

MAIN, IN_LINES = "approvals.json", "approvals.jsonl"
PENDING = {"id": "a", "requested_at": "2026-11-14T08:00:00Z", "what": "Ring the bell", "status": "pending"}


def document(path: Path, value: object) -> Path:
    """A file with this document."""
    path.write_text(json.dumps(value, indent=1), encoding="utf-8")
    return path


def told(read_in: Reading) -> list[tuple[str, int | None]]:
    return [(event.text, event.at) for event in read_in.of("system")]


def test_a_request_that_waits_says_for_what_and_since_when() -> None:
    assert told(session_of(MAIN))[:2] == [
        ("approval pending: Send the class list to [number]", shapes.moment("2026-11-13T08:00:00Z")),
        ("approval pending: Book the hall", 1794556800000),
    ]


def test_a_decision_follows_its_request() -> None:
    assert told(session_of(MAIN))[2:6] == [
        ("approval pending: Buy forty tickets", shapes.moment("2026-11-12T08:00:00Z")),
        ("approval granted: Buy forty tickets", shapes.moment("2026-11-12T09:00:00Z")),
        ("approval pending: Cancel the play", shapes.moment("2026-11-12T10:00:00Z")),
        ("approval denied: Cancel the play", shapes.moment("2026-11-12T10:05:00Z")),
    ]


def test_a_request_that_came_to_nothing_says_how() -> None:
    assert told(session_of(MAIN))[-1] == ("approval denied: Call the baker (expired)", None)


def test_entries_of_another_kind_are_kept_raw_and_counted() -> None:
    read_in = session_of(MAIN)
    assert read_in.of("raw")[1].input == {"input": "a note"}
    assert read_in.findings.unknown == {"state on_the_moon": 1, "?": 1}


def test_each_request_is_a_session_with_its_own_id() -> None:
    read_in = session_of(MAIN)
    assert [session.title for session in read_in.sessions][:3] == [
        "Send the class list to [number]",
        "Book the hall",
        "Buy forty tickets",
    ]
    assert {session.origin for session in read_in.sessions} == {"headless"}
    assert [event.native_id for event in read_in.events][:3] == ["ap-1", "ap-2", "ap-3"]


def test_a_request_keeps_its_session_and_its_event_when_it_is_decided(tmp_path: Path) -> None:
    before = reading(document(tmp_path / "before", [PENDING]))
    after = reading(document(tmp_path / "after", {"pending": [], "approved": [{**PENDING, "status": "approved"}]}))
    assert after.session.key == before.session.key
    assert [event.text for event in after.events] == [*before.texts("system"), "approval granted: Ring the bell"]
    assert [event.id for event in after.events] == ["e1", "e2"]


def test_lines_of_one_request_are_told_together() -> None:
    assert told(session_of(IN_LINES)) == [
        ("approval pending: Open the gate", shapes.moment("2026-11-13T08:00:00Z")),
        ("approval granted: Open the gate", shapes.moment("2026-11-13T08:30:00Z")),
        ("approval pending: Close the gate", shapes.moment("2026-11-13T09:00:00Z")),
        ("approval pending: Oil the gate", shapes.moment("2026-11-13T10:00:00Z")),
        ("approval granted: Oil the gate", shapes.moment("2026-11-13T10:10:00Z")),
    ]


@pytest.mark.parametrize(
    "value",
    [
        [PENDING],
        PENDING,
        {"pending": [PENDING]},
        {"approvals": [PENDING], "version": 2},
        {"pending": {"a": {key: value for key, value in PENDING.items() if key != "id"}}},
        {"a": {key: value for key, value in PENDING.items() if key != "id"}},
        {"pending_approvals": [{key: value for key, value in PENDING.items() if key != "status"}]},
    ],
    ids=["list", "one", "pending", "approvals", "pending-by-id", "by-id", "no-state"],
)
def test_requests_are_found_in_every_layout(value: object, tmp_path: Path) -> None:
    read_in = reading(document(tmp_path / "a", value))
    assert (read_in.host, read_in.texts("system")) == ("approvals", ["approval pending: Ring the bell"])
    assert read_in.session.key == reading(document(tmp_path / "b", [PENDING])).session.key


@pytest.mark.parametrize(
    ("entry", "last"),
    [
        ({"approved": True}, "approval granted: Ring the bell"),
        ({"approved": False}, "approval pending: Ring the bell"),
        ({"approved": False, "decided_at": "2026-11-14T09:00:00Z"}, "approval denied: Ring the bell"),
        ({"denied_at": "2026-11-14T09:00:00Z"}, "approval denied: Ring the bell"),
        ({"state": "Awaiting Approval"}, "approval pending: Ring the bell"),
        ({"decision": "declined"}, "approval denied: Ring the bell (declined)"),
        ({"decision": "approved"}, "approval granted: Ring the bell"),
    ],
)
def test_the_state_is_known_in_many_forms(entry: dict[str, object], last: str, tmp_path: Path) -> None:
    stateless = {key: value for key, value in PENDING.items() if key != "status"}
    assert reading(document(tmp_path / "a", [{**stateless, **entry}])).texts("system")[-1] == last


@pytest.mark.parametrize("size", [40, 9])
def test_a_document_that_breaks_off_gives_the_requests_it_has(size: int, tmp_path: Path) -> None:
    path = document(tmp_path / "a", {"pending": [{**PENDING, "id": str(number)} for number in range(size)]})
    text = path.read_text(encoding="utf-8")
    path.write_text(text[: text.rindex('"id"')], encoding="utf-8")
    read_in = reading(path)
    assert len(read_in.sessions) == size - 1
    assert read_in.findings.truncated_at is not None


@pytest.mark.parametrize(
    "value",
    [
        [{"id": 1, "created_at": "2026-11-14T08:00:00Z", "state": "open"}],
        [{"id": 1, "status": "pending"}],
        [{**PENDING, "requested_at": "soon"}],
        {"pending": 3, "approvals": []},
        {"pending": [{"id": 1}]},
        [PENDING | {"role": "user"}],
        [
            {"id": 1, "created_at": 1794556800, "status": "pending"},
            {"id": 2, "created_at": 1794556800, "status": "done"},
        ],
    ],
)
def test_what_only_looks_alike_is_left_alone(value: object, tmp_path: Path) -> None:
    with pytest.raises(UnreadableSource, match="no transcript"):
        reading(document(tmp_path / "a", value))


VALUES = st.none() | st.booleans() | st.integers() | st.text(max_size=5) | st.lists(st.text(max_size=3), max_size=2)


@given(changes=st.lists(st.tuples(st.integers(1, 3), st.sampled_from(list(PENDING)), VALUES), max_size=6))
@settings(max_examples=100, deadline=None)
def test_no_entry_makes_the_reader_raise_or_is_lost(changes: list[tuple[int, str, object]]) -> None:
    lines = [dict(line) for line in lines_of(IN_LINES)]
    for place, key, value in changes:
        lines[place][key] = value
    with TemporaryDirectory() as folder, suppress(UnreadableSource):
        read_in = reading(written(Path(folder) / "a", lines))
        assert read_in.texts("system")[0] == "approval pending: Open the gate"
        assert read_in.sessions


def test_the_sample_is_the_same_in_every_folder(tmp_path: Path) -> None:
    copy = tmp_path / "x.json"
    copy.write_bytes((SESSIONS / MAIN).read_bytes())
    assert [session.key for session in reading(copy).sessions] == [one.key for one in session_of(MAIN).sessions]
