"""The phases of work: a user begins one with a slash command, and it lasts until another one begins."""

from collections.abc import Collection, Iterable, Iterator
from types import MappingProxyType

from afterwit.model.event import Event

COMMANDS = MappingProxyType(
    {
        "/implement": "implement",
        "/review-sprint": "review",
        "/review": "review",
        "/audit-sprint": "audit",
        "/audit": "audit",
        "/deploy-production": "deploy",
        "/deploy": "deploy",
        "/ride": "ride",
        "/plan-and-analyze": "plan",
        "/plan": "plan",
        "/architect": "architect",
        "/sprint-plan": "sprint-plan",
    }
)
"""The commands that begin a phase."""

WRAPPED = ("<command-name>", "<command-message>")
"""A message that begins so holds a command in the markup that a host makes of it."""
NAME = WRAPPED[0]
HEAD = 200
"""A command is found within so many characters or not at all: messages can be of any length."""


def phase_of(text: str, known: Collection[str] = ()) -> str:
    """The phase that a user's message begins, one of ours or of those known by their names; empty where none is."""
    head = text[:HEAD]
    if "/" not in head:
        return ""
    head = head.lstrip()
    if head.startswith(WRAPPED):
        head = head.partition(NAME)[2].partition("</")[0].lstrip()
    if not head.startswith("/"):
        return ""
    command = head.split(None, 1)[0]
    return COMMANDS.get(command) or (command[1:] if command[1:] in known else "")


def phases_along(events: Iterable[Event], known: Collection[str] = ()) -> Iterator[tuple[Event, str]]:
    """Every event of a session with the phase it happened in: empty until the user begins one.

    `known` are the names of more phases; each begins with a command of its name.
    """
    phase = ""
    for event in events:
        # What an agent says to its subagent the user has not said.
        if event.kind == "user" and not event.agent:
            phase = phase_of(event.text, known) or phase
        yield event, phase
