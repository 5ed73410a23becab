"""A project's place on disk: its root, and the folder in it that is Afterwit's."""

import contextlib
import os
import secrets
from collections.abc import Callable
from pathlib import Path

import msgspec

from afterwit.config import STATE_FOLDER
from afterwit.errors import StoreFailed

KEY_BYTES = 32
IGNORED = """\
# The store, its key, the index, the hooks' notes, drafts and the scratch pad stay on this machine; skills and lessons
# may be committed.
afterwit.db*
index.db*
vectors.db*
inbox.jsonl
matches.jsonl*
key
writing.lock*
.staging/
staging/
spool.jsonl*
faults.jsonl*
drafts/
offered/
mcp-token
"""
OURS = ("# The store, its key", "# The event log")
"""How a file that Afterwit wrote begins, of whatever version."""
NEWEST = "spool.jsonl*"
"""A line that only the latest of them has; other lines may be missing because a person took them out."""


class Project(msgspec.Struct, frozen=True):
    """One project."""

    root: Path

    @property
    def state(self) -> Path:
        """The folder that is Afterwit's."""
        return self.root / STATE_FOLDER

    @property
    def database(self) -> Path:
        """The embedded store."""
        return self.state / "afterwit.db"

    @property
    def key_file(self) -> Path:
        """The secret that digests of secrets and of paths are made with."""
        return self.state / "key"

    def key(self) -> bytes:
        """The project's key, made at first need."""
        try:
            self.state.mkdir(parents=True, exist_ok=True)
            _write_once(self.state / ".gitignore", IGNORED.encode(), 0o644)
            _complete(self.state / ".gitignore")
            if not self.key_file.exists():
                _write_once(self.key_file, secrets.token_bytes(KEY_BYTES), 0o600)
            return self.key_file.read_bytes()
        except OSError as error:
            message = f"{self.state} cannot be written ({error.strerror}): change its permissions or choose --project."
            raise StoreFailed(message) from error


def find_project(start: Path) -> Project:
    """The nearest folder upward with `.afterwit/` or `.git`, else where one stands."""
    start = start.absolute()
    for folder in (start, *start.parents):
        if (folder / STATE_FOLDER).is_dir() or (folder / ".git").exists():
            return Project(folder)
    return Project(start)


def _complete(path: Path) -> None:
    """Give what a former version wrote the lines that have come since; a person's own file stays as it is."""
    with contextlib.suppress(OSError, UnicodeDecodeError):  # it need not be ours, and is not what one came for
        text = path.read_text(encoding="utf-8")
        lines = text.splitlines()
        if text.startswith(OURS) and NEWEST not in lines and not path.is_symlink():
            lines += [line for line in IGNORED.splitlines() if not line.startswith("#") and line not in lines]
            _write_whole(path, "".join(f"{line}\n" for line in lines).encode(), 0o644, os.replace)


def _write_once(path: Path, content: bytes, mode: int) -> None:
    """Put a whole file there unless there is one: several processes may start at once, and one of them wins."""
    if not path.exists():
        with contextlib.suppress(FileExistsError):
            _write_whole(path, content, mode, os.link)


def _write_whole(path: Path, content: bytes, mode: int, put: Callable[[Path, Path], None]) -> None:
    draft = path.with_name(f"{path.name}.{os.getpid()}.{secrets.token_hex(4)}")
    descriptor = os.open(draft, os.O_WRONLY | os.O_CREAT | os.O_EXCL, mode)
    try:
        with os.fdopen(descriptor, "wb") as file:
            file.write(content)
            file.flush()
            os.fsync(file.fileno())
        put(draft, path)
    finally:
        draft.unlink(missing_ok=True)
