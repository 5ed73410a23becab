"""What hooks make of lessons: they have them learned in the background, and tell them."""

import json
import os
import time
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from afterwit.faces.cli.app import run
from afterwit.faces.hooks.hook import LATEST, MOST_TOLD
from tests.engine.stumbling import DIFF, told_in
from tests.faces.hooks.test_hook import hook, noted, start
from tests.machine import Machine
from tests.notice.deeds import Deed, Told
from tests.transcripts import append, claude, said, write

WAITS = """
import os, sys
from afterwit.faces.hooks.hook import run_hook
code = run_hook(sys.argv[1:], sys.stdin.buffer)
try:
    print(code, "started", os.waitstatus_to_exitcode(os.wait()[1]))
except ChildProcessError:
    print(code, "started nothing")
"""
"""A host that waits for what its hook has started, so that a test can look at what came of it."""
LEARNED = b"0 started 0\n"
NOTHING = b"0 started nothing\n"
CLOSES = "The shop closes at six on Fridays."
DEADLINE = 60.0
needs_posix = pytest.mark.skipif(not hasattr(os, "posix_spawn"), reason="needs a system that starts what nobody awaits")


def reply(*corrections: object) -> str:
    """A structured reply."""
    return json.dumps({"reply": "Noted.", "self_corrections": list(corrections)})


def corrected(machine: Machine, *told: Told, name: str = "one") -> Path:
    """A session of long ago in which these things were said and done."""
    path = told_in(machine.home, *told, name=name)
    path.write_text(path.read_text(encoding="utf-8").replace("2026-03", "2019-03"), encoding="utf-8")
    return path


def happens(event: str, machine: Machine, transcript: Path) -> bytes:
    """What a hook has started by the time that it is done."""
    told = {"transcript_path": str(transcript), "cwd": str(machine.project)}
    return start(event, code=WAITS).communicate(json.dumps(told).encode())[0]


def lessons(machine: Machine) -> list[str]:
    """The lessons that there are."""
    file = machine.state / "lessons.md"
    return file.read_text(encoding="utf-8").splitlines() if file.exists() else []


def hears(event: str, machine: Machine, capsys: pytest.CaptureFixture[str], transcript: Path | None = None) -> str:
    """What a host is told."""
    capsys.readouterr()
    path = str(transcript or machine.home / "none.jsonl")
    assert hook(event, {"transcript_path": path, "cwd": str(machine.project)}) == 0
    out, err = capsys.readouterr()
    assert err == ""
    return out


