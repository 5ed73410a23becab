"""NOTES.md: under `## Learnings`, one line that points to each skill. The rest of the file is kept as it is.

- [Topic] What was learned. → See `skills/its-name`
"""

from collections.abc import Collection, Mapping, Sequence

import msgspec

from afterwit.keep import bullets
from afterwit.keep.bullets import Bullet
from afterwit.keep.domains import brief

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
    return [_read(bullet) for bullet in _learnings(lines)]


def with_entry(text: str, topic: str, sentence: str, skill: str) -> str:
    """The notes with a line for this skill, in the place of the one it had."""
    lines = text.split("\n")
    line = _written(topic, sentence, skill)
    if old := [bullet for bullet in _learnings(lines) if _read(bullet).skill == skill]:
        return "\n".join(bullets.reword(bullets.without(lines, old[1:]), old[0], line))
    found = _section(lines)
    if found is None:
        at = bullets.end_of(lines)
        gap = [""] if at and lines[at - 1].strip() else []
        return "\n".join(bullets.insert(lines, at, *gap, "## Learnings", "", f"- {line}"))
    if there := _learnings(lines):
        return "\n".join(bullets.insert(lines, there[-1].after, f"- {line}"))
    start, end = found
    last = max(number for number in range(start, end) if lines[number].strip())
    return "\n".join(bullets.insert(lines, last + 1, "", f"- {line}"))


def without_entry(text: str, skill: str) -> str:
    """The notes without the line for this skill."""
    lines = text.split("\n")
    return "\n".join(bullets.without(lines, [bullet for bullet in _learnings(lines) if _read(bullet).skill == skill]))


def refreshed(text: str, learned: Mapping[str, tuple[str, str]], gone: Collection[str]) -> str:
    """The notes with a line for every learned skill (topic and description by name), and none for those gone."""
    pointed = {entry.skill for entry in entries(text)}
    for skill in sorted(pointed & set(gone)):
        text = without_entry(text, skill)
    for skill in sorted(set(learned) - pointed):
        topic, description = learned[skill]
        text = with_entry(text, topic, brief(description), skill)
    return text


def _section(lines: Sequence[str]) -> tuple[int, int] | None:
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


def _learnings(lines: Sequence[str]) -> list[Bullet]:
    found = _section(lines)
    return [] if found is None else bullets.find(lines, found[0] + 1, found[1])


def _written(topic: str, sentence: str, skill: str) -> str:
    about = bullets.one_line(topic.translate({ord("["): "(", ord("]"): ")"})) or skill
    return bullets.one_line(f"[{about}] {sentence} → See `skills/{skill}`")


def _read(bullet: Bullet) -> NoteEntry:
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
