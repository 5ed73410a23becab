"""Transactions: whole, apart from each other, and gone when they are over."""

import gc
import os
import re
import threading
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path

import pytest
from sqlalchemy import insert, select, text

from afterwit.adapters.database import Database, SqlEventLog, open_database, schema
from afterwit.errors import StoreFailed
from tests.adapters.database.examples import SESSION, add, happened, kept
from tests.adapters.database.processes import together
from tests.postgres import PostgresServer

ROW = {"source": "x", "data": b"{}"}


def sources(database: Database) -> list[str]:
    with database.reading() as connection:
        return list(connection.execute(select(schema.bookmarks.c.source)).scalars())


def in_a_fork(work: Callable[[], object]) -> str:
    """What a forked child says to some work."""
    ours, theirs = os.pipe()
    child = os.fork()
    if not child:
        try:
            os.write(theirs, str(work()).encode())
        except StoreFailed as error:
            os.write(theirs, str(error).encode())
        finally:
            os._exit(0)
    os.close(theirs)
    with os.fdopen(ours) as said:
        answer = said.read()
    os.waitpid(child, 0)
    return answer


def fork_while_open(store: str | Path) -> dict[str, object]:
    def open_again() -> int:
        with open_database(store) as again:
            return add(SqlEventLog(again), happened(1, 5))

    with open_database(store) as database:
        log = SqlEventLog(database)
        add(log, happened(1, 3))
        with database.writing() as connection:
            connection.execute(insert(schema.bookmarks), ROW)
            said: dict[str, object] = {
                "writing": in_a_fork(lambda: add(log, happened(1, 5))),
                "reading": in_a_fork(lambda: kept(log)),
                "closing": in_a_fork(database.close),
            }
        return said | {"opening": in_a_fork(open_again), "afterwards": add(log, happened(1, 9))}


def fork_while_closed(store: str | Path) -> tuple[str, int]:
    with open_database(store) as database:
        log = SqlEventLog(database)
        add(log, happened(1, 3))
        database.close()
        return in_a_fork(lambda: add(log, happened(1, 5))), add(log, happened(1, 9))


class TestWriting:
    def test_an_error_within_undoes_all(self, database: Database) -> None:
        def go_wrong() -> None:
            with database.writing() as connection:
                connection.execute(insert(schema.bookmarks), ROW)
                raise ZeroDivisionError

        with pytest.raises(ZeroDivisionError):
            go_wrong()
        assert sources(database) == []

    def test_a_refused_statement_undoes_all_and_the_next_one_works(self, database: Database) -> None:
        with pytest.raises(StoreFailed), database.writing() as connection:
            connection.execute(insert(schema.bookmarks), [ROW, ROW])
        with database.writing() as connection:
            connection.execute(insert(schema.bookmarks), ROW)
        assert sources(database) == ["x"]

    def test_what_points_nowhere_is_refused(self, database: Database) -> None:
        row = {"session_id": 99, "label": "l", "digest": b"", "number": 1}
        with pytest.raises(StoreFailed, match=r"(?i)foreign key"), database.writing() as connection:
            connection.execute(insert(schema.placeholders), row)


class TestReading:
    def test_sees_one_moment(self, database: Database) -> None:
        with database.reading() as connection:
            count = select(schema.bookmarks)
            assert connection.execute(count).all() == []
            add(SqlEventLog(database), happened(1, 3))
            assert connection.execute(count).all() == []
        assert len(sources(database)) == 1

    def test_does_not_wait_for_a_writer(self, database: Database) -> None:
        with database.writing() as connection:
            connection.execute(insert(schema.bookmarks), ROW)
            assert sources(database) == []

    def test_keeps_nothing(self, database: Database) -> None:
        with suppress(StoreFailed), database.reading() as connection:
            connection.execute(insert(schema.bookmarks), ROW)
        assert sources(database) == []


class TestClosing:
    def test_may_be_done_twice(self, database: Database) -> None:
        database.close()
        database.close()

    def test_leaves_one_file_and_its_locks(self, tmp_path: Path) -> None:
        with open_database(tmp_path / "afterwit.db") as database:
            add(SqlEventLog(database), happened(1, 3))
            with database.reading() as one, database.reading() as two:
                assert one.execute(text("SELECT 1")).scalar() == two.execute(text("SELECT 1")).scalar() == 1
        left = {path.name for path in tmp_path.iterdir()}
        assert left - {"afterwit.db.lock", "afterwit.db.lock.next"} == {"afterwit.db"}

    def test_waits_for_a_writer(self, tmp_path: Path) -> None:
        closed = threading.Event()
        database = open_database(tmp_path / "afterwit.db", file_lock=True)
        closer = threading.Thread(target=lambda: (database.close(), closed.set()))
        with database.writing() as connection:
            closer.start()
            connection.execute(insert(schema.bookmarks), ROW)
            assert not closed.is_set()
        closer.join()
        with open_database(tmp_path / "afterwit.db") as again:
            assert sources(again) == ["x"]


def test_a_link_to_a_store_has_the_same_lock(tmp_path: Path) -> None:
    (tmp_path / "link.db").symlink_to(tmp_path / "afterwit.db")
    with (
        open_database(tmp_path / "afterwit.db", file_lock=True) as database,
        open_database(tmp_path / "link.db", file_lock=True, patience=0.01) as same,
    ):
        with database.writing(), pytest.raises(StoreFailed, match="Another process has held"), same.writing():
            pass
        assert same.place == database.place


def test_a_forked_child_may_not_use_what_its_parent_has_open(store: str | Path) -> None:
    (said,) = together(fork_while_open, [(store,)])
    refused = re.compile(r"The store .* was opened before this process was forked: open it afterwards, or .*\.")
    assert refused.fullmatch(str(said["writing"]))
    assert refused.fullmatch(str(said["reading"]))
    assert said["closing"] == "None"
    if isinstance(store, Path):
        assert refused.fullmatch(str(said["opening"]))
        assert said["afterwards"] == 6
    else:
        assert said["opening"] == "2"
        assert said["afterwards"] == 4


def test_a_forked_child_may_use_what_its_parent_had_closed(store: str | Path) -> None:
    assert together(fork_while_closed, [(store,)]) == [("2", 4)]


def test_a_server_that_was_restarted_is_found_again(postgres_server: PostgresServer, postgres_url: str) -> None:
    with open_database(postgres_url) as database:
        log = SqlEventLog(database)
        add(log, happened(1, 3))
        postgres_server.execute("SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE pid != pg_backend_pid()")
        assert add(log, happened(1, 5)) == 2


def test_a_store_that_keeps_bytes_without_an_encoding_keeps_text(postgres_server: PostgresServer) -> None:
    url = postgres_server.new_database("ENCODING 'SQL_ASCII' TEMPLATE template0")
    with open_database(url) as database:
        log = SqlEventLog(database)
        (event,) = happened(1, 1)
        event.text = "naïve 🧠"
        add(log, [event])
        assert kept(log) == [event]
    postgres_server.drop_database(url)


def test_a_reader_that_stops_holds_nothing(store: str | Path) -> None:
    with open_database(store) as database:
        log = SqlEventLog(database)
        add(log, happened(1, 1200))
        events = log.events(SESSION.key)
        assert next(events).seq == 1
        with database.writing() as connection:
            connection.execute(text("DROP TABLE placeholders"))
    assert next(events).seq == 2
    del events
    gc.collect()
