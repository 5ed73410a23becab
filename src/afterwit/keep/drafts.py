"""Drafts: the folders that agents write skills into before they are judged. What lies here is not a skill yet."""

import itertools
from pathlib import Path

import msgspec

from afterwit.keep.paths import STAGING
from afterwit.keep.zone import Zone
from afterwit.model.package import Package, Tree

FOLDER = "drafts"
EARLIER = ".earlier"
"""How the name ends of a draft that had to make room for a newer one."""


class Begun(msgspec.Struct, frozen=True, kw_only=True):
    """How a draft begins."""

    resumed: bool
    """Whether there is something in the folder to go on with."""
    earlier: Path | None = None
    """Where a draft was put that had to make room; None where there was none."""


class Drafts:
    """The drafts of a project, which are a zone of their own: nothing beside it is written."""

    def __init__(self, state: Path, *, max_files: int, max_bytes: int) -> None:
        self._zone = Zone(state / FOLDER, max_files=max_files, max_bytes=max_bytes)

    def folder(self, name: str) -> Path:
        """Where the draft of a skill is written."""
        return self._zone.root / name

    def begin(self, name: str, base: Package | None, *, go_on: bool = False) -> Begun:
        """Make the folder, with the files of the skill that is to be changed, or go on with what lies there.

        A new skill is always written on where it was left. A change begins with what the skill is now, unless it is to
        go on; an earlier draft of one is kept beside it then, since it was made from something else.
        """
        there = self._zone.read(name)
        written = there if there is not None and there.files else None
        if written is not None and (base is None or go_on):
            return Begun(resumed=True)
        earlier = None
        if base is not None and written is not None and written.digest() != base.digest():
            earlier = self._beside(name)
            self._zone.put(earlier, written)
        self._zone.put(name, Tree(files=base.files, executable=base.executable) if base else Tree(files={}))
        return Begun(resumed=False, earlier=self._zone.root / earlier if earlier else None)

    def _beside(self, name: str) -> str:
        """A name beside a draft's that nothing has."""
        taken = set(self.names())
        names = (f"{name}{EARLIER}-{number}" for number in itertools.count(1))
        return next(one for one in names if one not in taken)

    def read(self, name: str) -> Package | None:
        """What lies in the folder now; None where nothing does. Raises BadSkill for what could not be kept."""
        tree = self._zone.read(name)
        if tree is None or not tree.files or "" in tree.files:
            return None
        return Package(name=name, files=tree.files, executable=tree.executable)

    def clear(self, name: str) -> None:
        """It has been kept, or there was nothing in it."""
        self._zone.put(name, None)

    def names(self) -> list[str]:
        """The drafts that there are."""
        found = self._zone.root.iterdir() if self._zone.root.is_dir() else ()
        return sorted(entry.name for entry in found if entry.name != STAGING)
