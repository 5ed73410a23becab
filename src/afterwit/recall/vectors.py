"""Vectors by model and by the text they stand for: what has not changed is embedded once, whatever is made anew."""

import sqlite3
from collections.abc import Collection, Iterable, Mapping
from contextlib import closing
from pathlib import Path

from afterwit.errors import StoreFailed
from afterwit.recall.index_file import broken

PATIENCE = 30.0
AT_ONCE = 500
_TABLE = """CREATE TABLE IF NOT EXISTS vectors (
    model TEXT NOT NULL, key TEXT NOT NULL, vector BLOB NOT NULL, PRIMARY KEY (model, key)) WITHOUT ROWID"""


class Vectors:
    """A local file that can be thrown away; one that is broken is."""

    def __init__(self, path: Path | None = None) -> None:
        self._path = path
        try:
            self._connection = self._opened()
        except sqlite3.DatabaseError as error:
            if not broken(error):
                raise self._unusable(error) from error
            self._discard()
            try:
                self._connection = self._opened()
            except sqlite3.Error as error:
                raise self._unusable(error) from error

    def close(self) -> None:
        """Let go of the file."""
        self._connection.close()

    def get(self, model: str, keys: Iterable[str]) -> dict[str, bytes]:
        """Those of these texts' vectors that are known."""
        asked = list(dict.fromkeys(keys))
        found: dict[str, bytes] = {}
        try:
            for at in range(0, len(asked), AT_ONCE):
                some = asked[at : at + AT_ONCE]
                marks = ",".join("?" * len(some))
                found.update(
                    self._connection.execute(
                        f"SELECT key, vector FROM vectors WHERE model = ? AND key IN ({marks})",  # noqa: S608 - marks
                        (model, *some),
                    )
                )
        except sqlite3.Error as error:
            raise self._unusable(error) from error
        return found

    def put(self, model: str, vectors: Mapping[str, bytes]) -> None:
        """Remember these."""
        try:
            with self._connection:
                self._connection.executemany(
                    "INSERT OR REPLACE INTO vectors VALUES (?, ?, ?)",
                    [(model, key, vector) for key, vector in vectors.items()],
                )
        except sqlite3.Error as error:
            raise self._unusable(error) from error

    def keep_only(self, keys: Collection[str]) -> int:
        """Forget the vectors of all other texts, in the file too; say how many those were."""
        kept = frozenset(keys)
        try:
            with self._connection:
                known = self._connection.execute("SELECT DISTINCT key FROM vectors").fetchall()
                other = [row for row in known if row[0] not in kept]
                self._connection.executemany("DELETE FROM vectors WHERE key = ?", other)
            if other:
                self._connection.execute("VACUUM")
                self._connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
        except sqlite3.Error as error:
            raise self._unusable(error) from error
        return len(other)

    def _opened(self) -> sqlite3.Connection:
        connection = sqlite3.connect(self._path or ":memory:", timeout=PATIENCE)
        try:
            connection.execute("PRAGMA journal_mode = WAL")
            connection.execute("PRAGMA synchronous = NORMAL")
            connection.execute(_TABLE)
            with closing(connection.execute("SELECT model, key, vector FROM vectors LIMIT 1")) as first:
                first.fetchall()
        except sqlite3.Error:
            connection.close()
            raise
        return connection

    def _discard(self) -> None:
        if self._path is not None:
            for ending in ("-wal", "-shm", "-journal", ""):
                self._path.with_name(self._path.name + ending).unlink(missing_ok=True)

    def _unusable(self, error: sqlite3.Error) -> StoreFailed:
        return StoreFailed(
            f"The vectors in {self._path or 'memory'} cannot be used ({error}): try again, or delete it."
        )
