"""`afterwit sessions`, `afterwit events` and `afterwit export`."""

import json
from pathlib import Path

import pytest

from tests.faces.cli.running import Afterwit
from tests.machine import Machine
from tests.transcripts import CLAUDE, answered, called, claude, codex, said, write


@pytest.fixture
def read(afterwit: Afterwit, machine: Machine) -> Path:
    """A project with two sessions read."""
    path = write(machine.home / "a.jsonl", claude(2))
    assert afterwit("learn", path, write(machine.home / "rollout.jsonl", codex(1))).code == 0
    return path


class TestSessions:
    """What has been read."""

    @pytest.mark.usefixtures("read")
    def test_they_are_listed_the_latest_first(self, afterwit: Afterwit) -> None:
        document = afterwit("sessions", "--json").document
        assert [(one["host"], one["events"], one["failed"]) for one in document["sessions"]] == [
            ("claude-code", 6, 0),
            ("codex", 4, 0),
        ]
        listed = afterwit("sessions").out.splitlines()
        assert listed[0].split() == ["SESSION", "HOST", "WHEN", "EVENTS", "FAILED", "ABOUT"]
        assert listed[1].endswith("Look at part 0.")

    @pytest.mark.usefixtures("read")
    def test_by_host_and_up_to_a_number(self, afterwit: Afterwit) -> None:
        assert len(afterwit("sessions", "-n", 1, "--json").document["sessions"]) == 1
        assert afterwit("sessions", "--host", "codex", "--json").document["sessions"][0]["host"] == "codex"
        assert "No sessions of gemini have been read yet" in afterwit("sessions", "--host", "gemini").out

    def test_ids_are_shown_as_long_as_it_takes_to_tell_them_apart(self, afterwit: Afterwit, machine: Machine) -> None:
        for name in ("abcdefghij-1", "abcdefghij-2"):
            afterwit("learn", write(machine.home / name, claude(1, sessionId=name)))
        assert {line.split()[0] for line in afterwit("sessions").out.splitlines()[1:]} == {
            "abcdefghij-1",
            "abcdefghij-2",
        }

    def test_who_drove_it_is_shown_where_no_person_did(self, afterwit: Afterwit, machine: Machine) -> None:
        afterwit("learn", write(machine.home / "a.jsonl", claude(1, entrypoint="sdk-py")))
        assert "(headless) Look at part 0." in afterwit("sessions").out
        assert afterwit("sessions", "--json").document["sessions"][0]["origin"] == "headless"

    def test_the_phase_of_work_is_told_to_programs(self, afterwit: Afterwit, machine: Machine) -> None:
        afterwit("learn", write(machine.home / "a.jsonl", [said(0, "/implement sprint-1"), *claude(1)]))
        assert afterwit("sessions", "--json").document["sessions"][0]["phase"] == "implement"

    def test_a_new_project_has_none_and_gets_nothing(self, afterwit: Afterwit, machine: Machine) -> None:
        assert "No sessions have been read yet" in afterwit("sessions").out
        assert afterwit("sessions", "--json").document == {"sessions": []}
        assert not machine.state.exists()


