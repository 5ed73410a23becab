"""Known errors: the skills that are about an error, looked up by its fingerprint alone; loads no arrays, for hooks."""

import struct
from collections.abc import Collection

from afterwit.model.package import State
from afterwit.recall.index import Entry, SkillIndex
from afterwit.recall.prepared import number

_NUMBER = struct.Struct("=I")


def about(index: SkillIndex, fingerprints: Collection[str], state: State = "active") -> list[Entry]:
    """The skills that are about one of these errors, those about most of them first.

    Terms are compared as the index has them, as numbers: two of a million may share one.
    """
    if not fingerprints:
        return []
    wanted = [_NUMBER.pack(number(fingerprint)) for fingerprint in fingerprints]

    def look() -> list[Entry]:
        rows = index.connection.execute("SELECT id, terms FROM entries WHERE state = ?", (state,))
        shared = {id_: sum(holds(terms, one) for one in wanted) for id_, terms in rows}
        entries = index.by_id([id_ for id_, times in shared.items() if times])
        return [entries[id_] for id_ in sorted(entries, key=lambda id_: (-shared[id_], entries[id_].name))]

    return index.safely(look)


def holds(terms: bytes, one: bytes) -> bool:
    """Whether a number is among those that are stored one after the other."""
    at = terms.find(one)
    while at % _NUMBER.size and at > 0:  # it lies across two others
        at = terms.find(one, at + 1)
    return at >= 0
