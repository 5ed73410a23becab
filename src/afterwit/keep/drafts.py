"""Drafts: the folders that agents write skills into before they are judged. What lies here is not a skill yet."""

from pathlib import Path

from afterwit.keep.zone import Zone
from afterwit.model.package import Package, Tree

FOLDER = "drafts"
EARLIER = ".earlier"
"""How the name ends of a draft that had to make room for a newer one."""


class Drafts:
    """The drafts of a project, which are a zone of their own: nothing beside it is written."""

    def __init__(self, state: Path, *, max_files: int, max_bytes: int) -> None:
        self._zone = Zone(state / FOLDER, max_files=max_files, max_bytes=max_bytes)

    def folder(self, name: str) -> Path:
        """Where the draft of a skill is written."""
        return self._zone.root / name

    def begin(self, name: str, base: Package | None) -> bool:
        """Make the folder, with the files of the skill that is to be changed; True where an earlier draft is in it.

        A new skill is written on where it was left. A change begins from what the skill is now: an earlier draft of one
        is kept beside it, since it was made from something else.
        """
        there = self._zone.read(name)
        if base is None:
            if there is None:
                self._zone.put(name, Tree(files={}))
            return there is not None and bool(there.files)
        if there is not None and there.files and there.digest() != base.digest():
            self._zone.put(f"{name}{EARLIER}", there)
        self._zone.put(name, Tree(files=base.files, executable=base.executable))
        return False

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
        return self._zone.names("") if self._zone.root.is_dir() else []
