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
from afterwit.model.session import REVIEW_MARK, Session

BATCH_EVENTS = 2000
BATCH_CHARACTERS = 4_000_000
OPEN_CALLS_KEPT = 1000
MESSAGES_KEPT = 32
COMMAND_KEPT = 2000
TITLE_LENGTH = 100


class Batch(msgspec.Struct, kw_only=True):
    """Some events of one session, in order, and the place in the file after them."""

    session: Session
    events: list[Event]
    bookmark: Bookmark


def reopen(source: Source, reader: Reader, before: Bookmark) -> bool:
    """Go on where an earlier reading ended, if that can be done: the file only grew, and its lines stand alone."""
    grew = 0 < before.offset <= source.stamp()[0] and source.beginning(before.offset) == before.beginning
    if not (before.session and reader.resumable and grew) or source.compressed:
        return False
    source.start_at(before.offset, before.line)
    return True


def batches(source: Source, reader: Reader, bookmark: Bookmark, known: Session | None = None) -> Iterator[Batch]:
    """Read on from where the source stands; `known` is the session as it was told of before that."""
    size, modified = source.stamp()
    story = _Story(known, bookmark) if known is not None else None
    several = False
    for item in reader.read(source):
        if isinstance(item, Session):
            if story is None or (known is None and item.native_id != story.session.native_id):
                if story is not None:
                    several = True
                    yield story.batch(source, 0, 0)
                story = _Story(item, Bookmark(source=bookmark.source))
            else:
                story.learn(item)
        elif story is None:
            continue
        elif isinstance(item, Usage):
            story.count(item)
        else:
            if story.full and item.line != story.line:
                yield story.batch(source, source.line_start, source.line - 1)
            story.tell(item)
    if story is not None:
        story.bookmark.size, story.bookmark.modified = size, modified
        if several:
            story.bookmark.session = ""
        yield story.batch(source, source.offset, source.line - (source.findings.truncated_at == source.line))


class _Story:
    """One session while it is being read."""

    def __init__(self, session: Session, bookmark: Bookmark) -> None:
        self.session = session
        self.line = 0
        """The line of the event told last."""
        self._events: list[Event] = []
        self._characters = 0
        self.bookmark = msgspec.structs.replace(
            bookmark,
            session=session.key,
            size=-1,
            modified=-1,
            calls=dict(bookmark.calls),
            tokens=dict(bookmark.tokens),
        )
        if f"/{STATE_FOLDER}/" in f"{session.project}/":
            # Afterwit's own reviewers work inside its state folder.
            session.origin = "reviewer"

    def learn(self, told: Session) -> None:
        """Take in what the reader has found out since; what was known first stays, but the model is the latest."""
        session = self.session
        session.model = told.model or session.model
        session.title = told.title or session.title
        session.project = session.project or told.project
        session.branch = session.branch or told.branch
        session.agent = session.agent or told.agent
        if session.origin == "person":
            session.origin = told.origin

    @property
    def full(self) -> bool:
        """True where enough has been told for a batch."""
        return len(self._events) >= BATCH_EVENTS or self._characters >= BATCH_CHARACTERS

    def tell(self, event: Event) -> None:
        """Number an event, and pair it with its call."""
        session, bookmark = self.session, self.bookmark
        self._events.append(event)
        self._characters += len(event.text)
        self.line = event.line
        bookmark.count += 1
        event.seq = bookmark.count
        at = event.at
        if at is not None:
            if session.started is None or at < session.started:
                session.started = at
            if session.finished is None or at > session.finished:
                session.finished = at
        kind = event.kind
        if kind == "tool_call":
            self._called(event)
        elif kind in {"tool_result", "refusal"}:
            self._answered(event)
        elif kind == "user" and not session.title and event.text.strip():
            session.title = " ".join(event.text[: 4 * TITLE_LENGTH].split())[:TITLE_LENGTH]
            if event.text.startswith(REVIEW_MARK):
                session.origin = "reviewer"

    def _called(self, call: Event) -> None:
        call.purpose = purpose_of(call)
        calls = self.bookmark.calls
        calls[call.native_id] = OpenCall(call.seq, call.tool, call.purpose, command_of(call)[:COMMAND_KEPT])
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
        told = self.bookmark.tokens
        read, written = told.pop(usage.message_id, (0, 0))
        self.session.input_tokens += max(0, usage.input_tokens - read)
        self.session.output_tokens += max(0, usage.output_tokens - written)
        told[usage.message_id] = (max(read, usage.input_tokens), max(written, usage.output_tokens))
        if len(told) > MESSAGES_KEPT:
            del told[next(iter(told))]

    def batch(self, source: Source, offset: int, line: int) -> Batch:
        """What has been told since the last batch, with the place after it."""
        here = self.bookmark
        here.offset, here.line, here.beginning = offset, line, source.beginning(offset)
        bookmark = msgspec.structs.replace(here, calls=dict(here.calls), tokens=dict(here.tokens))
        batch = Batch(session=msgspec.structs.replace(self.session), events=self._events, bookmark=bookmark)
        self._events, self._characters = [], 0
        return batch
