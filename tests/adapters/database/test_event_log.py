"""What is appended is kept, once, in order, and found again."""

import pytest

from afterwit.adapters.database import Database, SqlEventLog
from afterwit.adapters.unwritten import Unwritten
from afterwit.errors import StoreFailed
from afterwit.model.bookmark import Bookmark, OpenCall
from afterwit.model.event import Event
from afterwit.model.session import Session
from afterwit.ports import EventLog
from tests.adapters.database.examples import SESSION, add, counts, happened, kept, place


class TestAppending:
    def test_what_goes_in_comes_out_in_order(self, log: SqlEventLog) -> None:
        events = happened(1, 7)
        assert add(log, events) == 7
        assert kept(log) == events

    def test_every_field_of_an_event_is_kept(self, log: SqlEventLog) -> None:
        call = Event(
            seq=1, kind="tool_call", purpose="verification", at=1_700_000_000_123, text="run", tool="Bash",
            input={"command": "pytest", "deep": [{"a": None, "b": 1.5, "c": [True, "ä"]}]}, native_id="toolu_1",
            line_id="l1", agent="helper", line=3,
        )  # fmt: skip
        result = Event(seq=2, kind="tool_result", text="no", ok=False, why="exit-code", answers=1, line=4)
        assert add(log, [call, result]) == 2
        assert kept(log) == [call, result]

    def test_every_fact_of_a_session_is_kept(self, log: SqlEventLog) -> None:
        session = Session(
            host="codex", native_id="n", origin="subagent", parent="p", agent="codex 1.0", model="m", project="/p",
            branch="b", phase="review", title="t", started=-5, finished=2**62, input_tokens=2**40, output_tokens=7,
            reward=0.25,
        )  # fmt: skip
        add(log, [], session)
        assert log.session(session.key) == session

    @pytest.mark.parametrize("ok", [None, False, True])
    def test_done_failed_and_untold_are_three_things(self, log: SqlEventLog, ok: bool | None) -> None:  # noqa: FBT001
        add(log, [Event(seq=1, kind="tool_result", ok=ok)])
        assert kept(log)[0].ok is ok

    @pytest.mark.parametrize("at", [None, 0, -1, 2**63 - 1, -(2**63)])
    def test_times_have_64_bits(self, log: SqlEventLog, at: int | None) -> None:
        add(log, [Event(seq=1, kind="user", at=at)])
        assert kept(log)[0].at == at

    def test_no_input_and_empty_input_are_two_things(self, log: SqlEventLog) -> None:
        add(log, [Event(seq=1, kind="tool_call", input=None), Event(seq=2, kind="tool_call", input={})])
        assert [event.input for event in kept(log)] == [None, {}]

    def test_a_batch_may_be_empty(self, either: EventLog) -> None:
        assert add(either, []) == 0

    def test_the_same_batch_again_is_nothing_new(self, either: EventLog) -> None:
        assert add(either, happened(1, 5)) == 5
        assert add(either, happened(1, 5)) == 0

    def test_of_batches_that_overlap_only_the_rest_is_new(self, either: EventLog) -> None:
        assert add(either, happened(1, 5)) == 5
        assert add(either, happened(3, 8)) == 3
        assert add(either, happened(8, 10)) == 2
        assert add(either, happened(1, 12)) == 2

    def test_sessions_are_counted_apart(self, either: EventLog) -> None:
        other = Session(host="codex", native_id="first")
        assert add(either, happened(1, 5)) == 5
        assert add(either, happened(1, 3), other) == 3

    def test_a_gap_is_filled_later(self, log: SqlEventLog) -> None:
        assert add(log, happened(5, 8)) == 4
        assert add(log, happened(6, 9)) == 1
        assert add(log, happened(1, 6)) == 4
        assert kept(log) == happened(1, 9)
        assert counts(log) == {SESSION.key: (9, 1)}

    def test_an_event_told_twice_in_a_batch_is_kept_as_told_first(self, log: SqlEventLog) -> None:
        twice = [Event(seq=1, kind="user", text="first"), Event(seq=1, kind="user", text="second")]
        assert add(log, twice) == 1
        assert [event.text for event in kept(log)] == ["first"]
        assert counts(log) == {SESSION.key: (1, 0)}

    def test_a_batch_out_of_order_is_put_in_order(self, log: SqlEventLog) -> None:
        assert add(log, happened(4, 6)) == 3
        assert log.append(SESSION, happened(1, 5)[::-1], place(6), []) == 3
        assert kept(log) == happened(1, 6)

    def test_what_is_kept_is_never_overwritten(self, log: SqlEventLog) -> None:
        add(log, happened(1, 3))
        add(log, [Event(seq=2, kind="user", text="another story")])
        assert kept(log) == happened(1, 3)

    def test_new_and_failed_events_are_counted_once(self, log: SqlEventLog) -> None:
        add(log, happened(1, 10))
        add(log, happened(8, 20))
        assert counts(log) == {SESSION.key: (20, 4)}

    def test_a_batch_is_kept_as_a_whole_or_not_at_all(self, database: Database, log: SqlEventLog) -> None:
        longer = Session(host=SESSION.host, native_id=SESSION.native_id, title="later")
        add(log, happened(1, 5))
        impossible = [("label", b"digest", 1), ("label", None, 2)]
        with pytest.raises(StoreFailed):
            log.append(longer, happened(6, 9), place(9), impossible)  # pyright: ignore[reportArgumentType]
        assert kept(log) == happened(1, 5)
        assert counts(log) == {SESSION.key: (5, 1)}
        assert log.session(SESSION.key) == SESSION
        assert log.bookmarks()["0a1b"].count == 5
        assert log.replaced(SESSION.key) == []
        assert add(SqlEventLog(database), happened(6, 9)) == 4

    def test_a_session_that_cannot_be_kept_is_not_begun(self, log: SqlEventLog) -> None:
        bad = Event(seq=1, kind="user", ok="perhaps")  # pyright: ignore[reportArgumentType]
        with pytest.raises(StoreFailed):
            add(log, [bad])
        assert log.sessions() == []
        assert log.bookmarks() == {}


