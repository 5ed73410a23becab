"""The spool: what hooks and searches leave, a JSON line each, for whoever next opens the store to count.

Nobody who only leaves something opens a database. Whoever counts takes the file away (`take`): it is renamed, then
locked, so that every line that was written into it is in it, and it keeps its new name until it is deleted. That name
is kept with what was counted, in one transaction: if the one who counted is killed before the file is deleted, the next
who takes it, finding it unlocked, can tell that it was counted.
"""

import fcntl
import json
import os
import secrets
import time
from collections.abc import Generator, Iterable, Iterator
from pathlib import Path
from typing import BinaryIO

from afterwit.keep.lines import BESIDE, NO_LOCKS, PATIENCE, append
from afterwit.keep.lines import SPOOL as FILE

TAKEN = f"{FILE}.taken-"
LONGEST = 64 * 1024
"""Bytes of a line; none of ours is nearly so long."""
BATCH = 4 * 1024 * 1024
"""Bytes of lines that are counted at once, however many there are."""
PAUSE = 0.001
MATCH = "match"
"""The event that a search leaves for each skill that it found."""


class Taken:
    """A file of the spool that is ours alone."""

    def __init__(self, path: Path, file: BinaryIO) -> None:
        self._path = path
        self._file = file

    def batches(self) -> Iterator[tuple[str, list[bytes]]]:
        """Its lines, as many at once as can be held, under names that are the same whoever takes it."""
        number, size, lines = 0, 0, list[bytes]()
        for line in _lines(self._file):
            lines.append(line)
            size += len(line) + 1
            if size >= BATCH:
                yield f"{self._path.name}:{number}", lines
                number, size, lines = number + 1, 0, []
        if lines:
            yield f"{self._path.name}:{number}", lines

    def done(self) -> None:
        """All of it has been counted."""
        self._path.unlink(missing_ok=True)


class Spool:
    """The spool in a state folder."""

    def __init__(self, state: Path) -> None:
        self._state = state

    def note_matches(self, names: Iterable[str], at: int) -> str:
        """Leave that these skills were found; give the problem in words where that cannot be done."""
        lines = "".join(f"{json.dumps({'at': at, 'event': MATCH, 'skill': name})}\n" for name in names)
        path = self._state / FILE
        try:
            append(path, lines.encode(), beside=True)
        except OSError as error:
            return f"{path} cannot be written ({error.strerror}): change its permissions."
        return ""

    def take(self) -> Generator[Taken, None, None]:
        """What waits: first what others took and did not delete, then what is new.

        Each is ours until the next is asked for. What another has now, or cannot be moved, waits.
        """
        if not os.access(self._state, os.W_OK | os.X_OK):
            return  # what is counted could not be deleted
        for name in self._names():
            if name != FILE:
                yield from self._taken(name)
        if FILE in self._names():
            name = f"{TAKEN}{secrets.token_hex(8)}"
            try:
                (self._state / FILE).rename(self._state / name)
            except OSError:  # another was faster
                return
            yield from self._taken(name, PATIENCE)

    def waiting(self) -> Iterator[bytes]:
        """The lines that wait, left where they are."""
        for name in self._names():
            try:
                with _opened(self._state / name) as file:
                    yield from _lines(file)
            except OSError:  # it was taken and counted meanwhile
                continue

    def _taken(self, name: str, patience: float = 0) -> Generator[Taken, None, None]:
        path = self._state / name
        try:
            file = _opened(path)
        except OSError:  # it was counted meanwhile, or is no file that is ours
            return
        with file:
            # Whoever had it before has counted and deleted it if it has no name any more.
            if _is_ours(file, patience) and os.fstat(file.fileno()).st_nlink:
                yield Taken(path, file)

    def _names(self) -> list[str]:
        """The files that there are, in the order of their names."""
        try:
            with os.scandir(self._state) as entries:
                return sorted(
                    entry.name
                    for entry in entries
                    if (entry.name == FILE or entry.name.startswith((TAKEN, FILE + BESIDE)))
                    and entry.is_file(follow_symlinks=False)
                )
        except OSError:
            return []


def _opened(path: Path) -> BinaryIO:
    """The file to read, open for writing too, as some file systems lock no other."""
    return os.fdopen(os.open(path, os.O_RDWR | os.O_NOFOLLOW | os.O_CLOEXEC), "rb")


def _is_ours(file: BinaryIO, patience: float) -> bool:
    """Whether nobody writes to it or counts it: writers are done with it in an instant, unless they are stopped."""
    give_up = time.monotonic() + patience
    while True:
        try:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError as error:
            if error.errno in NO_LOCKS:
                return True
            if time.monotonic() >= give_up:
                return False
            time.sleep(PAUSE)
        else:
            return True


def _lines(file: BinaryIO) -> Iterator[bytes]:
    """Each line without its end; an empty one for one that is far too long."""
    while line := file.readline(LONGEST):
        whole = line.endswith(b"\n") or len(line) < LONGEST
        yield line.rstrip(b"\n") if whole else b""
        while not whole:
            rest = file.readline(LONGEST)
            whole = rest.endswith(b"\n") or len(rest) < LONGEST
