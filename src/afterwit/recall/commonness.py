"""How much a term tells: little where many skills have it, or where everybody uses it.

The first a book tells by itself once it is large. A book of ten skills cannot: every word in it looks rare. So each
book is counted as if some hundreds of texts were in it besides, in which common English words are common.
"""

from functools import cache
from importlib.resources import files

import numpy as np
import numpy.typing as npt

from afterwit.recall.prepared import number

IMAGINED = 500
"""Texts that are counted besides the book's own: much to a book of ten, next to nothing to one of ten thousand."""
STEEPNESS = 100.0
"""The thousandth of the common words is in one text of ten, the two thousandth in one of twenty: as Zipf found."""
MOST_COMMON = 0.5
"""No word is in more of the imagined texts than this."""

Floats = npt.NDArray[np.float64]


def worth(size: int, terms: npt.NDArray[np.uint32], having: npt.NDArray[np.int64]) -> Floats:
    """What each term tells that so many of the book's skills have, in nats; never less than nothing."""
    numbers, besides = _imagined()
    at = np.minimum(np.searchsorted(numbers, terms), len(numbers) - 1)
    have = having + np.where(numbers[at] == terms, besides[at], 0.0)
    return np.log1p((size + IMAGINED - have + 0.5) / (have + 0.5))


@cache
def _imagined() -> tuple[npt.NDArray[np.uint32], Floats]:
    """The common words by number, in order, with how many of the imagined texts have each."""
    # In the order of the vocabulary of BERT (bert-base-uncased, Apache-2.0), which is that of how common they are.
    words = (files("afterwit.recall") / "common_words.txt").read_text(encoding="ascii").split()
    numbers = np.array([number(word) for word in words], np.uint32)
    texts = IMAGINED * np.minimum(MOST_COMMON, STEEPNESS / np.arange(1, len(words) + 1))
    order = np.argsort(numbers)
    return numbers[order], texts[order]
