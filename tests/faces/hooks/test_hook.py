"""`afterwit hook EVENT`: at once, and never in the host's way."""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from afterwit import config
from afterwit.engine.spooled import KNOWN
from afterwit.faces.cli.app import run
from afterwit.faces.hooks.edge import STATE_FOLDER
from afterwit.faces.hooks.hook import AT_A_PAUSE, LESSONS, PATIENCE, PAUSES, SKILLS, Call, shows_failure, understood
from afterwit.faces.hooks.hook import EVENTS as SPOOLED
from afterwit.keep.store import lessons_file
from afterwit.model.package import FOLDERS
from tests.engine.projects import opened
from tests.faces.hooks.hosts import EVENTS, NOT_A_MAIN, calls, facts, faults, hook, spooled, start
from tests.machine import Machine
from tests.transcripts import claude, write

PLAIN = frozenset(
    "json re enum types functools collections operator keyword reprlib copyreg errno fcntl time encodings".split()  # noqa: SIM905
)
"""Of the standard library, what an event that tells nothing may load; and what begins with an underscore."""
OURS = frozenset({"afterwit", "afterwit.faces", *(f"afterwit.faces.hooks{name}" for name in ("", ".hook", ".edge"))})
WRITER = frozenset({"afterwit.keep", "afterwit.keep.lines", "afterwit.keep.trusted"})
NOT_UNASKED = "[learning]\nautomatic = false\n"
"""So that nobody counts in the background what a test looks at."""
LOADED = """
import itertools, os, sys
before = set(sys.modules)
from afterwit.faces.hooks.hook import Call, run_hook
answer = run_hook(Call(sys.argv[1], ""), sys.stdin.buffer)
print(answer.decode(), *sorted(set(sys.modules) - before))
"""


