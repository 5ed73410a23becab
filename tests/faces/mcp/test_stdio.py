"""The server as hosts start it: over standard input and output."""

import json
import os
import signal
import subprocess

import mcp_types as types
import pytest
from mcp import Client

from tests.engine.foreground import FINISH, NAME, START
from tests.faces.cli.packages import LAMP
from tests.faces.mcp.serving import (
    INITIALIZE,
    MODES,
    Mode,
    Shown,
    active,
    command,
    connected,
    piped,
    run,
    session_in,
    started,
    words,
    written,
)
from tests.machine import Machine


@pytest.mark.parametrize("mode", MODES)
@pytest.mark.proves("foreground-learns-in-turn")
def test_a_host_learns_a_skill_and_finds_it(machine: Machine, mode: Mode) -> None:
    session_in(machine.project)
    shown = Shown()

    async def learn() -> None:
        async with Client(started(machine.project), mode=mode) as client:
            assert client.protocol_version == {"legacy": "2025-11-25"}.get(mode, mode)
            assert len((await client.list_tools()).tools) == 9
            begun = await client.call_tool("skill_learning_start", dict(START), progress_callback=shown)
            written(begun)
            done = await client.call_tool("skill_learning_finish", dict(FINISH))
            assert words(done) == f"Tell the user: Gelernt: {NAME}"
            found = await client.call_tool("search_skills", {"query": "unknown flag: --stat"})
            assert found.structured_content["results"][0]["name"] == NAME

    run(learn())
    assert shown.messages == [START["message"]]


def test_an_attempt_is_found_again_after_the_server_was_killed(machine: Machine) -> None:
    session_in(machine.project)
    with piped(machine.project) as host:
        host.begin()
        first = host.ask("tools/call", {"name": "skill_learning_start", "arguments": dict(START)})
        host.process.kill()
    begun = types.CallToolResult.model_validate(first)
    written(begun)

    async def go_on() -> None:
        async with connected(machine.project) as client:
            status = words(await client.call_tool("learning_status"))
            assert f"attempt {begun.structured_content['attempt']} to create {NAME}" in status
            done = await client.call_tool("skill_learning_finish", dict(FINISH))
            assert done.structured_content["state"] == "created"

    run(go_on())


def test_a_reviewer_is_told_by_its_environment(machine: Machine) -> None:
    active(machine.project, LAMP)
    session_in(machine.project)

    async def read() -> None:
        async with Client(started(machine.project, AFTERWIT_REVIEWER="1", AFTERWIT_AGENT="reviewer-7")) as client:
            await client.call_tool("read_skill", {"name": LAMP.name})
            await client.call_tool("skill_learning_start", dict(START))
            status = await client.call_tool("learning_status")
            [attempt] = status.structured_content["open_attempts"]
            assert (attempt["caller"]["agent"], attempt["caller"]["reviewer"]) == ("reviewer-7", True)

    run(read())
    assert not list((machine.state / "trajectory").rglob("*.jsonl"))


class TestItsEnd:
    def test_it_ends_when_the_host_closes_its_end(self, machine: Machine) -> None:
        done = subprocess.run(command(machine.project), input=b"", capture_output=True, check=False, timeout=30)  # noqa: S603
        assert (done.returncode, done.stdout, done.stderr) == (0, b"", b"")

    @pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGINT])
    def test_it_ends_in_order_when_it_is_told_to(self, machine: Machine, number: signal.Signals) -> None:
        with piped(machine.project) as host:
            host.begin()
            os.kill(host.process.pid, number)
            assert host.process.wait(timeout=30) == 0
            assert host.process.stderr is not None
            assert host.process.stderr.read() == b""

    def test_lines_that_are_no_messages_cost_only_themselves(self, machine: Machine) -> None:
        lines = [b"tea?", b'{"jsonrpc": "2.0"}', b"\xff\xfe", b"[" * 5000, json.dumps(INITIALIZE).encode()]
        done = subprocess.run(  # noqa: S603
            command(machine.project), input=b"\n".join(lines) + b"\n", capture_output=True, check=False, timeout=30
        )
        answers = [json.loads(line) for line in done.stdout.splitlines()]
        assert [answer["result"]["serverInfo"]["name"] for answer in answers if "result" in answer] == ["afterwit"]
        assert done.returncode == 0

    def test_a_folder_that_is_not_there_is_told(self, machine: Machine) -> None:
        missing = machine.project / "nowhere"
        done = subprocess.run(command(missing), input=b"", capture_output=True, check=False, timeout=30)  # noqa: S603
        assert done.returncode == 2
        assert done.stderr.decode() == f"afterwit: There is no folder {missing}: check --project.\n"
