"""What hooks and searches leave is counted, each line once, by whoever next opens the store."""

import json
import sqlite3
from contextlib import closing
from multiprocessing.connection import Connection
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from afterwit.adapters.database import SqlRatings, SqlTurns, open_database
from afterwit.config import Config, Recall
from afterwit.engine.health import checks
from afterwit.engine.project import Project
from afterwit.engine.spooled import added_up, drain, drain_into, transcripts_waiting
from afterwit.engine.wire import kernel, rehearsal
from afterwit.keep.lines import append
from afterwit.keep.spool import BATCH, FILE, Spool
from afterwit.model.learning import Counts, SeenSession
from afterwit.ports import Matches
from tests.adapters.database.processes import SECONDS, started, together
from tests.engine.projects import opened
from tests.faces.cli.packages import CRAB, LAMP, laid_out

BY_WORDS = Config(recall=Recall(embedder="none"))
HOST = "claude-code"


def line(event: str = "PostToolUse", *, at: int = 5, session: str = "s1", agent: str = HOST, **more: object) -> bytes:
    told = {"at": at, "event": event, "agent": agent, "session": session, "transcript": "", **more}
    return json.dumps(told).encode() + b"\n"


def leave(root: Path, *lines: bytes) -> None:
    for each in lines:
        append(root / ".afterwit" / FILE, each)


@pytest.fixture
def root(tmp_path: Path) -> Path:
    """A project with a skill."""
    laid_out(tmp_path / ".afterwit" / "skills", CRAB)
    return tmp_path


def counted(tools: int = 0, turns: int = 0) -> Counts:
    return Counts(tool_iters_since_review=tools, turns_since_review=turns)


def waiting(root: Path) -> list[Path]:
    return [*(root / ".afterwit").glob(f"{FILE}*")]


@pytest.mark.proves("nudge-counters")
@pytest.mark.parametrize(
    ("event", "expected"),
    [
        ("PostToolUse", counted(tools=1)),
        ("PostToolUseFailure", counted(tools=1)),
        ("Stop", counted(turns=1)),
    ],
)
def test_tool_calls_and_turns_are_counted_for_their_agent(event: str, expected: Counts) -> None:
    batch = added_up("a", [line(event), line(event, agent="codex"), line(event, agent="codex", session="")], [])
    assert batch.counts == {HOST: expected, "codex": expected.plus(expected)}
    assert batch.skipped == 0


@pytest.mark.parametrize("event", ["SessionStart", "UserPromptSubmit", "SubagentStop", "SessionEnd", "PreCompact"])
def test_other_events_count_for_nobody_and_still_tell_of_their_session(event: str) -> None:
    batch = added_up("a", [line(event)], [])
    assert (batch.counts, batch.skipped) == ({}, 0)
    assert [seen.session for seen in batch.sessions] == ["s1"]


def test_a_session_is_known_by_all_that_was_told_of_it() -> None:
    batch = added_up(
        "a",
        [
            line("SessionStart", at=1, transcript="/t/one.jsonl"),
            line("PreCompact", at=3),
            line("PreCompact", at=4),
            line("Stop", at=7, session="s2"),
            line("SessionEnd", at=9),
        ],
        [],
    )
    assert batch.sessions == (
        SeenSession(session="s1", agent=HOST, transcript="/t/one.jsonl", at=9, ended=True, compactions=2),
        SeenSession(session="s2", agent=HOST, at=7),
    )


BROKEN = [
    b"",
    b"{",
    b"5",
    b"[]",
    b"null",
    b"\xff\xfe",
    b"[" * 100_000,
    b'{"x": ' + b"[" * 100_000,
    line()[:20],
    line("Holiday"),
    line("AfterTool"),
    line("PreToolUse"),
    line("Stop", agent=""),
    line("Stop", at=True),
    line("Stop", at=-1),
    line("Stop", at=2**63),
    line("Stop", at=10**400),
    line("Stop", agent="x" * 201),
    line("Stop", session="x" * 1001),
    line("Stop", transcript="x" * 5000),
    line("Stop", transcript=None),
    line("match"),
    line("match", skill=["rl-x"]),
    b'{"event": "Stop", "agent": "claude-code"}',
    b'{"at": 5, "agent": "claude-code"}',
]


@pytest.mark.parametrize("odd", BROKEN)
def test_a_line_that_is_none_of_ours_is_skipped_alone_and_counted(odd: bytes) -> None:
    batch = added_up("a", [line("Stop"), odd, line("Stop")], [])
    assert batch.counts == {HOST: counted(turns=2)}
    assert batch.skipped == 1


