"""Words: text taken apart the same way wherever words are counted, compared or searched for, and how alike texts are.

Likeness knows only the two texts: it is symmetric, the same tomorrow, and not moved by what else is in the book. It
joins two shares: of all features of the two, those that both have (Jaccard), and of the shorter one's features, those
that the longer one has too (containment: a skill that says the same and more is to be an update). The root spreads the
upper end, so that copies with edits lie above 0.85 and siblings from one template below.
"""

import re
import unicodedata
import zlib
from collections.abc import Iterable, Sequence
from functools import lru_cache
from itertools import pairwise

from afterwit.model.skill_document import Document
from afterwit.model.skill_sections import canonical

STOP_WORDS = frozenset(
    """a about above after again all also am an and any are as at be because been before being below between both but by
    can could did do does doing don down during each few for from further get gets had has have having he her here hers
    him his how i if in into is it its itself just let ll like me more most must my need no nor not now of off on once
    one only or other our ours out over own re s same say says set shall she should so some such t than that the their
    them then there these they this those through to too under until up us use used user users uses using ve very want
    wants was way we well were what when where whether which while who whom why will with within without would you your
    yours""".split()  # noqa: SIM905 - a list of words is read best as text
)
"""Words that say nothing about which skill is meant."""

Features = frozenset[int]
"""A text's words and word pairs, each as a number."""

LONGEST_TEXT = 40_000
"""Characters of one text that are looked at: a skill says what it is about long before."""
FOLDED_AT_ONCE = 200
"""Normalising takes quadratic time on a run of combining marks, so no long text is normalised in one go."""
LONGEST_WORD = 40
"""Longer ones are data, and are cut."""

_WORD = re.compile(r"[^\W_]+")
"""Linear on any input: one class, repeated once."""
_UNSPACED = re.compile(r"[\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff\u2e80-\u9fff\uf900-\ufaff]")
"""Scripts that put no space between words."""
_VOWELS = frozenset("aeiouy")
_SHORTEST_STEM = 3


def tokens(text: str) -> list[str]:
    """The words of a text in order, folded and stemmed, without stop words."""
    folded = _folded(text[:LONGEST_TEXT]).casefold()
    found: list[str] = []
    for word in _WORD.findall(folded):
        if word in STOP_WORDS:
            continue
        if word.isascii():
            found.append(stem(word[:LONGEST_WORD]))
        elif _UNSPACED.search(word):
            found.extend(word[at : at + 2] for at in range(max(1, len(word) - 1)))
        else:
            found.append(word[:LONGEST_WORD])
    return found


def _folded(text: str) -> str:
    if text.isascii():
        return text
    parts = (text[at : at + FOLDED_AT_ONCE] for at in range(0, len(text), FOLDED_AT_ONCE))
    return "".join(unicodedata.normalize("NFKC", part) for part in parts)


@lru_cache(maxsize=65_536)
def stem(word: str) -> str:
    """A word without its ending, so that `caches`, `cached` and `caching` are one; numbers and short words as are."""
    if len(word) <= _SHORTEST_STEM or not word.isalpha():
        return word
    if word.endswith("ies") and len(word) > _SHORTEST_STEM + 1:
        word = word[:-3] + "y"
    elif word.endswith("s") and not word.endswith(("ss", "us", "is")):
        word = word[:-1]
    for ending in ("ing", "ed"):
        rest = word.removesuffix(ending)
        if rest != word and len(rest) >= _SHORTEST_STEM and not _VOWELS.isdisjoint(rest):
            word = rest[:-1] if rest[-1] == rest[-2] and rest[-1] not in "lsz" else rest
            break
    return word[:-1] if word.endswith("e") and len(word) > _SHORTEST_STEM + 1 else word


def said(document: Document) -> tuple[list[str], list[str]]:
    """The words of a skill's description, and of its body without the headings that every skill has."""
    lines = document.body.split("\n")
    own = (line for line in lines if not (line.startswith("#") and canonical(line.strip("# \r"))))
    return tokens(document.description), tokens("\n".join(own))


def features(parts: Iterable[Sequence[str]]) -> Features:
    """The features of a text in parts, each a list of words; no pair spans two parts."""
    found: set[str] = set()
    for words in parts:
        found.update(words)
        found.update(map(" ".join, pairwise(words)))
    return frozenset(zlib.crc32(feature.encode("utf-8", "surrogatepass")) for feature in found)


def likeness(one: Features, other: Features) -> float:
    """From 0, nothing in common, to 1, the same."""
    shared = len(one & other)
    if not shared:
        return 0.0
    shares = shared / (len(one) + len(other) - shared) * (shared / min(len(one), len(other)))
    return shares**0.25
