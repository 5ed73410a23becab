"""Markdown as far as a skill needs it: headings, code fences, lists, and text that may not become a heading."""

from collections.abc import Callable, Iterator, Sequence

import msgspec

DEEPEST = 6
"""The deepest level of a heading."""
_WIDTH = 3
"""Spaces that may stand before a heading."""
_FENCE = 3
"""Signs that a code fence has at least."""


class Heading(msgspec.Struct, frozen=True):
    """A heading and where the text under it begins."""

    level: int
    title: str
    start: int
    after: int


def lines_of(text: str) -> Iterator[str]:
    """The lines with their ends; only what every reader takes for a line end is one."""
    at = 0
    while at < len(text):
        end = text.find("\n", at) + 1 or len(text)
        yield text[at:end]
        at = end


def fenced(lines: Sequence[str]) -> set[int]:
    """The numbers of the lines that belong to code fences. A fence that is never closed is none."""
    marks: dict[int, tuple[str, int, bool]] = {}
    for number, line in enumerate(lines):
        if ("```" in line or "~~~" in line) and (found := _fence(line)):
            marks[number] = found
    # The longest closing line from here on, by sign: whether a fence closes is known at once, so all is linear.
    longest = {"`": 0, "~": 0}
    closes: dict[int, int] = {}
    for number in reversed(marks):
        sign, length, bare = marks[number]
        closes[number] = longest[sign]
        if bare:
            longest[sign] = max(longest[sign], length)
    inside: set[int] = set()
    opened: tuple[int, str, int] | None = None
    for number, (sign, length, bare) in marks.items():
        if opened is None:
            if closes[number] >= length:
                opened = (number, sign, length)
        elif bare and sign == opened[1] and length >= opened[2]:
            inside.update(range(opened[0], number + 1))
            opened = None
    return inside


def headings(text: str) -> list[Heading]:
    """The headings of a text; those in code fences are none."""
    if "#" not in text:
        return []
    lines = text.split("\n")
    inside = fenced(lines) if "```" in text or "~~~" in text else set[int]()
    found: list[Heading] = []
    at = 0
    for number, line in enumerate(lines):
        after = at + len(line) + 1
        if "#" in line[: _WIDTH + 1] and number not in inside and (level := _level(line)):
            found.append(Heading(level, _title(line.strip()[level:].strip()), at, min(after, len(text))))
        at = after
    return found


def escaped(text: str, keep: Callable[[int, str], bool], *, fences: bool = True) -> str:
    """The text with a backslash before each line that would begin something new where it stands.

    Code fences that are whole stay as they are, unless `fences` says no, and so do headings of which `keep` says so by
    level and title.
    """
    lines = list(lines_of(text))
    inside = fenced(lines) if fences else set[int]()
    for number, line in enumerate(lines):
        if number in inside or not (found := _structure(line)):
            continue
        prefix, slashes, rest = found
        level = _level(line)
        if not slashes and level and keep(level, _title(rest[level:].strip())):
            continue
        lines[number] = f"{prefix}\\{line[len(prefix) :]}"
    return "".join(lines)


def unescaped(text: str) -> str:
    """The text as it was before `escaped`."""
    if "\\" not in text:
        return text
    lines = list(lines_of(text))
    inside = fenced(lines)
    for number, line in enumerate(lines):
        if number not in inside and "\\" in line and (found := _structure(line)) and found[1]:
            lines[number] = found[0] + line[len(found[0]) + 1 :]
    return "".join(lines)


def bullets(items: Sequence[str], *, numbered: bool = False, first: int = 1) -> str:
    """A list, each further line of an item indented so that it stays within it."""
    blocks: list[str] = []
    for number, item in enumerate(items, first):
        mark = f"{number}. " if numbered else "- "
        head, *others = item.split("\n")
        blocks.append("\n".join([mark + head, *(" " * len(mark) + line if line else "" for line in others)]))
    return "\n".join(blocks)


def items_of(text: str) -> tuple[str, ...]:
    """The items of a list, without their marks and indents; text that is no list is one item."""
    lines = list(lines_of(text))
    inside = fenced(lines)
    found: list[list[str]] = []
    width = 0
    for number, line in enumerate(lines):
        bare = line.rstrip("\r\n")
        mark = 0 if number in inside and line[:1] not in "-*+0123456789" else _mark(bare)
        if mark:
            found.append([bare[mark:]])
            width = mark
        elif not found:
            found.append([bare])
        else:
            indent = min(width, len(bare) - len(bare.lstrip(" ")))
            found[-1].append(bare[indent:])
    joined = ("\n".join(item).strip() for item in found)
    return tuple(item for item in joined if item)


def _mark(line: str) -> int:
    """The width of the list mark that a line begins with; 0 where it begins with none."""
    digits = len(line) - len(line.lstrip("0123456789"))
    if digits and line[digits : digits + 2] in (". ", ") "):
        return digits + 2
    return 2 if line[:2] in ("- ", "* ", "+ ") else 0


def _prefix(line: str) -> int:
    """The width of the indents, list marks and quotation marks that a line begins with."""
    at = 0
    while at < len(line):
        if line[at] in " \t>":
            at += 1
            continue
        digits = at
        while digits < len(line) and line[digits] in "0123456789":
            digits += 1
        marked = line[at] in "-*+" if digits == at else line[digits : digits + 1] in (".", ")")
        after = max(digits, at) + 1
        if not marked or line[after : after + 1] not in (" ", "\t"):
            break
        at = after
    return at


def _fence(line: str) -> tuple[str, int, bool] | None:
    """The sign of a code fence, how often it stands there, and whether nothing follows; None where it is none."""
    rest = line[_prefix(line) :].rstrip()
    sign = rest[:1]
    if sign not in ("`", "~") or not rest.startswith(sign * _FENCE):
        return None
    after = rest.lstrip(sign)
    return None if sign == "`" and sign in after else (sign, len(rest) - len(after), not after)


def _structure(line: str) -> tuple[str, str, str] | None:
    """What stands before, how many backslashes, and what would begin something new; None where nothing would."""
    width = _prefix(line)
    escaped_rest = line[width:].rstrip()
    rest = escaped_rest.lstrip("\\")
    sign = rest[:1]
    if sign == "#":
        begins = bool(_level(rest))
    elif sign in ("=", "-"):
        begins = not rest.strip(sign)
    else:
        begins = sign in ("`", "~") and rest.startswith(sign * _FENCE)
    return (line[:width], escaped_rest[: len(escaped_rest) - len(rest)], rest) if begins else None


def _level(line: str) -> int:
    """How deep a heading the line is; 0 where it is none."""
    plain = line.lstrip(" ")
    level = len(plain) - len(plain.lstrip("#"))
    begins = len(line) - len(plain) <= _WIDTH and plain[level : level + 1] in (" ", "\t", "\r", "\n", "")
    return level if begins and level <= DEEPEST else 0


def _title(text: str) -> str:
    """The words of a heading without the signs that may close it."""
    bare = text.rstrip("#")
    return bare.rstrip() if not bare or bare[-1] in " \t" else text
