"""A place is always whole, and nothing is ever read or written outside the zone."""

import os
import shutil
import socket
import stat
import tempfile
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from pathlib import Path

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from afterwit.errors import AfterwitError, BadSkill, WriteFailed
from afterwit.keep.paths import STAGING, unsafe
from afterwit.keep.zone import Zone
from afterwit.model.package import Tree

ONE = Tree(files={"SKILL.md": b"one", "scripts/run.sh": b"echo"}, executable=frozenset({"scripts/run.sh"}))
TWO = Tree(files={"SKILL.md": b"two", "references/deep/er.md": "für später".encode()})
FILE, OTHER = Tree(files={"": b"- a lesson\n"}), Tree(files={"": b"- another\n"})

HOSTILE = [
    "",
    "/etc/passwd",
    "..",
    "../outside",
    "skills/../../outside",
    "skills//rl-x",
    "skills/./rl-x",
    "skills/rl-x/",
    "skills/\x00",
    "skills/a\nb",
    "skills/\x1b[31m",
    "skills/a\u202eb",
    "skills/\ud800",
    "skills/\uff0e\uff0e/x",
    "skills/\u2024\u2024",
    "skills\uff0f..\uff0foutside",
    "skills\\..\\outside",
    "skills/ ",
    STAGING,
    f"{STAGING}/x",
    ".Staging/x",
    "/".join("d" * 60),
]


@pytest.fixture(params=[True, False], ids=["kernel", "portable"])
def zone(request: pytest.FixtureRequest, tmp_path: Path) -> Zone:
    """A zone that is not there yet."""
    return Zone(tmp_path / "project" / ".afterwit", by_kernel=bool(request.param))


@pytest.fixture
def outside(tmp_path: Path) -> Iterator[Path]:
    """A folder beside the zone, which nobody may touch."""
    folder = tmp_path / "outside"
    folder.mkdir()
    (folder / "SKILL.md").write_text("not yours")
    yield folder
    assert {path.name for path in folder.rglob("*")} == {"SKILL.md"}
    assert (folder / "SKILL.md").read_text() == "not yours"


def litter(zone: Zone) -> list[str]:
    folder = zone.root / STAGING
    return [path.name for path in folder.iterdir()] if folder.is_dir() else []


def acts(zone: Zone) -> list[Callable[[str], object]]:
    """All that can be done with a place."""
    return [zone.read, partial(zone.put, tree=ONE), partial(zone.put, tree=None)]


def sentence(error: AfterwitError) -> str:
    message = str(error)
    assert message.endswith(".")
    assert "\n" not in message
    return message


class TestAPlace:
    @pytest.mark.parametrize("tree", [ONE, TWO, Tree(files={}), Tree(files={"a/b/c/d": b""})])
    def test_holds_what_was_put_there(self, zone: Zone, tree: Tree) -> None:
        assert zone.read("skills/rl-x") is None
        zone.put("skills/rl-x", tree)
        assert zone.read("skills/rl-x") == tree
        assert not litter(zone)

    @pytest.mark.parametrize(("first", "second"), [(ONE, TWO), (FILE, OTHER), (ONE, FILE), (FILE, TWO)])
    def test_is_replaced_as_a_whole(self, zone: Zone, first: Tree, second: Tree) -> None:
        zone.put("place", first)
        zone.put("place", second)
        assert zone.read("place") == second
        assert not litter(zone)

    def test_can_be_emptied_and_need_not_be_there_for_that(self, zone: Zone) -> None:
        zone.put("skills/rl-x", ONE)
        zone.put("skills/rl-x", None)
        zone.put("skills/rl-x", None)
        assert zone.read("skills/rl-x") is None
        assert zone.names("skills") == []
        assert not litter(zone)

    @pytest.mark.parametrize(("first", "second"), [(None, ONE), (ONE, TWO), (FILE, OTHER), (ONE, None), (None, None)])
    def test_is_as_before_when_a_step_is_taken_back(self, zone: Zone, first: Tree | None, second: Tree | None) -> None:
        zone.put("place", first)
        step = zone.stage("place", second)
        zone.publish(step)
        assert zone.read("place") == second
        zone.withdraw(step)
        zone.withdraw(step)
        assert zone.read("place") == first
        zone.discard(step)
        assert not litter(zone)

    def test_has_the_same_rights_whatever_the_mask_is(self, zone: Zone) -> None:
        mask = os.umask(0o077)
        try:
            zone.put("skills/rl-x", ONE)
        finally:
            os.umask(mask)
        folder = zone.root / "skills" / "rl-x"
        assert stat.S_IMODE(folder.stat().st_mode) == 0o755
        assert stat.S_IMODE((folder / "SKILL.md").stat().st_mode) == 0o644
        assert stat.S_IMODE((folder / "scripts/run.sh").stat().st_mode) == 0o755

    def test_is_whole_for_whoever_reads_while_it_is_replaced(self, tmp_path: Path) -> None:
        zone = Zone(tmp_path)
        zone.put("skills/rl-x", ONE)
        found: list[Tree | None] = []
        with ThreadPoolExecutor(1) as pool:
            reading = pool.submit(lambda: [zone.read("skills/rl-x") for _ in range(400)])
            while not reading.done():
                zone.put("skills/rl-x", TWO)
                zone.put("skills/rl-x", ONE)
            found = reading.result()
        assert all(tree in (ONE, TWO) for tree in found)

    def test_names_are_told_in_order(self, zone: Zone) -> None:
        zone.put("skills/b", ONE)
        zone.put("skills/a", ONE)
        assert zone.names("skills") == ["a", "b"]
        assert zone.names("skills-pending") == []


