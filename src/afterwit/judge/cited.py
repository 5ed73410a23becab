"""What a proposal cites, as far as it is in the log, and what happened around it: calls with their results."""

from collections.abc import Iterator, Mapping, Sequence
from operator import itemgetter

import msgspec

from afterwit.model.event import Event
from afterwit.model.exit_code import exit_code
from afterwit.model.proposal import Proposal
from afterwit.model.remarks import says_wrong
from afterwit.model.step import Step
from afterwit.model.way import Way, kinship, ways_of
from afterwit.ports import View

CALLED_WITHIN = 8
"""How many events before a cited result its call usually is: no further look is needed where it is."""
ANSWERED_WITHIN = 64
"""How many events after a cited call its result is looked for."""
LEAST_KINSHIP = 0.6
"""From here on two ways may serve the same end."""
AKIN_WITHIN = 50
"""How many calls after a failure one that is not cited is compared with it."""
LONGEST_PLAIN_NAME = 5
LOOKED_AT = 2000
MOST_EVENTS = 2000
"""How many events of one session are looked at, the last ones."""


class Cited(msgspec.Struct, frozen=True, kw_only=True):
    """The events that a proposal cites, by session."""

    events: Mapping[str, Mapping[int, Event]]
    around: Mapping[str, Sequence[Event]]
    """By session, all events from the first cited one, or the call it answers, to the last and a little further; of
    very many the last ones."""
    steps: Mapping[str, Sequence[Step]]
    """By session, the calls from the first cited event to the last, with their results, in order."""

    @property
    def sessions(self) -> int:
        """How many sessions the evidence is from."""
        return len(self.events)

    def every(self) -> Iterator[tuple[str, Event]]:
        """Each cited event with its session."""
        for session, events in self.events.items():
            for event in events.values():
                yield session, event


def look_up(proposal: Proposal, view: View) -> Cited:
    """What a proposal cites, and what happened in between."""
    wanted: dict[str, set[int]] = {}
    for ref in proposal.evidence:
        wanted.setdefault(ref.session, set()).add(int(ref.event[1:]))
    cited: dict[str, dict[int, Event]] = {}
    around: dict[str, list[Event]] = {}
    for session, places in wanted.items():
        events, near = _look_up(session, places, view)
        if events:
            cited[session], around[session] = events, near
    steps = {session: _steps(session, events, around[session]) for session, events in cited.items()}
    return Cited(events=cited, around=around, steps=steps)


def _look_up(session: str, places: set[int], view: View) -> tuple[dict[int, Event], list[Event]]:
    """The events in these places, and all from the first of them to the last, in one go where they are not far apart.

    A call that a cited result answers is among them, and so is the result of a cited call.
    """
    start = max(min(places) - CALLED_WITHIN, max(places) - MOST_EVENTS)
    near = list(view.events(session, start, max(places) + ANSWERED_WITHIN))
    known = {event.seq: event for event in near}
    found = ((place, known.get(place) if place >= start else view.event(session, f"e{place}")) for place in places)
    events = {place: event for place, event in sorted(found, key=itemgetter(0)) if event is not None}
    if events:
        last = max(events)
        first = max(min(min(event.seq, event.answers or event.seq) for event in events.values()), last - MOST_EVENTS)
        if first < start:
            near = [*view.events(session, first, min(start - 1, last + ANSWERED_WITHIN)), *near]
        near = [event for event in near if first <= event.seq <= last + ANSWERED_WITHIN]
    return events, near


def _steps(session: str, cited: Mapping[int, Event], near: Sequence[Event]) -> list[Step]:
    """The calls between the first and the last cited event: a result brings its call, and a call its result."""
    last = max(cited)
    calls: dict[int, Event] = {}
    found: list[Step] = []
    wrong = set(_said_to_be_wrong(near))
    for event in near:
        if event.kind == "tool_call" and event.seq <= last:
            calls[event.seq] = event
        elif event.kind == "tool_result" and event.answers in calls:
            call = calls[event.answers]
            named = event.seq in cited or call.seq in cited
            if event.seq <= last or named:
                nothing = not exit_code(event.text)[1].strip()
                doubted = bool(event.ok) and (nothing or event.seq in wrong)
                found.append(Step(session=session, call=call, result=event, cited=named, doubted=doubted))
    return found


def _said_to_be_wrong(near: Sequence[Event]) -> Iterator[int]:
    """The results of which the agent said next, before another call, that they were not what was wanted."""
    last: dict[str, int] = {}
    for event in near:
        if event.kind == "tool_result":
            last[event.agent] = event.seq
        elif event.kind == "tool_call":
            last.pop(event.agent, None)
        elif event.kind in {"agent", "thought"} and event.agent in last and says_wrong(event.text):
            yield last[event.agent]


def recoveries(steps: Sequence[Step]) -> list[tuple[Step, Step]]:
    """Each failed attempt with the first later call about the same that worked: another, or the same after a change."""
    found: list[tuple[Step, Step]] = []
    heads = [ways_of(step)[1] for step in steps]
    for place, failed in enumerate(steps):
        if failed.result.ok is not False and not failed.doubted:
            continue
        changed = False
        worked: list[Step] = []
        for number, later in enumerate(steps[place + 1 :], place + 1):
            near = later.cited or number - place <= AKIN_WITHIN
            related = later.result.ok and (_related(failed, later) or (near and _akin(heads[place], heads[number])))
            if related and (later.does != failed.does or changed):
                worked.append(later)
                if later.cited:
                    break
            changed = changed or (later.result.ok is not False and (later.writes or later.cited))
        # What a proposal rests on goes before what merely came first.
        found += [(failed, next((later for later in worked if later.cited), worked[0]))] if worked else []
    return found


def _related(failed: Step, later: Step) -> bool:
    """Whether two calls are about the same, or the error of the first says to use the second."""
    if later.about & failed.about or (later.verifies and failed.verifies):
        return True
    tool = later.call.tool
    return not later.command and len(tool) >= LONGEST_PLAIN_NAME and tool in failed.result.text[:LOOKED_AT]


def _akin(failed: Sequence[Way], later: Sequence[Way]) -> bool:
    """Whether two calls may serve the same end."""
    return any(kinship(one, other) >= LEAST_KINSHIP for one in failed for other in later)


def folded(text: str) -> str:
    """The text with every run of white space as one space."""
    return " ".join(text.split())


def plural(number: int, noun: str) -> str:
    """A number with its noun."""
    return f"{number} {noun}{'' if number == 1 else 's'}"
