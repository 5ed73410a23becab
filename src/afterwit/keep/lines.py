"""Lines added to a file that several processes write to, each line whole. Hooks import this, so it imports little.

A file may be taken away while others write to it (`keep/spool.py`): whoever takes it renames it first, and then waits
for the lock that no writer shares any more. So a writer that has the lock, and finds the file that it opened still at
its path, can be sure that its line will be read; one that does not find it there opens what is there now.
"""

import errno
import fcntl
import os
import time

SPOOL = "spool.jsonl"
"""What hooks and searches leave. It and the next are named here because hooks load nothing else of ours."""
OFFERED = "offered"
"""The folder in which it is noted what each session was told."""
BESIDE = ".beside-"
"""Stands between the name of a file and what tells one that had to be made beside it from others."""
PATIENCE = 0.5
"""Seconds for which a lock that somebody will not let go of is waited for: a host waits for its hooks."""
PAUSE = 0.005
NO_LOCKS = frozenset({errno.ENOLCK, errno.ENOTSUP, errno.ENOSYS, errno.EINVAL})
"""What a file system says that knows no locks."""


def append(path: str | os.PathLike[str], line: bytes, *, beside: bool = False) -> None:
    """Put a line at the end of a file, in one write. A link is not followed.

    Nobody who takes files away locks one that is still at its path. Where somebody else does, and keeps it, that is an
    error; or else the line goes into a file of its own beside it, for those whose readers take these with the rest:
    written into the locked file it could come too late for its reader, and not written it would be lost.
    """
    place, give_up = path, time.monotonic() + PATIENCE
    while not _written(place, line):
        if time.monotonic() < give_up:
            continue
        if not beside:
            raise BlockingIOError(errno.EAGAIN, "Somebody keeps it locked", os.fspath(path))
        place = f"{os.fspath(path)}{BESIDE}{os.urandom(8).hex()}"


def _written(path: str | os.PathLike[str], line: bytes) -> bool:
    """Write it, unless the file is another's or no longer there."""
    handle = os.open(path, os.O_RDWR | os.O_APPEND | os.O_CREAT | os.O_NOFOLLOW | os.O_CLOEXEC, 0o644)
    try:
        shared = _shared(handle)
        if not _is_at(handle, path):
            return False
        if not shared:
            time.sleep(PAUSE)
            return False
        size = os.fstat(handle).st_size
        # A line that was cut off must not take this one with it.
        torn = size > 0 and os.pread(handle, 1, size - 1) != b"\n"
        whole = b"\n" + line if torn else line
        if os.write(handle, whole) < len(whole):
            raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))
        return True
    finally:
        os.close(handle)


def _shared(handle: int) -> bool:
    """Whether the lock is had; closing the file lets go of it."""
    try:
        fcntl.flock(handle, fcntl.LOCK_SH | fcntl.LOCK_NB)
    except OSError as error:
        return error.errno in NO_LOCKS
    return True


def _is_at(handle: int, path: str | os.PathLike[str]) -> bool:
    try:
        there = os.lstat(path)
    except FileNotFoundError:
        return False
    here = os.fstat(handle)
    return (there.st_dev, there.st_ino) == (here.st_dev, here.st_ino)
