"""Which skills were used is kept by session, and counted from what is kept."""

import itertools
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from afterwit.adapters.database import Database, open_database
from afterwit.adapters.database.uses import SqlUses
from afterwit.adapters.in_memory_uses import MemoryUses
from afterwit.errors import StoreFailed
from afterwit.model.use import RANKS, Followed, How, Tally, Use
from afterwit.ports import Uses
from tests.postgres import PostgresServer

ONE, TWO, THREE = "codex:one", "codex:two", "claude-code:three"


@pytest.fixture(params=["sqlite", "postgresql", "memory"])
def uses(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Uses]:
    """New uses; the fake in memory behaves like the real ones."""
    if request.param == "memory":
        yield MemoryUses()
        return
    store = tmp_path / "afterwit.db" if request.param == "sqlite" else str(request.getfixturevalue("postgres_url"))
    with open_database(store) as database:
        yield SqlUses(database, "zone")


def use(
    session: str = ONE,
    skill: str = "rl-x",
    followed: Followed = "followed",
    *,
    how: How = "read",
    at: int | None = None,
) -> Use:
    return Use(
        session=session, skill=skill, how=how, event="e2", followed=followed, at=at, matched=how == "read",
        evidence=("e4", "e5"),
    )  # fmt: skip


def test_there_is_nothing_at_first(uses: Uses) -> None:
    assert (uses.of(ONE), uses.about("rl-x"), uses.tally("rl-x"), uses.tallies()) == ([], [], Tally(), {})
    assert uses.forget(ONE) == 0
    uses.drop("rl-x")
    assert uses.put(ONE, []) == []


def test_a_use_is_given_back_as_it_was(uses: Uses) -> None:
    found = msgspec.structs.replace(use(at=1_700_000_000_123), agent="scout")
    assert uses.put(ONE, [found]) == [found]
    assert uses.of(ONE) == uses.about("rl-x") == [found]


def test_to_put_the_same_again_is_no_news_and_counts_nothing(uses: Uses) -> None:
    found = [use(), use(skill="rl-y", followed="not")]
    assert uses.put(ONE, found) == found
    before = uses.tallies()
    assert uses.put(ONE, found) == []
    assert uses.tallies() == before
    assert uses.of(ONE) == found


def test_what_a_session_shows_now_takes_the_place_of_what_it_showed(uses: Uses) -> None:
    uses.put(ONE, [use(followed="not"), use(skill="rl-y")])
    uses.put(TWO, [use(TWO, at=9)])
    later = [use(followed="partially"), use(skill="rl-z", followed="not")]
    assert uses.put(ONE, later) == later
    assert uses.of(ONE) == later
    assert uses.tallies() == {
        "rl-x": Tally(sessions=2, followed=1, partially=1, matches=2, last=9),
        "rl-z": Tally(sessions=1, ignored=1, matches=1),
    }
    assert uses.tally("rl-y") == Tally()


def test_another_order_is_no_news(uses: Uses) -> None:
    one, other = use(), use(skill="rl-y")
    uses.put(ONE, [one, other])
    assert uses.put(ONE, [other, one]) == []
    assert uses.of(ONE) == [other, one]


def test_the_uses_of_a_skill_come_latest_first(uses: Uses) -> None:
    for at, session in ((5, ONE), (9, TWO), (7, THREE)):
        uses.put(session, [use(session, at=at), use(session, "rl-y", at=at)])
    assert [found.session for found in uses.about("rl-x")] == [TWO, THREE, ONE]


def test_a_session_is_forgotten_and_no_other(uses: Uses) -> None:
    uses.put(ONE, [use(at=1), use(skill="rl-y", at=1)])
    uses.put(TWO, [use(TWO, followed="not", at=2)])
    assert uses.forget(ONE) == 2
    assert uses.forget(ONE) == 0
    assert uses.tallies() == {"rl-x": Tally(sessions=1, ignored=1, matches=1, last=2)}


def test_a_skill_is_forgotten_and_no_other(uses: Uses) -> None:
    uses.put(ONE, [use(), use(skill="rl-y")])
    uses.drop("rl-x")
    assert uses.tally("rl-x") == Tally()
    assert uses.of(ONE) == [use(skill="rl-y")]