@pytest.mark.parametrize("transcript", ["/t/\udcff.jsonl", "/t/\ud83d\ude00.jsonl", "/t/\x00"])
def test_a_name_that_is_no_proper_text_keeps_nothing_from_being_counted(root: Path, transcript: str) -> None:
    leave(root, line("Stop", transcript=transcript))
    with opened(root, BY_WORDS) as here:
        assert here.turns.counts() == {HOST: counted(turns=1)}
        assert len(here.turns.sessions()) == 1


@given(st.lists(st.binary(max_size=60), max_size=5))
def test_whatever_the_bytes_are_they_are_counted_or_skipped(lines: list[bytes]) -> None:
    assert added_up("a", [*lines, line("Stop")], []).counts[HOST].turns_since_review == 1


def test_only_skills_that_there_are_were_found() -> None:
    lines = [line("match", at=at, skill=name) for at, name in ((9, "rl-x"), (4, "rl-x"), (5, "rl-y"))]
    assert added_up("a", lines, ["rl-x"]).matches == {"rl-x": (2, 9)}


@pytest.mark.proves("nudge-counters")
def test_whoever_opens_the_project_next_counts_what_waits_and_nobody_else_does(root: Path) -> None:
    leave(root, line(), line("Stop"), line("match", skill=CRAB.name), line("match", skill=LAMP.name), b"?\n")
    for _ in range(2):
        with opened(root, BY_WORDS) as here:
            assert here.turns.counts() == {HOST: counted(1, 1)}
            assert [seen.session for seen in here.turns.sessions()] == ["s1"]
            assert here.ratings.all_matches() == {CRAB.name: Matches(count=1, last=5)}
            assert here.turns.skipped() == 1
    assert waiting(root) == []


@pytest.mark.proves("nudge-counters")
def test_a_project_that_is_only_read_is_counted_too(root: Path) -> None:
    with opened(root, BY_WORDS):
        leave(root, line())
    with kernel(Project(root), BY_WORDS, to_write=False) as here:
        assert here.turns.counts() == {HOST: counted(1)}


def test_what_comes_while_it_is_open_can_be_counted_at_any_time(root: Path) -> None:
    with opened(root, BY_WORDS) as here:
        leave(root, line(), b"?\n")
        for _ in range(2):
            drain(here)
            assert here.turns.counts() == {HOST: counted(1)}
            assert here.turns.skipped() == 1


def test_what_was_counted_and_not_deleted_is_not_counted_again(root: Path) -> None:
    leave(root, line(), line("match", skill=CRAB.name))
    with closing(Spool(root / ".afterwit").take()) as files:
        next(files)  # taken, and whoever did so was killed
    (left,) = waiting(root)
    content = left.read_bytes()
    for _ in range(3):
        with opened(root, BY_WORDS) as here:
            assert here.turns.counts() == {HOST: counted(1)}
            assert here.ratings.matches(CRAB.name).count == 1
        assert waiting(root) == []
        left.write_bytes(content)  # killed before it was deleted


def test_where_the_store_refuses_it_waits_in_one_place_and_nothing_is_counted_twice(root: Path) -> None:
    with opened(root, BY_WORDS):
        pass
    refuse = "CREATE TRIGGER refuse BEFORE INSERT ON counters BEGIN SELECT RAISE(ABORT, 'no'); END"
    for statement, expected in ((refuse, {}), ("DROP TRIGGER refuse", {HOST: counted(3)})):
        with closing(sqlite3.connect(root / ".afterwit" / "afterwit.db")) as store:
            store.execute(statement)
            store.commit()
        for _ in range(3):
            if statement == refuse:
                leave(root, line())
            with opened(root, BY_WORDS) as here:
                assert here.turns.counts() == expected
        assert len(waiting(root)) == (2 if statement == refuse else 0)


def test_that_the_store_refuses_is_a_fault_once_a_day_and_not_at_every_call(root: Path) -> None:
    with opened(root, BY_WORDS):
        pass
    with closing(sqlite3.connect(root / ".afterwit" / "afterwit.db")) as store:
        store.execute("CREATE TRIGGER refuse BEFORE INSERT ON counters BEGIN SELECT RAISE(ABORT, 'no'); END")
        store.commit()
    for _ in range(3):
        leave(root, line())
        with opened(root, BY_WORDS):
            pass
    told = [check.says for check in checks(Project(root), None) if check.name == "hooks"]
    assert len(told) == 1
    assert told[0].startswith("counting what hooks left failed, last on ")
    assert "StoreFailed: " in told[0]
    assert " times (" not in told[0]


