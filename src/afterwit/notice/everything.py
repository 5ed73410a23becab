"""All detectors over one session: what in it deserves a look."""

from collections.abc import Callable, Iterator, Sequence

import msgspec
import re2

from afterwit.config import Notice
from afterwit.errors import ConfigError
from afterwit.model.event import Event
from afterwit.model.phase import phases_along
from afterwit.model.session import Session
from afterwit.model.signal import Correction, Signal
from afterwit.notice.attempts import Tried, attempts
from afterwit.notice.corrections import corrections
from afterwit.notice.recoveries import recoveries
from afterwit.notice.requests import requests
from afterwit.notice.routines import routines
from afterwit.notice.self_corrections import self_corrections
from afterwit.notice.surprises import surprises

OF_ATTEMPTS: tuple[Callable[[Session, Tried, Notice], Iterator[Signal]], ...] = (recoveries, surprises)
"""Detectors that look at what agents tried."""
OF_EVENTS: tuple[Callable[[Session, Sequence[Event], Notice], Iterator[Signal]], ...] = (
    corrections,
    requests,
    self_corrections,
    routines,
)
"""Detectors that look at everything."""
NOT_LEARNED_FROM = frozenset({"reviewer", "revoked"})
"""No review learns from a review, and nothing from what was taken back."""


def check(config: Notice) -> None:
    """Refuse settings that cannot work, all of them at once."""
    problems: list[str] = []
    options = re2.Options()
    options.log_errors = False  # the library would write to standard error by itself
    for name in ("corrections", "requests"):
        for pattern in getattr(config, name):
            try:
                re2.compile(pattern, options)
            except re2.error:
                problems.append(f"notice.{name}: {pattern} is no pattern; see the syntax of RE2")
    if problems:
        raise ConfigError(problems)


def noticed(session: Session, events: Sequence[Event], config: Notice) -> list[Signal]:
    """What every detector finds, in the order of the session, but for what happened in a phase that is left out."""
    if session.origin in NOT_LEARNED_FROM:
        return []
    tried = attempts(session.key, events)
    found = [signal for detector in OF_ATTEMPTS for signal in detector(session, tried, config)]
    found += [signal for detector in OF_EVENTS for signal in detector(session, events, config)]
    found = _told_once(found)
    if not found:
        return []
    phases = {event.id: phase for event, phase in phases_along(events, {*config.phases, *config.quiet_phases}) if phase}
    if phases:
        found = [msgspec.structs.replace(signal, phase=phases.get(signal.events[0], "")) for signal in found]
    learned = (signal for signal in found if _learned_from(signal.phase, config))
    return sorted(learned, key=lambda signal: (_place(signal), signal.sort, signal.about))


def _told_once(found: Sequence[Signal]) -> list[Signal]:
    """Of a request and a correction in one message the surer: they are one wish."""
    sorts = {"request", "correction", "skill_correction"}
    best: dict[tuple[str, str], Signal] = {}
    for signal in found:
        if signal.sort in sorts and signal.events:
            at = (signal.session, _spoken_at(signal))
            if at not in best or signal.confidence > best[at].confidence:
                best[at] = signal
    wishes = {signal.key for signal in best.values()}
    return [signal for signal in found if signal.sort not in sorts or signal.key in wishes]


def _spoken_at(signal: Signal) -> str:
    """The event in which the user spoke."""
    return signal.what.event if isinstance(signal.what, Correction) and signal.what.event else signal.events[0]


def _learned_from(phase: str, config: Notice) -> bool:
    return not phase or (phase in config.phases and phase not in config.quiet_phases)


def _place(signal: Signal) -> int:
    return int(signal.events[0][1:]) if signal.events else 0
