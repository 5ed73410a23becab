"""NOTES.md, read: under `## Learnings`, however that is spelled, a bullet each, and the skill that it points to."""

from collections.abc import Sequence

import msgspec

from afterwit.model import bullets
from afterwit.model.bullets import Bullet

_ARROWS = ("→", "->", "=>")


class NoteEntry(msgspec.Struct, frozen=True):
    """A learning of the notes."""

    topic: str
    text: str
    skill: str
    """The skill that it points to; empty where it points to none."""


def entries(text: str) -> list[NoteEntry]:
    """The learnings, in their order."""
    lines = text.split("\n")
    return [entry_of(bullet) for bullet in learnings(lines)]


def section(lines: Sequence[str]) -> tuple[int, int] | None:
    """From the heading of the learnings to the next one that is no deeper; None where there is no such heading."""
    hidden, unclosed = bullets.hidden(lines)
    start = level = 0
    for number, line in enumerate(lines[:unclosed]):
        signs, _, title = line.strip().partition(" ")
        if number in hidden or not signs or signs.strip("#"):
            continue
        if level and len(signs) <= level:
            return start, number
        if not level and title.strip("# ").rstrip(":").casefold() == "learnings":
            start, level = number, len(signs)
    return (start, unclosed) if level else None


def learnings(lines: Sequence[str]) -> list[Bullet]:
    """The bullets of that section."""
    found = section(lines)
    return [] if found is None else bullets.find(lines, found[0] + 1, found[1])


def entry_of(bullet: Bullet) -> NoteEntry:
    """What a bullet says."""
    rest, skill = bullet.text, ""
    at = max(map(rest.rfind, _ARROWS))
    if at >= 0 and (skill := _pointed_at(rest[at:].lstrip("→-=> "))):
        rest = rest[:at].rstrip()
    topic, closed, words = rest[1:].partition("]") if rest.startswith("[") else ("", "", "")
    return NoteEntry(topic, words.strip(), skill) if closed else NoteEntry("", rest, skill)


def _pointed_at(words: str) -> str:
    """The skill that words like "See `skills/its-name`" name; empty where they name none."""
    see, _, path = words.partition(" ")
    quoted = path.startswith("`")
    path = path.rstrip(". ").strip("`").removesuffix("SKILL.md").rstrip("/")
    folder, found, name = path.rpartition("skills/")
    known = see.casefold().rstrip(":") == "see" and found and (not folder or folder.endswith("/"))
    return name if known and "/" not in name and "`" not in name and (quoted or " " not in name) else ""
