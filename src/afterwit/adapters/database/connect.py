"""Opening a store: SQLite in a file of the project, or a shared PostgreSQL, at the schema this version knows.

SQLite before 3.51.3 can corrupt a database when one process resets the write-ahead log while another checkpoints it.
Most Pythons still carry such a version, so there every write transaction, and closing, also holds a file lock: the
race needs two at once. For the same reason a connection, once made, is kept until the store is closed.
"""

import os
import sqlite3
from collections.abc import Generator
from contextlib import ExitStack, contextmanager, suppress
from pathlib import Path

from sqlalchemy import URL, Connection, create_engine, event, make_url
from sqlalchemy.exc import ArgumentError, NoSuchModuleError

from afterwit.adapters.database.database import Database, forked, is_of_parent, told
from afterwit.adapters.database.lock import FileLock
from afterwit.adapters.database.migrate import CURRENT, Migrations, bring_to_revision
from afterwit.errors import StoreFailed, WrongUse

SAFE_SQLITE = (3, 51, 3)
BUSY_SECONDS = 60
CONNECT_SECONDS = 10


def open_database(
    store: str | Path,
    *,
    migrations: Migrations = CURRENT,
    file_lock: bool | None = None,
    patience: float = BUSY_SECONDS,
) -> Database:
    """Open the store at a path or `postgresql://` URL, making or upgrading its tables where needed.

    Writers to SQLite take turns by a file lock where this SQLite needs it, or as `file_lock` says; each waits for the
    others for `patience` seconds.
    """
    if isinstance(store, str) and "://" in store:
        database = _postgresql(store)
    else:
        database = _sqlite(Path(store), locked=sqlite_needs_lock() if file_lock is None else file_lock, wait=patience)
    with _closed_on_error(database):
        bring_to_revision(database, migrations)
    return database


def sqlite_needs_lock() -> bool:
    """True where this Python's SQLite has the WAL-reset bug."""
    return sqlite3.sqlite_version_info < SAFE_SQLITE


@contextmanager
def _closed_on_error(database: Database) -> Generator[None, None, None]:
    with ExitStack() as undo:
        undo.callback(_abandon, database)
        yield
        undo.pop_all()


def _abandon(database: Database) -> None:
    # What went wrong first is what is told.
    with suppress(StoreFailed):
        database.close()


def _sqlite(path: Path, *, locked: bool, wait: float) -> Database:
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        path = path.resolve()  # one store has one lock, by whatever link it is reached
    except (OSError, RuntimeError) as error:
        reason = getattr(error, "strerror", None) or error
        message = f"The folder {path.parent} cannot be made ({reason}): choose another with --project."
        raise StoreFailed(message) from error
    with suppress(OSError):  # what is wrong with the place, SQLite says itself
        # Before SQLite makes it readable for all: what is redacted is still nobody else's business.
        os.close(os.open(path, os.O_RDWR | os.O_CREAT, 0o600))
    if is_of_parent(str(path)):
        raise StoreFailed(forked(str(path)))
    url = URL.create("sqlite", database=str(path))
    arguments = {"timeout": wait, "check_same_thread": False}
    # Without limit: a connection over the limit would be closed, outside the lock, when it is given back.
    engine = create_engine(url, connect_args=arguments, pool_size=0, hide_parameters=True)

    @event.listens_for(engine, "connect")
    def _on_connect(connection: sqlite3.Connection, _: object) -> None:
        # Python's own transaction handling would begin too late and without IMMEDIATE.
        connection.isolation_level = None
        # What is overwritten or deleted is zeroed from the first day on: afterwards, nobody knows where it has been.
        for pragma in ("synchronous=NORMAL", "foreign_keys=ON", "secure_delete=ON"):
            connection.execute(f"PRAGMA {pragma}")

    @event.listens_for(engine, "begin")
    def _on_begin(connection: Connection) -> None:
        for statement in connection.get_execution_options().get("begins", ()):
            connection.exec_driver_sql(statement)

    lock = FileLock(path.with_name(f"{path.name}.lock"), patience=wait)
    database = Database(engine, str(path), lock if locked else None)
    with _closed_on_error(database), told(database.place), engine.connect() as connection:
        if connection.exec_driver_sql("PRAGMA journal_mode").scalar() != "wal":
            # Two that make this change at once do not wait for each other: one fails.
            with lock.held():
                connection.exec_driver_sql("PRAGMA journal_mode=WAL")
    return database


def _postgresql(store: str) -> Database:
    try:
        url = make_url(store)
        if url.drivername.partition("+")[0] not in {"postgresql", "postgres"}:
            message = f"A store cannot be {url.drivername}: write postgresql://user@host/database, or a path."
            raise WrongUse(message)
        if "@" in (url.host or ""):
            message = "The store's URL has an @ too many: write one within a name or password as %40."
            raise WrongUse(message)
        engine = create_engine(
            url.set(drivername="postgresql+psycopg"),
            connect_args={"client_encoding": "utf8"} | ({} if "connect_timeout" in url.query else _IMPATIENT),
            max_overflow=-1,
            pool_pre_ping=True,  # the server may have been restarted in between
            hide_parameters=True,
        )
    except (ArgumentError, NoSuchModuleError, ValueError) as error:
        message = "The store's URL cannot be understood: write it as postgresql://user@host/database."
        raise WrongUse(message) from error
    except ModuleNotFoundError as error:
        message = "A PostgreSQL store needs the fleet extra: pip install 'afterwit[fleet]'."
        raise WrongUse(message) from error
    # Only what names the store: the query, too, may hold a password.
    shown = {name: value for name, value in url.query.items() if name in {"host", "port"}}
    place = URL.create("postgresql", url.username, None, url.host, url.port, url.database, shown)
    return Database(engine, place.render_as_string())


_IMPATIENT = {"connect_timeout": str(CONNECT_SECONDS)}
