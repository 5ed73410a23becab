"""Trees as files: read whole or refused, written flushed. Everything goes by open folders and follows no link."""

import os
import shutil
import stat
from contextlib import suppress

from afterwit.errors import BadSkill
from afterwit.keep.paths import unsafe
from afterwit.keep.system_calls import FOLDER, NO_FOLLOW, flush
from afterwit.model.package import Tree

FILE_MODE, RUNNABLE_MODE, FOLDER_MODE = 0o644, 0o755, 0o755
NEW_FILE = os.O_WRONLY | os.O_CREAT | os.O_EXCL | NO_FOLLOW | getattr(os, "O_CLOEXEC", 0)
OLD_FILE = os.O_RDONLY | NO_FOLLOW | getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_CLOEXEC", 0)


class Reading:
    """Reads one place, and refuses what it could not keep."""

    def __init__(self, path: str, max_files: int, max_bytes: int) -> None:
        self._path = path
        self._max_files = max_files
        self._left = max_bytes
        self._max_bytes = max_bytes
        self._files: dict[str, bytes] = {}
        self._executable = set[str]()
        self._folders = 0
        self._problems: list[str] = []

    def place(self, parent: int, name: str, kind: int) -> None:
        """Read the file or folder of this name."""
        if stat.S_ISDIR(kind):
            self._folder(parent, name, "")
        else:
            self._file(parent, name, "", kind)

    def tree(self) -> Tree:
        """What was read, if it can be kept."""
        if self._problems:
            raise BadSkill(self._path, self._problems)
        return Tree(files=self._files, executable=frozenset(self._executable))

    def _folder(self, parent: int, name: str, path: str) -> None:
        descriptor = os.open(name, FOLDER | NO_FOLLOW, dir_fd=parent)
        try:
            for entry in names_in(descriptor):
                below = f"{path}/{entry}" if path else entry
                if problem := unsafe(below):
                    self._problems.append(problem)
                    continue
                kind = os.stat(entry, dir_fd=descriptor, follow_symlinks=False).st_mode
                if stat.S_ISDIR(kind):
                    self._folders += 1
                    if self._folders <= self._max_files:
                        self._folder(descriptor, entry, below)
                        continue
                else:
                    self._file(descriptor, entry, below, kind)
                if max(len(self._files), self._folders) > self._max_files:
                    self._problems.append(f"it has more than {self._max_files} files or folders")
                    return
        finally:
            os.close(descriptor)

    def _file(self, parent: int, name: str, path: str, kind: int) -> None:
        shown = path or "it"
        if not stat.S_ISREG(kind):
            what = "a symbolic link" if stat.S_ISLNK(kind) else "neither a file nor a folder"
            self._problems.append(f"{shown} is {what}")
            return
        descriptor = os.open(name, OLD_FILE, dir_fd=parent)
        with os.fdopen(descriptor, "rb", buffering=0) as file:
            found = os.fstat(descriptor)
            content = file.read(self._left + 1) if found.st_size <= self._left else None
            while content and len(content) <= self._left and (more := file.read(self._left + 1 - len(content))):
                content += more
        if content is None or len(content) > self._left:
            self._problems.append(f"{shown} is beyond the {self._max_bytes} bytes that are allowed")
            return
        self._left -= len(content)
        self._files[path] = content
        if found.st_mode & stat.S_IXUSR:
            self._executable.add(path)


def make_folders(root: int, folders: tuple[str, ...]) -> int:
    """The folder, made where it is not there, for good."""
    current = os.dup(root)
    try:
        for name in folders:
            with suppress(FileExistsError):
                os.mkdir(name, FOLDER_MODE, dir_fd=current)
                flush(current, folder=True)
            below = os.open(name, FOLDER | NO_FOLLOW, dir_fd=current)
            os.close(current)
            current = below
    except OSError:
        os.close(current)
        raise
    return current


def write_tree(parent: int, name: str, tree: Tree) -> None:
    """Write a tree under a name that is not there yet, each file and then each folder flushed."""
    if "" in tree.files:
        _write_file(parent, name, tree.files[""], runnable="" in tree.executable)
        return
    folders: dict[str, int] = {"": _new_folder(parent, name)}
    try:
        for path in sorted(tree.files):
            *above, last = path.split("/")
            for depth in range(len(above)):
                folder = "/".join(above[: depth + 1])
                if folder not in folders:
                    folders[folder] = _new_folder(folders["/".join(above[:depth])], above[depth])
            _write_file(folders["/".join(above)], last, tree.files[path], runnable=path in tree.executable)
        for descriptor in reversed(folders.values()):
            flush(descriptor, folder=True)
    finally:
        for descriptor in folders.values():
            os.close(descriptor)


def _new_folder(parent: int, name: str) -> int:
    os.mkdir(name, FOLDER_MODE, dir_fd=parent)
    descriptor = os.open(name, FOLDER | NO_FOLLOW, dir_fd=parent)
    os.fchmod(descriptor, FOLDER_MODE)
    return descriptor


def _write_file(parent: int, name: str, content: bytes, *, runnable: bool) -> None:
    descriptor = os.open(name, NEW_FILE, FILE_MODE, dir_fd=parent)
    try:
        left = memoryview(content)
        while left:
            left = left[os.write(descriptor, left) :]
        os.fchmod(descriptor, RUNNABLE_MODE if runnable else FILE_MODE)
        flush(descriptor)
    finally:
        os.close(descriptor)


def seen_at(parent: int, name: str) -> os.stat_result | None:
    """What the system says of a name, the link itself where it is one; None where it is not there."""
    try:
        return os.stat(name, dir_fd=parent, follow_symlinks=False)
    except FileNotFoundError:
        return None


def same(before: os.stat_result, after: os.stat_result | None) -> bool:
    """Whether a name still stands for the same thing, which nobody has moved meanwhile."""
    return after is not None and all(
        getattr(before, fact) == getattr(after, fact) for fact in ("st_dev", "st_ino", "st_ctime_ns", "st_mode")
    )


def names_in(folder: int) -> list[str]:
    """The names in an open folder, sorted."""
    with os.scandir(folder) as entries:
        return sorted(entry.name for entry in entries)


def delete(parent: int, name: str) -> None:
    """Remove a file, or a folder with all that is in it; nothing is wrong where it is not there."""
    with suppress(FileNotFoundError):
        if stat.S_ISDIR(os.stat(name, dir_fd=parent, follow_symlinks=False).st_mode):
            shutil.rmtree(name, dir_fd=parent)  # which follows no link
        else:
            os.unlink(name, dir_fd=parent)
