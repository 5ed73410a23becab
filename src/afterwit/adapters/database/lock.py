"""A lock between processes, held by a file: released by the system when its holder dies."""

import os
import threading
from collections.abc import Generator
from contextlib import contextmanager
from pathlib import Path

if os.name == "nt":
    import msvcrt
    import time

    def _take(descriptor: int) -> None:
        while True:
            try:
                msvcrt.locking(descriptor, msvcrt.LK_LOCK, 1)
            except OSError:
                time.sleep(0.05)
            else:
                return

    def _release(descriptor: int) -> None:
        os.lseek(descriptor, 0, os.SEEK_SET)
        msvcrt.locking(descriptor, msvcrt.LK_UNLCK, 1)
else:
    import fcntl

    def _take(descriptor: int) -> None:
        fcntl.flock(descriptor, fcntl.LOCK_EX)

    def _release(descriptor: int) -> None:
        fcntl.flock(descriptor, fcntl.LOCK_UN)


class FileLock:
    """One holder at a time, among the threads of this process and all other processes."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self._threads = threading.Lock()

    @contextmanager
    def held(self) -> Generator[None, None, None]:
        """Wait for the lock, and hold it for the block."""
        with self._threads:
            descriptor = os.open(self._path, os.O_RDWR | os.O_CREAT | getattr(os, "O_CLOEXEC", 0), 0o600)
            try:
                _take(descriptor)
                try:
                    yield
                finally:
                    _release(descriptor)
            finally:
                os.close(descriptor)
