"""`afterwit skills`, `show`, `approve`, `reject`, `archive`, `restore`, `pin`."""

from pathlib import Path

import pytest

from tests.faces.cli.packages import CRAB, LAMP, POISON, laid_out
from tests.faces.cli.running import Afterwit
from tests.machine import Machine


@pytest.fixture
def two_pending(afterwit: Afterwit, tmp_path: Path) -> Afterwit:
    """A project where two skills wait for a person."""
    assert afterwit("import", laid_out(tmp_path / "theirs", CRAB, LAMP), "--state", "pending").code == 0
    return afterwit


def states(afterwit: Afterwit) -> dict[str, str]:
    return {skill["name"]: skill["state"] for skill in afterwit("skills", "--json").document["skills"]}


def test_a_project_without_skills_says_so_and_is_left_alone(afterwit: Afterwit, machine: Machine) -> None:
    done = afterwit("skills")
    assert (done.code, done.out) == (0, "No skills yet: afterwit import DIR takes some in.\n")
    assert not machine.state.exists()


def test_the_list_shows_what_waits(two_pending: Afterwit) -> None:
    done = two_pending("skills")
    assert "rl-crab-pots" in done.out
    assert "2 skills to decide on" in done.out
    only = two_pending("skills", "--domain", "lamps", "--json").document["skills"]
    assert [skill["name"] for skill in only] == ["rl-lamp-wick"]


@pytest.mark.proves("states", "state-decisions")
def test_a_person_approves_and_rejects(two_pending: Afterwit, machine: Machine) -> None:
    done = two_pending("approve", "rl-crab-pots")
    assert (done.code, done.out) == (0, "applied  Approved skill rl-crab-pots (change 3)\n")
    assert two_pending("reject", "rl-lamp-wick", "--reason", "we use electric light").code == 0
    assert states(two_pending) == {"rl-crab-pots": "active", "rl-lamp-wick": "archived"}
    assert (machine.state / "skills" / "rl-crab-pots" / "SKILL.md").is_file()
    assert (machine.state / "skills-archived" / "rl-lamp-wick" / "SKILL.md").is_file()
    assert "we use electric light" in two_pending("history", "rl-lamp-wick").out
    rejected = two_pending("skills", "--state", "rejected", "--json").document["skills"]
    assert [skill["name"] for skill in rejected] == ["rl-lamp-wick"]
    assert two_pending("skills", "--state", "archived", "--json").document["skills"] == []
    two_pending("restore", "rl-lamp-wick")
    assert states(two_pending) == {"rl-crab-pots": "active", "rl-lamp-wick": "active"}
    assert two_pending("skills", "--state", "rejected", "--json").document["skills"] == []


def test_all_that_wait_are_approved_at_once(two_pending: Afterwit) -> None:
    assert two_pending("approve", "--all").out.count("applied") == 2
    assert set(states(two_pending).values()) == {"active"}
    done = two_pending("approve", "--all")
    assert done.code == 1
    assert "No skill is pending" in done.err


def test_names_that_mean_nothing_are_told_all_at_once_and_nothing_is_done(two_pending: Afterwit) -> None:
    done = two_pending("approve", "rl-crab-pots", "rl-nope", "rl-nada")
    assert done.code == 1
    assert "no skill rl-nope" in done.err
    assert "no skill rl-nada" in done.err
    assert done.err.endswith("Nothing was changed.\n")
    assert states(two_pending)["rl-crab-pots"] == "pending"


def test_a_decision_that_does_not_fit_the_state_says_what_would(two_pending: Afterwit) -> None:
    done = two_pending("archive", "rl-crab-pots")
    assert done.code == 1
    assert "rl-crab-pots is pending, so there is nothing to archive: `afterwit reject` turns it down." in done.err


def test_archived_skills_come_back(two_pending: Afterwit) -> None:
    two_pending("approve", "rl-crab-pots")
    two_pending("archive", "rl-crab-pots")
    assert states(two_pending)["rl-crab-pots"] == "archived"
    two_pending("restore", "rl-crab-pots")
    assert states(two_pending)["rl-crab-pots"] == "active"


def test_a_pin_is_shown_and_taken_off(two_pending: Afterwit) -> None:
    two_pending("approve", "--all")
    assert two_pending("pin", "rl-crab-pots").code == 0
    assert "pinned" in two_pending("show", "rl-crab-pots").out
    assert two_pending("pin", "rl-crab-pots", "--off").code == 0
    assert not two_pending("show", "rl-crab-pots", "--json").document["pinned"]


def test_a_refusal_can_be_overruled_with_a_reason_that_is_kept(afterwit: Afterwit, tmp_path: Path) -> None:
    done = afterwit("import", laid_out(tmp_path / "theirs", POISON))
    assert done.code == 1
    assert "safety" in done.out
    assert states(afterwit) == {}
    done = afterwit("approve", "rl-weather")
    assert done.code == 1
    assert "add --reason WHY" in done.err
    assert "safety" in afterwit("show", "rl-weather").out
    assert afterwit("show", "rl-weather", "--json").document["state"] is None
    done = afterwit("approve", "rl-weather", "--reason", "that address is our own mirror")
    assert done.code == 0
    assert states(afterwit) == {"rl-weather": "active"}
    shown = afterwit("show", "rl-weather", "--json").document
    assert [proposal["outcome"] for proposal in shown["proposals"]] == ["applied", "rejected"]
    assert "that address is our own mirror" in afterwit("history").out


def test_of_several_names_none_is_decided_where_one_does_not_fit(two_pending: Afterwit, tmp_path: Path) -> None:
    two_pending("import", laid_out(tmp_path / "more", POISON))
    two_pending("approve", "rl-crab-pots")
    done = two_pending("approve", "rl-weather", "rl-crab-pots", "--reason", "both")
    assert done.code == 1
    assert "rl-weather" not in states(two_pending)


def test_a_project_with_nothing_in_it_is_left_alone_by_decisions_too(afterwit: Afterwit, machine: Machine) -> None:
    for words in (["approve", "x"], ["approve", "--all"], ["undo"], ["revoke", "x"], ["archive", "--unused"]):
        afterwit(*words)
    assert not machine.state.exists()


def test_what_waits_is_looked_at_even_where_another_of_its_name_is_in_use(
    two_pending: Afterwit, machine: Machine
) -> None:
    two_pending("approve", "rl-crab-pots")
    waiting = machine.state / "skills-pending" / "rl-crab-pots"
    waiting.mkdir()
    poison = POISON.text.replace("name: rl-weather", "name: rl-crab-pots")
    (waiting / "SKILL.md").write_text(poison, encoding="utf-8")
    assert two_pending("approve", "rl-crab-pots").code == 1


def test_a_skill_is_shown_with_all_that_is_known_of_it(two_pending: Afterwit) -> None:
    done = two_pending("show", "rl-crab-pots")
    for part in ("pending", "domain fishing", "Lift the pot", "Proposal 1", "boundary", "safety", "created"):
        assert part in done.out
    document = two_pending("show", "rl-crab-pots", "--json", "--evidence").document
    assert document["use_when"] == "Use when a pot comes up empty although it was baited."
    assert document["proposals"][0]["verdicts"][0]["gate"] == "boundary"
    assert document["metrics"]["times_not_followed"] == 0
    assert two_pending("show", "rl-nope").code == 1
