"""Every behaviour is shown on both stores."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from afterwit.adapters.database import Database, SqlEventLog, open_database
from afterwit.adapters.unwritten import Unwritten
from afterwit.ports import EventLog


@pytest.fixture(params=["sqlite", "postgresql"])
def store(request: pytest.FixtureRequest, tmp_path: Path) -> str | Path:
    """Where a store can be made that is not there yet."""
    return tmp_path / "afterwit.db" if request.param == "sqlite" else str(request.getfixturevalue("postgres_url"))


@pytest.fixture
def database(store: str | Path) -> Iterator[Database]:
    """A new store."""
    with open_database(store) as opened:
        yield opened


@pytest.fixture
def log(database: Database) -> SqlEventLog:
    """A new event log."""
    return SqlEventLog(database)


@pytest.fixture(params=["kept", "dry run"])
def either(request: pytest.FixtureRequest, log: SqlEventLog) -> EventLog:
    """A new event log, and the same as a dry run sees it: what it answers to an append does not differ."""
    return log if request.param == "kept" else Unwritten(log)
