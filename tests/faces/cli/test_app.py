"""The edge: exit codes, one sentence an error, pipes."""

import json
import os
import subprocess
import sys

import pytest

from afterwit import __version__
from afterwit.faces.cli.app import COMMANDS
from tests.faces.cli.running import Afterwit
from tests.faces.cli.terminal import on_terminal
from tests.machine import Machine
from tests.transcripts import CLAUDE, claude, said, write


class TestErrors:
    """One sentence on standard error, no trace, the right code."""

    @pytest.mark.parametrize(
        ("arguments", "code"),
        [
            (["config"], 0),
            (["events", "nothing"], 1),
            (["export", "nothing"], 1),
            (["fly"], 2),
            (["learn", "--wings"], 2),
            (["events"], 2),
            (["learn", "/no/such/path"], 2),
            (["learn", "--host", "nobody"], 2),
            (["sessions", "--host", "nobody"], 2),
            (["sessions", "--limit", "-1"], 2),
            (["sessions", "--limit", "many"], 2),
            (["sessions", "--project", "/no/such/folder"], 2),
            (["events", "x", "--kind", "song"], 2),
            (["sessions", "--store", "mysql://here/there"], 2),
        ],
    )
    def test_the_exit_code_says_what_kind_of_no(self, afterwit: Afterwit, arguments: list[str], code: int) -> None:
        done = afterwit(*arguments)
        assert done.code == code
        if code:
            assert done.out == ""
            assert done.err.startswith("afterwit: ")
            assert done.err.endswith(".\n")
            assert done.err.count("\n") == 1
            assert "Traceback" not in done.err

    def test_a_store_that_cannot_be_opened_is_machinery(self, afterwit: Afterwit, machine: Machine) -> None:
        machine.state.mkdir()
        machine.database.write_bytes(b"not a database, though of some length" * 200)
        done = afterwit("sessions")
        assert (done.code, done.out) == (3, "")
        assert str(machine.database) in done.err

    @pytest.mark.parametrize(("arguments", "code"), [(["events", "nothing"], 1), (["learn", "/no/such/path"], 2)])
    def test_debug_shows_the_trace_and_keeps_the_code(
        self, afterwit: Afterwit, arguments: list[str], code: int
    ) -> None:
        done = afterwit(*arguments, "--debug")
        assert done.code == code
        assert done.err.startswith("Traceback")
        assert done.err.splitlines()[-1].startswith("afterwit: There is no ")

    def test_a_place_that_cannot_be_written_is_wrong_use(self, afterwit: Afterwit, machine: Machine) -> None:
        assert afterwit("learn", write(machine.home / "a.jsonl", claude(1))).code == 0
        done = afterwit("export", CLAUDE, "-o", machine.home / "no" / "such" / "folder")
        assert (done.code, done.out) == (2, "")
        assert "cannot be written" in done.err

    def test_a_bad_config_file_is_told_with_all_its_problems(self, afterwit: Afterwit, machine: Machine) -> None:
        machine.state.mkdir()
        (machine.state / "config.toml").write_text("stor = 1\n[intake]\nhosts = 5\n", encoding="utf-8")
        done = afterwit("sessions")
        assert (done.code, done.out) == (2, "")
        assert "did you mean store" in done.err
        assert "intake.hosts" in done.err


class TestHelp:
    """What there is, and how to call it."""

    def test_every_command_is_listed_and_tells_of_itself(self, afterwit: Afterwit) -> None:
        listed = afterwit("--help")
        assert listed.code == 0
        for name, _, _ in COMMANDS:
            assert name in listed.out
            assert afterwit(name, "--help").code == 0

    def test_the_version_is_said(self, afterwit: Afterwit) -> None:
        assert afterwit("--version").out.strip() == __version__


@pytest.mark.skipif(sys.platform == "win32", reason="needs a POSIX shell")
class TestPipes:
    """Standard output goes into other programs."""

    def shell(self, command: str, **more: str) -> "subprocess.CompletedProcess[str]":
        line = f"set -o pipefail; {command.replace('afterwit', f'{sys.executable} -m afterwit', 1)}"
        return subprocess.run(  # noqa: S603 - our own interpreter
            ["/bin/bash", "-c", line], capture_output=True, text=True, check=False, env=os.environ | more
        )

    @pytest.mark.parametrize("form", ["", "--json"])
    def test_a_reader_that_has_had_enough_is_no_error(self, machine: Machine, form: str) -> None:
        path = write(machine.home / "a.jsonl", [said(n, "many words " * 40) for n in range(1, 3000)])
        done = self.shell(f"afterwit events {path} {form} | head -n 1")
        assert (done.returncode, done.stderr) == (0, "")

    def test_letters_that_the_terminal_does_not_know_are_replaced(self, machine: Machine) -> None:
        path = write(machine.home / "a.jsonl", [said(1, "\u041f\u0440\u0438\u0432\u0435\u0442, caf\u00e9")])
        done = self.shell(f"afterwit events {path}", PYTHONIOENCODING="ascii", LC_ALL="C")
        assert (done.returncode, done.stderr) == (0, "")
        assert "caf?" in done.stdout

    def test_all_that_json_prints_is_the_document(self, machine: Machine) -> None:
        path = write(machine.home / "a.jsonl", claude(2))
        done = self.shell(f"afterwit learn {path} {machine.home / 'gone'} --json | {sys.executable} -m json.tool")
        assert '"events_new": 6' in done.stdout
        assert done.returncode == 2
        assert done.stderr.count("\n") == 1


@pytest.mark.skipif(sys.platform == "win32", reason="needs a POSIX terminal")
class TestTerminal:
    """A person looks at it."""

    def test_progress_is_shown_beside_the_document_not_in_it(self, machine: Machine) -> None:
        path = write(machine.home / "a.jsonl", claude(3))
        shown, out = on_terminal("learn", str(path), "--json", stream="stderr")
        assert "Learning" in shown
        assert json.loads(out)["sessions"][0]["events_new"] == 9

    def test_a_table_fits_the_terminal(self, machine: Machine) -> None:
        path = write(machine.home / "a.jsonl", [said(1, "many words " * 40)])
        plain, err = on_terminal("events", str(path), columns=60)
        assert err == ""
        assert any(line.startswith("e1") and line.endswith("\u2026") for line in plain.splitlines())
        assert max(len(line) for line in plain.splitlines()[1:]) <= 60
