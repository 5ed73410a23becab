"""The doctor's checks: everything that is wrong, at once, each with what to do."""

import sqlite3

import pytest

from afterwit.engine.health import Check, checks
from afterwit.engine.project import Project
from tests.engine.reading import learn
from tests.machine import Machine
from tests.transcripts import claude, codex, write


def looked(machine: Machine, store: str | None = None) -> dict[str, Check]:
    return {check.name: check for check in checks(Project(machine.project), store)}


def wrong(machine: Machine, store: str | None = None) -> dict[str, str]:
    return {check.name: check.says for check in looked(machine, store).values() if check.state == "wrong"}


def test_a_new_project_is_well_and_stays_untouched(machine: Machine) -> None:
    assert wrong(machine) == {}
    assert looked(machine)["store"].says == "nothing kept yet: afterwit learn"
    assert not machine.state.exists()


def test_a_project_in_use_says_what_it_holds(machine: Machine) -> None:
    learn(machine.project, write(machine.home / "a.jsonl", claude(2)))
    found = looked(machine)
    assert wrong(machine) == {}
    assert "1 sessions, 6 events" in found["store"].says
    assert found["key"].state == "well"


def test_hosts_are_counted_where_they_keep_their_sessions(machine: Machine, monkeypatch: pytest.MonkeyPatch) -> None:
    write(machine.home / ".codex/sessions/rollout-1.jsonl", codex(1))
    monkeypatch.setenv("AFTERWIT_INTAKE_HOSTS", "codex")
    found = looked(machine)
    assert found["host codex"].says.startswith("1 transcripts in ")
    assert found["host claude-code"].says == "left out by intake.hosts"


def test_a_key_that_others_may_read_is_wrong(machine: Machine) -> None:
    Project(machine.project).key()
    (machine.state / "key").chmod(0o644)
    assert wrong(machine)["key"].endswith(f"chmod 600 {machine.state / 'key'}")


def test_a_file_in_place_of_the_folder_is_wrong(machine: Machine) -> None:
    machine.state.touch()
    assert "may not be written" in wrong(machine)["folder"]


def test_every_bad_setting_is_told(machine: Machine) -> None:
    machine.state.mkdir()
    (machine.state / "config.toml").write_text("stor = 1\n[redact]\npersonal = 'x'\n", encoding="utf-8")
    told = [check.says for check in checks(Project(machine.project), None) if check.name == "settings"]
    assert len(told) == 2


@pytest.mark.parametrize("damage", ["from the start", "in the middle"])
def test_a_damaged_store_is_wrong(machine: Machine, damage: str) -> None:
    learn(machine.project, write(machine.home / "a.jsonl", claude(50)))
    with sqlite3.connect(machine.database) as connection:
        connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    connection.close()
    content = bytearray(machine.database.read_bytes())
    start = 0 if damage == "from the start" else 4096
    content[start : start + 8192] = b"\x7f" * 8192
    machine.database.write_bytes(content)
    assert str(machine.database) in wrong(machine)["store"]


def test_a_store_that_cannot_be_understood_is_wrong(machine: Machine) -> None:
    assert "postgresql://" in wrong(machine, "mysql://here/there")["store"]


def test_one_wrong_thing_hides_no_other(machine: Machine) -> None:
    Project(machine.project).key()
    (machine.state / "key").chmod(0o666)
    (machine.state / "config.toml").write_text("[[[", encoding="utf-8")
    machine.database.write_bytes(b"no database at all, but long enough to be looked at" * 100)
    assert wrong(machine).keys() == {"key", "settings", "store"}
