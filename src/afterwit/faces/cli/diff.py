"""A change of a file as a unified diff, in which a very long line is shown only around what changes in it.

Hosts keep a whole document, a person's tokens included, on one line: what is not about to change is nobody's to see.
"""

import difflib
from collections.abc import Iterator
from itertools import accumulate

LONG = 300
"""Characters from which on a line is not shown whole."""
AROUND = 24
"""Characters that are shown at most before and after what changes in such a line."""
CUT = "…"

Span = tuple[int, int]


def unified(name: str, before: bytes | None, after: bytes | None) -> Iterator[str]:
    """The lines of the diff of one file; None stands for no file."""
    old, new = ("" if content is None else content.decode("utf-8", "replace") for content in (before, after))
    cut = any(len(line) > LONG for text in (old, new) for line in text.split("\n"))
    differing = list(_differing(old, new)) if cut else []
    sides = ("/dev/null" if before is None else f"a/{name}", "/dev/null" if after is None else f"b/{name}")
    lines = _lines(old, [one for one, _ in differing]), _lines(new, [two for _, two in differing])
    for line in difflib.unified_diff(*lines, *sides, lineterm=""):
        yield "".join(sign if sign.isprintable() or sign == "\t" else "\N{REPLACEMENT CHARACTER}" for sign in line)


def _lines(text: str, differing: list[Span]) -> list[str]:
    shown: list[str] = []
    start = 0
    for line in text.split("\n"):
        end = start + len(line)
        here = [
            (max(first - start, 0), min(last, end) - start)
            for first, last in differing
            if _meet(first, last, start, end)
        ]
        shown.append(line.removesuffix("\r") if len(line) <= LONG else _around(line, here).removesuffix("\r"))
        start = end + 1
    last = shown.pop()
    return [*shown, f"{last} (no line end)"] if last else shown


def _meet(first: int, last: int, start: int, end: int) -> bool:
    return first <= end and last >= start


def _around(line: str, spans: list[Span]) -> str:
    """A line without what is far from all spans."""
    kept: list[str] = []
    at = 0
    for first, last in spans:
        begin, end = max(_begin(line, first), at), max(_end(line, last), at)
        kept += [CUT] if begin > at else []
        kept.append(line[begin:end])
        at = end
    return "".join(kept) + (CUT if at < len(line) else "")


def _begin(line: str, first: int) -> int:
    """Where to begin before what changes: at a quote, so that not even the end of a token beside it is shown."""
    if first <= AROUND:
        return 0
    quote = line.find('"', first - AROUND, first)
    return first if quote < 0 else quote


def _end(line: str, last: int) -> int:
    """Where to end after it, in the same way."""
    if last + AROUND >= len(line):
        return len(line)
    return max(line.rfind('"', last, last + AROUND) + 1, last)


def _differing(old: str, new: str) -> Iterator[tuple[Span, Span]]:
    """Where two texts differ, in each of them. What was put in at several places is several, with the rest between."""
    (head, old_end), (_, new_end) = _trimmed(old, new)
    one, two = _pieces(old[head:old_end]), _pieces(new[head:new_end])
    starts, others = (list(accumulate(map(len, pieces), initial=head)) for pieces in (one, two))
    for does, *(i, j, k, m) in difflib.SequenceMatcher(None, one, two).get_opcodes():
        if does != "equal":
            left, right = _trimmed(old[starts[i] : starts[j]], new[others[k] : others[m]])
            yield _moved(left, starts[i]), _moved(right, others[k])


def _pieces(text: str) -> list[str]:
    """A text in pieces that end with quotes: to compare a long line letter by letter takes far too long."""
    *pieces, last = text.split('"')
    return [*(f'{piece}"' for piece in pieces), last]


def _moved(span: Span, by: int) -> Span:
    return span[0] + by, span[1] + by


def _trimmed(old: str, new: str) -> tuple[Span, Span]:
    """The part of each of two texts that is left without their common beginning and end."""
    head = _same(old, new)
    tail = _same(old[head:][::-1], new[head:][::-1])
    return (head, len(old) - tail), (head, len(new) - tail)


def _same(one: str, two: str) -> int:
    """How many characters two texts have in common at their beginning."""
    return next((at for at, (a, b) in enumerate(zip(one, two, strict=False)) if a != b), min(len(one), len(two)))
