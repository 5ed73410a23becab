"""An event log for dry runs: answers as the log would, keeps nothing."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from afterwit.adapters.database import SqlEventLog, open_database
from afterwit.adapters.unwritten import Unwritten
from afterwit.model.bookmark import Bookmark
from afterwit.model.event import Event
from afterwit.model.session import Session

ONE, TWO = Session(host="codex", native_id="one"), Session(host="codex", native_id="two")


def span(first: int, last: int) -> list[Event]:
    return [Event(kind="agent", seq=seq, text=f"{seq}") for seq in range(first, last + 1)]


def mark(count: int) -> Bookmark:
    return Bookmark(source="file", count=count)


@pytest.fixture
def log(tmp_path: Path) -> Iterator[SqlEventLog]:
    with open_database(tmp_path / "a.db") as database:
        log = SqlEventLog(database)
        log.append(ONE, span(1, 3), mark(3), [("TOKEN", b"digest", 1)])
        yield log


@pytest.mark.parametrize(
    "appends",
    [
        [(ONE, 1, 3)],
        [(ONE, 2, 5), (ONE, 1, 5)],
        [(ONE, 4, 6), (ONE, 7, 9), (TWO, 1, 2)],
        [(TWO, 1, 2), (TWO, 1, 4), (ONE, 1, 1)],
    ],
)
def test_it_says_how_many_would_be_new_as_the_log_then_does(
    log: SqlEventLog, appends: list[tuple[Session, int, int]]
) -> None:
    dry = Unwritten(log)
    said = [dry.append(session, span(first, last), mark(last), []) for session, first, last in appends]
    assert said == [log.append(session, span(first, last), mark(last), []) for session, first, last in appends]


def test_it_keeps_nothing(log: SqlEventLog) -> None:
    before = log.sessions(), log.bookmarks(), log.replaced(ONE.key), list(log.events(ONE.key))
    dry = Unwritten(log)
    dry.append(ONE, span(4, 9), mark(9), [("TOKEN", b"other", 2)])
    dry.append(TWO, span(1, 9), mark(9), [])
    assert (log.sessions(), log.bookmarks(), log.replaced(ONE.key), list(log.events(ONE.key))) == before


def test_it_reads_as_the_log_does(log: SqlEventLog) -> None:
    dry = Unwritten(log)
    assert dry.sessions() == log.sessions()
    assert dry.sessions(host="none", limit=1) == []
    assert dry.bookmarks() == log.bookmarks()
    assert dry.session(ONE.key) == log.session(ONE.key)
    assert dry.session(TWO.key) is None
    assert list(dry.events(ONE.key, kinds=["agent"])) == list(log.events(ONE.key))
    assert dry.replaced(ONE.key) == [("TOKEN", b"digest", 1)]