class TestInSql:
    """What only a database can get wrong."""

    def test_projects_in_one_store_do_not_meet(self, database: Database) -> None:
        mine, yours = SqlUses(database, "mine"), SqlUses(database, "yours")
        mine.put(ONE, [use()])
        assert (yours.of(ONE), yours.tallies()) == ([], {})
        assert yours.put(ONE, [use()]) == [use()]
        yours.drop("rl-x")
        assert yours.forget(ONE) == 0
        assert mine.of(ONE) == [use()]

    def test_words_and_numbers_that_no_store_takes_are_mended_and_still_found(self, database: Database) -> None:
        uses = SqlUses(database, "zone\x00")
        bad = "a\x00b\ud83d"
        odd = msgspec.structs.replace(use(bad, bad), agent=bad, at=10**30)
        assert uses.put(bad, [odd]) == [odd]
        assert uses.put(bad, [odd]) == []
        assert uses.tally(bad).last == 2**63 - 1
        assert len(uses.of(bad)) == len(uses.about(bad)) == uses.forget(bad) == 1

    def test_a_store_that_fails_halfway_keeps_what_it_had(self, database: Database) -> None:
        uses = SqlUses(database, "zone")
        uses.put(ONE, [use()])
        with database.writing() as connection:
            connection.exec_driver_sql("CREATE UNIQUE INDEX no_two_alike ON uses (skill)")
        with pytest.raises(StoreFailed):
            uses.put(ONE, [use(followed="not"), use(skill="rl-y"), msgspec.structs.replace(use(), agent="scout")])
        assert uses.of(ONE) == [use()]

    def test_many_that_put_at_once_count_nothing_twice(self, database: Database) -> None:
        uses = SqlUses(database, "zone")
        found = [use(skill=f"rl-{number}", at=number) for number in range(20)]

        def turn(number: int) -> int:
            return len(uses.put(ONE, found if number % 2 else found[::-1]))

        with ThreadPoolExecutor(8) as pool:
            news = list(pool.map(turn, range(16)))
        assert sum(news) == len(found)
        assert all(tally.followed == tally.matches == 1 for tally in uses.tallies().values())


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


def made_in(session: str) -> st.SearchStrategy[Use]:
    """Uses in a session: of few skills, agents and times, so that they meet."""
    return st.builds(
        Use,
        session=st.just(session),
        skill=st.sampled_from(["rl-x", "rl-y", "Ä\u0000"]),
        how=st.sampled_from(["read", "disclosed"]),
        event=st.sampled_from(["e1", "e2"]),
        followed=st.sampled_from(RANKS),
        evidence=st.sampled_from([(), ("e3",)]),
        agent=st.sampled_from(["", "scout"]),
        at=st.none() | st.integers(1, 3),
        matched=st.booleans(),
    )


Turn = tuple[str, str, list[Use]]
turns = st.sampled_from([ONE, TWO, THREE]).flatmap(
    lambda session: st.tuples(
        st.sampled_from(["put", "put", "put", "forget", "drop"]),
        st.just(session),
        st.lists(made_in(session), max_size=5),
    )
)
zones = map(str, itertools.count())


def done(turn: Turn, uses: Uses) -> object:
    does, session, some = turn
    if does == "put":
        return uses.put(session, some)
    return uses.forget(session) if does == "forget" else uses.drop("rl-y")


@given(rows=st.lists(turns, max_size=10))
@settings(deadline=None, max_examples=max(10, settings().max_examples // 2))
def test_in_any_order_of_turns_memory_and_database_agree(shared: Database, rows: list[Turn]) -> None:
    memory, stored = MemoryUses(), SqlUses(shared, next(zones))
    for turn in rows:
        assert done(turn, memory) == done(turn, stored)
    mended = {name.replace("\x00", "\ufffd"): tally for name, tally in memory.tallies().items()}
    assert mended == stored.tallies()
    for skill in ("rl-x", "rl-y", "Ä\u0000"):
        assert memory.tally(skill) == stored.tally(skill)
        assert memory.about(skill) == stored.about(skill)
    for session in (ONE, TWO, THREE):
        assert memory.of(session) == stored.of(session)
