"""What agents start to learn in their own turns is kept, and each skill has one open attempt at most."""

import itertools
from collections.abc import Iterator
from pathlib import Path

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from afterwit.adapters.database import Database, SqlAttempts, open_database
from afterwit.adapters.in_memory_turns import MemoryAttempts
from afterwit.model.learning import Attempt, AttemptState, Caller, Ref
from afterwit.ports import Attempts
from tests.adapters.database.processes import together

ONE, TWO = "claude-code:one", "codex:two"
STATES: tuple[AttemptState, ...] = ("created", "updated", "pending", "refused", "failed", "skipped")


@pytest.fixture(params=["sqlite", "postgresql", "memory"])
def attempts(request: pytest.FixtureRequest) -> Attempts:
    """No attempts yet; the fake in memory behaves like the real ones."""
    if request.param == "memory":
        return MemoryAttempts()
    return SqlAttempts(request.getfixturevalue(f"made_{request.param}"), "zone")


@pytest.fixture
def made_sqlite(tmp_path: Path) -> Iterator[Database]:
    """A new SQLite store."""
    with open_database(tmp_path / "afterwit.db") as database:
        yield database


@pytest.fixture
def made_postgresql(postgres_url: str) -> Iterator[Database]:
    """A new PostgreSQL store."""
    with open_database(postgres_url) as database:
        yield database


def attempt(skill: str = "rl-x", session: str = ONE, *cited: str) -> Attempt:
    return Attempt(
        at=7,
        caller=Caller(agent="claude-code", session=session, invocation="i1"),
        action="create",
        skill=skill,
        reason="user_correction",
        refs=tuple(Ref(session=each, event="e3") for each in cited),
        message="Ich merke mir das.",
    )


def closed(kept: Attempt, state: AttemptState = "created") -> Attempt:
    return msgspec.structs.replace(kept, state=state, finished=9, receipt="Learned skill: rl-x", proposal=4)


def test_there_is_nothing_at_first(attempts: Attempts) -> None:
    assert (attempts.attempts(), attempts.attempt(1), attempts.forget(ONE)) == ([], None, 0)
    assert not attempts.finish(closed(attempt()))


@pytest.mark.proves("telemetry-stored")
def test_an_attempt_is_given_back_as_it_was(attempts: Attempts) -> None:
    kept = attempts.start(attempt("rl-x", ONE, ONE, TWO))[0]
    assert kept == msgspec.structs.replace(attempt("rl-x", ONE, ONE, TWO), id=kept.id)
    assert kept.id > 0
    assert attempts.attempt(kept.id) == kept
    assert attempts.attempts() == [kept]


def test_a_skill_that_is_started_twice_is_the_same_attempt(attempts: Attempts) -> None:
    first, new = attempts.start(attempt("rl-x", ONE, ONE))
    assert new
    later = msgspec.structs.replace(attempt("rl-x", TWO, TWO), reason="user_correction", message="Still learning.")
    again, new = attempts.start(later)
    assert (again.id, again.caller, new) == (first.id, first.caller, False)
    assert again.refs == (*first.refs, *later.refs)
    assert (again.reason, again.message) == ("user_correction", "Still learning.")
    assert attempts.attempt(first.id) == again
    assert attempts.forget(TWO) == 1


def test_another_skill_is_another_attempt(attempts: Attempts) -> None:
    first, _ = attempts.start(attempt())
    assert attempts.start(attempt("rl-y"))[0].id != first.id


def test_one_of_another_kind_changes_nothing_of_the_open_one(attempts: Attempts) -> None:
    first, _ = attempts.start(attempt())
    assert attempts.start(msgspec.structs.replace(attempt(session=TWO), action="update")) == (first, False)


def test_a_finished_one_makes_room_for_the_next(attempts: Attempts) -> None:
    first = attempts.start(attempt())[0]
    assert attempts.finish(closed(first))
    second = attempts.start(attempt())[0]
    assert second.id > first.id
    assert attempts.attempts(skill="rl-x") == [second, closed(first)]


@pytest.mark.parametrize("state", STATES)
def test_an_attempt_is_finished_once(attempts: Attempts, state: AttemptState) -> None:
    kept = attempts.start(attempt())[0]
    assert attempts.finish(closed(kept, state))
    assert not attempts.finish(closed(kept, "failed"))
    assert attempts.attempt(kept.id) == closed(kept, state)


def test_attempts_are_found_by_state_and_skill_the_latest_first(attempts: Attempts) -> None:
    one, other, third = (attempts.start(attempt(name))[0] for name in ("rl-x", "rl-y", "rl-z"))
    attempts.finish(closed(other))
    assert attempts.attempts(state="open") == [third, one]
    assert attempts.attempts(state="created") == [closed(other)]
    assert attempts.attempts(skill="rl-x") == [one]
    assert attempts.attempts(limit=1) == [third]
    assert attempts.attempts(state="created", skill="rl-x") == []


