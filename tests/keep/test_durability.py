"""A power cut takes what was not flushed: nothing is put in its place, or called done, before it was.

Being killed does not show this, as the system keeps what a dead process wrote. So the system calls of a change are
looked at instead: at each step, what would a power cut take?
"""

import re
from collections.abc import Iterator
from pathlib import Path, PurePath

import pytest

from benchmarks.fault_keep import AFTER, ANSWER, prepare, traceable, write_traced

LOOKED_AT = "trace=openat,mkdirat,write,pwrite64,fsync,fdatasync,renameat,renameat2,fchmod"
LINE = re.compile(r"^(?P<call>\w+)\((?P<rest>.*)\) += (?P<result>\d+)(?:<(?P<opened>[^>]*)>)?$")
FOLDER = re.compile(r'\d+<(?P<folder>[^>]*)>, "(?P<name>[^"]*)"')
FILE = re.compile(r"^\d+<(?P<file>[^>]*)>")

pytestmark = pytest.mark.skipif(not traceable(), reason="strace is not here, or may not look at other processes")


class Disk:
    """What a power cut would take, as the calls go by."""

    def __init__(self, zone: Path) -> None:
        self._zone = zone
        self._aside = zone / ".staging"
        self.unflushed = set[PurePath]()
        self.put_in_place: list[str] = []
        self.promised: list[int] = []
        """How many places were changed, each time that the history was flushed."""

    def see(self, call: str, paths: list[PurePath]) -> None:
        """Take one call into account."""
        match call:
            case "fsync" | "fdatasync":
                self.unflushed -= set(paths)
                if paths[0].name.endswith("-wal"):
                    self._promise()
            case "renameat" | "renameat2":
                self._rename(*paths)
            case _:
                if paths[0].is_relative_to(self._zone):
                    self.unflushed |= {paths[0]} if call in {"write", "fchmod"} else {paths[0], paths[0].parent}

    def _promise(self) -> None:
        self.promised.append(len(self.put_in_place))
        assert not self.unflushed, "the history speaks of what a power cut would take"

    def _rename(self, source: PurePath, target: PurePath) -> None:
        assert self.promised, "a place was touched before it was written down what is to be done"
        assert not [path for path in self.unflushed if path.is_relative_to(source)]
        place = target if source.is_relative_to(self._aside) else source
        self.put_in_place.append(str(place.relative_to(self._zone)))
        self.unflushed.add(place.parent)


def seen(trace: Path) -> Iterator[tuple[str, list[PurePath]]]:
    """Each call, with the paths that it is about."""
    for line in trace.read_text().splitlines():
        found = LINE.match(line)
        if found is None:
            continue
        call, rest = found["call"], found["rest"]
        if call == "openat":
            if "O_CREAT" in rest and "O_EXCL" in rest:
                yield call, [PurePath(found["opened"])]
        elif call in {"mkdirat", "renameat", "renameat2"}:
            yield call, [PurePath(one["folder"]) / one["name"] for one in FOLDER.finditer(rest)]
        elif file := FILE.match(rest):
            yield call, [PurePath(file["file"])]


def test_nothing_is_put_in_place_or_called_done_before_it_is_flushed(tmp_path: Path) -> None:
    tmp_path = tmp_path.resolve()
    prepare(tmp_path)
    trace = tmp_path / "trace"
    assert write_traced(tmp_path, LOOKED_AT, trace, "-y", "-s", "200") == ANSWER
    disk = Disk(tmp_path / "copy" / "zone")
    for call, paths in seen(trace):
        disk.see(call, paths)
    assert set(AFTER) < set(disk.put_in_place)
    assert disk.promised[0] == 0
    assert disk.promised[-1] == len(disk.put_in_place)
