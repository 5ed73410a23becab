"""Links to the active skills, where hosts look for them."""

import os
from pathlib import Path

import msgspec
import pytest

from afterwit.adapters.hosts import HOSTS
from afterwit.engine.install import installed_checks
from afterwit.engine.install_record import Link, Records
from afterwit.engine.links import Linking, active, planned, refresh
from afterwit.errors import WrongUse
from tests.engine.hosting import Hosting
from tests.machine import Machine


@pytest.fixture(name="hosting")
def hosting_on(machine: Machine) -> Hosting:
    return Hosting(machine)


def learn(hosting: Hosting, *names: str) -> None:
    for name in names:
        hosting.write(f".afterwit/skills/{name}/SKILL.md", f"---\nname: {name}\n---\n")


def linked(hosting: Hosting, folder: str) -> dict[str, str]:
    place = hosting.machine.project / folder
    return {path.name: os.readlink(path) for path in sorted(place.iterdir()) if path.is_symlink()}  # noqa: PTH115


def stands(hosting: Hosting) -> tuple[str, str]:
    """What the doctor hears of the one host that is set up."""
    scope = hosting.scope()
    [(_, state, says)] = installed_checks(hosting.project, scope.home, scope.environment)
    return state, says


def test_where_a_host_has_no_skills_folder_one_is_made_and_goes_again_with_the_links(hosting: Hosting) -> None:
    learn(hosting, "rl-one")
    before = hosting.snapshot()
    hosting.install("claude-code")
    skills = hosting.machine.project / ".claude" / "skills"
    assert not skills.is_symlink()
    assert linked(hosting, ".claude/skills") == {
        name: f"../../.afterwit/skills/{name}" for name in ("learn-skill", "rl-one")
    }
    learn(hosting, "rl-two")
    assert [link.path for link in refresh(hosting.project).make] == [".claude/skills/rl-two"]
    assert (skills / "rl-two" / "SKILL.md").is_file()
    hosting.uninstall("claude-code")
    assert hosting.snapshot() == before


@pytest.mark.parametrize("host", HOSTS)
def test_a_skill_that_a_user_put_into_the_folder_stays_there_untouched(hosting: Hosting, host: str) -> None:
    learn(hosting, "rl-one")
    plan = hosting.install(host)
    folder = plan.host.skills(plan.ground)
    mine = folder / "mine" / "SKILL.md"
    mine.parent.mkdir()
    mine.write_text("mine", encoding="utf-8")
    learn(hosting, "rl-two")
    refresh(hosting.project)
    hosting.install(host)
    assert active(hosting.machine.state) == ["learn-skill", "rl-one", "rl-two"]
    hosting.uninstall(host)
    assert list(folder.iterdir()) == [mine.parent]
    assert mine.read_text(encoding="utf-8") == "mine"
    assert active(hosting.machine.state) == ["rl-one", "rl-two"]


def test_among_a_users_own_skills_each_of_ours_has_a_link_that_is_kept_up_to_date(hosting: Hosting) -> None:
    hosting.write(".agents/skills/mine/SKILL.md", "mine")
    learn(hosting, "rl-one", "rl-two")
    hosting.install("codex")
    assert linked(hosting, ".agents/skills") == {
        name: f"../../.afterwit/skills/{name}" for name in ("learn-skill", "rl-one", "rl-two")
    }
    learn(hosting, "rl-three")
    (hosting.machine.state / "skills" / "rl-one" / "SKILL.md").unlink()
    (hosting.machine.state / "skills" / "rl-one").rmdir()
    changed = refresh(hosting.project)
    assert [link.path for link in changed.make] == [".agents/skills/rl-three"]
    assert [link.path for link in changed.drop] == [".agents/skills/rl-one"]
    assert set(linked(hosting, ".agents/skills")) == {"learn-skill", "rl-two", "rl-three"}
    assert not refresh(hosting.project).make
    hosting.uninstall("codex")
    assert [path.name for path in (hosting.machine.project / ".agents" / "skills").iterdir()] == ["mine"]


