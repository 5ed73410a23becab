"""The file of the index: its tables, how it is opened, and what is wrong with one that cannot be used.

Beside it lies a snapshot, `index.db-N.bin`: the skills up to a certain one as arrays, which the table `snapshot` names.
"""

import sqlite3
from contextlib import suppress
from pathlib import Path

from afterwit.errors import StoreFailed

VERSION = 4
"""Of the tables and of how texts are taken apart: a file of another version is made anew."""
PATIENCE = 30.0
"""Seconds to wait for another process."""

_TABLES = """
    CREATE TABLE entries (
        id INTEGER PRIMARY KEY AUTOINCREMENT, name TEXT NOT NULL, state TEXT NOT NULL, stamp TEXT NOT NULL,
        digest TEXT NOT NULL, description TEXT NOT NULL, domain TEXT NOT NULL, agent TEXT NOT NULL,
        trigger TEXT NOT NULL, source TEXT NOT NULL, pinned INTEGER NOT NULL, fingerprints TEXT NOT NULL,
        scope TEXT NOT NULL, phase TEXT NOT NULL,
        terms BLOB NOT NULL, weights BLOB NOT NULL, purpose BLOB NOT NULL, named INTEGER NOT NULL,
        embedded TEXT NOT NULL, vector_key TEXT NOT NULL, features BLOB NOT NULL, UNIQUE (name, state));
    CREATE TABLE gone (id INTEGER PRIMARY KEY, terms BLOB NOT NULL);
    CREATE TABLE snapshot (
        number INTEGER NOT NULL, last INTEGER NOT NULL, model TEXT NOT NULL, without_vector INTEGER NOT NULL);
    INSERT INTO snapshot VALUES (0, 0, '', 0);
"""
# An id is never given twice, so that whatever has a higher one than the snapshot's last came after it.


class Malformed(sqlite3.DatabaseError):
    """What is in the file is not what was put there."""


class _OtherVersion(sqlite3.DatabaseError):
    """The file was made by another version of this module."""


def opened(path: Path | None) -> tuple[sqlite3.Connection, bool]:
    """The file open, with its tables in it, and whether it was broken and has been made anew."""
    try:
        return _connected(path), False
    except sqlite3.DatabaseError as error:
        if not broken(error):
            raise unusable(path, error) from error
        was_ours = not isinstance(error, _OtherVersion)
        discard(path)
    try:
        return _connected(path), was_ours
    except sqlite3.Error as error:
        raise unusable(path, error) from error


def _connected(path: Path | None) -> sqlite3.Connection:
    connection = sqlite3.connect(path or ":memory:", timeout=PATIENCE, isolation_level=None)
    try:
        connection.execute("PRAGMA journal_mode = WAL")
        # A power cut may cost the last entries, which the next look at the folders brings back.
        connection.execute("PRAGMA synchronous = NORMAL")
        if _version(connection) == 0:
            connection.execute("BEGIN IMMEDIATE")
            # Another process may have been faster.
            if _version(connection) == 0:
                for statement in filter(str.strip, _TABLES.split(";")):
                    connection.execute(statement)
                connection.execute(f"PRAGMA user_version = {VERSION}")
            connection.execute("COMMIT")
        if (version := _version(connection)) != VERSION:
            raise _OtherVersion(version)
    except sqlite3.Error:
        connection.close()
        raise
    return connection


def snapshot_file(path: Path, number: int) -> Path:
    """The file of a snapshot."""
    return path.with_name(f"{path.name}-{number}.bin")


def discard_snapshots(path: Path, before: int | None = None) -> None:
    """Take all snapshots away, or those before one; who has one open keeps what is in it."""
    for found in path.parent.glob(f"{path.name}-*.bin*"):
        number = found.name.removeprefix(f"{path.name}-").partition(".")[0]
        if before is None or (number.isascii() and number.isdigit() and int(number) < before):
            with suppress(OSError):  # a folder, or not ours to delete: nobody reads it
                found.unlink()


def discard(path: Path | None) -> None:
    """Take the file away, with what lies beside it."""
    if path is not None:
        discard_snapshots(path)
        for ending in ("-wal", "-shm", "-journal", ""):
            path.with_name(path.name + ending).unlink(missing_ok=True)


def broken(error: sqlite3.Error) -> bool:
    """Whether it is about what is in the file, not about others at work, the disk, or a wrong call."""
    name: str = getattr(error, "sqlite_errorname", "")
    told = str(error)
    return (
        isinstance(error, (_OtherVersion, Malformed))
        or name.startswith(("SQLITE_CORRUPT", "SQLITE_NOTADB", "SQLITE_CONSTRAINT"))
        or told.startswith("Could not decode")
        or (name == "SQLITE_ERROR" and (told.startswith("no such") or " has no column " in told or "schema" in told))
    )


def unusable(path: Path | None, error: sqlite3.Error) -> StoreFailed:
    """The error that tells of it."""
    return StoreFailed(f"The index {path or 'in memory'} cannot be used ({error}): try again, or delete it.")


def _version(connection: sqlite3.Connection) -> int:
    return connection.execute("PRAGMA user_version").fetchone()[0]
