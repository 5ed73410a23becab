"""Reading a transcript file the way the engine does, for tests."""

import json
from collections.abc import Iterable
from pathlib import Path

import msgspec

from afterwit.intake.detect import choose
from afterwit.intake.readers import READERS
from afterwit.intake.source import Findings, Source
from afterwit.intake.transcript import Batch, batches, reopen
from afterwit.model.bookmark import Bookmark
from afterwit.model.event import Event, Kind
from afterwit.model.session import Session

SESSIONS = Path(__file__).parent / "sessions"
"""One invented session a format, with every line type and trap that format is known for."""


class Reading(msgspec.Struct):
    """What one reading of a file gave."""

    host: str
    sessions: list[Session]
    """Each session as it stood at the end, in order."""
    events: list[Event]
    findings: Findings
    last: Batch | None

    def of(self, *kinds: Kind) -> list[Event]:
        """The events of these kinds, in order."""
        return [event for event in self.events if event.kind in kinds]

    def texts(self, *kinds: Kind) -> list[str]:
        """What the events of these kinds say, in order."""
        return [event.text for event in self.of(*kinds)]

    @property
    def session(self) -> Session:
        """The only session."""
        (session,) = self.sessions
        return session


def reading(path: Path, before: Batch | None = None) -> Reading:
    """Read a file; on from where `before` ended, if that can be done."""
    sessions: dict[str, Session] = {}
    events: list[Event] = []
    last: Batch | None = None
    with Source(path) as source:
        reader = choose(source, READERS)
        bookmark, known = Bookmark(source="x"), None
        if before is not None and reopen(source, reader, before.bookmark):
            bookmark, known = before.bookmark, before.session
        for batch in batches(source, reader, bookmark, known):
            sessions[batch.session.key] = batch.session
            events += batch.events
            last = batch
        return Reading(reader.host, list(sessions.values()), events, source.findings, last)


def read(path: Path) -> list[Event]:
    """All events of a file."""
    return reading(path).events


def session_of(name: str) -> Reading:
    """One of the invented sessions, read."""
    return reading(SESSIONS / name)


def written(path: Path, lines: Iterable[object]) -> Path:
    """A file with one JSON value a line."""
    path.write_text("".join(f"{json.dumps(line)}\n" for line in lines), encoding="utf-8")
    return path


def lines_of(name: str) -> list[dict[str, object]]:
    """The lines of one of the invented sessions, decoded."""
    return [json.loads(line) for line in (SESSIONS / name).read_text(encoding="utf-8").splitlines()]