@needs_posix
class TestLearns:
    """In the background: no host waits for it."""

    @pytest.mark.proves("lesson-self-corrections")
    def test_what_an_agent_notes_is_a_lesson_by_the_next_message(
        self, machine: Machine, capsys: pytest.CaptureFixture[str]
    ) -> None:
        machine.state.mkdir()
        told = (Deed(text="It closes at eight."), Deed(text="Six on Fridays.", kind="user"))
        note = {"text": CLOSES, "category": "factual"}
        path = corrected(machine, *told, Deed(text=reply(note)))
        assert hears("UserPromptSubmit", machine, capsys, path) == ""
        assert happens("Stop", machine, path) == LEARNED
        (lesson,) = lessons(machine)
        assert lesson.endswith(f"Z [factual] {CLOSES}")
        assert hears("UserPromptSubmit", machine, capsys, path) == f"Lessons of this project:\n{lesson}\n"

    def test_the_host_is_not_kept_waiting(self, machine: Machine) -> None:
        machine.state.mkdir()
        path = corrected(machine, Deed(text="Six on Fridays.", kind="user"), Deed(text=reply(CLOSES)))
        told = {"transcript_path": str(path), "cwd": str(machine.project)}
        process = start("hook", "Stop")
        assert process.communicate(json.dumps(told).encode(), timeout=DEADLINE) == (b"", b"")
        assert process.returncode == 0
        until = time.monotonic() + DEADLINE
        while not lessons(machine) and time.monotonic() < until:
            time.sleep(0.05)  # there is nobody to ask: what was started is a child of nobody
        assert [line.rpartition("] ")[2].rpartition("Z ")[2] for line in lessons(machine)] == [CLOSES]

    @pytest.mark.parametrize(
        "said_last",
        [
            reply(),
            '{"reply": "Fine.", "self_corrections": null}',
            '{"reply": "Fine.", "self_corrections":[]}',
            '{"reply": "Fine.", "self_corrections" : [ ]}',
            "Fine.",
        ],
    )
    def test_a_reply_that_notes_nothing_starts_nothing(self, machine: Machine, said_last: str) -> None:
        machine.state.mkdir()
        assert happens("Stop", machine, corrected(machine, Deed(text=said_last))) == NOTHING
        assert len(noted(machine)) == 1
        assert not machine.database.exists()

    def test_only_the_last_reply_counts(self, machine: Machine) -> None:
        machine.state.mkdir()
        path = corrected(machine, Deed(text=reply(CLOSES)), Deed(text=reply()))
        assert happens("Stop", machine, path) == NOTHING

    def test_what_was_noted_long_ago_starts_nothing(self, machine: Machine) -> None:
        machine.state.mkdir()
        path = corrected(machine, Deed(text=reply(CLOSES)))
        append(path, [said(9, "y" * LATEST)])
        assert happens("Stop", machine, path) == NOTHING

    @pytest.mark.proves("auto-mode")
    def test_when_a_session_ends_what_was_noticed_is_logged_judged_and_waits(self, machine: Machine) -> None:
        machine.state.mkdir()
        path = corrected(machine, *DIFF)
        for event in ("Stop", "SubagentStop", "PreCompact"):
            assert happens(event, machine, path) == NOTHING
        assert happens("SessionEnd", machine, path) == LEARNED
        assert [skill.name for skill in (machine.state / "skills-pending").iterdir()] == [
            "rl-gh-pr-diff-unknown-flag-stat"
        ]
        assert not (machine.state / "skills").exists()
        (log,) = (machine.state / "trajectory").iterdir()
        entries = [json.loads(line) for line in log.read_text(encoding="utf-8").splitlines()]
        assert [entry["event"] for entry in entries] == ["trigger", "extraction"]
        assert entries[0]["source"] == "claude-code:one e2"

    @pytest.mark.parametrize("event", ["Stop", "SessionEnd"])
    def test_where_it_is_switched_off_nothing_is_learned(
        self, machine: Machine, monkeypatch: pytest.MonkeyPatch, event: str
    ) -> None:
        machine.state.mkdir()
        monkeypatch.setenv("AFTERWIT_LEARNING_AUTOMATIC", "false")
        assert happens(event, machine, corrected(machine, Deed(text=reply(CLOSES)))) == LEARNED
        assert lessons(machine) == []
        assert not machine.database.exists()

    @pytest.mark.parametrize(
        "setting",
        [
            'store = "sqlite:///elsewhere.db"',
            '[judge]\ngates = ["score"]',
            "[learning]\nauto_extract = true",
        ],
    )
    def test_where_the_project_says_what_holds_and_where_it_goes_nothing_is_learned_unasked(
        self, machine: Machine, setting: str
    ) -> None:
        machine.state.mkdir()
        (machine.state / "config.toml").write_text(setting, encoding="utf-8")
        before = {path.name for path in machine.state.iterdir()}
        assert happens("SessionEnd", machine, corrected(machine, *DIFF)) == LEARNED
        assert {path.name for path in machine.state.iterdir()} - before == {"inbox.jsonl"}
        assert not (machine.project / "elsewhere.db").exists()

    def test_what_a_person_has_set_is_no_hindrance(self, machine: Machine, monkeypatch: pytest.MonkeyPatch) -> None:
        machine.state.mkdir()
        (machine.state / "config.toml").write_text("[judge]\nscore_threshold = 0.5\n", encoding="utf-8")
        monkeypatch.setenv("AFTERWIT_LEARNING_AUTO_EXTRACT", "true")
        assert happens("SessionEnd", machine, corrected(machine, *DIFF)) == LEARNED
        assert len(list((machine.state / "skills").iterdir())) == 1

    def test_code_that_lies_in_the_project_is_not_run(self, machine: Machine) -> None:
        machine.state.mkdir()
        trap = f"open({str(machine.home / 'sprung')!r}, 'w').close()\n"
        for name in ("sqlalchemy", "msgspec", "cyclopts"):
            (machine.project / f"{name}.py").write_text(trap, encoding="utf-8")
        assert happens("SessionEnd", machine, corrected(machine, *DIFF)) == LEARNED
        assert not (machine.home / "sprung").exists()
        assert (machine.state / "skills-pending").exists()

    def test_a_session_that_left_no_transcript_starts_nothing(self, machine: Machine) -> None:
        machine.state.mkdir()
        assert happens("SessionEnd", machine, machine.home / "gone.jsonl") == NOTHING
        assert happens("SessionEnd", machine, machine.home) == NOTHING

    def test_a_project_that_does_not_use_afterwit_is_left_alone(self, machine: Machine) -> None:
        path = corrected(machine, Deed(text=reply(CLOSES)))
        for event in ("Stop", "SessionEnd"):
            assert happens(event, machine, path) == NOTHING
        assert list(machine.project.iterdir()) == []


