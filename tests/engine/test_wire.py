"""What is introduced to what: stores that are there, transcripts of the project."""

import json
from pathlib import Path

import pytest

from afterwit.config import Config
from afterwit.engine.project import Project
from afterwit.engine.wire import event_log, project_transcripts, transcripts_in
from afterwit.errors import UnreadableSource
from tests.machine import Machine
from tests.transcripts import claude, codex, write


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
    assert project_transcripts(Project(machine.project), ["codex"]) == [rollout]
    assert project_transcripts(Project(machine.project), ["claude-code"]) == []


def test_a_noted_transcript_is_taken_once_wherever_it_worked(machine: Machine) -> None:
    path = write(machine.home / "elsewhere" / "a.jsonl", claude(1, cwd="/somewhere/else"))
    note(machine, {"transcript": str(path)}, {"transcript": str(path)})
    assert project_transcripts(Project(machine.project), []) == [path]


def test_notes_that_make_no_sense_are_passed_over(machine: Machine) -> None:
    path = write(machine.home / "a.jsonl", claude(1))
    odd = ["", "{", "5", "[]", {}, {"transcript": 5}, {"transcript": "\x00"}, {"transcript": "x" * 9000}]
    note(machine, *odd, {"transcript": str(machine.home / "gone")}, {"transcript": str(path)}, "[" * 9000)
    assert project_transcripts(Project(machine.project), []) == [path]
