"""Audit logs: what a guard around a chat agent held back, and who wrote that it does not know."""

import json
from pathlib import Path

import pytest

from afterwit.errors import UnreadableSource
from afterwit.intake.detect import Head
from afterwit.intake.readers.audit_log import AuditLog
from afterwit.model.signal_sources import BLOCKED, UNKNOWN_SENDER, tells
from tests.reading import SESSIONS, lines_of, read, reading, session_of, written

MAIN = "audit-log.jsonl"
TIME = "2026-11-14T08:00:00Z"


def test_the_session_is_a_scripts_and_its_name_comes_from_its_first_entry(tmp_path: Path) -> None:
    session = session_of(MAIN).session
    assert (session.host, session.origin) == ("audit-log", "headless")
    assert reading(written(tmp_path / "b", lines_of(MAIN)[:3])).session.key == session.key
    assert "5550100" not in session.key


def test_what_was_blocked_says_why_and_not_what() -> None:
    blocked = [text for text in session_of(MAIN).texts("error") if tells(BLOCKED, text)]
    assert blocked == [
        "response blocked: names a diagnosis",
        "response blocked: medication, date of birth",
        "response blocked",
    ]


def test_strangers_are_told_of_without_their_numbers() -> None:
    strangers = [text for text in session_of(MAIN).texts("error") if tells(UNKNOWN_SENDER, text)]
    assert strangers == [
        "unknown sender: [number] is in no family",
        "unknown sender: [number] was removed",
        "unknown sender",
    ]


def test_nothing_that_was_held_back_and_no_number_is_kept() -> None:
    kept = str(session_of(MAIN).events)
    for text in ("measles", "who is this", "5550100", "5550199", "5550142"):
        assert text not in kept


def test_other_entries_are_the_hosts_and_unknown_ones_raw() -> None:
    read_in = session_of(MAIN)
    assert read_in.texts("system") == [
        "inbound_received: from a known number",
        'outbound_sent: {"rule":"none","length":40}',
        "phi_redacted: a name",
        "audit_closed",
    ]
    assert [event.input for event in read_in.of("raw")] == [
        {"timestamp": "2026-11-14T08:06:00Z", "weather": "rain", "call": "[number]"},
        {"input": ["a", "list"]},
    ]
    assert read_in.findings.unknown == {"?": 2}


def test_every_entry_has_its_line_its_time_and_its_id() -> None:
    events = session_of(MAIN).events
    assert [event.line for event in events] == list(range(1, 13))
    assert (events[1].at, events[1].native_id) == (1794643204000, "a-2")
    assert events[3].at == 1794644520000


@pytest.mark.parametrize(
    ("entry", "word"),
    [
        ({"event": "response_blocked"}, BLOCKED),
        ({"type": "outbound_blocked"}, BLOCKED),
        ({"action": "Response.Blocked"}, BLOCKED),
        ({"type": "outbound", "blocked": True, "reason": ""}, BLOCKED),
        ({"event": "unknown_number"}, UNKNOWN_SENDER),
        ({"event": "unknown_sender", "blocked": True, "sender": "x"}, UNKNOWN_SENDER),
        ({"event": "rejected_sender"}, UNKNOWN_SENDER),
        ({"event": "message", "action": "blocked"}, BLOCKED),
        ({"event": "not_blocked"}, ""),
        ({"event": "unblocked"}, ""),
        ({"event": "unknown_weather"}, ""),
    ],
)
def test_the_words_are_known_in_many_spellings(entry: dict[str, object], word: str, tmp_path: Path) -> None:
    opening = {"ts": TIME, "event": "audit_opened"}
    _, event = read(written(tmp_path / "a", [opening, {"ts": TIME, **entry}]))
    assert event.kind == ("error" if word else "system")
    assert not word or tells(word, event.text)


@pytest.mark.parametrize("name", sorted(path.name for path in SESSIONS.glob("*.jsonl") if path.name != MAIN))
def test_no_transcript_of_an_agent_is_taken_for_one(name: str) -> None:
    lines = lines_of(name)
    assert not AuditLog().sniff(Head(lines, array=False))
    assert not any(AuditLog().sniff(Head([line], array=False)) for line in lines)


@pytest.mark.parametrize(
    "entry",
    [
        {"event": "response_blocked"},
        {"ts": "soon", "event": "response_blocked"},
        {"ts": TIME, "event": "lamp_on"},
        {"ts": TIME, "event": "inbound_request"},
        {"ts": TIME, "type": "task", "blocked": True},
        {"ts": TIME, "event": "response_blocked", "sessionId": "s", "uuid": "u"},
    ],
)
def test_what_only_looks_alike_is_left_alone(entry: dict[str, object], tmp_path: Path) -> None:
    path = tmp_path / "a"
    path.write_text(f"{json.dumps(entry)}\n" * 3, encoding="utf-8")
    with pytest.raises(UnreadableSource, match="no transcript"):
        read(path)
