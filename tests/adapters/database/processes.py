"""Work done by several processes at once."""

import multiprocessing
import traceback
from collections.abc import Callable, Sequence
from multiprocessing.connection import Connection
from multiprocessing.process import BaseProcess
from typing import Protocol, TypeVar, cast

T = TypeVar("T")

CONTEXT = multiprocessing.get_context("forkserver")
"""Children of a process that has imported everything and runs no threads: quick to start, and safe to fork."""

CONTEXT.set_forkserver_preload(["afterwit.adapters.database", "alembic.command", "psycopg", __name__])

SECONDS = 60
"""Longer than anything here takes: a test that hangs fails."""


class _Barrier(Protocol):
    def wait(self, timeout: float) -> int: ...


def together(work: Callable[..., T], arguments: Sequence[tuple[object, ...]]) -> list[T]:
    """Do the work in one process for each set of arguments, all beginning at the same moment."""
    barrier = CONTEXT.Barrier(len(arguments))
    running = [started(_attend, barrier, work, each) for each in arguments]
    answers = [answer(connection) for _, connection in running]
    for process, _ in running:
        process.join(SECONDS)
        process.close()
    for problem, _ in answers:
        assert not problem, problem
    return cast("list[T]", [result for _, result in answers])


def started(work: Callable[..., None], *arguments: object) -> tuple[BaseProcess, Connection]:
    """A process doing the work, and the connection it talks through: its last argument."""
    ours, theirs = CONTEXT.Pipe()
    process = CONTEXT.Process(target=work, args=(*arguments, theirs))
    process.start()
    theirs.close()
    return process, cast("Connection", ours)


def answer(connection: Connection) -> tuple[str, object]:
    """What a process says: a problem, or a result."""
    assert connection.poll(SECONDS), "a process did not answer"
    with connection:
        return cast("tuple[str, object]", connection.recv())


def _attend(barrier: _Barrier, work: Callable[..., object], arguments: tuple[object, ...], tell: Connection) -> None:
    try:
        barrier.wait(SECONDS)
        tell.send(("", work(*arguments)))
    except Exception:  # noqa: BLE001 - the test is told, whatever it was
        tell.send((traceback.format_exc(), None))
