"""The skillbook as it lies on disk: reading skills, lessons and memory from the state folder."""

import os
from collections.abc import Callable, Iterator, Mapping

from afterwit.errors import WriteFailed
from afterwit.keep.paths import unsafe
from afterwit.keep.zone import Zone
from afterwit.model.package import FOLDERS, MAIN, STATES, Package, SourceClass, State
from afterwit.model.skill import Skill
from afterwit.model.skill_document import read

Classify = Callable[[str, Mapping[str, str]], SourceClass]
"""Tells where a skill came from, by its name and the metadata of its frontmatter."""


def place(state: State, name: str) -> str:
    """Where a skill of this state lies."""
    return f"{FOLDERS[state]}/{name}"


class Book:
    """Reads what is kept. Files are the truth: nothing is remembered between calls."""

    def __init__(self, zone: Zone, classify: Classify) -> None:
        self._zone = zone
        self.classify = classify

    def at(self, state: State, name: str) -> Skill | None:
        """The skill of this name and state; a name that could be none is that of no skill."""
        if "/" in name or unsafe(place(state, name)):
            return None
        tree = self._zone.read(place(state, name))
        if tree is None or MAIN not in tree.files:
            return None
        package = Package(name=name, files=tree.files, executable=tree.executable)
        document = read(package.text)
        return Skill(
            package=package, state=state, source=self.classify(name, document.metadata), pinned=document.pinned
        )

    def skill(self, name: str) -> Skill | None:
        """The skill of this name: the active one, else the pending, else the archived one."""
        return next((skill for state in STATES if (skill := self.at(state, name)) is not None), None)

    def listing(self) -> Iterator[tuple[State, str, str]]:
        """Every skill by state and name, with a stamp that changes when its SKILL.md does; opens no file."""
        for state in STATES:
            folder = self._zone.root / FOLDERS[state]
            if not folder.is_dir():
                continue
            with os.scandir(folder) as entries:
                for entry in entries:
                    if stamp := _stamp(f"{entry.path}/{MAIN}"):
                        yield state, entry.name, stamp

    def strangers(self) -> Iterator[str]:
        """What lies among the skills and is none: a link, a file, a folder without a SKILL.md; by its place."""
        for state in STATES:
            folder = self._zone.root / FOLDERS[state]
            for entry in sorted(folder.iterdir()) if folder.is_dir() else ():
                if entry.is_symlink() or not self.stamp(state, entry.name):
                    yield place(state, entry.name)

    def stamp(self, state: State, name: str) -> str:
        """What changes when a skill's SKILL.md does; empty where there is none."""
        return _stamp(str(self._zone.root / place(state, name) / MAIN))

    def text(self, path: str) -> str | None:
        """A file of the state folder as text; None where there is none."""
        tree = self._zone.read(path)
        if tree is not None and "" not in tree.files:
            raise WriteFailed(f"{path} is a folder where a file belongs: move it away.")
        return None if tree is None else tree.files[""].decode("utf-8", "surrogateescape")


def _stamp(path: str) -> str:
    try:
        found = os.lstat(path)  # by its name: ten thousand paths are made faster so
    except OSError:  # it has gone meanwhile, or is no skill
        return ""
    return f"{found.st_mtime_ns}:{found.st_size}:{found.st_ino}"
