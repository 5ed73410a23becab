"""As a host would have it: the real hooks, the real MCP server, and a session that stumbles, learns and is helped.

The hooks that run are those that `afterwit install` wrote into the host's settings, by the words it wrote there.
"""

import json
import os
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any, cast

import anyio
import pytest
from mcp import Client, StdioServerParameters

from tests.engine.foreground import FINISH, NAME, SKILL, START
from tests.engine.stumbling import DIFF, transcript
from tests.machine import Machine
from tests.transcripts import Line, append, write

BIN = Path(sys.executable).parent
PROMPT = "gh pr diff says unknown flag: --stat, how do I list the files that a pull request changes?"
ERROR = "unknown flag: --stat"
DEADLINE = 60.0


class Host:
    """A host of one session, that calls its hooks as its settings say."""

    def __init__(self, machine: Machine, session: str) -> None:
        self._machine = machine
        self._session = session
        self.transcript = machine.home / ".claude" / "projects" / "-lantern" / f"{session}.jsonl"
        settings = machine.project / ".claude" / "settings.json"
        hooks: Any = json.loads(settings.read_text(encoding="utf-8"))["hooks"]
        self._commands = {
            event: [str(hook["command"]) for group in groups for hook in group["hooks"]]
            for event, groups in hooks.items()
        }
        self.transcript.parent.mkdir(parents=True, exist_ok=True)

    def tells(self, event: str, **more: object) -> str:
        """What the agent hears when something happens; a hook never says anything else, and never fails."""
        told = {
            "session_id": self._session,
            "transcript_path": str(self.transcript),
            "cwd": str(self._machine.project),
            "hook_event_name": event,
            **more,
        }
        (command,) = self._commands[event]
        done = subprocess.run(  # noqa: S602 - as hosts do
            command,
            shell=True,
            input=json.dumps(told).encode(),
            capture_output=True,
            check=False,
            cwd=self._machine.project,
        )
        assert (done.returncode, done.stderr) == (0, b"")
        return str(json.loads(done.stdout)["hookSpecificOutput"]["additionalContext"]) if done.stdout else ""

    def fails(self, call: str, output: str) -> str:
        return self.tells(
            "PostToolUseFailure", tool_name="Bash", tool_use_id=call, tool_input={}, tool_response=output, error=output
        )

    def works(self, call: str) -> str:
        return self.tells("PostToolUse", tool_name="Bash", tool_use_id=call, tool_input={}, tool_response="a.py")


@pytest.fixture
def installed(machine: Machine, monkeypatch: pytest.MonkeyPatch) -> Machine:
    monkeypatch.setenv("PATH", f"{BIN}{os.pathsep}{os.environ['PATH']}")
    monkeypatch.delenv("AFTERWIT_TRUST")
    afterwit(machine, "install", "claude-code")
    return machine


def afterwit(machine: Machine, *arguments: str) -> str:
    command = [str(BIN / "afterwit"), *arguments]
    return subprocess.run(command, cwd=machine.project, check=True, capture_output=True, text=True).stdout  # noqa: S603


def happened(session: str) -> Iterator[Line]:
    return iter(transcript(DIFF, session))


async def learns(machine: Machine) -> tuple[str, list[str]]:
    """The agent calls start, writes its files, and calls finish; the receipt, and what the user was shown meanwhile."""
    shown: list[str] = []

    async def shows(progress: float, total: float | None, message: str | None) -> None:
        del progress, total
        shown.append(message or "")

    server = StdioServerParameters(
        command=str(BIN / "afterwit"), args=["mcp"], cwd=machine.project, env=dict(os.environ)
    )
    async with Client(server) as client:
        events = await called(client, "session_events", {"query": "gh pr diff"})
        ids = [event["native_id"] for event in events["events"]]
        started = await client.call_tool("skill_learning_start", {**START, "event_refs": ids}, progress_callback=shows)
        folder = Path(cast("dict[str, str]", started.structured_content)["folder"])
        (folder / "SKILL.md").write_text(SKILL, encoding="utf-8")
        finished = await called(client, "skill_learning_finish", FINISH)
    return str(finished["receipt"]), shown


async def called(client: Client, name: str, arguments: Any) -> dict[str, Any]:  # noqa: ANN401 - whatever a tool takes
    answer = await client.call_tool(name, dict(arguments))
    assert not answer.is_error, answer.content
    return cast("dict[str, Any]", answer.structured_content)


@pytest.mark.proves("foreground-learns-in-turn", "package-location")
def test_what_an_agent_learns_in_its_turn_is_before_the_next_session_when_it_is_needed(installed: Machine) -> None:
    first, lines = Host(installed, "first"), happened("first")
    first.tells("SessionStart", source="startup")
    write(first.transcript, [next(lines)])
    assert NAME not in first.tells("UserPromptSubmit", prompt=PROMPT)
    append(first.transcript, [next(lines), next(lines)])
    assert first.fails("first-2", ERROR) == ""
    append(first.transcript, [next(lines), next(lines)])
    assert first.works("first-4") == ""

    receipt, shown = anyio.run(learns, installed)
    assert receipt == f"Gelernt: {NAME}"
    assert shown == [START["message"]]
    first.tells("Stop")
    first.tells("SessionEnd", reason="exit")
    assert (installed.project / ".claude" / "skills" / NAME / "SKILL.md").is_file()

    second = Host(installed, "second")
    second.tells("SessionStart", source="startup")
    assert f"`{NAME}`" in second.tells("UserPromptSubmit", prompt=PROMPT)

    third = Host(installed, "third")
    assert f"`{NAME}`" in third.fails("toolu_1", ERROR)
    assert third.fails("toolu_2", ERROR) == ""


@pytest.mark.proves("auto-mode")
def test_where_the_agent_never_calls_the_tools_the_hooks_alone_lead_to_a_pending_skill(installed: Machine) -> None:
    host, lines = Host(installed, "first"), happened("first")
    host.tells("SessionStart", source="startup")
    write(host.transcript, list(lines))
    host.fails("first-2", ERROR)
    host.works("first-4")
    host.tells("Stop")
    host.tells("SessionEnd", reason="exit")
    pending = installed.state / "skills-pending"
    until = time.monotonic() + DEADLINE
    while not any(pending.glob("*/SKILL.md")) and time.monotonic() < until:
        time.sleep(0.05)  # there is nobody to ask: what was started is a child of nobody
    (found,) = pending.glob("*/SKILL.md")
    text = found.read_text(encoding="utf-8")
    assert ERROR in text
    assert "--name-only" in text
