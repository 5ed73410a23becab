"""What agents leave at the end of their turns is kept, and what happened since the last review is counted exactly."""

import itertools
from collections.abc import Iterator
from pathlib import Path

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from sqlalchemy import func, select

from afterwit.adapters.database import Database, SqlRatings, SqlTurns, open_database, schema
from afterwit.adapters.database.turns import REMEMBERED
from afterwit.adapters.in_memory_history import MemoryRatings
from afterwit.adapters.in_memory_turns import MemoryTurns
from afterwit.errors import StoreFailed
from afterwit.model.learning import (
    Caller,
    Counts,
    Dropped,
    LearningSignal,
    Ref,
    SeenSession,
    SkillIssueSignal,
    SpoolBatch,
    TurnNote,
    UsedSkill,
)
from afterwit.ports import Matches, Ratings, Turns
from tests.adapters.database.processes import together

ONE, TWO = "claude-code:one", "codex:two"
CLAUDE, CODEX = "claude-code", "codex"

Both = tuple[Turns, Ratings]


@pytest.fixture(params=["sqlite", "postgresql", "memory"])
def both(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Both]:
    """Turns and the ratings beside them; the fakes in memory behave like the real ones."""
    if request.param == "memory":
        ratings = MemoryRatings()
        yield MemoryTurns(ratings), ratings
        return
    store = tmp_path / "afterwit.db" if request.param == "sqlite" else str(request.getfixturevalue("postgres_url"))
    with open_database(store) as database:
        yield SqlTurns(database, "zone"), SqlRatings(database, "zone")


@pytest.fixture
def turns(both: Both) -> Turns:
    """New turns."""
    return both[0]


def note(what: LearningSignal | SkillIssueSignal | UsedSkill | Dropped, agent: str = CLAUDE, at: int = 5) -> TurnNote:
    return TurnNote(at=at, caller=Caller(agent=agent, session=ONE, invocation="i1"), what=what)


def issue(skill: str = "rl-x", session: str = ONE) -> SkillIssueSignal:
    return SkillIssueSignal(
        skill_name=skill,
        issue="stale_command",
        reason_not_patched="needs_existing_skill_diff",
        observed_effect="retry_after_tool_error",
        refs=(Ref(session=session, event="e1"), Ref(session=session, event="e2")),
        patch_hint="The flag is gone.",
    )


def signal(hint: str = "rl-new", session: str = ONE) -> LearningSignal:
    return LearningSignal(
        package_name_hint=hint,
        trigger="recovered_surprise",
        reason_not_written="conversation_still_evolving",
        refs=(Ref(session=session, event="e1"), Ref(session=session, event="e2")),
        summary="It takes --names-only.",
    )


USED = UsedSkill(skill_name="rl-x", message="Used learned skill: rl-x")
SKIPPED = Dropped(field="learning_signal", why="Both signals came at once: send one.")


def happened(tools: int = 0, turns: int = 0, hints: int = 0, last: int | None = None) -> Counts:
    return Counts(
        tool_iters_since_review=tools,
        turns_since_review=turns,
        skill_issue_hints_since_review=hints,
        last_review_at=last,
    )


def batch(name: str, tools: int = 0, turns: int = 0, agent: str = CLAUDE) -> SpoolBatch:
    return SpoolBatch(name=name, counts={agent: happened(tools, turns)})


def as_left(notes: list[TurnNote]) -> list[TurnNote]:
    """Notes without the numbers that they got."""
    return [msgspec.structs.replace(each, id=0) for each in notes]


def test_there_is_nothing_at_first(turns: Turns) -> None:
    turns.note([])
    assert (turns.notes(), turns.counts(), turns.sessions(), turns.skipped(), turns.forget(ONE)) == ([], {}, [], 0, 0)


@pytest.mark.proves("telemetry-stored")
def test_what_was_left_is_given_back_the_latest_first(turns: Turns) -> None:
    left = [note(each) for each in (signal(), issue(), USED, SKIPPED)]
    turns.note(left[:3])
    turns.note(left[3:])
    assert as_left(turns.notes()) == left[::-1]
    assert as_left(turns.notes(limit=1)) == left[3:]
    assert len({each.id for each in turns.notes()}) == 4


def test_only_signals_wait_for_a_review(turns: Turns) -> None:
    turns.note([note(each) for each in (USED, signal(), SKIPPED, issue())])
    waiting = turns.notes(waiting=True)
    assert [each.what for each in waiting] == [issue(), signal()]
    turns.reviewed(CLAUDE, happened(), 9, [waiting[0].id, 10**20])
    assert [each.what for each in turns.notes(waiting=True)] == [signal()]
    assert [each.reviewed for each in turns.notes()] == [True, False, False, False]


