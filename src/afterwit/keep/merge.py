"""Merging three versions of a place: what two sides did to one base, both kept where they did not meet.

Used to take back an old change: the base is what it left, one side is what is there now, the other what was before.
"""

import itertools
from typing import NamedTuple

from afterwit.model.package import Tree

MOST_DIFFERENCES = 1000
"""Lines that differ between two versions; beyond that a merge would take long and be of no use to a person."""


class Hunk(NamedTuple):
    """Lines of the base, from one to another, that read differently on one side."""

    start: int
    end: int
    lines: tuple[bytes, ...]


def merge_trees(base: Tree, ours: Tree, theirs: Tree) -> tuple[Tree, list[str]]:
    """The base with what both sides did to it, and the files where they met, which are left as ours."""
    files: dict[str, bytes] = {}
    executable = set[str]()
    conflicts: list[str] = []
    for path in sorted(base.files.keys() | ours.files.keys() | theirs.files.keys()):
        versions = (base.files.get(path), ours.files.get(path), theirs.files.get(path))
        merged, met = _merge_file(*versions)
        if met:
            conflicts.append(path)
        if merged is not None:
            files[path] = merged
            before, *sides = (path in tree.executable for tree in (base, ours, theirs))
            if any(sides) if not before else all(sides):
                executable.add(path)
    return Tree(files=files, executable=frozenset(executable)), conflicts


def _merge_file(base: bytes | None, ours: bytes | None, theirs: bytes | None) -> tuple[bytes | None, bool]:
    if ours in {base, theirs}:
        return (theirs if ours == base else ours), False
    if theirs == base:
        return ours, False
    if base is None or ours is None or theirs is None or not all(map(_is_text, (base, ours, theirs))):
        return ours, True
    merged = merge_text(base, ours, theirs)
    return (ours, True) if merged is None else (merged, False)


def merge_text(base: bytes, ours: bytes, theirs: bytes) -> bytes | None:
    """Both sides' lines; None where both changed the same ones. Changes that only touch each other are both kept."""
    lines = base.splitlines(keepends=True)
    one, other = (hunks(lines, side.splitlines(keepends=True)) for side in (ours, theirs))
    if one is None or other is None:
        return None
    together = sorted({*one, *other}, key=lambda hunk: (hunk.start, hunk.end))
    for left, right in itertools.pairwise(together):
        # Lines put in just before or after lines that the other side changed are no quarrel; in their midst they are.
        if right.start < left.end or (left.start, left.end) == (right.start, right.end):
            return None
    merged: list[bytes] = []
    at = 0
    for hunk in together:
        merged += lines[at : hunk.start]
        merged += hunk.lines
        at = hunk.end
    return b"".join([*merged, *lines[at:]])


def hunks(old: list[bytes], new: list[bytes]) -> list[Hunk] | None:
    """How one list of lines becomes another with the fewest lines changed; None where that takes too many."""
    head = 0
    while head < min(len(old), len(new)) and old[head] == new[head]:
        head += 1
    tail = 0
    while tail < min(len(old), len(new)) - head and old[-1 - tail] == new[-1 - tail]:
        tail += 1
    pairs = _common(old[head : len(old) - tail], new[head : len(new) - tail])
    if pairs is None:
        return None
    found: list[Hunk] = []
    x = y = head
    for left, right in [*((a + head, b + head) for a, b in pairs), (len(old) - tail, len(new) - tail)]:
        if (x, y) != (left, right):
            found.append(Hunk(x, left, tuple(new[y:right])))
        x, y = left + 1, right + 1
    return found


def _common(old: list[bytes], new: list[bytes]) -> list[tuple[int, int]] | None:
    """The places of lines that stay (Myers' greedy algorithm)."""
    furthest = {1: 0}
    trail: list[dict[int, int]] = []
    for steps in range(min(len(old) + len(new), MOST_DIFFERENCES) + 1):
        trail.append(dict(furthest))
        for diagonal in range(-steps, steps + 1, 2):
            came_from = _came_from(furthest, diagonal, steps)
            x = furthest[came_from] + (came_from < diagonal)
            while x < len(old) and x - diagonal < len(new) and old[x] == new[x - diagonal]:
                x += 1
            furthest[diagonal] = x
            if x >= len(old) and x - diagonal >= len(new):
                return _walked_back(trail, len(old), len(new))
    return None


def _came_from(furthest: dict[int, int], diagonal: int, steps: int) -> int:
    added = diagonal == -steps or (diagonal != steps and furthest[diagonal - 1] < furthest[diagonal + 1])
    return diagonal + 1 if added else diagonal - 1


def _walked_back(trail: list[dict[int, int]], x: int, y: int) -> list[tuple[int, int]]:
    pairs: list[tuple[int, int]] = []
    for steps in range(len(trail) - 1, -1, -1):
        came_from = _came_from(trail[steps], x - y, steps)
        start = trail[steps][came_from]
        while x > start and y > start - came_from:
            x, y = x - 1, y - 1
            pairs.append((x, y))
        x, y = start, start - came_from
    return pairs[::-1]


def _is_text(content: bytes) -> bool:
    try:
        content.decode()
    except UnicodeDecodeError:
        return False
    return b"\x00" not in content
