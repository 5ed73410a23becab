"""Changes, proposals and verdicts to keep."""

from afterwit.model.change import About, Edit
from afterwit.model.package import Package, Tree
from afterwit.model.proposal import AddLesson, CreateSkill, Evidence, Proposal
from afterwit.model.verdict import Finding, Verdict

SESSION = "claude-code:first"
ONE = Tree(files={"SKILL.md": b"one", "scripts/run.sh": b"echo"}, executable=frozenset({"scripts/run.sh"}))
TWO = Tree(files={"SKILL.md": b"two \x00\xff", "scripts/run.sh": b"echo"})
PLACE, LESSONS = "skills/rl-x", "lessons.md"

LESSON = Proposal(
    target="lesson",
    op=AddLesson(text="Run the tests first.", category="operational"),
    score=0.8,
    author="background",
    trigger="user_correction",
    reason="The user said so.",
    evidence=(Evidence(session=SESSION, event="e3", quote="run the tests"),),
    by="a model",
)
SKILL = Proposal(
    target="skill",
    op=CreateSkill(package=Package(name="rl-x", files=ONE.files, executable=ONE.executable)),
    score=0.9,
    author="person",
    evidence=(Evidence(session="codex:second", event="e1"), Evidence(session=SESSION, event="e2")),
    verified=True,
)
YES = Verdict(gate="score", passed=True, reason="0.8 is at least 0.7.", measured={"score": 0.8, "threshold": 0.7})
NO = Verdict(
    gate="safety",
    passed=False,
    reason="Two findings.",
    measured={"findings": 2, "worst": "high", "scripts": True},
    findings=(Finding("SKILL.md:3", "pipes a download into a shell"), Finding("", "too long")),
)


def about(*sessions: str, does: str = "update_skill", subject: str = "rl-x", proposal: int | None = None) -> About:
    """Who makes a change, and why."""
    return About(
        does=does,
        subject=subject,
        author="mechanical",
        by="a rule",
        why="because",
        proposal=proposal,
        sessions=sessions,
    )


def edit(before: Tree | None, after: Tree | None, path: str = PLACE) -> list[Edit]:
    """A change of one place."""
    return [Edit(path=path, before=before, after=after)]
