"""Segment: many skills as arrays, so that a need is scored against all of them at once.

A book is a large segment in a file that is mapped into memory, so that only what a search touches is read, and a small
one of what has changed since. What is stored depends on each skill alone; what a term is worth is worked out when it is
asked for, from all segments together.
"""

import json
import os
from collections.abc import Sequence
from functools import cached_property
from pathlib import Path
from typing import TypeVar, cast

import msgspec
import numpy as np
import numpy.typing as npt

Integers = npt.NDArray[np.integer]
_Kind = TypeVar("_Kind", bound=np.generic)

ALIGNED = 64
"""Each array begins at a multiple of this in the file."""
MAGIC = b"afterwit"


class Row(msgspec.Struct, frozen=True, kw_only=True):
    """One skill, as it goes into a segment."""

    id: int
    state: int
    domain: int
    agent: int
    scope: int
    phase: int
    """What is filtered by, as numbers; 0 where nothing is said."""
    terms: bytes
    weights: bytes
    purpose: bytes
    named: int
    vector: bytes = b""
    """Its vector in eighths of a byte (int8), empty where there is none, scaled so that the largest entry is 127."""


class Segment(msgspec.Struct, frozen=True, kw_only=True, dict=True):
    """The arrays. The skill at a place has that place in all arrays that go by skill."""

    ids: npt.NDArray[np.int64]
    filters: npt.NDArray[np.uint32]
    """State, domain, agent, scope, phase: a column each."""
    terms: npt.NDArray[np.uint32]
    """Every term that any skill has, in order."""
    starts: npt.NDArray[np.int64]
    """Where the skills of each term begin in the two arrays that follow."""
    places: npt.NDArray[np.uint32]
    weights: npt.NDArray[np.uint8]
    purposes: npt.NDArray[np.uint32]
    """The terms of every skill's name and description, one skill after the other."""
    purpose_starts: npt.NDArray[np.int64]
    named: npt.NDArray[np.uint8]
    vectors: npt.NDArray[np.int8]
    scales: npt.NDArray[np.float32]
    """What a vector is to be multiplied with; 0 where a skill has none."""

    @cached_property
    def floats(self) -> npt.NDArray[np.float32]:
        """The vectors as they are multiplied with."""
        return self.vectors.astype(np.float32)

    def __len__(self) -> int:
        return len(self.ids)

    def having(self, term: int) -> tuple[npt.NDArray[np.uint32], npt.NDArray[np.uint8]]:
        """The places of the skills that have a term, and what it counts in each."""
        at = int(self.terms.searchsorted(np.uint32(term)))
        if at == len(self.terms) or self.terms[at] != term:
            return self.places[:0], self.weights[:0]
        begin, end = int(self.starts[at]), int(self.starts[at + 1])
        return self.places[begin:end], self.weights[begin:end]

    def counts(self, terms: npt.NDArray[np.uint32]) -> npt.NDArray[np.int64]:
        """How many skills have each of these terms."""
        if not len(self.terms):
            return np.zeros(len(terms), np.int64)
        at = np.minimum(np.searchsorted(self.terms, terms), len(self.terms) - 1)
        return np.where(self.terms[at] == terms, self.starts[at + 1] - self.starts[at], 0)

    def purpose(self, place: int) -> npt.NDArray[np.uint32]:
        """The terms of a skill's name and description, the name's first."""
        return self.purposes[int(self.purpose_starts[place]) : int(self.purpose_starts[place + 1])]


