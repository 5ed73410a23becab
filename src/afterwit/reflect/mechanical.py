"""The mechanical proposer: what was noticed, as proposals with evidence, without a model.

Signals about the same thing, in one session or many, become one proposal, and each independent session makes it surer.
What nothing can be learned from stays a signal. Nothing is claimed that was not seen.
"""

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence

import msgspec

from afterwit.model import skill_document
from afterwit.model.package import Package
from afterwit.model.proposal import AddLesson, AnnotateSkill, CreateSkill, Evidence, Proposal, UpdateSkill
from afterwit.model.provenance import essence
from afterwit.model.signal import Correction, Recovery, Routine, Signal
from afterwit.model.skill_document import Draft, write
from afterwit.reflect import corrected, recovered, routine

DOUBT = 0.6
"""What is left of the doubt after one more session."""
LIFTED = 0.55
"""Below this a thing is of one case, and its return no proof of anything."""
MOST_SESSIONS = 8
"""So many sessions are cited; more prove no more."""
SUREST = 0.99


Asked = CreateSkill | UpdateSkill | AddLesson | AnnotateSkill
"""What a rule may ask for."""


class Known(msgspec.Struct, frozen=True, kw_only=True):
    """What is there already, as far as a proposer has to know."""

    prefix: str = "rl-"
    names: Collection[str] = ()
    """The names that are taken."""
    skills: Mapping[str, str] = msgspec.field(default_factory=dict[str, str])
    """By what a signal is about, the skill that there is for it."""
    body_bytes: int = 8000


class Idea(msgspec.Struct, frozen=True, kw_only=True):
    """A proposal, and the signals that it is made from."""

    proposal: Proposal
    signals: tuple[Signal, ...]


def propose(signals: Iterable[Signal], known: Known, routine_sessions: int = 3) -> Iterator[Idea]:
    """An idea for each thing that the signals are about, those with the most behind them first."""
    groups: dict[str, list[Signal]] = {}
    for signal in signals:
        groups.setdefault(signal.about, []).append(signal)
    rows = {about: distinct(group) for about, group in groups.items() if group[0].sort == "pattern"}
    kept = routine.chosen(rows, routine_sessions)
    names = set(known.names)
    ideas: list[Idea] = []
    for about, group in groups.items():
        if about in known.skills or (about in rows and about not in kept):
            continue
        found = _idea(distinct(group), msgspec.structs.replace(known, names=names))
        if found is not None:
            names.add(found.proposal.subject)
            ideas.append(found)
    return iter(sorted(ideas, key=lambda idea: -idea.proposal.score))


def strengthened(signals: Sequence[Signal], current: Package, known: Known) -> Idea | None:
    """A skill that waits, told anew with what was seen since; None where nothing changes, or somebody edited it."""
    group = distinct(signals)
    before = [signal for signal in group if signal.session in skill_document.read(current.text).sessions]
    if not before or len(before) == len(group) or not isinstance(group[0].what, Recovery):
        return None
    drafts = [recovered.draft(each, known.prefix, ()) for each in (before, group)]
    old, new = (None if each is None else _written(each, current.name, known) for each in drafts)
    if old is None or new is None or essence(old) != essence(current) or essence(new) == essence(current):
        return None
    op = UpdateSkill(package=new, base=current.digest())
    return Idea(proposal=_proposal(group, op, sureness(group)), signals=tuple(group))


def distinct(signals: Sequence[Signal]) -> list[Signal]:
    """The signals without those that were copied: a session that was forked tells what its parent told."""
    found: dict[object, Signal] = {}
    for signal in signals:
        copied = (signal.at, signal.sort, signal.steps_wasted, _text(signal))
        found.setdefault(copied if signal.at is not None else signal.key, signal)
    return list(found.values())


def sureness(signals: Sequence[Signal]) -> float:
    """How sure one may be of a thing that was seen in these places."""
    best = max(signal.confidence for signal in signals)
    if best < LIFTED:
        return best
    sessions = len({signal.session for signal in signals})
    return round(min(SUREST, 1 - (1 - best) * DOUBT ** (sessions - 1)), 2)


def _idea(group: Sequence[Signal], known: Known) -> Idea | None:
    first = group[0]
    match first.what:
        case Recovery():
            return _skill(group, recovered.draft(group, known.prefix, known.names), known)
        case Routine():
            return _skill(group, routine.draft(group, known.prefix, known.names), known)
        case Correction(skill=skill) if first.sort == "skill_correction" and skill in known.names:
            note = corrected.annotation(first.what)
            op = AnnotateSkill(name=skill, annotation=note)
            return Idea(proposal=_proposal(group, op, sureness(group)), signals=tuple(group))
        case Correction():
            lesson = corrected.lesson(first)
            return None if lesson is None else _lesson(group, lesson)


def _written(draft: Draft, name: str, known: Known) -> Package:
    return write(msgspec.structs.replace(draft, name=name), known.body_bytes)


def _skill(group: Sequence[Signal], draft: Draft | None, known: Known) -> Idea | None:
    if draft is None:
        return None
    op = CreateSkill(package=write(draft, known.body_bytes))
    return Idea(proposal=_proposal(group, op, sureness(group)), signals=tuple(group))


def _lesson(group: Sequence[Signal], lesson: AddLesson) -> Idea:
    return Idea(proposal=_proposal(group, lesson, sureness(group)), signals=tuple(group))


def _proposal(group: Sequence[Signal], op: Asked, score: float) -> Proposal:
    sessions = list(dict.fromkeys(signal.session for signal in group))[-MOST_SESSIONS:]
    cited = [signal for signal in group if signal.session in sessions]
    evidence = dict.fromkeys(ref for signal in cited for ref in _evidence(signal))
    return Proposal(
        target="lesson" if isinstance(op, AddLesson) else "skill",
        op=op,
        score=score,
        author="mechanical",
        trigger=group[0].trigger,
        reason=_reason(group),
        evidence=tuple(evidence),
        by=f"notice:{group[0].sort}",
    )


def _reason(group: Sequence[Signal]) -> str:
    """What was seen, in one line, with what makes it sure."""
    sessions = len({signal.session for signal in group})
    wasted = sum(signal.steps_wasted for signal in group)
    what = group[0].what
    seen = group[0].sort.replace("_", " ")
    if isinstance(what, Recovery):
        seen = recovered.in_short(what)
    elif isinstance(what, Routine):
        seen = ", then ".join(f"`{step}`" for step in routine.row_of(group[0]))
    told = f"{seen} ({sessions} session{'' if sessions == 1 else 's'}"
    return f"{told}, {wasted} call{'' if wasted == 1 else 's'} wasted)" if wasted else f"{told})"


def _evidence(signal: Signal) -> Iterator[Evidence]:
    what = signal.what
    quoted = what.failed[0].result if isinstance(what, Recovery) and len(what.failed) == 1 else ""
    for event in signal.events:
        quote = what.error if isinstance(what, Recovery) and event == quoted else ""
        yield Evidence(session=signal.session, event=event, quote=quote)


def _text(signal: Signal) -> str:
    match signal.what:
        case Recovery(failed=failed):
            return failed[0].text
        case Correction(said=said):
            return said
        case Routine(actions=actions):
            return "\n".join(action.text for action in actions)
