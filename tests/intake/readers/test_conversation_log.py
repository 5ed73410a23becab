"""Logs of what was said between a chat agent and the people who write to it."""

from contextlib import suppress
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from afterwit.errors import UnreadableSource
from afterwit.intake import shapes
from afterwit.intake.readers.conversation_log import LONGEST_MESSAGE
from tests.reading import SESSIONS, Reading, read, reading, session_of

MAIN = "conversation-log.log"


def log(folder: Path, *lines: str) -> Path:
    """A log of these lines."""
    path = folder / "2026-11-14.log"
    path.write_text("".join(f"{line}\n" for line in lines), encoding="utf-8")
    return path


def said(read_in: Reading) -> list[tuple[str, str]]:
    return [(event.kind, event.text) for event in read_in.events]


def test_what_comes_in_is_the_users_and_what_goes_out_the_agents() -> None:
    read_in = session_of(MAIN)
    assert read_in.texts("user")[0] == "When is the school play?"
    assert read_in.texts("agent")[1] == "Thursday at five, then. I had the rehearsal in mind."
    assert [event.kind for event in read_in.events][:8] == ["user", "agent"] * 4


def test_a_structured_reply_stays_as_it_is() -> None:
    reply = '{"reply": "On Friday at six. Shall I add it?", "self_corrections": []}'
    assert session_of(MAIN).texts("agent")[0] == reply


def test_a_line_that_begins_otherwise_goes_on_with_the_message() -> None:
    read_in = session_of(MAIN)
    assert read_in.texts("user")[1] == "No, that's wrong.\nIt is on Thursday.\n  At five."
    assert read_in.texts("agent")[-1].startswith("Your list:\n2026-11-19 17:00 School play")


def test_every_message_has_its_time_and_its_line() -> None:
    events = session_of(MAIN).events
    assert [event.at for event in events][4] == shapes.moment("2026-11-14T09:32:00Z")
    assert [event.line for event in events] == [1, 2, 3, 6, 7, 8, 9, 10, 11, 12, 13]


def test_no_number_is_kept() -> None:
    read_in = session_of(MAIN)
    kept = f"{read_in.session} {read_in.events}"
    assert "5550100" not in kept
    assert "5550177" not in kept


def test_a_line_of_another_kind_is_kept_raw_and_counted() -> None:
    read_in = session_of(MAIN)
    assert [event.input for event in read_in.of("raw")] == [
        {"line": "2026-11-14 09:33:06 HANDOFF: a person takes over"}
    ]
    assert read_in.findings.unknown == {"HANDOFF": 1}


@pytest.mark.parametrize(
    ("line", "text"),
    [
        ("[2026-11-14T09:30:00Z] INBOUND: Hello: you", "Hello: you"),
        ("2026-11-14 09:30:00 INBOUND +15550100: Hello", "Hello"),
        ("2026-11-14 09:30:00 INBOUND (555) 010-0100: Hello", "Hello"),
        ("2026-11-14T09:30:00+02:00 INBOUND from +15550100 | Hello", "Hello"),
        ("2026-11-14T09:30:00 INBOUND from Ama Kano: Hello", "Hello"),
        ("2026-11-14T09:30:00 INBOUND ama: Hello", "Hello"),
        ("2026-11-14T09:30:00 INBOUND sms:+15550100: Hello", "Hello"),
        ("2026-11-14 09:30:00,125 INFO INBOUND: Hello", "Hello"),
        ("[2026-11-14 09:30:00] [INFO] [INBOUND] Hello", "Hello"),
        ("2026-11-14 09:30:00 | INBOUND | Hello", "Hello"),
        ("2026-11-14 09:30:00 - INBOUND - Hello - you", "Hello - you"),
        ("2026-11-14 09:30:00 INBOUND Hello there, at 5:30", "Hello there, at 5:30"),
        ("2026-11-14 09:30:00 INBOUND:", ""),
        ('2026-11-14 09:30:00 INBOUND {"text": "Hello"}', '{"text": "Hello"}'),
    ],
)
def test_a_message_is_known_in_every_form(line: str, text: str, tmp_path: Path) -> None:
    first, _ = read(log(tmp_path, line, "2026-11-14 09:31:00 OUTBOUND: Hi"))
    assert (first.kind, first.text) == ("user", text)
    assert first.at is not None


def test_the_session_is_the_same_from_whatever_path_and_in_a_longer_copy(tmp_path: Path) -> None:
    lines = (SESSIONS / MAIN).read_text(encoding="utf-8").splitlines()
    folder = tmp_path / "+15550100"
    folder.mkdir()
    shorter, longer = reading(log(folder, *lines[:6])), session_of(MAIN)
    assert shorter.session.key == longer.session.key
    assert shorter.events == longer.events[: len(shorter.events)]


def test_conversations_that_open_alike_part_at_the_first_answer(tmp_path: Path) -> None:
    opening = "2026-11-14 08:00:00 OUTBOUND: The play is on Thursday."
    one = reading(log(tmp_path, opening, "2026-11-14 09:00:00 INBOUND: Thank you")).session
    other = reading(log(tmp_path, opening, "2026-11-14 09:30:00 INBOUND: Which play?")).session
    assert one.key != other.key


def test_a_heading_is_the_hosts(tmp_path: Path) -> None:
    path = log(tmp_path, "== today ==", "2026-11-14 08:00 INBOUND: Hello", "2026-11-14 08:01 OUTBOUND: Hi")
    assert said(reading(path)) == [("system", "== today =="), ("user", "Hello"), ("agent", "Hi")]


def test_a_message_without_end_is_told_in_parts(tmp_path: Path) -> None:
    long = ["x" * 1000] * (LONGEST_MESSAGE // 1000 + 10)
    parts = read(log(tmp_path, "2026-11-14 08:00 INBOUND: Hello", *long))
    assert [event.kind for event in parts] == ["user", "user"]
    assert sum(event.text.count("x") for event in parts) == len(long) * 1000


@pytest.mark.parametrize(
    "text",
    [
        "2026-11-14 09:30 INBOUND truck 12\n2026-11-14 09:31 INBOUND truck 13\n",
        "INBOUND: no time\nOUTBOUND: none\n",
        "We log lines such as\n\n    [2026-11-14T09:30:00Z] INBOUND: Hello\n\nin a folder\nfor each\nparty.\n",
    ],
    ids=["trucks", "no-time", "a-manual"],
)
def test_what_only_looks_alike_is_left_alone(text: str, tmp_path: Path) -> None:
    path = tmp_path / "a"
    path.write_text(text, encoding="utf-8")
    with pytest.raises(UnreadableSource, match="no transcript"):
        read(path)


PIECES = st.sampled_from(
    [
        "[",
        "]",
        "2026-11-14",
        "T",
        " ",
        "09:30",
        ":00",
        "Z",
        "INBOUND",
        "OUTBOUND",
        ":",
        "|",
        "-",
        "(",
        "+15550100",
        "\n",
    ]
)


@given(st.lists(PIECES | st.text(max_size=4), max_size=40))
@settings(max_examples=100, deadline=None)
def test_whatever_stands_in_a_log_is_read_and_nothing_of_it_lost(pieces: list[str]) -> None:
    with TemporaryDirectory() as folder:
        path = Path(folder) / "a"
        path.write_text("2026-11-14 09:30 INBOUND: Hello\n" + "".join(pieces), encoding="utf-8", errors="replace")
        with suppress(UnreadableSource):
            events = read(path)
            assert events[0].text.startswith("Hello")
            assert [event.line for event in events] == sorted({event.line for event in events})
