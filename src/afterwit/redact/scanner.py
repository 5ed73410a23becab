"""The scan: where in the data which trigger ends.

Hyperscan looks for all triggers in one pass. Where it is not installed, RE2
looks for them one after another, after a first pass has told which of them can
be there at all. Both report the same hits.
"""

from collections.abc import Sequence
from pathlib import Path
from typing import Protocol

import re2

from afterwit.redact.matching import byte_options

Hit = tuple[int, int]
"""Where a trigger ends, and its number: in this order, hits sort by themselves."""


class Scanner(Protocol):
    """Finds where triggers end in data."""

    engine: str

    def scan(self, data: bytes) -> list[Hit]:
        """Give every hit once, ordered by its end."""
        ...


def best_scanner(expressions: Sequence[bytes], cache: Path | None = None) -> Scanner:
    """Give the fastest scanner this machine has."""
    try:
        from afterwit.redact.hyperscanner import HyperscanScanner  # noqa: PLC0415 - not on every platform
    except ImportError:
        return Re2Scanner(expressions)
    return HyperscanScanner(expressions, cache)


class Re2Scanner:
    """Looks for one trigger after another, for those that can be there."""

    engine = "re2"

    def __init__(self, expressions: Sequence[bytes]) -> None:
        """Compile the triggers."""
        options = byte_options()
        self._patterns = [re2.compile(expression, options) for expression in expressions]
        self._filter = re2.Filter()
        for expression in expressions:
            self._filter.Add(expression, options)
        self._filter.Compile()

    def scan(self, data: bytes) -> list[Hit]:
        """Give every hit once, ordered by its end."""
        hits: set[Hit] = set()
        for index in self._filter.Match(data, potential=True) or ():
            search = self._patterns[index].search
            match = search(data)
            while match is not None:
                start, end = match.span()
                hits.add((end, index))
                # A trigger may begin inside the one before it.
                match = search(data, start + 1)
        return sorted(hits)
