"""What was noticed is queued until it has been judged, and remembered afterwards."""

import itertools
import math
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import get_args

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from afterwit.adapters.database import Database, SqlSignals, open_database
from afterwit.adapters.in_memory_signals import MemorySignals
from afterwit.errors import StoreFailed
from afterwit.model.signal import Action, Correction, Recovery, Routine, Signal, Sort
from afterwit.ports import Signals
from tests.postgres import PostgresServer

ONE, TWO = "codex:one", "codex:two"


@pytest.fixture(params=["sqlite", "postgresql", "memory"])
def signals(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Signals]:
    """New signals; the fake in memory behaves like the real ones."""
    if request.param == "memory":
        yield MemorySignals()
        return
    store = tmp_path / "afterwit.db" if request.param == "sqlite" else str(request.getfixturevalue("postgres_url"))
    with open_database(store) as database:
        yield SqlSignals(database, "zone")


def noticed(event: int, about: str = "gh", session: str = ONE, *, said: str = "", sort: Sort = "correction") -> Signal:
    return Signal(
        session=session,
        sort=sort,
        trigger="user_correction",
        about=about,
        events=(f"e{event}",),
        what=Correction(said=said),
        confidence=0.5,
    )


CALL = Action(call="e2", result="e3", tool="Bash", text="gh pr diff 7 --stat")
THEN = Action(call="e4", result="", tool="Bash", text="gh pr diff 7 --name-only")
RECOVERY = Recovery(
    failed=(CALL,), worked=THEN, error="unknown flag: --stat", template="unknown flag: <flag>",
    failing=("gh", "--stat"), working=("gh", "--name-only"), subject="gh pr diff", first=(THEN, CALL), named=True,
)  # fmt: skip


@pytest.mark.parametrize(
    "what", [RECOVERY, Correction(said="No.", refused=CALL, done=THEN, skill="rl-x"), Routine(actions=(CALL, THEN))]
)
def test_a_signal_is_given_back_as_it_was(signals: Signals, what: Recovery | Correction | Routine) -> None:
    signal = Signal(
        session=ONE, sort="recovery", trigger="recovered_surprise", about="gh unknown flag", events=("e2", "e4"),
        what=what, steps_wasted=3, confidence=0.75, at=1_700_000_000_123, project="/code/lamp", phase="implement",
    )  # fmt: skip
    assert signals.put(ONE, [signal]) == 1
    assert signals.queued() == signals.of(ONE) == signals.about(["gh unknown flag"]) == [signal]


def test_there_is_nothing_at_first(signals: Signals) -> None:
    assert signals.queued() == signals.of(ONE) == signals.about(["gh"]) == signals.about([]) == []
    assert signals.forget(ONE) == 0
    signals.settle([])
    signals.settle([noticed(1)])
    assert signals.put(ONE, []) == 0


def test_what_was_judged_is_queued_no_more_but_remembered(signals: Signals) -> None:
    first, second = noticed(1), noticed(2, "npm")
    signals.put(ONE, [first, second])
    signals.settle(iter([first]))
    assert signals.queued() == [second]
    assert signals.of(ONE) == [first, second]
    assert signals.about(["gh"]) == [first]


def test_what_was_judged_stays_so_when_it_is_noticed_again(signals: Signals) -> None:
    first, second = noticed(1), noticed(2)
    signals.put(ONE, [first])
    signals.settle([first])
    assert signals.put(ONE, [first, second]) == 1
    assert signals.put(ONE, [first, second]) == 0
    assert signals.queued() == [second]


def test_what_is_known_of_it_now_replaces_what_was_known(signals: Signals) -> None:
    before, waiting = noticed(1, said="No."), noticed(2, said="No.")
    signals.put(ONE, [before, waiting])
    signals.settle([before])
    after, still = noticed(1, said="No, use the other."), noticed(2, said="Not so.")
    assert signals.put(ONE, [after, still]) == 0
    assert signals.of(ONE) == [after, still]
    assert signals.queued() == [still]


def test_what_is_no_longer_found_goes_and_is_new_when_it_is_found_again(signals: Signals) -> None:
    first, second = noticed(1), noticed(2)
    signals.put(ONE, [first, second])
    signals.settle([first])
    signals.put(TWO, [noticed(1, session=TWO)])
    assert signals.put(ONE, [second]) == 0
    assert signals.of(ONE) == [second]
    assert signals.put(ONE, [first]) == 1
    assert signals.of(ONE) == [first]
    assert signals.queued() == [noticed(1, session=TWO), first]
    assert signals.put(ONE, []) == 0
    assert signals.of(ONE) == []