def built(rows: Sequence[Row], dimensions: int) -> Segment:
    """The arrays of these skills."""
    terms = _joined([np.frombuffer(row.terms, np.uint32) for row in rows], np.uint32)
    weights = _joined([np.frombuffer(row.weights, np.uint8) for row in rows], np.uint8)
    lengths = np.array([len(row.weights) for row in rows], np.int64)
    places = np.repeat(np.arange(len(rows), dtype=np.uint32), lengths)
    order = np.argsort(terms, kind="stable")
    terms = terms[order]
    known, starts = np.unique(terms, return_index=True)
    vectors = np.zeros((len(rows), dimensions), np.int8)
    scales = np.zeros(len(rows), np.float32)
    for place, row in enumerate(rows):
        if row.vector and len(row.vector) == dimensions:
            vectors[place] = np.frombuffer(row.vector, np.int8)
            length = float(np.linalg.norm(vectors[place].astype(np.float32)))
            scales[place] = 1 / length if length else 0.0
    return Segment(
        ids=np.array([row.id for row in rows], np.int64),
        filters=np.array([(row.state, row.domain, row.agent, row.scope, row.phase) for row in rows], np.uint32).reshape(
            len(rows), 5
        ),
        terms=known,
        starts=np.append(starts, len(terms)).astype(np.int64),
        places=places[order],
        weights=weights[order],
        purposes=_joined([np.frombuffer(row.purpose, np.uint32) for row in rows], np.uint32),
        purpose_starts=np.cumsum([0, *(len(row.purpose) // 4 for row in rows)], dtype=np.int64),
        named=np.array([row.named for row in rows], np.uint8),
        vectors=vectors,
        scales=scales,
    )


def without_vectors(segment: Segment, dimensions: int) -> Segment:
    """The same skills, as if nothing were known of what they mean."""
    empty = np.zeros((len(segment), dimensions), np.int8)
    return msgspec.structs.replace(segment, vectors=empty, scales=np.zeros(len(segment), np.float32))


def small(vector: npt.NDArray[np.float32]) -> bytes:
    """A vector as it is stored: a byte for each number."""
    largest = float(np.abs(vector).max()) if len(vector) else 0.0
    return (np.rint(vector * (127 / largest)) if largest else vector).astype(np.int8).tobytes()


def save(segment: Segment, path: Path) -> None:
    """Write it to a file, all or nothing."""
    header: dict[str, tuple[str, tuple[int, ...], int]] = {}
    at = 0
    arrays = {name: np.ascontiguousarray(getattr(segment, name)) for name in Segment.__struct_fields__}
    for name, content in arrays.items():
        header[name] = (content.dtype.str, content.shape, at)
        at += -(-content.nbytes // ALIGNED) * ALIGNED
    told = json.dumps(header).encode()
    new = path.with_name(f"{path.name}.{os.getpid()}.new")
    with new.open("wb") as file:
        file.write(MAGIC + len(told).to_bytes(8, "little") + told)
        begin = -(-file.tell() // ALIGNED) * ALIGNED
        for name, content in arrays.items():
            file.seek(begin + header[name][2])
            file.write(content.data if content.size else b"")
        file.truncate(begin + at)
    new.replace(path)


def load(path: Path) -> Segment:
    """Map a file into memory. Raises ValueError or OSError where it is none of ours, or not whole."""
    with path.open("rb") as file:
        start = file.read(len(MAGIC) + 8)
        size = int.from_bytes(start[len(MAGIC) :], "little")
        if not start.startswith(MAGIC) or size > os.fstat(file.fileno()).st_size:
            raise ValueError(f"{path} is no index")
        told = json.loads(file.read(size))
        begin = -(-file.tell() // ALIGNED) * ALIGNED
    whole = np.memmap(path, np.uint8, "r", offset=begin) if path.stat().st_size > begin else np.zeros(0, np.uint8)
    arrays: dict[str, object] = {}
    try:
        for name in Segment.__struct_fields__:
            kind, shape, at = cast("tuple[str, list[int], int]", told[name])
            count = int(np.prod(shape))
            content = np.frombuffer(whole, np.dtype(kind), count, at) if count else np.zeros(0, np.dtype(kind))
            arrays[name] = content.reshape(shape)
    except (KeyError, TypeError, OverflowError) as error:
        raise ValueError(f"{path} is no index") from error
    return Segment(**arrays)  # pyright: ignore[reportArgumentType] - each as it was written


class Mapped(msgspec.Struct, frozen=True):
    """A segment in a file, and what the file was like when it was opened."""

    path: Path
    stamp: tuple[int, int, int]
    segment: Segment

    def untouched(self) -> bool:
        """Whether it still is like that: to read from a mapped file that somebody has cut would end the process."""
        try:
            return _stamp(self.path) == self.stamp
        except OSError:
            return False


def mapped(path: Path) -> Mapped:
    """What `load` gives, to be asked whether it still holds."""
    stamp = _stamp(path)
    return Mapped(path, stamp, load(path))


def _stamp(path: Path) -> tuple[int, int, int]:
    found = path.stat()
    return found.st_ino, found.st_size, found.st_mtime_ns


def _joined(parts: Sequence[npt.NDArray[_Kind]], kind: type[_Kind]) -> npt.NDArray[_Kind]:
    return np.concatenate(parts) if parts else np.zeros(0, kind)
