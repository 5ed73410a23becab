"""What somebody says in a message, apart from the code, quotations and addresses in it.

The patterns here have no repetition that could be tried in more than one way: no text can make them slow.
"""

import re
from collections.abc import Iterator
from typing import cast

import msgspec

from afterwit.model import markdown

LONGEST = 20_000
"""Characters of one message that are looked at."""

_APART = re.compile(
    r"``[^\n]{1,2000}?``|`[^`\n]{1,2000}`|\"[^\"\n]{1,400}\"|\u201c[^\u201d\n]{1,400}\u201d|\u00ab[^\u00bb\n]{1,400}\u00bb"
    r"|\b[a-z]{2,10}://[^\s)>\]]{1,2000}|\bwww\.[^\s)>\]]{1,2000}"
)
"""Spans of code, quotations and addresses."""
_END = re.compile(r"[.!?\uff1f\u061f\u2026](?=[\s\"')\]]|$)|\n")
_MARKS = re.compile(r"[?!\uff1f\u061f\u203d]+")
_ASKING = frozenset("?\uff1f\u061f\u203d")
_ITEM = re.compile(r"\s{0,12}(?:[-*+\u2022]|\(?(?:[0-9]{1,2}|[a-zA-Z])[.):])\s")
_OPENS = frozenset("([{")

REPLIES = ("reply", "response", "message", "text", "content")
"""Where an agent that answers with an object of JSON has what is sent to the user."""

Span = tuple[int, int]


def reply_in(text: str) -> str:
    """What the user gets to read of an agent's answer."""
    bare = text.strip()
    if not (bare.startswith("{") and bare.endswith("}")):
        return text
    try:
        answer = msgspec.json.decode(bare, type=dict[str, object])
    except (msgspec.DecodeError, UnicodeEncodeError, RecursionError):
        return text
    return cast("str", next((answer[key] for key in REPLIES if isinstance(answer.get(key), str)), text))


def spoken(text: str) -> str:
    """The text, as long as it was, with a space for every character that is code, quoted or part of an address."""
    text = text[:LONGEST].replace("\u2019", "'")
    lines = text.split("\n")
    inside = markdown.fenced(lines) if "```" in text or "~~~" in text else set[int]()
    kept = [
        " " * len(line) if number in inside or line.lstrip().startswith(">") else line
        for number, line in enumerate(lines)
    ]
    return _APART.sub(lambda found: " " * len(found[0]), "\n".join(kept))


def sentences(said: str) -> Iterator[Span]:
    """Where each sentence begins and ends."""
    start = 0
    for end in _END.finditer(said):
        yield from _trimmed(said, start, end.end())
        start = end.end()
    yield from _trimmed(said, start, len(said))


def questions(said: str) -> list[int]:
    """Where each question ends. The choices listed below a question are part of it."""
    found: list[int] = []
    if not any(mark in said for mark in _ASKING):
        return found
    place, choices = 0, False
    for line in said.split("\n"):
        item = _ITEM.match(line) is not None
        if not (item and choices):
            found += (place + end for end in _asked(line))
        if line.strip() and not item:
            choices = line.rstrip().rstrip(":)").endswith(tuple(_ASKING))
        place += len(line) + 1
    return found


def excerpt(text: str, start: int, end: int, most: int = 160) -> str:
    """The words between two places as they stand there, and no more of them than fit."""
    return text[start : min(end, start + most)].strip()


def _asked(line: str) -> Iterator[int]:
    for marks in _MARKS.finditer(line):
        after, before = line[marks.end() : marks.end() + 1], line[max(0, marks.start() - 1) : marks.start()]
        # Within a word, or alone in brackets, it asks nothing.
        if _ASKING & set(marks[0]) and not after.isalnum() and after not in {"=", "&"} and before not in _OPENS:
            yield marks.end()


def _trimmed(said: str, start: int, end: int) -> Iterator[Span]:
    words = said[start:end]
    if words.strip():
        yield start + len(words) - len(words.lstrip()), start + len(words.rstrip())
