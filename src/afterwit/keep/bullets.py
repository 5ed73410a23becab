"""Bullets in a text that people edit too: found, added and taken out, with every other byte left alone.

A text is worked on as its lines, split at line feeds only, so that joining them gives the same text again. What stands
in a code fence or a comment is no bullet. A comment that is never closed reaches to the end: nothing is put after it.
"""

from collections.abc import Sequence

from afterwit.errors import WriteFailed
from afterwit.model.bullets import Bullet, find, has_words, hidden, indent, one_line

__all__ = [
    "Bullet",
    "append",
    "end_of",
    "ended",
    "find",
    "has_words",
    "hidden",
    "insert",
    "key",
    "one_line",
    "reword",
    "without",
    "worded",
]


def worded(text: str) -> str:
    """The text as one line; raises where it says nothing, because such a bullet could not be told from a ruler."""
    line = one_line(text)
    if not has_words(line):
        raise WriteFailed("The text has no words in it: say what is to be remembered.")
    return line


def key(text: str) -> str:
    """What two texts have in common that say the same: case, white space and a dot at the end do not count."""
    return one_line(text).casefold().rstrip(". ")


def end_of(lines: Sequence[str]) -> int:
    """Where a line can be added at the end."""
    unclosed = hidden(lines)[1]
    return unclosed if unclosed < len(lines) else len(lines) - 1 if not lines[-1] else len(lines)


def insert(lines: Sequence[str], at: int, *new: str) -> list[str]:
    """The lines with more of them in one place, ended as the others are."""
    return [*lines[:at], *ended(lines, at, new), *lines[at:]]


def ended(lines: Sequence[str], at: int, new: Sequence[str]) -> list[str]:
    """Lines that are to stand in one place of others, ended as those are."""
    # A file without a line feed at its end stays so, and taking the line out again gives back the very same file.
    ending = "\r" if at < len(lines) and any(line.endswith("\r") for line in lines) else ""
    return [line + ending for line in new]


def append(lines: Sequence[str], found: Sequence[Bullet], text: str) -> tuple[list[str], Bullet]:
    """The lines with one more bullet after the last of those that were found, or at the end; and that bullet."""
    at = found[-1].after if found else end_of(lines)
    return insert(lines, at, f"- {text}"), Bullet(text, at, at + 1, at + 1)


def reword(lines: Sequence[str], bullet: Bullet, text: str) -> list[str]:
    """The lines with other words in a bullet; what stands below it stays."""
    marker = lines[bullet.first][: indent(lines[bullet.first]) + 1]
    ending = "\r" if lines[bullet.after_text - 1].endswith("\r") else ""
    return [*lines[: bullet.first], f"{marker} {text}{ending}", *lines[bullet.after_text :]]


def without(lines: Sequence[str], bullets: Sequence[Bullet]) -> list[str]:
    """The lines without some bullets and what belongs to them."""
    gone = {number for bullet in bullets for number in range(bullet.first, bullet.after)}
    return [line for number, line in enumerate(lines) if number not in gone]
