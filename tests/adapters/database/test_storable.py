"""Transcripts hold anything; both stores keep it, mended the same way where it cannot be kept as it is."""

import itertools
import json
import math
import sys
from collections.abc import Iterator
from typing import cast, get_args

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from afterwit.adapters.database import SqlEventLog, open_database, storable
from afterwit.model.bookmark import Bookmark, OpenCall
from afterwit.model.event import Event, Kind, Purpose
from afterwit.model.session import Session
from tests.adapters.database.examples import SESSION, add, kept, place

HALF = "a\ud83db"
"""Half a surrogate pair, as a transcript has it that was cut within a character."""
MENDED = "a\ufffdb"

Json = None | bool | int | float | str | list["Json"] | dict[str, "Json"]


def deep(levels: int) -> dict[str, object]:
    """Arguments nested in each other."""
    value: dict[str, object] = {}
    for _ in range(levels):
        value = {"a": value}
    return value


class TestText:
    @pytest.mark.parametrize(
        ("value", "stored"),
        [
            ("", ""),
            ("plain", "plain"),
            ("naïve — 漢字 🧠 \u202e\ufeff\ufffd", "naïve — 漢字 🧠 \u202e\ufeff\ufffd"),
            ("\ufeffbom first", "\ufeffbom first"),
            ("a\x00b\x00", "a\ufffdb\ufffd"),
            (HALF, MENDED),
            ("\udc00", "\ufffd"),
            ("end \ud800", "end \ufffd"),
            ("\udc00\ud800", "\ufffd\ufffd"),
            ("two halves: \ud83d\ude00", "two halves: 😀"),
            ("\x00\ud800\x00", "\ufffd\ufffd\ufffd"),
        ],
    )
    def test_is_mended_only_where_it_must_be(self, value: str, stored: str) -> None:
        assert storable.text(value) == stored

    def test_that_is_well_is_not_copied(self) -> None:
        value = "ä" * 1000
        assert storable.text(value) is value


class TestEveryStringOfAnEvent:
    @pytest.mark.parametrize(("value", "stored"), [(HALF, MENDED), ("a\x00b", MENDED)])
    def test_is_mended(self, log: SqlEventLog, value: str, stored: str) -> None:
        fields = ("text", "tool", "why", "native_id", "line_id", "agent")
        add(log, [Event(seq=1, kind="tool_call", **dict.fromkeys(fields, value))])
        assert kept(log) == [Event(seq=1, kind="tool_call", **dict.fromkeys(fields, stored))]

    def test_is_mended_within_its_input(self, log: SqlEventLog) -> None:
        given_input: dict[str, object] = {HALF: [{"deep": {HALF: HALF}}, HALF, math.nan, 2**70], "ok": "😀"}
        add(log, [Event(seq=1, kind="tool_call", input=given_input)])
        assert kept(log)[0].input == {MENDED: [{"deep": {MENDED: MENDED}}, MENDED, None, 2**70], "ok": "😀"}

    def test_keeps_a_nul_within_its_input(self, log: SqlEventLog) -> None:
        add(log, [Event(seq=1, kind="tool_call", input={"a\x00": ["\x00"]})])
        assert kept(log)[0].input == {"a\x00": ["\x00"]}

    def test_keeps_a_nul_beside_half_a_pair_within_its_input(self, log: SqlEventLog) -> None:
        add(log, [Event(seq=1, kind="tool_call", input={"a\x00": [HALF]})])
        assert kept(log)[0].input == {"a\x00": [MENDED]}

    def test_may_be_very_long(self, log: SqlEventLog) -> None:
        text = "twenty megabytes, ä " * 1_000_000
        add(log, [Event(seq=1, kind="tool_result", text=text), Event(seq=2, kind="user", text="short")])
        assert [event.text for event in kept(log)] == [text, "short"]

    def test_is_not_looked_at_by_the_database(self, log: SqlEventLog) -> None:
        text = "'; DROP TABLE events; -- %s :name ? \\"
        add(log, [Event(seq=1, kind="user", text=text, input={text: text})])
        assert kept(log) == [Event(seq=1, kind="user", text=text, input={text: text})]


