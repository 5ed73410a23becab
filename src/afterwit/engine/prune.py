"""Pruning: active skills that are old and were never needed go to the archive, from where they come back."""

from afterwit.engine.decisions import person
from afterwit.engine.kernel import Kernel
from afterwit.engine.review_and_learn import decide
from afterwit.keep.book import place
from afterwit.model.proposal import MoveSkill
from afterwit.model.verdict import Outcome

DAY = 24 * 60 * 60 * 1000


def prune(kernel: Kernel) -> list[Outcome]:
    """Archive every active skill that is due; what is pinned is left alone."""
    return [
        decide(person(MoveSkill(name=name, decision="prune"), kernel, f"Unused for {age} days."), kernel.rooms)
        for name, age in due(kernel)
    ]


def due(kernel: Kernel) -> list[tuple[str, int]]:
    """The active skills that are older than the settings allow and were matched too seldom, with their age in days."""
    learning = kernel.config.learning
    found: list[tuple[str, int]] = []
    for entry in kernel.index.entries("active"):
        if entry.pinned or kernel.source(entry) == "core":
            continue
        age = (kernel.clock() - _active_since(entry.name, kernel)) // DAY
        if age > learning.prune_after_days and kernel.ratings.matches(entry.name).count <= learning.min_match_count:
            found.append((entry.name, age))
    return found


def _active_since(name: str, kernel: Kernel) -> int:
    """When a skill came to be active: by the history, else by its file."""
    path = place("active", name)
    for change in kernel.history.changes(path=path):
        if any(edit.path == path and edit.before is None for edit in change.edits):
            return change.at
    return int((kernel.zone.root / path / "SKILL.md").stat().st_mtime * 1000)
