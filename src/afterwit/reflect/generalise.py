"""A command as it was run, made into one that can be run again: what was there only once becomes a placeholder.

What an action was about (the words that the failing and the working one share, and that name something) goes, and so
does whatever is of one machine, one person or one time. What was changed between the two stays: it is the lesson.
"""

from collections.abc import Collection, Iterable, Sequence

import re2

NAMING = frozenset(
    "-b -B -U --branch --head --author --assignee --reviewer --owner --user --username --login".split()  # noqa: SIM905
)
"""Options behind which somebody's own name for something stands."""
HOLDING = frozenset(
    """-H --header -d --data --data-raw --data-binary --password --pass --passphrase --token --key --api-key --secret
    --auth --bearer --cookie --env -e --customer --tenant --account""".split()  # noqa: SIM905
)
"""Options behind which something may stand that is nobody's business."""
OWN_ADDRESSES = frozenset({"127.0.0.1", "0.0.0.0", "localhost"})  # noqa: S104 - names that are looked for
LONGEST_WORD = 60
"""A longer word is a text or a program of its own."""
MOST_WORDS = 24
_SPECIAL = frozenset(" \t\n|&;()$\"'*?!#~`\\{}[]")
"""Signs for which a shell needs quotes."""

_PARTS = tuple(
    (re2.compile(pattern), place)
    for pattern, place in (
        (r"\[REDACTED_[A-Z_]+(?::[0-9]+)?\]", "<name>"),
        (r"(?:/home|/Users)/[^\s/'\":;,]+(?:/[^\s'\":;,]*)?|/root(?:/[^\s'\":;,]*)?", "<path>"),
        (r"(?i)[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}", "<id>"),
        (r"[\w.+-]+@[\w-]+\.[\w.-]+", "<name>"),
        (r"\b[0-9]{4}-[0-9]{2}-[0-9]{2}(?:T[0-9:.]+Z?)?", "<date>"),
        (r"\b[0-9]{3,}\b", "<number>"),
        (r"\b[A-Z][A-Z0-9]{1,9}-[0-9]{1,6}\b", "<id>"),
    )
)
_SECRET = re2.compile(r"(?i)token|key|secret|pass|auth|cred|cookie")
_HEX = re2.compile(r"\b[0-9a-f]{7,64}\b")
_ASSIGNS = re2.compile(r"^[A-Za-z_][A-Za-z0-9_]*=")
_HOST = re2.compile(r"^(?:[\w-]+@)?[\w-]+(?:\.[\w-]+){2,}(?::[0-9]+)?(?::.*)?$")
_FILE = re2.compile(r"^[^=]*\.[A-Za-z][A-Za-z0-9]{0,7}$")
_NUMBER = re2.compile(r"^#?[0-9]+$")
_PLACEHOLDER = re2.compile(r"<(?:name|number|id|date|path|text)>")
_PLAIN = re2.compile(r"^[a-z]{2,16}$")


def generalised(words: Sequence[str], shared: Collection[str], kept: Collection[str] = ()) -> str:
    """A command line without its particulars.

    `shared` are the words that another way to the same end has as well; `kept` are those that are never particulars:
    the program and what it is told to do.
    """
    told: list[str] = []
    program = True  # until the first word that is no variable
    for place, word in enumerate(words[:MOST_WORDS]):
        before = words[place - 1] if place else ""
        told.append(word if word in kept else _word(word, before, shared, program=program))
        program = program and _ASSIGNS.search(word) is not None
    return " ".join(told)


def _word(word: str, before: str, shared: Collection[str], *, program: bool) -> str:
    if before in NAMING:
        return "<name>"
    if before in HOLDING:
        return "<text>"
    option, equals, value = word.partition("=")
    if equals and value and (word.startswith("-") or (program and _ASSIGNS.search(word))):
        known = "<name>" if option in NAMING else "<text>" if option in HOLDING or _SECRET.search(option) else ""
        return f"{option}={known or _value(value, shared)}"
    if program:
        # A program of the project is told with its folder, one that lies elsewhere by its name.
        return (word.rpartition("/")[2] or word) if word.startswith(("/", "~")) else word
    short = word.startswith("-") and len(word) <= LONGEST_WORD
    return _quoted(without_particulars(word)) if short else _value(word, shared)


def _value(word: str, shared: Collection[str]) -> str:
    stands = _placeholder(word, shared)
    if stands or word in OWN_ADDRESSES or word.startswith("+"):
        return stands or word
    for name in shared:
        if "/" in name and name in word:
            word = word.replace(name, "/".join(["<name>"] * (name.count("/") + 1)))
    return _quoted(without_particulars(word))


def _placeholder(word: str, shared: Collection[str]) -> str:
    """What stands for a whole word that is of one case; empty where it is told, as far as it is not particular."""
    if len(word) > LONGEST_WORD or any(sign in word for sign in "\n`") or "$(" in word:
        return "<text>"
    if _NUMBER.search(word):
        return "<number>" if len(word) > 1 else ""
    if word.startswith(("/", "~", "../")) and not word.startswith(("/dev/", "/repos/", "/api/")):
        return "<path>"
    host = _HOST.search(word) is not None and _FILE.search(word) is None and word not in OWN_ADDRESSES
    if host or (word in shared and not _PLAIN.search(word)):
        return "<path>" if not host and ("/" in word or _FILE.search(word)) else "<name>"
    return ""


def without_particulars(text: str) -> str:
    """A text without what is of one machine, one person or one time."""
    for pattern, name in _PARTS:
        text = pattern.sub(name, text)
    return _HEX.sub(lambda found: "<id>" if _is_hash(found[0]) else found[0], text)


def _is_hash(word: str) -> bool:
    return any(sign.isdigit() for sign in word) and any(sign.isalpha() for sign in word)


def _quoted(word: str) -> str:
    special = any(sign in _SPECIAL for sign in _PLACEHOLDER.sub("", word))
    return f"'{word}'" if (special and "'" not in word) or not word else word


def pieces(words: Iterable[str]) -> frozenset[str]:
    """Words with the parts of those that are paths: what two commands may share."""
    return frozenset(piece for word in words for piece in (word, *word.split("/")) if piece)