class TestSessions:
    def test_facts_are_as_of_the_last_append(self, log: SqlEventLog) -> None:
        add(log, happened(1, 3))
        later = Session(host="claude-code", native_id="first", title="Mend and test", finished=9_000)
        add(log, happened(4, 6), later)
        assert log.session(SESSION.key) == later

    def test_a_shorter_copy_does_not_overwrite_them(self, log: SqlEventLog) -> None:
        add(log, happened(1, 6))
        add(log, happened(1, 3), Session(host="claude-code", native_id="first", title="old"))
        assert log.session(SESSION.key) == SESSION

    def test_a_copy_of_the_same_length_does(self, log: SqlEventLog) -> None:
        add(log, happened(1, 6))
        add(log, happened(1, 6), Session(host="claude-code", native_id="first", title="new"))
        assert log.session(SESSION.key) == Session(host="claude-code", native_id="first", title="new")

    def test_one_that_is_not_there(self, either: EventLog) -> None:
        assert either.session("claude-code:none") is None
        assert list(either.events("claude-code:none")) == []
        assert either.replaced("claude-code:none") == []

    def test_the_latest_come_first_and_those_without_a_time_last(self, log: SqlEventLog) -> None:
        for name, finished in (("a", 5), ("b", None), ("c", 9), ("d", 5), ("e", None)):
            add(log, [], Session(host="codex", native_id=name, finished=finished))
        assert [stored.session.native_id for stored in log.sessions()] == ["c", "d", "a", "e", "b"]

    def test_of_one_host_and_only_so_many(self, log: SqlEventLog) -> None:
        for host in ("codex", "gemini"):
            for finished in range(3):
                add(log, [], Session(host=host, native_id=str(finished), finished=finished))
        assert [stored.session.key for stored in log.sessions(host="codex", limit=2)] == ["codex:2", "codex:1"]
        assert len(log.sessions(limit=4)) == 4
        assert log.sessions(host="cursor") == []