def test_a_users_skill_of_the_same_name_is_never_replaced_or_removed(hosting: Hosting) -> None:
    mine = hosting.write(".agents/skills/rl-one/SKILL.md", "mine")
    elsewhere = hosting.machine.project / ".agents" / "skills" / "rl-two"
    elsewhere.symlink_to("../../elsewhere")
    learn(hosting, "rl-one", "rl-two")
    plan = hosting.install("codex")
    assert len([note for note in plan.notes if "is yours" in note]) == 2
    for name in ("rl-one", "rl-two"):
        (hosting.machine.state / "skills" / name / "SKILL.md").unlink()
    refresh(hosting.project)
    hosting.uninstall("codex")
    assert mine.read_text(encoding="utf-8") == "mine"
    assert os.readlink(elsewhere) == "../../elsewhere"  # noqa: PTH115


def test_a_link_that_a_person_made_is_not_ours_to_remove(hosting: Hosting) -> None:
    hosting.write(".agents/skills/mine/SKILL.md", "mine")
    hosting.install("codex")
    theirs = hosting.machine.project / ".agents" / "skills" / "rl-gone"
    theirs.symlink_to("../../.afterwit/skills/rl-gone")
    assert not refresh(hosting.project).drop
    assert theirs.is_symlink()


def test_a_link_that_a_person_took_away_comes_back_when_skills_change(hosting: Hosting) -> None:
    hosting.install("gemini")
    skills = hosting.machine.project / ".gemini" / "skills"
    (skills / "learn-skill").unlink()
    assert [link.path for link in refresh(hosting.project).make] == [".gemini/skills/learn-skill"]
    (skills / "learn-skill").unlink()
    skills.rmdir()
    assert hosting.install("gemini").linking.make
    assert (skills / "learn-skill").is_symlink()


def test_a_folder_that_had_to_be_made_for_later_links_goes_with_them(hosting: Hosting) -> None:
    skills = hosting.machine.project / ".gemini" / "skills"
    skills.mkdir(parents=True)
    hosting.install("gemini")
    (skills / "learn-skill").unlink()
    skills.rmdir()
    refresh(hosting.project)
    assert linked(hosting, ".gemini/skills") == {"learn-skill": "../../.afterwit/skills/learn-skill"}
    hosting.uninstall("gemini")
    assert not skills.exists()


def test_an_empty_folder_that_was_there_before_stays(hosting: Hosting) -> None:
    skills = hosting.machine.project / ".gemini" / "skills"
    skills.mkdir(parents=True)
    hosting.install("gemini")
    hosting.uninstall("gemini")
    assert list(skills.iterdir()) == []


def test_one_link_for_all_that_an_earlier_version_made_is_still_ours_to_remove(hosting: Hosting) -> None:
    hosting.install("gemini")
    skills = hosting.machine.project / ".gemini" / "skills"
    (skills / "learn-skill").unlink()
    skills.rmdir()
    skills.symlink_to("../.afterwit/skills")
    records = Records.of_project(hosting.project)
    record = records.read("gemini")
    assert record is not None
    whole = Link(path=".gemini/skills", target="../.afterwit/skills")
    records.write(msgspec.structs.replace(record, links=[whole]))
    assert refresh(hosting.project) == Linking(keep=(whole,))
    assert hosting.install("gemini").linking == Linking(keep=(whole,))
    hosting.uninstall("gemini")
    assert not (hosting.machine.project / ".gemini").exists()


def test_a_link_for_all_that_somebody_else_made_is_enough_and_stays(hosting: Hosting) -> None:
    learn(hosting, "rl-one")
    skills = hosting.machine.project / ".gemini" / "skills"
    skills.parent.mkdir()
    skills.symlink_to("../.afterwit/skills")
    assert hosting.install("gemini").linking == Linking()
    hosting.uninstall("gemini")
    assert skills.is_symlink()


def test_the_doctor_hears_of_skills_without_a_link_and_of_links_without_a_skill(hosting: Hosting) -> None:
    learn(hosting, "rl-one")
    hosting.install("gemini")
    assert stands(hosting)[0] == "well"
    (hosting.machine.state / "skills" / "rl-one" / "SKILL.md").unlink()
    learn(hosting, *(f"rl-new-{number}" for number in range(5)))
    state, says = stands(hosting)
    assert state == "wrong"
    assert "skills without a link in .gemini/skills (rl-new-0, rl-new-1, rl-new-2 and 2 more)" in says
    assert says.endswith("skills gone, but still linked in .gemini/skills (rl-one): afterwit install gemini")
    hosting.install("gemini")
    assert stands(hosting)[0] == "well"


