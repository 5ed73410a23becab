"""Somebody else's files: read, replaced as a whole and for good, removed with the folders that were made for them."""

import glob
import os
import secrets
import stat
from contextlib import suppress
from pathlib import Path

from afterwit.errors import WrongUse

DRAFT = ".afterwit"
"""How the name of a file ends that is not whole yet."""


def target_of(path: Path, within: Path | None) -> Path:
    """The file itself, behind symbolic links: of a project's file, one within the project, or it is refused."""
    real = Path(os.path.realpath(path))
    if within is not None and not real.is_relative_to(os.path.realpath(within)):
        raise WrongUse(f"{path} leads out of the project by a symbolic link: put the real file there.")
    return real


def read(path: Path) -> bytes | None:
    """What is in a file; None where none is."""
    try:
        return path.read_bytes()
    except FileNotFoundError:
        return None
    except NotADirectoryError as error:
        raise WrongUse(f"{path} cannot be made, as {path.parent} is no folder: move it away.") from error
    except IsADirectoryError as error:
        raise WrongUse(f"{path} is a folder where a file belongs: move it away.") from error


def mode_of(path: Path) -> int | None:
    """The permissions of a file; None where none is."""
    try:
        return stat.S_IMODE(path.stat().st_mode)
    except FileNotFoundError:
        return None


def write(path: Path, content: bytes, mode: int | None = None) -> None:
    """Put a whole file in its place in one step.

    Its permissions are those that are named, else those of the one that was there, else the usual ones of a new file.
    """
    draft = path.with_name(f".{path.name}.{secrets.token_hex(6)}{DRAFT}")
    mode = mode_of(path) if mode is None else mode
    descriptor = os.open(draft, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o666 if mode is None else 0o600)
    try:
        with os.fdopen(descriptor, "wb") as file:
            file.write(content)
            if mode is not None:
                os.fchmod(file.fileno(), mode)
            file.flush()
            os.fsync(file.fileno())
        draft.replace(path)
    except OSError:
        with suppress(OSError):
            draft.unlink()
        raise
    flush(path.parent)


def sweep(path: Path) -> None:
    """Remove what a write that was killed left beside a file."""
    for draft in path.parent.glob(f".{glob.escape(path.name)}.*{DRAFT}"):
        with suppress(OSError):
            draft.unlink()


def make_folders(folder: Path, mode: int = 0o777) -> list[Path]:
    """Make a folder with those above it; give those that were not there, the outermost first."""
    missing = [each for each in (folder, *folder.parents) if not os.path.lexists(each)]
    made: list[Path] = []
    try:
        for each in reversed(missing):
            with suppress(FileExistsError):
                each.mkdir(mode)
                made.append(each)
    except OSError:
        remove_folders(made)
        raise
    return made


def remove_folders(folders: list[Path]) -> None:
    """Remove folders that were made, the innermost first, as far as nothing is in them."""
    for folder in sorted(folders, key=lambda each: len(each.parts), reverse=True):
        with suppress(OSError):
            folder.rmdir()


def flush(folder: Path) -> None:
    """Have the names in a folder on the disk, where the filesystem can do that."""
    descriptor = os.open(folder, os.O_RDONLY)
    try:
        with suppress(OSError):
            os.fsync(descriptor)
    finally:
        os.close(descriptor)
