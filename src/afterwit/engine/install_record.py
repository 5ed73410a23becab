"""What an installation did, written down where it was done, with every file as it was before."""

import hashlib
import os
from collections.abc import Iterable, Mapping
from contextlib import suppress
from pathlib import Path

import msgspec

from afterwit.adapters.hosts import files
from afterwit.engine.project import Project
from afterwit.errors import WrongUse
from afterwit.keep.paths import unsafe

FOLDER = "install"
FILE_MODE, FOLDER_MODE = 0o600, 0o700
"""A host may keep a person's tokens in the file that has its settings: a copy of it is for nobody else."""


class Kept(msgspec.Struct, frozen=True, kw_only=True):
    """One file that was changed or made."""

    path: str
    """Where it is: in a project relative to its root."""
    before: str | None
    """The name of the copy of what was there; None where nothing was."""
    after: str
    """The digest of what was put there."""


class Link(msgspec.Struct, frozen=True, kw_only=True):
    """One symbolic link that was made."""

    path: str
    target: str


class Record(msgspec.Struct, frozen=True, kw_only=True):
    """One host that was set up."""

    host: str
    version: str
    """Afterwit's own, at that time."""
    at: int
    """Milliseconds since 1970 UTC."""
    command: tuple[str, ...]
    """How the host calls Afterwit."""
    files: list[Kept] = []
    folders: list[str] = []
    """Those that had to be made, the outermost first."""
    skills: str = ""
    """The folder in which the host looks for skills, where they are linked."""
    links: list[Link] = []
    core: dict[str, str] = {}
    """The digests of the core skills that were put into the project, by name."""

    def kept(self, path: str) -> Kept | None:
        """What is known of a file."""
        return next((each for each in self.files if each.path == path), None)


class Records:
    """The records of a project, or of a user."""

    def __init__(self, folder: Path, root: Path | None) -> None:
        self.folder = folder
        self._root = root

    @classmethod
    def of_project(cls, project: Project) -> "Records":
        """Those of a project, in its state folder."""
        return cls(project.state / FOLDER, project.root)

    @classmethod
    def of_user(cls, home: Path, environment: Mapping[str, str]) -> "Records":
        """Those for all projects, in the user's data folder."""
        base = environment.get("XDG_DATA_HOME") or home / ".local" / "share"
        return cls(Path(base) / "afterwit" / FOLDER, None)

    def named(self, path: Path) -> str:
        """A path as it is written down."""
        return str(path) if self._root is None else Path(os.path.relpath(path, self._root)).as_posix()

    def path(self, named: str) -> Path:
        """A path that was written down."""
        return Path(named) if self._root is None else self._root / named

    def missing(self, paths: Iterable[Path]) -> list[str]:
        """The folders that have to be made for these, as they are written down, the outermost first."""
        above = {folder for path in paths for folder in path.parents if not os.path.lexists(folder)}
        return [self.named(folder) for folder in sorted(above, key=lambda folder: len(folder.parts))]

    def file(self, host: str) -> Path:
        """Where a host's record is."""
        return self.folder / f"{host}.json"

    def copies(self, host: str) -> Path:
        """Where the copies are of what a host's files were before."""
        folder = self.folder / host
        if folder.is_symlink():
            raise WrongUse(f"{folder} leads elsewhere by a symbolic link: put the real thing there.")
        return folder

    def read(self, host: str) -> Record | None:
        """A host's record; None where it is not set up."""
        path = files.target_of(self.file(host), self._root)
        content = files.read(path)
        if content is None:
            return None
        try:
            record = msgspec.json.decode(content, type=Record)
        except msgspec.DecodeError as error:
            raise _unusable(path, str(error)) from error
        # A repository may bring one that somebody else wrote: it is not to lead anywhere else.
        named = (*(each.path for each in (*record.files, *record.links)), *record.folders, record.skills or "skills")
        if record.host != host or (self._root is not None and any(unsafe(each) for each in named)):
            raise _unusable(path, "it names what is not in this project")
        return record

    def all(self) -> list[Record]:
        """Every record that can be read."""
        found: list[Record] = []
        for path in sorted(self.folder.glob("*.json")):
            with suppress(WrongUse):
                record = self.read(path.stem)
                found += [record] if record else []
        return found

    def before(self, host: str, kept: Kept) -> bytes | None:
        """What a file was before; None where none was."""
        if kept.before is None:
            return None
        content = files.read(files.target_of(self.copies(host) / Path(kept.before).name, self._root))
        if content is None:
            message = f"The copy of {kept.path} in {self.copies(host)} is gone: take Afterwit's entries out by hand."
            raise WrongUse(message)
        return content

    def write(self, record: Record, copies: Mapping[str, bytes] | None = None) -> None:
        """Keep a record, after the copies that it names. Neither is for others: it stays on this machine."""
        files.target_of(self.folder, self._root)
        _close(self.folder)
        if self._root is not None and not (self.folder / ".gitignore").exists():
            files.write(self.folder / ".gitignore", b"*\n", FILE_MODE)
        if copies:
            _close(self.copies(record.host))
        for name, content in (copies or {}).items():
            files.write(self.copies(record.host) / name, content, FILE_MODE)
        encoded = msgspec.json.format(msgspec.json.encode(record), indent=2)
        files.write(self.file(record.host), encoded + b"\n", FILE_MODE)

    def tidy(self, record: Record) -> None:
        """Remove the copies that a record names no more."""
        wanted = {each.before for each in record.files}
        for copy in self.copies(record.host).iterdir() if self.copies(record.host).is_dir() else ():
            if copy.name not in wanted:
                copy.unlink()
        with suppress(OSError):  # some are still wanted, or none ever were
            self.copies(record.host).rmdir()

    def forget(self, host: str) -> None:
        """Remove a host's record with its copies, and the folder when it was the last."""
        self.file(host).unlink(missing_ok=True)
        if self.copies(host).is_dir():
            for copy in self.copies(host).iterdir():
                copy.unlink()
            self.copies(host).rmdir()
        if self.folder.is_dir() and not any(self.folder.glob("*.json")):
            (self.folder / ".gitignore").unlink(missing_ok=True)
            with suppress(OSError):  # somebody put something there
                self.folder.rmdir()
                if self._root is None:
                    self.folder.parent.rmdir()


def _close(folder: Path) -> None:
    """Have a folder that only its owner can look into."""
    files.make_folders(folder, FOLDER_MODE)
    if files.mode_of(folder) != FOLDER_MODE:
        folder.chmod(FOLDER_MODE)


def _unusable(path: Path, why: str) -> WrongUse:
    return WrongUse(f"{path} cannot be used ({why}): move it away, and take Afterwit's entries out by hand.")


def digest(content: bytes) -> str:
    """A name for exactly this content."""
    return hashlib.sha256(content).hexdigest()
