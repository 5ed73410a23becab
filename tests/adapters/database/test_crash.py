"""A writer killed at any moment leaves a whole store, with all that it was told is kept."""

import signal
from multiprocessing.connection import Connection
from pathlib import Path

import pytest
from sqlalchemy import insert

from afterwit.adapters.database import SqlEventLog, open_database, schema
from benchmarks.crash import crash
from tests.adapters.database.examples import SESSION, add, counts, happened, kept
from tests.adapters.database.processes import SECONDS, started


def stop_halfway(store: str | Path, tell: Connection) -> None:
    """Write half a transaction, say so, and wait for the end."""
    with open_database(store) as database, database.writing() as connection:
        connection.execute(insert(schema.bookmarks), {"source": "half", "data": b"{}"})
        tell.send(("", None))
        tell.poll(None)


@pytest.mark.parametrize("file_lock", [True, False])
def test_a_writer_killed_halfway_leaves_nothing_behind_and_nobody_waiting(
    store: str | Path, *, file_lock: bool
) -> None:
    with open_database(store, file_lock=file_lock) as database:
        add(SqlEventLog(database), happened(1, 5))
    process, connection = started(stop_halfway, store)
    with connection:
        assert connection.poll(SECONDS)
        process.kill()
        process.join(SECONDS)
    assert process.exitcode == -signal.SIGKILL
    process.close()
    with open_database(store, file_lock=file_lock, patience=SECONDS / 2) as database:
        log = SqlEventLog(database)
        assert add(log, happened(1, 9)) == 4
        assert kept(log) == happened(1, 9)
        assert counts(log) == {SESSION.key: (9, 1)}
        assert set(log.bookmarks()) == {"0a1b"}


def test_writers_killed_at_any_moment_leave_nothing_torn_and_lose_nothing(store: str | Path) -> None:
    tally = crash([store], kills=20)
    assert str(tally) == "20 kills, 0 torn, 0 acknowledged lost"
    assert tally.writing
