"""`afterwit staging`."""

from pathlib import Path

import pytest

from afterwit.engine.project import Project
from afterwit.engine.staging import stage
from tests.engine.projects import opened
from tests.engine.test_kernel import learned_skill, proposal, read_in
from tests.faces.cli.running import Afterwit
from tests.faces.cli.test_review import CHAT
from tests.machine import Machine
from tests.transcripts import write


@pytest.fixture
def staged(afterwit: Afterwit, machine: Machine) -> str:
    """A review of a file, staged."""
    file = write(machine.home / "chat.jsonl", CHAT)
    return str(afterwit("review", file, "--stage", "--json").document["staged"])


def test_nothing_is_staged_yet(afterwit: Afterwit, machine: Machine) -> None:
    for arguments in (("staging",), ("staging", "list")):
        assert "Nothing is staged" in afterwit(*arguments).out
    assert afterwit("staging", "--json").document == {"staged": [], "problems": []}
    assert not machine.state.exists()


def test_all_piles_are_listed(afterwit: Afterwit, machine: Machine, staged: str) -> None:
    lines = afterwit("staging", "list").out.splitlines()
    assert lines[0].split() == ["ID", "PILE", "WHEN", "WAITING", "ABOUT"]
    assert lines[1].startswith(f"{staged}  reviews ")
    assert lines[1].endswith("2 rules broken in 1 session")
    (machine.state / "staging/saved").mkdir()
    (machine.state / "staging/saved/x.json").write_text("{", encoding="utf-8")
    assert "staging/saved/x.json cannot be read" in afterwit("staging", "list").out
    document = afterwit("staging", "list", "--json").document
    assert [(one["pile"], one["proposals"]) for one in document["staged"]] == [("reviews", 2)]
    assert len(document["problems"]) == 1


def test_one_is_shown_with_what_was_seen_and_what_waits(afterwit: Afterwit, machine: Machine, staged: str) -> None:
    out = afterwit("staging", "show", staged[-4:]).out
    assert out.startswith(f"{staged} · reviews · ")
    assert "2 questions" in out
    assert "  1       one-question: Ask one question per response" in out
    assert f"read from {machine.home / 'chat.jsonl'}" in out
    document = afterwit("staging", "show", staged, "--json").document
    assert [one["rule"] for one in document["observations"]] == ["one-question", "user-repeats"]
    assert [one["number"] for one in document["proposals"]] == [1, 2]
    assert document["proposals"][0]["proposal"]["op"]["do"] == "add_lesson"


def test_promoting_tells_what_became_of_each(afterwit: Afterwit, machine: Machine, staged: str) -> None:
    first = afterwit("staging", "promote", staged, "--only", "2")
    assert (first.code, first.err) == (0, "")
    assert first.out.startswith("applied   user-repeats: ")
    assert first.out.endswith(f"{staged}: 1 applied, 0 rejected, 0 failed. 1 proposal still staged.\n")
    second = afterwit("staging", "promote", staged)
    assert second.out.endswith(f"{staged}: 1 applied, 0 rejected, 0 failed. Nothing is left to promote.\n")
    assert len((machine.state / "lessons.md").read_text("utf-8").splitlines()) == 2
    assert "Nothing is staged" in afterwit("staging").out
    assert afterwit("staging", "promote", staged).code == 1


def test_what_the_gates_refuse_stays_with_the_reason(afterwit: Afterwit, machine: Machine, staged: str) -> None:
    (machine.home / "chat.jsonl").unlink()
    done = afterwit("staging", "promote", staged)
    assert done.code == 1
    assert "chat.jsonl" in done.out
    assert "evidence: 0 events of the log cited, 2 needed" in done.out
    assert done.out.endswith("0 applied, 2 rejected, 0 failed. 2 proposals still staged.\n")
    assert "no such event in the log" in afterwit("staging", "show", staged).out
    waiting = afterwit("staging", "promote", staged, "--json").document["waiting"]
    assert [(one["number"], one["op"]) for one in waiting] == [(1, "add_lesson"), (2, "add_lesson")]
    assert not (machine.state / "lessons.md").exists()


def test_a_file_that_somebody_broke_stops_the_promotion(afterwit: Afterwit, machine: Machine, staged: str) -> None:
    file = machine.state / "staging/reviews" / f"{staged}.json"
    file.write_text(file.read_text("utf-8").replace('"add_lesson"', '"add_power"', 1), encoding="utf-8")
    assert "is no proposal any more" in afterwit("staging", "show", staged).out
    done = afterwit("staging", "promote", staged)
    assert done.code == 3
    assert "Stopped: A proposal has the wrong shape" in done.out
    document = afterwit("staging", "promote", staged, "--json").document
    assert "wrong shape" in document["stopped"]


def test_saving_keeps_a_review_from_a_reset(afterwit: Afterwit, machine: Machine, staged: str) -> None:
    other = afterwit("review", machine.home / "chat.jsonl", "--stage", "--json").document["staged"]
    assert afterwit("staging", "save", staged).out == f"Saved {staged}: no reset clears it.\n"
    assert afterwit("staging", "save", staged, "--json").document == {"saved": staged}
    assert afterwit("staging", "reset", "--dry-run").out == "Would clear 1 review.\n"
    done = afterwit("staging", "reset")
    assert (done.code, done.out) == (2, "")
    assert "say --yes" in done.err
    assert afterwit("staging", "reset", "--yes", "--json").document == {"dry_run": False, "cleared": [other]}
    assert afterwit("staging", "reset", "--yes").out == "There are no reviews to clear.\n"
    assert [one["id"] for one in afterwit("staging", "--json").document["staged"]] == [staged]


@pytest.mark.parametrize(
    ("arguments", "code"),
    [
        (("show", "nothing"), 1),
        (("save", "nothing"), 1),
        (("promote", "nothing"), 1),
        (("promote", "{id}", "--only", "7"), 2),
        (("promote", "{id}", "--only", "one"), 2),
        (("promote", "{id}", "--only", ","), 2),
        (("promote",), 2),
        (("dance",), 2),
    ],
)
def test_what_is_not_there_is_told(afterwit: Afterwit, staged: str, arguments: tuple[str, ...], code: int) -> None:
    done = afterwit("staging", *(one.format(id=staged) for one in arguments))
    assert (done.code, done.out) == (code, "")
    assert done.err.startswith("afterwit: ")


def test_a_staged_skill_is_shown_and_waits_for_approval_when_promoted(afterwit: Afterwit, machine: Machine) -> None:
    with opened(machine.project) as here:
        read_in(here)
    proposed = [proposal(learned_skill(), "mechanical")]
    stage(Project(machine.project), kind="proposals", title="1 skill", sessions=["claude-code:41"], proposals=proposed)
    (entry,) = afterwit("staging", "--json").document["staged"]
    shown = afterwit("staging", "show", entry["id"]).out
    assert "create_skill: gh refused a flag that git has." in shown
    assert "staging save" not in shown
    assert afterwit("staging", "save", entry["id"]).code == 2
    promoted = afterwit("staging", "promote", entry["id"]).out
    assert promoted.startswith("applied  Learned skill: rl-gh-diff-names (waits for your approval)")
    assert "rl-gh-diff-names" in afterwit("skills", "--state", "pending").out


def test_looking_makes_nothing(afterwit: Afterwit, machine: Machine) -> None:
    for arguments in (("show", "x"), ("save", "x"), ("promote", "x"), ("reset", "--yes")):
        afterwit("staging", *arguments)
    assert [path for path in (machine.project, Path(machine.home)) if list(path.iterdir())] == []
