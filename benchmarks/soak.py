"""Many hooks and several MCP servers on one store at once: what was told is there, once, and nothing broke.

    python -m benchmarks.soak --seconds 60

Sixteen hosts call hooks without a pause while four agents call tools, all in one project; now and then a session ends,
is learned from in the background, and another starts. Afterwards everything that was acknowledged is counted in the
store: a hook that returned, a session that ended, a skill that was told, a signal that was taken, a skill that was
written.
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
from afterwit.keep.trusted import EVERYWHERE
from tests.engine.foreground import NAME as SKILL_NAME
from tests.engine.foreground import SKILL
from tests.engine.stumbling import DIFF, PUSH, transcript
from tests.transcripts import write

EVENTS = ("PostToolUse",) * 6 + ("PostToolUseFailure",) * 2 + ("Stop", "UserPromptSubmit", "SubagentStop", "PreCompact")
TOLD = "listing-files"
"""The skill that hooks and tools bring up."""
TURNS_OF_A_SESSION = 50
FIRST_END = 5
ENDS_APART = 12
"""Turns by which one host's session is longer than that of the host before: they do not end all at once."""
TO_LEARN = 120.0
"""Seconds after which what was started in the background is done, or has failed."""
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
    """What happened, as one saw it who made it happen; nobody else writes to it."""

    hooks: Counter[str] = msgspec.field(default_factory=Counter[str])
    calls: Counter[str] = msgspec.field(default_factory=Counter[str])
    sessions: set[str] = msgspec.field(default_factory=set[str])
    """Those that hooks told of."""
    ended: set[str] = msgspec.field(default_factory=set[str])
    """Those of them that ended, and are learned from."""
    told: int = 0
    """How often somebody was given the skill that there was at the start."""
    hints: int = 0
    receipts: int = 0
    gave_up: int = 0
    """Hooks that told nothing because it took too long: their host was not kept waiting, and what happened is kept."""
    problems: list[str] = msgspec.field(default_factory=list[str])

    def add(self, other: "Tallied") -> None:
        """What another saw, too."""
        self.hooks.update(other.hooks)
        self.calls.update(other.calls)
        self.sessions |= other.sessions
        self.ended |= other.ended
        self.told += other.told
        self.hints += other.hints
        self.receipts += other.receipts
        self.problems += other.problems


def soak(root: Path, *, seconds: float, hooks: int, servers: int) -> Tallied:
    """Have so many hosts and agents work for a while; what went wrong is among the problems."""
    done = Tallied()
    _prepare(root, done)
    until = time.monotonic() + seconds
    each = [Tallied() for _ in range(hooks)]
    hosts = [threading.Thread(target=_hooking, args=(root, *numbered, until)) for numbered in enumerate(each)]
    for host in hosts:
        host.start()
    anyio.run(_agents, root, servers, until, done)
    for host, tallied in zip(hosts, each, strict=True):
        host.join()
        done.add(tallied)
    done.problems += [*_unlearned(root, done), *_differences(root, done)]
    return done


def _prepare(root: Path, done: Tallied) -> None:
    skill = root / ".afterwit" / "skills" / TOLD
    skill.mkdir(parents=True)
    (skill / "SKILL.md").write_text(SKILL.replace(SKILL_NAME, TOLD), encoding="utf-8")
    write(root / "one.jsonl", transcript(DIFF, "one"))
    _call_hook(root, "SessionStart", "one", done)


def _call_hook(root: Path, event: str, session: str, done: Tallied) -> None:
    """One hook, to its end, and what came of it."""
    told = {
        "session_id": session,
        "transcript_path": str(root / f"{session}.jsonl"),
        "cwd": str(root),
        "hook_event_name": event,
        "prompt": PROMPT,
        "tool_name": "Bash",
        "tool_use_id": "t1",
        "tool_response": "unknown flag: --stat" if event == "PostToolUseFailure" else "fine",
    }
    command = [sys.executable, "-m", "afterwit", "hook", event]
    environment = {**os.environ, EVERYWHERE: "1"}
    answer = subprocess.run(  # noqa: S603
        command, input=json.dumps(told).encode(), env=environment, capture_output=True, check=False
    )
    if answer.returncode or answer.stderr:
        done.problems.append(f"{event}: exit {answer.returncode}, {answer.stderr[-200:]!r}")
    done.hooks[event] += 1
    done.sessions.add(session)
    done.told += f"Skill `{TOLD}`".encode() in answer.stdout


def _hooking(root: Path, number: int, done: Tallied, until: float) -> None:
    choice = random.Random(number)  # noqa: S311 - the same hosts each time
    turn, session = 0, f"host-{number}-0"
    first = FIRST_END + number * ENDS_APART % TURNS_OF_A_SESSION
    while time.monotonic() < until:
        turn += 1
        if turn % TURNS_OF_A_SESSION != first % TURNS_OF_A_SESSION:
            _call_hook(root, choice.choice(EVENTS), session, done)
            continue
        write(root / f"{session}.jsonl", transcript(PUSH, session))
        _call_hook(root, "SessionEnd", session, done)
        done.ended.add(session)
        session = f"host-{number}-{turn}"
        _call_hook(root, "SessionStart", session, done)


