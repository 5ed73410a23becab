"""The trajectory log."""

import json
import multiprocessing
import os
import resource
import signal
from datetime import date
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from afterwit.keep.trajectory import Happening, Trajectory

NOON = 1_794_744_000_000
TODAY = date(2026, 11, 15)
ALL = {"depth": True, "reusability": True, "trigger": True, "verification": False}
NAME = "continuous-learning-2026-11-15.jsonl"


def logged(log: Trajectory, skill: str = "rl-x", at: int = NOON) -> str | None:
    return log.log("match", skill, agent="implementing", gates={}, source="session", at=at)


def log_many(folder: Path, writer: int, count: int) -> None:
    log = Trajectory(folder)
    for number in range(count):
        logged(log, f"{writer}:{number}:{'x' * 5000}")


@pytest.mark.proves("trajectory-entry")
def test_an_entry_has_the_fields_that_are_asked_for(tmp_path: Path) -> None:
    log = Trajectory(tmp_path / "made" / "at need")
    assert log.log("extraction", "rl-x", agent="implementing", gates=ALL, source="sprint-7", at=NOON, score=0.9) is None
    line = (tmp_path / "made" / "at need" / NAME).read_text(encoding="utf-8")
    assert line.endswith("}\n")
    assert json.loads(line) == {
        "timestamp": "2026-11-15T12:00:00Z",
        "event": "extraction",
        "skill": "rl-x",
        "agent": "implementing",
        "gates": ALL,
        "source": "sprint-7",
        "score": 0.9,
    }
    assert list(json.loads(line))[:2] == ["timestamp", "event"]


def test_every_kind_of_event_goes_to_the_file_of_its_day(tmp_path: Path) -> None:
    log = Trajectory(tmp_path)
    kinds: tuple[Happening, ...] = ("extraction", "approval", "rejection", "prune", "match")
    for kind in kinds:
        log.log(kind, "rl-x", agent="", gates=ALL, source="", at=NOON)
    logged(log, at=NOON + 86_400_000)
    assert [entry["event"] for entry in log.read(TODAY)] == list(kinds)
    assert [entry["timestamp"] for entry in log.read(date(2026, 11, 16))] == ["2026-11-16T12:00:00Z"]
    assert sorted(path.name for path in tmp_path.iterdir()) == [NAME, NAME.replace("15", "16")]


def test_a_gate_that_was_not_asked_is_null(tmp_path: Path) -> None:
    log = Trajectory(tmp_path)
    log.log("match", "rl-x", agent="", gates={"depth": True, "other": True}, source="", at=NOON)
    assert log.read(TODAY)[0]["gates"] == {"depth": True, "reusability": None, "trigger": None, "verification": None}


def test_nothing_more_takes_the_place_of_a_field(tmp_path: Path) -> None:
    log = Trajectory(tmp_path)
    log.log("match", "rl-x", agent="", gates={}, source="", at=NOON, timestamp="never")
    assert log.read(TODAY)[0]["timestamp"] == "2026-11-15T12:00:00Z"


def test_a_day_without_a_log_is_empty(tmp_path: Path) -> None:
    assert Trajectory(tmp_path / "nowhere").read(TODAY) == []
    (tmp_path / "file").touch()
    assert Trajectory(tmp_path / "file").read(TODAY) == []


def test_a_log_that_cannot_be_written_is_told_and_not_raised(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    told = logged(Trajectory(tmp_path / "file"))
    assert told is not None
    assert "cannot be written" in told
    assert told.endswith("learning.trajectory_logging to false.")


def test_no_link_is_followed(tmp_path: Path) -> None:
    (tmp_path / "log").mkdir()
    (tmp_path / "log" / NAME).symlink_to(tmp_path / "elsewhere")
    assert logged(Trajectory(tmp_path / "log")) is not None
    assert not (tmp_path / "elsewhere").exists()


def test_a_line_that_was_cut_off_takes_no_other_with_it(tmp_path: Path) -> None:
    (tmp_path / NAME).write_bytes(b'{"event": "match", "ski')
    log = Trajectory(tmp_path)
    logged(log, "rl-a")
    logged(log, "rl-b")
    assert [entry["skill"] for entry in log.read(TODAY)] == ["rl-a", "rl-b"]


def test_lines_that_are_no_entries_are_left_out(tmp_path: Path) -> None:
    (tmp_path / NAME).write_bytes(b"\n[]\n" + b"[" * 100_000 + b"\n\xff\n")
    assert Trajectory(tmp_path).read(TODAY) == []


def full_disk(folder: Path) -> None:
    """Write one line whole and one for which there is no room left; exit with 0 where that is told."""
    log = Trajectory(folder)
    logged(log, "rl-a")
    signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
    room = (folder / NAME).stat().st_size + 20
    resource.setrlimit(resource.RLIMIT_FSIZE, (room, room))
    os._exit(0 if logged(log, "rl-b") else 1)


def test_a_line_for_which_there_is_no_room_is_told(tmp_path: Path) -> None:
    process = multiprocessing.get_context("spawn").Process(target=full_disk, args=(tmp_path,))
    process.start()
    process.join()
    assert process.exitcode == 0
    log = Trajectory(tmp_path)
    logged(log, "rl-c")
    assert [entry["skill"] for entry in log.read(TODAY)] == ["rl-a", "rl-c"]


def test_the_lines_of_several_processes_stay_whole(tmp_path: Path) -> None:
    spawn = multiprocessing.get_context("spawn")
    writers = [spawn.Process(target=log_many, args=(tmp_path, writer, 200)) for writer in range(3)]
    for writer in writers:
        writer.start()
    for writer in writers:
        writer.join()
    seen = [str(entry["skill"]).split(":")[:2] for entry in Trajectory(tmp_path).read(TODAY)]
    assert sorted((int(writer), int(number)) for writer, number in seen) == [
        (w, n) for w in range(3) for n in range(200)
    ]


@settings(deadline=None)
@given(skill=st.text(), agent=st.text() | st.just("\ud800"), source=st.text() | st.just("a\nb\u2028c"))
def test_any_text_is_one_line(tmp_path_factory: pytest.TempPathFactory, skill: str, agent: str, source: str) -> None:
    log = Trajectory(tmp_path_factory.mktemp("log"))
    assert log.log("match", skill, agent=agent, gates={}, source=source, at=NOON) is None
    (entry,) = log.read(TODAY)
    assert (entry["skill"], entry["source"]) == (skill, source)
