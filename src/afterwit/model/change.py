"""Change: one entry of the history. Replayed from the first on, changes give the files on disk."""

from typing import Literal

import msgspec

from afterwit.model.package import Tree
from afterwit.model.proposal import Author

Stage = Literal["intended", "done", "abandoned", "revoked"]
"""Written down before anything is touched; seen through; given up with the files as they were; or seen through, and
what it wrote or replaced was later taken out of the history, so that it can be neither shown nor undone."""


class Edit(msgspec.Struct, frozen=True, kw_only=True):
    """What one change does to one place: a skill's folder or a single file."""

    path: str
    """The place, relative to the state folder: `skills/rl-x`, `lessons.md`."""
    before: Tree | None
    """What was there; None where nothing was."""
    after: Tree | None
    """What is there from now on; None where nothing is."""


class About(msgspec.Struct, frozen=True, kw_only=True):
    """Who makes a change, and why."""

    does: str
    """The operation's name: `create_skill`, `move_skill`, `undo_change`, or `edited_by_hand`."""
    subject: str
    """What it is about, for people: a skill's name, `lessons`."""
    author: Author
    by: str = ""
    why: str = ""
    proposal: int | None = None
    """The number of the proposal that it comes from."""
    undoes: int | None = None
    """The change that it takes back."""
    sessions: tuple[str, ...] = ()
    """The keys of the sessions that the evidence is from."""


class Change(msgspec.Struct, frozen=True, kw_only=True):
    """One change, with all it replaced and put there."""

    id: int
    at: int
    """Milliseconds since 1970 UTC."""
    about: About
    stage: Stage
    edits: tuple[Edit, ...]
