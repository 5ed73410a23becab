"""`afterwit hook EVENT`: at once, and never in the host's way."""

import io
import json
import os
import subprocess
import sys
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from afterwit.faces.cli.app import run
from afterwit.faces.hooks.hook import run_hook
from tests.machine import Machine
from tests.transcripts import claude, write

HEAVY = ("sqlalchemy", "pydantic", "rich", "cyclopts", "msgspec", "alembic", "hyperscan", "re2", "typing", "pathlib")
EVENTS = ("Stop", "SubagentStop", "PreCompact", "SessionEnd", "SessionStart", "UserPromptSubmit")


def hook(event: str, told: object) -> int:
    return run_hook([event], io.BytesIO(told if isinstance(told, bytes) else json.dumps(told).encode()))


def noted(machine: Machine) -> list[dict[str, object]]:
    inbox = machine.state / "inbox.jsonl"
    return [json.loads(line) for line in inbox.read_text(encoding="utf-8").splitlines()] if inbox.exists() else []


def start(*arguments: str, code: str = "from afterwit.__main__ import main; main()") -> "subprocess.Popen[bytes]":
    pipe = subprocess.PIPE
    command = [sys.executable, "-c", code, *arguments]
    return subprocess.Popen(command, stdin=pipe, stdout=pipe, stderr=pipe)  # noqa: S603 - our own interpreter


class TestNotes:
    """Where a transcript is, for `afterwit learn`."""

    @pytest.mark.parametrize("event", ["Stop", "SubagentStop", "PreCompact", "SessionEnd"])
    def test_a_pause_is_noted_with_its_transcript(self, machine: Machine, event: str) -> None:
        machine.state.mkdir()
        assert hook(event, {"transcript_path": "/t/a.jsonl", "cwd": str(machine.project)}) == 0
        assert noted(machine) == [{"transcript": "/t/a.jsonl"}]

    def test_a_session_that_pauses_often_is_noted_once(self, machine: Machine) -> None:
        machine.state.mkdir()
        for name in ("a", "b", "a", "a"):
            hook("Stop", {"transcript_path": f"/t/{name}.jsonl", "cwd": str(machine.project)})
        assert [note["transcript"] for note in noted(machine)] == ["/t/a.jsonl", "/t/b.jsonl"]

    def test_a_folder_below_the_project_will_do(self, machine: Machine) -> None:
        machine.state.mkdir()
        inner = machine.project / "src" / "deep"
        inner.mkdir(parents=True)
        hook("Stop", {"transcript_path": "/t/a.jsonl", "cwd": str(inner)})
        assert len(noted(machine)) == 1

    def test_another_repository_inside_the_project_is_another_project(self, machine: Machine) -> None:
        machine.state.mkdir()
        (machine.project / "vendored" / ".git").mkdir(parents=True)
        hook("Stop", {"transcript_path": "/t/a.jsonl", "cwd": str(machine.project / "vendored")})
        assert noted(machine) == []

    def test_a_relative_path_is_meant_from_where_the_host_works(self, machine: Machine) -> None:
        machine.state.mkdir()
        hook("Stop", {"transcript_path": "logs/a.jsonl", "cwd": str(machine.project)})
        assert noted(machine)[0]["transcript"] == str(machine.project / "logs/a.jsonl")

    def test_a_project_that_does_not_use_afterwit_is_not_touched(self, machine: Machine) -> None:
        assert hook("Stop", {"transcript_path": "/t/a.jsonl", "cwd": str(machine.project)}) == 0
        assert list(machine.project.iterdir()) == []

    def test_other_events_leave_no_note(self, machine: Machine) -> None:
        machine.state.mkdir()
        assert hook("PreToolUse", {"transcript_path": "/t/a.jsonl", "cwd": str(machine.project)}) == 0
        assert noted(machine) == []

    def test_only_the_owner_reads_the_notes(self, machine: Machine) -> None:
        machine.state.mkdir()
        hook("Stop", {"transcript_path": "/t/a.jsonl", "cwd": str(machine.project)})
        assert (machine.state / "inbox.jsonl").stat().st_mode & 0o777 == 0o600

    def test_learn_reads_what_was_noted(self, machine: Machine, capsys: pytest.CaptureFixture[str]) -> None:
        machine.state.mkdir()
        path = write(machine.home / "anywhere.jsonl", claude(2))
        hook("Stop", {"transcript_path": str(path), "cwd": str(machine.project)})
        assert run(["learn", "--json"]) == 0
        assert json.loads(capsys.readouterr().out)["sessions"][0]["events_new"] == 6


