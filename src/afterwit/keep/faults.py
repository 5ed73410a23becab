"""Faults: what went wrong where nobody looked, in a hook or in the background; `afterwit doctor` tells of them.

Hooks import this module, so it needs next to nothing itself.
"""

import fcntl
import json
import os
import time

from afterwit import __version__
from afterwit.keep.lines import NO_LOCKS, append

FILE = "faults.jsonl"
MOST = 100
"""So many of the last faults stay, once there is"""
ROOM = 64 * 1024
"""more than this of them."""
MOST_READ = 4 * ROOM
LONGEST = 400
A_DAY = 24 * 60 * 60 * 1000
"""In milliseconds."""


def note_fault(state: str, event: str, error: str, message: str) -> None:
    """Add a fault to the last ones."""
    told = {"event": event, "error": error, "message": message[:LONGEST], "version": __version__}
    path = os.path.join(state, FILE)
    append(path, json.dumps({"at": _now(), **told}).encode() + b"\n")
    if os.stat(path, follow_symlinks=False).st_size > ROOM:
        _trim(path)


def note_daily(state: str, event: str, error: str, message: str) -> None:
    """Add one that is met again whenever somebody comes by, once a day; where that cannot be done, nothing is said."""
    path = os.path.join(state, FILE)
    try:
        if not _told_today(path, (event, error, message[:LONGEST])):
            note_fault(state, event, error, message)
    except OSError:
        return  # whoever comes by has something else to do


def _trim(path: str) -> None:
    """Leave the last ones, in place: what is killed here leaves one of them torn or twice, and no other file."""
    handle = _opened(path, os.O_RDWR)
    try:
        if _is_ours(handle):
            kept = b"".join(_lines(handle)[-MOST:])
            os.pwrite(handle, kept, 0)
            os.ftruncate(handle, len(kept))
    finally:
        os.close(handle)


def _told_today(path: str, fault: "tuple[str, str, str]") -> bool:
    try:
        handle = _opened(path, os.O_RDONLY)
    except FileNotFoundError:
        return False
    try:
        return any(_is(line, fault) for line in _lines(handle))
    finally:
        os.close(handle)


def _is(line: bytes, fault: "tuple[str, str, str]") -> bool:
    try:
        told = json.loads(line)
        return (told["event"], told["error"], told["message"]) == fault and abs(_now() - told["at"]) < A_DAY
    except (ValueError, KeyError, TypeError, RecursionError):  # cut off by a full disk, or none of ours
        return False


def _opened(path: str, how: int) -> int:
    """No link is followed, and no pipe waited for."""
    return os.open(path, how | os.O_NOFOLLOW | os.O_NONBLOCK | os.O_CLOEXEC)


def _is_ours(handle: int) -> bool:
    """Whether nobody is writing to it; if somebody is, they will find it as long, and see to it."""
    try:
        fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError as error:
        return error.errno in NO_LOCKS
    return True


def _lines(handle: int) -> list[bytes]:
    """The last lines, each whole."""
    size = os.fstat(handle).st_size
    start = max(0, size - MOST_READ)
    lines = os.pread(handle, MOST_READ, start).splitlines(keepends=True)
    return lines[1:] if start else lines


def _now() -> int:
    return int(time.time() * 1000)
