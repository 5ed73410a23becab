"""Matches: each time that a skill is put before somebody for a need, it is counted and logged."""

from collections.abc import Iterable

from afterwit.engine.kernel import Kernel
from afterwit.errors import StoreFailed


def note_matches(names: Iterable[str], kernel: Kernel, how: str) -> str:
    """Note that these were found; give the problem in words where that cannot be done, because they are found."""
    problems: list[str] = []
    for name in sorted(set(names)):
        at = kernel.clock()
        try:
            kernel.ratings.match(name, at)
        except StoreFailed as problem:
            return str(problem)
        if kernel.trajectory is not None:
            told = kernel.trajectory.log("match", name, agent="", gates={}, source=how, at=at)
            problems += [told] if told else []
    return problems[0] if problems else ""