class TestNeverInTheWay:
    """Whatever the host says, the hook returns, and not with 2: that would forbid what the host is doing."""

    @settings(suppress_health_check=[HealthCheck.function_scoped_fixture], deadline=None, max_examples=60)
    @given(event=st.sampled_from(EVENTS), told=st.binary(max_size=60))
    def test_no_bytes_make_it_raise(self, machine: Machine, event: str, told: bytes) -> None:
        machine.state.mkdir(exist_ok=True)
        assert hook(event, told) == 0
        assert noted(machine) == []

    @pytest.mark.parametrize(
        "told",
        [
            [],
            5,
            {},
            {"transcript_path": 5, "cwd": "/"},
            {"transcript_path": "", "cwd": "/"},
            {"transcript_path": "/t", "cwd": None},
            {"transcript_path": "/t", "cwd": "/a\x00b"},
            {"transcript_path": "/t", "cwd": "/\ud800"},
            {"transcript_path": "/t", "cwd": "/" + "long" * 3000},
            b"[" * 100_000,
        ],
    )
    def test_what_makes_no_sense_is_left_alone(
        self, machine: Machine, told: object, capsys: pytest.CaptureFixture[str]
    ) -> None:
        machine.state.mkdir()
        for event in EVENTS:
            assert hook(event, told) == 0
        assert noted(machine) == []
        assert capsys.readouterr() == ("", "")

    def test_an_inbox_that_cannot_be_written_stops_nothing(self, machine: Machine) -> None:
        (machine.state / "inbox.jsonl").mkdir(parents=True)
        assert hook("Stop", {"transcript_path": "/t/a.jsonl", "cwd": str(machine.project)}) == 0

    def test_an_inbox_that_is_a_link_is_left_alone(self, machine: Machine) -> None:
        machine.state.mkdir()
        for place in (machine.home / "theirs.txt", machine.home / "nowhere.txt"):
            (machine.home / "theirs.txt").write_text("theirs", encoding="utf-8")
            (machine.state / "inbox.jsonl").symlink_to(place)
            assert hook("Stop", {"transcript_path": "/t/a.jsonl", "cwd": str(machine.project)}) == 0
            (machine.state / "inbox.jsonl").unlink()
        assert (machine.home / "theirs.txt").read_text(encoding="utf-8") == "theirs"
        assert not (machine.home / "nowhere.txt").exists()

    @pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="needs a system with named pipes")
    @pytest.mark.parametrize(("event", "name"), [("Stop", "inbox.jsonl"), ("SessionStart", "lessons.md")])
    def test_a_pipe_that_nobody_fills_keeps_nobody_waiting(self, machine: Machine, event: str, name: str) -> None:
        machine.state.mkdir()
        os.mkfifo(machine.state / name)
        told = {"transcript_path": "/t/a.jsonl", "cwd": str(machine.project)}
        assert start("hook", event).communicate(json.dumps(told).encode(), timeout=60)[0] == b""

    @pytest.mark.parametrize("arguments", [[], ["--json"], ["Stop", "more"]])
    def test_called_wrongly_it_says_how_and_forbids_nothing(
        self, arguments: list[str], capsys: pytest.CaptureFixture[str]
    ) -> None:
        assert run_hook(arguments, io.BytesIO()) == 1
        assert capsys.readouterr().err.startswith("afterwit hook EVENT")

    def test_asked_for_help_it_helps(self, capsys: pytest.CaptureFixture[str]) -> None:
        assert run_hook(["--help"], None) == 0
        assert "EVENT" in capsys.readouterr().err

    def test_without_standard_input_it_returns(self, machine: Machine) -> None:
        machine.state.mkdir()
        assert run_hook(["Stop"], None) == 0
        assert noted(machine) == []


class TestAsAProcess:
    """As hosts start it."""

    def test_many_at_once_each_leave_a_whole_note(self, machine: Machine) -> None:
        machine.state.mkdir()
        hooks = [start("hook", "Stop") for _ in range(12)]
        for number, process in enumerate(hooks):
            told = {"transcript_path": f"/t/{number}-{'x' * 3000}.jsonl", "cwd": str(machine.project)}
            assert process.communicate(json.dumps(told).encode())[0] == b""
            assert process.returncode == 0
        assert sorted(str(note["transcript"]).split("-")[0] for note in noted(machine)) == sorted(
            f"/t/{number}" for number in range(12)
        )

    @pytest.mark.parametrize("event", ["Stop", "SessionStart", "UserPromptSubmit"])
    def test_it_imports_none_of_what_takes_long(self, machine: Machine, event: str) -> None:
        machine.state.mkdir()
        (machine.state / "lessons.md").write_text("nothing yet\n", encoding="utf-8")
        path = write(machine.home / "a.jsonl", claude(1))
        code = (
            "import sys, atexit; from afterwit.__main__ import main; "
            f"atexit.register(lambda: print(*sorted(set({HEAVY!r}) & set(sys.modules)))); main()"
        )
        told = {"transcript_path": str(path), "cwd": str(machine.project)}
        process = subprocess.run(  # noqa: S603 - our own interpreter
            [sys.executable, "-S", "-c", code, "hook", event],
            input=json.dumps(told).encode(),
            capture_output=True,
            check=False,
            env={"PYTHONPATH": str(Path(__file__).parents[3] / "src"), "PATH": "/usr/bin:/bin"},
        )
        assert (process.stdout.split(), process.stderr, process.returncode) == ([], b"", 0)
        assert len(noted(machine)) == (event == "Stop")

    @pytest.mark.skipif(sys.platform == "win32", reason="needs a POSIX shell")
    def test_a_closed_standard_input_is_no_error(self, machine: Machine) -> None:
        machine.state.mkdir()
        command = f"exec '{sys.executable}' -m afterwit hook Stop <&-"
        process = subprocess.run(["/bin/sh", "-c", command], capture_output=True, check=False)  # noqa: S603
        assert (process.returncode, process.stderr) == (0, b"")
