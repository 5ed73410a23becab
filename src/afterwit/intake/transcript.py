"""A transcript, read: what every reader has in common.

Readers say what stands in a file; here it becomes a story: events are numbered, results meet their calls, outcome and
purpose are decided, tokens are counted once. It is handed on in batches that each end at a line, with a bookmark, so
that a reading can stop anywhere and go on from there.
"""

from collections.abc import Iterator
from typing import cast

import msgspec

from afterwit.config import STATE_FOLDER
from afterwit.intake import outcome
from afterwit.intake.detect import Reader, Usage
from afterwit.intake.purpose import command_of, purpose_of
from afterwit.intake.source import Source
from afterwit.model.bookmark import Bookmark, OpenCall
from afterwit.model.event import Event, Purpose
from afterwit.model.phase import phase_of
from afterwit.model.session import REVIEW_MARK, Session

BATCH_EVENTS = 2000
BATCH_CHARACTERS = 1_000_000
OPEN_CALLS_KEPT = 1000
MESSAGES_KEPT = 32
COMMAND_LENGTH = 64 * 1024
MOST_TOKENS = 2**40
"""A message that claims more is not believed."""


class Batch(msgspec.Struct, kw_only=True):
    """Some events of one session, in order, and the place in the file after them."""

    session: Session
    events: list[Event]
    bookmark: Bookmark


def reopen(source: Source, reader: Reader, before: Bookmark) -> bool:
    """Go on where an earlier reading ended, if that can be done: the file only grew, and its lines stand alone."""
    grew = 0 < before.offset <= source.stamp()[0] and source.imprint(before.offset) == before.imprint
    if not (before.session and reader.resumable and grew) or source.compressed:
        return False
    source.start_at(before.offset, before.line)
    return True


def batches(source: Source, reader: Reader, bookmark: Bookmark, known: Session | None = None) -> Iterator[Batch]:
    """Read on from where the source stands; `known` is the session as it was told of before that."""
    stamp = source.stamp()
    story = _Story(known, bookmark) if known is not None else None
    several = False
    line = 0  # of the event told last
    for item in reader.read(source):
        if isinstance(item, Event):
            if story is None:
                continue
            if item.line != line and story.full:
                yield story.batch(source, source.line_start, source.line - 1)
            line = item.line
            story.tell(item)
        elif isinstance(item, Usage):
            if story is not None:
                story.count(item)
        elif story is None or (known is None and item.native_id != story.session.native_id):
            if story is not None:
                several = True
                yield story.batch(source, 0, 0)
            story, line = _Story(item, Bookmark(source=bookmark.source)), 0
        else:
            story.learn(item)
    if story is not None:
        yield story.last(source, stamp, several=several)


class _Story:
    """One session while it is being read."""

    def __init__(self, session: Session, bookmark: Bookmark) -> None:
        self.session = session
        # Plain numbers while events are told, millions of them; put into session and bookmark with each batch.
        self._events: list[Event] = []
        self._characters = 0
        self._count = bookmark.count
        self.bookmark = msgspec.structs.replace(
            bookmark,
            session=session.key,
            size=-1,
            modified=-1,
            calls=dict(bookmark.calls),
            tokens=dict(bookmark.tokens),
        )
        session.input_tokens, session.output_tokens = bookmark.input_tokens, bookmark.output_tokens
        self._told = session

    def learn(self, told: Session) -> None:
        """Take in what the reader has found out since; what was known first stays, but the model is the latest."""
        session, self._told = self.session, told
        session.model = told.model or session.model
        session.title = told.title or session.title
        session.project = session.project or told.project
        session.branch = session.branch or told.branch
        session.agent = session.agent or told.agent
        if session.origin == "person" and told.native_id == session.native_id:
            session.origin = told.origin
        if f"/{STATE_FOLDER}/" in f"{session.project}/".replace("\\", "/"):
            # Afterwit's own reviewers work inside its state folder.
            session.origin = "reviewer"

    @property
    def full(self) -> bool:
        """True where enough has been told for a batch."""
        return len(self._events) >= BATCH_EVENTS or self._characters >= BATCH_CHARACTERS

    def tell(self, event: Event) -> None:
        """Number an event, and pair it with its call."""
        self._events.append(event)
        self._characters += len(event.text)
        self._count = event.seq = self._count + 1
        kind = event.kind
        if kind == "tool_call":
            self._called(event)
        elif kind in {"tool_result", "refusal"}:
            self._answered(event)
        elif kind == "user":
            self._said(event.text)
            # What an agent says to its subagent the user has not said.
            if not event.agent:
                self.session.phase = phase_of(event.text) or self.session.phase

    def _said(self, text: str) -> None:
        said = text.strip()
        if not self.session.title and (" " in said or not said.startswith("/")):
            # All of it: it is shortened once it is redacted, for half a secret is not recognised as one.
            self.session.title = said
        if text.startswith(REVIEW_MARK):
            self.session.origin = "reviewer"

    def _called(self, call: Event) -> None:
        command = command_of(call)
        call.purpose = purpose_of(call, command)
        for value in (call.input or {}).values():
            if isinstance(value, str):
                self._characters += len(value)
        calls = self.bookmark.calls
        calls[call.native_id] = OpenCall(call.seq, call.tool, call.purpose, command[:COMMAND_LENGTH])
        if len(calls) > OPEN_CALLS_KEPT:
            del calls[next(iter(calls))]

    def _answered(self, result: Event) -> None:
        call = self.bookmark.calls.pop(result.native_id, None)
        command = ""
        if call is not None:
            result.answers = call.seq
            result.tool = call.tool
            result.purpose = cast("Purpose", call.purpose)
            command = call.command
        result.ok, result.why = outcome.decide(result, command)

    def count(self, usage: Usage) -> None:
        """Add a message's tokens; told again, only what is more than before."""
        session, bookmark, told = self.session, self.bookmark, self.bookmark.tokens
        before_read, before_written = told.pop(usage.message_id, (0, 0))
        read = max(before_read, min(usage.input_tokens, MOST_TOKENS))
        written = max(before_written, min(usage.output_tokens, MOST_TOKENS))
        session.input_tokens = bookmark.input_tokens = bookmark.input_tokens + read - before_read
        session.output_tokens = bookmark.output_tokens = bookmark.output_tokens + written - before_written
        told[usage.message_id] = (read, written)
        if len(told) > MESSAGES_KEPT:
            del told[next(iter(told))]

    def batch(self, source: Source, offset: int, line: int) -> Batch:
        """What has been told since the last batch, with the place after it."""
        self.learn(self._told)  # which the reader may have filled in since it told it
        here, session = self.bookmark, self.session
        here.count = self._count
        times = [event.at for event in self._events if event.at is not None]
        if times:
            session.started = min(times if session.started is None else [session.started, *times])
            session.finished = max(times if session.finished is None else [session.finished, *times])
        here.offset, here.line, here.imprint = offset, line, source.imprint(offset)
        bookmark = msgspec.structs.replace(here, calls=dict(here.calls), tokens=dict(here.tokens))
        batch = Batch(session=msgspec.structs.replace(session), events=self._events, bookmark=bookmark)
        self._events, self._characters = [], 0
        return batch

    def last(self, source: Source, stamp: tuple[int, int], *, several: bool) -> Batch:
        """The rest of it: the file has been read to its end, as it was at `stamp`."""
        self.bookmark.size, self.bookmark.modified = stamp
        if several:
            self.bookmark.session = ""
        return self.batch(source, source.offset, source.lines_before)