def test_the_doctor_hears_of_a_name_that_is_taken_and_of_a_folder_that_is_elsewhere(
    hosting: Hosting, tmp_path: Path
) -> None:
    learn(hosting, "rl-one")
    hosting.write(".gemini/skills/rl-one/SKILL.md", "mine")
    hosting.install("gemini")
    state, says = stands(hosting)
    assert state == "note"
    assert ".gemini/skills/rl-one is yours" in says
    (hosting.machine.project / ".gemini" / "skills").rename(tmp_path / "elsewhere")
    (hosting.machine.project / ".gemini" / "skills").symlink_to(tmp_path / "elsewhere")
    state, says = stands(hosting)
    assert state == "wrong"
    assert "leads out of the project" in says


def test_nothing_is_looked_at_where_nothing_is_set_up(hosting: Hosting) -> None:
    learn(hosting, "rl-one")
    hosting.write(".claude/skills/mine/SKILL.md", "mine")
    before = hosting.snapshot()
    assert refresh(hosting.project) == Linking()
    assert hosting.snapshot() == before


def test_a_skills_folder_behind_a_link_within_the_project_gets_links_that_work(hosting: Hosting) -> None:
    hosting.write("deep/down/skills/mine/SKILL.md", "mine")
    learn(hosting, "rl-one")
    (hosting.machine.project / ".gemini").mkdir()
    (hosting.machine.project / ".gemini" / "skills").symlink_to("../deep/down/skills")
    hosting.install("gemini")
    assert (hosting.machine.project / ".gemini" / "skills" / "rl-one" / "SKILL.md").is_file()
    hosting.uninstall("gemini")
    assert [path.name for path in (hosting.machine.project / "deep" / "down" / "skills").iterdir()] == ["mine"]


def test_two_hosts_that_share_a_folder_by_a_link_do_not_link_skills_to_themselves(hosting: Hosting) -> None:
    hosting.install("codex")
    (hosting.machine.project / ".gemini").symlink_to(".agents")
    hosting.install("gemini")
    assert set((hosting.machine.state / "skills").iterdir()) == {hosting.machine.state / "skills" / "learn-skill"}
    hosting.uninstall("gemini")
    assert set(linked(hosting, ".agents/skills")) == {"learn-skill"}


def test_a_file_in_the_place_of_the_folder_is_told_of(hosting: Hosting) -> None:
    hosting.write(".gemini/skills", "what?")
    assert any("is no folder" in note for note in hosting.install("gemini").notes)


def test_a_link_out_of_the_project_stops_a_refresh_of_that_host_alone(hosting: Hosting, tmp_path: Path) -> None:
    hosting.write(".agents/skills/mine/SKILL.md", "mine")
    hosting.install("codex")
    hosting.install("gemini")
    skills = hosting.machine.project / ".gemini" / "skills"
    skills.rename(tmp_path / "skills")
    skills.symlink_to(tmp_path / "skills")
    learn(hosting, "rl-one")
    changed = refresh(hosting.project)
    assert [link.path for link in changed.make] == [".agents/skills/rl-one"]
    assert "leads out of the project" in changed.notes[0]
    with pytest.raises(WrongUse):
        planned(hosting.machine.project, skills, ["rl-one"], [])


def test_only_what_is_a_skill_is_active(hosting: Hosting) -> None:
    learn(hosting, "rl-one")
    hosting.write(".afterwit/skills/notes.txt", "no skill")
    hosting.write(".afterwit/skills/empty/README.md", "no skill")
    (hosting.machine.state / "skills" / "linked").symlink_to("rl-one")
    assert active(hosting.machine.state) == ["rl-one"]
    assert active(hosting.machine.home) == []


def test_a_record_without_a_skills_folder_has_no_links(hosting: Hosting) -> None:
    hosting.install("gemini")
    records = Records.of_project(hosting.project)
    record = records.read("gemini")
    assert record is not None
    records.write(msgspec.structs.replace(record, skills=""))
    assert refresh(hosting.project) == Linking()
