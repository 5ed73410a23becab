"""Writers take turns: one at a time, and nobody waits for ever."""

import os
import threading
from multiprocessing.connection import Connection
from pathlib import Path

import pytest

from afterwit.adapters.database.lock import FileLock
from afterwit.errors import StoreFailed
from tests.adapters.database.processes import SECONDS, started, together


def count_up(path: Path, times: int) -> None:
    """Add one to a number in a file, as nobody could together with others."""
    lock, number = FileLock(path / "lock"), path / "number"
    for _ in range(times):
        with lock.held():
            number.write_text(str(int(number.read_text()) + 1))


def hold(path: Path, tell: Connection) -> None:
    """Hold the lock until told otherwise, or killed."""
    with FileLock(path).held():
        tell.send("held")
        tell.poll(SECONDS)


def fork_while_holding(path: Path) -> bool:
    """Whether others get the lock after the holder let it go, though a child was forked meanwhile and lives."""
    lock = FileLock(path)
    until, ended = os.pipe()
    with lock.held():
        child = os.fork()
        if not child:
            os.close(ended)
            lock.forget()
            os.read(until, 1)
            os._exit(0)
    with FileLock(path, patience=5).held():
        still_there = os.waitpid(child, os.WNOHANG) == (0, 0)
    os.close(ended)
    os.waitpid(child, 0)
    return still_there


def test_processes_hold_it_one_at_a_time(tmp_path: Path) -> None:
    (tmp_path / "number").write_text("0")
    together(count_up, [(tmp_path, 50)] * 6)
    assert (tmp_path / "number").read_text() == "300"


def test_threads_hold_it_one_at_a_time(tmp_path: Path) -> None:
    (tmp_path / "number").write_text("0")
    threads = [threading.Thread(target=count_up, args=(tmp_path, 20)) for _ in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert (tmp_path / "number").read_text() == "160"


def test_threads_that_share_it_hold_it_one_at_a_time(tmp_path: Path) -> None:
    lock = FileLock(tmp_path / "lock", patience=0.01)
    refused: list[StoreFailed] = []

    def want() -> None:
        with pytest.raises(StoreFailed, match="Another process has held") as raised, lock.held():
            pass
        refused.append(raised.value)

    with lock.held():
        thread = threading.Thread(target=want)
        thread.start()
        thread.join()
    assert len(refused) == 1
    with lock.held():
        pass


def test_it_is_given_up_after_a_while(tmp_path: Path) -> None:
    process, connection = started(hold, tmp_path / "lock")
    with connection:
        assert connection.poll(SECONDS)
        lock = FileLock(tmp_path / "lock", patience=0.05)
        with (
            pytest.raises(StoreFailed, match=r"^Another process has held .*lock for 0\.05 seconds: .*\.$"),
            lock.held(),
        ):
            pass
        process.kill()
        process.join(SECONDS)
        with lock.held():
            pass
    process.close()


def test_it_is_free_again_after_an_error(tmp_path: Path) -> None:
    lock = FileLock(tmp_path / "lock", patience=1)
    with pytest.raises(ZeroDivisionError), lock.held():
        raise ZeroDivisionError
    with lock.held(), pytest.raises(StoreFailed), FileLock(tmp_path / "lock", patience=0).held():
        pass


def test_it_says_where_it_cannot_be_made(tmp_path: Path) -> None:
    lock = FileLock(tmp_path / "missing" / "lock")
    with (
        pytest.raises(StoreFailed, match=r"^The lock .* cannot be taken \(No such file or directory\): .*\.$"),
        lock.held(),
    ):
        pass


def test_a_forked_child_does_not_keep_what_its_parent_let_go(tmp_path: Path) -> None:
    assert together(fork_while_holding, [(tmp_path / "lock",)]) == [True]
