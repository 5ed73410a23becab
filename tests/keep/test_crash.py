"""Writers that are killed, that meet, or whose disk fails: every package is whole, nothing acknowledged is lost."""

import os
import resource
import shutil
import subprocess
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from pathlib import Path

import pytest

from afterwit.adapters.database import SqlHistory, open_database
from afterwit.adapters.database.lock import FileLock
from afterwit.adapters.in_memory_history import MemoryHistory
from afterwit.errors import AfterwitError, Conflict, WriteFailed
from afterwit.keep.journal import Journal
from afterwit.keep.zone import Zone
from afterwit.model.change import Edit
from afterwit.model.package import Tree
from benchmarks.crash_keep import Kept, crash
from benchmarks.fault_keep import break_everything, traceable
from tests.adapters.database.processes import together
from tests.keep.journalling import ABOUT, LESSONS, SKILL, Journalling, page, skill

NOBODY = 65534
LARGE = Tree(files={"SKILL.md": b"x", "assets/large.bin": os.urandom(3_000_000)})


def sentence(error: AfterwitError) -> str:
    message = str(error)
    assert message.endswith(".")
    assert "\n" not in message
    return message


@pytest.fixture(params=["sqlite", "postgresql"])
def kept(request: pytest.FixtureRequest, tmp_path: Path) -> Kept:
    """A state folder that is not there yet, with its history in either store."""
    store = tmp_path / "afterwit.db" if request.param == "sqlite" else str(request.getfixturevalue("postgres_url"))
    return Kept(tmp_path / "zone", store)


def test_writers_killed_at_any_moment_leave_nothing_torn_and_lose_nothing(kept: Kept) -> None:
    tally = crash([kept], kills=13)
    assert str(tally) == "13 kills, 0 torn, 0 acknowledged lost, 0 disagreeing, 0 litter"
    assert tally.acknowledged


@pytest.mark.skipif(not traceable(), reason="strace is not here, or may not look at other processes")
def test_a_fault_at_any_system_call_leaves_a_change_wholly_done_or_not_at_all(tmp_path: Path) -> None:
    faults = break_everything(tmp_path, every=397)
    assert faults.injected
    assert not faults.bad, str(faults)


def update(kept: Kept, number: int) -> str:
    """Write a new version, made from the one that all know."""
    with ExitStack() as stack:
        _, _, journal = kept.journal(stack)
        try:
            journal.commit([Edit(path=SKILL, before=skill("base"), after=skill(f"by {number}"))], ABOUT, number)
        except Conflict as error:
            return sentence(error)
    return ""


def test_of_processes_that_update_one_skill_from_one_base_one_wins(kept: Kept) -> None:
    with ExitStack() as stack:
        zone, history, journal = kept.journal(stack)
        journal.commit([Edit(path=SKILL, before=None, after=skill("base"))], ABOUT, 1)
        said = together(update, [(kept, number) for number in range(4)])
        assert said.count("") == 1
        assert all("skills/rl-x has changed meanwhile" in told for told in said if told)
        assert zone.read(SKILL) == skill(f"by {said.index('')}")
        assert len(history.changes()) == 2


@pytest.fixture
def small_disk(tmp_path: Path) -> Iterator[Path]:
    """A disk of two megabytes."""
    mount, unmount = shutil.which("mount"), shutil.which("umount")
    if os.geteuid() != 0 or not mount or not unmount:
        pytest.skip("only root can make a small disk")
    made = subprocess.run([mount, "-t", "tmpfs", "-o", "size=2m", "tmpfs", tmp_path], check=False, capture_output=True)  # noqa: S603
    if made.returncode:
        pytest.skip("a small disk cannot be made here")
    yield tmp_path
    subprocess.run([unmount, tmp_path], check=True)  # noqa: S603


class TestAFullDisk:
    def test_leaves_the_old_version_as_it_was(self, small_disk: Path) -> None:
        keep = Journalling(small_disk / ".afterwit")
        keep.write(skill=skill("one"), lessons=page("- a\n"))
        with pytest.raises(WriteFailed, match="No space left") as raised:
            keep.write(lessons=page("- b\n"), skill=LARGE)
        sentence(raised.value)
        assert keep.on_disk() == keep.replayed() == {SKILL: skill("one"), LESSONS: page("- a\n")}
        assert not keep.litter()
        keep.write(skill=skill("two"))

    def test_under_the_history_does_too(self, small_disk: Path, tmp_path_factory: pytest.TempPathFactory) -> None:
        with open_database(small_disk / "afterwit.db") as database:
            keep = Journalling(tmp_path_factory.mktemp("zone"), SqlHistory(database, "zone"))
            keep.write(skill=skill("one"))
            with pytest.raises(WriteFailed, match="full") as raised:
                keep.write(skill=LARGE)
            sentence(raised.value)
            assert keep.on_disk() == keep.replayed() == {SKILL: skill("one")}
            assert not keep.litter()
            keep.write(skill=skill("two"))


def in_another_process(work: Callable[[Path], str], folder: Path) -> str:
    (said,) = together(work, [(folder,)])
    return said


def without_rights(folder: Path) -> str:
    if os.geteuid() == 0:
        os.setuid(NOBODY)
    return _told(folder)


def without_growth(folder: Path) -> str:
    no_limit = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (100_000, no_limit[1]))
    return _told(folder)


def _told(folder: Path) -> str:
    journal = Journal(Zone(folder / "zone"), MemoryHistory(), FileLock(folder / "open" / "lock").held)
    try:
        journal.commit([Edit(path=SKILL, before=skill("one"), after=LARGE)], ABOUT, 1)
    except WriteFailed as error:
        return sentence(error)
    return ""


@pytest.mark.parametrize(("work", "reason"), [(without_rights, "ermission denied"), (without_growth, "too large")])
def test_a_folder_that_cannot_be_written_stays_as_it_is(
    tmp_path: Path, work: Callable[[Path], str], reason: str
) -> None:
    for above in (tmp_path, *tmp_path.parents[:2]):
        above.chmod(0o755)
    (tmp_path / "open").mkdir()
    (tmp_path / "open").chmod(0o777)
    zone = Zone(tmp_path / "zone")
    zone.put(SKILL, skill("one"))
    assert reason in in_another_process(work, tmp_path)
    assert zone.read(SKILL) == skill("one")
    assert zone.sweep() == 0
