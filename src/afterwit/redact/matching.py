"""RE2 without its wrapper, which costs four times what a match in a small window does."""

from collections.abc import Callable, Sequence
from functools import partial
from typing import Any

import re2

Span = tuple[int, int]
NOWHERE: Span = (-1, -1)

Matching = Callable[[bytes, int, int], Sequence[Span]]
"""Gives where the pattern and its groups match between two offsets, or `NOWHERE` first."""


def byte_options() -> re2.Options:
    """Let RE2 see bytes: faster than characters, and never in the way of a cut one."""
    options = re2.Options()
    options.encoding = re2.Options.Encoding.LATIN1
    options.log_errors = False
    return options


def matching_at(expression: bytes) -> Matching:
    """Compile a pattern that is matched at the first offset."""
    return _matching(expression, "match", "ANCHOR_START")


def matching_in(expression: bytes) -> Matching:
    """Compile a pattern that is looked for between the offsets."""
    return _matching(expression, "search", "UNANCHORED")


def _matching(expression: bytes, method: str, anchor: str) -> Matching:
    pattern = re2.compile(expression, byte_options())
    core: Any = getattr(pattern, "_regexp", None)
    if core is None:  # another version of the wrapper: slower, and as right
        return partial(_wrapped, getattr(pattern, method), pattern.groups)
    return partial(core.Match, getattr(core.Anchor, anchor))


def _wrapped(
    match: "Callable[[bytes, int, int], re2.Match | None]", groups: int, data: bytes, start: int, end: int
) -> Sequence[Span]:
    found = match(data, start, end)
    return [found.span(group) for group in range(groups + 1)] if found else [NOWHERE]


def follow(data: bytes, end: int, run: bytes) -> int:
    """Move an end behind the run of bytes that begins there."""
    while True:
        ahead = data[end : end + 4096]
        rest = ahead.lstrip(run)
        end += len(ahead) - len(rest)
        if rest or not ahead:
            return end
