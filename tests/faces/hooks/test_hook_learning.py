"""What hooks have learned in the background, when a session ends or an agent says what it was corrected in."""

import json
import os
import time
from pathlib import Path

import pytest

from afterwit.faces.hooks.hook import BETWEEN, LATEST
from afterwit.faces.hooks.hook import LEARNED as LAST
from afterwit.keep.lines import SPOOL
from tests.engine.projects import opened
from tests.engine.stumbling import DIFF, told_in
from tests.faces.hooks.hosts import facts, faults, hears, rollout, spooled, start
from tests.machine import Machine
from tests.notice.deeds import Deed, Told
from tests.transcripts import append, codex, said, write

WAITS = """
import os, sys
from afterwit.faces.hooks.hook import Call, run_hook
answer = run_hook(Call(*sys.argv[1:]), sys.stdin.buffer)
try:
    print(answer.decode() + "started", os.waitstatus_to_exitcode(os.wait()[1]))
except ChildProcessError:
    print(answer.decode() + "started nothing")
"""
"""A host that waits for what its hook has started, so that a test can look at what came of it."""
LEARNED = b"started 0\n"
NOTHING = b"started nothing\n"
CLOSES = "The shop closes at six on Fridays."
WAITED = "rl-gh-pr-diff-unknown-flag-stat"
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


def happens(event: str, machine: Machine, transcript: Path | None, host: str = "", **more: object) -> bytes:
    """What a hook has started by the time that it is done."""
    told = facts(machine, transcript_path=None if transcript is None else str(transcript), **more)
    return start(event, host, code=WAITS).communicate(json.dumps(told).encode())[0]


def pending(machine: Machine) -> list[str]:
    """The skills that wait for a person."""
    folder = machine.state / "skills-pending"
    return [skill.name for skill in folder.iterdir()] if folder.exists() else []


def starts(machine: Machine, session: str, transcript: Path | None = None, host: str = "") -> bytes:
    """What has been started when a session has, without what it was told."""
    said = happens("SessionStart", machine, transcript, host, session_id=session)
    told, _, started = said.partition(b"started")
    assert session.encode() in told
    return b"started" + started


def read(machine: Machine) -> list[str]:
    """The sessions that were read."""
    with opened(machine.project) as here:
        return sorted(stored.session.key for stored in here.log.sessions())


def lessons(machine: Machine) -> list[str]:
    """The lessons that there are."""
    file = machine.state / "lessons.md"
    return file.read_text(encoding="utf-8").splitlines() if file.exists() else []


@needs_posix
class TestLearns:
    """In the background: no host waits for it."""

    @pytest.mark.proves("lesson-self-corrections")
    def test_what_an_agent_notes_is_a_lesson_by_the_next_message(self, machine: Machine) -> None:
        machine.state.mkdir()
        told = (Deed(text="It closes at eight."), Deed(text="Six on Fridays.", kind="user"))
        note = {"text": CLOSES, "category": "factual"}
        path = corrected(machine, *told, Deed(text=reply(note)))
        assert hears("UserPromptSubmit", machine, prompt="and on the other days") == ""
        assert happens("Stop", machine, path) == LEARNED
        (lesson,) = lessons(machine)
        assert lesson.endswith(f"Z [factual] {CLOSES}")
        heard = hears("UserPromptSubmit", machine, prompt="and on the other days")
        assert heard == f"Lessons of this project that came since:\n- {CLOSES}\n"

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
        assert len(spooled(machine)) == 1
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
        assert pending(machine) == [WAITED]
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
        assert {path.name for path in machine.state.iterdir()} - before == {"spool.jsonl"}
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

    def test_the_reply_itself_is_looked_at_where_the_host_tells_it(self, machine: Machine) -> None:
        """The transcript may not have it yet, or still have one that was learned from."""
        machine.state.mkdir()
        old, new = corrected(machine, Deed(text=reply(CLOSES))), corrected(machine, Deed(text="Fine."), name="two")
        assert happens("Stop", machine, old, last_assistant_message="Fine.") == NOTHING
        assert happens("Stop", machine, new, last_assistant_message=reply(CLOSES)) == LEARNED
        assert happens("AfterAgent", machine, new, "gemini", prompt_response=reply(CLOSES)) == LEARNED

    def test_a_host_that_does_not_say_where_the_transcript_is_has_its_folder_searched(self, machine: Machine) -> None:
        machine.state.mkdir()
        write(machine.home / ".codex/sessions/2026/03/04/rollout-1.jsonl", codex(1, cwd=str(machine.project)))
        assert happens("Stop", machine, None, "codex") == NOTHING
        assert not machine.database.exists()
        assert happens("SessionEnd", machine, None, "codex") == LEARNED
        with opened(machine.project) as here:
            assert [stored.session.host for stored in here.log.sessions()] == ["codex"]

    def test_a_session_that_left_no_transcript_starts_nothing(self, machine: Machine) -> None:
        machine.state.mkdir()
        assert happens("SessionEnd", machine, machine.home / "gone.jsonl") == NOTHING
        assert happens("SessionEnd", machine, machine.home) == NOTHING

    def test_a_project_that_does_not_use_afterwit_is_left_alone(self, machine: Machine) -> None:
        path = corrected(machine, Deed(text=reply(CLOSES)))
        for event in ("Stop", "SessionEnd"):
            assert happens(event, machine, path) == NOTHING
        assert list(machine.project.iterdir()) == []


