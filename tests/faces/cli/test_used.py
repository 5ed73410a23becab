"""What was used of what was learned, as `afterwit learn` and `afterwit show` tell it."""

import pytest

from tests.engine.stumbling import DIFF, told_in
from tests.faces.cli.running import SKILL, Afterwit
from tests.machine import Machine
from tests.notice.deeds import Deed, ran, used

READ = used("Skill", {"skill": SKILL}, f"Launching skill: {SKILL}")
NAMES = ran("gh pr diff 7 --name-only", "src/cart.py")


@pytest.fixture(autouse=True)
def taught(afterwit: Afterwit, machine: Machine) -> None:
    """A skill that was learned and approved."""
    afterwit("learn", told_in(machine.home, *DIFF))
    assert afterwit("approve", SKILL).code == 0


@pytest.fixture
def sessions(machine: Machine) -> list[object]:
    """One that followed it, one that did in part, and one that did not."""
    told: dict[str, tuple[Deed, ...]] = {"two": (READ, NAMES), "three": (READ, *DIFF), "four": (READ, ran("ls"))}
    return [told_in(machine.home, *deeds, name=name, day=day) for day, (name, deeds) in enumerate(told.items(), 5)]


def test_the_receipts_are_printed(afterwit: Afterwit, sessions: list[object]) -> None:
    lines = afterwit("learn", *sessions).out.splitlines()
    assert f"Used learned skill: {SKILL}" in lines
    assert f"Used learned skill: {SKILL} (in part)" in lines
    assert f"Read and not followed: {SKILL}" in lines
    assert "learned skill" not in afterwit("learn", *sessions).out


def test_several_sessions_are_one_receipt(afterwit: Afterwit, machine: Machine) -> None:
    paths = [told_in(machine.home, READ, NAMES, name=f"s{day}", day=day) for day in (5, 6)]
    assert f"Used learned skill: {SKILL}, 2 times" in afterwit("learn", *paths).out.splitlines()


def test_the_document_has_each_use_with_its_events(afterwit: Afterwit, sessions: list[object]) -> None:
    planned = afterwit("learn", *sessions, "--dry-run", "--json").document["used"]
    found = afterwit("learn", *sessions, "--json").document["used"]
    assert planned == found
    assert found[0] == {
        "skill": SKILL,
        "session": "claude-code:two",
        "agent": None,
        "how": "read",
        "event": "e2",
        "at": "2026-03-05T08:00:03.000Z",
        "followed": "followed",
        "evidence": ["e4", "e5"],
        "receipt": f"Used learned skill: {SKILL}",
    }
    assert [(one["followed"], one["receipt"] is None) for one in found] == [
        ("followed", False),
        ("partially", False),
        ("not", True),
    ]
    assert afterwit("learn", *sessions, "--json").document["used"] == []


def test_a_skill_is_shown_with_how_often_it_was_found_read_and_followed(
    afterwit: Afterwit, sessions: list[object]
) -> None:
    assert "Read in" not in afterwit("show", SKILL).out
    afterwit("learn", *sessions)
    out = afterwit("show", SKILL).out
    assert "Found 3 times, last 2026-03-07" in out
    assert "Read in 3 sessions: followed 1, in part 1, not 1.\n" in out
    assert "Asked for" not in out
    assert "claude-code:two e2" not in out


def test_with_evidence_the_sessions_and_events_are_told(afterwit: Afterwit, sessions: list[object]) -> None:
    afterwit("learn", *sessions)
    lines = afterwit("show", SKILL, "--evidence").out.splitlines()
    assert "  claude-code:four e2 read: not followed" in lines
    assert "  claude-code:three e2 read: followed in part (e4, e5, e6, e7)" in lines
    assert "  claude-code:two e2 read: followed (e4, e5)" in lines
    use = afterwit("show", SKILL, "--evidence", "--json").document["use"]
    assert [one["session"] for one in use["seen"]] == ["claude-code:four", "claude-code:three", "claude-code:two"]


def test_the_document_of_a_skill_has_the_counts(afterwit: Afterwit, sessions: list[object]) -> None:
    afterwit("learn", *sessions)
    document = afterwit("show", SKILL, "--json").document
    assert document["metrics"]["times_requested"] == 3
    assert document["metrics"]["times_followed"] == 1.5
    assert document["use"] == {
        "found": 3,
        "last_found": "2026-03-07T08:00:03.000Z",
        "read_in_sessions": 3,
        "followed": 1,
        "partially": 1,
        "not": 1,
        "unknown": 0,
        "disclosed": 0,
        "seen": [],
    }
