"""Need: what somebody is about to do or has run into, as it is searched with.

A need may be three words, an error message, or a task of two pages, of which most is about files and formats. All its
words count, each less often than it is said; its meaning is taken from what it says in sentences.
"""

import re
from collections import Counter
from math import log

import msgspec

from afterwit.model.words import tokens
from afterwit.recall import marks

LONGEST = 40_000
"""Characters that are looked at: three quarters from the beginning, the rest from the end."""
LONGEST_PROSE = 1000
"""Characters whose meaning is taken: a small model reads no more."""
OF_AN_ERROR = 3.0
OF_A_COMMAND = 0.5
"""What a line that complains, and a command, count beside a word."""

_WORD = re.compile(r"[^\W_]+")
_SIGNS = re.compile(r"[`*#>|_=~-]{1,40}")
_ENDS = re.compile(r"[.!?:]\s+|\n+")
_FEWEST_WORDS = 4
"""A piece of fewer words is a heading, a path or a field of a table."""


class Need(msgspec.Struct, frozen=True, kw_only=True):
    """A text, taken apart for a search."""

    text: str
    terms: dict[str, float]
    """What to look for, with what each counts."""
    words: dict[str, str]
    """How each of these is written in the text."""
    files: frozenset[str]
    """The endings of the files it names, as terms."""
    prose: str
    """What it says in sentences."""


def need(text: str) -> Need:
    """Any text at all as a need."""
    text = text.encode("utf-8", "replace").decode()
    if len(text) > LONGEST:
        text = f"{text[: LONGEST * 3 // 4]}\n{text[1 - LONGEST // 4 :]}"
    terms = {word: 1 + log(times) for word, times in Counter(tokens(text)).items()}
    errors = marks.errors(text)
    terms |= dict.fromkeys(errors, OF_AN_ERROR)
    terms |= dict.fromkeys(marks.commands(text), OF_A_COMMAND)
    return Need(
        text=text,
        terms=terms,
        words=_written(text) | errors,
        files=frozenset(term for ending in marks.kinds_of_files(text) for term in tokens(ending)),
        prose=_prose(text),
    )


def is_telling_word(term: str) -> bool:
    """Whether a term is a word that says something by itself: no mark, no letter, no number.

    In a long need numbers help to find what is meant all the same (measured), so they count there.
    """
    plain = not marks.is_error(term) and not marks.is_command(term)
    return plain and (not term.isascii() or (len(term) > 1 and not term.isdigit()))


def _written(text: str) -> dict[str, str]:
    found: dict[str, str] = {}
    for word in dict.fromkeys(_WORD.findall(text)):
        for term in tokens(word):
            found.setdefault(term, word)
    return found


def _prose(text: str) -> str:
    pieces = (_SIGNS.sub(" ", piece).strip() for piece in _ENDS.split(marks.without_blocks(text)))
    said = ". ".join(piece for piece in pieces if len(piece.split()) >= _FEWEST_WORDS)
    return (said or text).strip()[:LONGEST_PROSE]
