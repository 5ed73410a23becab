"""Routines: rows of commands that worked, recognised again in another session."""

import time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from afterwit.config import Notice
from afterwit.model.session import Session
from afterwit.model.signal import Routine
from afterwit.notice.routines import MOST, routines
from afterwit.reflect.routine import row_of
from tests.notice.sessions import Script, session_of

NOTICE = Notice()


def rows(*commands: str) -> set[tuple[str, ...]]:
    return {row_of(signal) for signal in routines(*session_of(commands), NOTICE)}


def test_commands_that_worked_one_after_the_other_are_a_row() -> None:
    (signal,) = routines(*session_of(["make lint", "make test"]), NOTICE)
    assert (signal.sort, signal.trigger) == ("pattern", "repeated_tool_pattern")
    assert isinstance(signal.what, Routine)
    assert [done.text for done in signal.what.actions] == ["make lint", "make test"]
    assert signal.events == ("e2", "e3", "e4", "e5")


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("git commit -m 'Fix the cart'", "git commit -m 'Add a page'"),
        ("git add src/cart.py src/page.py", "git add docs/readme.md"),
        ("git checkout -b fix-cart", "git checkout -b add-page"),
        ("git push -u origin fix-cart", "git push -u origin add-page"),
        ("pytest tests/test_cart.py -q", "pytest tests/test_page.py -q"),
        ("gh pr merge 104", "gh pr merge 7"),
        ("git cherry-pick 0a1b2c3d", "git cherry-pick fedcba98"),
        ("npm version 1.2.3", "npm version 2.0.0"),
        ("make test 2>&1 | tail -5", "make test > out.txt"),
        ("cd /home/ada/shop && make test", "cd /srv/x && make test"),
        ("/usr/bin/make test", "/opt/bin/make test"),
        ("SHOP_KEY=abc make test", "SHOP_KEY=xyz make test"),
    ],
)
def test_what_differs_from_time_to_time_is_folded(one: str, other: str) -> None:
    assert rows("make lint", one) == rows("make lint", other)


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("make test", "make lint"),
        ("git push origin main", "git pull origin main"),
        ("npm run a", "npm run b"),
        ("uv run pytest", "poetry run pytest"),
    ],
)
def test_what_is_done_is_not_folded(one: str, other: str) -> None:
    assert rows("ruff check .", one) != rows("ruff check .", other)


@pytest.mark.parametrize(
    "look", ["ls -l", "cat x.txt", "grep -r foo src", "git status", "git log -3", "cd src", "echo x"]
)
def test_looking_around_is_no_part_of_a_row_and_parts_none(look: str) -> None:
    assert rows("make lint", look, "make test") == {("make lint", "make test")}
    assert rows(look, look) == set()


@pytest.mark.parametrize(
    ("command", "told"),
    [
        ("uv run pytest -q", "uv run pytest -q"),
        ("./deploy.sh stage", "./deploy.sh stage"),
        ("timeout 60 make test", "timeout 60 make test"),
        ("/usr/bin/make test", "make test"),
        ("SHOP_KEY=abc make test", "SHOP_KEY=<text> make test"),
    ],
)
def test_a_command_is_told_as_it_was_run(command: str, told: str) -> None:
    assert rows("make lint", command) == {("make lint", told)}


def test_a_command_that_is_given_word_by_word_counts_as_well() -> None:
    script = Script()
    for command in ("make lint", "make test"):
        script.calls("shell", {"command": ["bash", "-lc", command]})
    (signal,) = routines(Session(host="codex", native_id="x"), script.events, NOTICE)
    assert row_of(signal) == ("make lint", "make test")


def test_one_line_may_hold_a_whole_row() -> None:
    assert ("git add <path>", "git commit -m <text>", "git push") in rows(
        "git add . && git commit -m 'x y' && git push"
    )


def test_what_failed_parts_a_row() -> None:
    script = Script()
    script.runs("make lint")
    script.runs("make test", ok=False)
    script.runs("make build")
    assert not list(routines(Session(host="codex", native_id="x"), script.events, NOTICE))


def test_a_file_that_is_written_parts_a_row() -> None:
    script = Script()
    script.runs("make lint")
    script.calls("Edit", {"file_path": "x"}, purpose="file_write")
    script.runs("make test")
    assert not list(routines(Session(host="codex", native_id="x"), script.events, NOTICE))


def test_a_row_is_told_once_a_session() -> None:
    signals = list(routines(*session_of(["make lint", "make test"] * 4), NOTICE))
    assert len({signal.about for signal in signals}) == len(signals)


def test_a_session_tells_a_bounded_number_of_rows_those_that_came_back_first() -> None:
    commands = ["make again", "make once-more", *(f"make target{'x' * number}" for number in range(60))]
    signals = list(routines(*session_of([*commands, "make again", "make once-more"]), NOTICE))
    assert len(signals) == MOST
    assert row_of(signals[0]) == ("make again", "make once-more")
    assert signals == list(routines(*session_of([*commands, "make again", "make once-more"]), NOTICE))


WORDS = st.sampled_from(
    ["git", "add", "commit", "-m", "make", "test", "'a b'", "x/y", "&&", "|", ";", "7", ">", "$(", "\n"]
)


@given(st.lists(st.one_of(st.text(max_size=60), st.lists(WORDS, max_size=12).map(" ".join)), max_size=12))
def test_whatever_is_run_a_row_has_its_events_and_its_name(commands: list[str]) -> None:
    session, events = session_of(commands)
    there = {event.id for event in events}
    for signal in routines(session, events, NOTICE):
        assert set(signal.events) <= there
        assert 2 <= len(row_of(signal)) <= 5


def test_the_cost_grows_with_the_session_and_no_faster() -> None:
    def cost(times: int) -> float:
        session, events = session_of([f"make target{number % 300}x" for number in range(times)])
        start = time.process_time()
        list(routines(session, events, NOTICE))
        return time.process_time() - start

    assert cost(20_000) < max(40 * cost(1000), 0.5)