def test_a_session_has_its_own_order_and_the_queue_that_of_coming(signals: Signals) -> None:
    early, late = noticed(1), noticed(9)
    signals.put(ONE, [late])
    signals.put(TWO, [noticed(5, session=TWO)])
    signals.put(ONE, [early, late])
    assert signals.of(ONE) == [early, late]
    assert signals.queued() == signals.about(["gh"]) == [late, noticed(5, session=TWO), early]


def test_the_same_signal_told_twice_is_one(signals: Signals) -> None:
    first, again = noticed(1, said="No."), noticed(1, said="No, no.")
    assert signals.put(ONE, [first, noticed(2), again]) == 2
    assert signals.of(ONE) == [again, noticed(2)]


def test_signals_that_differ_in_event_sort_or_subject_are_several(signals: Signals) -> None:
    several = [noticed(1), noticed(2), noticed(1, "npm"), noticed(1, sort="refusal")]
    assert signals.put(ONE, several) == 4
    signals.settle([several[2]])
    assert signals.queued() == [several[0], several[1], several[3]]


def test_a_session_is_forgotten_and_no_other(signals: Signals) -> None:
    other = noticed(1, session=TWO)
    signals.put(ONE, [noticed(1), noticed(2)])
    signals.put(TWO, [other])
    signals.settle([noticed(1)])
    assert signals.forget(ONE) == 2
    assert signals.forget(ONE) == 0
    assert signals.of(ONE) == []
    assert signals.queued() == signals.about(["gh"]) == [other]


def test_what_others_show_of_the_same_is_queued_again_when_a_session_is_forgotten(signals: Signals) -> None:
    same, other, waiting = noticed(1, session=TWO), noticed(2, "npm", session=TWO), noticed(3, "pip", session=TWO)
    signals.put(ONE, [noticed(1)])
    signals.put(TWO, [same, other, waiting])
    signals.settle([noticed(1), same, other])
    assert signals.forget(ONE) == 1
    assert signals.queued() == [same, waiting]


def test_thousands_of_subjects_are_asked_for_at_once(signals: Signals) -> None:
    found = [noticed(number, f"subject {number}") for number in range(3000)]
    assert signals.put(ONE, found) == 3000
    wanted = (f"subject {number}" for number in (*range(5000, -1, -1), 7))
    assert signals.about(wanted) == found
    signals.settle(found[:2999])
    assert signals.queued() == found[2999:]
    assert signals.put(ONE, found[1:]) == 0
    assert signals.forget(ONE) == 2999


def test_a_subject_may_be_longer_than_any_index_takes(signals: Signals) -> None:
    long = "".join(map(chr, range(0x4E00, 0x9E00)))
    one, other = noticed(1, long), noticed(1, long + "!")
    assert signals.put(ONE, [one, other]) == 2
    assert signals.about([long]) == [one]
    signals.settle([one])
    assert signals.queued() == [other]


class TestInSql:
    """What only a database can get wrong."""

    def test_projects_in_one_store_do_not_meet(self, database: Database) -> None:
        mine, yours = SqlSignals(database, "mine"), SqlSignals(database, "yours")
        mine.put(ONE, [noticed(1)])
        yours.put(ONE, [noticed(1), noticed(2)])
        yours.settle([noticed(1)])
        assert mine.queued() == mine.of(ONE) == mine.about(["gh"]) == [noticed(1)]
        assert yours.forget(ONE) == 2
        assert mine.put(ONE, [noticed(1)]) == 0

    def test_words_that_no_store_takes_are_mended_and_still_found(self, database: Database) -> None:
        signals = SqlSignals(database, "zone\x00")
        bad = "a\x00b\ud83d"
        signal = noticed(1, bad, f"codex:{bad}", said=bad)
        assert signals.put(signal.session, [signal]) == 1
        assert signals.put(signal.session, [signal]) == 0
        (kept,) = signals.about([bad])
        assert kept == noticed(1, "a\x00b\ufffd", "codex:a\x00b\ufffd", said="a\x00b\ufffd")
        signals.settle([kept])
        assert signals.queued() == []
        assert signals.put(kept.session, [kept]) == 0
        assert signals.forget(signal.session) == 1

    @pytest.mark.parametrize("confidence", [math.nan, math.inf, -math.inf])
    def test_numbers_that_no_store_takes_are_mended(self, database: Database, confidence: float) -> None:
        signals = SqlSignals(database, "zone")
        odd = msgspec.structs.replace(noticed(1), confidence=confidence, at=10**30, steps_wasted=-(10**30))
        signals.put(ONE, [odd])
        held = msgspec.structs.replace(odd, confidence=0.0, at=2**63 - 1, steps_wasted=-(2**63))
        assert signals.queued() == [held]

    def test_a_store_that_fails_halfway_keeps_what_it_had(self, database: Database) -> None:
        signals = SqlSignals(database, "zone")
        before = [noticed(1, "gh"), noticed(2, "npm", said="No.")]
        signals.put(ONE, before)
        with database.writing() as connection:
            connection.exec_driver_sql("CREATE UNIQUE INDEX no_two_alike ON signals (about)")
        with pytest.raises(StoreFailed):
            signals.put(ONE, [noticed(2, "npm", said="Not so."), noticed(3, "cargo"), noticed(4, "cargo")])
        assert signals.of(ONE) == before

    def test_many_that_put_and_settle_at_once_agree_in_the_end(self, database: Database) -> None:
        signals = SqlSignals(database, "zone")
        found = [noticed(number) for number in range(30)]

        def turn(number: int) -> int:
            new = signals.put(ONE, found if number % 2 else found[::-1])
            signals.settle(found[::2] if number % 3 else found[::-2])
            return new

        with ThreadPoolExecutor(8) as pool:
            new = list(pool.map(turn, range(24)))
        assert sum(new) == len(found)
        assert {signal.key for signal in signals.of(ONE)} == {signal.key for signal in found}
        assert signals.queued() == []


