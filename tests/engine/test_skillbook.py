"""The views that are made from the skillbook."""

import json
from pathlib import Path

import msgspec

from afterwit.engine.decisions import move, person, undo
from afterwit.engine.health import checks
from afterwit.engine.kernel import Kernel
from afterwit.engine.review_and_learn import decide
from afterwit.engine.revoke import revoke
from afterwit.engine.skillbook import refresh
from afterwit.judge.chain import Chain
from afterwit.model.package import Package
from afterwit.model.proposal import CreateSkill, Evidence, Proposal, target_of
from tests.engine.hosting import Hosting
from tests.engine.projects import opened
from tests.judge.gates import YES
from tests.keep.keeping import package
from tests.machine import Machine

HERRING = package("rl-herring", description="Salts a herring.", use_when="a barrel is empty.", domain="fishing")


def added(skill: Package, here: Kernel) -> None:
    assert decide(person(CreateSkill(package=skill, state="active"), here), here.rooms).fate == "applied"
    refresh(here)


def notes(root: Path) -> str:
    return (root / ".afterwit" / "NOTES.md").read_text(encoding="utf-8")


def views(root: Path) -> str:
    folder = root / ".afterwit" / "skillbook"
    return "".join(path.read_text(encoding="utf-8") for path in sorted(folder.rglob("*")) if path.is_file())


def test_the_line_of_a_skill_that_was_undone_goes_and_those_of_people_stay(tmp_path: Path) -> None:
    with opened(tmp_path) as here:
        added(HERRING, here)
        assert "Salts a herring." in notes(tmp_path)
        file = tmp_path / ".afterwit" / "NOTES.md"
        file.write_text(notes(tmp_path) + "- [Gulls] Mine → See `skills/rl-gulls`\n", encoding="utf-8")
        undo(None, here)
        refresh(here)
        assert notes(tmp_path) == "## Learnings\n\n- [Gulls] Mine → See `skills/rl-gulls`\n"
        assert "herring" not in views(tmp_path)


def test_the_line_of_an_archived_skill_goes_even_where_the_memory_of_it_was_lost(tmp_path: Path) -> None:
    with opened(tmp_path) as here:
        added(HERRING, here)
        marks = tmp_path / ".afterwit" / "skillbook" / "notes.json"
        assert "herring" not in marks.read_text(encoding="utf-8")
        marks.write_text("[broken", encoding="utf-8")
        move("rl-herring", "archive", here)
        refresh(here)
        assert "herring" not in notes(tmp_path)
        assert not marks.exists()


def test_nothing_of_a_revoked_skill_is_left_in_the_views(tmp_path: Path) -> None:
    with opened(tmp_path) as here:
        op = CreateSkill(package=HERRING, state="active")
        evidence = (Evidence(session="claude-code:bad", event="e1", quote="herring"),)
        proposal = Proposal(
            target=target_of(op), op=op, score=0.9, author="foreground", reason="Seen.", evidence=evidence
        )
        decide(proposal, msgspec.structs.replace(here.rooms, chain=Chain([YES])))
        refresh(here)
        assert "herring" in notes(tmp_path)
        revoke("claude-code:bad", here)
        refresh(here)
        assert "Salts" not in notes(tmp_path) + views(tmp_path)
    assert not [path for path in tmp_path.rglob("*") if path.is_file() and b"Salts" in path.read_bytes()]


def test_a_line_of_ours_follows_its_skill(tmp_path: Path) -> None:
    with opened(tmp_path) as here:
        added(HERRING, here)
        main = tmp_path / ".afterwit" / "skills" / "rl-herring" / "SKILL.md"
        main.write_bytes(
            main.read_bytes().replace(b"Salts a herring", b"Smokes a herring").replace(b"fishing", b"food")
        )
        refresh(here)
        assert "- [food] Smokes a herring." in notes(tmp_path)
        assert "Salts" not in notes(tmp_path)


def test_what_a_person_says_of_a_domain_in_the_table_is_kept(tmp_path: Path) -> None:
    with opened(tmp_path) as here:
        added(HERRING, here)
        table = tmp_path / ".afterwit" / "skillbook" / "DOMAINS.md"
        table.write_text("# Domains\n\n- fishing: All of the sea (1 skill)\n", encoding="utf-8")
        added(package("rl-rope", description="Splices.", use_when="it frays.", guidance="Tuck.", domain="ropes"), here)
        move("rl-herring", "archive", here)
        refresh(here)
        assert table.read_text(encoding="utf-8") == "# Domains\n\n- ropes (1 skill)\n"
        move("rl-herring", "restore", here)
        refresh(here)
        assert "- fishing: All of the sea (1 skill)\n" in table.read_text(encoding="utf-8")
        said = tmp_path / ".afterwit" / "skillbook" / "domains.json"
        assert json.loads(said.read_bytes()) == {"fishing": "All of the sea"}


def test_what_could_not_be_linked_for_a_host_is_told_by_the_doctor(machine: Machine) -> None:
    hosting = Hosting(machine)
    theirs = hosting.write(".claude/skills/rl-herring/SKILL.md", "mine")
    hosting.install("claude-code")
    with opened(machine.project) as here:
        added(HERRING, here)
        refresh(here)
    told = [check.says for check in checks(hosting.project, None) if check.name == "hooks"]
    assert len(told) == 1
    assert ".claude/skills/rl-herring is yours" in told[0]
    assert " times (" not in told[0]
    assert theirs.read_bytes() == b"mine"


def test_what_is_as_it_should_be_is_not_written_again(tmp_path: Path) -> None:
    with opened(tmp_path) as here:
        added(HERRING, here)
        state = tmp_path / ".afterwit"
        files = [state / "NOTES.md", *sorted(path for path in (state / "skillbook").rglob("*") if path.is_file())]
        before = [file.stat() for file in files]
        refresh(here)
        assert [(file.stat().st_ino, file.stat().st_mtime_ns) for file in files] == [
            (one.st_ino, one.st_mtime_ns) for one in before
        ]
