"""A transaction that nobody else of the same kind runs beside."""

from collections.abc import Generator
from contextlib import AbstractContextManager, contextmanager

from sqlalchemy import Connection, func, select

from afterwit.adapters.database.database import Database


@contextmanager
def alone(
    database: Database, what: str, transaction: AbstractContextManager[Connection]
) -> Generator[Connection, None, None]:
    """A transaction in which nobody else writes what is named so, as is so on SQLite anyway.

    For what is read, added to and written back: two at once would both take what they found for the latest.
    """
    with transaction as connection:
        if database.dialect == "postgresql":
            lock = func.pg_advisory_xact_lock(func.hashtextextended(f"afterwit {what}", 0))
            connection.execute(select(lock))
        yield connection