class TestASession:
    @pytest.mark.parametrize("name", [HALF, "a\x00b"])
    def test_is_found_again_by_the_name_it_came_with(self, log: SqlEventLog, name: str) -> None:
        session = Session(host="codex", native_id=name, title=name)
        stored = Session(host="codex", native_id=MENDED, title=MENDED)
        assert log.append(session, [Event(seq=1, kind="user")], place(1), [(name, b"d", 1)]) == 1
        assert log.append(session, [Event(seq=1, kind="user")], place(1), []) == 0
        assert log.session(session.key) == log.session(stored.key) == stored
        assert [event.seq for event in log.events(session.key, kinds=["user", name])] == [1]
        assert log.replaced(session.key) == [(MENDED, b"d", 1)]
        assert log.sessions(host=name) == []

    def test_keeps_numbers_that_are_too_large_as_the_largest(self, log: SqlEventLog) -> None:
        add(log, [Event(seq=1, kind="user", at=10**30)], Session(host="h", native_id="n", input_tokens=10**30))
        session = log.session("h:n")
        assert session
        assert session.input_tokens == 2**63 - 1
        assert [event.at for event in log.events("h:n")] == [2**63 - 1]

    @pytest.mark.parametrize(("reward", "stored"), [(math.nan, None), (math.inf, math.inf), (-0.5, -0.5)])
    def test_keeps_a_reward_that_is_a_number(self, log: SqlEventLog, reward: float, stored: float | None) -> None:
        session = Session(host="h", native_id="n", reward=reward)
        add(log, [], session)
        found = log.session("h:n")
        assert found
        assert found.reward == stored


def test_a_bookmark_is_mended(log: SqlEventLog) -> None:
    log.append(SESSION, [], Bookmark(source=HALF, calls={HALF: OpenCall(1, HALF, "", "\x00")}), [])
    log.append(SESSION, [], Bookmark(source=HALF, count=2, calls={HALF: OpenCall(1, HALF, "", "\x00")}), [])
    mended = Bookmark(source=MENDED, count=2, calls={MENDED: OpenCall(1, MENDED, "", "\x00")})
    assert log.bookmarks() == {MENDED: mended}


def test_input_nested_too_deep_breaks_neither_writing_nor_reading() -> None:
    levels = 100 * sys.getrecursionlimit()
    assert json.loads(storable.packed(deep(levels))) == storable.TOO_DEEP
    assert storable.unpacked('{"a":' * levels + "1" + "}" * levels) == storable.TOO_DEEP


def test_input_may_be_nested_as_deep_as_transcripts_are(log: SqlEventLog) -> None:
    add(log, [Event(seq=1, kind="tool_call", input=deep(200))])
    assert kept(log)[0].input == deep(200)


texts = st.text(st.characters(exclude_categories=()), max_size=50)
"""With NUL and with halves of pairs."""
small = st.integers(-(2**31), 2**31 - 1)
json_values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False, allow_infinity=False) | texts,
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(texts, inner, max_size=4),
    max_leaves=10,
)
made_events = st.builds(
    Event,
    seq=st.integers(0, 2**31 - 1),
    kind=st.sampled_from(get_args(Kind)),
    purpose=st.sampled_from(get_args(Purpose)),
    at=st.none() | st.integers(-(2**63), 2**63 - 1),
    text=texts,
    tool=texts,
    input=st.none() | st.dictionaries(texts, json_values, max_size=4),
    ok=st.none() | st.booleans(),
    why=texts,
    answers=st.none() | small,
    native_id=texts,
    line_id=texts,
    agent=texts,
    line=small,
)


def mended_json(value: Json) -> Json:
    """What the documentation says becomes of arguments."""
    if isinstance(value, str):
        return value.encode("utf-16", "surrogatepass").decode("utf-16", "replace")
    if isinstance(value, list):
        return [mended_json(inner) for inner in value]
    if isinstance(value, dict):
        return {cast("str", mended_json(key)): mended_json(inner) for key, inner in value.items()}
    return value


def mended(event: Event) -> Event:
    """What the documentation says becomes of an event."""
    names = ("text", "tool", "why", "native_id", "line_id", "agent")
    strings = {name: cast("str", mended_json(getattr(event, name))).replace("\x00", "\ufffd") for name in names}
    given_input = cast("dict[str, object] | None", mended_json(cast("Json", event.input)))
    return Event(
        seq=event.seq, kind=event.kind, purpose=event.purpose, at=event.at, input=given_input, ok=event.ok,
        answers=event.answers, line=event.line, **strings,
    )  # fmt: skip


@pytest.fixture(scope="module")
def shared_log(tmp_path_factory: pytest.TempPathFactory) -> Iterator[SqlEventLog]:
    """One log for all examples: each has a session of its own."""
    with open_database(tmp_path_factory.mktemp("shared") / "afterwit.db") as database:
        yield SqlEventLog(database)


numbers = itertools.count()


@given(events=st.lists(made_events, max_size=5, unique_by=lambda event: event.seq), cut=st.integers(0, 5))
@settings(deadline=None, max_examples=60)
def test_any_events_come_out_as_they_went_in(shared_log: SqlEventLog, events: list[Event], cut: int) -> None:
    session = Session(host="example", native_id=str(next(numbers)), finished=next(numbers))
    new = add(shared_log, events[:cut], session) + add(shared_log, events, session)
    assert new == len(events)
    assert kept(shared_log, session.key) == [mended(event) for event in sorted(events, key=lambda event: event.seq)]
    (stored,) = shared_log.sessions(limit=1)
    assert (stored.events, stored.failed) == (len(events), sum(event.ok is False for event in events))
