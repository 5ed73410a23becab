"""The folders that agents write skills into before they are judged."""

from pathlib import Path

import pytest

from afterwit.errors import BadSkill, WriteFailed
from afterwit.keep.drafts import Drafts
from afterwit.model.package import Package


def drafts(state: Path) -> Drafts:
    return Drafts(state, max_files=4, max_bytes=1000)


BASE = Package(name="rl-a", files={"SKILL.md": b"as it is", "scripts/x": b"x"}, executable=frozenset({"scripts/x"}))


def test_a_new_draft_is_an_empty_folder(tmp_path: Path) -> None:
    here = drafts(tmp_path)
    assert not here.begin("rl-a", None).resumed
    assert list(here.folder("rl-a").iterdir()) == []
    assert here.read("rl-a") is None


def test_a_draft_that_was_left_is_written_on(tmp_path: Path) -> None:
    here = drafts(tmp_path)
    here.begin("rl-a", None)
    (here.folder("rl-a") / "SKILL.md").write_text("half", encoding="utf-8")
    assert here.begin("rl-a", None).resumed
    assert here.read("rl-a") == Package(name="rl-a", files={"SKILL.md": b"half"})


def test_a_change_begins_with_what_the_skill_is(tmp_path: Path) -> None:
    here = drafts(tmp_path)
    here.begin("rl-a", BASE)
    assert here.read("rl-a") == BASE


def test_a_change_begun_anew_keeps_every_earlier_draft_beside_it(tmp_path: Path) -> None:
    here = drafts(tmp_path)
    here.begin("rl-a", BASE)
    for said in ("first", "second"):
        (here.folder("rl-a") / "SKILL.md").write_text(said, encoding="utf-8")
        begun = here.begin("rl-a", BASE)
        assert begun.earlier is not None
        assert (begun.earlier / "SKILL.md").read_text(encoding="utf-8") == said
        assert here.read("rl-a") == BASE
    assert here.names() == ["rl-a", "rl-a.earlier-1", "rl-a.earlier-2"]


def test_a_change_goes_on_where_that_is_wanted(tmp_path: Path) -> None:
    here = drafts(tmp_path)
    here.begin("rl-a", BASE)
    (here.folder("rl-a") / "SKILL.md").write_text("changed", encoding="utf-8")
    assert here.begin("rl-a", BASE, go_on=True).resumed
    assert (here.folder("rl-a") / "SKILL.md").read_text(encoding="utf-8") == "changed"


def test_a_draft_is_cleared_and_may_be_cleared_again(tmp_path: Path) -> None:
    here = drafts(tmp_path)
    here.begin("rl-a", BASE)
    here.clear("rl-a")
    here.clear("rl-a")
    assert not here.folder("rl-a").exists()


def test_what_could_not_be_kept_is_refused_and_stays(tmp_path: Path) -> None:
    here = drafts(tmp_path)
    here.begin("rl-a", None)
    (here.folder("rl-a") / "SKILL.md").symlink_to(tmp_path / "elsewhere")
    with pytest.raises(BadSkill, match="symbolic link"):
        here.read("rl-a")
    assert (here.folder("rl-a") / "SKILL.md").is_symlink()


def test_a_folder_that_leads_elsewhere_is_not_written_through(tmp_path: Path) -> None:
    (tmp_path / "drafts").mkdir()
    (tmp_path / "elsewhere").mkdir()
    (tmp_path / "drafts" / "rl-a").symlink_to(tmp_path / "elsewhere")
    with pytest.raises((BadSkill, WriteFailed)):
        drafts(tmp_path).begin("rl-a", BASE)
    assert list((tmp_path / "elsewhere").iterdir()) == []
