"""The running session: its transcript is read on while the agent works, so that what it cites can be found."""

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from pathlib import Path

from afterwit.engine.kernel import Kernel
from afterwit.engine.reading import Intake, read_sessions, session_of
from afterwit.model.event import Event
from afterwit.model.learning import Ref, SeenSession
from afterwit.model.step import texts

LATEST = 5
"""So many sessions that hooks told of may be meant where none is named: several may run in one project."""
AT_WORK = 30 * 60 * 1000
"""Milliseconds within which a session has told of itself that is still at work."""
SHOWN = frozenset({"user", "agent", "tool_call", "tool_result", "refusal", "error"})
"""What an agent may want to cite."""
LONGEST_ID = 200
_EVENT = re.compile(r"e[1-9][0-9]{0,9}")

Transcripts = Callable[[], Iterable[Path]]
"""The transcripts of this project on this machine, the latest first: looked up only where no hook told of any."""


class Live:
    """Finds the session that an agent works in, and its events."""

    def __init__(self, intake: Intake, kernel: Kernel, transcripts: Transcripts) -> None:
        self._intake = intake
        self._kernel = kernel
        self._transcripts = transcripts
        self._native: dict[str, _NativeIds] = {}

    def catch_up(self, session: str = "", agent: str = "") -> str:
        """Read the running session on, and give its key; empty where none is known.

        One that is named is meant, by its key, its host's own id or the beginning of that. Else it is one of this
        agent's that has not ended, the one that a hook told of last; else the latest of this project's transcripts.
        """
        for path in self._files(session, agent):
            if key := self._read(path):
                return key
        return self._stored(session) if session else ""

    def at_work(self, agent: str) -> list[str]:
        """The sessions of an agent that were heard of just now and have not ended, by the host's own ids."""
        since = self._kernel.clock() - AT_WORK
        told = self._kernel.turns.sessions(limit=2 * LATEST)
        return [seen.session for seen in told if seen.agent == agent and not seen.ended and seen.at >= since]

    def resolve(self, ref: str, session: str) -> tuple[Ref, Event] | None:
        """The event that an agent cites, by our id within its session or by the host's own id of a call or a line.

        A host's own id says itself where it belongs: it is looked for in the session, then in the others that run.
        """
        if len(ref) > LONGEST_ID:
            return None
        if is_ours(ref):
            return self._at(session, int(ref[1:]))
        for key in (session, *self._others(session)):
            ids = self._native.setdefault(key, _NativeIds())
            if (seq := ids.find(ref, self._kernel, key)) is not None:
                return self._at(key, seq)
        return None

    def events(self, session: str, query: str = "", last: int = 30) -> list[Event]:
        """The latest events of a session that could be cited; with a query, those that have all of its words.

        A call and its result are one thing to whoever looks for either.
        """
        words = query.casefold().split()
        every = list(self._kernel.log.events(session, kinds=SHOWN))
        fitting = [event for event in every if _has(event, words)]
        wanted = {event.seq for event in fitting} | {event.answers for event in fitting}
        found = [event for event in every if event.seq in wanted or event.answers in wanted - {None}]
        return found[-last:] if last > 0 else []

    def _at(self, session: str, seq: int) -> tuple[Ref, Event] | None:
        found = next(self._kernel.log.events(session, first=seq, last=seq), None)
        return None if found is None else (Ref(session, found.id), found)

    def _files(self, session: str, agent: str) -> Iterator[Path]:
        """Where the transcript may lie, the likeliest first."""
        told = self._kernel.turns.sessions(limit=0 if session else 2 * LATEST)
        meant = [seen for seen in told if not session or _named(seen, session)]
        # They come the latest first, and a sort keeps that order among equals.
        meant.sort(key=lambda seen: (seen.ended, bool(agent) and seen.agent != agent))
        yield from (Path(seen.transcript) for seen in meant if seen.transcript)
        if not meant:
            for path in self._transcripts():
                if not session or session.rpartition(":")[2] in path.name:
                    yield path

    def _others(self, session: str) -> Iterator[str]:
        """The other sessions that may be running, each read on before it is given."""
        for seen in self._kernel.turns.sessions(limit=LATEST):
            if seen.transcript and (key := self._read(Path(seen.transcript))) and key != session:
                yield key

    def _read(self, path: Path) -> str:
        """Read a transcript on; the key of its session, the last one where it has several."""
        if not path.is_file():
            return ""
        read = next(read_sessions([path], self._intake))
        return read.sessions[-1].key if read.sessions else session_of(path, self._intake)

    def _stored(self, session: str) -> str:
        """A session that has been read before, and whose transcript is elsewhere or gone."""
        known: Sequence[str] = [stored.session.key for stored in self._kernel.log.sessions()]
        exact = [key for key in known if session in {key, key.partition(":")[2]}]
        return (exact or [""])[0]


class _NativeIds:
    """The events of one session by the host's own ids, read on as it grows: an agent cites many at once."""

    def __init__(self) -> None:
        self._places: dict[str, int] = {}
        self._last = 0

    def find(self, ref: str, kernel: Kernel, session: str) -> int | None:
        for event in kernel.log.events(session, first=self._last + 1):
            for name in (event.native_id, event.line_id):
                if name:
                    self._places.setdefault(name, event.seq)
            self._last = event.seq
        return self._places.get(ref)


def is_ours(ref: str) -> bool:
    """Whether an event is cited by our id, which every session has, and not by one of its host's."""
    return _EVENT.fullmatch(ref) is not None


def _named(seen: SeenSession, session: str) -> bool:
    bare = session.rpartition(":")[2]
    return bool(bare) and (seen.session == bare or seen.session.startswith(bare))


def _has(event: Event, words: Sequence[str]) -> bool:
    if not words:
        return True
    told = " ".join((event.text, event.tool, event.native_id, event.kind, *texts(event.input))).casefold()
    return all(word in told for word in words)
