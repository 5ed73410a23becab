"""How long the MCP server takes to start, and to answer, beside a bare server of the same SDK with one empty tool.

A host waits for the answer to `initialize` before it goes on, so that is what starting means here. Every call is timed
on the clock, from the request written to the answer read, over pipes, and the two servers take turns. The project has
some hundred skills, recombined from public ones. Processes start with their bytecode written, as those of an installed
package do.
"""

import json
import os
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Generator, Mapping, Sequence
from contextlib import contextmanager
from itertools import islice
from pathlib import Path
from typing import Any

from benchmarks.measure import wall_clock
from benchmarks.recall_speed import FIRST_NEED, skills

SKILLS = 300
STARTS = 9
CALLS = 60
BARE = """
from mcp.server import MCPServer

server = MCPServer("bare")

@server.tool()
def nothing() -> str:
    return ""

server.run()
"""
"""The least that a server of this SDK can be."""
CLIENT = {"protocolVersion": "2025-11-25", "capabilities": {}, "clientInfo": {"name": "bench", "version": "1"}}


class Server:
    """A server at the other end of two pipes."""

    def __init__(self, process: "subprocess.Popen[bytes]") -> None:
        self._process = process
        self._asked = 0

    def ask(self, method: str, params: Mapping[str, object]) -> dict[str, Any]:
        """Ask, and wait for the answer."""
        assert self._process.stdout is not None
        self._asked += 1
        self._tell({"jsonrpc": "2.0", "id": self._asked, "method": method, "params": params})
        while True:
            answer = json.loads(self._process.stdout.readline())
            if answer.get("id") == self._asked:
                return answer["result"]

    def call(self, tool: str, arguments: Mapping[str, object]) -> dict[str, Any]:
        """Call a tool; one that refuses would be timed for nothing."""
        result = self.ask("tools/call", {"name": tool, "arguments": arguments})
        assert not result.get("isError"), result
        return result

    def begin(self) -> None:
        """What a host does first."""
        self.ask("initialize", CLIENT)
        self._tell({"jsonrpc": "2.0", "method": "notifications/initialized"})

    def _tell(self, message: Mapping[str, object]) -> None:
        assert self._process.stdin is not None
        self._process.stdin.write(json.dumps(message).encode() + b"\n")
        self._process.stdin.flush()


@contextmanager
def serving(command: Sequence[str], environment: Mapping[str, str]) -> Generator[Server]:
    """A server until the block ends."""
    with subprocess.Popen(  # noqa: S603 - our own
        command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, env=dict(environment)
    ) as process:
        yield Server(process)
        assert process.stdin is not None
        process.stdin.close()
        process.wait()


def report() -> list[str]:
    """The tables."""
    with tempfile.TemporaryDirectory() as folder:
        root = Path(folder) / "project"
        for skill in islice(skills(), SKILLS):
            place = root / ".afterwit" / "skills" / skill.package.name
            place.mkdir(parents=True)
            for path, content in skill.package.files.items():
                (place / path).write_bytes(content)
        return _measured(root, Path(folder))


def _measured(root: Path, folder: Path) -> list[str]:
    environment = {name: value for name, value in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"}
    environment |= {"PYTHONPYCACHEPREFIX": str(folder / "bytecode"), "HOME": str(folder)}
    ours = [sys.executable, "-P", "-m", "afterwit", "mcp", "--project", str(root)]
    bare = [sys.executable, "-c", BARE]
    learned = [sys.executable, "-m", "afterwit", "learn", "--project", str(root)]
    subprocess.run(learned, env=environment, check=True, capture_output=True)  # noqa: S603 - no other is listened to
    with serving(ours, environment) as server:  # the index is made, and the bytecode is written
        server.begin()
        server.call("search_skills", {"query": FIRST_NEED})
    starts = _starts({"afterwit mcp": ours, "bare": bare}, environment)
    idle = min(
        wall_clock(lambda: subprocess.run([sys.executable, "-c", "pass"], env=environment, check=True)) * 1000
        for _ in range(STARTS)
    )
    with serving(ours, environment) as server, serving(bare, environment) as other:
        server.begin()
        other.begin()
        first = wall_clock(lambda: server.call("search_skills", {"query": FIRST_NEED})) * 1000
        empty, timed = _calls(server, other)
    return [
        "\n### MCP server\n",
        f"From the start of the process to the answer to `initialize`, the best of {STARTS}; calls, of which each was",
        f"made {CALLS} times, in a project of {SKILLS:,} skills, as median / 95th percentile on the clock. The bare",
        "server has one tool that does nothing. The first call opens the project and loads the embedding model.\n",
        "| start | ms | to `python -c pass` | to the bare server |",
        "|---|---|---|---|",
        *(
            f"| {name} | {spent:.0f} | {spent / idle:.1f} | {spent / starts['bare']:.2f} |"
            for name, spent in starts.items()
        ),
        "",
        "| call | median / 95th, ms | to the empty tool of the bare server |",
        "|---|---|---|",
        f"| the first search | {first:.0f} | {first / empty[0]:.0f} |",
        *(f"| {name} | {half:.1f} / {most:.1f} | {half / empty[0]:.1f} |" for name, (half, most) in timed.items()),
        f"| nothing, of the bare server | {empty[0]:.1f} / {empty[1]:.1f} | 1 |",
    ]


def _starts(commands: Mapping[str, Sequence[str]], environment: Mapping[str, str]) -> dict[str, float]:
    best = dict.fromkeys(commands, float("inf"))
    for _ in range(STARTS):
        for name, command in commands.items():
            best[name] = min(best[name], _start(command, environment))
    return best


def _start(command: Sequence[str], environment: Mapping[str, str]) -> float:
    begun = time.perf_counter()
    with serving(command, environment) as server:
        server.begin()
        return (time.perf_counter() - begun) * 1000


def _calls(server: Server, other: Server) -> tuple[tuple[float, float], dict[str, tuple[float, float]]]:
    asked: dict[str, Mapping[str, object]] = {
        "search_skills": {"query": FIRST_NEED},
        "read_skill": {"name": "rl-0"},
        "list_domains": {},
        "learning_status": {},
        "report_turn": {},
    }
    server.call("report_turn", {})  # from here on the project is open to be written to
    spent: dict[str, list[float]] = {name: [] for name in ("nothing", *asked)}
    for _ in range(CALLS):
        spent["nothing"].append(wall_clock(lambda: other.call("nothing", {})) * 1000)
        for name, arguments in asked.items():
            spent[name].append(wall_clock(lambda name=name, given=arguments: server.call(name, given)) * 1000)
    told = {name: (statistics.median(each), statistics.quantiles(each, n=20)[-1]) for name, each in spent.items()}
    return told.pop("nothing"), told
