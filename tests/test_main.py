"""The way in."""

import subprocess
import sys

from afterwit import __version__
from tests.machine import Machine
from tests.transcripts import claude, write


def afterwit(*arguments: str, stdin: bytes = b"") -> "subprocess.CompletedProcess[bytes]":
    command = [sys.executable, "-m", "afterwit", *arguments]
    return subprocess.run(command, input=stdin, capture_output=True, check=False)  # noqa: S603 - our own interpreter


def test_it_says_its_version() -> None:
    assert afterwit("--version").stdout.decode().strip() == __version__


def test_the_exit_code_is_the_commands(machine: Machine) -> None:
    assert afterwit("sessions").returncode == 0
    assert afterwit("events", "nothing").returncode == 1
    assert afterwit("learn", str(machine.home / "gone")).returncode == 2
    machine.state.touch()
    assert afterwit("learn", str(write(machine.home / "a.jsonl", claude(1)))).returncode == 3


def test_a_hook_is_told_apart_before_the_command_line_is_read(machine: Machine) -> None:
    machine.state.mkdir()
    told = f'{{"transcript_path": "/t/a.jsonl", "cwd": "{machine.project}"}}'.encode()
    done = afterwit("hook", "Stop", stdin=told)
    assert (done.returncode, done.stdout, done.stderr) == (0, b"", b"")
    assert (machine.state / "spool.jsonl").exists()


def test_a_repository_does_not_run_its_own_code_by_naming_a_gate(machine: Machine) -> None:
    (machine.project / "evil_gate.py").write_text("open('ran', 'w').close()\n", encoding="utf-8")
    machine.state.mkdir()
    (machine.state / "config.toml").write_text('[judge]\ngates = ["evil_gate:make"]\n', encoding="utf-8")
    done = afterwit("skills")
    assert done.returncode == 2
    assert b"judge.gates names code that would be run" in done.stderr
    assert not (machine.project / "ran").exists()
