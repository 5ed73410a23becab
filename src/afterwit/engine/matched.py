"""Matches: each time that a skill is put before somebody for a need, it is counted and logged."""

import os
from collections.abc import Iterable

from afterwit.engine.kernel import Kernel
from afterwit.engine.shelf import Shelf
from afterwit.errors import StoreFailed
from afterwit.keep.spool import Spool

REVIEWER = "AFTERWIT_REVIEWER"
"""Set for Afterwit's own reviewers, and for whatever they start: what they look at, nobody has needed."""


def note_matches(names: Iterable[str], kernel: Kernel, how: str) -> str:
    """Note that these were found; give the problem in words where that cannot be done, because they are found."""
    found = _counting(names)
    try:
        for name in found:
            kernel.ratings.match(name, kernel.clock())
    except StoreFailed as problem:
        return str(problem)
    return _log(found, kernel, how)


def leave_matches(names: Iterable[str], shelf: Shelf, how: str) -> str:
    """The same without the store: the next who opens it counts them."""
    found = _counting(names)
    problem = Spool(shelf.zone.root).note_matches(found, shelf.clock()) if found else ""
    return problem or _log(found, shelf, how)


def _counting(names: Iterable[str]) -> list[str]:
    """Each once, and none where a reviewer of our own has found them."""
    return [] if os.environ.get(REVIEWER) else sorted(set(names))


def _log(names: Iterable[str], shelf: Shelf, how: str) -> str:
    for name in names:
        if shelf.trajectory is not None and (
            problem := shelf.trajectory.log("match", name, agent="", gates={}, source=how, at=shelf.clock())
        ):
            return problem
    return ""
