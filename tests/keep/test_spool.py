"""The spool: every line is taken once, whoever was killed and whatever else is in the file."""

import fcntl
import json
import os
import subprocess
import sys
import tempfile
from contextlib import closing
from pathlib import Path

import pytest
from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, invariant, rule

from afterwit.keep.lines import BESIDE, append
from afterwit.keep.spool import BATCH, FILE, LONGEST, TAKEN, Spool

HOLD = """
import fcntl, sys
with open(sys.argv[1], "rb+") as file:
    fcntl.flock(file, fcntl.LOCK_EX)
    print("held", flush=True)
    sys.stdin.read()
"""


def emptied(state: Path) -> list[bytes]:
    """What waits, taken and done with."""
    found: list[bytes] = []
    for taken in Spool(state).take():
        found += [line for _, lines in taken.batches() for line in lines]
        taken.done()
    return found


def names(state: Path) -> list[str]:
    return sorted(path.name for path in state.iterdir())


def test_what_was_appended_is_taken_once(tmp_path: Path) -> None:
    for line in (b"one\n", b"two\n"):
        append(tmp_path / FILE, line)
    assert emptied(tmp_path) == [b"one", b"two"]
    assert emptied(tmp_path) == []
    assert names(tmp_path) == []


def test_a_match_is_a_line(tmp_path: Path) -> None:
    assert Spool(tmp_path).note_matches(["rl-x", "rl-ü"], 70) == ""
    assert [json.loads(line) for line in emptied(tmp_path)] == [
        {"at": 70, "event": "match", "skill": name} for name in ("rl-x", "rl-ü")
    ]


def test_what_is_appended_while_another_counts_waits_for_the_next(tmp_path: Path) -> None:
    append(tmp_path / FILE, b"one\n")
    with closing(Spool(tmp_path).take()) as files:
        taken = next(files)
        append(tmp_path / FILE, b"two\n")
        assert [lines for _, lines in taken.batches()] == [[b"one"]]
        assert emptied(tmp_path) == [b"two"]
        taken.done()
    assert names(tmp_path) == []


def test_what_was_not_done_is_taken_again_under_the_same_name(tmp_path: Path) -> None:
    append(tmp_path / FILE, b"one\n")
    with closing(Spool(tmp_path).take()) as files:
        first = [*next(files).batches()]
    with closing(Spool(tmp_path).take()) as files:
        assert [*next(files).batches()] == first
    assert first[0][1] == [b"one"]


def test_what_others_left_comes_before_what_is_new(tmp_path: Path) -> None:
    append(tmp_path / FILE, b"new\n")
    (tmp_path / f"{TAKEN}00ff").write_bytes(b"left\n")
    (tmp_path / f"{FILE}{BESIDE}00ff").write_bytes(b"beside\n")
    assert emptied(tmp_path) == [b"beside", b"left", b"new"]


def test_what_another_process_counts_is_left_to_it_until_it_dies(tmp_path: Path) -> None:
    path = tmp_path / f"{TAKEN}00ff"
    path.write_bytes(b"one\n")
    with subprocess.Popen(  # noqa: S603 - our own words only
        [sys.executable, "-S", "-c", HOLD, str(path)], stdin=subprocess.PIPE, stdout=subprocess.PIPE
    ) as another:
        assert another.stdout is not None
        assert another.stdout.readline() == b"held\n"
        assert emptied(tmp_path) == []
        assert names(tmp_path) == [path.name]
        another.kill()
        another.wait()
    assert emptied(tmp_path) == [b"one"]


def test_a_writer_that_is_stopped_in_between_keeps_its_file_from_being_taken(tmp_path: Path) -> None:
    append(tmp_path / FILE, b"one\n")
    with (tmp_path / FILE).open("ab") as stopped:
        fcntl.flock(stopped, fcntl.LOCK_SH)
        assert emptied(tmp_path) == []
        append(tmp_path / FILE, b"three\n")
        assert emptied(tmp_path) == [b"three"]
        stopped.write(b"two\n")
    assert emptied(tmp_path) == [b"one", b"two"]


def test_a_file_that_was_counted_and_deleted_meanwhile_is_not_counted(tmp_path: Path) -> None:
    (tmp_path / f"{TAKEN}1").write_bytes(b"one\n")
    (tmp_path / f"{TAKEN}2").write_bytes(b"two\n")
    with closing(Spool(tmp_path).take()) as files:
        first = next(files)
        assert [lines for _, lines in first.batches()] == [[b"one"]]
        (tmp_path / f"{TAKEN}2").unlink()
        assert [*files] == []


