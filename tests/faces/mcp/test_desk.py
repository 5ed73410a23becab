"""The desk: calls are worked off in turn, on one thread, and nobody else waits for it."""

import asyncio
import threading

import pytest

from afterwit.engine.project import Project
from afterwit.errors import StoreFailed
from afterwit.faces.mcp.desk import Desk, Hands
from afterwit.faces.mcp.invocations import MOST, Invocations
from tests.faces.mcp.serving import run
from tests.machine import Machine


def test_one_call_at_a_time_while_the_loop_goes_on(machine: Machine) -> None:
    begun, go_on = threading.Event(), threading.Event()
    order: list[str] = []

    def slow(_: Hands) -> int:
        begun.set()
        go_on.wait()
        order.append("slow")
        return threading.get_ident()

    def quick(_: Hands) -> int:
        order.append("quick")
        return threading.get_ident()

    async def both() -> None:
        desk = Desk(Project(machine.project))
        first = asyncio.ensure_future(desk.do(slow))
        await asyncio.to_thread(begun.wait)
        second = asyncio.ensure_future(desk.do(quick))
        order.append("the loop")
        go_on.set()
        assert await first == await second != threading.get_ident()
        await desk.close()
        await desk.close()

    run(both())
    assert order == ["the loop", "slow", "quick"]


def test_the_same_project_is_held_open_and_opened_anew_after_the_store_failed(machine: Machine) -> None:
    def failing(_: Hands) -> None:
        raise StoreFailed("The store is locked: try again.")

    async def calls() -> None:
        desk = Desk(Project(machine.project))
        first = await desk.do(lambda hands: hands)
        assert await desk.do(lambda hands: hands) is first
        with pytest.raises(StoreFailed):
            await desk.do(failing)
        assert await desk.do(lambda hands: hands) is not first
        await desk.close()

    run(calls())


def test_it_is_opened_to_write_at_the_first_call_that_learns(machine: Machine) -> None:
    async def calls() -> None:
        desk = Desk(Project(machine.project))
        assert (await desk.do(lambda hands: hands)).live is None
        learning = await desk.do(lambda hands: hands, learns=True)
        assert learning.live is not None
        assert await desk.do(lambda hands: hands) is learning
        await desk.close()

    run(calls())


class TestInvocations:
    def test_a_run_lasts_until_its_turn_is_over(self) -> None:
        invocations = Invocations()
        first = invocations.of("a")
        assert invocations.of("a") == first
        assert invocations.of("b") != first
        invocations.end("a")
        assert invocations.of("a") != first

    def test_only_so_many_are_remembered(self) -> None:
        invocations = Invocations()
        quiet, busy = invocations.of("quiet"), invocations.of("busy")
        for number in range(MOST - 1):
            invocations.of(str(number))
            assert invocations.of("busy") == busy
        assert invocations.of("quiet") != quiet