def test_those_that_a_session_made_or_that_cite_it_are_forgotten(attempts: Attempts) -> None:
    attempts.start(attempt("rl-made", ONE))[0]
    attempts.start(attempt("rl-cites", TWO, TWO, ONE))[0]
    late = attempts.start(attempt("rl-late", TWO))[0]
    attempts.finish(msgspec.structs.replace(closed(late), refs=(Ref(session=ONE, event="e9"),)))
    other = attempts.start(attempt("rl-other", TWO, TWO))[0]
    assert attempts.forget(ONE) == 3
    assert attempts.forget(ONE) == 0
    assert attempts.attempts() == [other]


class TestInSql:
    """What only a database can get wrong."""

    def test_projects_in_one_store_do_not_meet(self, database: Database) -> None:
        mine, yours = SqlAttempts(database, "mine"), SqlAttempts(database, "yours")
        kept = mine.start(attempt())[0]
        assert (yours.attempts(), yours.attempt(kept.id), yours.forget(ONE)) == ([], None, 0)
        assert not yours.finish(closed(kept))
        assert yours.start(attempt())[0].id != kept.id
        assert mine.attempts(state="open") == [kept]

    def test_words_and_numbers_that_no_store_takes_are_mended_and_still_found(self, database: Database) -> None:
        attempts = SqlAttempts(database, "zone\x00")
        bad = "a\x00b\ud83d"
        odd = msgspec.structs.replace(attempt(bad, bad, bad), at=10**30, message=bad)
        kept = attempts.start(odd)[0]
        assert attempts.start(odd)[0].id == kept.id
        assert attempts.attempt(10**30) is None
        assert attempts.finish(closed(kept))
        assert [found.at for found in attempts.attempts(skill=bad)] == [2**63 - 1]
        assert attempts.forget(bad) == 1

    def test_what_is_forgotten_is_in_no_file_of_the_store(self, tmp_path: Path) -> None:
        with open_database(tmp_path / "afterwit.db") as database:
            attempts = SqlAttempts(database, "zone")
            attempts.start(msgspec.structs.replace(attempt(), summary="quicksilverherring"))[0]
            attempts.forget(ONE)
        assert not any(b"quicksilverherring" in file.read_bytes() for file in tmp_path.iterdir())


def start_and_finish(store: str | Path, number: int) -> tuple[list[int], int]:
    """The attempts that this process got, and how many of them it was the one to close."""
    got: list[int] = []
    closed_by_us = 0
    with open_database(store) as database:
        attempts = SqlAttempts(database, "zone")
        for _ in range(10):
            mine = attempts.start(attempt(session=f"codex:{number}"))[0]
            got.append(mine.id)
            closed_by_us += attempts.finish(closed(mine))
    return got, closed_by_us


def start_only(store: str | Path) -> int:
    with open_database(store) as database:
        return SqlAttempts(database, "zone").start(attempt())[0].id


def test_processes_that_start_the_same_skill_at_once_get_the_same_attempt(store: str | Path) -> None:
    open_database(store).close()
    assert len(set(together(start_only, [(store,)] * 8))) == 1
    with open_database(store) as database:
        assert len(SqlAttempts(database, "zone").attempts()) == 1


def test_each_attempt_is_closed_by_one_process_only(store: str | Path) -> None:
    open_database(store).close()
    answers = together(start_and_finish, [(store, number) for number in range(4)])
    made = {number for got, _ in answers for number in got}
    assert sum(by_us for _, by_us in answers) == len(made)
    with open_database(store) as database:
        kept = SqlAttempts(database, "zone").attempts()
    assert {one.id for one in kept} == made
    assert {one.state for one in kept} == {"created"}


@pytest.fixture(scope="module")
def shared(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Database]:
    """One store for all examples: each has a zone of its own."""
    with open_database(tmp_path_factory.mktemp("shared") / "afterwit.db") as database:
        yield database


Step = tuple[str, str, str]
steps = st.tuples(
    st.sampled_from(["start", "start", "finish", "forget"]),
    st.sampled_from(["rl-x", "rl-y"]),
    st.sampled_from([ONE, TWO]),
)
zones = map(str, itertools.count())


def done(step: Step, attempts: Attempts) -> object:
    does, skill, session = step
    if does == "start":
        return attempts.start(attempt(skill, session))[0].skill
    if does == "forget":
        return attempts.forget(session)
    return [attempts.finish(closed(one)) for one in attempts.attempts(skill=skill)]


@given(taken=st.lists(steps, max_size=10))
@settings(deadline=None, max_examples=max(10, settings().max_examples // 2))
def test_in_any_order_of_steps_memory_and_database_agree(shared: Database, taken: list[Step]) -> None:
    memory, stored = MemoryAttempts(), SqlAttempts(shared, next(zones))
    for step in taken:
        assert done(step, memory) == done(step, stored)
    nameless = [[msgspec.structs.replace(one, id=0) for one in each.attempts()] for each in (memory, stored)]
    assert nameless[0] == nameless[1]
    for skill in ("rl-x", "rl-y"):
        assert len(stored.attempts(state="open", skill=skill)) <= 1