@pytest.mark.proves("nudge-counters")
def test_an_issue_of_a_skill_is_a_hint_for_its_agent_and_nothing_else_is(turns: Turns) -> None:
    turns.note([note(issue()), note(issue("rl-y")), note(signal()), note(USED), note(SKIPPED), note(issue(), CODEX)])
    assert turns.counts() == {CLAUDE: happened(hints=2), CODEX: happened(hints=1)}


@pytest.mark.proves("nudge-counters")
def test_what_hooks_left_is_added_for_each_agent(turns: Turns) -> None:
    assert turns.take_in(SpoolBatch(name="a", counts={CLAUDE: happened(5, 1), CODEX: happened(2)}))
    assert turns.take_in(batch("b", 3, 2))
    assert turns.counts() == {CLAUDE: happened(8, 3), CODEX: happened(2)}


def test_a_batch_is_counted_once(both: Both) -> None:
    turns, ratings = both
    seen = SeenSession(session="one", agent=CLAUDE, at=3, compactions=1)
    whole = SpoolBatch(
        name="a", counts={CLAUDE: happened(5)}, sessions=(seen,), matches={"rl-x": (2, 7)}, skipped=4
    )  # fmt: skip
    assert turns.take_in(whole)
    assert not turns.take_in(whole)
    assert not turns.take_in(batch("a", 100))
    assert turns.counts() == {CLAUDE: happened(5)}
    assert turns.sessions() == [seen]
    assert ratings.matches("rl-x") == Matches(count=2, last=7)
    assert turns.skipped() == 4


@pytest.mark.proves("nudge-counters")
def test_a_review_takes_off_what_it_began_with_and_what_came_since_stays(turns: Turns) -> None:
    turns.take_in(batch("a", 10, 4))
    turns.note([note(issue())])
    began = turns.counts()[CLAUDE]
    turns.take_in(batch("b", 3, 1))
    turns.note([note(issue())])
    turns.reviewed(CLAUDE, began, 70)
    assert turns.counts() == {CLAUDE: happened(3, 1, 1, last=70)}


def test_of_two_reviews_that_began_with_the_same_only_the_first_takes_it_off(turns: Turns) -> None:
    turns.take_in(batch("a", 10))
    began = turns.counts()[CLAUDE]
    turns.take_in(batch("b", 3))
    turns.reviewed(CLAUDE, began, 70)
    turns.reviewed(CLAUDE, began, 70)
    assert turns.counts()[CLAUDE].tool_iters_since_review == 3
    turns.reviewed(CLAUDE, turns.counts()[CLAUDE], 60)
    assert turns.counts()[CLAUDE].tool_iters_since_review == 0


def test_a_review_of_one_agent_leaves_the_others_alone(turns: Turns) -> None:
    turns.take_in(batch("a", 10))
    turns.reviewed(CODEX, happened(99, 99, 99), 70)
    assert turns.counts() == {CLAUDE: happened(10), CODEX: happened(last=70)}


def test_a_session_is_what_hooks_told_of_it_in_whatever_order(turns: Turns) -> None:
    transcript = "/home/ada/one.jsonl"
    tales = (
        SeenSession(session="one", agent=CLAUDE, at=9, ended=True),
        SeenSession(session="one", agent=CLAUDE, at=5, transcript=transcript, compactions=2),
        SeenSession(session="two", agent=CLAUDE, at=20),
        SeenSession(session="one", agent=CODEX, at=1),
        SeenSession(session="one", agent=CLAUDE, at=7, compactions=1),
    )
    turns.take_in(SpoolBatch(name="a", sessions=tales[:2]))
    turns.take_in(SpoolBatch(name="b", sessions=tales[2:]))
    one = SeenSession(session="one", agent=CLAUDE, at=9, ended=True, transcript=transcript, compactions=3)
    assert turns.sessions() == [tales[2], one, tales[3]]
    assert turns.sessions(limit=1) == [tales[2]]


def test_a_session_that_is_taken_up_again_has_not_ended(turns: Turns) -> None:
    turns.take_in(SpoolBatch(name="a", sessions=(SeenSession(session="one", agent=CLAUDE, at=9, ended=True),)))
    turns.take_in(SpoolBatch(name="b", sessions=(SeenSession(session="one", agent=CLAUDE, at=12),)))
    assert [seen.ended for seen in turns.sessions()] == [False]


