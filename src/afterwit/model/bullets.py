"""Bullets in a text that people write, and in which other lines stand too.

A text is read as its lines, split at line feeds only. What stands in a code fence or a comment is no bullet. A comment
that is never closed reaches to the end.
"""

from collections.abc import Sequence

import msgspec

from afterwit.model import markdown

_MARKERS = "-*+"
_OUTERMOST = 1
"""The most spaces before a bullet: what is further in belongs to the bullet above it."""
_CONTROLS = dict.fromkeys((*range(0x20), *range(0x7F, 0xA0)), " ")
_HALVES = dict.fromkeys(range(0xD800, 0xE000), "\ufffd")
_PLAIN = {**_CONTROLS, **_HALVES}


class Bullet(msgspec.Struct, frozen=True):
    """One bullet and the lines it takes."""

    text: str
    first: int
    after_text: int
    """The line after its own words: from here on stand the lists and code below it."""
    after: int
    """The line after all that belongs to it."""


def one_line(text: str) -> str:
    """A text as one line that can be written as UTF-8: white space folded, no control characters."""
    return " ".join((text if text.isprintable() else text.translate(_PLAIN)).split())


def has_words(text: str) -> bool:
    """Whether there is anything to read in it."""
    return any(map(str.isalnum, text))


def find(lines: Sequence[str], start: int = 0, end: int | None = None) -> list[Bullet]:
    """The bullets of these lines, or of a part of them, in order."""
    end = len(lines) if end is None else end
    fences = _fences(lines)
    covered, _ = _hidden(lines, fences)
    found: list[Bullet] = []
    at = start
    while at < end:
        first, at = at, at + 1
        if first in covered or not _is_bullet(lines[first]):
            continue
        while at < end and _is_further_in(lines[at]) and at not in fences and not _opens(lines[at].lstrip()):
            at += 1
        after_text = at
        while at < end and (_is_further_in(lines[at]) or (at in fences and at - 1 in fences)):
            at += 1
        words = one_line(" ".join((lines[first].lstrip(" ")[1:], *lines[first + 1 : after_text])))
        found.append(Bullet(words, first, after_text, at))
    return found


def hidden(lines: Sequence[str]) -> tuple[set[int], int]:
    """The lines in code fences and comments, and where a comment begins that is never closed: at the end, if none."""
    return _hidden(lines, _fences(lines))


def indent(line: str) -> int:
    """How many spaces a line begins with."""
    return len(line) - len(line.lstrip(" "))


def _opens(line: str) -> bool:
    return line[:1] in _MARKERS and line[1:2] in {" ", "\t"} and has_words(line)


def _is_bullet(line: str) -> bool:
    return indent(line) <= _OUTERMOST and _opens(line.lstrip(" "))


def _is_further_in(line: str) -> bool:
    return line.startswith(("  ", "\t")) and not line.isspace()


def _hidden(lines: Sequence[str], fences: set[int]) -> tuple[set[int], int]:
    inside = set(fences)
    opened: int | None = None
    for number, line in enumerate(lines):
        rest = line
        if opened is None:
            if number in fences or indent(line) > _OUTERMOST or not line.lstrip(" ").startswith("<!--"):
                continue
            opened, rest = number, line.lstrip(" ")[4:]
        inside.add(number)
        if "-->" in rest:
            opened = None
    return inside, len(lines) if opened is None else opened


def _fences(lines: Sequence[str]) -> set[int]:
    # A fence that begins in a bullet ends with it at the latest, so the words of a bullet can never hide those below.
    marked = any("```" in line or "~~~" in line for line in lines)
    return markdown.fenced(["" if _is_bullet(line) else line for line in lines]) if marked else set()
