"""Faults: the last of them stay, in one file, whatever happens to whoever notes them."""

import fcntl
import json
import subprocess
import sys
from pathlib import Path

import pytest

from afterwit.keep.faults import A_DAY, FILE, LONGEST, MOST, ROOM, note_daily, note_fault

KILLED = """
import os, signal, sys
from afterwit.keep.faults import note_fault

def kill(event, arguments):
    if event == sys.argv[2]:
        os.kill(os.getpid(), signal.SIGKILL)

sys.addaudithook(kill)
note_fault(sys.argv[1], "Stop", "New", "")
"""
"""Whoever notes a fault is killed at some point of it."""
SWAPPED = """
import os, sys
from afterwit.keep.faults import note_fault
file, theirs = sys.argv[2:]

def swap(event, arguments):
    if event == "open" and str(arguments[0]) == file and os.path.getsize(file) > before and not os.path.islink(file):
        os.unlink(file)
        os.symlink(theirs, file)

before = os.path.getsize(file)
sys.addaudithook(swap)
try:
    note_fault(sys.argv[1], "Stop", "New", "")
except OSError:
    print("refused")
"""
"""Somebody puts a link there after a fault was noted, and before the last ones are read."""


def noted(state: Path) -> list[str]:
    """The errors in the file, of which each line is whole."""
    return [json.loads(line)["error"] for line in (state / FILE).read_bytes().splitlines()]


def full(state: Path) -> None:
    line = json.dumps({"at": 1, "event": "Stop", "error": "Old", "message": "x" * 100}).encode() + b"\n"
    (state / FILE).write_bytes(line * (ROOM // len(line) + 1))


def test_the_last_ones_stay(tmp_path: Path) -> None:
    full(tmp_path)
    note_fault(str(tmp_path), "Stop", "New", "")
    assert noted(tmp_path) == [*["Old"] * (MOST - 1), "New"]


def test_while_another_writes_they_are_left_to_it(tmp_path: Path) -> None:
    full(tmp_path)
    before = len(noted(tmp_path))
    with (tmp_path / FILE).open("rb") as another:
        fcntl.flock(another, fcntl.LOCK_SH)
        note_fault(str(tmp_path), "Stop", "New", "")
        assert len(noted(tmp_path)) == before + 1
    note_fault(str(tmp_path), "Stop", "New", "")
    assert len(noted(tmp_path)) == MOST


@pytest.mark.parametrize("at", ["fcntl.flock", "os.truncate"])
def test_whoever_is_killed_meanwhile_leaves_one_file_that_can_be_read(tmp_path: Path, at: str) -> None:
    full(tmp_path)
    command = [sys.executable, "-c", KILLED, str(tmp_path), at]
    assert subprocess.run(command, check=False).returncode < 0  # noqa: S603 - our own words only
    note_fault(str(tmp_path), "Stop", "Last", "")
    assert [path.name for path in tmp_path.iterdir()] == [FILE]
    assert (len(noted(tmp_path)), noted(tmp_path)[-1]) == (MOST, "Last")


def test_a_link_that_is_put_there_meanwhile_is_not_read_through(tmp_path: Path) -> None:
    state, theirs = tmp_path / "state", tmp_path / "theirs"
    state.mkdir()
    full(state)
    theirs.write_bytes(b"hunter2\n" * MOST)
    command = [sys.executable, "-c", SWAPPED, str(state), str(state / FILE), str(theirs)]
    assert subprocess.run(command, check=True, capture_output=True).stdout == b"refused\n"  # noqa: S603
    assert (state / FILE).is_symlink()
    assert [path.name for path in state.iterdir()] == [FILE]
    assert theirs.read_bytes() == b"hunter2\n" * MOST


def test_what_is_met_again_and_again_is_noted_once_a_day(tmp_path: Path) -> None:
    long = "x" * 2 * LONGEST
    for message in ("It is locked.", "It is locked.", long, long, "It is locked."):
        note_daily(str(tmp_path), "counting", "StoreFailed", message)
    note_daily(str(tmp_path), "linking", "StoreFailed", "It is locked.")
    assert len(noted(tmp_path)) == 3
    lines = [json.loads(line) for line in (tmp_path / FILE).read_bytes().splitlines()]
    aged = [json.dumps({**line, "at": line["at"] - A_DAY}) for line in lines]
    (tmp_path / FILE).write_text("\n".join([*aged, "{", "[]", '{"at": "x"}', ""]), encoding="utf-8")
    note_daily(str(tmp_path), "counting", "StoreFailed", "It is locked.")
    assert (tmp_path / FILE).read_bytes().count(b"It is locked.") == 3


def test_where_it_cannot_be_noted_whoever_came_by_is_not_bothered(tmp_path: Path) -> None:
    (tmp_path / FILE).mkdir()
    note_daily(str(tmp_path), "counting", "StoreFailed", "It is locked.")
    note_daily(str(tmp_path / "gone"), "counting", "StoreFailed", "It is locked.")
    assert [*tmp_path.iterdir()] == [tmp_path / FILE]
