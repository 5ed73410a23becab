"""What is introduced to what: stores that are there, transcripts of the project."""

import json
from contextlib import AbstractContextManager
from pathlib import Path
from typing import Protocol

import pytest

from afterwit.config import Config
from afterwit.engine.project import Project
from afterwit.engine.wire import event_log, kernel, project_transcripts, rehearsal, transcripts_in
from afterwit.errors import ConfigError, UnreadableSource, WrongUse
from afterwit.keep.lines import append
from afterwit.model.signal import Correction, Signal
from tests.machine import Machine
from tests.transcripts import claude, codex, write


class Opens(Protocol):
    """What opens a project."""

    def __call__(self, project: Project, config: Config, *, to_write: bool) -> AbstractContextManager[object]: ...


def note(machine: Machine, *lines: object) -> None:
    machine.state.mkdir(exist_ok=True)
    text = "".join((line if isinstance(line, str) else json.dumps(line)) + "\n" for line in lines)
    (machine.state / "inbox.jsonl").write_text(text, encoding="utf-8")


def test_looking_makes_no_store(machine: Machine) -> None:
    with event_log(Project(machine.project), Config()) as log:
        assert log.sessions() == []
    assert not machine.state.exists()


def test_writing_makes_one(machine: Machine) -> None:
    with event_log(Project(machine.project), Config(), to_write=True):
        pass
    assert machine.database.exists()


@pytest.mark.parametrize("name", ["", "afterwit.db", "index.db", "writing.lock", "trajectory"])
@pytest.mark.parametrize("opens", [event_log, kernel])
def test_what_leads_out_of_the_project_by_a_link_is_refused(machine: Machine, name: str, opens: Opens) -> None:
    elsewhere = machine.home / "elsewhere"
    elsewhere.mkdir()
    place = machine.state / name
    place.parent.mkdir(exist_ok=True)
    place.symlink_to(elsewhere)
    with pytest.raises(WrongUse, match="leads elsewhere"), opens(Project(machine.project), Config(), to_write=True):
        pass
    assert list(elsewhere.iterdir()) == []


@pytest.mark.parametrize("content", ["{", '{"rl-core": 1}', "[1]"])
def test_where_it_cannot_be_told_what_was_installed_nothing_is_opened(machine: Machine, content: str) -> None:
    machine.state.mkdir()
    (machine.state / "installed.json").write_text(content, encoding="utf-8")
    with pytest.raises(ConfigError, match="cannot be read"), kernel(Project(machine.project), Config()):
        pass


def test_what_was_installed_is_core(machine: Machine) -> None:
    machine.state.mkdir()
    (machine.state / "installed.json").write_text('["corp-safety"]', encoding="utf-8")
    with kernel(Project(machine.project), Config()) as here:
        assert here.book.classify("corp-safety", {}) == "core"


def noticed(session: str) -> Signal:
    return Signal(
        session=session,
        sort="request",
        trigger="explicit_user_request",
        about="lamps",
        events=("e1",),
        what=Correction(said="Remember the lamp."),
        confidence=0.9,
    )


def test_what_was_noticed_is_there_when_the_project_is_opened_again(machine: Machine) -> None:
    with kernel(Project(machine.project), Config()) as here:
        assert here.signals.put("codex:one", [noticed("codex:one")]) == 1
    with kernel(Project(machine.project), Config(), to_write=False) as here:
        assert here.signals.queued() == [noticed("codex:one")]


def test_what_is_noticed_in_a_dry_run_is_not_kept(machine: Machine) -> None:
    with kernel(Project(machine.project), Config()) as here:
        here.signals.put("codex:one", [noticed("codex:one")])
    with rehearsal(Project(machine.project), Config()) as copy:
        copy.signals.put("codex:two", [noticed("codex:two")])
        copy.signals.settle([noticed("codex:one")])
        assert copy.signals.queued() == [noticed("codex:two")]
    with kernel(Project(machine.project), Config()) as here:
        assert here.signals.queued() == [noticed("codex:one")]


