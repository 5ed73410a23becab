"""Codex with its hooks alone: it tells of no end of a session, so the next one has the last one learned from."""

import json
import os
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import pytest

from tests.faces.hooks.hosts import rollout
from tests.machine import Machine

BIN = Path(sys.executable).parent
DEADLINE = 60.0


def tells(machine: Machine, event: str, transcript: Path, **more: object) -> None:
    """Codex calls the hook that was installed for an event; it never fails."""
    hooks: Any = json.loads((machine.project / ".codex" / "hooks.json").read_text(encoding="utf-8"))["hooks"]
    ((command,),) = ([hook["command"] for hook in group["hooks"]] for group in hooks[event])
    told = {"session_id": transcript.stem, "transcript_path": str(transcript), "cwd": str(machine.project), **more}
    done = subprocess.run(  # noqa: S602 - as hosts do
        command, shell=True, input=json.dumps(told).encode(), capture_output=True, check=False, cwd=machine.project
    )
    assert (done.returncode, done.stderr) == (0, b"")


@pytest.mark.proves("auto-mode")
def test_a_session_without_an_end_leads_to_a_pending_skill_when_the_next_starts(
    machine: Machine, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PATH", f"{BIN}{os.pathsep}{os.environ['PATH']}")
    subprocess.run([str(BIN / "afterwit"), "install", "codex"], check=True, capture_output=True)  # noqa: S603
    sessions = machine.home / ".codex" / "sessions" / "2026" / "03" / "04"
    first, second = sessions / "rollout-1.jsonl", sessions / "rollout-2.jsonl"
    tells(machine, "SessionStart", first, source="startup")
    tells(machine, "UserPromptSubmit", first, prompt="List the files that the pull request changes.")
    rollout(first, machine)
    for call in ("1", "2"):
        tells(machine, "PostToolUse", first, tool_name="exec_command", tool_use_id=call, tool_response="")
    tells(machine, "Stop", first)
    tells(machine, "SessionStart", second, source="startup")
    pending = machine.state / "skills-pending"
    until = time.monotonic() + DEADLINE
    while not any(pending.glob("*/SKILL.md")) and time.monotonic() < until:
        time.sleep(0.05)  # there is nobody to ask: what was started is a child of nobody
    (found,) = pending.glob("*/SKILL.md")
    text = found.read_text(encoding="utf-8")
    assert "unknown flag: --stat" in text
    assert "--name-only" in text
