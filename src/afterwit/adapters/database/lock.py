"""A lock between processes, held by a file: released by the system when its holder dies."""

import os
import random
import threading
import time
from collections.abc import Generator
from contextlib import ExitStack, contextmanager, suppress
from pathlib import Path

from afterwit.errors import StoreFailed

FIRST_PAUSE, LONGEST_PAUSE = 0.0002, 0.002
"""Seconds between two tries for a lock: a system call that waits for it could not be given up."""

if os.name == "nt":
    import msvcrt

    def _take(descriptor: int) -> bool:
        try:
            msvcrt.locking(descriptor, msvcrt.LK_NBLCK, 1)
        except PermissionError:
            return False
        return True
else:
    import fcntl

    def _take(descriptor: int) -> bool:
        try:
            fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            return False
        return True


class FileLock:
    """One holder at a time, among the threads of this process and all other processes.

    Only the one who is next in line tries for the lock. A holder that wants it again at once has to queue first, so
    that a busy writer leaves the others their turn.
    """

    def __init__(self, path: Path, *, patience: float = 60) -> None:
        self._path = path
        self._line = path.with_name(f"{path.name}.next")
        self._patience = patience
        self._threads = threading.Lock()
        self._descriptors = set[int]()

    @contextmanager
    def held(self) -> Generator[None, None, None]:
        """Wait for the lock, and hold it for the block."""
        give_up = time.monotonic() + self._patience
        threads = self._threads
        if not threads.acquire(timeout=self._patience):
            raise self._tired()
        try:
            with ExitStack() as holding:
                with self._taken(self._line, give_up):
                    holding.enter_context(self._taken(self._path, give_up))
                yield
        finally:
            threads.release()

    def forget(self) -> None:
        """In a forked child: what the parent holds, or waits for, is the parent's alone."""
        self._threads = threading.Lock()
        while self._descriptors:
            os.close(self._descriptors.pop())

    @contextmanager
    def _taken(self, path: Path, give_up: float) -> Generator[None, None, None]:
        try:
            descriptor = os.open(path, os.O_RDWR | os.O_CREAT | getattr(os, "O_CLOEXEC", 0), 0o600)
        except OSError as error:
            raise self._impossible(error) from error
        self._descriptors.add(descriptor)
        try:
            self._wait(descriptor, give_up)
            yield
        finally:
            if descriptor in self._descriptors:  # else the block was left in a forked child
                self._descriptors.remove(descriptor)
                with suppress(OSError):  # it is let go either way
                    os.close(descriptor)

    def _wait(self, descriptor: int, give_up: float) -> None:
        pause = FIRST_PAUSE
        try:
            while not _take(descriptor):
                if time.monotonic() >= give_up:
                    break
                time.sleep(pause * random.uniform(0.5, 1))  # noqa: S311 - spreads the tries, keeps no secret
                pause = min(2 * pause, LONGEST_PAUSE)
            else:
                return
        except OSError as error:
            raise self._impossible(error) from error
        raise self._tired()

    def _tired(self) -> StoreFailed:
        return StoreFailed(
            f"Another process has held {self._path} for {self._patience:g} seconds: end it, or let it finish."
        )

    def _impossible(self, error: OSError) -> StoreFailed:
        return StoreFailed(f"The lock {self._path} cannot be taken ({error.strerror}): check the folder's permissions.")
