"""The file of the lexical index: its tables, how it is opened, and what is wrong with one that cannot be used."""

import sqlite3
from pathlib import Path

from afterwit.errors import StoreFailed

VERSION = 2
"""Of the tables and of how words are taken apart: a file of another version is made anew."""
PATIENCE = 30.0
"""Seconds to wait for another process."""

_TABLES = """
    CREATE TABLE entries (
        id INTEGER PRIMARY KEY, name TEXT NOT NULL, state TEXT NOT NULL, stamp TEXT NOT NULL, digest TEXT NOT NULL,
        description TEXT NOT NULL, domain TEXT NOT NULL, agent TEXT NOT NULL, trigger TEXT NOT NULL,
        source TEXT NOT NULL, pinned INTEGER NOT NULL,
        fingerprints TEXT NOT NULL,
        features BLOB NOT NULL, UNIQUE (name, state));
    CREATE TABLE terms (term TEXT PRIMARY KEY, documents INTEGER NOT NULL) WITHOUT ROWID;
    CREATE VIRTUAL TABLE texts USING fts5(name, description, situation, guidance, body, tokenize = 'ascii');
"""
# `ascii` parts words at ASCII signs and spaces only, and `tokens` leaves none of those within a word: what goes in is
# what is stored.


class _OtherVersion(sqlite3.DatabaseError):
    """The file was made by another version of this module."""


def opened(path: Path | None) -> sqlite3.Connection:
    """The file open, with its tables in it; made where there is none, and made anew where it is broken."""
    try:
        return _connected(path)
    except sqlite3.DatabaseError as error:
        if not broken(error):
            raise unusable(path, error) from error
        discard(path)
    try:
        return _connected(path)
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


def discard(path: Path | None) -> None:
    """Take the file away, with what lies beside it."""
    if path is not None:
        for ending in ("-wal", "-shm", "-journal", ""):
            path.with_name(path.name + ending).unlink(missing_ok=True)


def broken(error: sqlite3.Error) -> bool:
    """Whether it is about what is in the file, not about others at work, the disk, or a wrong call."""
    name: str = getattr(error, "sqlite_errorname", "")
    return isinstance(error, _OtherVersion) or name.startswith(
        ("SQLITE_CORRUPT", "SQLITE_NOTADB", "SQLITE_ERROR", "SQLITE_CONSTRAINT")
    )


def unusable(path: Path | None, error: sqlite3.Error) -> StoreFailed:
    """The error that tells of it."""
    return StoreFailed(f"The index {path or 'in memory'} cannot be used ({error}): try again, or delete it.")


def _version(connection: sqlite3.Connection) -> int:
    return connection.execute("PRAGMA user_version").fetchone()[0]
