"""Output of a polling loop."""

from pathlib import Path
from tempfile import TemporaryDirectory

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from afterwit.errors import UnreadableSource
from afterwit.intake.detect import choose
from afterwit.intake.readers import READERS
from afterwit.intake.readers.poller_log import LONGEST_ENTRY
from afterwit.intake.source import Source
from afterwit.intake.transcript import Batch, batches
from afterwit.model.bookmark import Bookmark
from afterwit.model.event import Event
from tests.reading import SESSIONS, read, reading, session_of

MAIN = "poller-log.log"
OPENING = ["2026-11-14 09:00:00 INFO polling", "2026-11-14 09:00:01 INFO polling again"]


def log(path: Path, *lines: str) -> Path:
    """A log of these lines after two of an opening."""
    path.write_text("".join(f"{line}\n" for line in [*OPENING, *lines]), encoding="utf-8")
    return path


def test_errors_are_errors_and_warnings_the_hosts() -> None:
    read_in = session_of(MAIN)
    assert [text.partition("\n")[0] for text in read_in.texts("error")] == [
        "poller error: poll failed",
        "poller error: the queue is full",
        "poller error: stopping",
        "poller error: token expired",
        "poller error: still late",
        "poller error: KeyError: 'inbox'",
    ]
    assert read_in.texts("system") == [
        "poller warning: slow answer (4.2 s) from [number]",
        "poller warning: no more retries",
        "poller warning: the clock is late",
    ]
    assert len(read_in.events) == 9


def test_a_traceback_belongs_to_its_line_with_all_that_caused_it() -> None:
    lines = session_of(MAIN).texts("error")[0].splitlines()
    assert lines[1] == "Traceback (most recent call last):"
    assert "TimeoutError: no answer in 30 s" in lines
    assert lines[-1] == "ConnectionError: refused"


def test_what_is_indented_belongs_to_the_line_above() -> None:
    assert session_of(MAIN).texts("error")[1] == "poller error: the queue is full\n  12 messages wait"


def test_a_traceback_by_itself_says_the_error_first() -> None:
    assert session_of(MAIN).texts("error")[-1].splitlines()[:2] == [
        "poller error: KeyError: 'inbox'",
        "Traceback (most recent call last):",
    ]


def test_every_event_has_its_line_and_its_time_where_it_is_said() -> None:
    events = session_of(MAIN).events
    assert [event.line for event in events] == [3, 4, 17, 19, 20, 21, 22, 23, 26]
    assert events[0].at == 1794646805001
    assert [event.at is None for event in events] == [False] * 5 + [True] * 4


def test_the_session_is_a_scripts_and_the_same_in_a_longer_copy(tmp_path: Path) -> None:
    session = session_of(MAIN).session
    assert session.origin == "headless"
    shorter = tmp_path / "a"
    shorter.write_bytes(b"".join((SESSIONS / MAIN).read_bytes().splitlines(keepends=True)[:4]))
    assert reading(shorter).session.key == session.key


@pytest.mark.parametrize(
    ("line", "text"),
    [
        ("ERROR:poller:no answer", "no answer"),
        ("ERROR:root:no answer: late", "no answer: late"),
        ("2026-11-14 09:30:00 [ERROR] no answer", "no answer"),
        ("2026-11-14 09:30:00,123 - sms.poller - ERROR - no answer", "no answer"),
        ("2026-11-14 09:30:00 ERROR no answer", "no answer"),
        ("2026-11-14 09:30:00 ERROR: no answer", "no answer"),
        ("[2026-11-14 09:30:00 +0000] [12] [ERROR] no answer", "no answer"),
        ("2026-11-14T09:30:00Z | ERROR | no answer", "no answer"),
        ("2026-11-14T09:30:00Z poller: ERROR: no answer", "no answer"),
        ("2026-11-14 09:30:00 poller [CRITICAL] no answer", "no answer"),
        ("[ERROR] no answer", "no answer"),
        ("CRITICAL: no answer", "no answer"),
        ("09:30:00 [ERROR] no answer", "no answer"),
        ("2026-11-14 09:30:00 ERROR", ""),
    ],
)
def test_an_error_is_known_in_every_form(line: str, text: str, tmp_path: Path) -> None:
    (event,) = read(log(tmp_path / "a", line))
    assert (event.kind, event.text) == ("error", f"poller error: {text}" if text else "poller error")


@pytest.mark.parametrize(
    "line",
    [
        "2026-11-14 09:30:00 INFO no ERROR",
        "2026-11-14 09:30:00 got an ERROR there",
        "DEBUG:poller:WARNING",
        "ERRORS: none",
        "an ERROR: none",
        "plain output",
    ],
)
def test_a_line_that_only_names_a_level_is_no_event(line: str, tmp_path: Path) -> None:
    assert read(log(tmp_path / "a", line)) == []