def test_a_project_that_has_nothing_notices_in_memory(machine: Machine) -> None:
    with kernel(Project(machine.project), Config(), to_write=False) as here:
        here.signals.put("codex:one", [noticed("codex:one")])
        assert here.signals.about(["lamps"]) == [noticed("codex:one")]
    assert not machine.state.exists()


def test_a_dry_run_over_a_shared_store_is_refused(machine: Machine) -> None:
    config = Config(store="postgresql://nobody@nowhere/nothing")
    with pytest.raises(WrongUse, match="without --store"), rehearsal(Project(machine.project), config):
        pass


def test_a_folder_gives_every_file_below_it_and_a_file_itself(tmp_path: Path) -> None:
    paths = [write(tmp_path / name, claude(1)) for name in ("a.jsonl", "b/c.jsonl", "b/d/e.json")]
    write(tmp_path / "b/.hidden", claude(1))
    assert transcripts_in(tmp_path) == paths
    assert transcripts_in(paths[1]) == [paths[1]]


def test_a_path_that_is_not_there_is_refused(tmp_path: Path) -> None:
    with pytest.raises(UnreadableSource, match="There is no file or folder"):
        transcripts_in(tmp_path / "gone")


def test_only_the_folders_of_the_wanted_hosts_are_looked_into(machine: Machine) -> None:
    rollout = write(machine.home / ".codex/sessions/rollout-1.jsonl", codex(1, cwd=str(machine.project)))
    assert project_transcripts(Project(machine.project), Config(), ["codex"]) == [rollout]
    assert project_transcripts(Project(machine.project), Config(), ["claude-code"]) == []


def test_a_noted_transcript_is_taken_once_wherever_it_worked(machine: Machine) -> None:
    path = write(machine.home / "elsewhere" / "a.jsonl", claude(1, cwd="/somewhere/else"))
    note(machine, {"transcript": str(path)}, {"transcript": str(path)})
    assert project_transcripts(Project(machine.project), Config(), []) == [path]


def test_notes_that_make_no_sense_are_passed_over(machine: Machine) -> None:
    path = write(machine.home / "a.jsonl", claude(1))
    odd = ["", "{", "5", "[]", {}, {"transcript": 5}, {"transcript": "\x00"}, {"transcript": "x" * 9000}]
    note(machine, *odd, {"transcript": str(machine.home / "gone")}, {"transcript": str(path)}, "[" * 9000)
    assert project_transcripts(Project(machine.project), Config(), []) == [path]


def told(machine: Machine, *transcripts: Path) -> None:
    """Hooks tell of sessions with these transcripts."""
    machine.state.mkdir(exist_ok=True)
    for path in transcripts:
        facts = {"at": 5, "event": "Stop", "agent": "codex", "session": path.stem, "transcript": str(path)}
        append(machine.state / "spool.jsonl", json.dumps(facts).encode() + b"\n")


def test_a_transcript_that_hooks_told_of_is_taken_before_and_after_that_was_counted(machine: Machine) -> None:
    here, there = (write(machine.home / name, claude(1)) for name in ("here.jsonl", "there.jsonl"))
    told(machine, here, machine.home / "gone.jsonl", here)
    assert project_transcripts(Project(machine.project), Config(), []) == [here]
    with kernel(Project(machine.project), Config()):
        pass
    assert not (machine.state / "spool.jsonl").exists()
    told(machine, there)
    note(machine, {"transcript": str(there)})
    assert project_transcripts(Project(machine.project), Config(), []) == [here, there]


def test_to_ask_for_transcripts_makes_no_store(machine: Machine) -> None:
    assert project_transcripts(Project(machine.project), Config(), []) == []
    assert not machine.state.exists()


def test_what_vanishes_while_a_project_is_copied_does_not_stop_a_dry_run(machine: Machine) -> None:
    with kernel(Project(machine.project), Config()):
        pass
    # To a copier, a link to nothing is as a file that was there when it looked and is gone when it reads.
    (machine.state / "spool.jsonl.taken-00ff").symlink_to(machine.home / "gone")
    with rehearsal(Project(machine.project), Config()) as copy:
        assert copy.turns.counts() == {}
