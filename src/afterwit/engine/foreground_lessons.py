"""Lessons that an agent adds in its own turn: each rests on what the user said in the running session."""

from collections import deque
from collections.abc import Iterable, Sequence

import msgspec

from afterwit.engine.kernel import Kernel
from afterwit.engine.review_and_learn import LearnOutcome, learn_all
from afterwit.model.event import Event
from afterwit.model.learning import Caller
from afterwit.model.proposal import AddLesson, Category, Evidence, Proposal, Trigger
from afterwit.model.words import tokens

SURE = 0.8
"""The agent says so itself, about something that the user spoke of."""
LATELY = 20
"""So many messages back, what the user said counts as said lately."""
UNSURE = 0.6
"""Where it speaks of something else, nobody but the agent says so."""


class Told(msgspec.Struct, frozen=True, kw_only=True):
    """What an agent would have remembered."""

    text: str
    category: Category | None = None


def add_lessons(
    told: Iterable[Told], caller: Caller, kernel: Kernel, trigger: Trigger = "user_correction"
) -> LearnOutcome:
    """Have lessons judged and kept; each cites the latest that the user said and what the agent did then."""
    said, done = _latest(kernel, caller.session)
    return learn_all([_proposal(one, said, done, caller, trigger) for one in told], kernel.rooms)


def _proposal(told: Told, said: Sequence[Event], done: Event | None, caller: Caller, trigger: Trigger) -> Proposal:
    """The lesson, resting on the latest thing the user said that it is about, else on the latest they said."""
    about = next((event for event in reversed(said) if _is_about(told.text, event.text)), None)
    cited = (about or (said[-1] if said else None), done)
    return Proposal(
        target="lesson",
        op=AddLesson(text=told.text, category=told.category),
        score=UNSURE if about is None else SURE,
        author="background" if caller.reviewer else "foreground",
        trigger=trigger,
        reason="An agent noted it in its own turn.",
        evidence=tuple(Evidence(session=caller.session, event=event.id) for event in cited if event is not None),
        by=caller.agent,
    )


def _latest(kernel: Kernel, session: str) -> tuple[Sequence[Event], Event | None]:
    """What the user said lately to the main agent, and the latest that was done."""
    said = deque[Event](maxlen=LATELY)
    last: Event | None = None
    for event in kernel.log.events(session, kinds=("user", "refusal", "agent", "tool_call")) if session else ():
        if event.agent:
            continue
        if event.kind in {"user", "refusal"}:
            said.append(event)
        else:
            last = event
    return list(said), last


def _is_about(note: str, said: str) -> bool:
    return not set(tokens(note)).isdisjoint(tokens(said))
