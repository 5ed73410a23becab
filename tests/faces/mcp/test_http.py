"""The server over HTTP: on this machine only, and only for those who know the token."""

import asyncio
import json
import os
import signal
import socket
import subprocess
from collections.abc import Generator

import pytest

from tests.engine.foreground import FINISH, NAME, START
from tests.faces.cli.packages import LAMP
from tests.faces.mcp.serving import (
    MODES,
    Listening,
    Mode,
    Shown,
    active,
    command,
    listening,
    run,
    session_in,
    words,
    written,
)
from tests.machine import Machine

PING = json.dumps({"jsonrpc": "2.0", "id": 1, "method": "ping"}).encode()
ACCEPT = {"Accept": "application/json, text/event-stream"}


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Generator[Listening]:
    """One for all tests that change nothing."""
    folder = tmp_path_factory.mktemp("http")
    (folder / "home").mkdir()
    active(folder, LAMP)
    with listening(folder, HOME=str(folder / "home")) as found:
        yield found


class TestWhoIsLetIn:
    def test_it_says_where_it_listens_and_where_the_token_is_but_not_the_token(self, server: Listening) -> None:
        assert server.said.startswith("Listening on http://127.0.0.1:")
        assert server.said.rstrip().endswith("/.afterwit/mcp-token.")
        assert server.token not in server.said

    def test_nobody_without_a_token(self, server: Listening) -> None:
        refused = server.post(PING, ACCEPT)
        assert refused.status_code == 401
        assert refused.headers["www-authenticate"] == 'Bearer realm="afterwit"'
        assert "token" in refused.json()["error"]

    @pytest.mark.parametrize("given", ["Bearer wrong", "Bearer", "Bearer tök", "Basic {}", "{}", "Bearer {} x"])
    def test_nobody_with_a_wrong_one(self, server: Listening, given: str) -> None:
        refused = server.post(PING, {**ACCEPT, "Authorization": given.format(server.token)})
        assert refused.status_code == 401
        assert 'error="invalid_token"' in refused.headers["www-authenticate"]

    @pytest.mark.parametrize("version", ["2025-11-25", "2026-07-28"])
    @pytest.mark.parametrize(
        ("header", "value", "status"),
        [
            ("Host", "evil.example", 421),
            ("Host", "127.0.0.1.evil.example:80", 421),
            ("Host", "127.0.0.1:1", 421),
            ("Origin", "https://evil.example", 403),
            ("Origin", "null", 403),
        ],
    )
    def test_no_page_that_a_name_was_turned_for(
        self, server: Listening, header: str, value: str, status: int, version: str
    ) -> None:
        headers = {**server.bearer, **ACCEPT, "MCP-Protocol-Version": version, header: value}
        assert server.post(PING, headers).status_code == status

    def test_what_is_too_large_is_refused(self, server: Listening) -> None:
        assert server.post(b" " * (5 * 1024 * 1024), {**server.bearer, **ACCEPT}).status_code == 413

    @pytest.mark.parametrize("body", [b"tea", b"[]", b"[" * 20_000, b'{"jsonrpc": "2.0", "id": 1}', b"\xff"])
    @pytest.mark.parametrize("version", ["2025-11-25", "2026-07-28"])
    def test_what_is_no_message_is_refused(self, server: Listening, body: bytes, version: str) -> None:
        refused = server.post(body, {**server.bearer, **ACCEPT, "MCP-Protocol-Version": version})
        assert 400 <= refused.status_code < 500
        assert "Traceback" not in refused.text

    def test_it_is_reached_from_this_machine_only(self, server: Listening) -> None:
        port = int(server.url.rsplit(":", 1)[1].split("/")[0])
        with socket.socket(socket.AF_INET, socket.SOCK_STREAM) as other:
            assert other.connect_ex(("127.0.0.2", port)) != 0


