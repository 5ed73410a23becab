"""Opening a store: SQLite in a file of the project, or a shared PostgreSQL, at the schema this version knows.

SQLite before 3.51.3 can corrupt a database when one process resets the write-ahead log while another checkpoints it.
Most Pythons still carry such a version, so there every write transaction, and closing, also holds a file lock: the
race needs two at once. Write transactions begin with BEGIN IMMEDIATE, so that two of them wait for each other instead
of failing halfway.
"""

import sqlite3
from collections.abc import Generator
from contextlib import AbstractContextManager, contextmanager, nullcontext
from importlib import resources
from pathlib import Path
from typing import Self

from sqlalchemy import Connection, Engine, create_engine, event, inspect, make_url, text
from sqlalchemy.exc import ArgumentError, DBAPIError, NoSuchModuleError, SQLAlchemyError
from sqlalchemy.pool import NullPool

from afterwit.adapters.database.lock import FileLock
from afterwit.adapters.database.schema import REVISION
from afterwit.errors import StoreFailed, WrongUse

SAFE_SQLITE = (3, 51, 3)
BUSY_SECONDS = 60


class Database:
    """An open store: transactions for reading and for writing."""

    def __init__(self, engine: Engine, lock: FileLock | None, place: str) -> None:
        self.engine = engine
        self.place = place
        """The store in words, without a password."""
        self._lock = lock

    @property
    def dialect(self) -> str:
        """Either `sqlite` or `postgresql`."""
        return self.engine.dialect.name

    @contextmanager
    def writing(self) -> Generator[Connection, None, None]:
        """One transaction that may write: all of it is kept, or nothing."""
        with (
            self._told(),
            self._alone(),
            self.engine.connect() as connection,
            connection.execution_options(writing=True).begin(),
        ):
            yield connection

    @contextmanager
    def reading(self) -> Generator[Connection, None, None]:
        """One consistent view of the store."""
        with self._told(), self.engine.connect() as connection:
            yield connection

    def close(self) -> None:
        """Let go of the store."""
        with self._alone():
            self.engine.dispose()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def _alone(self) -> AbstractContextManager[None]:
        return self._lock.held() if self._lock is not None else nullcontext()

    @contextmanager
    def _told(self) -> Generator[None, None, None]:
        try:
            yield
        except DBAPIError as error:
            message = f"The store {self.place} failed ({_first_line(error)}): check that disk and server are well."
            raise StoreFailed(message) from error


def open_database(store: str | Path) -> Database:
    """Open the store at a path or `postgresql://` URL, making or upgrading its tables where needed."""
    database = _postgresql(store) if isinstance(store, str) and "://" in store else _sqlite(Path(store))
    try:
        _bring_to_revision(database)
    except SQLAlchemyError as error:
        database.engine.dispose()
        message = f"The store {database.place} cannot be opened ({_first_line(error)}): check the path or the server."
        raise StoreFailed(message) from error
    return database


def sqlite_needs_lock() -> bool:
    """True where this Python's SQLite has the WAL-reset bug."""
    return sqlite3.sqlite_version_info < SAFE_SQLITE


def _sqlite(path: Path) -> Database:
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        message = f"The folder {path.parent} cannot be made ({error.strerror}): choose another with --project."
        raise StoreFailed(message) from error
    engine = create_engine(f"sqlite:///{path}", connect_args={"timeout": BUSY_SECONDS, "check_same_thread": False})

    @event.listens_for(engine, "connect")
    def _on_connect(connection: sqlite3.Connection, _: object) -> None:
        # Python's own transaction handling would begin too late and without IMMEDIATE.
        connection.isolation_level = None
        for pragma in ("journal_mode=WAL", "synchronous=NORMAL", "foreign_keys=ON"):
            connection.execute(f"PRAGMA {pragma}")

    @event.listens_for(engine, "begin")
    def _on_begin(connection: Connection) -> None:
        writing = connection.get_execution_options().get("writing", False)
        connection.exec_driver_sql("BEGIN IMMEDIATE" if writing else "BEGIN")

    lock = FileLock(path.with_name(f"{path.name}.lock")) if sqlite_needs_lock() else None
    return Database(engine, lock, str(path))


def _postgresql(store: str) -> Database:
    try:
        url = make_url(store)
        if url.drivername in {"postgresql", "postgres"}:
            url = url.set(drivername="postgresql+psycopg")
        if url.get_backend_name() != "postgresql":
            message = f"A store is a postgresql:// URL or the project's own SQLite file, not {url.get_backend_name()}."
            raise WrongUse(message)
        engine = create_engine(url, poolclass=NullPool)
    except (ArgumentError, NoSuchModuleError) as error:
        message = "The store's URL cannot be understood: write it as postgresql://user@host/database."
        raise WrongUse(message) from error
    except ModuleNotFoundError as error:
        message = "A PostgreSQL store needs the fleet extra: pip install 'afterwit[fleet]'."
        raise WrongUse(message) from error
    return Database(engine, None, url.render_as_string(hide_password=True))


def _bring_to_revision(database: Database) -> None:
    with database.engine.connect() as connection:
        revision = _revision(connection)
    if revision == REVISION:
        return
    if revision is not None and revision > REVISION:
        message = (
            f"The store {database.place} was written by a newer Afterwit: upgrade this one (pip install -U afterwit)."
        )
        raise StoreFailed(message)
    with database.writing() as connection:
        if database.dialect == "postgresql":
            connection.execute(text("SELECT pg_advisory_xact_lock(hashtext('afterwit migration'))"))
        if _revision(connection) != REVISION:
            _migrate(connection)


def _revision(connection: Connection) -> str | None:
    if not inspect(connection).has_table("alembic_version"):
        return None
    return connection.execute(text("SELECT version_num FROM alembic_version")).scalar()


def _migrate(connection: Connection) -> None:
    # Alembic takes a quarter of a second to import, and is needed once in a store's life per version.
    from alembic import command  # noqa: PLC0415
    from alembic.config import Config  # noqa: PLC0415

    config = Config()
    with resources.as_file(resources.files("afterwit.adapters.database") / "migrations") as scripts:
        config.set_main_option("script_location", str(scripts))
        config.set_main_option("path_separator", "os")
        config.attributes["connection"] = connection
        command.upgrade(config, "head")


def _first_line(error: BaseException) -> str:
    original = getattr(error, "orig", None) or error
    return str(original).strip().split("\n", 1)[0].rstrip(".")
