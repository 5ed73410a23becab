"""Domains: what the active skills are about, and the skills of one domain with when to use them."""

from collections.abc import Iterable, Sequence
from difflib import get_close_matches
from functools import cache

import msgspec

from afterwit.engine.kernel import Kernel
from afterwit.engine.skillbook import domain_descriptions
from afterwit.errors import NotFound
from afterwit.model.domain import folder
from afterwit.recall.index import Entry
from afterwit.recall.levels import one_line, situation

EXAMPLES = 2
"""So many skills stand for what a domain is about, where nobody has said it."""
LONGEST_NAME = 200


class Domain(msgspec.Struct, frozen=True, kw_only=True):
    """A domain that has active skills."""

    name: str
    skills: int
    about: str
    """What is said of it, else a few of its skills."""


class Listed(msgspec.Struct, frozen=True, kw_only=True):
    """A skill of a domain."""

    name: str
    use_when: str


def domains(kernel: Kernel) -> list[Domain]:
    """Every domain, the largest first."""
    said = domain_descriptions(kernel)
    found = [
        Domain(name=name, skills=len(entries), about=one_line(said.get(name) or examples(entries)))
        for name, entries in _active(kernel).items()
    ]
    return sorted(found, key=lambda domain: (-domain.skills, domain.name))


def in_domain(name: str, kernel: Kernel) -> list[Listed]:
    """The skills of a domain by name, with when to use each."""
    every = _active(kernel)
    entries = every.get(folder(name))
    if entries is None:
        near = get_close_matches(folder(name[:LONGEST_NAME]), list(every), n=3)
        perhaps = f": perhaps {' or '.join(near)} is meant" if near else ": there are none yet" if not every else ""
        raise NotFound(f"There is no domain {one_line(name[:LONGEST_NAME])}{perhaps}.")
    return [Listed(name=entry.name, use_when=situation(entry.trigger.split("\n", 1)[0])) for entry in entries]


def by_domain(entries: Iterable[Entry]) -> dict[str, list[Entry]]:
    """The skills of each domain, in the order in which they come."""
    found: dict[str, list[Entry]] = {}
    named = cache(folder)
    for entry in entries:
        found.setdefault(named(entry.domain), []).append(entry)
    return found


def _active(kernel: Kernel) -> dict[str, list[Entry]]:
    return by_domain(sorted(kernel.index.entries("active"), key=lambda entry: entry.name))


def examples(entries: Sequence[Entry]) -> str:
    """The first skills of a domain, which stand for what it is about."""
    names = [entry.name for entry in entries[:EXAMPLES]]
    return ", ".join([*names, "…"] if len(entries) > EXAMPLES else names)
