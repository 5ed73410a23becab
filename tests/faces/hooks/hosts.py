"""Hosts that call hooks, in this process or in one of their own, and what the hooks leave and tell."""

import io
import json
import subprocess
import sys
from pathlib import Path

from afterwit.faces.hooks.hook import Call, run_hook
from afterwit.model.package import Package
from tests.faces.cli.packages import laid_out
from tests.machine import Machine
from tests.recall.books import skill
from tests.transcripts import at, codex, write

EVENTS = (
    "SessionStart",
    "UserPromptSubmit",
    "PostToolUse",
    "PostToolUseFailure",
    "Stop",
    "SubagentStop",
    "PreCompact",
    "SessionEnd",
)
REFUSED = "error: cannot lock ref /srv/x/.git/HEAD after 2 tries"
LOCKS = skill(
    "rl-git-locks",
    "Frees a reference that nobody lets go of. Use when git cannot lock a reference.",
    "## Situation\n\nIt says `error: cannot lock ref /home/ada/lantern/.git/HEAD after 31 tries`.\n\n"
    "## Guidance\n\n1. Wait for a minute.\n2. Look for `HEAD.lock`.",
)
SMOKING = "the glass of my oil lamp turns black and it is smoking"
NOT_A_MAIN = "import sys; from afterwit.__main__ import main; main()"


def rollout(path: Path, machine: Machine) -> Path:
    """A session of Codex in which a command failed, and another did what was wanted."""
    tried = (("--stat", 1, "unknown flag: --stat"), ("--name-only", 0, "src/cart.py"))
    lines = codex(1, cwd=str(machine.project), id=path.stem)
    for second, (flag, code, shown) in enumerate(tried, 5):
        call = {"type": "function_call", "name": "exec_command", "call_id": f"{path.stem}-{second}"}
        output = f"Wall time: 0.1 seconds\nProcess exited with code {code}\nOutput:\n{shown}"
        payloads: tuple[dict[str, object], ...] = (
            {**call, "arguments": json.dumps({"cmd": f"gh pr diff 104 {flag}"})},
            {"type": "function_call_output", "call_id": call["call_id"], "output": output},
        )
        lines += [{"timestamp": at(second), "type": "response_item", "payload": payload} for payload in payloads]
    return write(path, lines)


def facts(machine: Machine, **more: object) -> dict[str, object]:
    """What a host says of a session."""
    return {"session_id": "s1", "transcript_path": None, "cwd": str(machine.project), **more}


def hook(event: str, told: object, host: str = "") -> bytes:
    """What a hook answers that runs in this process."""
    return run_hook(Call(event, host), io.BytesIO(told if isinstance(told, bytes) else json.dumps(told).encode()))


def context_of(answer: bytes) -> str:
    """What the agent reads of an answer; empty where there is none."""
    return str(json.loads(answer)["hookSpecificOutput"]["additionalContext"]) if answer else ""


def hears(event: str, machine: Machine, **more: object) -> str:
    """What an agent is told by a hook that runs in this process."""
    return context_of(hook(event, facts(machine, **more)))


def start(*arguments: str, code: str = NOT_A_MAIN) -> "subprocess.Popen[bytes]":
    """A hook in a process of its own, that waits for what it is told."""
    pipe = subprocess.PIPE
    command = [sys.executable, "-c", code, *arguments]
    return subprocess.Popen(command, stdin=pipe, stdout=pipe, stderr=pipe)  # noqa: S603 - our own interpreter


def calls(event: str, told: object, *arguments: str) -> "subprocess.CompletedProcess[bytes]":
    """A hook as a host starts it, to its end."""
    command = [sys.executable, "-m", "afterwit", "hook", event, *arguments]
    heard = told if isinstance(told, bytes) else json.dumps(told).encode()
    return subprocess.run(command, input=heard, capture_output=True, check=False)  # noqa: S603 - our own interpreter


def lines(file: Path) -> list[dict[str, object]]:
    """The lines of a file, each of them whole."""
    return [json.loads(line) for line in file.read_text(encoding="utf-8").splitlines()] if file.exists() else []


def spooled(machine: Machine) -> list[dict[str, object]]:
    """What hooks have written down, without what was only found."""
    return [line for line in lines(machine.state / "spool.jsonl") if line["event"] != "match"]


def found(machine: Machine) -> list[object]:
    """The skills that were put before somebody, each time."""
    return [line["skill"] for line in lines(machine.state / "spool.jsonl") if line["event"] == "match"]


def faults(machine: Machine) -> list[dict[str, object]]:
    """What went wrong."""
    return lines(machine.state / "faults.jsonl")


def with_skills(machine: Machine, *packages: Package) -> None:
    """A project that has learned these."""
    laid_out(machine.state / "skills", *packages)