class TestWhatCannotBeKept:
    def test_links_pipes_and_sockets_are_told_all_at_once(self, zone: Zone, outside: Path) -> None:
        zone.put("skills/rl-x", ONE)
        folder = zone.root / "skills" / "rl-x"
        (folder / "link.md").symlink_to(outside / "SKILL.md")
        (folder / "scripts" / "folder").symlink_to(outside)
        os.mkfifo(folder / "pipe")
        with socket.socket(socket.AF_UNIX) as server, tempfile.TemporaryDirectory() as short:
            server.bind(f"{short}/socket")  # a socket's path may not be long
            Path(short, "socket").rename(folder / "socket")
            with pytest.raises(BadSkill) as raised:
                zone.read("skills/rl-x")
        assert len(raised.value.problems) == 4
        assert "link.md is a symbolic link" in sentence(raised.value)

    def test_names_that_cannot_be_written_down(self, zone: Zone) -> None:
        zone.put("skills/rl-x", ONE)
        folder = os.fsencode(zone.root / "skills" / "rl-x")
        for name in (b"\xff\xfe", b"line\nbreak", "bidi\u202e".encode()):
            os.close(os.open(folder + b"/" + name, os.O_CREAT | os.O_WRONLY))
        with pytest.raises(BadSkill) as raised:
            zone.read("skills/rl-x")
        assert len(raised.value.problems) == 3
        assert sentence(raised.value).isascii()

    @pytest.mark.parametrize(
        "tree",
        [
            Tree(files={f"{number}": b"" for number in range(4)}),
            Tree(files={f"{number}/x": b"" for number in range(4)}),
            Tree(files={"a": b"x" * 11}),
            Tree(files={"a": b"x" * 6, "b": b"x" * 6}),
            Tree(files={"": b"x" * 11}),
        ],
    )
    def test_more_than_is_allowed_is_neither_written_nor_read(self, tmp_path: Path, tree: Tree) -> None:
        generous, strict = Zone(tmp_path), Zone(tmp_path, max_files=3, max_bytes=10)
        with pytest.raises(WriteFailed, match="allowed"):
            strict.put("place", tree)
        generous.put("place", tree)
        with pytest.raises(BadSkill, match=r"more than 3|beyond the 10"):
            strict.read("place")

    def test_as_much_as_is_allowed_is_both(self, tmp_path: Path) -> None:
        strict = Zone(tmp_path, max_files=3, max_bytes=10)
        tree = Tree(files={"a": b"x" * 4, "b": b"x" * 6, "c/d": b""})
        strict.put("place", tree)
        assert strict.read("place") == tree

    @pytest.mark.parametrize("path", ["../x", "/x", "a/../../x", "a//b", "", "\x00", "a\\b"])
    def test_a_file_that_would_leave_its_package(self, zone: Zone, path: str) -> None:
        with pytest.raises(WriteFailed) as raised:
            zone.put("skills/rl-x", Tree(files={path: b"", "SKILL.md": b""}))
        sentence(raised.value)
        assert not litter(zone)
        assert zone.read("skills/rl-x") is None

    @pytest.mark.parametrize("files", [{"a": b"", "a/b": b""}, {"a" * 300: b""}])
    def test_what_no_filesystem_takes(self, zone: Zone, files: dict[str, bytes]) -> None:
        zone.put("skills/rl-x", ONE)
        with pytest.raises(WriteFailed) as raised:
            zone.put("skills/rl-x", Tree(files=files))
        sentence(raised.value)
        assert zone.read("skills/rl-x") == ONE
        assert not litter(zone)


