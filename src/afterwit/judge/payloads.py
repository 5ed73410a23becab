"""Programs and orders that are wrapped in base64 or hexadecimal digits."""

import base64
import binascii
import re
from collections.abc import Callable, Iterator
from typing import NamedTuple

LINE = 20
"""A shorter line is no line of base64."""
MOST = 200
"""So many wrapped pieces of one file are opened; a file with more is data."""

_BASE64 = re.compile(r"[A-Za-z0-9+/_-]{40,}")
_LINE = re.compile(r"[A-Za-z0-9+/]{20,100}={0,2}")
_DIGITS = re.compile(r"(?:0x|\\x)?[0-9a-fA-F]{40,}")
_ESCAPES = re.compile(r"(?:\\x[0-9a-fA-F]{2}){12,}")


class Payload(NamedTuple):
    """Something that was wrapped."""

    place: int
    content: bytes

    @property
    def text(self) -> str:
        """It as text; empty where it is none."""
        for encoding in ("utf-8", "utf-16-le"):
            try:
                text = self.content.decode(encoding)
            except UnicodeDecodeError:
                continue
            readable = sum(map(text.count, " etaoinsr/-.\n"))
            if text and "\0" not in text and text.isascii() and readable * 5 >= len(text):
                return text
        return ""


def payloads(text: str) -> Iterator[Payload]:
    """What is wrapped in a text, opened."""
    opened = 0
    for place, wrapped, open_it in _pieces(text):
        content = open_it(wrapped)
        if content:
            yield Payload(place, content)
            opened += 1
            if opened >= MOST:
                return


def _pieces(text: str) -> Iterator[tuple[int, str, Callable[[str], bytes]]]:
    for pattern, open_it in ((_BASE64, _base64), (_DIGITS, _digits), (_ESCAPES, _digits)):
        for found in pattern.finditer(text):
            yield found.start(), found[0], open_it
    yield from ((place, wrapped, _base64) for place, wrapped in _broken(text))


def _broken(text: str) -> Iterator[tuple[int, str]]:
    """Lines of base64 below one another, as one piece."""
    place, start, lines = 0, 0, list[str]()
    for line in [*text.split("\n"), ""]:
        bare = line.strip(" \t\r>")
        if len(bare) >= LINE and _LINE.fullmatch(bare):
            start = start if lines else place
            lines.append(bare)
        elif lines:
            if len(lines) > 1:
                yield start, "".join(lines)
            lines = []
        place += len(line) + 1


def _base64(wrapped: str) -> bytes:
    letters = wrapped.rstrip("=").replace("-", "+").replace("_", "/")
    letters = letters[: len(letters) - (len(letters) % 4 == 1)]
    try:
        return base64.b64decode(letters + "=" * (-len(letters) % 4))
    except (binascii.Error, ValueError):
        return b""


def _digits(wrapped: str) -> bytes:
    digits = wrapped.replace("\\x", "").removeprefix("0x")
    return bytes.fromhex(digits[: len(digits) // 2 * 2])
