"""Snapshots: most of a book as arrays in a file beside the index, so that a search need not read it skill by skill."""

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import msgspec

from afterwit.model.domain import folder
from afterwit.model.package import STATES
from afterwit.recall.index_file import Malformed, discard_snapshots, snapshot_file
from afterwit.recall.prepared import number
from afterwit.recall.segment import Mapped, Row, Segment, built, mapped, save

if TYPE_CHECKING:
    from afterwit.recall.index import SkillIndex

SCOPES = ("", "project", "user")
AT_ONCE = 2000
"""Skills that are read at once."""
_ROW = "id, state, domain, agent, scope, phase, terms, weights, purpose, named, vector_key"


class Snapshot(msgspec.Struct, frozen=True):
    """What the index says of its snapshot."""

    number: int
    """0 where there is none yet."""
    last: int
    """The last skill that is in it."""
    model: str
    """Whose vectors are in it."""
    without_vector: int
    """How many skills in it have none."""


class Snapshots:
    """The snapshot of an index: read, mapped into memory, and taken anew."""

    def __init__(self, index: "SkillIndex") -> None:
        self._index = index
        self._base: Mapped | None = None
        self.no_room = False
        """Whether one could not be written: then the search goes on without."""

    def now(self) -> Snapshot:
        """What there is."""
        found = self._index.connection.execute("SELECT number, last, model, without_vector FROM snapshot").fetchone()
        try:
            return msgspec.convert(dict(zip(Snapshot.__struct_fields__, found or (), strict=True)), Snapshot)
        except (msgspec.ValidationError, ValueError) as error:
            raise Malformed(str(error)) from error

    def forget(self) -> None:
        """Let go of what is mapped."""
        self._base = None

    def untouched(self) -> bool:
        """Whether nobody has written to the file that is mapped."""
        return self._base is None or self._base.untouched()

    def loaded(self, found: Snapshot) -> Segment | None:
        """Its arrays; None where there is none yet. Raises OSError or ValueError where it is gone or broken."""
        if found.number == 0 or self._index.path is None:
            return None
        file = snapshot_file(self._index.path, found.number)
        if self._base is None or self._base.path != file or not self._base.untouched():
            self._base = mapped(file)
        return self._base.segment

    def take(self, seen: Snapshot, model: str) -> None:
        """Write all that there is as arrays, with the vectors of a model, unless another has done so since `seen`."""
        path = self._index.path
        if path is None:
            return
        with self._index.transaction():
            if self.now() != seen:
                return
            model = model or seen.model
            made = built(self._all(model))
            if not self._saved(made, snapshot_file(path, seen.number + 1)):
                return
            last = int(made.ids[-1]) if len(made) else 0
            without = int((made.scales == 0).sum())
            self._index.connection.execute("DELETE FROM gone")
            self._index.connection.execute(
                "UPDATE snapshot SET number = ?, last = ?, model = ?, without_vector = ?",
                (seen.number + 1, last, model, without),
            )
        # Who has an older one open keeps what is in it; a newer one is another's.
        discard_snapshots(path, before=seen.number + 1)

    def _saved(self, made: Segment, file: Path) -> bool:
        try:
            save(made, file)
        except OSError:
            self.no_room = True
        return not self.no_room

    def rows(self, ids: Sequence[int], model: str) -> list[Row]:
        """These skills, as far as they are there, with their vectors."""
        found: list[Row] = []
        for at in range(0, len(ids), AT_ONCE):
            some = ids[at : at + AT_ONCE]
            found += self._read(f"WHERE id IN ({','.join('?' * len(some))}) ORDER BY id", some, model)
        return found

    def _all(self, model: str) -> Iterator[Row]:
        last = 0
        while rows := self._read(f"WHERE id > ? ORDER BY id LIMIT {AT_ONCE}", [last], model):
            yield from rows
            last = rows[-1].id

    def _read(self, which: str, values: Sequence[int], model: str) -> list[Row]:
        found = self._index.connection.execute(f"SELECT {_ROW} FROM entries {which}", values).fetchall()  # noqa: S608
        vectors = self._index.vectors.get(model, [row[-1] for row in found]) if model and found else {}
        return [
            Row(
                id=row[0],
                state=STATES.index(row[1]),
                domain=number(folder(row[2])),
                agent=number(row[3]) if row[3] else 0,
                scope=SCOPES.index(row[4]),
                phase=number(row[5]) if row[5] else 0,
                terms=row[6],
                weights=row[7],
                purpose=row[8],
                named=row[9],
                vector=vectors.get(row[10], b""),
            )
            for row in found
        ]
