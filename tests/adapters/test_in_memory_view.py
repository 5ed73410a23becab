"""A view of a project in memory."""

from afterwit.adapters.in_memory_view import MemoryView
from afterwit.model import skill_document
from afterwit.model.package import State
from tests.judge.views import BODY, SESSION, STORY, package, skill, view

TWIN = package("rl-twin", body=BODY + "\nMore.\n")
STATES: tuple[State, ...] = ("active", "pending", "archived")
OTHER = package("rl-grid", "Use when columns overlap.", "# Grid\n")


def test_events_are_found_by_id_and_by_place() -> None:
    seen = view()
    assert seen.event(SESSION, "e3") == STORY[2]
    assert seen.event(SESSION, "e77") is None
    assert seen.event("codex:unknown", "e1") is None
    assert [event.id for event in seen.events(SESSION, 2, 4)] == ["e2", "e3", "e4"]


def test_the_active_skill_of_a_name_comes_before_the_others() -> None:
    seen = MemoryView(skills=[skill(TWIN, "archived"), skill(TWIN, "pending"), skill(OTHER)])
    found = seen.skill("rl-twin")
    assert found is not None
    assert found.state == "pending"
    assert seen.skill("rl-none") is None
    assert [state for state in STATES if seen.at(state, "rl-twin") is not None] == ["pending", "archived"]


def test_skills_are_found_by_their_words() -> None:
    seen = MemoryView(skills=[skill(TWIN, "pending"), skill(OTHER)], notes="# Notes\n")
    assert [match.name for match in seen.similar(package())] == ["rl-twin"]
    assert seen.similar(package())[0].trigger == skill_document.read(TWIN.text).trigger
    assert [match.name for match in seen.search("overlapping columns")] == ["rl-grid"]
    assert seen.search("JetStream") == []
    assert [match.name for match in seen.search("JetStream", adding=package())] == ["rl-nats-durable"]
    found = seen.searches(["overlapping columns", "JetStream"], adding=package())
    assert [[match.name for match in each] for each in found] == [["rl-grid"], ["rl-nats-durable"]]
    assert seen.notes() == "# Notes\n"