def test_what_was_left_by_a_session_or_cites_it_is_forgotten(turns: Turns) -> None:
    mine = note(signal(session=TWO))
    cites = msgspec.structs.replace(note(issue(session=ONE)), caller=Caller(agent=CODEX, session=TWO))
    other = msgspec.structs.replace(note(issue(session=TWO)), caller=Caller(agent=CODEX, session=TWO))
    turns.note([mine, note(USED), cites, other])
    seen = tuple(SeenSession(session=session, agent=CLAUDE, at=1, transcript="/t") for session in ("one", "two"))
    turns.take_in(SpoolBatch(name="a", sessions=seen))
    assert turns.forget(ONE) == 3
    assert turns.forget(ONE) == 0
    assert as_left(turns.notes()) == [other]
    assert turns.sessions() == [seen[1]]


class TestInSql:
    """What only a database can get wrong."""

    def test_projects_in_one_store_do_not_meet(self, database: Database) -> None:
        mine, yours = SqlTurns(database, "mine"), SqlTurns(database, "yours")
        mine.note([note(issue())])
        mine.take_in(SpoolBatch(name="a", sessions=(SeenSession(session="one", agent=CLAUDE, at=1),), skipped=2))
        assert (yours.notes(), yours.counts(), yours.sessions(), yours.skipped()) == ([], {}, [], 0)
        assert yours.take_in(batch("a", 3))
        yours.reviewed(CLAUDE, happened(3), 9, [mine.notes()[0].id])
        assert yours.forget(ONE) == 0
        assert len(mine.notes(waiting=True)) == len(mine.sessions()) == 1
        assert mine.counts() == {CLAUDE: happened(hints=1)}

    def test_words_and_numbers_that_no_store_takes_are_mended_and_still_found(self, database: Database) -> None:
        turns = SqlTurns(database, "zone\x00")
        bad, long = "a\x00b\ud83d", "ä" * 100_000
        turns.note([note(issue(bad, bad), bad, at=10**30)])
        for name in (bad, long):
            seen = SeenSession(session=name, agent=name, at=10**30, transcript=name)
            told = SpoolBatch(name=name[:9], counts={name: happened(1)}, sessions=(seen,), matches={bad: (1, 10**30)})
            assert turns.take_in(told)
            assert not turns.take_in(told)
        assert [seen.at for seen in turns.sessions()] == [2**63 - 1] * 2
        assert {counts.tool_iters_since_review for counts in turns.counts().values()} == {1}
        turns.reviewed(bad, happened(1, 0, 1), 10**30)
        assert turns.forget(f"x:{long}") == 0
        assert len(turns.sessions()) == 1
        assert turns.forget(bad) == 1

    def test_a_store_that_fails_halfway_has_counted_nothing_and_can_count_it_later(self, database: Database) -> None:
        turns, ratings = SqlTurns(database, "zone"), SqlRatings(database, "zone")
        seen = SeenSession(session="one", agent=CLAUDE, at=1)
        whole = SpoolBatch(name="a", counts={CLAUDE: happened(5)}, sessions=(seen,), matches={"x": (1, 1), "y": (1, 1)})
        with database.writing() as connection:
            connection.exec_driver_sql("CREATE UNIQUE INDEX no_two_alike ON ratings (matches)")
        with pytest.raises(StoreFailed):
            turns.take_in(whole)
        assert (turns.counts(), turns.sessions(), ratings.all_matches()) == ({}, [], {})
        with database.writing() as connection:
            connection.exec_driver_sql("DROP INDEX no_two_alike")
        assert turns.take_in(whole)
        assert [*ratings.all_matches()] == ["x", "y"]

    def test_notes_that_cannot_all_be_kept_are_none_of_them(self, database: Database) -> None:
        turns = SqlTurns(database, "zone")
        with database.writing() as connection:
            connection.exec_driver_sql("CREATE UNIQUE INDEX no_two_alike ON turn_notes (waiting)")
        with pytest.raises(StoreFailed):
            turns.note([note(issue()), note(issue())])
        assert (turns.notes(), turns.counts()) == ([], {})

    def test_only_so_many_batches_are_remembered(self, tmp_path: Path) -> None:
        with open_database(tmp_path / "afterwit.db") as database:
            rows = [{"zone": "zone", "name": f"old {number}", "skipped": 0} for number in range(REMEMBERED)]
            with database.writing() as connection:
                connection.execute(schema.spool_batches.insert(), [*rows, {**rows[0], "zone": "other"}])
            turns = SqlTurns(database, "zone")
            assert turns.take_in(batch("new", 1))
            assert not turns.take_in(batch("old 1", 1))
            with database.reading() as connection:
                kept = connection.execute(select(func.count()).select_from(schema.spool_batches)).scalar_one()
            assert kept == REMEMBERED + 1

    def test_what_is_forgotten_is_in_no_file_of_the_store(self, tmp_path: Path) -> None:
        with open_database(tmp_path / "afterwit.db") as database:
            turns = SqlTurns(database, "zone")
            turns.note([note(signal("rl-quicksilverherring"))])
            seen = SeenSession(session="one", agent=CLAUDE, at=1, transcript="/quicksilverherring.jsonl")
            turns.take_in(SpoolBatch(name="a", sessions=(seen,)))
            turns.forget(ONE)
        assert not any(b"quicksilverherring" in file.read_bytes() for file in tmp_path.iterdir())


