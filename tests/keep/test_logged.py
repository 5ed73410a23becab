"""What becomes of skills is told to the trajectory log, and a log that cannot be written costs nothing else."""

from datetime import UTC, datetime
from pathlib import Path

import pytest

from afterwit.judge.chain import Chain
from afterwit.keep.logged import Logged
from afterwit.keep.trajectory import Trajectory
from afterwit.model.approval import Approved
from afterwit.model.proposal import AddLesson, Author, CreateSkill, Evidence, MoveSkill, Operation, Proposal, target_of
from afterwit.model.verdict import Verdict
from afterwit.ports import View
from tests.judge.gates import nothing_to_see
from tests.keep.keeping import Keeping, package

NOON = int(datetime(2026, 11, 15, 12, tzinfo=UTC).timestamp() * 1000)
NAME = "rl-gh-diff-stat"


class Quality:
    """A gate that measured the four."""

    name = "quality"

    def judge(self, proposal: Proposal, view: View) -> Verdict:
        """Always well."""
        del proposal, view
        return Verdict(
            gate=self.name,
            passed=True,
            reason="measured",
            measured={"depth": True, "reusability": True, "trigger": False, "verification": True, "failures": 3},
        )


class Story:
    """A logged store."""

    def __init__(self, folder: Path) -> None:
        self.log = Trajectory(folder / "trajectory")
        self._store = Logged(Keeping(folder / "state").keeper, self.log, lambda: NOON)

    def __call__(self, op: Operation, author: Author = "person") -> str:
        evidence = (Evidence(session="codex:7", event="e3"),) if author != "person" else ()
        proposal = Proposal(target=target_of(op), op=op, score=0.9, author=author, by="implementing", evidence=evidence)
        approved = Chain([Quality()]).judge(proposal, nothing_to_see())
        assert isinstance(approved, Approved)
        return self._store.apply(approved, None)[1]

    def events(self) -> list[object]:
        """What was logged that day."""
        return [entry["event"] for entry in self.log.read(datetime(2026, 11, 15, tzinfo=UTC).date())]


@pytest.fixture
def story(tmp_path: Path) -> Story:
    """A store that logs."""
    return Story(tmp_path)


@pytest.mark.proves("trajectory-entry")
def test_an_extraction_is_logged_with_agent_gates_and_source(story: Story) -> None:
    story(CreateSkill(package=package()), "background")
    (entry,) = story.log.read(datetime(2026, 11, 15, tzinfo=UTC).date())
    assert entry == {
        "timestamp": "2026-11-15T12:00:00Z",
        "event": "extraction",
        "skill": NAME,
        "agent": "implementing",
        "gates": {"depth": True, "reusability": True, "trigger": False, "verification": True},
        "source": "codex:7",
    }


def test_approval_rejection_and_prune_are_logged_and_nothing_else_is(story: Story) -> None:
    story(CreateSkill(package=package()), "background")
    story(MoveSkill(name=NAME, decision="approve"))
    story(MoveSkill(name=NAME, decision="prune"))
    story(MoveSkill(name=NAME, decision="restore"))
    story(MoveSkill(name=NAME, decision="archive"))
    story(CreateSkill(package=package("rl-other")), "background")
    story(MoveSkill(name="rl-other", decision="reject"))
    story(AddLesson(text="Say thanks."))
    story(AddLesson(text="Say thanks."))
    assert story.events() == ["extraction", "approval", "prune", "extraction", "rejection"]


def test_a_log_that_cannot_be_written_is_told_and_the_skill_is_kept(tmp_path: Path) -> None:
    (tmp_path / "trajectory").write_text("in the way", encoding="utf-8")
    story = Story(tmp_path)
    told = story(CreateSkill(package=package()), "background")
    assert "The trajectory log" in told
    assert (tmp_path / "state" / "skills-pending" / NAME / "SKILL.md").is_file()
