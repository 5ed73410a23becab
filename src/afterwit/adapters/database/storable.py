"""What both stores can hold. Values come from transcripts, and those hold anything.

PostgreSQL takes no NUL in text, neither store takes half a surrogate pair, whole numbers end at 64 bits, and SQLite has
no NaN. What cannot be held is mended the same way for both: a NUL or half a pair becomes U+FFFD, two halves that belong
together become their character, a number too large becomes the largest, NaN becomes nothing.
"""

import json
from collections.abc import Mapping

import msgspec

TOO_DEEP: Mapping[str, object] = {"": "nested too deep to be kept"}
"""Stands for arguments that cannot be written out or read back."""

MOST, LEAST = 2**63 - 1, -(2**63)

_encode = msgspec.json.Encoder().encode
_decode = msgspec.json.Decoder(dict[str, object]).decode


def text(value: str) -> str:
    """The text, mended where a store could not hold it."""
    if "\x00" in value:
        value = value.replace("\x00", "\ufffd")
    if value.isascii():
        return value
    try:
        value.encode()
    except UnicodeEncodeError:
        return value.encode("utf-16-le", "surrogatepass").decode("utf-16-le", "replace")
    return value


def number(value: int) -> int:
    """The number, or the nearest that 64 bits hold."""
    return max(LEAST, min(value, MOST))


def fact(value: object) -> object:
    """A single value of any kind a column takes."""
    if isinstance(value, str):
        return text(value)
    if isinstance(value, int):
        return number(value)
    return None if value != value else value  # noqa: PLR0124 - only NaN differs from itself


def packed(value: object) -> bytes:
    """The value as JSON. A NUL in it is kept: JSON writes it with other characters."""
    try:
        return _encode(value)
    except UnicodeEncodeError:
        # Half a pair is never part of JSON's own signs, so the whole text can be mended at once.
        whole = json.dumps(msgspec.to_builtins(value), ensure_ascii=False)
        return _encode(json.loads(text(whole)))
    except RecursionError:
        return _encode(TOO_DEEP)


def unpacked(data: str) -> dict[str, object]:
    """The value again."""
    try:
        return _decode(data)
    except RecursionError:
        return dict(TOO_DEEP)
