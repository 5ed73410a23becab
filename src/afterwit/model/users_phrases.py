"""How users ask for something lasting, and how they correct an agent: the phrases, sentence by sentence, in English.

Both who notices that a user spoke and who judges whether one did go by these.
"""

import re

LASTING = (
    "from now on", "in future", "in the future", "going forward", "next time", "as a rule", "keep in mind",
    "make a note", "write this down", "write that down", "save this", "save that", "learn this", "learn that",
    "a skill for", "a skill from", "into a skill", "as a skill", "as a lesson", "to your memory", "i prefer",
    "please use", "please keep",
)  # fmt: skip
"""What asks for something lasting, wherever it stands."""
CORRECTING = (
    "i told you", "i said", "i asked you", "i already told", "that's wrong", "that is wrong", "this is wrong",
    "you're wrong", "that's not", "that is not", "not what i", "wrong again", "why did you", "you should have",
    "you forgot", "i don't want", "i do not want", "i don't like",
)  # fmt: skip
"""What corrects, wherever it stands."""
ORDERS = (
    "remember",
    "always",
    "never",
    "don't",
    "do not",
    "stop",
    "prefer",
    "avoid",
    "note that",
)
"""What asks where it begins a clause or follows one of the words below: “the queue never stops” asks for nothing."""
BEFORE_ORDERS = frozenset(
    (
        "please",
        "you",
        "we",
        "should",
        "must",
        "to",
        "and",
        "but",
        "so",
        "then",
        "on",
        "future",
        "forward",
        "also",
        "just",
    )
)
OTHERWISE = ("instead", "rather than", "not")
"""With these in the sentence, “use” is an order too."""
NOES = ("no", "nope", "wrong", "actually")
"""What corrects where it begins a sentence."""

_SENTENCE = re.compile(r"(?<=[.!?])\s+|\n+")
_CLAUSE = re.compile(r"[,;:()\u2013\u2014\"]|\s-\s")
_WORDS = re.compile(r"[^\W_]+(?:'[^\W_]+)?")
PHRASES = " ".join((*LASTING, *CORRECTING, *ORDERS, *NOES, *OTHERWISE))
"""The words of the asking itself, which tell nothing of what is asked for."""


def straight(text: str) -> str:
    """The text with plain apostrophes, as the phrases have them; its length stays."""
    return text.replace("\u2019", "'")


def sentences(text: str) -> list[str]:
    """The sentences of a text."""
    return [sentence for sentence in _SENTENCE.split(straight(text)) if sentence.strip()]


def clauses(sentence: str) -> list[str]:
    """The parts of a sentence between commas and the like, each as plain words."""
    return [plain(clause) for clause in _CLAUSE.split(sentence)]


def asks(sentence: str) -> bool:
    """Whether a sentence asks for something lasting, or corrects in so many words."""
    words = plain(sentence)
    if any(f" {phrase} " in words for phrase in (*LASTING, *CORRECTING)):
        return True
    if sentence.rstrip().endswith("?"):
        return False
    orders = (*ORDERS, "use") if any(f" {word} " in words for word in OTHERWISE) else ORDERS
    parts = clauses(sentence)
    return any(_is_order(part, order) for order in orders if f" {order} " in words for part in parts)


def _is_order(clause: str, order: str) -> bool:
    before, found, after = clause.partition(f" {order} ")
    begins = not before.strip() or before.split()[-1] in BEFORE_ORDERS
    # “Stop using it” is for all time; “stop the server” is for now.
    return bool(found) and begins and (order != "stop" or after.partition(" ")[0].endswith("ing"))


def corrects(sentence: str) -> bool:
    """Whether a sentence begins with a no."""
    return plain(sentence).split()[:1] in [[no] for no in NOES]


def plain(text: str) -> str:
    """The words of a text in small letters, one space around each."""
    return f" {' '.join(_WORDS.findall(text.casefold()))} "
