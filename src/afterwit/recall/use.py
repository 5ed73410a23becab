"""Was a skill used, and was it followed? Told from one session's events, by rule."""

from collections import defaultdict
from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from itertools import chain

import msgspec

from afterwit.model.event import Event
from afterwit.model.step import Step, steps_of
from afterwit.model.use import RANKS, Followed, Use
from afterwit.model.way import ways_of
from afterwit.recall.guided import Deed, Guide, Told, is_done, plain
from afterwit.recall.put_before import Place, places

MOST_EVIDENCE = 20
"""So many events are named; more show no more."""


_Deeds = dict[tuple[str, str], list[Deed]]
"""What each agent did, by the agent and the program, in order."""


class _Seen(msgspec.Struct, frozen=True):
    """What can be said of one skill before one agent."""

    followed: Followed
    events: tuple[int, ...] = ()


def uses(
    session: str, events: Sequence[Event], known: Collection[str], guide: Callable[[str], Guide | None]
) -> list[Use]:
    """The uses of these skills in a session, in its order; `guide` gives what a skill tells, None where it is gone."""
    together: dict[tuple[str, str], list[Place]] = defaultdict(list)
    for place in places(events, known):
        together[place.skill, place.agent].append(place)
    if not together:
        return []
    guides = {skill: told for skill in dict.fromkeys(skill for skill, _ in together) if (told := guide(skill))}
    deeds = _deeds(session, events, {agent for _, agent in together}, guides.values())
    found = [_use(session, where, guides[skill], deeds) for (skill, _), where in together.items() if skill in guides]
    return sorted(found, key=lambda use: (int(use.event[1:]), use.skill))


def _deeds(session: str, events: Sequence[Event], agents: Collection[str], guides: Iterable[Guide]) -> _Deeds:
    """What these agents did with the programs and tools that the guides name."""
    told = [
        *chain.from_iterable((*(way for part in guide.parts for way in part.ways), *guide.against) for guide in guides)
    ]
    programs = {plain(way.way.program) for way in told}
    found: _Deeds = defaultdict(list)
    for step in steps_of(session, events):
        call = step.call
        if call.agent not in agents or call.purpose == "skill_loaded" or step.result.kind != "tool_result":
            continue
        # Cheap first: most command lines need not be taken apart.
        if not any(program in step.command for program in programs) if step.command else call.tool not in programs:
            continue
        for way in ways_of(step)[0]:
            if plain(way.program) in programs:
                found[call.agent, plain(way.program)].append(Deed(step, way))
    return found


def _use(session: str, where: Sequence[Place], guide: Guide, deeds: _Deeds) -> Use:
    """What became of a skill: of what came after it was read, and after what told it without its being asked for."""
    reads = [place for place in where if place.how == "read"]
    first = (reads or where)[0]
    seen = [_after(reads[0], guide, deeds)] if reads else []
    if told := next((place for place in where if place.how == "disclosed" and _tells(place, guide)), None):
        after = _after(told, guide, deeds)
        # Nobody asked for it: that it was left alone says nothing.
        seen += [after] if after.followed in {"followed", "partially"} else []
    best = max(seen, key=lambda one: RANKS.index(one.followed), default=_Seen("unknown"))
    return Use(
        session=session,
        skill=first.skill,
        how=first.how,
        event=first.event,
        followed=best.followed,
        evidence=tuple(f"e{number}" for number in best.events),
        agent=first.agent,
        at=first.at,
        matched=any(not place.counted for place in reads),
    )


def _tells(place: Place, guide: Guide) -> bool:
    """Whether a disclosure itself says what to do: of a mere name nobody could have followed anything."""
    return any(way.text in place.text for part in guide.parts for way in part.ways)


def _after(place: Place, guide: Guide, deeds: _Deeds) -> _Seen:
    """Whether the guide was followed after a place."""
    if not guide.parts:
        return _warned_only(place, guide, deeds)
    wanted = [way for part in guide.parts for way in part.ways]
    done: dict[int, Step] = {}
    mistakes: dict[int, Step] = {}
    parts = 0
    needed = sum(part.needed for part in guide.parts)
    for part in guide.parts:
        tried = [step for way in part.ways for step in _doing(way, place, deeds)]
        failed = [step for step in tried if step.result.ok is False and guide.failed_the_same_way(step.result.text)]
        again = {step.seq for step in failed}
        mistakes |= {step.seq: step for step in failed}
        here = [step for step in tried if step.seq not in again]
        done |= {step.seq: step for step in here}
        parts += bool(here)
        needed -= bool(here) and part.needed
    mistakes |= {step.seq: step for step in _mistakes(place, guide, deeds, wanted) if step.seq not in done}
    shown = _events([*done.values(), *mistakes.values()])
    if not parts:
        return _Seen("not", shown)
    return _Seen("partially" if needed or mistakes else "followed", shown)


def _warned_only(place: Place, guide: Guide, deeds: _Deeds) -> _Seen:
    """A skill that only warns: what it warns of can be seen, that it was heeded cannot."""
    mistakes = list(_mistakes(place, guide, deeds, ()))
    return _Seen("not", _events(mistakes)) if mistakes else _Seen("unknown")


def _mistakes(place: Place, guide: Guide, deeds: _Deeds, wanted: Sequence[Told]) -> Iterator[Step]:
    """What was done although the skill warns of it; what is said to fail is no mistake where it worked."""
    for told in guide.against:
        for deed in _ways(told, place, deeds):
            excused = told.fails and deed.step.result.ok is True
            if not excused and is_done(told, deed) and not any(is_done(way, deed) for way in wanted):
                yield deed.step


def _doing(told: Told, place: Place, deeds: _Deeds) -> Iterator[Step]:
    return (deed.step for deed in _ways(told, place, deeds) if is_done(told, deed))


def _ways(told: Told, place: Place, deeds: _Deeds) -> Iterator[Deed]:
    """What the agent did after a place with the program that is told."""
    same = deeds.get((place.agent, plain(told.way.program)), ())
    return (deed for deed in same if deed.step.call.seq > place.seq)


def _events(steps: Sequence[Step]) -> tuple[int, ...]:
    numbers = {number for step in steps for number in (step.call.seq, step.result.seq)}
    return tuple(sorted(numbers)[:MOST_EVIDENCE])
