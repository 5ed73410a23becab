"""What happened around a user's message: what had been done, and what was done next."""

from collections.abc import Sequence
from hashlib import blake2b

from afterwit.model.event import Event
from afterwit.model.signal import Action
from afterwit.model.step import command_line

LONGEST_ACTION = 1000
"""Characters of a call that are kept."""
LONGEST_ARGUMENT = 200
FARTHEST = 400
"""Events after which a call or its result is no longer looked for."""
LONGEST_SAID = 400
"""Characters of the user's words that are kept."""


def digest(*parts: str) -> str:
    """A short name for what these say: the same wherever they are the same."""
    whole = "\n".join(parts).encode("utf-8", "surrogatepass")
    return blake2b(whole, digest_size=8).hexdigest()


def action(call: Event, result: Event | None) -> Action:
    """A call with its result."""
    return Action(call=call.id, result=result.id if result else "", tool=call.tool, text=what_was_done(call))


def what_was_done(call: Event) -> str:
    """The command line of a call, else its short arguments."""
    if command := command_line(call):
        return command[:LONGEST_ACTION]
    given = call.input or {}
    short = (
        f"{name}={value}"
        for name, value in given.items()
        if isinstance(value, str | int | float) and len(str(value)) <= LONGEST_ARGUMENT
    )
    return " ".join(short)[:LONGEST_ACTION]


def call_at(events: Sequence[Event], place: int, seq: int | None) -> Event | None:
    """The call of this number, looked for backwards from a place."""
    if seq is None:
        return None
    for at in range(place - 1, max(-1, place - FARTHEST), -1):
        if events[at].seq == seq:
            return events[at] if events[at].kind == "tool_call" else None
    return None


def next_action(events: Sequence[Event], place: int) -> Action | None:
    """What the main agent did next after a place, before the user spoke again."""
    call: Event | None = None
    for at in range(place + 1, min(len(events), place + FARTHEST)):
        event = events[at]
        if event.agent:
            continue
        if call is None:
            if event.kind == "user":
                return None
            if event.kind == "tool_call":
                call = event
        elif event.answers == call.seq and event.kind in {"tool_result", "refusal"}:
            return action(call, event)
    return action(call, None) if call else None