def test_a_large_file_comes_in_parts_that_have_names_of_their_own(tmp_path: Path) -> None:
    line = b"x" * 1023
    count = 2 * BATCH // 1024 + 10
    (tmp_path / FILE).write_bytes((line + b"\n") * count)
    with closing(Spool(tmp_path).take()) as files:
        parts = [(name, len(lines)) for name, lines in next(files).batches()]
    assert [number for _, number in parts] == [BATCH // 1024, BATCH // 1024, 10]
    assert len({name for name, _ in parts}) == 3


@pytest.mark.parametrize("size", [LONGEST - 1, LONGEST, LONGEST + 1, 2 * LONGEST, 3 * LONGEST - 1, 3 * LONGEST])
@pytest.mark.parametrize("end", [b"\n", b""])
def test_a_line_that_is_far_too_long_is_an_empty_one(tmp_path: Path, size: int, end: bytes) -> None:
    last = b"after\n" if end else b""
    (tmp_path / FILE).write_bytes(b"before\n" + b"x" * size + end + last)
    expected = b"x" * size if size < LONGEST else b""
    assert emptied(tmp_path) == [b"before", expected, *([b"after"] if end else [])]


def test_what_waits_can_be_looked_at(tmp_path: Path) -> None:
    append(tmp_path / FILE, b"new\n")
    (tmp_path / f"{TAKEN}00ff").write_bytes(b"left\n")
    assert sorted(Spool(tmp_path).waiting()) == [b"left", b"new"]
    assert sorted(emptied(tmp_path)) == [b"left", b"new"]
    assert [*Spool(tmp_path).waiting()] == []


def test_a_folder_that_is_not_there_has_nothing_waiting(tmp_path: Path) -> None:
    assert emptied(tmp_path / "missing") == []
    assert [*Spool(tmp_path / "missing").waiting()] == []


def test_a_folder_that_cannot_be_written_is_left_alone(tmp_path: Path) -> None:
    if os.geteuid() == 0:
        pytest.skip("whoever runs this may write anywhere")
    (tmp_path / f"{TAKEN}00ff").write_bytes(b"left\n")
    tmp_path.chmod(0o500)
    try:
        assert emptied(tmp_path) == []
    finally:
        tmp_path.chmod(0o700)


def test_a_link_is_neither_written_through_nor_taken(tmp_path: Path) -> None:
    state, precious = tmp_path / "state", tmp_path / "precious"
    state.mkdir()
    precious.write_bytes(b"one\n")
    for name in (FILE, f"{TAKEN}00ff", f"{FILE}{BESIDE}00ff"):
        (state / name).symlink_to(precious)
    assert Spool(state).note_matches(["rl-y"], 1).startswith(f"{state / FILE} cannot be written (")
    assert emptied(state) == []
    assert precious.read_bytes() == b"one\n"
    assert len(names(state)) == 3


@pytest.mark.parametrize("make", ["mkdir", "mkfifo"])
def test_what_is_no_file_is_left(tmp_path: Path, make: str) -> None:
    for name in (FILE, f"{TAKEN}00ff"):
        getattr(os, make)(tmp_path / name)
    assert emptied(tmp_path) == []
    assert [*Spool(tmp_path).waiting()] == []
    assert len(names(tmp_path)) == 2


class InAnyOrder(RuleBasedStateMachine):
    """Writers append; drainers take, count under a batch's name and delete, and may be killed after each of these."""

    def __init__(self) -> None:
        super().__init__()
        self._folder = tempfile.TemporaryDirectory()
        self._state = Path(self._folder.name)
        self._appended: list[bytes] = []
        self._counted: dict[str, list[bytes]] = {}

    def teardown(self) -> None:
        """Whoever comes last counts everything."""
        self._drain(files=99, done=99)
        assert sorted(line for lines in self._counted.values() for line in lines) == sorted(self._appended)
        assert names(self._state) == []
        self._folder.cleanup()

    @rule()
    def append(self) -> None:
        """A hook leaves a line."""
        self._appended.append(b"%d" % len(self._appended))
        append(self._state / FILE, self._appended[-1] + b"\n")

    @rule()
    def append_beside(self) -> None:
        """A hook could not have the lock."""
        self._appended.append(b"%d" % len(self._appended))
        append(self._state / f"{FILE}{BESIDE}{len(self._appended)}", self._appended[-1] + b"\n")

    @rule(files=st.integers(0, 3), done=st.integers(0, 3))
    def drain(self, files: int, done: int) -> None:
        """Somebody counts some files and is killed, with fewer of them deleted."""
        self._drain(files=files, done=done)

    @rule(done=st.integers(0, 2))
    def drain_while_another_has_some(self, done: int) -> None:
        """One who counts is overtaken by another, and goes on."""
        with closing(Spool(self._state).take()) as files:
            held = next(files, None)
            self._drain(files=99, done=done)
            if held is not None:
                for name, lines in held.batches():
                    self._counted.setdefault(name, lines)
                held.done()

    @invariant()
    def nothing_is_counted_twice(self) -> None:
        """At no moment."""
        counted = [line for lines in self._counted.values() for line in lines]
        assert len(counted) == len(set(counted))

    def _drain(self, *, files: int, done: int) -> None:
        with closing(Spool(self._state).take()) as found:
            for number, taken in enumerate(found):
                if number >= files:
                    return
                for name, lines in taken.batches():
                    self._counted.setdefault(name, lines)
                if number >= done:
                    return
                taken.done()


TestInAnyOrder = InAnyOrder.TestCase
TestInAnyOrder.settings = settings(deadline=None, stateful_step_count=20)
