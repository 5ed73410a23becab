"""Known errors: the skills that are about an error, looked up by its fingerprints alone; loads no arrays, for hooks."""

import struct
from collections.abc import Iterable

from afterwit.model.fingerprint import fingerprint, template
from afterwit.model.package import State
from afterwit.model.way import Way, ways_in
from afterwit.model.words import tokens
from afterwit.recall import marks
from afterwit.recall.index import Entry, SkillIndex
from afterwit.recall.prepared import number

MOST_LINES = 40
"""Lines at the end of an output that are looked at."""
LONGEST_COMMAND = 4000
SURE = 1000
"""What the very failure that a skill was learned from counts beside an error that it shows."""
_NUMBER = struct.Struct("=I")


def about(index: SkillIndex, shown: str, command: str = "", state: State = "active") -> list[Entry]:
    """The skills that are about what a failed call has shown, the surest first.

    A skill that was learned from a failure has its fingerprint: of the program, and of what it said without what it was
    given. One that merely shows the same words is about the same error only if it also names the same program, where
    that is known: every other one has an unknown flag. Terms are compared as the index has them, as numbers: two of a
    million may share one.
    """
    ways, _ = ways_in(command[:LONGEST_COMMAND]) if command else ((), ())
    exact = _fingerprints(shown, ways)
    wanted = _packed(marks.errors(shown))
    programs = _packed(term for way in ways for term in (f"{marks.COMMAND}{way.program}", *tokens(way.program)))

    def look() -> list[Entry]:
        rows = index.connection.execute("SELECT id, terms, fingerprints FROM entries WHERE state = ?", (state,))
        shared: dict[int, int] = {}
        for id_, terms, known in rows:
            same = SURE * (not exact.isdisjoint(known.split()))
            if not ways or any(holds(terms, program) for program in programs):
                same += sum(holds(terms, one) for one in wanted)
            if same:
                shared[id_] = same
        entries = index.by_id(list(shared))
        return [entries[id_] for id_ in sorted(entries, key=lambda id_: (-shared[id_], entries[id_].name))]

    return index.safely(look) if exact or wanted else []


def _fingerprints(shown: str, ways: Iterable[Way]) -> frozenset[str]:
    """The fingerprints by which this failure would be learned."""
    lines = [line.strip() for line in shown.splitlines()[-MOST_LINES:] if line.strip()]
    return frozenset(fingerprint(way.named, template(line, way.words)) for way in ways for line in lines)


def _packed(terms: Iterable[str]) -> list[bytes]:
    return [_NUMBER.pack(number(term)) for term in terms]


def holds(terms: bytes, one: bytes) -> bool:
    """Whether a number is among those that are stored one after the other."""
    at = terms.find(one)
    while at % _NUMBER.size and at > 0:  # it lies across two others
        at = terms.find(one, at + 1)
    return at >= 0
