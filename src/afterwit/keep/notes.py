"""NOTES.md: under `## Learnings`, one line that points to each skill. The rest of the file is kept as it is.

- [Topic] What was learned. → See `skills/its-name`
"""

import hashlib
from collections.abc import Collection, Mapping, Sequence

from afterwit.keep import bullets
from afterwit.keep.bullets import Bullet
from afterwit.keep.domains import brief
from afterwit.model.notes import NoteEntry, entries, entry_of, learnings, section

__all__ = ["NoteEntry", "entries", "line_of", "mark", "refreshed"]


def line_of(skill: str, topic: str, description: str) -> str:
    """The line that a skill gets."""
    about = bullets.one_line(topic.translate({ord("["): "(", ord("]"): ")"})) or skill
    return bullets.one_line(f"[{about}] {brief(description)} → See `skills/{skill}`")


def mark(line: str) -> str:
    """What a line that we wrote is known by later, and by which nobody can tell what it said."""
    return hashlib.blake2b(line.encode("utf-8", "surrogatepass"), digest_size=12).hexdigest()


def refreshed(text: str, learned: Mapping[str, tuple[str, str]], ours: Collection[str]) -> tuple[str, frozenset[str]]:
    """The notes with a line for every learned skill (topic and description by name), and the marks of our lines.

    A line is ours if its mark is: it is worded anew, or goes, with its skill. One that a person wrote or reworded
    stays, and where it points to a skill, that skill needs no other.
    """
    lines = text.split("\n")
    found = learnings(lines)
    mine = [bullet for bullet in found if mark(bullet.text) in ours]
    by_hand = {entry_of(bullet).skill for bullet in found if mark(bullet.text) not in ours}
    missing = {skill: line_of(skill, *about) for skill, about in sorted(learned.items()) if skill not in by_hand}
    marks = frozenset(map(mark, missing.values()))
    worded: dict[Bullet, str] = {}
    for bullet in mine:
        if line := missing.pop(entry_of(bullet).skill, ""):
            worded[bullet] = line
    new = [f"- {line}" for line in missing.values()]
    if not found:
        return ("\n".join(_with_first(lines, new)) if new else text), marks
    kept: list[str] = []
    done = 0
    for bullet in mine:
        kept += lines[done : bullet.first]
        done = bullet.after
        if bullet in worded:
            kept += _reworded(lines[bullet.first : bullet.after], bullet, worded[bullet])
    last = found[-1].after
    kept += lines[done:last]
    return "\n".join([*kept, *bullets.ended(lines, last, new), *lines[last:]]), marks


def _reworded(own: Sequence[str], bullet: Bullet, line: str) -> Sequence[str]:
    """The lines of one bullet with other words in it; broken as a person may have broken them where none change."""
    if line == bullet.text:
        return own
    return bullets.reword(own, Bullet(bullet.text, 0, bullet.after_text - bullet.first, len(own)), line)


def _with_first(lines: Sequence[str], new: Sequence[str]) -> list[str]:
    """The lines with the first learnings, in their section or in one that is made for them."""
    found = section(lines)
    if found is None:
        at = bullets.end_of(lines)
        gap = [""] if at and lines[at - 1].strip() else []
        return bullets.insert(lines, at, *gap, "## Learnings", "", *new)
    start, end = found
    last = max(number for number in range(start, end) if lines[number].strip())
    # Where learnings have gone, the blank lines around them are still there: they would grow with every coming and
    # going.
    spare = min(end, bullets.end_of(lines)) - last - 1
    if spare > (end < len(lines)):
        return bullets.insert(lines, last + 2, *new)
    return bullets.insert(lines, last + 1, "", *new)
