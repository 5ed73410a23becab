"""The index tells which errors a skill is about."""

from contextlib import closing
from pathlib import Path

from afterwit.model.skill_document import Draft, write
from afterwit.recall.index import SkillIndex

MARKS = ("e:0123456789abcdef", "e:fedcba9876543210")


def told(*marks: str) -> str:
    with closing(SkillIndex()) as index:
        index.put(write(Draft(name="rl-lamps", description="Lamps.", fingerprints=marks)), "pending")
        (entry,) = index.entries("pending")
        return entry.fingerprints


def test_an_entry_has_the_fingerprints_of_its_skill() -> None:
    assert told(*MARKS).split() == list(MARKS)
    assert told() == ""


def test_they_are_there_when_the_file_is_opened_again(tmp_path: Path) -> None:
    for _ in range(2):
        with closing(SkillIndex(tmp_path / "index.db")) as index:
            index.put(write(Draft(name="rl-lamps", description="Lamps.", fingerprints=MARKS)), "active")
    with closing(SkillIndex(tmp_path / "index.db")) as index:
        assert [entry.fingerprints.split() for entry in index.entries()] == [list(MARKS)]


def test_they_follow_the_skill() -> None:
    with closing(SkillIndex()) as index:
        for marks in (MARKS, MARKS[:1]):
            index.put(write(Draft(name="rl-lamps", description="Lamps.", fingerprints=marks)), "active")
        assert [entry.fingerprints for entry in index.entries()] == [MARKS[0]]
