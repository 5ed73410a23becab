"""Snapshots: written where they belong and nowhere else, taken once, and noticed where they are not as written."""

import os
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from tempfile import TemporaryDirectory

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from afterwit.recall.index import SkillIndex
from afterwit.recall.index_file import snapshot_file
from afterwit.recall.searcher import Searcher
from afterwit.recall.segment import Segment, built, load, save
from afterwit.recall.snapshots import Snapshots
from tests.recall.books import names, scores, skill

SKILLS = 8
NEED = "zebras of herd3 and herd5"


def zebras(index: SkillIndex) -> None:
    for number in range(SKILLS):
        index.put(skill(f"zebra-{number}", f"Counts zebras of herd{number}.", f"Look for stripes{number}."), "active")


@pytest.fixture
def index(tmp_path: Path) -> Iterator[SkillIndex]:
    """A few skills, and no snapshot yet."""
    with closing(SkillIndex(tmp_path / "index.db")) as made:
        zebras(made)
        yield made


@pytest.fixture
def another(index: SkillIndex) -> Iterator[SkillIndex]:
    """The same file, as another process has it open."""
    with closing(SkillIndex(index.path)) as made:
        yield made


def files(folder: Path) -> set[str]:
    return {path.name for path in folder.glob("index.db-*.bin*")}


def same(one: Segment, other: Segment) -> bool:
    pairs = [(getattr(one, name), getattr(other, name)) for name in Segment.__struct_fields__]
    return all(a.dtype == b.dtype and a.shape == b.shape and np.array_equal(a, b) for a, b in pairs)


class TestWriting:
    def test_nothing_is_written_through_a_link_whatever_its_name(self, tmp_path: Path, index: SkillIndex) -> None:
        precious = tmp_path / "precious"
        precious.write_text("keep me", encoding="utf-8")
        guesses = [f"index.db-1.bin{ending}" for ending in ("", ".new", ".tmp", "~", f".{os.getpid()}.new", ".0.new")]
        for guess in guesses:
            (tmp_path / guess).symlink_to(precious)
        assert len(Searcher(index, small_changes=1).find(NEED, SKILLS).hits) == SKILLS
        assert precious.read_text(encoding="utf-8") == "keep me"
        assert not snapshot_file(tmp_path / "index.db", 1).is_symlink()
        assert len(load(snapshot_file(tmp_path / "index.db", 1))) == SKILLS

    def test_a_link_to_nowhere_makes_no_file_there(self, tmp_path: Path) -> None:
        (tmp_path / "a.bin").symlink_to(tmp_path / "elsewhere")
        save(built([]), tmp_path / "a.bin")
        assert [path.name for path in tmp_path.iterdir()] == ["a.bin"]
        assert not (tmp_path / "a.bin").is_symlink()

    def test_where_the_disk_refuses_nothing_half_made_is_left(self, tmp_path: Path) -> None:
        (tmp_path / "a.bin").mkdir()
        with pytest.raises(OSError, match=r"a\.bin"):
            save(built([]), tmp_path / "a.bin")
        assert [path.name for path in tmp_path.iterdir()] == ["a.bin"]

    def test_where_it_cannot_be_written_the_search_goes_on(self, tmp_path: Path, index: SkillIndex) -> None:
        expected = scores(Searcher(index).find(NEED, SKILLS))
        snapshot_file(tmp_path / "index.db", 1).mkdir()
        snapshots = Snapshots(index)
        snapshots.take(snapshots.now(), "")
        assert (snapshots.no_room, snapshots.now().number) == (True, 0)
        searcher = Searcher(index, small_changes=1)
        for _ in range(2):
            assert scores(searcher.find(NEED, SKILLS)) == expected
        index.remove("zebra-3", "active")
        assert names(searcher.find(NEED, 1)) == ["zebra-5"]
        assert not index.mended
        assert files(tmp_path) == {"index.db-1.bin"}


