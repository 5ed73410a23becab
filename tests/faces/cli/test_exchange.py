"""`afterwit import` and `afterwit export`."""

from pathlib import Path

import pytest

from tests.faces.cli.packages import CRAB, LAMP, POISON, laid_out
from tests.faces.cli.running import Afterwit
from tests.keep.keeping import package
from tests.machine import Machine


def names(afterwit: Afterwit) -> list[str]:
    return [skill["name"] for skill in afterwit("skills", "--json").document["skills"]]


def test_packages_are_taken_in_and_given_out_byte_for_byte(
    afterwit: Afterwit, machine: Machine, tmp_path: Path
) -> None:
    theirs = laid_out(tmp_path / "theirs", CRAB, LAMP)
    script = theirs / "rl-crab-pots" / "scripts" / "lift.sh"
    script.parent.mkdir()
    script.write_bytes(b"echo lift\n")
    script.chmod(0o755)
    assert afterwit("import", theirs).code == 0
    assert afterwit("export", "skills", tmp_path / "out").code == 0
    for path in theirs.rglob("*"):
        if path.is_file():
            out = tmp_path / "out" / path.relative_to(theirs)
            assert out.read_bytes() == path.read_bytes()
            assert out.stat().st_mode & 0o111 == path.stat().st_mode & 0o111
    del machine


@pytest.mark.proves("book-layout")
def test_a_skillbook_goes_out_and_comes_back_without_loss(afterwit: Afterwit, machine: Machine, tmp_path: Path) -> None:
    afterwit("import", laid_out(tmp_path / "theirs", CRAB, LAMP))
    assert afterwit("export", "skillbook", tmp_path / "book").code == 0
    assert (tmp_path / "book" / "DOMAINS.md").is_file()
    assert (tmp_path / "book" / "fishing" / "INDEX.md").is_file()
    page = (tmp_path / "book" / "fishing" / "rl-crab-pots.md").read_text(encoding="utf-8")
    assert page.index("## Situation") < page.index("## Guidance") < page.index("## Annotations")
    other = machine.home / "other"
    other.mkdir()
    assert afterwit("import", tmp_path / "book", "--project", other).code == 0
    for name in ("rl-crab-pots", "rl-lamp-wick"):
        ours, back = (root / ".afterwit" / "skills" / name / "SKILL.md" for root in (machine.project, other))
        assert back.read_bytes() == ours.read_bytes()


def test_what_is_as_it_is_keeps_its_folders_name_and_its_bytes(
    afterwit: Afterwit, machine: Machine, tmp_path: Path
) -> None:
    odd = tmp_path / "theirs" / "1655a16a35d7"
    odd.mkdir(parents=True)
    (odd / "SKILL.md").write_text("---\nname: pdf\nversion: 3\ndescription: Reads: PDFs\n---\n\nJust do.\n", "utf-8")
    done = afterwit("import", tmp_path / "theirs", "--state", "active", "--as-is")
    assert done.code == 0
    assert names(afterwit) == ["1655a16a35d7"]
    kept = machine.state / "skills" / "1655a16a35d7" / "SKILL.md"
    assert kept.read_bytes() == (odd / "SKILL.md").read_bytes()


def test_poison_is_refused_as_it_is_or_not(afterwit: Afterwit, tmp_path: Path) -> None:
    theirs = laid_out(tmp_path / "theirs", POISON, CRAB)
    done = afterwit("import", theirs, "--as-is", "--json")
    assert [one["subject"] for one in done.document["applied"]] == ["rl-crab-pots"]
    assert [one["subject"] for one in done.document["rejected"]] == ["rl-weather"]
    assert done.code == 0
    assert names(afterwit) == ["rl-crab-pots"]


def test_a_dry_run_tells_what_the_run_then_does_and_keeps_nothing(
    afterwit: Afterwit, machine: Machine, tmp_path: Path
) -> None:
    twin = package("rl-crab-pots-too", guidance="Lift the pot before the tide turns.",
                   description="Empties crab pots without losing the catch.", domain="fishing",
                   use_when="a pot comes up empty although it was baited.")  # fmt: skip
    theirs = laid_out(tmp_path / "theirs", CRAB, LAMP, twin)
    would = afterwit("import", theirs, "--dry-run", "--json").document
    assert not machine.state.exists()
    assert names(afterwit) == []
    did = afterwit("import", theirs, "--json").document
    for fate in ("applied", "rejected", "failed"):
        assert [one["subject"] for one in would[fate]] == [one["subject"] for one in did[fate]]
    assert [one["subject"] for one in did["rejected"]] == ["rl-crab-pots-too"]


def test_what_holds_no_skill_is_told(afterwit: Afterwit, tmp_path: Path) -> None:
    (tmp_path / "empty").mkdir()
    assert afterwit("import", tmp_path / "empty").code == 1
    assert afterwit("import", tmp_path / "nowhere").code == 2
    assert afterwit("import").code == 2
    broken = tmp_path / "broken" / "x"
    broken.mkdir(parents=True)
    (broken / "SKILL.md").write_text("---\nname: x\ndescription: y\n---\n", "utf-8")
    (broken / "link").symlink_to("/etc/passwd")
    done = afterwit("import", tmp_path / "broken")
    assert done.code == 2
    assert "link is a symbolic link" in done.out


def test_an_export_never_overwrites_what_is_no_skillbook(afterwit: Afterwit, tmp_path: Path) -> None:
    afterwit("import", laid_out(tmp_path / "theirs", CRAB))
    done = afterwit("export", "skillbook", tmp_path / "theirs")
    assert done.code == 2
    assert (tmp_path / "theirs" / "rl-crab-pots" / "SKILL.md").is_file()
    assert afterwit("export", "skillbook").code == 2
