"""Many hooks and several MCP servers on one store at once: what was told is there, once, and nothing broke.

    python -m benchmarks.soak --seconds 60

Sixteen hosts call hooks without a pause while four agents call tools, all in one project. Afterwards everything that
was acknowledged is counted in the store: a hook that returned, a signal that was taken, a skill that was written.
"""

import argparse
import json
import os
import random
import subprocess
import sys
import threading
import time
from collections import Counter
from contextlib import suppress
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, cast

import anyio
import msgspec
from mcp import Client, MCPError, StdioServerParameters

from afterwit.config import Config
from afterwit.engine.project import Project
from afterwit.engine.wire import kernel
from tests.engine.foreground import NAME as SKILL_NAME
from tests.engine.foreground import SKILL
from tests.engine.stumbling import DIFF, transcript
from tests.transcripts import write

EVENTS = ("PostToolUse",) * 6 + ("PostToolUseFailure",) * 2 + ("Stop", "UserPromptSubmit", "SubagentStop", "PreCompact")
TOO_LONG = "TooLong"
PROMPT = "How do I list the files that a pull request changes with gh pr diff?"
ISSUE = {
    "kind": "update_candidate",
    "skill_name": "listing-files",
    "issue": "missing_step",
    "reason_not_patched": "conversation_still_evolving",
    "observed_effect": "retry_after_tool_error",
    "event_refs": ["e2", "e3", "e4", "e5"],
    "patch_hint": "Say where the number comes from.",
}


class Tallied(msgspec.Struct, kw_only=True):
    """What happened, as those saw it who made it happen."""

    hooks: Counter[str] = msgspec.field(default_factory=Counter[str])
    calls: Counter[str] = msgspec.field(default_factory=Counter[str])
    hints: int = 0
    receipts: int = 0
    gave_up: int = 0
    """Hooks that told nothing because it took too long: their host was not kept waiting, and what happened is kept."""
    problems: list[str] = msgspec.field(default_factory=list[str])


def soak(root: Path, *, seconds: float, hooks: int, servers: int) -> Tallied:
    """Have so many hosts and agents work for a while; what went wrong is among the problems."""
    _prepare(root)
    done, until = Tallied(), time.monotonic() + seconds
    hosts = [threading.Thread(target=_hooking, args=(root, number, until, done)) for number in range(hooks)]
    for host in hosts:
        host.start()
    anyio.run(_agents, root, servers, until, done)
    for host in hosts:
        host.join()
    done.problems += _differences(root, done)
    return done


def _prepare(root: Path) -> None:
    skill = root / ".afterwit" / "skills" / "listing-files"
    skill.mkdir(parents=True)
    (skill / "SKILL.md").write_text(SKILL.replace(SKILL_NAME, "listing-files"), encoding="utf-8")
    write(root / "session.jsonl", transcript(DIFF, "one"))
    _call_hook(root, "SessionStart", "one")


def _call_hook(root: Path, event: str, session: str) -> "subprocess.CompletedProcess[bytes]":
    told = {
        "session_id": session,
        "transcript_path": str(root / "session.jsonl") if session == "one" else None,
        "cwd": str(root),
        "hook_event_name": event,
        "prompt": PROMPT,
        "tool_name": "Bash",
        "tool_use_id": "t1",
        "tool_response": "unknown flag: --stat" if event == "PostToolUseFailure" else "fine",
    }
    command = [sys.executable, "-m", "afterwit", "hook", event]
    return subprocess.run(command, input=json.dumps(told).encode(), capture_output=True, check=False)  # noqa: S603


def _hooking(root: Path, number: int, until: float, done: Tallied) -> None:
    choice = random.Random(number)  # noqa: S311 - the same hosts each time
    while time.monotonic() < until:
        event = choice.choice(EVENTS)
        answer = _call_hook(root, event, f"host-{number}")
        if answer.returncode or answer.stderr:
            done.problems.append(f"{event}: exit {answer.returncode}, {answer.stderr[-200:]!r}")
        done.hooks[event] += 1


async def _agents(root: Path, servers: int, until: float, done: Tallied) -> None:
    async with anyio.create_task_group() as group:
        for number in range(servers):
            group.start_soon(_agent, root, number, until, done)