PROCESSES, ROUNDS = 6, 12


def count_and_review(store: str | Path, number: int) -> int:
    """Take in batches, leave issues, and now and then review; say how many tool calls were reviewed."""
    reviewed = 0
    with open_database(store) as database:
        turns = SqlTurns(database, "zone")
        for at in range(ROUNDS):
            turns.take_in(batch(f"shared {at}", 1))  # every process has these, and one of them counts each
            turns.take_in(batch(f"{number} {at}", 2, 1))
            turns.note([note(issue())])
            if number == 0 and at % 3 == 0:
                began = turns.counts()[CLAUDE]
                turns.reviewed(CLAUDE, began, at + 1)
                reviewed += began.tool_iters_since_review
    return reviewed


@pytest.mark.proves("nudge-counters")
def test_processes_that_count_and_review_at_once_lose_and_double_nothing(store: str | Path) -> None:
    open_database(store).close()
    reviewed = together(count_and_review, [(store, number) for number in range(PROCESSES)])
    with open_database(store) as database:
        turns = SqlTurns(database, "zone")
        left = turns.counts()[CLAUDE]
        assert left.tool_iters_since_review + sum(reviewed) == ROUNDS + 2 * ROUNDS * PROCESSES
        assert left.last_review_at is not None
        assert len(turns.notes(waiting=True)) == PROCESSES * ROUNDS


@pytest.fixture(scope="module")
def shared(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Database]:
    """One store for all examples: each has a zone of its own."""
    with open_database(tmp_path_factory.mktemp("shared") / "afterwit.db") as database:
        yield database


agents = st.sampled_from([CLAUDE, CODEX])
small = st.integers(0, 3)
counted = st.builds(happened, small, small)
sessions = st.builds(
    SeenSession,
    session=st.sampled_from(["one", "two"]),
    agent=agents,
    transcript=st.sampled_from(["", "/a", "/b"]),
    at=small,
    ended=st.booleans(),
    compactions=st.integers(0, 1),
)
batches = st.builds(
    SpoolBatch,
    name=st.sampled_from("abcd"),
    counts=st.dictionaries(agents, counted, max_size=2),
    sessions=st.lists(sessions, max_size=3).map(tuple),
    matches=st.dictionaries(st.sampled_from(["rl-x", "rl-y"]), st.tuples(st.integers(1, 3), small), max_size=2),
    skipped=small,
)
left = st.lists(st.builds(note, st.sampled_from([signal(), issue(), USED, SKIPPED]), agents), max_size=3)
reviews = st.tuples(agents, st.builds(happened, small, small, small, st.none() | small), small)
Step = SpoolBatch | list[TurnNote] | tuple[str, Counts, int] | str
steps = st.lists(st.one_of(batches, left, reviews, st.sampled_from([ONE, TWO])), max_size=10)
zones = map(str, itertools.count())


def done(step: Step, turns: Turns) -> object:
    if isinstance(step, SpoolBatch):
        return turns.take_in(step)
    if isinstance(step, str):
        return turns.forget(step)
    if isinstance(step, list):
        return turns.note(step)
    agent, seen, at = step
    return turns.reviewed(agent, seen, at, [each.id for each in turns.notes(limit=1)])


@given(taken=steps)
@settings(deadline=None, max_examples=max(10, settings().max_examples // 2))
def test_in_any_order_of_steps_memory_and_database_agree(shared: Database, taken: list[Step]) -> None:
    zone, ratings = next(zones), MemoryRatings()
    memory, stored = MemoryTurns(ratings), SqlTurns(shared, zone)
    for step in taken:
        assert done(step, memory) == done(step, stored)
    assert memory.counts() == stored.counts()
    assert memory.skipped() == stored.skipped()
    for waiting in (True, False):
        assert as_left(memory.notes(waiting=waiting)) == as_left(stored.notes(waiting=waiting))
    assert ratings.all_matches() == SqlRatings(shared, zone).all_matches()

    def in_order(turns: Turns) -> list[SeenSession]:
        return sorted(turns.sessions(), key=lambda seen: (seen.at, seen.agent, seen.session))

    assert in_order(memory) == in_order(stored)
