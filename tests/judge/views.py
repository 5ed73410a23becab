"""A story that gates are asked about: a build that failed, was looked into, mended and seen to work."""

from collections.abc import Sequence

from afterwit.adapters.in_memory_view import MemoryView
from afterwit.model.event import Event, Kind, Purpose
from afterwit.model.package import Package, State
from afterwit.model.proposal import AddLesson, Author, CreateSkill, Evidence, Proposal, Trigger
from afterwit.model.skill import Skill

SESSION = "claude-code:one"

BODY = """# Durable consumers

## Situation
JetStream messages are lost when the consumer process restarts.

## Guidance
1. Create the consumer with a durable name.
2. Acknowledge each message: `nats consumer add ORDERS --durable worker`

## Verification
Restart the process; `pytest tests/queue` passes.
"""
DESCRIPTION = "Keep NATS consumers alive. Use when JetStream loses messages after a consumer restarts."


def package(name: str = "rl-nats-durable", description: str = DESCRIPTION, body: str = BODY) -> Package:
    """A skill's files."""
    text = f"---\nname: {name}\ndescription: {description}\n---\n\n{body}"
    return Package(name=name, files={"SKILL.md": text.encode()})


def skill(package: Package, state: State = "active") -> Skill:
    """A skill of the book."""
    return Skill(package=package, state=state, source="learned")


def call(seq: int, tool: str, purpose: Purpose = "", **given: object) -> Event:
    """A tool call."""
    return Event(seq=seq, kind="tool_call", tool=tool, input=dict(given), purpose=purpose)


def result(seq: int, answers: int, text: str = "", *, ok: bool | None = True, purpose: Purpose = "") -> Event:
    """What came of it."""
    return Event(seq=seq, kind="tool_result", answers=answers, text=text, ok=ok, purpose=purpose)


def said(seq: int, text: str, kind: Kind = "user") -> Event:
    """Words."""
    return Event(seq=seq, kind=kind, text=text)


STORY = (
    said(1, "The queue loses messages, please mend it."),
    call(2, "Bash", "verification", command="pytest tests/queue"),
    result(3, 2, "FAILED tests/queue\n  messages lost", ok=False, purpose="verification"),
    call(4, "Read", file_path="src/queue.py"),
    result(5, 4, "consumer = subscribe()"),
    call(6, "Edit", "file_write", file_path="src/queue.py", new_string="subscribe(durable='worker')"),
    result(7, 6, "edited", purpose="file_write"),
    call(8, "Bash", "verification", command="pytest tests/queue"),
    result(9, 8, "3 passed", purpose="verification"),
    said(10, "It works now.", "agent"),
)


def view(
    events: Sequence[Event] = STORY, skills: Sequence[Skill] = (), notes: str = "", session: str = SESSION
) -> MemoryView:
    """A project with one session."""
    return MemoryView(events={session: events}, skills=skills, notes=notes)


def refs(*events: str, session: str = SESSION) -> tuple[Evidence, ...]:
    """What is cited, without quotes."""
    return tuple(Evidence(session=session, event=event) for event in events)


def proposal(  # noqa: PLR0913 - all that a test may want to be other
    made: Package | None = None,
    evidence: Sequence[Evidence] = refs("e3", "e6", "e9"),
    *,
    score: float = 0.9,
    author: Author = "background",
    trigger: Trigger = "",
    verified: bool = False,
) -> Proposal:
    """A new skill, proposed."""
    op = CreateSkill(package=made or package())
    return Proposal(
        target="skill",
        op=op,
        score=score,
        author=author,
        trigger=trigger,
        evidence=tuple(evidence),
        verified=verified,
    )


def lesson(evidence: Sequence[Evidence] = (), *, author: Author = "background", trigger: Trigger = "") -> Proposal:
    """A lesson, proposed."""
    op = AddLesson(text="Restart the worker after a change.")
    return Proposal(target="lesson", op=op, score=0.9, author=author, trigger=trigger, evidence=tuple(evidence))
