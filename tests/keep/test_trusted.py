"""Which projects are listened to: those that the user has worked in, and none that merely came along."""

import shutil
from pathlib import Path

import pytest

from afterwit.engine.health import checks
from afterwit.engine.project import Project
from afterwit.engine.shelf import refuse_strangers
from afterwit.errors import WrongUse
from afterwit.faces.cli.app import run
from afterwit.keep.trusted import forget, is_trusted, trust
from tests.engine.stumbling import DIFF, told_in
from tests.faces.hooks.hosts import LOCKS, REFUSED, hears, spooled, with_skills
from tests.machine import Machine


@pytest.fixture(autouse=True)
def nobody_is_trusted(machine: Machine, monkeypatch: pytest.MonkeyPatch) -> None:
    del machine
    monkeypatch.delenv("AFTERWIT_TRUST")


def brought(machine: Machine) -> None:
    """A state folder that came along with a repository, with a key of its own."""
    machine.state.mkdir(exist_ok=True)
    (machine.state / "key").write_bytes(b"known to everybody who has the repository")
    (machine.state / "key").chmod(0o600)


def used(machine: Machine) -> None:
    """A project in which something was kept."""
    assert run(["lessons", "add", "Trim the wick."]) == 0
    assert machine.state.is_dir()


def test_a_folder_that_came_along_is_not_trusted_until_somebody_says_so(machine: Machine) -> None:
    brought(machine)
    assert not is_trusted(str(machine.state))
    trust(str(machine.state))
    assert is_trusted(str(machine.state))


def test_one_without_a_key_was_never_used(machine: Machine) -> None:
    machine.state.mkdir()
    trust(str(machine.state))
    assert not is_trusted(str(machine.state))


def test_one_that_its_user_moves_or_copies_is_still_theirs(machine: Machine) -> None:
    used(machine)
    shutil.copytree(machine.state, machine.home / "copy" / ".afterwit")
    machine.state.rename(machine.home / "moved")
    assert is_trusted(str(machine.home / "copy" / ".afterwit"))
    assert is_trusted(str(machine.home / "moved"))


def test_one_that_is_cloned_comes_without_the_key_and_is_not(machine: Machine) -> None:
    used(machine)
    (machine.state / "key").unlink()
    assert not is_trusted(str(machine.state))


def test_one_that_we_make_is_trusted_and_a_scratch_project_forgotten(machine: Machine) -> None:
    used(machine)
    assert is_trusted(str(machine.state))
    forget(str(machine.state))
    forget(str(machine.state))
    assert not is_trusted(str(machine.state))


def test_a_dry_run_trusts_nothing(machine: Machine) -> None:
    session = told_in(machine.home, *DIFF)
    assert run(["learn", str(session), "--dry-run"]) == 0
    assert not (machine.home / ".local" / "share" / "afterwit" / "trusted").exists() or not any(
        (machine.home / ".local" / "share" / "afterwit" / "trusted").iterdir()
    )


def test_a_user_can_trust_all_that_is_there(machine: Machine, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("AFTERWIT_TRUST", "1")
    assert is_trusted(str(machine.state))


def test_where_it_cannot_be_noted_nothing_breaks(machine: Machine, monkeypatch: pytest.MonkeyPatch) -> None:
    brought(machine)
    (machine.home / "file").write_text("", encoding="utf-8")
    monkeypatch.setenv("XDG_DATA_HOME", str(machine.home / "file"))
    trust(str(machine.state))
    assert not is_trusted(str(machine.state))


def test_hooks_neither_tell_nor_note_anything_in_a_project_that_came_along(machine: Machine) -> None:
    with_skills(machine, LOCKS)
    assert not hears("PostToolUseFailure", machine, error=REFUSED)
    assert spooled(machine) == []
    assert run(["learn"]) == 0
    assert hears("PostToolUseFailure", machine, error=REFUSED)


def test_the_server_refuses_a_project_that_came_along(machine: Machine) -> None:
    refuse_strangers(Project(machine.project))
    machine.state.mkdir()
    with pytest.raises(WrongUse, match="came along with the project"):
        refuse_strangers(Project(machine.project))


@pytest.mark.parametrize("command", [["skills"], ["doctor"], ["search", "anything"]])
def test_a_command_that_only_looks_trusts_nothing(machine: Machine, command: list[str]) -> None:
    with_skills(machine, LOCKS)
    run(command)
    assert not is_trusted(str(machine.state))


def test_doctor_tells_why_hooks_are_silent(machine: Machine) -> None:
    machine.state.mkdir()
    (told,) = [check for check in checks(Project(machine.project), None) if check.name == "trust"]
    assert (told.state, "afterwit learn" in told.says) == ("wrong", True)


def test_a_link_is_never_trusted(machine: Machine, tmp_path: Path) -> None:
    (tmp_path / "elsewhere").mkdir()
    machine.state.symlink_to(tmp_path / "elsewhere")
    assert run(["learn"]) == 2
    assert not hears("PostToolUse", machine)