class TestTells:
    """Lessons in the agent's context."""

    @pytest.fixture(autouse=True)
    def two_lessons(self, machine: Machine) -> None:
        """Two lessons, years apart."""
        machine.state.mkdir()
        (machine.state / "lessons.md").write_text(
            "- 2020-01-02T03:04:05Z [factual] The lamp burns whale oil.\n- 2024-01-02T03:04:05Z Trim the wick first.\n",
            encoding="utf-8",
        )

    def test_a_session_that_starts_is_told_all_of_them(
        self, machine: Machine, capsys: pytest.CaptureFixture[str]
    ) -> None:
        assert hears("SessionStart", machine, capsys).splitlines() == ["Lessons of this project:", *lessons(machine)]

    def test_a_lesson_that_a_person_adds_is_among_them(
        self, machine: Machine, capsys: pytest.CaptureFixture[str]
    ) -> None:
        assert run(["lessons", "add", CLOSES]) == 0
        assert hears("SessionStart", machine, capsys).endswith(f" {CLOSES}\n")

    @pytest.mark.parametrize(("began", "told"), [(2019, 2), (2021, 1), (2025, 0)])
    def test_later_only_those_that_came_since_the_session_began(
        self, machine: Machine, capsys: pytest.CaptureFixture[str], began: int, told: int
    ) -> None:
        path = write(machine.home / "a.jsonl", claude(1, timestamp=f"{began}-05-06T07:08:09.000Z"))
        heard = hears("UserPromptSubmit", machine, capsys, path)
        assert heard.splitlines()[1:] == lessons(machine)[2 - told :]
        assert bool(heard) is bool(told)

    @pytest.mark.parametrize("content", [b"", b"{}\n", b'{"timestamp": 5}\n', b'{"timestamp":', b"\xff" * 100])
    def test_where_it_cannot_be_told_when_a_session_began_nothing_is_told(
        self, machine: Machine, capsys: pytest.CaptureFixture[str], content: bytes
    ) -> None:
        path = machine.home / "a.jsonl"
        path.write_bytes(content)
        assert hears("UserPromptSubmit", machine, capsys, path) == ""
        assert hears("UserPromptSubmit", machine, capsys) == ""

    def test_of_very_many_the_newest_are_told_as_far_as_there_is_room(
        self, machine: Machine, capsys: pytest.CaptureFixture[str]
    ) -> None:
        lines = [f"- 2024-01-02T03:{place:02}:05Z Lesson {place}: {'trim the wick ' * 20}end." for place in range(60)]
        (machine.state / "lessons.md").write_text("\n".join(lines), encoding="utf-8")
        heard = hears("SessionStart", machine, capsys).splitlines()[1:]
        assert heard == lines[-len(heard) :]
        assert 1 < len(heard) < 60
        assert sum(map(len, heard)) <= MOST_TOLD

    def test_only_lessons_are_told_not_what_stands_around_them(
        self, machine: Machine, capsys: pytest.CaptureFixture[str]
    ) -> None:
        (machine.state / "lessons.md").write_text("# Lessons\n\nWords.\n", encoding="utf-8")
        assert hears("SessionStart", machine, capsys) == ""

    def test_signs_that_nobody_sees_are_left_out(self, machine: Machine, capsys: pytest.CaptureFixture[str]) -> None:
        hidden = "- 2024-01-02T03:04:05Z Trim\x1b[2J the\u202e wick\u200b first.\x07\n"
        (machine.state / "lessons.md").write_text(hidden, encoding="utf-8")
        heard = hears("SessionStart", machine, capsys)
        assert heard.splitlines()[1:] == ["- 2024-01-02T03:04:05Z Trim[2J the wick first."]

    def test_what_is_no_file_of_its_own_is_not_told(self, machine: Machine, capsys: pytest.CaptureFixture[str]) -> None:
        file = machine.state / "lessons.md"
        file.rename(machine.home / "secrets.md")
        file.symlink_to(machine.home / "secrets.md")
        assert hears("SessionStart", machine, capsys) == ""
        file.unlink()
        file.mkdir()
        assert hears("SessionStart", machine, capsys) == ""

    def test_without_lessons_nothing_is_told(self, machine: Machine, capsys: pytest.CaptureFixture[str]) -> None:
        (machine.state / "lessons.md").unlink()
        assert hears("SessionStart", machine, capsys) == ""

    def test_telling_leaves_no_note(self, machine: Machine, capsys: pytest.CaptureFixture[str]) -> None:
        hears("SessionStart", machine, capsys)
        hears("UserPromptSubmit", machine, capsys)
        assert noted(machine) == []

    @settings(suppress_health_check=[HealthCheck.function_scoped_fixture], deadline=None)
    @given(lines=st.binary(max_size=200), head=st.binary(max_size=80))
    def test_whatever_is_in_the_files_it_returns(self, machine: Machine, lines: bytes, head: bytes) -> None:
        (machine.state / "lessons.md").write_bytes(b"- " + lines)
        path = machine.home / "a.jsonl"
        path.write_bytes(b'{"timestamp": "20' + head)
        for event in ("SessionStart", "UserPromptSubmit", "Stop"):
            assert hook(event, {"transcript_path": str(path), "cwd": str(machine.project)}) == 0

    def test_a_process_prints_them_in_any_alphabet(self, machine: Machine, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setenv("PYTHONIOENCODING", "utf-8")
        (machine.state / "lessons.md").write_text("- 2024-01-02T03:04:05Z \u041b\u0430\u043c\u043f\u0430\n", "utf-8")
        told = json.dumps({"cwd": str(machine.project)}).encode()
        out, err = start("hook", "SessionStart").communicate(told)
        assert (out.decode().splitlines()[1], err) == ("- 2024-01-02T03:04:05Z \u041b\u0430\u043c\u043f\u0430", b"")
