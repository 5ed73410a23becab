"""Writing into folders of people."""

import json
import resource
from collections.abc import Generator
from contextlib import contextmanager
from pathlib import Path

import pytest

from afterwit.errors import WrongUse
from afterwit.keep.outside import write_out

MANIFEST = ".ours/manifest.json"


def written(place: Path, **files: str) -> None:
    """Export files whose names have `__` for a slash; those that end in `_sh` may be run."""
    named = {name.replace("__", "/"): content.encode() for name, content in files.items()}
    write_out(
        place, {**named, MANIFEST: b'{"kind": "test"}'}, {path for path in named if path.endswith("_sh")}, MANIFEST
    )


def there(place: Path) -> dict[str, str]:
    return {
        path.relative_to(place).as_posix(): path.read_text(encoding="utf-8")
        for path in sorted(place.rglob("*"))
        if path.is_file() and path.relative_to(place).as_posix() != MANIFEST
    }


@contextmanager
def small_disk() -> Generator[None, None, None]:
    """No file may grow beyond some bytes, which to a writer is much like a full disk."""
    before = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (2000, before[1]))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, before)


def test_what_else_is_in_the_folder_is_left_alone(tmp_path: Path) -> None:
    (tmp_path / ".git").mkdir()
    (tmp_path / ".git" / "HEAD").write_text("ref", encoding="utf-8")
    (tmp_path / "a").mkdir()
    (tmp_path / "a" / "README.md").write_text("mine", encoding="utf-8")
    theirs = there(tmp_path)
    written(tmp_path, a__one="1", b__two="2", c__run_sh="3")
    assert there(tmp_path) == theirs | {"a/one": "1", "b/two": "2", "c/run_sh": "3"}
    assert (tmp_path / "c" / "run_sh").stat().st_mode & 0o111
    written(tmp_path, a__one="1 again")
    assert there(tmp_path) == theirs | {"a/one": "1 again"}
    assert not (tmp_path / "b").exists()
    assert json.loads((tmp_path / MANIFEST).read_bytes())["kind"] == "test"


def test_files_of_others_are_told_all_at_once_and_nothing_is_written(tmp_path: Path) -> None:
    (tmp_path / "one").write_text("mine", encoding="utf-8")
    (tmp_path / "two").mkdir()
    (tmp_path / "three").write_text("a file where a folder should be", encoding="utf-8")
    with pytest.raises(WrongUse, match=r"one, three/x, two;"):
        written(tmp_path, one="1", two="2", three__x="3", four="4")
    assert there(tmp_path) == {"one": "mine", "three": "a file where a folder should be"}


def test_what_a_person_edited_is_neither_replaced_nor_removed(tmp_path: Path) -> None:
    written(tmp_path, one="1", two="2")
    (tmp_path / "one").write_text("edited", encoding="utf-8")
    with pytest.raises(WrongUse, match=r"changed since: one;"):
        written(tmp_path, one="1 again", two="2 again")
    assert there(tmp_path) == {"one": "edited", "two": "2"}
    written(tmp_path, two="2 again")
    assert there(tmp_path) == {"one": "edited", "two": "2 again"}
    with pytest.raises(WrongUse, match="one;"):
        written(tmp_path, one="1")


def test_what_was_taken_out_is_written_again(tmp_path: Path) -> None:
    written(tmp_path, one="1", two="2")
    (tmp_path / "one").unlink()
    written(tmp_path, one="1", two="2")
    assert there(tmp_path) == {"one": "1", "two": "2"}


def test_a_file_of_theirs_that_says_the_same_stays_theirs(tmp_path: Path) -> None:
    (tmp_path / "one").write_text("1", encoding="utf-8")
    written(tmp_path, one="1")
    written(tmp_path)
    assert there(tmp_path) == {"one": "1"}


def test_no_link_is_followed(tmp_path: Path) -> None:
    place, elsewhere = tmp_path / "out", tmp_path / "elsewhere"
    place.mkdir()
    elsewhere.mkdir()
    (elsewhere / "one").write_text("precious", encoding="utf-8")
    (place / "a").symlink_to(elsewhere)
    (place / "b").symlink_to(elsewhere / "one")
    (place / "c").symlink_to(elsewhere / "new")
    with pytest.raises(WrongUse, match=r"a/new, a/one, b, c;"):
        written(place, a__one="1", a__new="2", b="3", c="4")
    assert there(elsewhere) == {"one": "precious"}


def test_a_link_in_place_of_what_we_wrote_is_not_removed_through(tmp_path: Path) -> None:
    place, elsewhere = tmp_path / "out", tmp_path / "elsewhere"
    written(place, a__one="1")
    elsewhere.mkdir()
    (place / "a").rename(elsewhere / "a")
    (place / "a").symlink_to(elsewhere / "a")
    written(place)
    assert there(elsewhere) == {"a/one": "1"}


def test_a_manifest_can_not_lead_out_of_its_folder(tmp_path: Path) -> None:
    (tmp_path / "precious").write_text("", encoding="utf-8")
    place = tmp_path / "out"
    written(place, one="1")
    empty = "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"
    paths = {"../precious": [empty], str(tmp_path / "precious"): [empty], "x/../../precious": [empty]}
    (place / MANIFEST).write_text(json.dumps({"files": paths}), encoding="utf-8")
    written(place, two="2")
    assert (tmp_path / "precious").exists()


@pytest.mark.parametrize("content", ["{", "[]", '{"files": 1}', '{"files": {"a": "b"}}'])
def test_a_manifest_that_is_none_is_told(tmp_path: Path, content: str) -> None:
    (tmp_path / ".ours").mkdir()
    (tmp_path / MANIFEST).write_text(content, encoding="utf-8")
    with pytest.raises(WrongUse, match="cannot be read"):
        written(tmp_path, one="1")


def test_a_failure_leaves_each_file_whole_and_the_next_export_goes_on(tmp_path: Path) -> None:
    written(tmp_path, a="old", b="old", c="old")
    with small_disk(), pytest.raises(WrongUse, match="cannot be written"):
        written(tmp_path, a="new", aa="new", b="new" * 1000, c="new")
    assert there(tmp_path) == {"a": "new", "aa": "new", "b": "old", "c": "old"}
    written(tmp_path, a="newer", aa="newer", c="newer")
    assert there(tmp_path) == {"a": "newer", "aa": "newer", "c": "newer"}


def test_what_is_no_folder_is_told(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("", encoding="utf-8")
    with pytest.raises(WrongUse, match="is no folder"):
        written(tmp_path / "file", one="1")
    with pytest.raises(WrongUse, match="cannot be written"):
        written(tmp_path / "file" / "below", one="1")
