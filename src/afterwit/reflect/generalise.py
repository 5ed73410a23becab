"""A command as it was run, made into one that can be run again: what was there only once becomes a placeholder.

What an action was about (the words that the failing and the working one share, and that name something) goes, and so
does whatever is of one machine, one person or one time. What was changed between the two stays: it is the lesson.
"""

from collections.abc import Collection, Iterable, Sequence

import re2

NAMING = frozenset({"-b", "-B", "-c", "--branch", "--head", "--author", "--assignee", "--reviewer"})
"""Options behind which somebody's own name for something stands."""
LONGEST_WORD = 60
"""A longer word is a text or a program of its own."""
MOST_WORDS = 24
_SPECIAL = frozenset(" \t\n|&;()$\"'*?!#~`\\{}[]")
"""Signs for which a shell needs quotes."""

_PARTS = tuple(
    (re2.compile(pattern), place)
    for pattern, place in (
        (r"\[REDACTED_[A-Z_]+(?::[0-9]+)?\]", "<name>"),
        (r"(?i)[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}", "<id>"),
        (r"[\w.+-]+@[\w-]+\.[\w.-]+", "<name>"),
        (r"\b[0-9]{4}-[0-9]{2}-[0-9]{2}(?:T[0-9:.]+Z?)?", "<date>"),
        (r"\b[0-9]{3,}\b", "<number>"),
        (r"\b(?:[0-9]+[a-f]|[a-f]+[0-9])[0-9a-f]{5,63}\b", "<id>"),
        (r"\b[A-Z][A-Z0-9]{1,9}-[0-9]{1,6}\b", "<id>"),
    )
)
_FILE = re2.compile(r"^[^=]*\.[A-Za-z][A-Za-z0-9]{0,7}$")
_NUMBER = re2.compile(r"^#?[0-9]+$")
_PLACEHOLDER = re2.compile(r"<(?:name|number|id|date|path|text)>")
_PLAIN = re2.compile(r"^[a-z]{2,16}$")


def generalised(words: Sequence[str], shared: Collection[str], kept: Collection[str] = ()) -> str:
    """A command line without its particulars.

    `shared` are the words that another way to the same end has as well; `kept` are those that are never particulars:
    the program and what it is told to do.
    """
    told = [
        word if word in kept else "<name>" if place and words[place - 1] in NAMING else _word(word, place, shared)
        for place, word in enumerate(words[:MOST_WORDS])
    ]
    return " ".join(told)


def _word(word: str, place: int, shared: Collection[str]) -> str:
    if place == 0:
        return word.rpartition("/")[2] or word  # a program by its name, wherever it lies
    option, equals, value = word.partition("=")
    if word.startswith("-") and equals:
        return f"{option}={_value(value, shared)}"
    return _quoted(word) if word.startswith("-") and len(word) <= LONGEST_WORD else _value(word, shared)


def _value(word: str, shared: Collection[str]) -> str:
    if len(word) > LONGEST_WORD or any(sign in word for sign in "\n`") or "$(" in word:
        return "<text>"
    if _NUMBER.search(word):
        return "<number>" if len(word) > 1 else word
    if word.startswith(("/", "~")) and not word.startswith(("/dev/", "/repos/", "/api/")):
        return "<path>"
    if word in shared and not _PLAIN.search(word):
        return "<path>" if "/" in word or _FILE.search(word) else "<name>"
    for name in shared:
        if "/" in name and name in word:
            word = word.replace(name, "/".join(["<name>"] * (name.count("/") + 1)))
    return _quoted(without_particulars(word))


def without_particulars(text: str) -> str:
    """A text without what is of one machine, one person or one time."""
    for pattern, name in _PARTS:
        text = pattern.sub(name, text)
    return text


def _quoted(word: str) -> str:
    special = any(sign in _SPECIAL for sign in _PLACEHOLDER.sub("", word))
    return f"'{word}'" if special and "'" not in word else word


def pieces(words: Iterable[str]) -> frozenset[str]:
    """Words with the parts of those that are paths: what two commands may share."""
    return frozenset(piece for word in words for piece in (word, *word.split("/")) if piece)
