"""Recoveries: an action failed, and a different one reached the same end.

Found by program, what it was told to do and what it worked on, within a window of calls of the same agent, across
retries. What failed because the work was not done yet (tests, types, a compiler, a merge) and was mended by writing is
none, and neither is what went by itself (the network), or what the user stopped.
"""

from collections.abc import Iterator, Sequence

import msgspec

from afterwit.config import Notice
from afterwit.model.fingerprint import fingerprint, template
from afterwit.model.session import Session
from afterwit.model.signal import Action, Recovery, Signal
from afterwit.model.way import Way, kinship
from afterwit.notice.attempts import Attempt, Tried
from afterwit.notice.changes import SURE, Signs, change, dangerous, names, quotes, sureness
from afterwit.notice.complaints import Obstacle, stopped
from afterwit.notice.remarks import explains

LEAST_KINSHIP = 0.6
BY_NAME = 0.8
"""How surely a tool that the error tells to use serves the same end."""
SAME_ATTEMPT = 0.9
PATTERNS = ("*", "...", "{", "?")
"""What makes a word stand for many."""
LONGEST_ACTION = 2000
_STOPPED = frozenset({"cancelled", "refused", "killed"})
_SET_UP = frozenset(
    """install add sync ci i restore init start up login trust fetch pull mkdir build configure setup bootstrap
    generate migrate unlock enable create activate""".split()  # noqa: SIM905 - words read best as text
)
"""What is done once so that other things work."""
_MENDED_BY_WRITING = frozenset[Obstacle]({"checks", "answer", "place", "own_code"})


class _Found(msgspec.Struct, kw_only=True):
    """A recovery while its attempts are being gathered."""

    failed: list[Attempt]
    worked: Attempt
    before: tuple[Attempt, ...] = ()


def recoveries(session: Session, tried: Tried, config: Notice) -> Iterator[Signal]:
    """What failed and then went another way, in the order in which it worked."""
    for own in tried.values():
        for found in _gathered(own, config.window):
            yield _signal(session, found)


def _gathered(own: Sequence[Attempt], window: int) -> Iterator[_Found]:
    """Failures of one agent with what then worked; those that ended in the same call are one."""
    ends: dict[int, _Found] = {}
    for place, failed in enumerate(own):
        result = failed.step.result
        if result.ok is not False or result.kind != "tool_result" or result.why in _STOPPED or stopped(result.text):
            continue
        found = _recovered(failed, own[place + 1 : place + 1 + window])
        if found is None:
            continue
        same = ends.setdefault(found.worked.number, found)
        if same is not found:
            same.failed.append(failed)
    yield from sorted(ends.values(), key=lambda found: found.worked.number)


def _recovered(failed: Attempt, later: Sequence[Attempt]) -> _Found | None:
    """The attempt that reached what a failed one did not: the first that surely does, else the one nearest to it."""
    wrote = False
    best: tuple[float, Attempt] | None = None
    for attempt in later:
        step = attempt.step
        if step.call.seq < failed.step.result.seq:
            continue  # called before the failure was known
        if step.result.ok is True and not attempt.asks and (failed.writes or not attempt.writes):
            if step.does == failed.step.does:
                # The same call works now: only what was done in between can tell why, and writing tells of the work.
                before = () if wrote else _set_up(failed, attempt, later)
                return _Found(failed=[failed], worked=attempt, before=before) if before and not best else None
            kin = max((kin for kin, _, _ in _pairs(failed, attempt)), default=0.0)
            if (
                kin >= LEAST_KINSHIP
                and (best is None or kin > best[0])
                and not (wrote and _by_writing(failed, attempt))
            ):
                best = (kin, attempt)
            if best and best[0] >= SAME_ATTEMPT:
                break
        wrote = wrote or (attempt.writes and step.result.ok is not False)
    if best is None:
        return None
    return _Found(failed=[failed], worked=best[1], before=_set_up(failed, best[1], later))


def _by_writing(failed: Attempt, worked: Attempt) -> bool:
    """Whether what was written in between may be what helped: the error names no word of the call."""
    if failed.obstacle in _MENDED_BY_WRITING:
        return True
    one, other = _pair(failed, worked)
    changed = change(failed, one, worked, other)
    # A script that speaks is no word that its complaint names.
    given = (word for word in one.operands if not failed.complaint.startswith(word))
    return not (names(failed.complaint, (*changed.removed, *given)) or names(failed.output, changed.added))


