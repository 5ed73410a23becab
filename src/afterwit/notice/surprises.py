"""Surprises: a call succeeded and gave nothing where something was to be shown, and was then made differently."""

from collections.abc import Iterator

from afterwit.config import Notice
from afterwit.model.fingerprint import fingerprint
from afterwit.model.session import Session
from afterwit.model.signal import Recovery, Signal
from afterwit.model.way import Way, kinship
from afterwit.notice.attempts import Attempt, Tried
from afterwit.notice.complaints import body_of
from afterwit.notice.recoveries import action_of, events_of
from afterwit.notice.remarks import explains, of_the_work

SHOWS = frozenset({"view", "show", "logs", "describe", "info", "inspect"})
"""Verbs that show one thing: nothing is hardly ever the answer."""
LISTS = frozenset({"list", "get", "search", "ls", "api", "query"})
"""Verbs that may well find nothing."""
SURE_OF_SHOWING, SURE_OF_LISTING = 0.7, 0.55
LEAST_KINSHIP, SAME_CALL = 0.7, 0.9
NOTHING = frozenset({"", "[]", "{}", "null", "none", "(no output)", "undefined"})
LONGEST_HEADER = 400
"""A longer result is not nothing, whatever a host writes around it."""
TEMPLATE = "succeeds, and gives nothing"


def surprises(session: Session, tried: Tried, config: Notice) -> Iterator[Signal]:
    """Calls that gave nothing, each with the first one to the same end that gave something."""
    for own in tried.values():
        told: set[str] = set()
        for place, empty in enumerate(own):
            nothing = _shows_nothing(empty)
            way = nothing or _said_to_be_wrong(empty)
            if way is None:
                continue
            for later in own[place + 1 : place + 1 + config.window]:
                other = _answers(way, empty, later, LEAST_KINSHIP if nothing else SAME_CALL)
                if other is not None:
                    found = _signal(session, empty, later, way, other)
                    if found.about not in told:
                        told.add(found.about)
                        yield found
                    break


def _shows_nothing(attempt: Attempt) -> Way | None:
    result = attempt.step.result
    if result.ok is not True or len(result.text) > LONGEST_HEADER or not attempt.step.command:
        return None
    if body_of(result.text).casefold() not in NOTHING or len(attempt.ways) != 1:
        return None  # a filter behind it may have dropped everything, which is an answer
    way = attempt.ways[0]
    return way if way.verb and way.verb[-1] in SHOWS | LISTS else None


def _said_to_be_wrong(attempt: Attempt) -> Way | None:
    """The way that the agent itself calls wrong, though nothing says that it failed; searching is no such way."""
    if not attempt.step.command or attempt.step.result.ok is not True or not explains(attempt) or attempt.asks:
        return None
    return None if of_the_work(attempt) else next((way for way in attempt.heads if not way.looks), None)


def _answers(way: Way, empty: Attempt, later: Attempt, least: float) -> Way | None:
    """The way by which a later call gave what was missing."""
    step = later.step
    if step.result.ok is not True or step.does == empty.step.does or step.call.seq < empty.step.result.seq:
        return None
    if body_of(step.result.text).casefold() in NOTHING:
        return None
    return next((other for other in later.heads if kinship(way, other) >= least), None)


def _signal(session: Session, empty: Attempt, later: Attempt, way: Way, other: Way) -> Signal:
    what = Recovery(
        failed=(action_of(empty),),
        worked=action_of(later),
        error="",
        template=TEMPLATE,
        failing=way.full,
        working=other.full,
        subject=way.named,
    )
    return Signal(
        session=session.key,
        sort="surprise",
        trigger="recovered_surprise",
        about=fingerprint(f"{way.named} {' '.join(sorted(way.options))}", TEMPLATE),
        events=events_of(what),
        what=what,
        steps_wasted=later.number - empty.number,
        confidence=SURE_OF_LISTING if way.verb and way.verb[-1] in LISTS else SURE_OF_SHOWING,
        at=later.step.result.at,
        project=session.project,
        phase=session.phase,
    )