def test_a_dry_run_counts_a_copy_and_leaves_what_waits(root: Path) -> None:
    with opened(root, BY_WORDS):
        leave(root, line())
    with closing(Spool(root / ".afterwit").take()) as files:
        next(files)
        leave(root, line())
        before = {path: path.read_bytes() for path in waiting(root)}
        with rehearsal(Project(root), BY_WORDS) as copy:
            assert copy.turns.counts() == {HOST: counted(2)}
        assert {path: path.read_bytes() for path in waiting(root)} == before
    with opened(root, BY_WORDS) as here:
        assert here.turns.counts() == {HOST: counted(2)}


def test_a_spool_of_any_size_is_counted_in_parts(root: Path) -> None:
    one = line(transcript="/t/" + "x" * 4000)
    count = BATCH // len(one) + 50
    (root / ".afterwit" / FILE).write_bytes(one * count)
    with opened(root, BY_WORDS) as here:
        assert here.turns.counts() == {HOST: counted(count)}


def test_the_transcripts_that_wait_are_told(root: Path) -> None:
    leave(root, line("Stop", transcript="/t/a"), b"?\n", line("Stop", transcript="/t/b"), line("Stop"))
    assert [*transcripts_waiting(root / ".afterwit")] == ["/t/a", "/t/b"]


PROCESSES, ROUNDS = 6, 60


def append_and_drain(state: Path, store: str | Path, number: int) -> None:
    """Append, and half of the processes drain in between."""
    with open_database(store) as database:
        turns = SqlTurns(database, "zone")
        for at in range(ROUNDS):
            append(state / FILE, line(agent=f"agent-{number % 2}", session=f"s{number}", at=at))
            if number < PROCESSES // 2:
                drain_into(turns, state, lambda: ["rl-x"])
            append(state / FILE, line("match", skill="rl-x", at=at))


def drain_until_killed(state: Path, store: str | Path, tell: Connection) -> None:
    with open_database(store) as database:
        turns = SqlTurns(database, "zone")
        while True:
            append(state / FILE, line("Stop", agent="drainer"))
            drain_into(turns, state, list)
            if "drainer" in turns.counts():
                tell.send("counted")


@pytest.fixture(params=["sqlite", "postgresql"])
def store(request: pytest.FixtureRequest, tmp_path: Path) -> str | Path:
    """A store that all share."""
    made = tmp_path / "afterwit.db" if request.param == "sqlite" else str(request.getfixturevalue("postgres_url"))
    open_database(made).close()
    return made


@pytest.mark.proves("nudge-counters")
def test_processes_that_append_and_drain_at_once_lose_and_double_nothing(tmp_path: Path, store: str | Path) -> None:
    state = tmp_path / "state"
    state.mkdir()
    together(append_and_drain, [(state, store, number) for number in range(PROCESSES)])
    with open_database(store) as database:
        turns = SqlTurns(database, "zone")
        drain_into(turns, state, lambda: ["rl-x"])
        each = counted(PROCESSES * ROUNDS // 2)
        assert turns.counts() == {"agent-0": each, "agent-1": each}
        assert SqlRatings(database, "zone").matches("rl-x") == Matches(count=PROCESSES * ROUNDS, last=ROUNDS - 1)
        assert {seen.session: seen.at for seen in turns.sessions()} == {f"s{n}": ROUNDS - 1 for n in range(PROCESSES)}
        assert turns.skipped() == 0
    assert [*state.iterdir()] == []


@pytest.mark.proves("nudge-counters")
def test_drainers_that_are_killed_lose_and_double_nothing(tmp_path: Path, store: str | Path) -> None:
    state = tmp_path / "state"
    state.mkdir()
    appended = 0
    for number in range(4):
        process, counts = started(drain_until_killed, state, store)
        with counts:
            assert counts.poll(SECONDS), "it counts nothing"
            for _ in range(20 + 37 * number):
                append(state / FILE, line())
                appended += 1
            process.kill()
        process.join(SECONDS)
        process.close()
    with open_database(store) as database:
        turns = SqlTurns(database, "zone")
        drain_into(turns, state, list)
        assert turns.counts()[HOST] == counted(appended)
        assert turns.skipped() == 0
    assert [*state.iterdir()] == []
