"""`afterwit learn`."""

import os
import re
from pathlib import Path

import pytest

from tests.faces.cli.running import Afterwit
from tests.machine import Machine
from tests.transcripts import CLAUDE, append, claude, codex, copilot, encoded, gemini, said, write

TOKEN = "ghp_" + "a1B2c3D4e5F6" * 3


def at_home(machine: Machine, folder: Path) -> None:
    """Put a session of every host that worked in a folder where the host keeps it."""
    place = str(folder)
    name = re.sub("[^a-zA-Z0-9]", "-", place)
    write(machine.home / ".claude/projects" / name / "s.jsonl", claude(1, cwd=place, sessionId=f"c-{folder.name}"))
    write(machine.home / f".codex/sessions/rollout-{folder.name}.jsonl", codex(1, cwd=place, id=f"x-{folder.name}"))
    write(machine.home / ".copilot/session-state" / folder.name / "events.jsonl", copilot(place))
    write(machine.home / ".gemini/tmp" / folder.name / "chats/session-1.jsonl", gemini(place))


class TestWithoutAPath:
    """Takes the sessions of this machine's hosts that worked in this project."""

    def test_those_of_all_hosts_are_taken_and_a_neighbours_are_not(self, afterwit: Afterwit, machine: Machine) -> None:
        neighbour = machine.project.with_name(f"{machine.project.name}2")
        neighbour.mkdir()
        at_home(machine, neighbour)
        at_home(machine, machine.project)
        document = afterwit("learn", "--json").document
        assert sorted(session["host"] for session in document["sessions"]) == [
            "claude-code",
            "codex",
            "copilot",
            "gemini",
        ]
        assert document["files"] == {"read": 4, "unchanged": 0, "of_other_hosts": 0, "not_transcripts": []}

    def test_only_those_of_one_host_where_one_is_named(self, afterwit: Afterwit, machine: Machine) -> None:
        at_home(machine, machine.project)
        document = afterwit("learn", "--host", "codex", "--json").document
        assert [session["host"] for session in document["sessions"]] == ["codex"]
        assert document["files"]["not_transcripts"] == []

    def test_the_settings_say_whose_folders_are_looked_into(
        self, afterwit: Afterwit, machine: Machine, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        at_home(machine, machine.project)
        monkeypatch.setenv("AFTERWIT_INTAKE_HOSTS", "gemini,copilot")
        document = afterwit("learn", "--json").document
        assert {session["host"] for session in document["sessions"]} == {"gemini", "copilot"}

    def test_a_project_reached_by_a_link_is_the_same_project(
        self, afterwit: Afterwit, machine: Machine, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        at_home(machine, machine.project)
        link = machine.home / "link"
        link.symlink_to(machine.project)
        monkeypatch.chdir(link)
        assert len(afterwit("learn", "--json", "--project", link).document["sessions"]) == 4

    def test_from_a_folder_below_the_whole_project_is_meant(
        self, afterwit: Afterwit, machine: Machine, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        (machine.project / ".git").mkdir()
        at_home(machine, machine.project)
        inner = machine.project / "src"
        inner.mkdir()
        monkeypatch.chdir(inner)
        assert len(afterwit("learn", "--json").document["sessions"]) == 4
        assert machine.database.exists()

    def test_where_there_are_none_it_says_what_to_do_and_makes_nothing(
        self, afterwit: Afterwit, machine: Machine
    ) -> None:
        done = afterwit("learn")
        assert done.code == 0
        assert "No sessions of this project were found" in done.out
        assert not machine.state.exists()


class TestReport:
    """What was read, kept, taken out and amiss."""

    def test_a_first_and_a_second_run(self, afterwit: Afterwit, machine: Machine) -> None:
        path = write(machine.home / "a.jsonl", [said(1, f"use {TOKEN}"), *claude(1)])
        assert afterwit("learn", path).out.splitlines()[:2] == [
            "Read 1 session in 1 file. Kept 4 new events.",
            "Taken out before keeping: 1 API key.",
        ]
        assert "Nothing new in 1 file." in afterwit("learn", path).out
        append(path, claude(2)[3:])
        assert "Kept 3 new events." in afterwit("learn", path).out

    def test_what_is_amiss_is_told_with_how_many_and_where(self, afterwit: Afterwit, machine: Machine) -> None:
        path = machine.home / "a.jsonl"
        odd = {"type": "odd", "uuid": "o", "sessionId": CLAUDE}
        path.write_bytes(encoded(claude(1)) + b"{\n{\n" + encoded([odd]) + b'{"type": "us')
        done = afterwit("learn", path)
        assert done.code == 0
        assert "a.jsonl: 2 lines not JSON and lost (line 4, 5)." in done.out
        assert "a.jsonl: breaks off in line 7; the rest is read when it is there." in done.out
        assert "a.jsonl: 1 line of a type Afterwit does not know (odd), kept as they came." in done.out

    def test_the_document_tells_the_same(self, afterwit: Afterwit, machine: Machine) -> None:
        path = machine.home / "a.jsonl"
        path.write_bytes(encoded(claude(1)) + b'{\n{"type": "user", "uuid": "\xff"}\n' + b"{")
        (session,) = afterwit("learn", path, "--json").document["sessions"]
        assert session["findings"] == {
            "broken": {"lines": 1, "first": [4]},
            "mended": {"lines": 1, "first": [5]},
            "truncated_at": 6,
            "unknown": {"user": 1},
        }
        assert (session["key"], session["path"]) == (f"claude-code:{CLAUDE}", str(path))

    def test_words_in_brackets_are_words(self, afterwit: Afterwit, machine: Machine) -> None:
        odd = {"type": "[/bold] :smile:", "uuid": "o", "sessionId": CLAUDE}
        done = afterwit("learn", write(machine.home / "[red].jsonl", [*claude(1), odd]))
        assert done.code == 0
        assert "[red].jsonl: 1 line of a type Afterwit does not know ([/bold] :smile:)" in done.out

    def test_a_name_that_is_no_unicode_is_printed_somehow(self, afterwit: Afterwit, machine: Machine) -> None:
        path = Path(os.fsdecode(os.fsencode(machine.home) + b"/caf\xe9.jsonl"))
        write(path, claude(1)).write_bytes(encoded(claude(1)) + b"{\n")
        assert afterwit("learn", path).code == 0
        assert afterwit("learn", path.parent, "--json", "--dry-run").document["files"]["unchanged"] == 1

    def test_a_dry_run_says_the_same_as_the_run_that_follows(self, afterwit: Afterwit, machine: Machine) -> None:
        path = write(machine.home / "a.jsonl", [said(1, f"use {TOKEN}"), *claude(2)])
        planned = afterwit("learn", path, "--dry-run", "--json").document
        assert not machine.state.exists()
        real = afterwit("learn", path, "--json").document
        assert planned | {"dry_run": False} == real
        again = afterwit("learn", path, "--dry-run").out
        assert again == "Nothing new in 1 file.\nA dry run: nothing was kept.\n"


class TestPaths:
    """Files, folders, and what is neither."""

    def test_several_missing_paths_are_told_at_once_and_nothing_is_made(
        self, afterwit: Afterwit, machine: Machine
    ) -> None:
        done = afterwit("learn", "/no/such/a", "/no/such/b")
        assert done.code == 2
        assert "/no/such/a" in done.err
        assert "/no/such/b" in done.err
        assert not machine.state.exists()

    def test_a_bad_path_does_not_keep_the_good_one_from_being_read(self, afterwit: Afterwit, machine: Machine) -> None:
        empty = machine.home / "empty.jsonl"
        empty.touch()
        done = afterwit("learn", write(machine.home / "a.jsonl", claude(1)), empty, "/no/such/b")
        assert done.code == 2
        assert "Kept 3 new events." in done.out
        assert "empty.jsonl is empty" in done.err
        assert "/no/such/b" in done.err

    def test_strangers_in_a_folder_are_counted_and_no_error(self, afterwit: Afterwit, machine: Machine) -> None:
        write(machine.home / "in/a.jsonl", claude(1))
        (machine.home / "in/notes.txt").write_text("bread\n", encoding="utf-8")
        done = afterwit("learn", machine.home / "in")
        assert done.code == 0
        assert "1 file in the folder is no transcript." in done.out
        document = afterwit("learn", machine.home / "in", "--json").document
        assert [Path(one["path"]).name for one in document["files"]["not_transcripts"]] == ["notes.txt"]

    def test_a_file_that_grows_too_long_a_line_is_bounded_by_the_settings(
        self, afterwit: Afterwit, machine: Machine, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setenv("AFTERWIT_INTAKE_MAX_LINE_BYTES", "1000")
        path = write(machine.home / "a.jsonl", [*claude(1), said(4, "y" * 5000)])
        assert "1 line too long and skipped (line 4)." in afterwit("learn", path).out

    def test_a_store_made_by_learn_holds_no_secret(self, afterwit: Afterwit, machine: Machine) -> None:
        afterwit("learn", write(machine.home / "a.jsonl", [said(1, f"use {TOKEN}", cwd="/home/mirabel/x")]))
        stored = machine.stored_bytes()
        assert b"REDACTED" in stored
        assert TOKEN.encode() not in stored
        assert b"mirabel" not in stored


class TestTold:
    """What is told of a transcript is as clean as what is kept of it."""

    def test_names_of_unknown_types_are_redacted_short_and_harmless(self, afterwit: Afterwit, machine: Machine) -> None:
        odd = {"type": f"\x1b[2J {TOKEN} {'z' * 300}", "uuid": "o", "sessionId": "s"}
        path = write(machine.home / "a.jsonl", [*claude(1), odd])
        done = afterwit("learn", path)
        assert "does not know" in done.out
        assert TOKEN not in done.out
        assert "\x1b" not in done.out
        assert "z" * 100 not in done.out

    def test_a_session_of_another_host_is_left_out_and_said_so(self, afterwit: Afterwit, machine: Machine) -> None:
        path = write(machine.home / "a.jsonl", claude(1))
        assert afterwit("learn", "--host", "codex", path).out == "1 file of other hosts left out.\n"

    def test_hidden_folders_are_not_looked_into(self, afterwit: Afterwit, machine: Machine) -> None:
        for name in ("seen", ".hidden"):
            write(machine.home / "all" / name / "a.jsonl", claude(1))
        assert "in 1 file." in afterwit("learn", machine.home / "all").out

    def test_a_store_that_is_no_address_is_refused(self, afterwit: Afterwit, machine: Machine) -> None:
        done = afterwit("sessions", "--store", "foo")
        assert (done.code, done.out) == (2, "")
        assert not (machine.project / "foo").exists()
