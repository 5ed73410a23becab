"""What goes wrong in a hook: the host hears nothing of it, and the doctor tells."""

import json
import os
import sys
import time
from pathlib import Path

import pytest

from afterwit import __version__
from afterwit.engine.health import checks
from afterwit.engine.project import Project
from afterwit.errors import StoreFailed
from afterwit.faces.cli.app import run
from afterwit.faces.hooks.edge import Edge
from afterwit.keep.faults import MOST, ROOM, note_daily
from tests.faces.cli.packages import LAMP
from tests.faces.hooks.hosts import (
    EVENTS,
    LOCKS,
    NOT_A_MAIN,
    REFUSED,
    SMOKING,
    calls,
    facts,
    faults,
    hears,
    hook,
    start,
    with_skills,
)
from tests.machine import Machine

SOON = "import sys; from afterwit.faces.hooks.hook import *; run_hook(Call(*sys.argv[1:], ''), sys.stdin.buffer, 0.3)"
"""A hook that gives up soon."""
NOBODY_READS = """
import os, sys
from afterwit.faces.hooks.hook import Call, run_hook
_, out = os.pipe()
os.set_blocking(out, False)
try:
    while os.write(out, bytes(65536)):
        pass
except BlockingIOError:
    os.set_blocking(out, True)
run_hook(Call(sys.argv[1], ""), sys.stdin.buffer, float(sys.argv[2]), out)
print("it was told")
"""
"""A hook whose host does not listen: its answer is complete, and stays where it is."""
FULL = f"import resource; resource.setrlimit(resource.RLIMIT_FSIZE, (0, 0)); {NOT_A_MAIN}"
"""A hook on a disk on which no file can become longer."""
DAY = 24 * 60 * 60 * 1000
needs_pipes = pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="needs a system with named pipes")


def doctored(machine: Machine) -> list[tuple[str, str]]:
    return [(check.state, check.says) for check in checks(Project(machine.project), None) if check.name == "hooks"]


def noted(machine: Machine, *ages: int, message: str = "Disk full") -> None:
    """Faults of so many days ago."""
    machine.state.mkdir(exist_ok=True)
    now = int(time.time() * 1000)
    told = {"event": "Stop", "error": "OSError", "message": message, "version": "0.0.1"}
    content = "".join(f"{json.dumps({**told, 'at': now - age * DAY})}\n" for age in ages)
    (machine.state / "faults.jsonl").write_text(content, encoding="utf-8")


def quiet(event: str, told: object) -> None:
    """A host that hears nothing, and that nothing is forbidden to."""
    done = calls(event, told)
    assert (done.stdout, done.stderr, done.returncode) == (b"", b"", 0)


