"""A skill made ready for the index: its words by field, and what it is compared by."""

from functools import lru_cache

import msgspec

from afterwit.model import skill_document
from afterwit.model.words import Features, features, said, tokens


class Prepared(msgspec.Struct, frozen=True):
    """What the index keeps of one skill."""

    told: tuple[str | bool, ...]
    """Description, domain, agent, trigger, source, whether it is pinned, and fingerprints, for listings."""
    texts: tuple[str, ...]
    """The words of name, description, situation, guidance and the whole body."""
    terms: frozenset[str]
    """All of those words, each once."""
    compared: tuple[str, ...]
    """The words that it is compared by, each once."""
    features: Features


@lru_cache(maxsize=8)
def prepare(name: str, text: str) -> Prepared:
    """A SKILL.md made ready; the last few are remembered, since a gate asks many things about one."""
    document = skill_document.read(text)
    # All of the text is compared: under which heading a thing is said makes it no other skill.
    compared = said(document)
    words = [tokens(part) for part in (name, document.section("Situation"), document.section("Guidance"))]
    words = [words[0], compared[0], *words[1:], compared[1]]
    # In the body a word counts once: measured, that finds as well, and the index is smaller by a third.
    words[-1] = list(dict.fromkeys(words[-1]))
    texts = tuple(storable(" ".join(part)) for part in words)
    source = document.metadata.get("source", "")
    told = (document.description, document.domain, document.agent, document.trigger, source)
    return Prepared(
        told=(*map(storable, told), document.pinned, storable(" ".join(document.fingerprints))),
        texts=texts,
        terms=frozenset(word for part in texts for word in part.split()),
        compared=tuple(dict.fromkeys(storable(word) for part in compared for word in part)),
        features=features(compared),
    )


def storable(text: str) -> str:
    """Text that SQLite takes: a lone surrogate is no character, and a NUL would end it."""
    return text.encode("utf-8", "replace").decode().replace("\0", " ")
