"""Vectors by model and by the text they stand for: what has not changed is embedded once, whatever is made anew."""

import sqlite3
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from contextlib import closing
from pathlib import Path
from typing import TypeVar

from afterwit.errors import StoreFailed
from afterwit.recall.index_file import broken

PATIENCE = 30.0
AT_ONCE = 500
_TABLE = """CREATE TABLE IF NOT EXISTS vectors (
    model TEXT NOT NULL, key TEXT NOT NULL, vector BLOB NOT NULL, PRIMARY KEY (model, key)) WITHOUT ROWID"""

_Result = TypeVar("_Result")


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
        return self._safely(lambda: self._get(model, asked))

    def put(self, model: str, vectors: Mapping[str, bytes]) -> None:
        """Remember these."""
        rows = [(model, key, vector) for key, vector in vectors.items()]
        self._safely(lambda: self._put(rows))

    def keep_only(self, keys: Collection[str]) -> int:
        """Forget the vectors of all other texts, in the file too; say how many those were."""
        kept = frozenset(keys)
        return self._safely(lambda: self._keep_only(kept))

    def _get(self, model: str, asked: Sequence[str]) -> dict[str, bytes]:
        found: dict[str, bytes] = {}
        for at in range(0, len(asked), AT_ONCE):
            some = asked[at : at + AT_ONCE]
            marks = ",".join("?" * len(some))
            found.update(
                self._connection.execute(
                    f"SELECT key, vector FROM vectors WHERE model = ? AND key IN ({marks})",  # noqa: S608 - marks
                    (model, *some),
                )
            )
        return found

    def _put(self, rows: Sequence[tuple[str, str, bytes]]) -> None:
        with self._connection:
            self._connection.executemany("INSERT OR REPLACE INTO vectors VALUES (?, ?, ?)", rows)

    def _keep_only(self, kept: Collection[str]) -> int:
        with self._connection:
            known = self._connection.execute("SELECT DISTINCT key FROM vectors").fetchall()
            other = [row for row in known if row[0] not in kept]
            self._connection.executemany("DELETE FROM vectors WHERE key = ?", other)
        if other:
            self._connection.execute("VACUUM")
            self._connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
        return len(other)

    def _safely(self, work: Callable[[], _Result]) -> _Result:
        """Do it; where the file turns out to be broken, begin with an empty one, and do it again."""
        try:
            return work()
        except sqlite3.Error as error:
            if not broken(error):
                raise self._unusable(error) from error
        self._connection.close()
        self._discard()
        try:
            self._connection = self._opened()
            return work()
        except sqlite3.Error as error:
            raise self._unusable(error) from error

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
