"""What invented sessions stumbled over passes the gates as they are set by default, and waits with its evidence."""

from collections.abc import Iterable

import pytest

from afterwit.config import Config
from afterwit.engine.project import Project
from afterwit.engine.wire import learning
from afterwit.model import skill_document
from afterwit.model.command import pipelines
from afterwit.model.proposal import CreateSkill
from afterwit.model.verdict import Applied
from tests.engine.stumbling import learned, told_in
from tests.machine import Machine
from tests.notice.deeds import Told, ran
from tests.notice.recovered_from import COMMANDS, SESSIONS

TALES: dict[str, tuple[Told, ...]] = {
    **{name: (ran(fails, says, code), ran(works, "fine")) for name, fails, code, says, works in COMMANDS},
    **{name: told for name, told in SESSIONS.items() if "Codex" not in name and "ran on" not in name},
}

QUOTED = "A command within what an error says is taken for an order."
REFUSED = {"divergent branches": QUOTED, "no lock file": QUOTED}
"""What is noticed and then refused, so that it is seen when it no longer is."""


def tales(names: Iterable[str]) -> list[object]:
    """Each by its name, with why it is refused where it is."""
    return [
        pytest.param(name, marks=pytest.mark.xfail(strict=True, reason=REFUSED[name])) if name in REFUSED else name
        for name in names
    ]


def pending(machine: Machine, told: tuple[Told, ...]) -> Applied:
    done = learned(machine.project, told_in(machine.home, *told))
    refused = [verdict.reason for each in done.outcome.rejected for verdict in each.verdicts if not verdict.passed]
    assert refused == []
    skills = [each for each in done.outcome.applied if isinstance(each.proposal.op, CreateSkill)]
    (applied,) = skills
    return applied


@pytest.mark.parametrize("name", tales(TALES))
def test_a_recovery_becomes_pending_with_evidence_and_tells_what_was_run(machine: Machine, name: str) -> None:
    applied = pending(machine, TALES[name])
    assert applied.proposal.evidence
    assert all(told_as_it_was_run(applied, row[4]) for row in COMMANDS if row[0] == name)
    with learning(Project(machine.project), Config()) as (_, kernel):
        skill = kernel.book.at("pending", applied.proposal.subject)
        assert skill is not None
        known = {event.id for event in kernel.log.events("claude-code:one")}
        assert {ref.event for ref in applied.proposal.evidence} <= known
        assert skill_document.read(skill.package.text).sessions == ("claude-code:one",)


def told_as_it_was_run(applied: Applied, works: str) -> bool:
    """Whether every plain word of the command in the guidance is one of the call that worked."""
    assert isinstance(applied.proposal.op, CreateSkill)
    guidance = applied.proposal.op.package.text.partition("## Guidance")[2].partition("\n## ")[0]
    command = guidance.partition("`")[2].rpartition("`")[0].replace("<", "(").replace(">", ")")
    ran_words = {word for line in pipelines(works) for stage in line for word in stage.words}
    parts = {part for word in ran_words for part in (word, *word.split("/"), word.strip("'"))}
    told = {word for line in pipelines(command) for stage in line for word in stage.words if word.isalpha()}
    return told - {"name", "number", "id", "date", "path", "text"} <= parts


@pytest.mark.parametrize(
    "program", ["docker", "kubectl", "terraform", "curl", "wget", "ssh", "scp", "rsync", "systemctl"]
)
def test_whatever_program_it_was_its_name_is_no_order(machine: Machine, program: str) -> None:
    told = (ran(f"{program} push --zap x7", "unknown flag: --zap", 1), ran(f"{program} push --zip x7", "fine"))
    assert pending(machine, told).proposal.subject.startswith(f"rl-{program}")


@pytest.mark.parametrize("program", ["rm", "shred", "docker volume prune", "kubectl delete"])
def test_how_to_destroy_something_is_seen_but_not_proposed(machine: Machine, program: str) -> None:
    told = (ran(f"{program} --zap x7", "unknown flag: --zap", 1), ran(f"{program} --zip x7", "fine"))
    done = learned(machine.project, told_in(machine.home, *told))
    assert done.outcome.proposals == []
    assert [idea.proposal.score <= 0.5 for idea in done.unsure] == [True]
