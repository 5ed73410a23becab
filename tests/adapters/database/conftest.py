"""Every behaviour is shown on both stores."""

import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest

from afterwit.adapters.database import Database, SqlEventLog, open_database
from afterwit.adapters.unwritten import Unwritten
from afterwit.ports import EventLog
from tests.postgres import PostgresServer


@pytest.fixture(params=["sqlite", "postgresql"])
def store(request: pytest.FixtureRequest, tmp_path: Path) -> str | Path:
    """Where a store can be made that is not there yet."""
    return tmp_path / "afterwit.db" if request.param == "sqlite" else str(request.getfixturevalue("postgres_url"))


@pytest.fixture(scope="session")
def made_file(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A new SQLite store with nothing in it."""
    path = tmp_path_factory.mktemp("made") / "afterwit.db"
    open_database(path).close()
    return path


@pytest.fixture(scope="session")
def made_database(postgres_server: PostgresServer) -> str:
    """A new PostgreSQL store with nothing in it."""
    url = postgres_server.new_database()
    open_database(url).close()
    return url


@pytest.fixture(params=["sqlite", "postgresql"])
def database(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Database]:
    """A new store: a copy of one that was made before, as making its tables takes longer than most tests."""
    if request.param == "sqlite":
        path = tmp_path / "afterwit.db"
        shutil.copyfile(request.getfixturevalue("made_file"), path)
        with open_database(path) as opened:
            yield opened
        return
    server: PostgresServer = request.getfixturevalue("postgres_server")
    url = server.copy_database(request.getfixturevalue("made_database"))
    with open_database(url) as opened:
        yield opened
    server.drop_database(url)


@pytest.fixture
def log(database: Database) -> SqlEventLog:
    """A new event log."""
    return SqlEventLog(database)


@pytest.fixture(params=["kept", "dry run"])
def either(request: pytest.FixtureRequest, log: SqlEventLog) -> EventLog:
    """A new event log, and the same as a dry run sees it: what it answers to an append does not differ."""
    return log if request.param == "kept" else Unwritten(log)
