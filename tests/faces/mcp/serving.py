"""Servers and clients for tests: in the same process, and as hosts start them."""

import asyncio
import json
import os
import signal
import subprocess
import sys
from collections.abc import AsyncGenerator, Coroutine, Generator, Mapping
from contextlib import asynccontextmanager, contextmanager
from pathlib import Path
from typing import Any, Literal, TypeVar

import httpx2
import mcp_types as types
from mcp import Client, StdioServerParameters
from mcp.client.streamable_http import streamable_http_client
from pydantic import ConfigDict

from afterwit.engine.project import Project
from afterwit.faces.mcp.desk import Desk
from afterwit.faces.mcp.server import Face
from afterwit.model.package import Package
from tests.engine.foreground import SKILL
from tests.engine.stumbling import DIFF, told_in

Result = TypeVar("Result")
Mode = Literal["2026-07-28", "legacy"]
MODES: tuple[Mode, ...] = ("2026-07-28", "legacy")
"""The current protocol, and the one before it."""


def run(coroutine: Coroutine[Any, Any, Result]) -> Result:
    return asyncio.run(coroutine)


def session_in(
    root: Path, name: str = "one", opening: str = "Always list the files of a pull request by name."
) -> Path:
    """A session of an agent in a project that hooks have told of: it tried a flag, and found another."""
    folder = root / "transcripts"
    folder.mkdir(parents=True, exist_ok=True)
    path = told_in(folder, *DIFF, name=name, opening=opening)
    state = root / ".afterwit"
    state.mkdir(exist_ok=True)
    line = {"at": 1_760_000_000_000, "event": "PostToolUse", "agent": "claude-code", "session": name}
    with (state / "spool.jsonl").open("a", encoding="utf-8") as file:
        file.write(json.dumps({**line, "transcript": str(path)}) + "\n")
    return path


def active(root: Path, *packages: Package) -> None:
    """Skills that are there, by somebody's hand."""
    for package in packages:
        for path, content in package.files.items():
            place = root / ".afterwit" / "skills" / package.name / path
            place.parent.mkdir(parents=True, exist_ok=True)
            place.write_bytes(content)


@asynccontextmanager
async def connected(
    root: Path, mode: Mode | Literal["auto"] = "auto", *, reviewer: bool = False, name: str = "claude-code"
) -> AsyncGenerator[Client]:
    """A client of a server in this process."""
    server = Face(Desk(Project(root)), reviewer=reviewer).server()
    async with Client(server, mode=mode, client_info=types.Implementation(name=name, version="1")) as client:
        yield client


def words(result: types.CallToolResult) -> str:
    """What a tool said."""
    block = result.content[0]
    assert isinstance(block, types.TextContent)
    return block.text


class Shown:
    """What a user is shown while a tool works."""

    def __init__(self) -> None:
        self.messages: list[str | None] = []

    async def __call__(self, progress: float, total: float | None, message: str | None) -> None:
        assert progress == total
        self.messages.append(message)


def written(begun: types.CallToolResult, text: str = SKILL) -> None:
    """What the agent does after a start: it writes the skill into the folder that it was told."""
    assert not begun.is_error, words(begun)
    Path(begun.structured_content["folder"], "SKILL.md").write_text(text, encoding="utf-8")


async def ask(client: Client, method: str, **params: object) -> dict[str, Any]:
    """The raw result of a method that the client has no name for."""
    result = await client.session.send_request(Raw(method=method, params=dict(params)), Anything)
    return result.model_dump()


class Raw(types.Request[dict[str, Any], str]):
    """Whatever is asked."""


class Anything(types.Result):
    """Whatever comes."""

    model_config = ConfigDict(extra="allow")


def command(root: Path, *options: str) -> list[str]:
    return [sys.executable, "-P", "-m", "afterwit", "mcp", "--project", str(root), *options]


def started(root: Path, *options: str, **environment: str) -> StdioServerParameters:
    """A server as a host starts it."""
    program, *arguments = command(root, *options)
    kept = {name: os.environ[name] for name in ("HOME", "XDG_CACHE_HOME", "AFTERWIT_TRUST")}
    return StdioServerParameters(command=program, args=arguments, env={**kept, **environment}, cwd=root)


INITIALIZE: Mapping[str, object] = {
    "jsonrpc": "2.0",
    "id": 1,
    "method": "initialize",
    "params": {"protocolVersion": "2025-11-25", "capabilities": {}, "clientInfo": {"name": "host", "version": "1"}},
}


class Host:
    """A host of the plainest kind, which holds both pipes itself."""

    def __init__(self, process: "subprocess.Popen[bytes]") -> None:
        self.process = process

    def begin(self) -> None:
        self._tell(INITIALIZE)
        assert self._answer()["serverInfo"]["name"] == "afterwit"
        self._tell({"jsonrpc": "2.0", "method": "notifications/initialized"})

    def ask(self, method: str, params: Mapping[str, object]) -> dict[str, Any]:
        self._tell({"jsonrpc": "2.0", "id": 2, "method": method, "params": params})
        return self._answer()

    def _tell(self, message: Mapping[str, object]) -> None:
        assert self.process.stdin is not None
        self.process.stdin.write(json.dumps(message).encode() + b"\n")
        self.process.stdin.flush()

    def _answer(self) -> dict[str, Any]:
        assert self.process.stdout is not None
        return json.loads(self.process.stdout.readline())["result"]


@contextmanager
def piped(root: Path) -> Generator[Host]:
    """A server as a host starts it, until the block ends."""
    with subprocess.Popen(  # noqa: S603
        command(root), stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE
    ) as process:
        yield Host(process)


class Listening:
    """A server on this machine's own address."""

    def __init__(self, process: "subprocess.Popen[str]", root: Path, token: str) -> None:
        assert process.stderr is not None
        self.said = process.stderr.readline()
        self.url = self.said.split()[2].rstrip(";")
        self.token = token or (root / ".afterwit" / "mcp-token").read_text(encoding="utf-8").strip()
        self.process = process

    @asynccontextmanager
    async def client(self, mode: Mode, token: str | None = None) -> AsyncGenerator[Client]:
        headers = {"Authorization": f"Bearer {self.token if token is None else token}"}
        async with httpx2.AsyncClient(headers=headers, timeout=30) as http:
            transport = streamable_http_client(self.url, http_client=http)
            async with Client(transport, mode=mode) as client:
                yield client

    def post(self, body: bytes = b"{}", headers: Mapping[str, str] | None = None) -> httpx2.Response:
        """What a stranger gets."""
        told = {"Content-Type": "application/json", **(headers or {})}
        encoded = [(name.encode(), value.encode()) for name, value in told.items()]
        return httpx2.post(self.url, content=body, headers=encoded)

    @property
    def bearer(self) -> dict[str, str]:
        return {"Authorization": f"Bearer {self.token}"}


@contextmanager
def listening(root: Path, token: str = "", **environment: str) -> Generator[Listening]:
    """A server over HTTP, until the block ends."""
    more = {"AFTERWIT_MCP_TOKEN": token} if token else {}
    process = subprocess.Popen(  # noqa: S603
        command(root, "--http", "0"),
        stderr=subprocess.PIPE,
        text=True,
        env={**os.environ, "AFTERWIT_TRUST": "1", **more, **environment},
    )
    try:
        yield Listening(process, root, token)
    finally:
        process.send_signal(signal.SIGTERM)
        process.communicate(timeout=30)
