"""Pruning: active skills that are old and were never needed go to the archive, from where they come back."""

from afterwit.engine.decisions import person
from afterwit.engine.kernel import Kernel
from afterwit.engine.review_and_learn import decide
from afterwit.keep.book import place
from afterwit.model.proposal import MoveSkill
from afterwit.model.verdict import Outcome
from afterwit.ports import Matches

DAY = 24 * 60 * 60 * 1000


def prune(kernel: Kernel) -> list[Outcome]:
    """Archive every active skill that is due; what is pinned is left alone."""
    return [
        decide(person(MoveSkill(name=name, decision="prune"), kernel, f"Unused for {age} days."), kernel.rooms)
        for name, age in due(kernel)
    ]


def due(kernel: Kernel) -> list[tuple[str, int]]:
    """The active skills that are older than the settings allow and were matched too seldom, with their age in days.

    Where no use was ever counted, nothing can be called unused.
    """
    learning = kernel.config.learning
    matches = kernel.ratings.all_matches()
    since = _active_since(kernel) if matches else {}
    found: list[tuple[str, int]] = []
    for entry in kernel.index.entries("active") if matches else ():
        if entry.pinned or kernel.source(entry) == "core":
            continue
        age = (kernel.clock() - since.get(place("active", entry.name), kernel.clock())) // DAY
        seldom = matches.get(entry.name, Matches()).count <= learning.min_match_count
        if age > learning.prune_after_days and seldom:
            found.append((entry.name, age))
    return found


def _active_since(kernel: Kernel) -> dict[str, int]:
    """When each active skill came to be so, by its place; what is in no history is as young as can be."""
    since: dict[str, int] = {}
    for change in kernel.history.changes():
        for edit in change.edits:
            if edit.before is None and edit.after is not None:
                since.setdefault(edit.path, change.at)
    return since
