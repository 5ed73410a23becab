"""Lines that several processes add to a file: each is whole, none is lost, and hooks have them at little cost."""

import fcntl
import os
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from afterwit.keep.lines import BESIDE, append

ALLOWED = {"afterwit", "afterwit.keep", "afterwit.keep.lines", "errno", "fcntl", "time"}

TAKEN_IN_BETWEEN = """
import os, sys
from afterwit.keep.lines import append

def take(event, arguments):
    if event == "fcntl.flock" and not os.path.exists(sys.argv[2]):
        os.rename(sys.argv[1], sys.argv[2])

sys.addaudithook(take)
append(sys.argv[1], b"two\\n")
"""
"""A writer whose file is taken away after it was opened and before it was locked."""


def test_lines_are_added_at_the_end(tmp_path: Path) -> None:
    append(tmp_path / "lines", b"one\n")
    append(str(tmp_path / "lines"), b"two\n")
    assert (tmp_path / "lines").read_bytes() == b"one\ntwo\n"


def test_a_line_that_was_cut_off_does_not_take_the_next_with_it(tmp_path: Path) -> None:
    (tmp_path / "lines").write_bytes(b"one\ntw")
    append(tmp_path / "lines", b"three\n")
    assert (tmp_path / "lines").read_bytes() == b"one\ntw\nthree\n"


def test_a_link_is_not_followed(tmp_path: Path) -> None:
    (tmp_path / "lines").symlink_to(tmp_path / "precious")
    with pytest.raises(OSError, match="symbolic links"):
        append(tmp_path / "lines", b"one\n")
    assert not (tmp_path / "precious").exists()


@pytest.mark.parametrize("path", ["folder", "missing/lines"])
def test_where_no_file_can_be_it_is_told(tmp_path: Path, path: str) -> None:
    (tmp_path / "folder").mkdir()
    with pytest.raises(OSError, match="directory"):
        append(tmp_path / path, b"one\n")


def test_a_full_disk_is_told() -> None:
    if not Path("/dev/full").is_char_device():
        pytest.skip("this system has no device that is always full")
    with pytest.raises(OSError, match="No space left"):
        append("/dev/full", b"one\n")


def test_writers_do_not_wait_for_each_other(tmp_path: Path) -> None:
    path = tmp_path / "lines"
    with path.open("ab") as stopped:
        fcntl.flock(stopped, fcntl.LOCK_SH)
        append(path, b"one\n")
    assert path.read_bytes() == b"one\n"


def test_a_file_that_another_will_not_let_go_of_gets_one_beside_it(tmp_path: Path) -> None:
    path = tmp_path / "lines"
    with path.open("ab") as another:
        fcntl.flock(another, fcntl.LOCK_EX)
        append(path, b"one\n", beside=True)
    (beside,) = tmp_path.glob(f"lines{BESIDE}*")
    assert (path.read_bytes(), beside.read_bytes()) == (b"", b"one\n")


def test_where_nobody_would_read_one_beside_it_that_is_an_error_and_leaves_nothing(tmp_path: Path) -> None:
    path = tmp_path / "lines"
    with path.open("ab") as another:
        fcntl.flock(another, fcntl.LOCK_EX)
        with pytest.raises(BlockingIOError, match="keeps it locked"):
            append(path, b"one\n")
    assert (path.read_bytes(), [*tmp_path.iterdir()]) == (b"", [path])


def test_a_file_that_is_taken_away_before_it_was_locked_is_not_written_to(tmp_path: Path) -> None:
    path, taken = tmp_path / "lines", tmp_path / "taken"
    path.write_bytes(b"one\n")
    command = [sys.executable, "-c", TAKEN_IN_BETWEEN, str(path), str(taken)]
    subprocess.run(command, check=True)  # noqa: S603 - our own words only
    assert (taken.read_bytes(), path.read_bytes()) == (b"one\n", b"two\n")


def test_many_at_once_and_a_file_that_is_taken_away_again_and_again_lose_nothing(tmp_path: Path) -> None:
    path, taken = tmp_path / "lines", list[bytes]()

    def write(number: int) -> None:
        for at in range(100):
            append(path, b"%d-%d\n" % (number, at))

    with ThreadPoolExecutor(8) as pool:
        writing = [pool.submit(write, number) for number in range(8)]
        while not all(each.done() for each in writing) or path.exists():
            if not path.exists():
                continue
            mine = path.rename(tmp_path / "taken")
            with mine.open("rb") as file:
                fcntl.flock(file, fcntl.LOCK_EX)
                taken += file.read().splitlines()
            mine.unlink()
    for each in writing:
        each.result()
    assert sorted(taken) == sorted(b"%d-%d" % (number, at) for number in range(8) for at in range(100))


def test_it_imports_next_to_nothing() -> None:
    program = "import os, sys; before = {*sys.modules}; import afterwit.keep.lines; print(*{*sys.modules} - before)"
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join(filter(None, sys.path))}
    said = subprocess.run(  # noqa: S603 - our own words only
        [sys.executable, "-S", "-c", program], env=environment, capture_output=True, check=True, text=True
    )
    assert set(said.stdout.split()) <= ALLOWED
