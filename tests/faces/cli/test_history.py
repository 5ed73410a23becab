"""`afterwit history`, `undo` and `revoke`."""

import shutil
from pathlib import Path

import pytest

from tests.faces.cli.packages import CRAB, LAMP, laid_out
from tests.faces.cli.running import Afterwit
from tests.machine import Machine
from tests.transcripts import claude, write


def test_no_change_yet(afterwit: Afterwit, machine: Machine) -> None:
    assert afterwit("history").out == "No change yet.\n"
    assert afterwit("undo").code == 1
    assert afterwit("history", "--json").document == {"changes": []}
    del machine


def test_every_change_is_listed_and_taken_back_and_the_taking_back_too(
    afterwit: Afterwit, machine: Machine, tmp_path: Path
) -> None:
    afterwit("import", laid_out(tmp_path / "theirs", CRAB))
    afterwit("lessons", "add", "Mend nets in winter.")
    assert afterwit("undo").out == "applied  Took back change 2 (change 3)\n"
    assert afterwit("undo").out == "applied  Took back change 1 (change 4)\n"
    assert not (machine.state / "lessons.md").exists()
    assert not (machine.state / "skills" / "rl-crab-pots").exists()
    assert afterwit("undo").code == 1
    assert afterwit("undo", "4").code == 0
    assert (machine.state / "skills" / "rl-crab-pots" / "SKILL.md").is_file()
    changes = afterwit("history", "--json").document["changes"]
    assert [(change["change"], change["undoes"]) for change in changes] == [
        (5, 4),
        (4, 1),
        (3, 2),
        (2, None),
        (1, None),
    ]
    assert "created" in afterwit("history", "rl-crab-pots").out


def test_what_cannot_be_undone_says_which_change_is_in_the_way(afterwit: Afterwit, tmp_path: Path) -> None:
    afterwit("import", laid_out(tmp_path / "theirs", CRAB))
    afterwit("archive", "rl-crab-pots")
    done = afterwit("undo", "1")
    assert done.code == 1
    assert "failed" in done.out
    assert "undo change 2 first." in done.out
    assert afterwit("undo", "77").code == 1


def test_any_lesson_is_taken_back_below_the_others(afterwit: Afterwit) -> None:
    for text in ("One.", "Two.", "Three."):
        afterwit("lessons", "add", text)
    for change in ("1", "2", "3"):
        assert afterwit("undo", change).code == 0
    assert "No lessons yet" in afterwit("lessons").out
    done = afterwit("undo", "2")
    assert done.code == 1
    assert "was taken back already, by change 5" in done.err


def test_what_was_deleted_by_hand_is_told_and_can_be_brought_back(
    afterwit: Afterwit, machine: Machine, tmp_path: Path
) -> None:
    afterwit("import", laid_out(tmp_path / "theirs", CRAB))
    shutil.rmtree(machine.state / "skills" / "rl-crab-pots")
    afterwit("lessons", "add", "Mind the tide.")
    assert "deleted by hand" in afterwit("history").out
    assert afterwit("undo", "2").code == 0
    assert (machine.state / "skills" / "rl-crab-pots" / "SKILL.md").is_file()


def test_what_a_person_edited_becomes_part_of_the_history(afterwit: Afterwit, machine: Machine, tmp_path: Path) -> None:
    afterwit("import", laid_out(tmp_path / "theirs", CRAB))
    file = machine.state / "skills" / "rl-crab-pots" / "SKILL.md"
    file.write_text(file.read_text(encoding="utf-8") + "\nMind the claws.\n", encoding="utf-8")
    afterwit("pin", "rl-crab-pots")
    assert "edited by hand" in afterwit("history").out
    assert "Mind the claws." in file.read_text(encoding="utf-8")


def test_a_session_that_taught_nothing_is_revoked_with_its_events(afterwit: Afterwit, machine: Machine) -> None:
    source = write(machine.home / "a.jsonl", claude(1))
    afterwit("learn", source)
    session = afterwit("sessions", "--json").document["sessions"][0]["key"]
    would = afterwit("revoke", session, "--dry-run", "--json").document
    assert would["dry_run"]
    assert would["events"] > 0
    assert afterwit("sessions", "--json").document["sessions"][0]["events"] == would["events"]
    done = afterwit("revoke", session, "--json").document
    assert {**would, "dry_run": False} == done
    assert afterwit("sessions", "--json").document["sessions"][0]["events"] == 0
    source.write_text(source.read_text(encoding="utf-8") + source.read_text(encoding="utf-8"), encoding="utf-8")
    afterwit("learn", source)
    assert afterwit("sessions", "--json").document["sessions"][0]["events"] == 0


@pytest.mark.proves("notes")
def test_views_and_notes_follow_the_skills(afterwit: Afterwit, machine: Machine, tmp_path: Path) -> None:
    afterwit("import", laid_out(tmp_path / "theirs", CRAB, LAMP))
    domains = (machine.state / "skillbook" / "DOMAINS.md").read_text(encoding="utf-8")
    assert "fishing" in domains
    assert "lamps" in domains
    assert "rl-lamp-wick" in (machine.state / "skillbook" / "lamps" / "INDEX.md").read_text(encoding="utf-8")
    notes = (machine.state / "NOTES.md").read_text(encoding="utf-8")
    assert "- [lamps] Stops an oil lamp from smoking." in notes
    afterwit("archive", "rl-lamp-wick")
    assert "rl-lamp-wick" not in (machine.state / "NOTES.md").read_text(encoding="utf-8")
    assert not (machine.state / "skillbook" / "lamps").exists()
