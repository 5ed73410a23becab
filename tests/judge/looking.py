"""A view made of what a test says: events by session, skills by name."""

from collections.abc import Sequence

from afterwit.adapters.in_memory_view import MemoryView
from afterwit.model.event import Event
from afterwit.model.package import Package
from afterwit.model.proposal import TARGETS, Author, CreateSkill, Evidence, Operation, Proposal, Target, UpdateSkill
from afterwit.model.skill import Skill

SESSION = "claude-code:one"


def seen(events: Sequence[Event] = (), skills: Sequence[Skill] = ()) -> MemoryView:
    """A project with one session and these skills."""
    return MemoryView(events={SESSION: numbered(events)}, skills=skills)


def numbered(events: Sequence[Event]) -> list[Event]:
    """The events in order, each result answering the call before it."""
    for number, event in enumerate(events, 1):
        event.seq = number
        if event.kind in {"tool_result", "refusal"} and event.answers is None:
            event.answers = number - 1
    return list(events)


def ran(command: str, output: str = "", *, ok: bool | None = True) -> list[Event]:
    """A command and its result."""
    call = Event(kind="tool_call", tool="Bash", input={"command": command})
    return [call, Event(kind="tool_result", tool="Bash", text=output, ok=ok)]


def said(text: str) -> list[Event]:
    """The user's words."""
    return [Event(kind="user", text=text)]


def asked(operation: Operation, *, author: Author = "background", events: int = 0) -> Proposal:
    """A proposal that cites the first and the last of so many events."""
    refs = {f"e{number}" for number in (1, events) if 1 <= number <= events}
    targets: list[Target] = [target for target, operations in TARGETS.items() if isinstance(operation, operations)]
    evidence = tuple(Evidence(session=SESSION, event=ref) for ref in sorted(refs))
    return Proposal(target=targets[0], op=operation, score=0.9, author=author, evidence=evidence)


def created(package: Package, *, author: Author = "background", events: int = 0) -> Proposal:
    """A proposal to create this skill."""
    return asked(CreateSkill(package=package), author=author, events=events)


def updated(package: Package, base: Package, *, author: Author = "background", events: int = 0) -> Proposal:
    """A proposal to update this skill."""
    return asked(UpdateSkill(package=package, base=base.digest()), author=author, events=events)
