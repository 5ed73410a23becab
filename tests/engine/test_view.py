"""What the gates see of a project."""

from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest

from afterwit.adapters.in_memory import MemoryEventLog
from afterwit.engine.view import ProjectView
from afterwit.keep.book import Book, place
from afterwit.keep.zone import Zone
from afterwit.model.package import State
from afterwit.recall.index import SkillIndex
from tests.judge.views import BODY, package

STATES: tuple[State, ...] = ("active", "pending", "archived")


@pytest.fixture
def seen(tmp_path: Path) -> Iterator[ProjectView]:
    with closing(SkillIndex()) as index:
        for state in ("pending", "archived"):
            made = package("rl-twin", body=f"{BODY}\nIt is {state}.\n")
            index.put(made, state)
            folder = tmp_path / place(state, made.name)
            folder.mkdir(parents=True)
            (folder / "SKILL.md").write_bytes(made.files["SKILL.md"])
        index.put(package("rl-grid", "Use when columns overlap.", "# Grid\n"), "active")
        yield ProjectView(MemoryEventLog(), Book(Zone(tmp_path), lambda _name, _metadata: "learned"), index)


def test_a_skill_is_seen_in_each_of_its_states(seen: ProjectView) -> None:
    found = {state: seen.at(state, "rl-twin") for state in STATES}
    assert found["active"] is None
    for state in ("pending", "archived"):
        there = found[state]
        assert there is not None
        assert f"It is {state}." in there.package.text
    assert seen.skill("rl-twin") == found["pending"]


def test_several_needs_are_answered_as_if_a_skill_were_there(seen: ProjectView) -> None:
    queries = ["overlapping columns", "JetStream consumers"]
    together = seen.searches(queries, k=2, adding=package())
    assert together == [seen.search(query, k=2, adding=package()) for query in queries]
    assert [[match.name for match in found] for found in together] == [["rl-grid"], ["rl-nats-durable"]]


def test_what_is_like_another_is_told_with_its_trigger(seen: ProjectView) -> None:
    near = seen.similar(package())
    assert {match.name for match in near} == {"rl-twin"}
    assert all(match.trigger.startswith("Use when JetStream loses messages") for match in near)
