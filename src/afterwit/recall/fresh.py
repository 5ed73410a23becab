"""What came after the snapshot, as segments of a few dozen skills each: one more skill builds only the last anew."""

from collections.abc import Callable, Sequence

from afterwit.recall.segment import Row, Segment, built

TOGETHER = 64
"""Skills of one segment."""


class Fresh:
    """The skills since a snapshot. A skill that changes gets a new number, so what has been read stays right."""

    def __init__(self, kind: tuple[int, str, int], read: Callable[[Sequence[int]], list[Row]]) -> None:
        self.kind = kind
        """Since which snapshot, with the vectors of which model, of how many dimensions."""
        self._read = read
        self._rows: dict[int, Row] = {}
        self._full: list[tuple[tuple[int, ...], Segment]] = []

    def now(self, ids: Sequence[int]) -> tuple[list[Segment], dict[int, bytes]]:
        """Segments with these skills, and the terms of those in them that are no longer there, by number."""
        there = frozenset(ids)
        unknown = [each for each in ids if each not in self._rows]
        if unknown:
            self._rows |= {row.id: row for row in self._read(unknown)}
        # A segment of which little is left is taken apart.
        self._full = [part for part in self._full if 2 * len(there.intersection(part[0])) > TOGETHER]
        held = {each for part, _ in self._full for each in part}
        loose = [each for each in ids if each not in held and each in self._rows]
        while len(loose) >= TOGETHER:
            part, loose = tuple(loose[:TOGETHER]), loose[TOGETHER:]
            self._full.append((part, self._built(part)))
        gone = {each: self._rows[each].terms for each in held - there}
        self._rows = {each: row for each, row in self._rows.items() if each in there or each in held}
        segments = [segment for _, segment in self._full]
        return [*segments, self._built(loose)] if loose else segments, gone

    def _built(self, ids: Sequence[int]) -> Segment:
        return built([self._rows[each] for each in ids], self.kind[2])
