"""One session's events in order: from the log, or straight from a file."""

from collections.abc import Iterable, Iterator
from itertools import groupby
from pathlib import Path

import msgspec

from afterwit.config import Config
from afterwit.engine.wire import cache_folder
from afterwit.errors import NotFound
from afterwit.intake.cleanse import cleanse
from afterwit.intake.detect import Reader, choose
from afterwit.intake.readers import READERS
from afterwit.intake.source import Source
from afterwit.intake.transcript import Batch, batches
from afterwit.model.bookmark import Bookmark
from afterwit.model.event import Event
from afterwit.model.session import Session
from afterwit.ports import EventLog
from afterwit.redact import Redactor

SESSIONS_NAMED = 4


class Timeline(msgspec.Struct):
    """A session and its events, read as they are asked for."""

    session: Session
    events: Iterable[Event]


def of_session(name: str, log: EventLog) -> Timeline:
    """The stored session whose key or own id is, or begins with, `name`."""
    known = [stored.session for stored in log.sessions()]
    exact = [session for session in known if name in {session.key, session.native_id}]
    found = exact or [one for one in known if one.key.startswith(name) or one.native_id.startswith(name)]
    if not found:
        message = f"There is no session or file {name}: `afterwit sessions` lists the sessions."
        raise NotFound(message)
    if len(found) > 1:
        # A subagent's id begins with that of the session that started it.
        found = [one for one in found if all(one.parent != other.native_id for other in found)]
    if len(found) > 1:
        some = ", ".join(session.key for session in found[:SESSIONS_NAMED])
        message = f"{name} is the beginning of {len(found)} sessions ({some} …): write more of it."
        raise NotFound(message)
    return Timeline(found[0], log.events(found[0].key))


def of_file(path: Path, config: Config) -> Iterator[Timeline]:
    """The sessions in a transcript file, redacted as they would be stored, and stored nowhere.

    Each timeline is to be used up before the next is asked for: the file is read as they are.
    """
    with Source(path, max_line_bytes=config.intake.max_line_bytes) as source:
        reader = choose(source, READERS)
        for _, group in groupby(_cleansed(source, reader, config), key=lambda batch: batch.session.key):
            yield _timeline(group)


def _timeline(group: Iterator[Batch]) -> Timeline:
    first = next(group)
    timeline = Timeline(first.session, ())

    def events() -> Iterator[Event]:
        yield from first.events
        for batch in group:
            # What is known of a session grows while it is read.
            timeline.session = batch.session
            yield from batch.events

    timeline.events = events()
    return timeline


def _cleansed(source: Source, reader: Reader, config: Config) -> Iterator[Batch]:
    key, redactor = "", Redactor()
    for batch in batches(source, reader, Bookmark(source="")):
        if batch.session.key != key:
            key, redactor = batch.session.key, Redactor(personal=config.redact.personal, cache_folder=cache_folder())
        yield cleanse(batch, redactor)
