"""An open store: transactions for reading and for writing, whatever lies below.

Write transactions on SQLite begin with BEGIN IMMEDIATE, so that two of them wait for each other instead of failing
halfway. Commits there outlive the process, not a power cut (synchronous=NORMAL): a batch goes with its bookmark, so
what a power cut takes is read again. What cannot be made again is committed durably (synchronous=FULL).
"""

import os
from collections.abc import Generator, Mapping
from contextlib import AbstractContextManager, contextmanager, nullcontext
from pathlib import Path
from types import MappingProxyType
from typing import Self, cast
from weakref import WeakSet

from sqlalchemy import Connection, Engine
from sqlalchemy.exc import SQLAlchemyError
from sqlalchemy.pool import QueuePool

from afterwit.adapters.database.lock import FileLock
from afterwit.errors import StoreFailed

Options = Mapping[str, object]
READING: Mapping[str, Options] = MappingProxyType(
    {
        "sqlite": {"begins": ("BEGIN",)},
        "postgresql": {"isolation_level": "REPEATABLE READ", "postgresql_readonly": True},
    }
)
WRITING: Mapping[str, Options] = MappingProxyType(
    {"sqlite": {"begins": ("PRAGMA synchronous=NORMAL", "BEGIN IMMEDIATE")}, "postgresql": {}}
)
DURABLE: Mapping[str, Options] = MappingProxyType(
    {"sqlite": {"begins": ("PRAGMA synchronous=FULL", "BEGIN IMMEDIATE")}, "postgresql": {}}
)
"""PostgreSQL is durable unless its server is told otherwise."""


class Database:
    """Transactions on one store. Threads may share it; a forked child may not use what its parent has open."""

    def __init__(self, engine: Engine, place: str, lock: FileLock | None = None) -> None:
        self.engine = engine
        self.place = place
        """The store in words, without a password."""
        self._lock = lock
        _databases.add(self)

    @property
    def dialect(self) -> str:
        """Either `sqlite` or `postgresql`."""
        return self.engine.dialect.name

    @contextmanager
    def writing(self, *, durable: bool = False) -> Generator[Connection, None, None]:
        """One transaction that may write: all of it is kept, or nothing; if durable, through a power cut as well."""
        engine = self._own()
        with (
            told(self.place),
            self._alone(),
            engine.connect() as connection,
            connection.execution_options(**(DURABLE if durable else WRITING)[self.dialect]).begin(),
        ):
            yield connection

    @contextmanager
    def erasing(self) -> Generator[Connection, None, None]:
        """One durable transaction whose deletions leave nothing readable in the store's files."""
        engine = self._own()
        with (
            told(self.place),
            self._alone(),
            engine.connect() as connection,
        ):
            with connection.execution_options(**DURABLE[self.dialect]).begin():
                yield connection
            if self.dialect == "sqlite":
                # The log still has the pages as they were; whoever reads right now keeps it from being emptied.
                connection.execution_options(begins=()).exec_driver_sql("PRAGMA wal_checkpoint(TRUNCATE)")

    @contextmanager
    def reading(self) -> Generator[Connection, None, None]:
        """One consistent view of the store."""
        with told(self.place), self._own().connect() as connection:
            yield connection.execution_options(**READING[self.dialect])

    def copy_to(self, path: Path) -> None:
        """A copy of a SQLite store in a new file."""
        with told(self.place), self._own().connect() as connection:
            connection.exec_driver_sql("VACUUM INTO ?", (str(path),))

    def close(self) -> None:
        """Let go of the store."""
        if self in _of_parent:
            return
        with told(self.place), self._alone():
            self.engine.dispose()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def _alone(self) -> AbstractContextManager[None]:
        return self._lock.held() if self._lock is not None else nullcontext()

    def _own(self) -> Engine:
        if self in _of_parent:
            raise StoreFailed(forked(self.place))
        return self.engine

    def after_fork(self) -> None:
        """In a forked child: leave to the parent what it holds."""
        if self._lock is not None:
            self._lock.forget()
        pool = cast("QueuePool", self.engine.pool)
        if pool.checkedin() + pool.checkedout() > 0:
            _of_parent.append(self)


@contextmanager
def told(place: str) -> Generator[None, None, None]:
    """Turn what a driver raises into one sentence."""
    try:
        yield
    except SQLAlchemyError as error:
        reason = str(getattr(error, "orig", None) or error).strip().split("\n", 1)[0].rstrip(".:")
        message = f"The store {place} cannot be used ({reason}): check its path, its disk or its server."
        raise StoreFailed(message) from error


def forked(place: str) -> str:
    """What to say of a store that a parent has open."""
    return f"The store {place} was opened before this process was forked: open it afterwards, or spawn the process."


def is_of_parent(place: str) -> bool:
    """Whether this process inherited a store that is open."""
    return any(database.place == place for database in _of_parent)


_databases = WeakSet[Database]()
_of_parent: list[Database] = []
"""SQLite takes an inherited connection, and any new one to the same file, for its own: it would work without the locks
that it believes to have, and could destroy the file. So neither is used, nor ever closed, in a child."""


def _after_fork() -> None:
    for database in list(_databases):
        database.after_fork()


if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=_after_fork)