class TestBothProtocols:
    @pytest.mark.parametrize("mode", MODES)
    def test_tools_resources_and_prompts_are_served(self, server: Listening, mode: Mode) -> None:
        async def use() -> None:
            async with server.client(mode) as client:
                assert client.protocol_version == {"legacy": "2025-11-25"}.get(mode, mode)
                assert len((await client.list_tools()).tools) == 9
                found = await client.call_tool("search_skills", {"query": "the glass of a lamp turns black"})
                assert LAMP.name in words(found)
                assert (await client.read_resource(f"skill://{LAMP.name}/SKILL.md")).contents
                assert (await client.get_prompt("retrospective")).messages

        run(use())

    def test_two_clients_are_served_at_once(self, server: Listening) -> None:
        async def use(mode: Mode) -> list[str]:
            async with server.client(mode) as client:
                asked = [client.call_tool("read_skill", {"name": LAMP.name}) for _ in range(10)]
                return [words(one) for one in await asyncio.gather(*asked)]

        async def both() -> None:
            first, second = await asyncio.gather(*map(use, MODES))
            assert len(first) == len(second) == 10
            assert len({*first, *second}) == 1

        run(both())

    @pytest.mark.parametrize("mode", MODES)
    @pytest.mark.proves("learn-ends-signals")
    def test_an_agent_learns_and_its_signal_after_that_is_not_needed(self, machine: Machine, mode: Mode) -> None:
        session_in(machine.project)
        shown = Shown()
        named = {} if mode == "legacy" else {"session": "one"}
        signal_left = {
            "kind": "create_candidate",
            "package_name_hint": "rl-gh-pr-files",
            "trigger": "recovered_surprise",
            "reason_not_written": "needs_full_context_review",
            "event_refs": ["e3", "e4"],
            "summary": "Files of a pull request are listed by name only.",
        }

        async def learn(there: Listening) -> None:
            async with there.client(mode) as client, there.client(mode) as other:
                begun = await client.call_tool("skill_learning_start", {**START, **named}, progress_callback=shown)
                written(begun)
                done = await client.call_tool("skill_learning_finish", {**FINISH, **named})
                assert done.structured_content["receipt"] == f"Gelernt: {NAME}"
                elsewhere = {} if mode == "legacy" else {"session": "claude-code:one"}
                for whoever, how in ((client, named), (other, elsewhere)):  # it is the same turn of the same session
                    ignored = await whoever.call_tool("report_turn", {"learning_signal": signal_left, **how})
                    assert ignored.structured_content["kept"] == [], words(ignored)

        with listening(machine.project, token="a-token-of-the-environment") as there:
            assert there.said.rstrip().endswith("the bearer token is the value of AFTERWIT_MCP_TOKEN.")
            run(learn(there))
        assert shown.messages == [START["message"]]
        assert not (machine.state / "mcp-token").exists()
        assert there.process.returncode == 0


class TestStarting:
    def test_a_port_that_is_taken_is_told_in_one_sentence(self, machine: Machine) -> None:
        with socket.socket(socket.AF_INET, socket.SOCK_STREAM) as taken:
            taken.bind(("127.0.0.1", 0))
            taken.listen()
            port = taken.getsockname()[1]
            done = subprocess.run(  # noqa: S603
                command(machine.project, "--http", str(port)), capture_output=True, text=True, check=False, timeout=30
            )
        assert done.returncode == 3
        assert done.stderr.startswith(f"afterwit: Port {port} cannot be listened on (Address already in use)")
        assert done.stderr.count("\n") == 1

    def test_a_port_that_is_none_is_told(self, machine: Machine) -> None:
        done = subprocess.run(  # noqa: S603
            command(machine.project, "--http", "70000"), capture_output=True, text=True, check=False, timeout=30
        )
        assert (done.returncode, done.stderr) == (2, "afterwit: A port is from 0 to 65,535, not 70,000.\n")

    def test_it_ends_in_order_while_somebody_is_connected(self, machine: Machine) -> None:
        async def use(there: Listening) -> None:
            async with there.client("legacy") as client:
                await client.call_tool("report_turn", {})
                os.kill(there.process.pid, signal.SIGTERM)
                assert await asyncio.to_thread(there.process.wait, 30) == 0

        with listening(machine.project) as there:
            run(use(there))