class TestSpool:
    """A line for every event, for whoever opens the store next."""

    @pytest.mark.parametrize("event", EVENTS)
    def test_every_event_is_a_line(self, machine: Machine, event: str) -> None:
        machine.state.mkdir()
        hook(event, facts(machine, transcript_path="/t/a.jsonl"))
        (line,) = spooled(machine)
        assert isinstance(line.pop("at"), int)
        assert line == {"event": event, "agent": "claude-code", "session": "s1", "transcript": "/t/a.jsonl"}
        assert faults(machine) == []

    @pytest.mark.parametrize(
        ("theirs", "ours"),
        [
            ("BeforeAgent", "UserPromptSubmit"),
            ("AfterAgent", "Stop"),
            ("AfterTool", "PostToolUse"),
            ("PreCompress", "PreCompact"),
            ("SessionEnd", "SessionEnd"),
        ],
    )
    def test_another_hosts_word_for_an_event_is_understood(self, machine: Machine, theirs: str, ours: str) -> None:
        machine.state.mkdir()
        hook(theirs, facts(machine), "gemini")
        assert [(line["event"], line["agent"]) for line in spooled(machine)] == [(ours, "gemini")]

    def test_the_agent_is_who_it_says_it_is_else_the_host(
        self, machine: Machine, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        machine.state.mkdir()
        for named in ("", "wren", " wren\n", " "):
            monkeypatch.setenv("AFTERWIT_AGENT", named)
            hook("Stop", facts(machine), "codex")
        assert [line["agent"] for line in spooled(machine)] == ["codex", "wren", "wren", "codex"]

    @pytest.mark.parametrize(
        "answer",
        [
            {"exit_code": 1, "stdout": ""},
            {"exitCode": 127},
            {"returncode": -9},
            {"is_error": True},
            {"isError": True},
            {"error": {"message": "no such tool"}},
            {"success": False},
            {"resultType": "failure"},
            "Exit code: 2\nOutput:\nno such file",
            "Wall time: 0.1 seconds\nProcess exited with code 1\nOutput:",
        ],
    )
    def test_an_answer_that_shows_a_failure_is_seen(self, answer: object) -> None:
        assert shows_failure({"tool_response": answer})
        assert shows_failure({"toolResult": answer})

    @pytest.mark.parametrize(
        "answer",
        [
            {"exit_code": 0, "stdout": "error: it says so itself"},
            {"stdout": "exit code 1", "stderr": "", "interrupted": False},
            {"error": None, "is_error": False, "success": True},
            "Exit code: 0\nOutput:\nexit code 1",
            "Chunk 1\nProcess exited with code 0",
            "all well",
            ["x"],
            None,
            5,
        ],
    )
    def test_one_that_shows_none_is_not(self, answer: object) -> None:
        assert not shows_failure({"tool_response": answer})
        assert not shows_failure({})

    @pytest.mark.parametrize(
        ("command", "answer", "failed"),
        [
            ("fly deploy --env a 2>&1 | tail -3", {"stdout": "x\nError: unknown flag: --env\n", "stderr": ""}, True),
            ("fly deploy --env a | tail -3", "Error: unknown flag: --env", True),
            ("fly deploy --env a", {"stdout": "Error: unknown flag: --env"}, False),
            ("cat log | head", {"stdout": "error: long ago\n" + "fine\n" * 9}, False),
            ("ls | head", {"stdout": "a.py"}, False),
        ],
    )
    def test_a_pipe_that_hides_a_failure_is_seen_through(self, command: str, answer: object, *, failed: bool) -> None:
        assert shows_failure({"tool_input": {"command": command}, "tool_response": answer}) is failed

    def test_an_answer_that_is_written_as_text_is_read(self) -> None:
        assert shows_failure({"tool_response": '{"output": "x", "metadata": {"exit_code": 1}}'})
        assert not shows_failure({"tool_response": '{"output": "x", "metadata": {"exit_code": 0}}'})
        assert not shows_failure({"tool_response": "{not json"})

    @pytest.mark.parametrize("event", EVENTS)
    def test_nothing_that_was_said_is_in_it(self, machine: Machine, event: str) -> None:
        machine.state.mkdir()
        secret = {"command": "echo hunter2"}
        more = {"last_assistant_message": "hunter2", "reason": "hunter2", "error": "error: cannot find hunter2"}
        hook(event, facts(machine, prompt="what is hunter2?", tool_input=secret, tool_response=secret, **more))
        assert len(spooled(machine)) == 1
        assert b"hunter2" not in machine.stored_bytes()

    def test_a_folder_below_the_project_will_do(self, machine: Machine) -> None:
        machine.state.mkdir()
        inner = machine.project / "src" / "deep"
        inner.mkdir(parents=True)
        hook("Stop", facts(machine, cwd=str(inner)))
        assert len(spooled(machine)) == 1

    def test_a_host_that_names_no_folder_is_where_it_stands(self, machine: Machine) -> None:
        machine.state.mkdir()
        hook("Stop", {"session_id": "s1"})
        assert len(spooled(machine)) == 1

    def test_another_repository_inside_the_project_is_another_project(self, machine: Machine) -> None:
        machine.state.mkdir()
        (machine.project / "vendored" / ".git").mkdir(parents=True)
        hook("Stop", facts(machine, cwd=str(machine.project / "vendored")))
        assert spooled(machine) == []

    def test_a_relative_path_is_meant_from_where_the_host_works(self, machine: Machine) -> None:
        machine.state.mkdir()
        hook("Stop", facts(machine, transcript_path="logs/a.jsonl"))
        assert spooled(machine)[0]["transcript"] == str(machine.project / "logs/a.jsonl")

    @pytest.mark.parametrize("event", EVENTS)
    def test_a_project_that_does_not_use_afterwit_is_not_touched(self, machine: Machine, event: str) -> None:
        assert hook(event, facts(machine, transcript_path="/t/a.jsonl")) == b""
        assert list(machine.project.iterdir()) == []

    def test_a_link_in_place_of_the_folder_is_not_followed(self, machine: Machine) -> None:
        (machine.home / "theirs").mkdir()
        machine.state.symlink_to(machine.home / "theirs")
        for event in EVENTS:
            assert hook(event, facts(machine)) == b""
        assert list((machine.home / "theirs").iterdir()) == []

    def test_events_that_mean_nothing_to_it_leave_nothing(self, machine: Machine) -> None:
        machine.state.mkdir()
        for event in ("PreToolUse", "Notification", "", "stop"):
            assert hook(event, facts(machine)) == b""
        assert list(machine.state.iterdir()) == []

    @pytest.mark.parametrize("event", EVENTS)
    def test_a_reviewer_of_afterwits_own_is_neither_counted_nor_told(
        self, machine: Machine, monkeypatch: pytest.MonkeyPatch, event: str
    ) -> None:
        machine.state.mkdir()
        (machine.state / "lessons.md").write_text("- Trim the wick first.\n", encoding="utf-8")
        monkeypatch.setenv("AFTERWIT_REVIEWER", "1")
        done = calls(event, facts(machine, prompt="trim the wick of it", error="error: it went out"))
        assert (done.stdout, done.stderr, done.returncode) == (b"", b"", 0)
        assert [path.name for path in machine.state.iterdir()] == ["lessons.md"]

    @pytest.mark.proves("nudge-counters")
    def test_whoever_opens_the_store_next_counts_what_each_agent_did(self, machine: Machine) -> None:
        machine.state.mkdir()
        for event, host in (("PostToolUse", ""), ("PostToolUseFailure", ""), ("Stop", ""), ("AfterTool", "gemini")):
            hook(event, facts(machine), host)
        for event in ("SessionStart", "UserPromptSubmit", "PreCompact", "SubagentStop"):
            hook(event, facts(machine))
        with opened(machine.project) as here:
            counted = {
                agent: (counts.tool_iters_since_review, counts.turns_since_review)
                for agent, counts in here.turns.counts().items()
            }
        assert counted == {"claude-code": (2, 1), "gemini": (1, 0)}
        assert spooled(machine) == []

    def test_learn_reads_the_sessions_that_hooks_told_of(
        self, machine: Machine, capsys: pytest.CaptureFixture[str]
    ) -> None:
        machine.state.mkdir()
        path = write(machine.home / "anywhere.jsonl", claude(2))
        hook("Stop", facts(machine, transcript_path=str(path)))
        assert run(["learn", "--json"]) == 0
        assert json.loads(capsys.readouterr().out)["sessions"][0]["events_new"] == 6


class TestNeverInTheWay:
    """Whatever the host says, the hook returns, and not with 2: that would forbid what the host is doing."""

    @settings(suppress_health_check=[HealthCheck.function_scoped_fixture], deadline=None, max_examples=60)
    @given(event=st.sampled_from(EVENTS), told=st.binary(max_size=60))
    def test_no_bytes_make_it_raise(self, machine: Machine, event: str, told: bytes) -> None:
        machine.state.mkdir(exist_ok=True)
        assert hook(event, told) == b""

    @settings(suppress_health_check=[HealthCheck.function_scoped_fixture], deadline=None, max_examples=60)
    @given(
        event=st.sampled_from(EVENTS),
        told=st.dictionaries(
            st.sampled_from(["session_id", "transcript_path", "tool_response", "prompt", "error", "reason"]),
            st.recursive(
                st.none() | st.booleans() | st.integers() | st.text(max_size=20),
                lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=9), inner, max_size=3),
                max_leaves=6,
            ),
        ),
    )
    def test_no_facts_make_it_fail(self, machine: Machine, event: str, told: dict[str, object]) -> None:
        machine.state.mkdir(exist_ok=True)
        (machine.state / "config.toml").write_text(NOT_UNASKED, encoding="utf-8")
        before = len(spooled(machine))
        hook(event, facts(machine) | told)
        assert len(spooled(machine)) == before + 1
        assert faults(machine) == []

    @pytest.mark.parametrize(
        "told",
        [
            {"cwd": "/a\x00b"},
            {"cwd": "/\ud800"},
            {"cwd": "/" + "long" * 3000},
            {"cwd": "/"},
        ],
    )
    def test_a_folder_that_is_no_project_is_left_alone(self, machine: Machine, told: object) -> None:
        machine.state.mkdir()
        for event in EVENTS:
            assert hook(event, told) == b""
        assert list(machine.state.iterdir()) == []

    def test_a_spool_that_is_a_link_is_left_alone(self, machine: Machine) -> None:
        machine.state.mkdir()
        (machine.home / "theirs.txt").write_text("theirs", encoding="utf-8")
        for place in (machine.home / "theirs.txt", machine.home / "nowhere.txt"):
            (machine.state / "spool.jsonl").symlink_to(place)
            assert hook("Stop", facts(machine)) == b""
            (machine.state / "spool.jsonl").unlink()
        assert (machine.home / "theirs.txt").read_text(encoding="utf-8") == "theirs"
        assert not (machine.home / "nowhere.txt").exists()

    @pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="needs a system with named pipes")
    @pytest.mark.parametrize(("event", "name"), [("Stop", "spool.jsonl"), ("SessionStart", "lessons.md")])
    def test_a_pipe_that_nobody_fills_keeps_nobody_waiting(self, machine: Machine, event: str, name: str) -> None:
        machine.state.mkdir()
        os.mkfifo(machine.state / name)
        assert calls(event, {"cwd": str(machine.project)}).stdout == b""

    @pytest.mark.parametrize("arguments", [[], ["--json"], ["Stop", "more"], ["--host", "codex"]])
    def test_called_wrongly_it_says_how_and_forbids_nothing(self, arguments: list[str]) -> None:
        process = start("hook", *arguments)
        out, err = process.communicate()
        assert (out, err.startswith(b"afterwit hook EVENT"), process.returncode) == (b"", True, 0)

    def test_asked_for_help_it_helps(self) -> None:
        process = start("hook", "--help")
        assert b"EVENT" in process.communicate()[1]
        assert process.returncode == 0

    @pytest.mark.parametrize(
        "arguments", [["Stop", "--host", "codex"], ["--host", "codex", "Stop"], ["Stop", "--host=codex"]]
    )
    def test_the_host_is_named_before_or_after_the_event(self, arguments: list[str]) -> None:
        call = understood(arguments)
        assert isinstance(call, Call)
        assert (call.event, call.host) == ("Stop", "codex")


