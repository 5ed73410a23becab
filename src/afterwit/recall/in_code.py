"""Code in a text: each span and each command of a fence, with the words that lead to it."""

import re
from collections.abc import Iterator, Sequence

import msgspec

from afterwit.model import markdown

LONGEST_LEAD = 200
"""Characters around a piece of code that are looked at."""
MOST_LINES = 40
"""So many commands of one fence are looked at."""
SHELLS = frozenset({"", "bash", "sh", "shell", "zsh", "console", "terminal", "shell-session", "shellsession", "fish"})
"""What stands behind the signs that open a fence of commands."""
FENCES = ("```", "~~~")

# Linear on any input: one sign or one place at a time.
_RUN = re.compile(r"`+")
_BOUNDARY = re.compile(r"[.;:!?](?=\s|$)|[,\u2013\u2014(]|\s-\s|\b[Bb]ut\b")


class Code(msgspec.Struct, frozen=True):
    """A piece of code, and the words around it."""

    text: str
    lead: str = ""
    """What its clause says before it."""
    between: str = ""
    """What stands between it and the span before it."""
    after: str = ""
    fence: bool = False


def codes_in(text: str) -> Iterator[Code]:
    """The code in a text, in order: each span, and each command of a fence that holds some."""
    lines = text.split("\n")
    inside = markdown.fenced(lines)
    prose: list[str] = []
    fence: list[str] = []
    for number, line in enumerate([*lines, ""]):
        if number not in inside and line.strip():
            prose.append(line.strip())
            continue
        yield from _spans(" ".join(prose))
        prose.clear()
        if number in inside:
            fence.append(line)
            if number + 1 not in inside or _closed(fence):
                yield from (Code(command, fence=True) for command in _commands(fence))
                fence.clear()


def _closed(fence: Sequence[str]) -> bool:
    last = fence[-1].strip(" \t>")
    return len(fence) > 1 and last.startswith(FENCES) and not last.strip("`~")


def _commands(fence: Sequence[str]) -> list[str]:
    """The commands of a fence, a line each; where it shows what is typed, without what is answered."""
    language = fence[0].strip(" \t>-*+.0123456789)").lstrip("`~").strip().partition(" ")[0].casefold()
    if language not in SHELLS:
        return []
    inner = [line.strip() for line in fence[1:-1]]
    typed = [line[2:] for line in inner if line[:2] in {"$ ", "% "}]
    found: list[list[str]] = []
    goes_on = False
    for line in typed or inner:
        if goes_on:
            found[-1].append(line.removesuffix("\\"))
        elif line and not line.startswith("#"):
            found.append([line.removesuffix("\\")])
        else:
            continue
        goes_on = line.endswith("\\")
    return [" ".join(parts) for parts in found[:MOST_LINES]]


def _spans(text: str) -> Iterator[Code]:
    """The code spans of a text: a run of backticks ends where the next run of as many begins."""
    runs = [(found.start(), found.end()) for found in _RUN.finditer(text)]
    never: set[int] = set()
    lead, end, at = "", 0, 0
    while at < len(runs):
        start, inner = runs[at]
        width, close = inner - start, at + 1
        while width not in never and close < len(runs) and runs[close][1] - runs[close][0] != width:
            close += 1
        if width in never or close == len(runs):
            never.add(width)  # so that it is looked for in vain but once
            at += 1
            continue
        between = text[end:start]
        lead = _lead(lead, between)
        stop, end = runs[close]
        yield Code(text[inner:stop].strip(), lead, between, text[end : end + LONGEST_LEAD])
        at = close + 1


def _lead(before: str, between: str) -> str:
    """What the clause says up to here; a mere “or” goes on with what was said before."""
    *earlier, clause = _BOUNDARY.split(between[-LONGEST_LEAD:])
    words = clause.split()
    joined = all(word.casefold() in {"or", "and", "nor"} for word in words) and "but" not in between.split()
    return clause if earlier and not joined else f"{before} {' '.join(words)}".strip()[-LONGEST_LEAD:]
