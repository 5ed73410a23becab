"""Fingerprint: an error message without all that differs from machine to machine and from one time to the next.

The same mistake, made on another machine, in another project, about another file, has the same fingerprint; what tells
one mistake from another (a flag, a missing command, the words of the message) stays. Pure and linear on any text.
"""

import hashlib
from collections.abc import Iterable

import re2

LONGEST = 300
"""Characters of a message that are looked at: what is wrong is said at its beginning."""
MARK = "e:"
"""How a fingerprint begins, so that nobody takes it for a word."""

# In this order: what is part of a larger thing is folded with it.
_FOLDS = tuple(
    (re2.compile(pattern), place)
    for pattern, place in (
        (rb"\x1b\[[0-9;]*[A-Za-z]", b""),
        (rb"\[REDACTED_[A-Z_]+(?::[0-9]+)?\]", b"<name>"),
        (rb"[a-zA-Z][a-zA-Z0-9+.-]{1,20}://[^\s'\"`<>)\]]+", b"<url>"),
        (rb"[\w.+-]+@[\w-]+\.[\w.-]+", b"<name>"),
        (rb"(?i)\b[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}\b", b"<id>"),
        (rb"\b[A-Za-z]:\\[^\s'\"`:]+", b"<path>"),
        (rb"(?:^|([\s'\"`(=\[,:]))(?:~|\.{1,2})?/[^\s'\"`:,;()\[\]]*", rb"\1<path>"),
        (rb"(?:^|([\s'\"`(=\[,:]))[\w.@+-]+(?:/[\w.@+-]+)*/[\w@+-]+\.[A-Za-z0-9]{1,8}\b", rb"\1<path>"),
        (rb"<path>(?::[0-9]+)+", b"<path>"),
        (rb"\b[0-9]{4}-[0-9]{2}-[0-9]{2}(?:[T ][0-9:.,]+(?:Z|[+-][0-9:]{4,6})?)?", b"<time>"),
        (rb"\b[0-9]{1,2}:[0-9]{2}(?::[0-9]{2})?(?:\.[0-9]+)?\b", b"<time>"),
        (rb"(?i)\b0x[0-9a-f]+\b", b"<id>"),
        (rb"\b[0-9]+(?:[.,][0-9]+)*(?:ms|s|[kKMG]i?B|%)?\b", b"<n>"),
        (rb"\b[0-9a-f]{7,64}\b", b"<id>"),
    )
)
_SPACE = re2.compile(rb"\s+")


def template(message: str, given: Iterable[str] = ()) -> str:
    """The message with its particulars folded; `given` are words of the call that it may merely repeat.

    A flag is no particular: that one does not exist is the very thing to remember.
    """
    text = message[:LONGEST].encode("utf-8", "replace")
    words = set(given)
    for word in sorted((word for word in words if word.startswith("-") and "=" in word), key=len, reverse=True):
        option = word.partition("=")[0]
        text = text.replace(word.encode("utf-8", "replace"), f"{option}=<given>".encode("utf-8", "replace"))
    for word in sorted((word for word in words if _particular(word, message)), key=len, reverse=True):
        text = _without(text, word.encode("utf-8", "replace"))
    for pattern, place in _FOLDS:
        text = pattern.sub(place, text)
    return _SPACE.sub(b" ", text).strip().decode("utf-8", "replace")


def fingerprint(subject: str, folded: str) -> str:
    """The fingerprint of a folded message of a program or tool: short, and fit for a skill's metadata."""
    # A hash may happen to have digits only, and is then folded as a number.
    told = folded.casefold().replace("<id>", "<n>")
    digest = hashlib.blake2s(f"{subject}\n{told}".encode(), digest_size=8).hexdigest()
    return f"{MARK}{digest}"


def _particular(word: str, message: str) -> bool:
    """Whether a word of the call is only what the call was about: a name that is quoted, or no plain word."""
    if len(word) < 2 or word.startswith("-") or len(word) > LONGEST:  # noqa: PLR2004 - one letter is no name
        return False
    return not word.isalpha() or any(f"{quote}{word}{quote}" in message for quote in "'\"`")


def _without(text: bytes, word: bytes) -> bytes:
    """The text with a word, where it stands alone, folded."""
    if word not in text:
        return text
    return re2.sub(rb"(^|[^\w-])" + re2.escape(word) + rb"($|[^\w-])", rb"\1<given>\2", text)
