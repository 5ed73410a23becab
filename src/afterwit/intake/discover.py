"""Where the hosts on this machine keep their sessions, and which of them belong to a project."""

import hashlib
import re
from collections.abc import Iterable, Iterator, Mapping
from itertools import islice
from pathlib import Path

import msgspec

from afterwit.errors import UnreadableSource
from afterwit.intake import shapes
from afterwit.intake.detect import decoded, look
from afterwit.intake.source import Source

LINES_SEARCHED = 200
"""A host names the working folder in its first lines, if at all; long ones may come before."""
CLAUDE_NAME_LENGTH = 200
"""Claude Code names a project's folder by its path; what is longer than this it cuts, and adds a hash."""


class HostFolder(msgspec.Struct, frozen=True):
    """One host's session folder on this machine."""

    host: str
    folder: Path
    pattern: str

    @property
    def exists(self) -> bool:
        """True where the host has been used here."""
        return self.folder.is_dir()

    def files(self) -> Iterator[Path]:
        """The transcripts in it, the latest first."""
        if self.exists:
            found = (path for path in self.folder.glob(self.pattern) if path.is_file())
            yield from sorted(found, key=lambda path: path.stat().st_mtime, reverse=True)


def host_folders(home: Path, environment: Mapping[str, str]) -> list[HostFolder]:
    """Every host's folder, whether or not it is there."""
    claude = Path(environment.get("CLAUDE_CONFIG_DIR") or home / ".claude")
    codex = Path(environment.get("CODEX_HOME") or home / ".codex")
    return [
        HostFolder("claude-code", claude / "projects", "*/**/*.jsonl"),
        HostFolder("codex", codex / "sessions", "**/rollout-*.jsonl*"),
        HostFolder("codex", codex / "archived_sessions", "**/rollout-*.jsonl*"),
        HostFolder("copilot", home / ".copilot" / "session-state", "**/*.jsonl"),
        HostFolder("gemini", home / ".gemini" / "tmp", "*/chats/**/session-*.json*"),
    ]


def of_project(folders: Iterable[HostFolder], project: Path) -> Iterator[Path]:
    """The transcripts whose session worked in the project's folder or below it."""
    names = {project.absolute(), project.resolve()}
    for folder in folders:
        for path in folder.files():
            if any(_may_belong(folder, path, name) for name in names):
                where = working_folder(path) or _told_beside(folder, path, names)
                if where is not None and any(where == name or name in where.parents for name in names):
                    yield path


def working_folder(path: Path) -> Path | None:
    """The folder a session says it worked in, read from its first lines."""
    try:
        source = Source(path)
    except UnreadableSource:
        return None
    with source:
        first = decoded(islice(source.lines(), LINES_SEARCHED))
        for value in map(shapes.mapping, first or look(source).values):
            payload = shapes.mapping(value.get("payload"))
            context = shapes.mapping(shapes.mapping(value.get("data")).get("context"))
            folders = shapes.sequence(value.get("directories"))
            for cwd in (value.get("cwd"), payload.get("cwd"), context.get("cwd"), *folders[:1]):
                if isinstance(cwd, str) and Path(cwd).is_absolute():
                    return _resolved(cwd)
    return None


def _resolved(folder: str) -> Path | None:
    try:
        return Path(folder).resolve()
    except (OSError, ValueError, RuntimeError):  # too long, with a NUL in it, a circle of links
        return None


def _may_belong(folder: HostFolder, path: Path, project: Path) -> bool:
    """Rule out by name what cannot be the project's, where the host's folder names tell."""
    if folder.host != "claude-code":
        return True
    mangled = re.sub("[^a-zA-Z0-9]", "-", str(project))[:CLAUDE_NAME_LENGTH]
    return path.relative_to(folder.folder).parts[0].startswith(mangled)


def _told_beside(folder: HostFolder, path: Path, names: Iterable[Path]) -> Path | None:
    """Gemini CLI keeps a project's chats in a folder named by a hash of its path, or with the path in a file beside."""
    if folder.host != "gemini":
        return None
    home = folder.folder / path.relative_to(folder.folder).parts[0]
    for name in names:
        if home.name == hashlib.sha256(str(name).encode()).hexdigest():
            return name
    try:
        return _resolved((home / ".project_root").read_text(encoding="utf-8").strip())
    except (OSError, UnicodeDecodeError):
        return None
