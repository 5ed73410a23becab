"""Signals in memory: for a dry run of a project that has none yet, and for tests."""

from collections.abc import Iterable, Sequence
from itertools import count

import msgspec

from afterwit.model.signal import Signal


class _Kept(msgspec.Struct):
    """A signal, and how it came to be here."""

    signal: Signal
    number: int
    """Its place among all that came."""
    judged: bool = False


class MemorySignals:
    """Keeps what was noticed for as long as the process lasts."""

    def __init__(self) -> None:
        self._numbers = count()
        self._sessions: dict[str, dict[str, _Kept]] = {}
        self._seen: dict[str, int] = {}

    def put(self, session: str, found: Sequence[Signal], events: int = 0) -> int:
        """Make these the signals of a session; say how many are new."""
        had = self._sessions.get(session, {})
        now: dict[str, _Kept] = {}
        for key, signal in {signal.key: signal for signal in found}.items():
            before = had.get(key)
            now[key] = (
                _Kept(signal, next(self._numbers)) if before is None else msgspec.structs.replace(before, signal=signal)
            )
        self._sessions[session] = now
        self._seen[session] = events
        return len(now.keys() - had.keys())

    def seen(self) -> dict[str, int]:
        """How many events of each session had been looked at."""
        return dict(self._seen)

    def queued(self) -> list[Signal]:
        """Those that have not been judged, in the order in which they came."""
        return [kept.signal for kept in self._as_they_came() if not kept.judged]

    def about(self, subjects: Iterable[str]) -> list[Signal]:
        """All signals about these things, judged or not, in the order in which they came."""
        wanted = set(subjects)
        return [kept.signal for kept in self._as_they_came() if kept.signal.about in wanted]

    def of(self, session: str) -> list[Signal]:
        """The signals of a session, in its order."""
        return [kept.signal for kept in self._sessions.get(session, {}).values()]

    def settle(self, judged: Iterable[Signal]) -> None:
        """These have been judged."""
        for signal in judged:
            if kept := self._sessions.get(signal.session, {}).get(signal.key):
                kept.judged = True

    def forget(self, session: str) -> int:
        """Erase what was noticed in a session; say how many those were."""
        self._seen.pop(session, None)
        gone = self._sessions.pop(session, {})
        same = {kept.signal.about for kept in gone.values()}
        for kept in self._as_they_came():
            kept.judged = kept.judged and kept.signal.about not in same
        return len(gone)

    def _as_they_came(self) -> list[_Kept]:
        every = (kept for session in self._sessions.values() for kept in session.values())
        return sorted(every, key=lambda kept: kept.number)