class TestEvents:
    """One session's timeline."""

    @pytest.mark.usefixtures("read")
    def test_stored_events_come_with_ids_kinds_and_the_hosts_own_ids(self, afterwit: Afterwit) -> None:
        document = afterwit("events", CLAUDE[:8], "--json").document
        assert [(one["id"], one["kind"], one["native_id"]) for one in document["events"]][:3] == [
            ("e1", "user", "line-1"),
            ("e2", "tool_call", "call-2"),
            ("e3", "tool_result", "call-2"),
        ]
        assert document["events"][2]["answers"] == "e2"
        assert document["sessions"][0]["native_id"] == CLAUDE

    def test_a_file_is_shown_as_it_would_be_stored_and_stored_nowhere(
        self, afterwit: Afterwit, machine: Machine
    ) -> None:
        path = write(machine.home / "a.jsonl", claude(2))
        shown = afterwit("events", path, "--json").document
        assert not machine.state.exists()
        afterwit("learn", path)
        assert afterwit("events", CLAUDE, "--json").document == shown

    def test_a_file_in_a_project_in_use_leaves_its_store_as_it_is(
        self, afterwit: Afterwit, machine: Machine, read: Path
    ) -> None:
        before = machine.stored_bytes()
        assert afterwit("events", write(machine.home / "b.jsonl", claude(9, sessionId="b"))).code == 0
        assert afterwit("events", read).code == 0
        assert machine.stored_bytes() == before

    def test_only_the_wanted_kinds_or_purposes(self, afterwit: Afterwit, machine: Machine) -> None:
        lines = [said(1, "Test it."), called(2, "pytest -q"), answered(3, 2, "1 passed"), called(4, "ls")]
        path = write(machine.home / "a.jsonl", lines)

        def kinds(*wanted: str) -> list[str]:
            flags = [part for kind in wanted for part in ("--kind", kind)]
            return [event["id"] for event in afterwit("events", path, *flags, "--json").document["events"]]

        assert kinds("user") == ["e1"]
        assert kinds("verification") == ["e2", "e3"]
        assert kinds("user", "tool_call") == ["e1", "e2", "e4"]
        assert "1 of 4 events." in afterwit("events", path, "--kind", "user").out

    @pytest.mark.parametrize("content", [b"", b"\x00\x01\x02", b"bread\n"])
    def test_a_file_that_is_refused_prints_no_half_document(
        self, afterwit: Afterwit, machine: Machine, content: bytes
    ) -> None:
        path = machine.home / "a.jsonl"
        path.write_bytes(content)
        done = afterwit("events", path, "--json")
        assert (done.code, done.out) == (2, "")

    def test_a_folder_is_refused(self, afterwit: Afterwit, machine: Machine) -> None:
        done = afterwit("events", machine.home)
        assert done.code == 2
        assert "is a folder: name a transcript file in it" in done.err

    def test_an_ambiguous_beginning_is_refused_with_the_candidates(self, afterwit: Afterwit, machine: Machine) -> None:
        for name in ("abc-1", "abc-2"):
            afterwit("learn", write(machine.home / name, claude(1, sessionId=name)))
        done = afterwit("events", "abc")
        assert (done.code, done.out) == (1, "")
        assert "claude-code:abc-1" in done.err
        assert "claude-code:abc-2" in done.err

    def test_progress_is_left_out_of_the_table_and_said_so(self, afterwit: Afterwit, machine: Machine) -> None:
        beat = {"type": "progress", "uuid": "p", "sessionId": CLAUDE, "data": {"type": "hook_progress"}}
        path = write(machine.home / "a.jsonl", [*claude(1), beat])
        assert "4 events (1 of progress not shown" in afterwit("events", path).out
        assert len(afterwit("events", path, "--json").document["events"]) == 4

    def test_what_a_transcript_says_cannot_command_the_terminal(self, afterwit: Afterwit, machine: Machine) -> None:
        evil = "\x1b]0;owned\x07\x1b[2J\x9b31m [bold]plain[/bold] [/]"
        path = write(machine.home / "a.jsonl", [said(1, evil), called(2, evil)])
        done = afterwit("events", path)
        assert done.code == 0
        assert "[bold]plain[/bold] [/]" in done.out
        assert not set(done.out) & {"\x1b", "\x07", "\x9b"}
        afterwit("learn", path)
        assert "\x1b" not in afterwit("sessions").out


class TestExport:
    """A session in the form that other tools read."""

    @pytest.mark.usefixtures("read")
    def test_it_is_one_document_on_standard_output_or_in_a_file(self, afterwit: Afterwit, machine: Machine) -> None:
        printed = afterwit("export", CLAUDE)
        written = afterwit("export", CLAUDE, "-o", machine.home / "out.json")
        assert (written.code, written.out) == (0, "")
        assert json.loads((machine.home / "out.json").read_text(encoding="utf-8")) == printed.document
        assert printed.document["session_id"] == CLAUDE
