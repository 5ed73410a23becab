"""Segment: many skills as arrays, so that a need is scored against all of them at once.

A book is a large segment in a file that is mapped into memory, so that only what a search touches is read, and a small
one of what has changed since. What is stored depends on each skill alone; what a term is worth is worked out when it is
asked for, from all segments together.
"""

import json
import os
import secrets
import zlib
from collections.abc import Iterable, Sequence
from math import prod
from pathlib import Path
from typing import BinaryIO, TypeVar, cast

import msgspec
import numpy as np
import numpy.typing as npt

Integers = npt.NDArray[np.integer]
_Kind = TypeVar("_Kind", bound=np.generic)

ALIGNED = 64
"""Each array begins at a multiple of this in the file."""
MAGIC = b"afterwit"
CHECKED_AT_ONCE = 1024 * 1024
MOST_SKILLS = 2**24 - 1
"""Of one segment."""


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
    """Its vector, a byte for each number, scaled so that the largest is 127; empty where there is none."""


class Segment(msgspec.Struct, frozen=True, kw_only=True):
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


def built(rows: Iterable[Row], dimensions: int | None = None) -> Segment:
    """The arrays of these skills, with vectors of so many numbers; None for as many as they have."""
    ids: list[int] = []
    filters: list[tuple[int, ...]] = []
    named: list[int] = []
    purposes: list[bytes] = []
    vectors: list[bytes] = []
    keys: list[npt.NDArray[np.uint64]] = []
    for place, row in enumerate(rows):
        ids.append(row.id)
        filters.append((row.state, row.domain, row.agent, row.scope, row.phase))
        named.append(row.named)
        purposes.append(row.purpose)
        vectors.append(row.vector)
        # Term, place and weight in one number: so they are put in order together, in the room that they take.
        terms = np.frombuffer(row.terms, np.uint32).astype(np.uint64) << np.uint64(32)
        keys.append(terms | np.uint64(place << 8) | np.frombuffer(row.weights, np.uint8))
    ordered = _joined(keys, np.uint64)
    keys.clear()
    ordered.sort()
    terms = (ordered >> np.uint64(32)).astype(np.uint32)
    known, starts = np.unique(terms, return_index=True)
    numbers, scales = _vectors(vectors, dimensions)
    return Segment(
        ids=np.array(ids, np.int64),
        filters=np.array(filters, np.uint32).reshape(len(ids), 5),
        terms=known,
        starts=np.append(starts, len(terms)).astype(np.int64),
        places=((ordered >> np.uint64(8)) & np.uint64(MOST_SKILLS)).astype(np.uint32),
        weights=(ordered & np.uint64(0xFF)).astype(np.uint8),
        purposes=np.frombuffer(b"".join(purposes), np.uint32),
        purpose_starts=np.cumsum([0, *(len(purpose) // 4 for purpose in purposes)], dtype=np.int64),
        named=np.array(named, np.uint8),
        vectors=numbers,
        scales=scales,
    )


def _vectors(these: Sequence[bytes], dimensions: int | None) -> tuple[npt.NDArray[np.int8], npt.NDArray[np.float32]]:
    size = max(map(len, these), default=0) if dimensions is None else dimensions
    none = bytes(size)
    numbers = np.frombuffer(b"".join(one if len(one) == size else none for one in these), np.int8)
    numbers = numbers.reshape(len(these), size)
    lengths = np.array([np.linalg.norm(one.astype(np.float32)) for one in numbers], np.float32)
    return numbers, np.divide(1, lengths, out=np.zeros_like(lengths), where=lengths > 0)


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
    header: dict[str, object] = {}
    arrays = {name: np.ascontiguousarray(getattr(segment, name)) for name in Segment.__struct_fields__}
    at = check = 0
    for name, content in arrays.items():
        header[name] = (content.dtype.str, content.shape, at)
        check = zlib.crc32(content.data if content.size else b"", check)
        at += -(-content.nbytes // ALIGNED) * ALIGNED
    header["check"] = check
    told = json.dumps(header).encode()
    # A name that nobody can know beforehand: what lies in a repository may be a link to anywhere.
    new = path.with_name(f"{path.name}.{secrets.token_hex(8)}.new")
    descriptor = os.open(new, os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_NOFOLLOW, 0o644)
    try:
        with os.fdopen(descriptor, "wb") as file:
            file.write(MAGIC + _number(len(told)) + _number(zlib.crc32(told)) + told)
            for content in arrays.values():
                file.write(bytes(-file.tell() % ALIGNED))
                file.write(content.data if content.size else b"")
            file.write(bytes(-file.tell() % ALIGNED))
        new.replace(path)
    finally:
        new.unlink(missing_ok=True)


def _number(value: int) -> bytes:
    return value.to_bytes(8, "little")


def load(path: Path) -> Segment:
    """Map a file into memory. Raises ValueError or OSError where it is none of ours, or not as it was written."""
    with path.open("rb") as file:
        start = file.read(len(MAGIC) + 16)
        size = int.from_bytes(start[len(MAGIC) : len(MAGIC) + 8], "little")
        if not start.startswith(MAGIC) or size > os.fstat(file.fileno()).st_size:
            raise ValueError(f"{path} is no index")
        header = file.read(size)
        if _number(zlib.crc32(header)) != start[len(MAGIC) + 8 :]:
            raise ValueError(f"{path} is not as it was written")
        try:
            told = cast("dict[str, object]", json.loads(header))
            begin = -(-file.tell() // ALIGNED) * ALIGNED
            layout = {name: _layout(told[name]) for name in Segment.__struct_fields__}
            if told["check"] != _checked(file, begin, layout.values()):
                raise ValueError(f"{path} is not as it was written")
        except (KeyError, TypeError, OverflowError, RecursionError, SyntaxError) as error:
            raise ValueError(f"{path} is no index") from error
    whole = np.memmap(path, np.uint8, "r", offset=begin) if path.stat().st_size > begin else np.zeros(0, np.uint8)
    arrays: dict[str, object] = {}
    for name, (kind, shape, at) in layout.items():
        count = prod(shape)
        content = np.frombuffer(whole, kind, count, at) if count else np.zeros(0, kind)
        arrays[name] = content.reshape(shape)
    return Segment(**arrays)  # pyright: ignore[reportArgumentType] - each as it was written


_Layout = tuple[np.dtype[np.generic], tuple[int, ...], int]
"""What an array holds, how many of it in each direction, and where it begins."""


def _layout(told: object) -> _Layout:
    kind, shape, at = msgspec.convert(told, tuple[str, tuple[int, ...], int])
    return np.dtype(kind), shape, at


def _checked(file: BinaryIO, begin: int, layout: Iterable[_Layout]) -> int:
    """The check sum of what the arrays hold: read, not mapped, so that it takes no room."""
    check = 0
    for kind, shape, at in layout:
        file.seek(begin + at)
        left = prod(shape) * kind.itemsize
        while left > 0 and (part := file.read(min(left, CHECKED_AT_ONCE))):
            check = zlib.crc32(part, check)
            left -= len(part)
    return check


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
