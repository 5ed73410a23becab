"""Writing into a folder that is somebody's: only what an earlier export put there is replaced, all else is left alone.

A manifest names every file of an export with the digest of its content. So a file of ours can be told from one of
theirs, also where they edited what we wrote. Each file is written beside its place and renamed into it, the manifest
last: whatever ends that early leaves each file whole, the old one or the new one. No symbolic link is followed.
"""

import errno
import hashlib
import os
import stat
from collections.abc import Collection, Mapping
from contextlib import ExitStack, suppress
from pathlib import Path
from secrets import token_hex

import msgspec

from afterwit.errors import WrongUse
from afterwit.keep.paths import unsafe
from afterwit.keep.system_calls import FOLDER, flush, open_folder
from afterwit.keep.tree_files import OLD_FILE, delete, make_folders, write_tree
from afterwit.model.package import Tree

FILES = "files"
"""In a manifest, what was written: digests by path. There are two of a file while it is being replaced."""

Known = dict[str, list[str]]


class _Manifest(msgspec.Struct, frozen=True):
    files: Known = msgspec.field(default_factory=Known)


def write_out(place: Path, files: Mapping[str, bytes], executable: Collection[str], manifest: str) -> None:
    """Bring a folder up to these files, one of which is the manifest, a JSON object that gets the digests."""
    if place.exists() and not place.is_dir():
        raise WrongUse(f"{place} is no folder: name one to write to.")
    try:
        known = _known(place, manifest)
        found = {path: _digest_at(place, path) for path in {*files, *known} - {manifest}}
        foreign = [path for path in files if path != manifest and not _may_be_written(path, files, found, known)]
        if foreign:
            message = (
                f"{place} has what no export wrote, or what was changed since: {', '.join(sorted(foreign))}; "
                "import what you changed, move it away, or name another folder."
            )
            raise WrongUse(message)
        place.mkdir(parents=True, exist_ok=True)
        _write(place, files, frozenset(executable), manifest, known, found)
    except OSError as error:
        message = f"{place} cannot be written ({error.strerror}): name a folder that you may write to."
        raise WrongUse(message) from error


def _write(  # noqa: PLR0913, PLR0917 - what was, what is and what is to be
    place: Path,
    files: Mapping[str, bytes],
    executable: frozenset[str],
    manifest: str,
    known: Known,
    found: Mapping[str, str | None],
) -> None:
    ours = {
        path: _digest(content)
        for path, content in files.items()
        # What somebody else put there is theirs, though it says the same: it is not ours to remove later.
        if path != manifest and (found[path] is None or path in known)
    }
    gone = [path for path in known if path not in files and found.get(path) in known[path]]
    with ExitStack() as stack:
        root = os.open(place, FOLDER)
        stack.callback(os.close, root)
        before = msgspec.json.decode(_read(place, manifest) or b"{}", type=dict[str, object])
        both = {**known, **{path: [*known.get(path, ()), digest] for path, digest in ours.items()}}
        last = msgspec.json.decode(files[manifest], type=dict[str, object])
        if any(found[path] != digest for path, digest in ours.items()):
            _write_file(root, manifest, _json({**before, FILES: both}))
        for path, digest in ours.items():
            if found[path] != digest or _runs(place, path) != (path in executable):
                _write_file(root, path, files[path], runnable=path in executable)
        for path in gone:
            _remove(root, path)
        _write_file(root, manifest, _json({**last, FILES: {path: [digest] for path, digest in ours.items()}}))


def _may_be_written(
    path: str, files: Mapping[str, bytes], found: Mapping[str, str | None], known: Mapping[str, list[str]]
) -> bool:
    there = found[path]
    return there is None or there in known.get(path, ()) or there == _digest(files[path])


def _known(place: Path, manifest: str) -> Known:
    try:
        content = _read(place, manifest)
        files = {} if content is None else msgspec.json.decode(content, type=_Manifest).files
    except (msgspec.DecodeError, RecursionError) as error:
        message = f"{place / manifest} cannot be read ({error}): move it away, or name another folder."
        raise WrongUse(message) from error
    return {path: digests for path, digests in files.items() if not unsafe(path)}  # anyone may have written it


def _digest_at(place: Path, path: str) -> str | None:
    """What is there, as its digest; None where nothing is, and no digest at all for what is no file of this folder."""
    try:
        content = _read(place, path)
    except OSError:  # a link, a folder, a file where a folder should be, or one that may not be read
        return ""
    return None if content is None else _digest(content)


def _read(place: Path, path: str) -> bytes | None:
    *folders, name = path.split("/")
    with ExitStack() as stack:
        try:
            root = os.open(place, FOLDER)
            stack.callback(os.close, root)
            parent = open_folder(root, tuple(folders))
            stack.callback(os.close, parent)
            descriptor = os.open(name, OLD_FILE, dir_fd=parent)
        except FileNotFoundError:
            return None
        with os.fdopen(descriptor, "rb") as file:
            if not stat.S_ISREG(os.fstat(descriptor).st_mode):
                raise OSError(errno.EINVAL, "it is no file")
            return file.read()


def _runs(place: Path, path: str) -> bool:
    return bool((place / path).lstat().st_mode & stat.S_IXUSR)


def _write_file(root: int, path: str, content: bytes, *, runnable: bool = False) -> None:
    *folders, name = path.split("/")
    draft = f".{token_hex(8)}.afterwit"
    parent = make_folders(root, tuple(folders))
    try:
        write_tree(parent, draft, Tree(files={"": content}, executable=frozenset({""} if runnable else ())))
        os.replace(draft, name, src_dir_fd=parent, dst_dir_fd=parent)
        flush(parent, folder=True)
    except OSError:
        with suppress(OSError):
            delete(parent, draft)
        raise
    finally:
        os.close(parent)


def _remove(root: int, path: str) -> None:
    """Remove a file, and the folders that are empty without it."""
    *folders, name = path.split("/")
    with suppress(OSError):  # somebody's hands were here just now, and it is no longer ours
        while True:
            parent = open_folder(root, tuple(folders))
            try:
                (os.rmdir if stat.S_ISDIR(os.stat(name, dir_fd=parent, follow_symlinks=False).st_mode) else os.unlink)(
                    name, dir_fd=parent
                )
            finally:
                os.close(parent)
            if not folders:
                return
            *folders, name = folders


def _digest(content: bytes) -> str:
    return hashlib.sha256(content).hexdigest()


def _json(value: object) -> bytes:
    return msgspec.json.format(msgspec.json.encode(value), indent=2) + b"\n"