async def _agents(root: Path, servers: int, until: float, done: Tallied) -> None:
    async with anyio.create_task_group() as group:
        for number in range(servers):
            group.start_soon(_agent, root, number, until, done)


async def _agent(root: Path, number: int, until: float, done: Tallied) -> None:
    environment = {**os.environ, EVERYWHERE: "1", "AFTERWIT_AGENT": f"agent-{number}"}
    server = StdioServerParameters(command=sys.executable, args=["-m", "afterwit", "mcp"], cwd=root, env=environment)
    turn = 0
    async with Client(server) as client:
        while not turn or time.monotonic() < until:  # once, however long the server takes to start
            turn += 1
            await _turn(client, f"rl-way-{number}-{turn}", done)


async def _turn(client: Client, name: str, done: Tallied) -> None:
    """What an agent does in one turn, beginning to end."""
    found = await _call(client, done, "search_skills", query=PROMPT)
    done.told += sum(one["name"] == TOLD for one in found.get("results", ()))
    read = await _call(client, done, "read_skill", name=TOLD)
    done.told += bool(read)  # not in one: the sum would be taken before the other agents had their turn
    await _call(client, done, "session_events", session="one")
    await _call(client, done, "learning_status")
    # Before it learns: where an agent has just written a skill, it left nothing for later.
    issue = {**ISSUE, "patch_hint": f"{ISSUE['patch_hint']} {name} needs it."}  # the same twice waits once
    reported = await _call(client, done, "report_turn", skill_issue_signal=issue, session="one")
    done.hints += bool(reported.get("kept"))
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


def _unlearned(root: Path, done: Tallied) -> list[str]:
    """The sessions that ended and were not read, once all that was started for them must be done."""
    until = time.monotonic() + TO_LEARN
    while True:
        with kernel(Project(root), Config()) as here:
            missing = done.ended - {stored.session.native_id for stored in here.log.sessions()}
        if not missing or time.monotonic() > until:
            return [f"{name} ended and was not read" for name in sorted(missing)]
        time.sleep(0.2)


def _differences(root: Path, done: Tallied) -> list[str]:
    """Where the store does not have what was acknowledged."""
    faults = root / ".afterwit" / "faults.jsonl"
    noted = [json.loads(line) for line in faults.read_text(encoding="utf-8").splitlines()] if faults.exists() else []
    done.gave_up = sum(fault["error"] == TOO_LONG for fault in noted)
    with kernel(Project(root), Config()) as here:
        counts, seen = here.turns.counts(), here.turns.sessions()
        matches = here.ratings.matches(TOLD).count
        found = {
            "tool calls": sum(each.tool_iters_since_review for each in counts.values()),
            "turns": sum(each.turns_since_review for each in counts.values()),
            "hints": sum(each.skill_issue_hints_since_review for each in counts.values()),
            "skills": sum(entry.name.startswith("rl-way-") for entry in here.index.entries()),
            "open attempts": len(here.attempts.attempts(state="open")),
            "sessions": len({one.session for one in seen}),
            "ended sessions": len({one.session for one in seen if one.ended}),
            "compactions": sum(one.compactions for one in seen),
            # What a hook meant to tell when it had to give up is counted and was not told.
            "times told": done.told if done.told <= matches <= done.told + done.gave_up else matches,
            "lines skipped": here.turns.skipped(),
        }
    wanted = {
        "tool calls": done.hooks["PostToolUse"] + done.hooks["PostToolUseFailure"],
        "turns": done.hooks["Stop"],
        "hints": done.hints,
        "skills": done.receipts,
        "open attempts": 0,
        "sessions": len(done.sessions),
        "ended sessions": len(done.ended),
        "compactions": done.hooks["PreCompact"],
        "times told": done.told,
        "lines skipped": 0,
    }
    return [
        *(f"{name}: {found[name]} in the store, {wanted[name]} told" for name in wanted if found[name] != wanted[name]),
        *(f"fault: {fault}" for fault in noted if fault["error"] != TOO_LONG),
    ]


def main() -> int:
    """Soak, and say what came of it."""
    asked = argparse.ArgumentParser(description=__doc__)
    asked.add_argument("--seconds", type=float, default=60)
    asked.add_argument("--hooks", type=int, default=16)
    asked.add_argument("--servers", type=int, default=4)
    options = asked.parse_args()
    # What was started in the background may still be tidying up.
    with TemporaryDirectory(ignore_cleanup_errors=True) as folder:
        done = soak(Path(folder), seconds=options.seconds, hooks=options.hooks, servers=options.servers)
    for problem in done.problems[:20]:
        print(problem)
    print(
        f"{options.hooks} hosts and {options.servers} MCP servers for {options.seconds:.0f} s: "
        f"{done.hooks.total():,} hooks, {done.calls.total():,} tool calls, {done.receipts:,} skills written, "
        f"{done.hints:,} signals, {len(done.ended):,} sessions learned from; "
        f"{done.gave_up} hooks gave up telling; {len(done.problems)} problems."
    )
    return 1 if done.problems else 0


if __name__ == "__main__":
    sys.exit(main())
