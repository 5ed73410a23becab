"""Reading sessions: from the files of the hosts into the log, cleansed, each event once."""

import hashlib
import os
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path

import msgspec

from afterwit.config import Config
from afterwit.errors import UnreadableSource
from afterwit.intake.cleanse import cleanse
from afterwit.intake.detect import Reader, choose
from afterwit.intake.source import Findings, Source
from afterwit.intake.transcript import Batch, batches, reopen
from afterwit.model.bookmark import Bookmark
from afterwit.model.session import Session
from afterwit.ports import EventLog, Replaced
from afterwit.redact import Ledger, Redactor

LONGEST_NAME = 60


class SourceRead(msgspec.Struct, kw_only=True):
    """What came of one transcript file."""

    path: Path
    host: str = ""
    sessions: list[Session] = msgspec.field(default_factory=list[Session])
    events: int = 0
    """Events read in this run."""
    new: int = 0
    """Those of them that the log did not have."""
    counts: dict[str, tuple[int, int]] = msgspec.field(default_factory=dict[str, tuple[int, int]])
    """The same two numbers for each of its sessions, by key."""
    left_out: bool = False
    """It is of a host that was not asked for."""
    unchanged: bool = False
    """The file is as it was at the last reading: not opened."""
    findings: Findings = msgspec.field(default_factory=Findings)
    bytes: int = 0
    """How far into the file the reading came."""
    redacted: Counter[str] = msgspec.field(default_factory=Counter[str])
    """How many different secrets and names were taken out, by kind."""
    problem: str = ""
    """Why it could not be read; empty where it could."""

    def tell(self, batch: Batch, new: int) -> None:
        """Take a batch into the account."""
        read, kept = self.counts.get(batch.session.key, (0, 0))
        self.counts[batch.session.key] = (read + len(batch.events), kept + new)
        self.events += len(batch.events)
        self.new += new
        if self.sessions and self.sessions[-1].key == batch.session.key:
            self.sessions[-1] = batch.session
        else:
            self.sessions.append(batch.session)


class Intake(msgspec.Struct, kw_only=True):
    """Everything the journey needs, handed in."""

    log: EventLog
    readers: tuple[Reader, ...]
    host: str = ""
    """Only sessions of this host; all where it is empty."""
    key: bytes
    config: Config
    cache: Path | None = None
    """Where compiled redaction rules may be kept between runs."""


def read_sessions(
    paths: Iterable[Path], intake: Intake, advance: Callable[[int], None] = lambda _: None
) -> Iterator[SourceRead]:
    """Read every file on from where it was left; a file that cannot be read costs only itself."""
    known = intake.log.bookmarks()
    for path in paths:
        try:
            yield _read_one(path, intake, known, advance)
        except UnreadableSource as error:
            yield SourceRead(path=path, problem=str(error))


def _read_one(path: Path, intake: Intake, known: dict[str, Bookmark], advance: Callable[[int], None]) -> SourceRead:
    done = SourceRead(path=path)
    name = _name(path, intake)
    before = known.get(name, Bookmark(source=name))
    if _unchanged(path, before):
        done.unchanged = True
        advance(before.size)
        return done
    with Source(path, max_line_bytes=intake.config.intake.max_line_bytes) as source:
        reader = choose(source, intake.readers)
        if intake.host not in {"", reader.host}:
            done.left_out = True
            return done
        session = intake.log.session(before.session) if before.session else None
        if session is None or not reopen(source, reader, before):
            session, before = None, Bookmark(source=name)
        desk = _Desk(intake)
        for batch in batches(source, reader, before, session):
            cleanse(batch, desk.redactor(batch.session))
            new = intake.log.append(batch.session, batch.events, batch.bookmark, desk.fresh())
            known[name] = batch.bookmark
            done.tell(batch, new)
            advance(source.consumed() - done.bytes)
            done.bytes = source.consumed()
        done.host, done.findings, done.redacted = reader.host, source.findings, desk.taken_out
        done.findings.unknown = desk.named(source.findings.unknown)
    return done


def session_of(path: Path, intake: Intake) -> str:
    """The key of the session that was last read from a file; empty where none was."""
    before = intake.log.bookmarks().get(_name(path, intake))
    return "" if before is None else before.session


def _name(path: Path, intake: Intake) -> str:
    return hashlib.blake2b(os.fsencode(path.resolve()), key=intake.key, digest_size=16).hexdigest()


def _unchanged(path: Path, before: Bookmark) -> bool:
    try:
        status = path.stat()
    except OSError:
        return False  # what is wrong with it is said where it is opened
    return (before.size, before.modified) == (status.st_size, status.st_mtime_ns)


class _Desk:
    """A redactor for the session at hand: the same secret gets the same placeholder throughout a session."""

    def __init__(self, intake: Intake) -> None:
        self._intake = intake
        self._session: str = ""
        self._ledger = Ledger(intake.key)
        self._redactor = Redactor(self._ledger)
        self.taken_out = Counter[str]()
        """How many different secrets and names were found that the session's ledger did not have, by kind."""

    def redactor(self, session: Session) -> Redactor:
        """The session's redactor, knowing the placeholders it has given out before."""
        if session.key != self._session:
            self._session = session.key
            self._ledger = Ledger(self._intake.key, self._intake.log.replaced(session.key))
            personal = self._intake.config.redact.personal
            self._redactor = Redactor(self._ledger, personal=personal, cache_folder=self._intake.cache)
        return self._redactor

    def named(self, counts: Counter[str]) -> Counter[str]:
        """Counts by names that stood in the transcript: what is told of them is redacted, and short, as well."""
        return Counter({self._redactor.redact(name)[:LONGEST_NAME]: count for name, count in counts.items()})

    def fresh(self) -> list[Replaced]:
        """The placeholders given out since asked last."""
        fresh = self._ledger.fresh()
        self.taken_out.update(label for label, _, _ in fresh)
        return fresh
