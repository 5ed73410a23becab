"""Links from where hosts look for skills to the active skills of a project.

Each active skill gets a link in the host's own folder, beside the user's own skills; these links are kept up to date.
One link for the whole folder would be less, but a skill that the user then puts there would lie in ours, and be gone
from where the host looks when that link goes. Only what an installation's record names and what still is the link that
was made is ever removed; what has a name that we would need is left alone.
"""

import os
from collections.abc import Iterable
from contextlib import suppress
from pathlib import Path

import msgspec

from afterwit.adapters.hosts.files import flush, make_folders
from afterwit.config import STATE_FOLDER
from afterwit.engine.install_record import Link, Record, Records
from afterwit.engine.project import Project
from afterwit.errors import WrongUse
from afterwit.keep.paths import unsafe
from afterwit.model.package import FOLDERS, MAIN


class Linking(msgspec.Struct, frozen=True, kw_only=True):
    """What is to be linked."""

    make: tuple[Link, ...] = ()
    drop: tuple[Link, ...] = ()
    keep: tuple[Link, ...] = ()
    notes: tuple[str, ...] = ()

    @property
    def ours(self) -> list[Link]:
        """The links that are there afterwards."""
        return [*self.keep, *self.make]


def refresh(project: Project) -> Linking:
    """Bring the links of every host that is set up in a project up to date; all but nothing where none is."""
    records = Records.of_project(project)
    changed = Linking()
    for record in records.all() if records.folder.is_dir() else ():
        try:
            one = _refreshed(project, records, record)
        except (WrongUse, OSError) as error:
            one = Linking(notes=(f"The links in {record.skills} are as they were: {error}",))
        both = {field: (*getattr(changed, field), *getattr(one, field)) for field in Linking.__struct_fields__}
        changed = Linking(**both)
    return changed


def _refreshed(project: Project, records: Records, record: Record) -> Linking:
    if not record.skills:
        return Linking()
    linking = planned(project.root, records.path(record.skills), active(project.state), record.links)
    if linking.make or linking.drop:
        # First the record: a link or a folder that it does not name would be nobody's.
        made = records.missing(project.root / link.path for link in linking.make)
        folders = list(dict.fromkeys([*record.folders, *made]))
        record = msgspec.structs.replace(record, links=[*linking.ours, *linking.drop], folders=folders)
        records.write(record)
        apply(project.root, linking)
    if linking.ours != record.links:
        records.write(msgspec.structs.replace(record, links=linking.ours))
    return linking


def active(state: Path) -> list[str]:
    """The names of the active skills."""
    folder = state / FOLDERS["active"]
    if not folder.is_dir():
        return []
    with os.scandir(folder) as entries:
        return sorted(
            entry.name
            for entry in entries
            if not entry.is_symlink() and not unsafe(entry.name) and (folder / entry.name / MAIN).is_file()
        )


def planned(root: Path, folder: Path, names: Iterable[str], known: Iterable[Link]) -> Linking:
    """What is to be linked in a host's skills folder, given the links that were made earlier."""
    skills = root / STATE_FOLDER / FOLDERS["active"]
    _within(root, folder)
    if os.path.realpath(folder) == os.path.realpath(skills):
        # A link leads there already: somebody else's, or one that an earlier version made for the whole folder.
        return Linking(keep=_standing(root, known))
    if os.path.lexists(folder) and not folder.is_dir():
        return Linking(notes=(f"{folder} is no folder, so that no skill could be linked in it.",))
    return _each(root, folder, skills, sorted(names), list(known))


def apply(root: Path, linking: Linking) -> None:
    """Make the links, with the folders that they need, and remove those that are to go."""
    for link in linking.drop:
        drop(root, link)
    for link in linking.make:
        path = root / link.path
        make_folders(path.parent)
        path.symlink_to(link.target)
        flush(path.parent)


def drop(root: Path, link: Link) -> None:
    """Remove a link, if it still is the one that was made."""
    if is_link(root, link):
        with suppress(FileNotFoundError):
            (root / link.path).unlink()


def is_link(root: Path, link: Link) -> bool:
    """Whether a link is there as it was made."""
    try:
        return os.readlink(root / link.path) == link.target  # noqa: PTH115 - as it is written, not as a path
    except OSError:
        return False


def _each(root: Path, folder: Path, skills: Path, names: list[str], known: list[Link]) -> Linking:
    make: list[Link] = []
    keep: list[Link] = []
    notes: list[str] = []
    real = os.path.realpath(folder)
    for name in names:
        target = os.path.relpath(Path(os.path.realpath(root), *skills.relative_to(root).parts, name), real)
        link = Link(path=(folder / name).relative_to(root).as_posix(), target=target)
        if is_link(root, link):
            keep.append(link)
        elif os.path.lexists(folder / name):
            notes.append(f"{link.path} is yours: the skill {name} of Afterwit is not linked there.")
        else:
            make.append(link)
    wanted = {link.path for link in (*make, *keep)}
    gone = [link for link in _standing(root, known) if link.path not in wanted]
    return Linking(make=tuple(make), keep=tuple(keep), drop=tuple(gone), notes=tuple(notes))


def _standing(root: Path, links: Iterable[Link]) -> tuple[Link, ...]:
    return tuple(link for link in links if is_link(root, link))


def _within(root: Path, folder: Path) -> None:
    for path in (folder, folder.parent):
        if not Path(os.path.realpath(path)).is_relative_to(os.path.realpath(root)):
            raise WrongUse(f"{path} leads out of the project by a symbolic link: put the real folder there.")
