"""A skill made ready for the index: what it is found by, what it is compared by, and what a listing tells of it."""

import hashlib
import zlib
from array import array
from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping
from functools import lru_cache

import msgspec

from afterwit.model import skill_document
from afterwit.model.skill_document import Document
from afterwit.model.words import LONGEST_TEXT, Features, features, said, tokens
from afterwit.recall import marks


class Field(msgspec.Struct, frozen=True):
    """What a word counts in one part of a skill."""

    weight: float
    usual: float
    """Words in such a part: in one with more of them, each counts less."""
    evenness: float
    """From 0, where the length makes no difference, to 1."""


FIELDS: Mapping[str, Field] = {
    "name": Field(3.0, 3, 0.5),
    "description": Field(3.0, 25, 0.5),
    "situation": Field(1.0, 40, 0.75),
    "guidance": Field(0.5, 150, 0.75),
    "body": Field(0.5, 500, 1.0),
}
"""The lengths are fixed, not averages of the book: so what is entered for a skill depends on that skill alone."""
SATURATION = 1.2
"""How soon more of the same word counts no more (k1 of BM25)."""
FULL = 255
"""A weight of 1, as it is stored."""
OF_AN_ERROR = 200
OF_A_COMMAND = 120
"""What an error or a command that is there counts, as it is stored."""
MOST_NAMED = 255
"""Words of a name that count as its own: how many there are is stored in a byte."""
LONGEST_PURPOSE = 600
"""Characters of what is embedded: the model reads about as much."""


class Prepared(msgspec.Struct, frozen=True):
    """What the index keeps of one skill."""

    told: tuple[str | bool, ...]
    """Description, domain, agent, trigger, source, whether it is pinned, and fingerprints, for listings."""
    scope: str
    phase: str
    terms: bytes
    """What it is found by, as sorted numbers (uint32)."""
    weights: bytes
    """What each of these counts (uint8)."""
    purpose: bytes
    """The words of its name and description as numbers, the name's first."""
    named: int
    """How many of these are the name's."""
    compared: tuple[str, ...]
    """The words that it is compared by, each once."""
    features: Features
    embedded: str
    """The text whose meaning stands for the skill's."""

    @property
    def key(self) -> str:
        """A name for exactly this text."""
        return key_of(self.embedded)


@lru_cache(maxsize=8)
def prepare(name: str, text: str) -> Prepared:
    """A SKILL.md made ready; the last few are remembered, since a gate asks many things about one."""
    document = skill_document.read(text)
    # All of the text is compared: under which heading a thing is said makes it no other skill.
    compared = said(document)
    # A foreign folder may be called anything; what the skill calls itself says what it is.
    title = (document.name or name).removeprefix("rl-")
    called = tokens(title)
    weights = _weights(
        {
            "name": called,
            "description": compared[0],
            "situation": tokens(document.section("Situation")),
            "guidance": tokens(document.section("Guidance")),
            "body": compared[1],
        }
    )
    body = document.body[:LONGEST_TEXT]
    complaints = marks.cited(f"{document.description}\n{body}") + f"\n{document.section('Problem')}"
    weights |= dict.fromkeys(map(number, {*marks.errors(complaints), *document.fingerprints}), OF_AN_ERROR)
    weights |= dict.fromkeys(map(number, set(marks.commands(body))), OF_A_COMMAND)
    source = document.metadata.get("source", "")
    told = (document.description, document.domain, document.agent, document.trigger, source)
    own = list(dict.fromkeys(map(number, called)))
    purpose = list(dict.fromkeys([*own, *map(number, compared[0])]))
    return Prepared(
        told=(*map(storable, told), document.pinned, storable(" ".join(document.fingerprints))),
        scope=document.scope,
        phase=storable(document.metadata.get("phase", "")),
        terms=array("I", sorted(weights)).tobytes(),
        weights=bytes(weights[term] for term in sorted(weights)),
        purpose=array("I", purpose).tobytes(),
        named=min(len(own), MOST_NAMED),
        compared=tuple(dict.fromkeys(word for part in compared for word in part)),
        features=features(compared),
        embedded=_embedded(title, document),
    )


def _weights(parts: Mapping[str, Iterable[str]]) -> dict[int, int]:
    """What each word counts: what it counts in each part together, more of it ever less."""
    sums: defaultdict[str, float] = defaultdict(float)
    for part, words in parts.items():
        field, counts = FIELDS[part], Counter(words)
        length = 1 - field.evenness + field.evenness * counts.total() / field.usual
        for word, count in counts.items():
            sums[word] += field.weight * count / length
    return {number(word): max(1, round(FULL * much / (much + SATURATION))) for word, much in sums.items()}


def _embedded(title: str, document: Document) -> str:
    """What the skill is for: its name in words, and its description with when to use it."""
    called = " ".join(title.replace("_", "-").split("-"))
    when = "" if document.use_when in document.description else f" {document.use_when}"
    return storable(f"{called}. {document.description}{when}"[:LONGEST_PURPOSE])


def number(term: str) -> int:
    """A term as the index has it. Two of a million terms may share a number, and then count as one."""
    return zlib.crc32(term.encode("utf-8", "surrogatepass"))


def key_of(text: str) -> str:
    """A name for exactly this text."""
    return hashlib.blake2b(text.encode("utf-8", "surrogatepass"), digest_size=16).hexdigest()


def packed(these: Features) -> bytes:
    """Features as they are stored."""
    return array("I", sorted(these)).tobytes()


def unpacked(stored: bytes) -> Features:
    """Features from how they are stored."""
    return frozenset(array("I", stored))


def storable(text: str) -> str:
    """Text that SQLite takes: a lone surrogate is no character, and a NUL would end it."""
    return text.encode("utf-8", "replace").decode().replace("\0", " ")