def _set_up(failed: Attempt, worked: Attempt, later: Sequence[Attempt]) -> tuple[Attempt, ...]:
    """What was done between two calls that are all but the same, and may be what made the second one work."""
    if not failed.heads or not worked.heads or not _same_call(failed.heads[-1], worked.heads[-1]):
        return ()
    kind = failed.obstacle
    between = [one for one in later if one.number < worked.number and one.step.result.ok and not one.writes]
    if not failed.step.command:
        wanted = failed.heads[0].pieces if kind == "rule" else frozenset[str]()
        return tuple(one for one in between if any(way.pieces & wanted for way in one.ways))[:1]
    if kind in {"checks", "own_code", "passing"}:
        return ()
    return tuple(one for one in between if any(not _SET_UP.isdisjoint((way.program, *way.verb)) for way in one.ways))[
        :1
    ]


def _same_call(one: Way, other: Way) -> bool:
    return (one.program, one.verb, one.options) == (other.program, other.verb, other.options)


def _pairs(failed: Attempt, worked: Attempt) -> Iterator[tuple[float, Way, Way]]:
    """The ways of two attempts that may correspond, with how surely they do."""
    line = failed.complaint
    for one in failed.voices(line):
        others = (
            *worked.heads,
            *(way for way in worked.ways if way.program == one.program and way not in worked.heads),
        )
        for other in others:
            kin = kinship(one, other)
            if not kin and not worked.step.command and other.program in line and len(other.program) > len("Edit"):
                kin = BY_NAME
            yield kin, one, other


def _pair(failed: Attempt, worked: Attempt) -> tuple[Way, Way]:
    """The two ways that correspond best, and of those the first that differ."""
    _, one, other = max(_pairs(failed, worked), key=lambda pair: (pair[0], pair[1].full != pair[2].full))
    return one, other


def _signal(session: Session, found: _Found) -> Signal:
    failed = max(found.failed, key=lambda attempt: SURE[attempt.obstacle])
    line, kind = failed.complaint, failed.obstacle
    one, other = _pair(failed, found.worked)
    if kind == "place" and any(_is_pattern(word) and word.removeprefix("./") in line for word in one.operands):
        kind = "usage"  # what is not there is no file: the program does not take patterns
    changed = change(failed, one, found.worked, other)
    named = names(line, changed.removed) or names(failed.output, changed.added) or quotes(line, changed)
    signs = Signs(
        way=changed.way or bool(found.before),
        named=named,
        told=explains(found.failed[-1]),
        attempts=len(found.failed),
        distance=found.worked.number - found.failed[-1].number,
        dangerous=any(dangerous(one, way) for way in (other, *_only_in(found.worked, failed))),
    )
    what = Recovery(
        failed=tuple(action_of(attempt) for attempt in found.failed),
        worked=action_of(found.worked),
        error=line,
        template=template(line, (*one.words, *other.operands)),
        failing=one.full,
        working=other.full,
        subject=one.named,
        first=tuple(action_of(attempt) for attempt in found.before),
        named=named,
        shell=bool(failed.step.command),
    )
    return Signal(
        session=session.key,
        sort="recovery" if named or kind != "answer" else "misleading_error",
        trigger="recovered_surprise",
        about=fingerprint(one.named, what.template),
        events=events_of(what),
        what=what,
        steps_wasted=found.worked.number - found.failed[0].number,
        confidence=sureness(kind, signs),
        at=found.worked.step.result.at,
        project=session.project,
        phase=session.phase,
    )


def _only_in(worked: Attempt, failed: Attempt) -> Iterator[Way]:
    """What else a line runs that the one that failed did not."""
    known = {way.full for way in failed.ways}
    return (way for way in worked.ways if way.full not in known)


def _is_pattern(word: str) -> bool:
    return any(sign in word for sign in PATTERNS)


def action_of(attempt: Attempt) -> Action:
    """What was done, as far as it may be told."""
    step = attempt.step
    given = step.command or ", ".join(f"{name}={value}" for name, value in (step.call.input or {}).items())
    return Action(
        call=step.call.id,
        result=step.result.id,
        tool=step.call.tool,
        text=given[:LONGEST_ACTION],
        words=attempt.heads[0].full if attempt.heads else (),
        shell=bool(step.command),
    )


def events_of(what: Recovery) -> tuple[str, ...]:
    """All events of a recovery, in order."""
    actions = (*what.failed, *what.first, what.worked)
    found = {event for action in actions for event in (action.call, action.result)}
    return tuple(sorted(found, key=lambda event: int(event[1:])))
