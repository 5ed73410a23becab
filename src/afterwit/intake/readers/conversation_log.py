"""Conversation logs of a chat agent: lines `TIME INBOUND: text` and `TIME OUTBOUND: text`, a file a day and party.

Brackets, a time zone, a level word and the party may stand in such a line or not; a line that does not begin like one
goes on with the message before. A party's number is not kept.
"""

import hashlib
from collections.abc import Iterator
from itertools import chain, islice

import msgspec

from afterwit.intake import log_lines, shapes
from afterwit.intake.detect import Head, Item
from afterwit.intake.source import Source
from afterwit.model.event import Event, Kind
from afterwit.model.session import Session
from afterwit.model.signal_sources import CONVERSATION_LOG
from afterwit.redact.matching import matching_at

LINES_LOOKED_AT = 20
OPENING = 8
"""The first exchange is looked for in so many messages."""
LONGEST_MESSAGE = 1_000_000
"""A message is broken after so many characters: what comes after is told as another one."""
MOST_PARTIES = 50
DIRECTIONS: dict[str, Kind] = {"INBOUND": "user", "OUTBOUND": "agent"}

_BEFORE = (
    log_lines.TIME
    + log_lines.SEPARATOR
    + rb"(?:[A-Za-z_][\w.]{0,60}[ \t]+-[ \t]+)?"
    + rb"(?:\[?(?:DEBUG|INFO|NOTICE|WARNING|WARN|ERROR)\]?"
    + log_lines.SEPARATOR
    + rb")?"
)
_NAMES = rb"[^\s:|{}\"]{1,64}(?:[ ][^\s:|{}\"]{1,64}){0,4}"
_PARTY = (
    rb"(?:[ \t]*\(([^)]{1,80})\)"
    rb"|[ \t]+(?:from[ \t]+|to[ \t]+)?((?:[a-z]{1,12}:)?\+?[0-9(][0-9 ().-]{3,24}[0-9])"
    rb"|[ \t]+(?:(?:from|to)[ \t]+(" + _NAMES + rb")|([^\s:|{}\"]{1,64})))?"
)
_message = matching_at(
    _BEFORE
    + rb"\[?(INBOUND|OUTBOUND)\]?(?:"
    + (_PARTY + rb"[ \t]*(:|\||[ \t]->?[ \t])[ \t]?")
    # Without any mark between the two, all that comes after the direction is the message.
    + rb"|[ \t]+|$)"
)
_other = matching_at(_BEFORE + rb"\[?([A-Z][A-Z_]{2,30})\]?[ \t]*[:|][ \t]?")

DIRECTION, MARK = 2, -2
"""Which groups of the pattern tell the direction, and the mark between it and the text."""


class _Message(msgspec.Struct):
    """One message while its lines are read."""

    line: int
    kind: Kind
    direction: str = ""
    time: str = ""
    at: int | None = None
    party: str = ""
    texts: list[str] = msgspec.field(default_factory=list[str])
    size: int = 0

    def add(self, text: str) -> None:
        self.texts.append(text)
        self.size += len(text) + 1

    @property
    def text(self) -> str:
        return "\n".join(self.texts)


class ConversationLog:
    """What was said between a chat agent and the people who write to it."""

    host = CONVERSATION_LOG
    resumable = False  # a message may go on in the next line, and the first exchange names the session

    def sniff(self, head: Head) -> bool:
        """The first line is a message, or half of the first lines are; unmarked, they go both ways."""
        lines = [line for line in head.lines if line.strip()][:LINES_LOOKED_AT]
        found = [log_lines.groups(_message, line) for line in lines]
        messages = [one for one in found if one is not None]
        if not (found and found[0]) and not log_lines.mostly(len(lines), len(messages)):
            return False
        return any(one[MARK] for one in messages) or {one[DIRECTION] for one in messages} == {*DIRECTIONS}

    def read(self, source: Source) -> Iterator[Item]:
        """Yield the session, named by its first exchange, and every message."""
        source.rewind()
        messages = _messages(source)
        opening = list(_up_to_an_answer(messages))
        yield Session(host=self.host, native_id=_name(opening))
        parties: dict[str, None] = {}
        for message in chain(opening, messages):
            if log_lines.is_number(message.party) and len(parties) < MOST_PARTIES:
                parties[message.party] = None
            yield _event(message, parties, source)


def _messages(source: Source) -> Iterator[_Message]:
    """The messages with all their lines."""
    open_message: _Message | None = None
    for line in log_lines.text_lines(source):
        begun = _begun(line, source.line)
        if open_message is not None and begun is None and open_message.size < LONGEST_MESSAGE:
            open_message.add(line.decode())
            continue
        if open_message is not None:
            yield open_message
        if begun is None:
            # Nothing to go on with: a heading, or the rest of a message that is too long.
            begun = msgspec.structs.replace(open_message or _Message(0, "system"), line=source.line, texts=[], size=0)
            begun.add(line.decode())
        open_message = begun
    if open_message is not None:
        yield open_message


def _begun(line: bytes, number: int) -> _Message | None:
    """The message that begins with this line, or the line that tells of something else; None where it goes on."""
    found = log_lines.groups(_message, line)
    if found is not None:
        time, zone, direction, *parties, _, text = found
        party = "".join(parties).strip()
        begun = _Message(number, DIRECTIONS[direction], direction, time, log_lines.moment(time, zone), party)
        begun.add(text)
        return begun
    other = log_lines.groups(_other, line)
    if other is None:
        return None
    time, zone, word, _ = other
    begun = _Message(number, "raw", word, time, log_lines.moment(time, zone))
    begun.add(line.decode())
    return begun


def _up_to_an_answer(messages: Iterator[_Message]) -> Iterator[_Message]:
    """The first messages, up to and including the first in the other direction."""
    first = ""
    for message in islice(messages, OPENING):
        yield message
        if message.direction in DIRECTIONS:
            first = first or message.direction
            if message.direction != first:
                return


def _name(opening: list[_Message]) -> str:
    """A name for the session that is the same wherever its file lies, and does not show whose it is."""
    told = [(one.direction, one.time, one.party, one.text) for one in opening]
    return hashlib.blake2b(msgspec.json.encode(told), digest_size=12).hexdigest()


def _event(message: _Message, parties: dict[str, None], source: Source) -> Event:
    text = log_lines.without_numbers(message.text, parties)
    if message.kind == "raw":
        source.findings.unknown[message.direction] += 1
        event = shapes.raw({"line": text}, message.direction)
    else:
        event = Event(kind=message.kind, text=text)
    event.line, event.at = message.line, message.at
    return event
