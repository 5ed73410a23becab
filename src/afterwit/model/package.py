"""Package: an Agent Skills folder as a value, every file by its path."""

import hashlib
from collections.abc import Mapping
from typing import Literal

import msgspec

MAIN = "SKILL.md"
"""The file that makes a folder a skill."""

State = Literal["pending", "active", "archived"]
"""Waits for a person, is offered to agents, or is retired and can be restored."""

STATES: tuple[State, ...] = ("active", "pending", "archived")
"""All of them; of several skills of one name, the first of these counts."""

SourceClass = Literal["learned", "custom", "manual", "hub", "core"]
"""Where a skill came from. `core` stands for platform, bundled and generated skills alike: never touched."""

FOLDERS: Mapping[State, str] = {"active": "skills", "pending": "skills-pending", "archived": "skills-archived"}
"""The folder of each state, below the project's state folder."""


class Tree(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Files with their content. A single file is a tree whose only path is empty."""

    files: dict[str, bytes]
    """What is in it, by relative path with forward slashes. Not to be changed: a tree is a value."""

    executable: frozenset[str] = frozenset()
    """The paths of files that may be run."""

    @property
    def size(self) -> int:
        """Bytes in all files."""
        return sum(map(len, self.files.values()))

    def digest(self) -> str:
        """A name for exactly this content: SHA-256 over each path, whether it may be run, and what is in it."""
        whole = hashlib.sha256()
        for path in sorted(self.files):
            mode = b"x" if path in self.executable else b"-"
            for part in (path.encode("utf-8", "surrogatepass"), mode, self.files[path]):
                whole.update(len(part).to_bytes(8, "big"))
                whole.update(part)
        return whole.hexdigest()


class Package(Tree, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The files of one skill, as they are or will be on disk."""

    name: str
    """The skill's name, which is its folder's."""

    @property
    def text(self) -> str:
        """SKILL.md as text; empty where there is none."""
        return self.files.get(MAIN, b"").decode("utf-8", "replace")

    def with_text(self, text: str) -> "Package":
        """The same package with another SKILL.md."""
        return msgspec.structs.replace(self, files={**self.files, MAIN: text.encode()})
