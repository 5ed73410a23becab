"""Matches that wait: each is counted once, whoever was killed and whatever else is in the file."""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from afterwit.keep.matches import FILE, TAKEN, WaitingMatches


def line(skill: object, at: object) -> str:
    return json.dumps({"skill": skill, "at": at}) + "\n"


def taken(state: Path) -> list[dict[str, tuple[int, int]]]:
    """What waits, taken and done with."""
    waiting = WaitingMatches(state)
    found = waiting.take()
    for file, _ in found:
        waiting.done(file)
    return [counted for _, counted in found]


@pytest.fixture(scope="module")
def dead() -> int:
    """The number of a process that has ended."""
    with subprocess.Popen([sys.executable, "-S", "-c", ""]) as process:
        process.wait()
    return process.pid


def test_what_was_noted_is_taken_once(tmp_path: Path) -> None:
    waiting = WaitingMatches(tmp_path)
    assert waiting.note(["rl-x", "rl-y"], 70) == ""
    assert waiting.note(["rl-x"], 50) == ""
    assert taken(tmp_path) == [{"rl-x": (2, 70), "rl-y": (1, 70)}]
    assert taken(tmp_path) == []
    assert [*tmp_path.iterdir()] == []


def test_what_is_noted_while_another_counts_waits_for_the_next(tmp_path: Path) -> None:
    waiting = WaitingMatches(tmp_path)
    waiting.note(["rl-x"], 1)
    ((file, counted),) = waiting.take()
    waiting.note(["rl-y"], 2)
    assert counted == {"rl-x": (1, 1)}
    assert taken(tmp_path) == [{"rl-y": (1, 2)}]
    assert [*tmp_path.iterdir()] == [file]


def test_a_folder_that_is_not_there_has_nothing_waiting(tmp_path: Path) -> None:
    assert taken(tmp_path / "missing") == []


@pytest.mark.parametrize(
    "odd",
    [
        line("rl-x", at=True),
        line("rl-x", at=1.5),
        line("rl-x", at="1"),
        line("rl-x", at=None),
        line(["rl-x"], at=1),
        line(None, at=1),
        '{"skill": "rl-x"}\n',
        '"rl-x"\n',
        "[" * 100_000 + "\n",
        '{"skill": "rl-x", "at": ' + "9" * 5000 + "}\n",
        "\n",
        "\ufffd\n",
        '{"skill": "rl-x", "a',
    ],
)
def test_a_line_that_is_none_of_ours_is_left_out_alone(tmp_path: Path, odd: str) -> None:
    waiting = WaitingMatches(tmp_path)
    waiting.note(["rl-y"], 1)
    with (tmp_path / FILE).open("a", encoding="utf-8") as file:
        file.write(odd)
    waiting.note(["rl-y"], 2)
    assert taken(tmp_path) == [{"rl-y": (2, 2)}]


def test_what_a_dead_process_took_is_counted(tmp_path: Path, dead: int) -> None:
    (tmp_path / f"{TAKEN}{dead}-00ff").write_text(line("rl-x", 7), encoding="utf-8")
    assert taken(tmp_path) == [{"rl-x": (1, 7)}]
    assert [*tmp_path.iterdir()] == []


@pytest.mark.parametrize("owner", ["{parent}", "{self}", "0", "9" * 30, "", "x", "-1", "²"])
def test_what_a_living_process_or_nobody_we_know_took_is_left_alone(tmp_path: Path, owner: str) -> None:
    number = owner.format(parent=os.getppid(), self=os.getpid())
    theirs = tmp_path / f"{TAKEN}{number}-00ff"
    theirs.write_text(line("rl-x", 7), encoding="utf-8")
    assert taken(tmp_path) == []
    assert theirs.read_text(encoding="utf-8") == line("rl-x", 7)


def test_a_link_is_neither_written_through_nor_taken(tmp_path: Path, dead: int) -> None:
    state, precious = tmp_path / "state", tmp_path / "precious"
    state.mkdir()
    precious.write_text(line("rl-x", 7), encoding="utf-8")
    for name in (FILE, f"{TAKEN}{dead}-00ff"):
        (state / name).symlink_to(precious)
    problem = WaitingMatches(state).note(["rl-y"], 1)
    assert problem.startswith(f"{state / FILE} cannot be written (")
    assert taken(state) == []
    assert precious.read_text(encoding="utf-8") == line("rl-x", 7)
    assert len([*state.iterdir()]) == 2


def test_a_folder_in_its_place_is_told_and_left(tmp_path: Path) -> None:
    (tmp_path / FILE).mkdir()
    assert "cannot be written" in WaitingMatches(tmp_path).note(["rl-x"], 1)
    assert taken(tmp_path) == []


@given(st.lists(st.tuples(st.text(min_size=1), st.integers()), max_size=8))
def test_any_name_and_any_time_come_back(
    tmp_path_factory: pytest.TempPathFactory, noted: list[tuple[str, int]]
) -> None:
    state = tmp_path_factory.mktemp("state")
    for name, at in noted:
        assert WaitingMatches(state).note([name], at) == ""
    expected = {
        name: (len(times), max(times))
        for name in dict(noted)
        if (times := [at for other, at in noted if other == name])
    }
    assert taken(state) == ([expected] if noted else [])