def test_plain_output_after_an_error_is_not_part_of_it(tmp_path: Path) -> None:
    (event,) = read(log(tmp_path / "a", "ERROR:poller:late", "fetched 3 messages", "  of 4"))
    assert event.text == "poller error: late"


def test_an_endless_traceback_is_cut(tmp_path: Path) -> None:
    (event,) = read(log(tmp_path / "a", "ERROR:poller:late", *["  again and again"] * 10_000))
    assert len(event.text) < 2 * LONGEST_ENTRY


def test_a_last_line_without_its_end_is_left_for_the_next_reading(tmp_path: Path) -> None:
    path = log(tmp_path / "a", "ERROR:poller:one")
    whole = path.read_bytes()
    path.write_bytes(whole + b"ERROR:poller:tw")
    first = reading(path)
    assert first.texts("error") == ["poller error: one"]
    assert first.findings.truncated_at == 4
    path.write_bytes(whole + b"ERROR:poller:two\n")
    assert reading(path, first.last).texts("error") == ["poller error: two"]


def test_a_reading_that_begins_within_a_traceback_tells_the_rest_as_an_error(tmp_path: Path) -> None:
    path = log(tmp_path / "a", "ERROR:poller:one", "Traceback (most recent call last):")
    first = reading(path)
    with path.open("a", encoding="utf-8") as more:
        more.write('  File "a.py", line 1\n    go()\nKeyError: 1\n')
    assert reading(path, first.last).texts("error") == ['poller error: KeyError: 1\nFile "a.py", line 1\n    go()']


def test_a_log_among_much_plain_output_is_known(tmp_path: Path) -> None:
    path = tmp_path / "a"
    timed = "2026-11-14 09:30:00 [ERROR] late\n"
    path.write_text("fetched 3\n" * 4 + timed + "fetched 4\n" * 4 + timed, encoding="utf-8")
    assert len(read(path)) == 2
    path.write_text("polling\n[ERROR] late\n[WARNING] slow\npolling\n", encoding="utf-8")
    assert len(read(path)) == 2


LINES = [
    "INFO:poller:polling",
    "plain output",
    "ERROR:poller:late",
    "2026-11-14 09:30:00 [WARNING] slow\n  by 4 s",
    "2026-11-14 09:30:00 - poller - ERROR - failed\nTraceback (most recent call last):\n  x\nKeyError: 1",
]


@given(entries=st.lists(st.sampled_from(LINES), max_size=8), data=st.data())
@settings(max_examples=60, deadline=None)
def test_reading_on_gives_what_one_reading_gives(entries: list[str], data: st.DataObject) -> None:
    stops = sorted(data.draw(st.sets(st.integers(0, len(entries)), max_size=4)))
    with TemporaryDirectory() as folder:
        path = Path(folder) / "a"
        read_so_far: list[Event] = []
        last: Batch | None = None
        for stop in [*stops, len(entries)]:
            part = reading(log(path, *entries[:stop]), last)
            read_so_far += part.events
            last = part.last
        whole = reading(path)
        assert read_so_far == whole.events
        assert last is not None
        assert last.session == whole.session


def test_a_reading_that_was_stopped_goes_on_with_nothing_lost(tmp_path: Path) -> None:
    path = log(tmp_path / "a", *[f"{LINES[4]}{number}\nINFO:poller:polling" for number in range(5000)])
    with Source(path) as source:
        parts = list(batches(source, choose(source, READERS), Bookmark(source="x")))
    assert len(parts) == 3
    before: list[Event] = []
    for part in parts:
        before += part.events
        assert [event.text for event in before + reading(path, part).events] == read_texts(parts)


def read_texts(parts: list[Batch]) -> list[str]:
    return [event.text for part in parts for event in part.events]


@pytest.mark.parametrize(
    "text",
    [
        "ERROR:poller:only one line\n",
        "2026-11-14 09:30:00 INFO lamp on\n2026-11-14 09:31:00 INFO lamp off\n",
        "How to read the log\n\nERROR: this\nWARNING: that\n\nare marks\nof the lamp.\nNothing else\nis.\n",
        "#!/bin/sh\ncat <<EOT\nWARNING: it moved.\nWARNING: look elsewhere.\nWARNING: here is nothing.\nEOT\n",
        "2026-11-14 09:30:00 ERROR late\n2026-11-14 09:31:00 ERROR late\n" + "and prose\n" * 20,
    ],
    ids=["one-line", "nothing-wrong", "a-manual", "a-script", "mostly-prose"],
)
def test_what_only_looks_alike_is_left_alone(text: str, tmp_path: Path) -> None:
    path = tmp_path / "a"
    path.write_text(text, encoding="utf-8")
    with pytest.raises(UnreadableSource, match="no transcript"):
        read(path)
