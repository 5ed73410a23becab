"""Output of a polling loop: log lines with a level, in the forms of Python's logging; only what went wrong is told.

`LEVEL:name:message`, `TIME [LEVEL] message`, `TIME - name - LEVEL - message` and the like. A traceback, and whatever
else is indented, belongs to the line above it. Lines of lower levels and plain output are passed over.
"""

import hashlib
from collections.abc import Iterator

import msgspec

from afterwit.intake import log_lines
from afterwit.intake.detect import Head, Item
from afterwit.intake.source import BYTE_ORDER_MARK, Source
from afterwit.model.event import Event
from afterwit.model.session import Session
from afterwit.model.signal_sources import POLLER_ERROR, POLLER_LOG, POLLER_WARNING, told
from afterwit.redact.matching import matching_at

ERRORS = frozenset({"ERROR", "CRITICAL", "FATAL", "EXCEPTION"})
WARNINGS = frozenset({"WARNING", "WARN"})
TRACEBACK = b"Traceback (most recent call last):"
CHAINED = (
    TRACEBACK,
    b"During handling of the above exception",
    b"The above exception was the direct cause",
)
"""Lines at the margin after which a traceback goes on."""
ORPHAN = b'File "'
"""An indented line that begins so, with nothing above it: the reading before this one ended within a traceback."""
LOUD = (b"ERROR", b"WARN", b"CRITICAL", b"FATAL", b"EXCEPTION", TRACEBACK, ORPHAN)
"""Without one of these a line begins nothing."""
LONGEST_ENTRY = 64 * 1024
"""Characters that are kept of one error with its traceback."""
LINES_IN_NAME = 20

_LEVEL = rb"(CRITICAL|FATAL|EXCEPTION|ERROR|WARNING|WARN|NOTICE|INFO|DEBUG|TRACE)"
_END = rb"(?:[ \t]*[-|:]+[ \t]*|[ \t]+|$)"
_NAMES = rb"(?:\[[^\]]{1,80}\]" + log_lines.SEPARATOR + rb"|[\w./-]{1,80}(?:[ \t]+[-|][ \t]+|:[ \t]*)){0,3}"

_timed = matching_at(
    log_lines.TIME
    + log_lines.SEPARATOR
    + rb"(?:"
    + (_NAMES + rb"\[?" + _LEVEL + rb"\]?" + _END)
    + rb"|[\w./-]{1,80}[ \t]+(?:\["
    + (_LEVEL + rb"\][ \t]*[-|:]?[ \t]*|" + _LEVEL + rb"[ \t]*:[ \t]*))")
)
_timeless = matching_at(
    rb"(?:\[?[0-9]{2}:[0-9]{2}:[0-9]{2}(?:[.,][0-9]{1,9})?\]?[ \t]+)?(?:"
    + (_LEVEL + rb":[^:\s]{1,100}:[ \t]*")
    + (rb"|\[" + _LEVEL + rb"\][ \t]*[-|:]?[ \t]*")
    + (rb"|" + _LEVEL + rb"[ \t]*(?::|[ \t][-|])[ \t]+)")
)

_Parsed = tuple[int | None, str, str]


class _Entry(msgspec.Struct):
    """A line that tells of something, and what belongs to it."""

    line: int
    start: int
    word: str
    at: int | None
    texts: list[str]
    size: int = 0
    bare: bool = False
    """A traceback with no log line above it."""
    unwinding: bool = False
    """Within a traceback, whose last line is at the margin and has no mark."""

    def add(self, line: bytes) -> None:
        self.size += len(line)
        if self.size <= LONGEST_ENTRY:
            self.texts.append(line.decode())

    def told(self) -> str:
        """What it says; of a bare traceback the last line comes first, for it names the error."""
        texts = [self.texts[-1], *self.texts[:-1]] if self.bare else self.texts
        return told(self.word, log_lines.without_numbers("\n".join(texts)))

    def takes(self, line: bytes) -> bool:
        """Whether a line belongs here."""
        if line.startswith(CHAINED):
            self.unwinding = self.unwinding or self.word == POLLER_ERROR
            return self.unwinding
        if line[:1].isspace():
            return True
        taken, self.unwinding = self.unwinding, False
        return taken