async def _agent(root: Path, number: int, until: float, done: Tallied) -> None:
    environment = {**os.environ, "AFTERWIT_AGENT": f"agent-{number}"}
    server = StdioServerParameters(command=sys.executable, args=["-m", "afterwit", "mcp"], cwd=root, env=environment)
    turn = 0
    async with Client(server) as client:
        while time.monotonic() < until:
            turn += 1
            await _turn(client, f"rl-way-{number}-{turn}", done)


async def _turn(client: Client, name: str, done: Tallied) -> None:
    """What an agent does in one turn, beginning to end."""
    await _call(client, done, "search_skills", query=PROMPT)
    await _call(client, done, "read_skill", name="listing-files")
    await _call(client, done, "session_events", session="one")
    await _call(client, done, "learning_status")
    start = {"action": "create", "skill_name": name, "reason": "recovered_surprise", "message": "Learning."}
    started = await _call(
        client, done, "skill_learning_start", **start, event_refs=["e2", "e3", "e4", "e5"], session="one"
    )
    if started:
        await anyio.Path(str(started["folder"]), "SKILL.md").write_text(SKILL.replace(SKILL_NAME, name))
        told = {"action": "create", "skill_name": name, "status": "created", "message": "", "summary": "A way."}
        finished = await _call(client, done, "skill_learning_finish", **told)
        # The same skill under many names is a duplicate but for the first, and waits for a person.
        done.receipts += finished.get("state") in {"created", "pending"}
    reported = await _call(client, done, "report_turn", skill_issue_signal=ISSUE, session="one")
    done.hints += bool(reported.get("kept"))


async def _call(client: Client, done: Tallied, tool: str, /, **arguments: object) -> dict[str, Any]:
    with suppress(MCPError):
        answer = await client.call_tool(tool, arguments)
        done.calls[tool] += 1
        if not answer.is_error:
            return cast("dict[str, Any]", answer.structured_content)
        done.problems.append(f"{tool}: {answer.content}")
        return {}
    done.problems.append(f"{tool}: the server broke")
    return {}


def _differences(root: Path, done: Tallied) -> list[str]:
    """Where the store does not have what was acknowledged."""
    with kernel(Project(root), Config()) as here:
        counts = here.turns.counts()
        found = {
            "tool calls": sum(each.tool_iters_since_review for each in counts.values()),
            "turns": sum(each.turns_since_review for each in counts.values()),
            "hints": sum(each.skill_issue_hints_since_review for each in counts.values()),
            "skills": sum(entry.name.startswith("rl-way-") for entry in here.index.entries()),
            "open attempts": len(here.attempts.attempts(state="open")),
        }
    wanted = {
        "tool calls": done.hooks["PostToolUse"] + done.hooks["PostToolUseFailure"],
        "turns": done.hooks["Stop"],
        "hints": done.hints,
        "skills": done.receipts,
        "open attempts": 0,
    }
    faults = root / ".afterwit" / "faults.jsonl"
    told = [json.loads(line) for line in faults.read_text(encoding="utf-8").splitlines()] if faults.exists() else []
    done.gave_up = sum(fault["error"] == TOO_LONG for fault in told)
    return [
        *(f"{name}: {found[name]} in the store, {wanted[name]} told" for name in wanted if found[name] != wanted[name]),
        *(f"fault: {fault}" for fault in told if fault["error"] != TOO_LONG),
    ]


def main() -> int:
    """Soak, and say what came of it."""
    asked = argparse.ArgumentParser(description=__doc__)
    asked.add_argument("--seconds", type=float, default=60)
    asked.add_argument("--hooks", type=int, default=16)
    asked.add_argument("--servers", type=int, default=4)
    options = asked.parse_args()
    with TemporaryDirectory() as folder:
        done = soak(Path(folder), seconds=options.seconds, hooks=options.hooks, servers=options.servers)
    for problem in done.problems[:20]:
        print(problem)
    print(
        f"{options.hooks} hosts and {options.servers} MCP servers for {options.seconds:.0f} s: "
        f"{done.hooks.total():,} hooks, {done.calls.total():,} tool calls, {done.receipts:,} skills written, "
        f"{done.hints:,} signals; {done.gave_up} hooks gave up telling; {len(done.problems)} problems."
    )
    return 1 if done.problems else 0


if __name__ == "__main__":
    sys.exit(main())
