"""All pairs of a book that are much alike, without comparing each with each."""

from array import array
from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from math import ceil

from afterwit.model.words import Features, likeness

SAMPLE = 2000
"""Texts that are counted to tell what is frequent."""
FREQUENT = 0.002
"""The share of texts from which on a feature is."""
ROUNDING = 1e-6
MARKS = 4096
"""Bits of a mark: more than a skill has features."""


def packed(these: Features) -> bytes:
    """Features as they are stored."""
    return array("I", sorted(these)).tobytes()


def unpacked(stored: bytes) -> Features:
    """Features from how they are stored."""
    these = array("I")
    these.frombytes(stored)
    return frozenset(these)


def alike(these: Sequence[Features], threshold: float) -> Iterator[tuple[int, int, float]]:
    """Every pair that is at least so much alike, by place in the sequence, the earlier first. None is missed.

    Two that are much alike share more than a certain number of features; so, with all features in one order, they share
    one of their first few. Only those that do are compared. Any order is right, and one that puts what many have last
    is fast. From the shortest on, each text is looked up before it is entered.
    """
    least = max(threshold, 1e-3) ** 4
    # What a text shares at least with a longer one, and with a shorter one, as a share of its own features.
    with_longer = (-least + (least * least + 8 * least) ** 0.5) / 2
    with_shorter = least
    last = _frequent(these)
    marks = [_mark(text) for text in these]
    sizes = list(map(len, these))
    entered: defaultdict[int, list[int]] = defaultdict(list)
    for place in sorted(range(len(these)), key=lambda place: (sizes[place], place)):
        text = these[place]
        shortest = least * len(text) - ROUNDING
        ordered = sorted(text - last) + sorted(text & last)
        near: set[int] = set()
        for feature in ordered[: len(text) - ceil(with_shorter * len(text) - ROUNDING) + 1]:
            if feature in entered:
                near.update(entered[feature])
        unmarked = ~marks[place]
        for other in near:
            if (size := sizes[other]) < shortest:
                continue
            # Of the shorter one's features, at least those are not in the longer one whose marks are not.
            shared = size - (marks[other] & unmarked).bit_count()
            if shared * shared < least * size * (size + len(text) - shared) - ROUNDING:
                continue
            if (score := likeness(text, these[other])) >= threshold:
                yield min(place, other), max(place, other), score
        for feature in ordered[: len(text) - ceil(with_longer * len(text) - ROUNDING) + 1]:
            entered[feature].append(place)


def _mark(text: Features) -> int:
    """A number with a bit for each feature, where several may have the same: fast to compare."""
    bits = bytearray(b"0" * MARKS)
    for feature in text:
        bits[feature % MARKS] = 49  # "1"
    return int(bits, 2)


def _frequent(these: Sequence[Features]) -> Features:
    """The features that many texts have, as far as a sample tells."""
    sample = these[:: len(these) // SAMPLE + 1]
    counts = Counter[int]()
    for text in sample:
        counts.update(text)
    return frozenset(feature for feature, count in counts.items() if count > len(sample) * FREQUENT)
