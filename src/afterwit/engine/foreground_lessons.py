"""Lessons that an agent adds in its own turn: each rests on what the user said in the running session."""

from collections.abc import Iterable

import msgspec

from afterwit.engine.kernel import Kernel
from afterwit.engine.review_and_learn import LearnOutcome, learn_all
from afterwit.model.event import Event
from afterwit.model.learning import Caller
from afterwit.model.proposal import AddLesson, Category, Evidence, Proposal, Trigger
from afterwit.model.words import tokens

SURE = 0.8
"""The agent says so itself, about something that the user spoke of."""
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
    evidence = tuple(Evidence(session=caller.session, event=event.id) for event in (said, done) if event is not None)
    return learn_all(
        [
            Proposal(
                target="lesson",
                op=AddLesson(text=one.text, category=one.category),
                score=SURE if said is not None and _is_about(one.text, said.text) else UNSURE,
                author="background" if caller.reviewer else "foreground",
                trigger=trigger,
                reason="An agent noted it in its own turn.",
                evidence=evidence,
                by=caller.agent,
            )
            for one in told
        ],
        kernel.rooms,
    )


def _latest(kernel: Kernel, session: str) -> tuple[Event | None, Event | None]:
    """The latest thing the user said to the main agent, and the latest that happened."""
    said: Event | None = None
    last: Event | None = None
    for event in kernel.log.events(session, kinds=("user", "refusal", "agent", "tool_call")) if session else ():
        if not event.agent:
            said, last = (event, last) if event.kind in {"user", "refusal"} else (said, event)
    return said, last


def _is_about(note: str, said: str) -> bool:
    return not set(tokens(note)).isdisjoint(tokens(said))
