"""Several projects on one PostgreSQL store: each learns from what it reads, and from nothing else."""

from pathlib import Path

from afterwit.config import Config
from afterwit.engine.learn import learn
from afterwit.engine.project import Project
from afterwit.engine.wire import learning
from tests.engine.stumbling import DIFF, PUSH, told_in
from tests.machine import Machine


def skills(folder: Path, store: str, transcripts: list[Path]) -> list[str]:
    folder.mkdir(exist_ok=True)
    with learning(Project(folder), Config(store=store)) as (intake, kernel):
        done = learn(transcripts, intake, kernel)
    return [outcome.proposal.subject for outcome in done.outcome.applied]


def test_a_project_learns_from_its_own_sessions_on_a_shared_store(machine: Machine, postgres_url: str) -> None:
    one, other = machine.home / "one", machine.home / "other"
    for folder in (one, other):
        folder.mkdir()
    first = told_in(one, *DIFF)
    assert skills(machine.home / "first", postgres_url, [first]) == ["rl-gh-pr-diff-unknown-flag-stat"]
    assert skills(machine.home / "second", postgres_url, []) == []
    assert skills(machine.home / "first", postgres_url, [first]) == []
    learned = skills(machine.home / "second", postgres_url, [told_in(other, *PUSH, name="two")])
    assert learned
    assert "rl-gh-pr-diff-unknown-flag-stat" not in learned
