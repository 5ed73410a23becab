"""A journal over a real folder."""

import threading
from pathlib import Path

from afterwit.adapters.in_memory_history import MemoryHistory
from afterwit.keep.journal import Journal, replay
from afterwit.keep.paths import STAGING
from afterwit.keep.zone import Zone
from afterwit.model.change import About, Edit
from afterwit.model.package import Tree
from afterwit.ports import History

SKILL, OTHER, LESSONS = "skills/rl-x", "skills-pending/rl-y", "lessons.md"
PLACES = (SKILL, OTHER, LESSONS)
ABOUT = About(does="update_skill", subject="rl-x", author="person")


def skill(text: str, **more: str) -> Tree:
    """A package with this SKILL.md."""
    return Tree(files={"SKILL.md": text.encode()} | {name: content.encode() for name, content in more.items()})


def page(text: str) -> Tree:
    """A single file."""
    return Tree(files={"": text.encode()})


class Journalling:
    """Makes changes from whatever is there."""

    def __init__(self, folder: Path, history: History | None = None, *, by_kernel: bool = True) -> None:
        self.zone = Zone(folder, by_kernel=by_kernel)
        self.history = MemoryHistory() if history is None else history
        self._lock = threading.Lock()
        self.journal = Journal(self.zone, self.history, lambda: self._lock)

    def write(self, about: About = ABOUT, **places: Tree | None) -> int:
        """Change the skill, the other or the lessons."""
        names = {"skill": SKILL, "other": OTHER, "lessons": LESSONS}
        edits = [
            Edit(path=names[name], before=self.zone.read(names[name]), after=tree) for name, tree in places.items()
        ]
        return self.journal.commit(edits, about, 1)

    def undo(self, number: int) -> int:
        """Take a change back."""
        about = About(does="undo_change", subject=f"change {number}", author="person", undoes=number)
        return self.journal.commit(self.journal.undo_edits(number), about, 1)

    def by_hand(self, path: str, text: str | None) -> None:
        """What a person does with an editor."""
        place = self.zone.root / path
        if path == LESSONS:
            place.parent.mkdir(parents=True, exist_ok=True)
            place.unlink(missing_ok=True) if text is None else place.write_text(text)
        elif text is None:
            (place / "SKILL.md").unlink(missing_ok=True)
        else:
            place.mkdir(parents=True, exist_ok=True)
            (place / "SKILL.md").write_text(text)

    def on_disk(self) -> dict[str, Tree]:
        """What is at each place."""
        found = {path: self.zone.read(path) for path in PLACES}
        return {path: tree for path, tree in found.items() if tree is not None}

    def replayed(self) -> dict[str, Tree]:
        """What the history says is there."""
        numbers = [change.id for change in reversed(self.history.changes())]
        return replay(change for number in numbers if (change := self.history.change(number)))

    def litter(self) -> list[str]:
        """What is left aside."""
        folder = self.zone.root / STAGING
        return [path.name for path in folder.iterdir()] if folder.is_dir() else []