class TestFaults:
    """Of every kind: exit code 0, not a word, and one line about it."""

    @pytest.mark.parametrize("told", [b"", b"{", b"[" * 100_000, b"\xff\xfe", b'{"cwd": "/tm', b"5", b"[]", b"null"])
    def test_what_is_no_json_object(self, machine: Machine, told: bytes) -> None:
        machine.state.mkdir()
        quiet("Stop", told)
        (fault,) = faults(machine)
        assert (fault["event"], fault["version"]) == ("Stop", __version__)

    def test_every_event_has_them(self, machine: Machine) -> None:
        machine.state.mkdir()
        for event in EVENTS:
            assert hook(event, b"{") == b""
        assert [fault["event"] for fault in faults(machine)] == list(EVENTS)

    def test_a_spool_that_cannot_be_written(self, machine: Machine) -> None:
        (machine.state / "spool.jsonl").mkdir(parents=True)
        quiet("Stop", facts(machine))
        (fault,) = faults(machine)
        assert (fault["error"], fault["message"]) == (
            "IsADirectoryError",
            f"Is a directory: {machine.state / 'spool.jsonl'}",
        )

    @pytest.mark.skipif(sys.platform == "win32", reason="needs a system that limits the size of files")
    @pytest.mark.parametrize("event", EVENTS)
    def test_a_disk_that_takes_nothing_more(self, machine: Machine, event: str) -> None:
        with_skills(machine, LOCKS)
        process = start("hook", event, code=FULL)
        told = facts(machine, prompt=SMOKING, error="error: cannot lock ref to it")
        assert process.communicate(json.dumps(told).encode()) == (b"", b"")
        assert process.returncode == 0

    @pytest.mark.parametrize("event", ["SessionStart", "UserPromptSubmit", "PostToolUseFailure"])
    def test_settings_that_cannot_be_understood(self, machine: Machine, event: str) -> None:
        with_skills(machine, LOCKS)
        (machine.state / "config.toml").write_text("[recall]\nbudgit = 5\n", encoding="utf-8")
        quiet(event, facts(machine, prompt=SMOKING, error="error: cannot lock ref to it"))
        (fault,) = faults(machine)
        assert fault["error"] == "ConfigError"
        assert "did you mean recall.budget?" in str(fault["message"])

    def test_an_index_that_cannot_be_used(self, machine: Machine) -> None:
        with_skills(machine, LOCKS)
        (machine.state / "index.db").mkdir()
        quiet("SessionStart", facts(machine))
        assert [fault["error"] for fault in faults(machine)] == ["StoreFailed"]

    def test_an_index_that_is_broken_is_mended_and_is_no_fault(self, machine: Machine) -> None:
        with_skills(machine, LOCKS)
        (machine.state / "index.db").write_bytes(b"no database, but long enough to be looked at" * 100)
        assert b"git" in calls("SessionStart", facts(machine)).stdout
        assert faults(machine) == []

    @needs_pipes
    def test_something_that_never_comes_to_an_end(self, machine: Machine) -> None:
        with_skills(machine, LOCKS)
        os.mkfifo(machine.state / "config.toml")
        process = start("SessionStart", code=SOON)
        assert process.communicate(json.dumps(facts(machine)).encode()) == (b"", b"")
        assert process.returncode == 0
        (fault,) = faults(machine)
        assert (fault["error"], fault["message"]) == ("TooLong", "it was not done after 0.3 seconds")

    def test_a_host_that_never_says_what_it_wants_to_say(self, machine: Machine) -> None:
        machine.state.mkdir()
        process = start("Stop", code=SOON)
        assert process.stdin is not None
        process.stdin.write(b'{"cwd": ')
        process.stdin.flush()
        assert process.wait() == 0
        process.communicate()
        assert [fault["error"] for fault in faults(machine)] == ["TooLong"]

    def test_a_pause_has_less_time_than_the_host_gives_it(self, machine: Machine) -> None:
        machine.state.mkdir()
        process = start("hook", "SessionEnd")
        assert process.stdin is not None
        process.stdin.write(b'{"cwd": ')
        process.stdin.flush()
        assert process.wait() == 0
        process.communicate()
        assert [fault["message"] for fault in faults(machine)] == ["it was not done after 1.2 seconds"]

    @pytest.mark.parametrize(("event", "more"), [("PostToolUseFailure", {"error": REFUSED})])
    def test_what_an_agent_did_not_hear_it_is_told_the_next_time(
        self, machine: Machine, event: str, more: dict[str, object]
    ) -> None:
        with_skills(machine, LOCKS, LAMP)
        (machine.state / "lessons.md").write_text("- Trim it.\n", encoding="utf-8")
        process = start(event, "3", code=NOBODY_READS)
        assert process.communicate(json.dumps(facts(machine, **more)).encode()) == (b"", b"")
        assert [(fault["error"], fault["message"]) for fault in faults(machine)] == [
            ("TooLong", "it was not done after 3 seconds")
        ]
        told = hears(event, machine, **more)
        assert "- Skill `" in told
        assert ("- Trim it." in told) is (event == "UserPromptSubmit")
        assert hears(event, machine, **more) == ""

    @pytest.mark.parametrize(
        "error", [MemoryError(), RecursionError("deep"), KeyError("hunter2"), SystemExit(2), GeneratorExit(), OSError()]
    )
    def test_a_bug(self, machine: Machine, error: BaseException) -> None:
        machine.state.mkdir()
        with Edge("Stop", 60):
            raise error
        (fault,) = faults(machine)
        assert fault["error"] == type(error).__name__
        assert "hunter2" not in str(fault["message"])

    def test_our_own_words_are_told_and_of_others_only_where_it_was(self, machine: Machine) -> None:
        machine.state.mkdir()
        with Edge("Stop", 60):
            raise StoreFailed("The index cannot be used:\n delete it.")
        hook("Stop", b"[" * 100_000)
        assert faults(machine)[0]["message"] == "The index cannot be used: delete it."
        assert str(faults(machine)[1]["message"]).startswith("in faces/hooks/hook.py:")

    def test_a_user_who_interrupts_is_no_fault(self, machine: Machine) -> None:
        machine.state.mkdir()
        with Edge("Stop", 60):
            raise KeyboardInterrupt
        assert faults(machine) == []

    def test_only_the_last_stay(self, machine: Machine) -> None:
        machine.state.mkdir()
        line = json.dumps({"at": 1, "event": "Stop", "error": "old"}) + "\n"
        (machine.state / "faults.jsonl").write_text(line * (ROOM // len(line)), encoding="utf-8")
        for _ in range(3):
            hook("Stop", b"{")
        kept = faults(machine)
        assert len(kept) in range(MOST, MOST + 3)
        assert [fault["error"] for fault in kept[-4:]] == ["old", *["JSONDecodeError"] * 3]
        assert [path.name for path in machine.state.iterdir()] == ["faults.jsonl"]

    def test_nothing_of_what_a_link_leads_to_is_read_or_lost(self, machine: Machine) -> None:
        machine.state.mkdir()
        theirs = machine.home / "theirs"
        theirs.write_bytes(b"theirs\n" * ROOM)
        (machine.state / "faults.jsonl").symlink_to(theirs)
        quiet("Stop", b"{")
        note_daily(str(machine.state), "counting", "StoreFailed", "It is locked.")
        assert theirs.read_bytes() == b"theirs\n" * ROOM
        assert [path.name for path in machine.state.iterdir()] == ["faults.jsonl"]

    @pytest.mark.parametrize("kind", ["a link", "a folder"])
    def test_where_they_cannot_be_noted_the_host_hears_nothing_either(self, machine: Machine, kind: str) -> None:
        machine.state.mkdir()
        theirs: Path = machine.home / "theirs"
        theirs.mkdir()
        file = machine.state / "faults.jsonl"
        _ = file.symlink_to(theirs / "x") if kind == "a link" else file.mkdir()
        quiet("Stop", b"{")
        assert list(theirs.iterdir()) == []


class TestDoctor:
    """Tells of them, and what to do."""

    def test_a_fault_is_wrong_and_names_the_event_and_the_cause(self, machine: Machine) -> None:
        (machine.state / "spool.jsonl").mkdir(parents=True)
        hook("Stop", facts(machine))
        hook("Stop", facts(machine))
        ((state, says),) = doctored(machine)
        assert state == "wrong"
        assert says.startswith("Stop failed, last on 20")
        assert ", 2 times (IsADirectoryError: Is a directory: " in says
        assert says.endswith(f"then delete {machine.state / 'faults.jsonl'}")

    def test_those_of_long_ago_are_not_told(self, machine: Machine) -> None:
        noted(machine, 8, 30, -400)
        assert doctored(machine) == [("well", "no fault in 7 days")]
        noted(machine, 8, 6)
        assert [state for state, _ in doctored(machine)] == ["wrong"]

    def test_without_any_all_is_well(self, machine: Machine) -> None:
        assert doctored(machine) == []
        machine.state.mkdir()
        assert doctored(machine) == [("well", "no fault in 7 days")]

    def test_what_is_in_the_file_stays_one_line(self, machine: Machine) -> None:
        noted(machine, 0, message="a\nWRONG store\x1b[2J")
        ((_, says),) = doctored(machine)
        assert says.isprintable()

    @pytest.mark.parametrize("content", [b"\xff\n", b"{}\n", b"[1]\n{", b'{"at": 1e400}', b'{"at": "x"}', b"[" * 9999])
    def test_lines_that_are_none_are_left_out(self, machine: Machine, content: bytes) -> None:
        machine.state.mkdir()
        (machine.state / "faults.jsonl").write_bytes(content)
        assert [state for state, _ in doctored(machine)] == ["well"]


def test_what_goes_wrong_in_the_background_is_told_by_doctor(machine: Machine) -> None:
    machine.state.mkdir()
    (machine.state / "config.toml").write_text("[learning]\nautomatik = true\n", encoding="utf-8")
    command = ["learn", str(machine.home / "gone.jsonl"), "--automatic", "--project", str(machine.project)]
    assert run(command) == 2
    (fault,) = faults(machine)
    assert (fault["event"], fault["error"]) == ("learn", "ConfigError")
    assert "automatik" in str(fault["message"])
    assert any(check.name == "hooks" and "automatik" in check.says for check in checks(Project(machine.project), None))


def test_what_goes_wrong_where_a_person_looks_is_told_there_only(machine: Machine) -> None:
    machine.state.mkdir()
    assert run(["learn", str(machine.home / "gone.jsonl")]) == 2
    assert faults(machine) == []