@pytest.fixture(scope="module", params=["sqlite", "postgresql"])
def shared(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Database]:
    """One store for all examples: each has a zone of its own."""
    if request.param == "sqlite":
        store: str | Path = tmp_path_factory.mktemp("shared") / "afterwit.db"
    else:
        server: PostgresServer = request.getfixturevalue("postgres_server")
        store = server.new_database()
    with open_database(store) as database:
        yield database


sessions = st.sampled_from([ONE, TWO, "claude-code:three"])
words = st.text(st.characters(exclude_categories=("Cs",)), max_size=8)
actions = st.builds(
    Action, call=st.sampled_from(["e1", "e2"]), result=st.sampled_from(["", "e3"]), tool=words, text=words
)
kinds = (
    st.builds(Correction, said=words, refused=st.none() | actions, done=st.none() | actions, skill=words)
    | st.builds(Routine, actions=st.lists(actions, max_size=2).map(tuple))
    | st.builds(Recovery, failed=st.lists(actions, max_size=2).map(tuple), worked=actions, error=words, template=words)
)


def made_in(session: str) -> st.SearchStrategy[Signal]:
    """Signals of a session: of few names, so that they meet."""
    return st.builds(
        Signal,
        session=st.just(session),
        sort=st.sampled_from(get_args(Sort)[:2]),
        trigger=st.just(""),
        about=st.sampled_from(["gh", "npm", "a\x00", "ä"]),
        events=st.sampled_from([(), ("e1",), ("e1", "e2")]),
        what=kinds,
        steps_wasted=st.integers(0, 3),
        confidence=st.floats(0, 1),
        at=st.none() | st.integers(-(2**63), 2**63 - 1),
        project=words,
        phase=words,
    )


Turn = tuple[str, str, list[Signal]]
turns = sessions.flatmap(
    lambda session: st.tuples(
        st.sampled_from(["put", "put", "settle", "forget"]), st.just(session), st.lists(made_in(session), max_size=5)
    )
)
zones = map(str, itertools.count())


def done(turn: Turn, signals: Signals) -> int | None:
    does, session, some = turn
    if does == "put":
        return signals.put(session, some)
    return signals.settle(some) if does == "settle" else signals.forget(session)


def told(signals: Signals) -> list[list[Signal]]:
    """Everything that can be asked."""
    subjects: tuple[list[str], ...] = ([], ["gh"], ["npm", "a\x00", "npm"], ["gh", "npm", "a\x00", "ä", "other"])
    return [
        signals.queued(),
        *(signals.about(some) for some in subjects),
        *(signals.of(session) for session in (ONE, TWO, "claude-code:three", "nobody")),
    ]


@given(rows=st.lists(turns, max_size=12))
@settings(deadline=None, max_examples=max(10, settings().max_examples // 2))
def test_in_any_order_of_turns_memory_and_database_agree(shared: Database, rows: list[Turn]) -> None:
    memory, stored = MemorySignals(), SqlSignals(shared, next(zones))
    for turn in rows:
        assert done(turn, memory) == done(turn, stored)
        assert told(memory) == told(stored)


def test_how_far_each_session_was_looked_through_is_known(signals: Signals) -> None:
    assert signals.seen() == {}
    signals.put(ONE, [noticed(1)], 12)
    signals.put(TWO, [], 7)
    assert signals.seen() == {ONE: 12, TWO: 7}
    signals.put(ONE, [noticed(1)], 30)
    assert signals.seen() == {ONE: 30, TWO: 7}
    signals.forget(ONE)
    assert signals.seen() == {TWO: 7}
