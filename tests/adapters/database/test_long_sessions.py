"""A long session is read page by page: little memory, every event, in order."""

import resource
import sys
from itertools import islice
from pathlib import Path

import pytest
from sqlalchemy import text

from afterwit.adapters.database import SqlEventLog, open_database
from afterwit.adapters.database.event_log import PAGE_CHARACTERS, PAGE_EVENTS
from afterwit.model.event import Event
from tests.adapters.database.examples import SESSION, add, happened, kept
from tests.adapters.database.processes import together

MANY = {"sqlite": 50_000, "postgresql": 50_000}
FILL = """
INSERT INTO events (session_id, seq, kind, purpose, text, tool, why, native_id, line_id, agent, line)
WITH RECURSIVE counted(seq) AS (SELECT 1 UNION ALL SELECT seq + 1 FROM counted WHERE seq < :many)
SELECT sessions.id, seq, 'tool_result', '', :text, '', '', '', '', '', seq FROM counted, sessions
"""


def grown_by_reading(store: str | Path) -> tuple[int, float]:
    """How many events a session has, and by how many megabytes the process grew while it read them."""
    unit = 1024 * 1024 if sys.platform == "darwin" else 1024
    with open_database(store) as database:
        log = SqlEventLog(database)
        assert len(list(islice(log.events(SESSION.key), PAGE_EVENTS))) == PAGE_EVENTS
        before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
        number = 0
        for number, event in enumerate(log.events(SESSION.key), 1):
            assert event.seq == number
        return number, (resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before) / unit


def test_a_hundred_megabytes_of_events_are_read_in_little_memory(store: str | Path) -> None:
    with open_database(store) as database:
        many = MANY[database.dialect]
        add(SqlEventLog(database), [])
        with database.writing() as connection:
            connection.execute(text(FILL), {"many": many, "text": "x" * (100_000_000 // many)})
    ((events, megabytes),) = together(grown_by_reading, [(store,)])
    assert events == many
    assert megabytes < 16


@pytest.mark.parametrize("count", [PAGE_EVENTS - 1, PAGE_EVENTS, PAGE_EVENTS + 1, 3 * PAGE_EVENTS])
def test_pages_join_without_a_seam(log: SqlEventLog, count: int) -> None:
    add(log, happened(1, count))
    assert kept(log) == happened(1, count)
    assert [event.seq for event in log.events(SESSION.key, kinds=["tool_result"])] == list(range(1, count + 1))


def test_a_page_of_long_texts_is_short(log: SqlEventLog) -> None:
    long = "x" * (PAGE_CHARACTERS // 2 + 1)
    events = [Event(seq=seq, kind="user", text=long if seq % 3 else "") for seq in range(1, 12)]
    add(log, events)
    assert kept(log) == events
