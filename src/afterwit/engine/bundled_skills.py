"""The skills that come with Afterwit, put into a project and taken out again; a person's own are never overwritten."""

from collections.abc import Iterable
from pathlib import Path

import msgspec

from afterwit.config import Config
from afterwit.core_skills import NAMES, bundled
from afterwit.engine.project import Project
from afterwit.engine.shelf import INSTALLED, installed
from afterwit.engine.wire import kernel
from afterwit.keep.book import place
from afterwit.keep.zone import Zone
from afterwit.model.change import About, Edit
from afterwit.model.package import Tree


class Core(msgspec.Struct, frozen=True, kw_only=True):
    """What is to be done about them."""

    edits: tuple[Edit, ...] = ()
    digests: dict[str, str] = msgspec.field(default_factory=dict[str, str])
    """What is ours afterwards, by name."""
    notes: tuple[str, ...] = ()


def to_put(state: Path, known: Iterable[str]) -> Core:
    """What brings them into a project or up to date; `known` are digests of what was put there earlier."""
    zone, named, ours = Zone(state), installed(state), frozenset(known)
    edits: list[Edit] = []
    notes: list[str] = []
    digests: dict[str, str] = {}
    for name in NAMES:
        there, new = zone.read(place("active", name)), _tree(name)
        mine = there is None or there.digest() == new.digest() or there.digest() in ours
        if not mine and (ours or name not in named):
            whose = "was changed by hand" if name in named else "is a skill of yours"
            notes.append(f"{state / place('active', name)} {whose}, and was left as it is.")
            continue
        digests[name] = new.digest()
        edits.append(Edit(path=place("active", name), before=there, after=new))
    edits.append(_names(state, named | set(digests)))
    return Core(edits=_changing(edits), digests=digests, notes=tuple(notes))


def to_take(state: Path, known: Iterable[str]) -> Core:
    """What takes them out of a project: where somebody changed one, it stays, as theirs."""
    zone, ours = Zone(state), frozenset(known)
    named = installed(state)
    edits: list[Edit] = []
    notes: list[str] = []
    for name in named & set(NAMES):
        there = zone.read(place("active", name))
        if there is None or there.digest() in ours | {_tree(name).digest()}:
            edits.append(Edit(path=place("active", name), before=there, after=None))
        else:
            notes.append(f"{state / place('active', name)} was changed by hand, and stays as a skill of yours.")
    edits.append(_names(state, named - set(NAMES)))
    return Core(edits=_changing(edits), notes=tuple(notes))


def carry_out(project: Project, config: Config, edits: tuple[Edit, ...], why: str) -> None:
    """Make these changes, wholly or not at all, and write them into the history."""
    if not edits:
        return
    taken = all(edit.after is None for edit in edits if edit.path != INSTALLED)
    does = "uninstalled" if taken else "installed"
    with kernel(project, config) as here:
        about = About(does=does, subject=", ".join(NAMES), author="person", by=here.user, why=why)
        here.journal.commit(edits, about, here.clock())
        here.look()


def _tree(name: str) -> Tree:
    package = bundled(name)
    return Tree(files=package.files, executable=package.executable)


def _names(state: Path, names: Iterable[str]) -> Edit:
    before = Zone(state).read(INSTALLED)
    listed = sorted(names)
    content = msgspec.json.format(msgspec.json.encode(listed), indent=2) + b"\n"
    return Edit(path=INSTALLED, before=before, after=Tree(files={"": content}) if listed else None)


def _changing(edits: Iterable[Edit]) -> tuple[Edit, ...]:
    return tuple(edit for edit in edits if edit.before != edit.after)