class TestTaking:
    def test_what_another_took_meanwhile_is_not_taken_again(
        self, tmp_path: Path, index: SkillIndex, another: SkillIndex
    ) -> None:
        mine, theirs = Snapshots(index), Snapshots(another)
        seen = mine.now()
        theirs.take(seen, "")
        taken = snapshot_file(tmp_path / "index.db", 1).stat()
        mine.take(seen, "")
        assert mine.now() == theirs.now() != seen
        assert files(tmp_path) == {"index.db-1.bin"}
        assert snapshot_file(tmp_path / "index.db", 1).stat().st_ino == taken.st_ino
        found = mine.loaded(mine.now())
        assert found is not None
        assert len(found) == SKILLS

    def test_older_ones_go_and_newer_ones_stay(self, tmp_path: Path, index: SkillIndex) -> None:
        snapshots = Snapshots(index)
        snapshots.take(snapshots.now(), "")
        for name in ("index.db-0.bin", "index.db-1.bin.0a1b.new", "index.db-10.bin", "index.db-x.bin"):
            (tmp_path / name).write_bytes(b"")
        snapshots.take(snapshots.now(), "")
        assert files(tmp_path) == {"index.db-2.bin", "index.db-10.bin", "index.db-x.bin"}

    @pytest.mark.parametrize("number", [0, 1, 7])
    def test_a_folder_with_the_name_of_one_is_in_nobodys_way(
        self, tmp_path: Path, index: SkillIndex, number: int
    ) -> None:
        snapshot_file(tmp_path / "index.db", number).mkdir()
        assert len(Searcher(index, small_changes=1).find(NEED, SKILLS).hits) == SKILLS
        index.start_afresh()
        zebras(index)
        assert len(Searcher(index, small_changes=1).find(NEED, SKILLS).hits) == SKILLS

    def test_one_that_is_open_can_be_read_after_it_has_gone(self, index: SkillIndex, another: SkillIndex) -> None:
        mine, theirs = Snapshots(index), Snapshots(another)
        mine.take(mine.now(), "")
        old = mine.loaded(mine.now())
        assert old is not None
        theirs.take(theirs.now(), "")
        assert not mine.untouched()
        assert old.ids.tolist() == [*range(1, SKILLS + 1)]


class TestHarm:
    """Every byte of a snapshot that means something is one whose change is noticed."""

    @pytest.mark.parametrize("bits", [2, 16])
    def test_any_byte_that_is_another_is_noticed_or_means_nothing(
        self, tmp_path: Path, index: SkillIndex, bits: int
    ) -> None:
        Snapshots(index).take(Snapshots(index).now(), "")
        whole, harmed = snapshot_file(tmp_path / "index.db", 1), tmp_path / "harmed.bin"
        good, written = load(whole), whole.read_bytes()
        unnoticed: list[int] = []
        for at, byte in enumerate(written):
            harmed.write_bytes(written[:at] + bytes([byte ^ bits]) + written[at + 1 :])
            try:
                found = load(harmed)
            except (ValueError, OSError):
                continue
            if not same(found, good):
                unnoticed.append(at)
        assert unnoticed == []

    @given(at=st.floats(0, 1, exclude_max=True), other=st.integers(1, 255))
    def test_results_are_as_before_and_it_is_said(self, at: float, other: int) -> None:
        with TemporaryDirectory() as folder, closing(SkillIndex(Path(folder) / "index.db")) as index:
            zebras(index)
            Snapshots(index).take(Snapshots(index).now(), "")
            expected = scores(Searcher(index).find(NEED, SKILLS))
            file = snapshot_file(Path(folder) / "index.db", 1)
            written = file.read_bytes()
            # A 0 may be there only to fill up, and before the arrays there are spaces.
            arrays = written.index(b"}") + 1
            telling = [place for place, byte in enumerate(written) if byte and place >= arrays]
            place = telling[int(at * len(telling))]
            file.write_bytes(written[:place] + bytes([written[place] ^ other]) + written[place + 1 :])
            assert scores(Searcher(index).find(NEED, SKILLS)) == expected
            assert index.mended
