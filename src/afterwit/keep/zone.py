"""The state zone: the one folder that is written to, a whole place at a time.

A place is a folder (a package) or a single file below the zone. New content is written aside, flushed, and put in its
place by one rename, so that a place is always whole: the old content or the new. What was there waits aside until it
is let go, so that a step can be taken back without writing anything. Nothing is ever reached through a symbolic link.
"""

import errno
import os
import secrets
import stat
from collections.abc import Generator
from contextlib import ExitStack, contextmanager, suppress
from pathlib import Path
from typing import Literal

import msgspec

from afterwit.errors import WriteFailed
from afterwit.keep.paths import STAGING, parts, unsafe
from afterwit.keep.system_calls import FOLDER, exchange, flush, open_folder
from afterwit.keep.tree_files import Reading, delete, make_folders, names_in, same, seen_at, write_tree
from afterwit.model.package import Tree

TRIES = 100
OLD = ".old"


class Step(msgspec.Struct, kw_only=True):
    """The next content of one place, first aside, then in its place, with what was there aside."""

    path: str
    name: str
    """Its name within the staging folder."""
    removes: bool
    way: Literal["waits", "new", "exchanged", "moved aside", "removed"] = "waits"
    """How it was put in place, which is also how it is taken back."""


class Zone:
    """Reads and writes places below one folder, and nothing anywhere else."""

    def __init__(
        self, root: Path, *, max_files: int = 512, max_bytes: int = 16 * 1024 * 1024, by_kernel: bool = True
    ) -> None:
        self.root = root
        self._max_files = max_files
        self._max_bytes = max_bytes
        self._by_kernel = by_kernel
        """Whether the kernel's own ways are used where there are any, or only the portable ones."""

    def read(self, path: str) -> Tree | None:
        """What is at a place; None where nothing is."""
        *folders, name = parts(path)
        with self._told(f"{path} cannot be read"), ExitStack() as stack:
            try:
                parent = self._open(stack, tuple(folders))
            except FileNotFoundError:
                return None
            for _ in range(TRIES):
                seen = seen_at(parent, name)
                if seen is None:
                    return None
                reading = Reading(path, self._max_files, self._max_bytes)
                with suppress(FileNotFoundError):
                    reading.place(parent, name, seen.st_mode)
                    # What was replaced meanwhile is being deleted: parts of it may have been missing.
                    if same(seen, seen_at(parent, name)):
                        return reading.tree()
        message = f"{path} cannot be read: it changes all the time; try again when nobody writes to it."
        raise WriteFailed(message)

    def names(self, folder: str) -> list[str]:
        """The names in a folder of the zone, sorted; none where it is not there."""
        with self._told(f"{folder} cannot be read"), ExitStack() as stack:
            try:
                return names_in(self._open(stack, parts(folder)))
            except FileNotFoundError:
                return []

    def put(self, path: str, tree: Tree | None) -> None:
        """Write or empty one place, all or nothing, without history. Only for whoever is alone in the zone."""
        step = self.stage(path, tree)
        try:
            self.publish(step)
        except WriteFailed:
            with suppress(WriteFailed):
                self.withdraw(step)
            raise
        finally:
            self.discard(step)

    def stage(self, path: str, tree: Tree | None) -> Step:
        """Write what a place is to hold, flushed, beside it; None is for a place that is to be empty."""
        *folders, _ = parts(path)
        step = Step(path=path, name=secrets.token_hex(8), removes=tree is None)
        if tree is None:
            return step
        self._check(path, tree)
        with self._told(f"{path} cannot be written"):
            try:
                with ExitStack() as stack:
                    self._open(stack, tuple(folders), make=True)
                    staging = self._open(stack, (STAGING,), make=True)
                    write_tree(staging, step.name, tree)
                    flush(staging, folder=True)
            except OSError:
                self.discard(step)
                raise
        return step

    def publish(self, step: Step) -> None:
        """Put it in its place in one step, for good. A failure leaves the place as it was, as far as that is known."""
        *folders, name = parts(step.path)
        with self._told(f"{step.path} cannot be written"), ExitStack() as stack:
            try:
                parent = self._open(stack, tuple(folders), make=not step.removes)
            except FileNotFoundError:
                return
            staging = self._open(stack, (STAGING,), make=True)
            if step.removes:
                if seen_at(parent, name) is None:
                    return
                os.rename(name, step.name, src_dir_fd=parent, dst_dir_fd=staging)
                step.way = "removed"
            elif seen_at(parent, name) is None:
                os.rename(step.name, name, src_dir_fd=staging, dst_dir_fd=parent)
                step.way = "new"
            elif self._by_kernel and exchange(staging, step.name, parent, name):
                step.way = "exchanged"
            else:
                self._replace(staging, step, parent, name)
            flush(parent, folder=True)

    @staticmethod
    def _replace(staging: int, step: Step, parent: int, name: str) -> None:
        """Without an exchange: a file is replaced at once; a folder is away for a moment, which a crash may extend."""
        old = step.name + OLD
        both = (seen_at(parent, name), seen_at(staging, step.name))
        if all(seen is not None and stat.S_ISREG(seen.st_mode) for seen in both):
            with suppress(OSError):  # a filesystem without hard links
                os.link(name, old, src_dir_fd=parent, dst_dir_fd=staging, follow_symlinks=False)
        if seen_at(staging, old) is None:
            os.rename(name, old, src_dir_fd=parent, dst_dir_fd=staging)
        step.way = "moved aside"
        os.rename(step.name, name, src_dir_fd=staging, dst_dir_fd=parent)

    def replaced(self, step: Step) -> Tree | None:
        """What was in the place until the step was put there; None where nothing was."""
        if step.way in {"waits", "new"}:
            return None
        name = step.name + OLD if step.way == "moved aside" else step.name
        reading = Reading(step.path, self._max_files, self._max_bytes)
        with self._told(f"{step.path} cannot be read"), ExitStack() as stack:
            staging = self._open(stack, (STAGING,))
            reading.place(staging, name, os.stat(name, dir_fd=staging, follow_symlinks=False).st_mode)
        return reading.tree()

    def withdraw(self, step: Step) -> None:
        """Take it back: what was there is there again. Nothing is written, so that a full disk is no hindrance."""
        if step.way == "waits":
            return
        *folders, name = parts(step.path)
        with self._told(f"{step.path} cannot be put back"), ExitStack() as stack:
            parent = self._open(stack, tuple(folders))
            staging = self._open(stack, (STAGING,))
            match step.way:
                case "exchanged":
                    if not exchange(staging, step.name, parent, name):
                        raise OSError(errno.EOPNOTSUPP, os.strerror(errno.EOPNOTSUPP))
                case "removed":
                    os.rename(step.name, name, src_dir_fd=staging, dst_dir_fd=parent)
                case "new":
                    os.rename(name, step.name, src_dir_fd=parent, dst_dir_fd=staging)
                case _:
                    with suppress(FileNotFoundError):
                        os.rename(name, step.name, src_dir_fd=parent, dst_dir_fd=staging)
                    os.rename(step.name + OLD, name, src_dir_fd=staging, dst_dir_fd=parent)
            step.way = "waits"
            flush(parent, folder=True)

    def discard(self, *steps: Step) -> None:
        """Let go of what is aside; where that fails, a later sweep does it."""
        with suppress(OSError), ExitStack() as stack:
            staging = self._open(stack, (STAGING,))
            for step in steps:
                for name in (step.name, step.name + OLD):
                    delete(staging, name)

    def sweep(self) -> int:
        """Remove whatever is left aside, and say how much that was. Only for whoever is alone in the zone."""
        with self._told("what a crash left cannot be removed"), ExitStack() as stack:
            try:
                staging = self._open(stack, (STAGING,))
            except FileNotFoundError:
                return 0
            litter = names_in(staging)
            for name in litter:
                delete(staging, name)
            return len(litter)

    def _check(self, path: str, tree: Tree) -> None:
        problems = [problem for name in tree.files if name and (problem := unsafe(name))]
        if "" in tree.files and len(tree.files) > 1:
            problems.append("it is a file and a folder at once")
        if len(tree.files) > self._max_files:
            problems.append(f"it has {len(tree.files)} files, and {self._max_files} are allowed")
        if tree.size > self._max_bytes:
            problems.append(f"it has {tree.size} bytes, and {self._max_bytes} are allowed")
        if problems:
            message = f"{path} cannot be written: {'; '.join(problems)}."
            raise WriteFailed(message)

    def _open(self, stack: ExitStack, folders: tuple[str, ...], *, make: bool = False) -> int:
        """A folder of the zone, open until the stack ends."""
        if make and not self.root.exists():
            self.root.mkdir(parents=True, exist_ok=True)
            above = os.open(self.root.parent, FOLDER)
            stack.callback(os.close, above)
            flush(above, folder=True)
        root = os.open(self.root, FOLDER)
        stack.callback(os.close, root)
        try:
            found = open_folder(root, folders, by_kernel=self._by_kernel)
        except FileNotFoundError:
            if not make:
                raise
            found = make_folders(root, folders)
        stack.callback(os.close, found)
        return found

    @contextmanager
    def _told(self, what: str) -> Generator[None, None, None]:
        try:
            yield
        except OSError as error:
            message = f"{what} ({error.strerror or error}): check the disk and the permissions of {self.root}."
            raise WriteFailed(message) from error
