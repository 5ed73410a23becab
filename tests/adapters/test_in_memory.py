"""An event log in memory."""

from afterwit.adapters.in_memory import MemoryEventLog
from afterwit.model.bookmark import Bookmark
from afterwit.model.event import Event
from afterwit.model.session import Session


def story(host: str = "codex", finished: int | None = None) -> Session:
    return Session(host=host, native_id=f"s{finished}", finished=finished)


def bookmark(count: int) -> Bookmark:
    return Bookmark(source="file", count=count)


def test_events_are_kept_once_and_come_back_in_order() -> None:
    log, session = MemoryEventLog(), story()
    events = [Event(seq=2, kind="tool_result", ok=False), Event(seq=1, kind="tool_call", purpose="file_write")]
    assert log.append(session, events, bookmark(2), []) == 2
    assert log.append(session, events, bookmark(2), []) == 0
    assert [event.id for event in log.events(session.key)] == ["e1", "e2"]
    assert [event.id for event in log.events(session.key, kinds=["file_write"])] == ["e1"]
    assert [(stored.events, stored.failed) for stored in log.sessions()] == [(2, 1)]


def test_the_latest_session_comes_first_and_those_without_a_time_last() -> None:
    log = MemoryEventLog()
    for finished in (5, None, 9):
        log.append(story(finished=finished), [], bookmark(0), [])
    log.append(story("gemini", 7), [], bookmark(0), [])
    assert [stored.session.finished for stored in log.sessions()] == [9, 7, 5, None]
    assert [stored.session.host for stored in log.sessions(host="gemini")] == ["gemini"]
    assert len(log.sessions(limit=2)) == 2


def test_a_shorter_copy_does_not_overwrite_what_is_known_of_a_session() -> None:
    log, session = MemoryEventLog(), story()
    session.title = "the whole of it"
    log.append(session, [Event(seq=1, kind="user"), Event(seq=2, kind="agent")], bookmark(2), [])
    session.title = "half of it"
    log.append(session, [Event(seq=1, kind="user")], bookmark(1), [])
    known = log.session(session.key)
    assert known is not None
    assert known.title == "the whole of it"
    assert log.session("codex:nobody") is None


def test_bookmarks_and_placeholders_are_kept() -> None:
    log, session = MemoryEventLog(), story()
    log.append(session, [], bookmark(3), [("EMAIL", b"d", 1)])
    log.append(session, [], bookmark(4), [("EMAIL", b"d", 2), ("IP", b"i", 1)])
    assert log.bookmarks()["file"].count == 4
    assert log.replaced(session.key) == [("EMAIL", b"d", 1), ("IP", b"i", 1)]
    assert log.replaced("codex:nobody") == []