@pytest.mark.proves("zone-state-only")
class TestNoWayOut:
    @pytest.mark.parametrize("path", HOSTILE, ids=ascii)
    def test_by_a_path(self, zone: Zone, outside: Path, path: str) -> None:
        for act in (zone.names, *acts(zone)):
            with pytest.raises(WriteFailed) as raised:
                act(path)
            assert "\x00" not in sentence(raised.value)
        del outside

    @pytest.mark.parametrize("deep", [0, 1, 2])
    def test_by_a_link_on_the_way(self, zone: Zone, outside: Path, deep: int) -> None:
        folders = ["a", "b", "c"]
        link = zone.root.joinpath(*folders[: deep + 1])
        link.parent.mkdir(parents=True)
        link.symlink_to(outside)
        path = "/".join([*folders, "rl-x"])
        for act in acts(zone):
            with pytest.raises(WriteFailed) as raised:
                act(path)
            sentence(raised.value)

    def test_by_a_link_in_its_place(self, zone: Zone, outside: Path) -> None:
        (zone.root / "skills").mkdir(parents=True)
        (zone.root / "skills" / "rl-x").symlink_to(outside)
        with pytest.raises(BadSkill, match="symbolic link"):
            zone.read("skills/rl-x")
        zone.put("skills/rl-x", ONE)
        assert zone.read("skills/rl-x") == ONE
        assert not (zone.root / "skills" / "rl-x").is_symlink()

    def test_by_a_link_in_place_of_the_staging(self, zone: Zone, outside: Path) -> None:
        zone.root.mkdir(parents=True)
        (zone.root / STAGING).symlink_to(outside)
        for act in (lambda: zone.put("skills/rl-x", ONE), zone.sweep):
            with pytest.raises(WriteFailed):
                act()

    def test_by_links_in_what_is_swept(self, zone: Zone, outside: Path) -> None:
        folder = zone.root / STAGING / "left"
        folder.mkdir(parents=True)
        (folder / "link").symlink_to(outside)
        (zone.root / STAGING / "link").symlink_to(outside)
        assert zone.sweep() == 2
        assert not litter(zone)

    @given(st.text(max_size=40))
    @example("a/..")
    @example("\u2025")
    def test_by_any_path_that_is_let_through(self, path: str) -> None:
        if not unsafe(path):
            assert path.encode()
            assert os.path.normpath(path) == path
            assert not path.startswith("/")
            assert not {"", ".", ".."} & set(path.split("/"))


class TestFailures:
    def test_a_place_that_may_not_be_written_stays_as_it_is(self, zone: Zone) -> None:
        zone.put("skills/rl-x", ONE)
        shutil.rmtree(zone.root / STAGING)
        (zone.root / STAGING).write_text("in the way")
        with pytest.raises(WriteFailed, match="Not a directory") as raised:
            zone.put("skills/rl-x", TWO)
        assert str(zone.root) in sentence(raised.value)
        assert zone.read("skills/rl-x") == ONE

    def test_a_zone_that_cannot_be_made(self, tmp_path: Path) -> None:
        (tmp_path / "file").touch()
        with pytest.raises(WriteFailed) as raised:
            Zone(tmp_path / "file" / ".afterwit").put("skills/rl-x", ONE)
        sentence(raised.value)

    def test_litter_is_swept(self, zone: Zone) -> None:
        zone.put("skills/rl-x", ONE)
        zone.stage("skills/rl-x", TWO)
        zone.stage("lessons.md", FILE)
        assert zone.sweep() == 2
        assert zone.sweep() == 0
        assert zone.read("skills/rl-x") == ONE

    def test_there_is_nothing_to_sweep_before_anything_was_written(self, zone: Zone) -> None:
        assert zone.sweep() == 0