@needs_posix
class TestCatchesUp:
    """Not every session ends in a way that a hook hears of: it is learned from when another starts."""

    @pytest.mark.proves("auto-mode")
    def test_a_session_whose_host_tells_of_no_end_is_learned_from_when_the_next_starts(self, machine: Machine) -> None:
        machine.state.mkdir()
        first, second = rollout(machine.home / "first.jsonl", machine), machine.home / "second.jsonl"
        assert starts(machine, "first", first, "codex") == NOTHING
        assert happens("Stop", machine, first, "codex", session_id="first") == NOTHING
        assert starts(machine, "second", second, "codex") == LEARNED
        assert pending(machine) == [WAITED]
        assert faults(machine) == []

    @pytest.mark.parametrize("last", ["UserPromptSubmit", "PostToolUse"])
    def test_so_is_one_that_was_killed_in_the_middle_of_a_turn(self, machine: Machine, last: str) -> None:
        machine.state.mkdir()
        assert happens(last, machine, corrected(machine, *DIFF)) == NOTHING
        assert starts(machine, "two", machine.home / "two.jsonl") == LEARNED
        assert pending(machine) == [WAITED]

    def test_so_is_one_of_which_another_has_counted_what_hooks_left(self, machine: Machine) -> None:
        machine.state.mkdir()
        happens("Stop", machine, corrected(machine, *DIFF))
        with opened(machine.project):
            assert spooled(machine) == []
        assert starts(machine, "two", machine.home / "two.jsonl") == LEARNED
        assert pending(machine) == [WAITED]

    def test_a_host_that_does_not_say_where_the_transcripts_are_has_its_folder_searched(self, machine: Machine) -> None:
        machine.state.mkdir()
        rollout(machine.home / ".codex/sessions/2026/03/04/rollout-1.jsonl", machine)
        happens("Stop", machine, None, "codex")
        assert starts(machine, "second", None, "codex") == LEARNED
        assert pending(machine) == [WAITED]

    def test_one_whose_transcripts_cannot_be_read_hinders_no_other(self, machine: Machine) -> None:
        machine.state.mkdir()
        happens("Stop", machine, corrected(machine, *DIFF))
        assert starts(machine, "second", None, "opencode") == LEARNED
        assert (pending(machine), faults(machine)) == ([WAITED], [])

    def test_sessions_that_no_hook_told_of_are_left_to_a_person(self, machine: Machine) -> None:
        machine.state.mkdir()
        rollout(machine.home / ".codex/sessions/2026/03/04/rollout-1.jsonl", machine)
        happens("Stop", machine, corrected(machine, *DIFF))
        assert starts(machine, "two", machine.home / "two.jsonl") == LEARNED
        assert read(machine) == ["claude-code:one"]

    def test_where_nothing_happened_since_nothing_is_started(self, machine: Machine) -> None:
        machine.state.mkdir()
        path = corrected(machine, *DIFF)
        assert starts(machine, "one", path) == NOTHING
        happens("Stop", machine, path)
        assert starts(machine, "two", path) == LEARNED
        assert starts(machine, "three", path) == NOTHING

    def test_it_is_done_once_in_a_while_and_then_all_of_it(self, machine: Machine) -> None:
        machine.state.mkdir()
        happens("Stop", machine, corrected(machine, *DIFF))
        assert starts(machine, "two", machine.home / "two.jsonl") == LEARNED
        happens("Stop", machine, rollout(machine.home / "two.jsonl", machine), session_id="two")
        assert starts(machine, "three", machine.home / "three.jsonl") == NOTHING
        long_ago = time.time() - 2 * BETWEEN
        os.utime(machine.state / f"{SPOOL}{LAST}", (long_ago, long_ago))
        assert starts(machine, "four", machine.home / "four.jsonl") == LEARNED
        assert read(machine) == ["claude-code:one", "codex:two"]

    def test_a_session_that_goes_on_meanwhile_is_read_on_when_it_ends(self, machine: Machine) -> None:
        machine.state.mkdir()
        path = corrected(machine, *DIFF)
        lines = path.read_bytes().splitlines(keepends=True)
        path.write_bytes(b"".join(lines[:3]))
        happens("PostToolUse", machine, path)
        assert starts(machine, "two", machine.home / "two.jsonl") == LEARNED
        assert (read(machine), pending(machine)) == (["claude-code:one"], [])
        with path.open("ab") as file:
            file.write(b"".join(lines[3:]))
        assert happens("SessionEnd", machine, path) == LEARNED
        assert pending(machine) == [WAITED]

    def test_what_goes_wrong_in_telling_keeps_nobody_from_learning(self, machine: Machine) -> None:
        machine.state.mkdir()
        (machine.state / "lessons.md").write_text("- Trim it.\n", encoding="utf-8")
        happens("Stop", machine, corrected(machine, *DIFF))
        (machine.state / "index.db").mkdir()
        assert happens("SessionStart", machine, None).startswith(b"started ")
        assert [fault["error"] for fault in faults(machine)][:1] == ["StoreFailed"]