def test_each_event_has_its_own_time() -> None:
    assert {Call(event, "").seconds for event in PAUSES} == {AT_A_PAUSE}
    assert {Call(event, "").seconds for event in EVENTS if event not in PAUSES} == {PATIENCE}
    assert Call("AfterAgent", "gemini").seconds == AT_A_PAUSE


def test_what_it_may_not_import_has_the_same_names() -> None:
    assert (config.STATE_FOLDER, FOLDERS["active"], lessons_file()) == (STATE_FOLDER, SKILLS, LESSONS)
    assert set(EVENTS) == SPOOLED == KNOWN


class TestAsAProcess:
    """As hosts start it."""

    def test_many_at_once_each_leave_a_whole_line(self, machine: Machine) -> None:
        machine.state.mkdir()
        hooks = [start("hook", EVENTS[number % len(EVENTS)]) for number in range(32)]
        for number, process in enumerate(hooks):
            told = facts(machine, session_id=f"s{number}", transcript_path=f"/t/{'x' * 3000}.jsonl")
            _, err = process.communicate(json.dumps(told).encode())
            assert (err, process.returncode) == (b"", 0)
        assert sorted(str(line["session"]) for line in spooled(machine)) == sorted(f"s{each}" for each in range(32))
        assert faults(machine) == []

    @pytest.mark.parametrize(
        ("event", "more"),
        [
            ("PostToolUse", {"tool_response": {"stdout": "fine", "exit_code": 0}}),
            ("PostToolUseFailure", {"error": "error: cannot lock ref"}),
            ("Stop", {}),
            ("SubagentStop", {}),
            ("PreCompact", {}),
            ("SessionEnd", {"transcript_path": "/t/gone.jsonl"}),
            ("SessionStart", {}),
            ("UserPromptSubmit", {"prompt": "trim the wick of this lamp"}),
            ("UserPromptSubmit", {"prompt": "go on"}),
        ],
    )
    def test_an_event_that_tells_nothing_loads_next_to_nothing(
        self, machine: Machine, event: str, more: dict[str, object]
    ) -> None:
        machine.state.mkdir()
        if more.get("prompt") == "go on":
            (machine.state / "lessons.md").write_text("- Trim the wick first.\n", encoding="utf-8")
        done = subprocess.run(  # noqa: S603 - our own interpreter
            [sys.executable, "-S", "-c", LOADED, event],
            input=json.dumps(facts(machine, session_id="", **more)).encode(),
            capture_output=True,
            check=False,
            env={"PYTHONPATH": str(Path(__file__).parents[3] / "src"), "PATH": "/usr/bin:/bin", "AFTERWIT_TRUST": "1"},
        )
        loaded = {name for name in done.stdout.decode().split() if not name.startswith("_")}
        assert {name for name in loaded if name.split(".")[0] == "afterwit"} == OURS | WRITER
        assert {name.split(".")[0] for name in loaded} - PLAIN == {"afterwit"}
        assert len(spooled(machine)) == 1

    @pytest.mark.skipif(sys.platform == "win32", reason="needs a POSIX shell")
    @pytest.mark.parametrize("closed", ["<&-", ">&-", "2>&-", "<&- >&- 2>&-"])
    def test_a_closed_stream_is_no_error(self, machine: Machine, closed: str) -> None:
        machine.state.mkdir()
        command = f"exec '{sys.executable}' -m afterwit hook SessionStart {closed}"
        told = json.dumps(facts(machine)).encode()
        done = subprocess.run(["/bin/sh", "-c", command], input=told, capture_output=True, check=False)  # noqa: S603
        assert (done.returncode, done.stderr) == (0, b"")
        assert faults(machine) == []

    def test_code_that_lies_in_the_project_is_not_run(self, machine: Machine) -> None:
        machine.state.mkdir()
        (machine.state / "lessons.md").write_text("- Trim the wick first.\n", encoding="utf-8")
        trap = f"open({str(machine.home / 'sprung')!r}, 'w').close()\n"
        for name in ("json", "msgspec"):
            (machine.project / f"{name}.py").write_text(trap, encoding="utf-8")
        assert b"Trim the wick first." in calls("SessionStart", facts(machine)).stdout
        assert not (machine.home / "sprung").exists()

    def test_what_others_print_meanwhile_reaches_nobody(self) -> None:
        code = (
            "import os, sys; from afterwit.faces.hooks.edge import hushed; out = hushed(); print('stray');"
            "print('stray', file=sys.stderr); os.write(1, b'stray'); os.write(2, b'stray'); os.write(out, b'told')"
        )
        assert start(code=code).communicate() == (b"told", b"")

    def test_a_folder_that_was_deleted_under_it_is_no_error(self, machine: Machine) -> None:
        gone = machine.home / "gone"
        gone.mkdir()
        code = f"import os; os.chdir({str(gone)!r}); os.rmdir({str(gone)!r}); {NOT_A_MAIN}"
        process = start("hook", "Stop", code=code)
        assert process.communicate(b"{}") == (b"", b"")
        assert process.returncode == 0
