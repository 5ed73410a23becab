"""Many processes and threads use one store at once: nobody fails, nothing is lost."""

from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import NamedTuple

import pytest
from sqlalchemy import func, select, text

from afterwit.adapters.database import Database, SqlEventLog, open_database, schema
from afterwit.model.bookmark import Bookmark
from afterwit.model.session import Session
from tests.adapters.database.examples import SESSION, add, counts, happened, kept, place
from tests.adapters.database.processes import together

PROCESSES = 8
APPENDS = 15
BATCH = 10


class Shared(NamedTuple):
    """A store, and whether its writers take turns by a file lock."""

    store: str | Path
    file_lock: bool | None

    def opened(self) -> Database:
        return open_database(self.store, file_lock=self.file_lock)


@pytest.fixture(params=["sqlite with lock", "sqlite without lock", "postgresql"])
def shared(request: pytest.FixtureRequest, tmp_path: Path) -> Shared:
    """A store that is not there yet."""
    if request.param == "postgresql":
        return Shared(str(request.getfixturevalue("postgres_url")), None)
    return Shared(tmp_path / "afterwit.db", request.param == "sqlite with lock")


def whole(database: Database) -> bool:
    """Whether SQLite finds nothing amiss; PostgreSQL looks after itself."""
    if database.dialect != "sqlite":
        return True
    with database.reading() as connection:
        return connection.execute(text("PRAGMA integrity_check")).scalars().all() == ["ok"]


def open_and_add(shared: Shared, number: int) -> int:
    with shared.opened() as database:
        return add(SqlEventLog(database), happened(1, 3), Session(host="codex", native_id=str(number)))


def append_own(shared: Shared, number: int) -> int:
    session = Session(host="codex", native_id=str(number))
    with shared.opened() as database:
        log = SqlEventLog(database)
        return sum(add(log, happened(at * BATCH + 1, (at + 1) * BATCH), session) for at in range(APPENDS))


def append_same(shared: Shared, number: int) -> int:
    """The same session from another copy of its file, in batches of another size."""
    new = 0
    with shared.opened() as database:
        log = SqlEventLog(database)
        for first in range(1, APPENDS * BATCH, BATCH + number):
            last = min(first + BATCH + number - 1, APPENDS * BATCH)
            bookmark = Bookmark(source=f"copy {number % 3}", count=last)
            new += log.append(SESSION, happened(first, last), bookmark, [("KEY", bytes([first % 9]), first % 9)])
    return new


def read_and_write(shared: Shared, number: int) -> int:
    """One process writes; the others see it only in whole batches."""
    with shared.opened() as database:
        log = SqlEventLog(database)
        for at in range(APPENDS):
            if number == 0:
                add(log, happened(at * BATCH + 1, (at + 1) * BATCH))
            else:
                with database.reading() as connection:
                    rows = connection.execute(select(func.count()).select_from(schema.events)).scalar_one()
                    said = connection.execute(select(schema.sessions.c.events)).scalar() or 0
                assert rows == said
                assert rows % BATCH == 0
    return number


@pytest.mark.parametrize("time", ["once", "again"])
def test_a_new_store_may_be_opened_by_all_at_once(shared: Shared, time: str) -> None:
    del time
    assert together(open_and_add, [(shared, number) for number in range(PROCESSES)]) == [3] * PROCESSES
    with shared.opened() as database:
        assert counts(SqlEventLog(database)) == {f"codex:{number}": (3, 0) for number in range(PROCESSES)}
        assert whole(database)


def test_processes_that_append_to_their_own_sessions_lose_nothing(shared: Shared) -> None:
    everything = APPENDS * BATCH
    assert together(append_own, [(shared, number) for number in range(PROCESSES)]) == [everything] * PROCESSES
    with shared.opened() as database:
        log = SqlEventLog(database)
        expected = {f"codex:{number}": (everything, everything // 5) for number in range(PROCESSES)}
        assert counts(log) == expected
        for key in expected:
            assert kept(log, key) == happened(1, everything)
        assert whole(database)


def test_processes_that_append_to_one_session_count_each_event_once(shared: Shared) -> None:
    everything = APPENDS * BATCH
    assert sum(together(append_same, [(shared, number) for number in range(PROCESSES)])) == everything
    with shared.opened() as database:
        log = SqlEventLog(database)
        assert counts(log) == {SESSION.key: (everything, everything // 5)}
        assert kept(log) == happened(1, everything)
        assert {name: bookmark.count for name, bookmark in log.bookmarks().items()} == dict.fromkeys(
            ("copy 0", "copy 1", "copy 2"), everything
        )
        assert len(log.replaced(SESSION.key)) == 9
        assert whole(database)


def test_readers_see_whole_batches_only(shared: Shared) -> None:
    together(read_and_write, [(shared, number) for number in range(4)])


def test_threads_may_share_a_store(shared: Shared) -> None:
    threads = 24
    with shared.opened() as database, ThreadPoolExecutor(threads) as pool:
        log = SqlEventLog(database)

        def use(number: int) -> int:
            session = Session(host="codex", native_id=str(number % 3))
            new = sum(add(log, happened(at * 5 + 1, at * 5 + 5), session) for at in range(5))
            assert len(kept(log, session.key)) == 25
            return new

        assert sum(pool.map(use, range(threads))) == 75
        assert set(counts(log).values()) == {(25, 5)}


def test_events_may_be_appended_while_they_are_read(shared: Shared) -> None:
    with shared.opened() as database:
        log = SqlEventLog(database)
        log.append(SESSION, happened(1, 700), place(700), [])
        for event in log.events(SESSION.key):
            if event.seq % 100 == 0 and event.seq <= 700:
                add(log, happened(700 + event.seq, 700 + event.seq))
        assert len(kept(log)) == 707