class TestFinding:
    def test_events_of_a_kind_or_a_purpose(self, log: SqlEventLog) -> None:
        add(log, [
            Event(seq=1, kind="user"),
            Event(seq=2, kind="tool_call", purpose="verification"),
            Event(seq=3, kind="agent"),
            Event(seq=4, kind="tool_result", purpose="verification"),
            Event(seq=5, kind="tool_call", purpose="file_write"),
        ])  # fmt: skip
        found = {
            kinds: [event.seq for event in log.events(SESSION.key, kinds=kinds)]
            for kinds in (("user",), ("verification",), ("tool_call",), ("user", "file_write"), ("error",), ())
        }
        assert found == {
            ("user",): [1], ("verification",): [2, 4], ("tool_call",): [2, 5], ("user", "file_write"): [1, 5],
            ("error",): [], (): [1, 2, 3, 4, 5],
        }  # fmt: skip

    def test_kinds_may_come_from_anywhere_once(self, log: SqlEventLog) -> None:
        add(log, happened(1, 3))
        assert len(list(log.events(SESSION.key, kinds=iter(["tool_result"])))) == 3


class TestBookmarks:
    def test_every_field_is_kept(self, log: SqlEventLog) -> None:
        bookmark = Bookmark(
            source="00ff", size=10**12, modified=10**18, offset=5, line=2, session=SESSION.key, count=1,
            calls={"toolu_1": OpenCall(1, "Bash", "verification", "pytest")}, tokens={"m": (1, 2)},
        )  # fmt: skip
        log.append(SESSION, [], bookmark, [])
        assert log.bookmarks() == {"00ff": bookmark}

    def test_the_last_one_written_wins(self, log: SqlEventLog) -> None:
        log.append(SESSION, happened(1, 9), place(9), [])
        log.append(SESSION, happened(1, 4), place(4), [])
        log.append(SESSION, [], place(2, source="other"), [])
        assert log.bookmarks() == {"0a1b": place(4), "other": place(2, source="other")}


class TestPlaceholders:
    def test_each_is_kept_once(self, log: SqlEventLog) -> None:
        log.append(SESSION, [], place(0), [("EMAIL", b"\x00\xff", 1), ("KEY", b"a", 1)])
        log.append(SESSION, [], place(0), [("EMAIL", b"\x00\xff", 7), ("EMAIL", b"b", 2)])
        assert log.replaced(SESSION.key) == [("EMAIL", b"\x00\xff", 1), ("EMAIL", b"b", 2), ("KEY", b"a", 1)]

    def test_each_session_has_its_own(self, log: SqlEventLog) -> None:
        other = Session(host="codex", native_id="x")
        log.append(SESSION, [], place(0), [("EMAIL", b"a", 1)])
        log.append(other, [], place(0), [("EMAIL", b"b", 1)])
        assert log.replaced(other.key) == [("EMAIL", b"b", 1)]


class TestADryRun:
    def test_keeps_nothing(self, log: SqlEventLog) -> None:
        assert Unwritten(log).append(SESSION, happened(1, 5), place(5), [("KEY", b"a", 1)]) == 5
        assert (log.sessions(), log.bookmarks(), log.replaced(SESSION.key), kept(log)) == ([], {}, [], [])

    def test_reads_what_the_log_has(self, log: SqlEventLog) -> None:
        log.append(SESSION, happened(1, 5), place(5), [("KEY", b"a", 1)])
        dry = Unwritten(log)
        assert dry.session(SESSION.key) == log.session(SESSION.key)
        assert dry.sessions(host="claude-code", limit=1) == log.sessions()
        assert dry.bookmarks() == log.bookmarks()
        assert dry.replaced(SESSION.key) == log.replaced(SESSION.key)
        assert list(dry.events(SESSION.key, kinds=["tool_result"])) == happened(1, 5)

    def test_counts_on_from_what_the_log_has(self, log: SqlEventLog) -> None:
        add(log, happened(1, 5))
        assert add(Unwritten(log), happened(3, 8)) == 3