class PollerLog:
    """What went wrong in the loop that fetches messages for an agent."""

    host = POLLER_LOG
    resumable = True

    def sniff(self, head: Head) -> bool:
        """Half of the lines at the margin have a level, or a fifth a time as well; it is of polling, or of trouble."""
        at_margin = [line for line in head.lines if line.strip() and not line[:1].isspace()]
        levels = [parsed[1] for parsed in map(_parsed, at_margin) if parsed]
        timed = sum(log_lines.groups(_timed, line) is not None for line in at_margin)
        if not log_lines.mostly(len(at_margin), len(levels)) and not log_lines.mostly(len(at_margin) * 2 // 5, timed):
            return False
        if any(b"poll" in line.lower() for line in at_margin):
            return True
        # A level and a colon alone may stand in any text.
        return bool({*levels} & (ERRORS | WARNINGS)) and (timed > 0 or any(map(_is_loggers, at_margin)))

    def read(self, source: Source) -> Iterator[Item]:
        """Yield the session, named by its first lines, and every error and warning."""
        yield Session(host=self.host, native_id=_name(source), origin="headless")
        for entry in _entries(source):
            # The lines of an entry are known to be all when the next one is seen. If the reading stops here, it is to
            # go on from where the entry begins.
            here = source.line, source.line_start
            source.line, source.line_start = entry.line, entry.start
            kind = "error" if entry.word == POLLER_ERROR else "system"
            yield Event(kind=kind, text=entry.told(), at=entry.at, line=entry.line)
            source.line, source.line_start = here


def _entries(source: Source) -> Iterator[_Entry]:
    """The errors and warnings with all that belongs to them."""
    entry: _Entry | None = None
    for line in log_lines.text_lines(source):
        if not source.current.endswith(b"\n"):
            # It is still being written, and is left for the next reading.
            source.findings.truncated_at, source.offset = source.line, source.line_start
            break
        if entry is None and not any(word in line for word in LOUD):
            continue  # as nearly all are: the patterns need not be asked
        parsed = _parsed(line)
        if entry is not None and (parsed is None or line.startswith(TRACEBACK)) and entry.takes(line):
            entry.add(line)
            continue
        if entry is not None:
            yield entry
        entry = _opened(line, parsed, source)
    if entry is not None:
        yield entry


def _opened(line: bytes, parsed: _Parsed | None, source: Source) -> _Entry | None:
    """The entry that begins with this line; None where the line tells of nothing that went wrong."""
    bare = line.startswith(TRACEBACK)
    if parsed is None:
        if not (line[:1].isspace() and line.lstrip().startswith(ORPHAN)):
            return None
        bare, parsed = True, (None, "EXCEPTION", line.decode())
    at, level, message = parsed
    if level not in ERRORS | WARNINGS:
        return None
    word = POLLER_WARNING if level in WARNINGS else POLLER_ERROR
    return _Entry(source.line, source.line_start, word, at, [message.strip()], bare=bare, unwinding=bare)


def _parsed(line: bytes) -> _Parsed | None:
    """When, at what level, and what a log line says; None where it is none."""
    if line.startswith(TRACEBACK):
        return None, "EXCEPTION", line.decode(errors="replace")
    found = log_lines.groups(_timed, line)
    if found is not None:
        time, zone, *levels, message = found
        return log_lines.moment(time, zone), "".join(levels), message
    found = log_lines.groups(_timeless, line)
    if found is not None:
        *levels, message = found
        return None, "".join(levels), message
    return None


def _is_loggers(line: bytes) -> bool:
    """Whether a line is in the form that a logger has by default, or the head of a traceback."""
    found = log_lines.groups(_timeless, line)
    return line.startswith(TRACEBACK) or (found is not None and bool(found[0]))


def _name(source: Source) -> str:
    """A name from the first lines, as far as the first that says when: the same wherever the file lies."""
    digest = hashlib.blake2b(digest_size=12)
    lines = [line.strip() for line in source.head().removeprefix(BYTE_ORDER_MARK).split(b"\n")]
    for line in [line for line in lines if line][:LINES_IN_NAME]:
        digest.update(line + b"\n")
        if log_lines.groups(_timed, line) is not None:
            break
    return digest.hexdigest()
