"""Texts that may be much alike, found without looking at each pair.

Two that are much alike share more than a certain number of features; so, with all features in one order, they share one
of their first few. Any order is right, and one that puts first what few texts have is fast. What is found so is held
against sketches of the texts, which tell how much two differ at least.
"""

from collections.abc import Iterator, Sequence
from itertools import pairwise
from math import isqrt

import msgspec
import numpy as np
import numpy.typing as npt

Whole = npt.NDArray[np.int64]
Small = npt.NDArray[np.uint32]
Words = npt.NDArray[np.uint64]

BITS = 4096
"""Of a sketch: more than most skills have features."""
COARSE = 1024
"""Bits of the sketch that is looked at first."""
SCANNED = 1 << 18
"""Features that are looked through at once: as many as stay near the processor."""
ROUNDING = 1e-6
_LOW = np.uint64(32)


class Limits(msgspec.Struct, frozen=True):
    """How much is worked on at once: large enough to be fast, small enough to fit beside the texts."""

    numbered: int = 1 << 22
    """Features that are sorted to give them numbers."""
    features: int = 1 << 19
    """Features of the texts that are taken together."""
    texts: int = 512
    """Texts that are sketched together."""
    marks: int = 1 << 22
    """Pairs of texts for each of which there is a mark."""
    hits: int = 1 << 20
    """Features in common that are followed."""
    pairs: int = 1 << 18
    """Pairs that are gathered before they are compared, and sketches that are."""
    cells: int = 1 << 22
    """Of a table of texts and features."""
    family: int = 16
    """Pairs from which on such a table is faster than going through the pairs."""


class Ranked(msgspec.Struct, frozen=True):
    """Texts by length, the shortest first, with their features as ranks, the rarest first."""

    sizes: Whole
    """How many features each text has."""
    starts: Whole
    """Where its features start, and where the last one's end."""
    ranks: Small
    """The features of all texts, one text after the other; 0 is one that no other text has."""
    kinds: int
    """How many ranks there are."""
    common: Whole
    """How many features of each text another has too."""
    sketches: Words
    """A row for each text: a bit is set where an odd number of these features fall on it."""
    coarse: Words
    """The same with fewer bits."""

    def firsts(self, texts: slice, lengths: Whole) -> npt.NDArray[np.intp]:
        """So many of the rarest features of each of these texts, one text after the other."""
        return self.ranks[ranges(self.starts[:-1][texts], lengths[texts])].astype(np.intp)


def ranges(starts: Whole, lengths: Whole) -> Whole:
    """The numbers from each start on, so many of them."""
    before: Whole = np.cumsum(lengths) - lengths
    return np.repeat(starts - before, lengths) + np.arange(int(lengths.sum()))


def ranked(texts: Sequence[bytes], limits: Limits) -> Ranked:
    """Texts made ready, which are sorted by length; each is its sorted features, four bytes each."""
    sizes = np.array([len(text) // 4 for text in texts], np.int64)
    starts = np.concatenate([[0], np.cumsum(sizes)])
    # The one array of this size: features become numbers, and numbers ranks, in place.
    ranks = np.frombuffer(bytearray().join(texts), np.uint32)
    holders = _number(ranks, limits.numbered)
    rank = np.empty(len(holders), np.uint32)
    rank[np.argsort(holders, kind="stable")] = np.arange(len(holders))
    common = np.empty(len(texts), np.int64)
    sketches = np.empty((len(texts), BITS // 64), np.uint64)
    for first, end in _batches(starts, limits.features, limits.texts):
        part = slice(starts[first], starts[end])
        owner = np.repeat(np.arange(end - first), sizes[first:end])
        ranks[part] = ordered = _sorted(owner, rank[ranks[part]])
        common[first:end] = np.bincount(owner[ordered > 0], minlength=end - first)
        sketches[first:end] = _sketched(owner, ordered, end - first)
    folded = sketches.reshape(len(texts), -1, COARSE // 64)
    coarse = np.bitwise_xor.reduce(folded, axis=1)
    return Ranked(sizes, starts, ranks, len(holders), common, sketches, coarse)


def _number(features: Small, at_once: int) -> Whole:
    """Put a number in the place of each feature, 0 where only one text has it; give how many texts have each number.

    Features are taken by value, the lowest first. Numbers are given in the same order, and so stay below the features
    that are still to come.
    """
    holders = [np.zeros(1, np.int64)]
    known = 0
    parts = len(features) // at_once + 1
    for low, end in pairwise((part << 32) // parts for part in range(parts + 1)):
        places = _between(features, low, end - 1)
        keys = features[places].astype(np.uint64) << _LOW | places.astype(np.uint64)
        keys.sort()
        values = (keys >> _LOW).astype(np.uint32)
        again = np.zeros(len(keys) + 1, np.bool_)
        again[1:-1] = values[1:] == values[:-1]
        shared = again[:-1] | again[1:]
        first = shared & ~again[:-1]
        features[keys.astype(np.uint32)] = np.where(shared, np.cumsum(first) + known, 0)
        begins = np.flatnonzero(first[shared])
        holders.append(np.diff(begins, append=np.count_nonzero(shared)))
        known += len(begins)
    return np.concatenate(holders)


def _between(features: Small, low: int, high: int) -> Whole:
    """The places of the features that lie between these, or are one of them."""
    places: list[Whole] = [np.zeros(0, np.int64)]
    for at in range(0, len(features), SCANNED):
        some = features[at : at + SCANNED]
        places.append(np.flatnonzero((some >= low) & (some <= high)) + at)
    return np.concatenate(places)


def _batches(starts: Whole, features: int, texts: int) -> Iterator[tuple[int, int]]:
    """Texts that follow each other, from the first to before the second: no more than so many, one at least."""
    first, last = 0, len(starts) - 1
    while first < last:
        end = int(np.searchsorted(starts, int(starts[first]) + features, side="right")) - 1
        end = min(max(end, first + 1), first + texts, last)
        yield first, end
        first = end


def _sorted(owner: Whole, ranks: Small) -> Small:
    """The ranks of each owner in order, where those of one owner follow each other."""
    keys = owner.astype(np.uint64) << _LOW | ranks
    keys.sort()
    return keys.astype(np.uint32)


def _sketched(owner: Whole, ranks: Small, texts: int) -> Words:
    counts = np.zeros(texts * BITS, np.uint8)
    places = owner * BITS + ranks % np.uint32(BITS)
    np.add.at(counts, places[ranks > 0], np.uint8(1))
    return np.packbits(counts.reshape(texts, BITS) & 1, axis=1).view(np.uint64)


class _Entered:
    """For each rank, the texts that have it among their first few, in order of length; and which of them count now."""

    def __init__(self, texts: Ranked, lengths: Whole, limits: Limits) -> None:
        self._texts, self._lengths = texts, lengths
        ordered = np.concatenate([*self._keys(limits.features)])
        ordered.sort()
        self._holders = ordered.astype(np.uint32)
        counts = np.bincount((ordered >> _LOW).astype(np.intp), minlength=texts.kinds)
        self._begins = np.cumsum(counts) - counts
        self._counts = np.zeros(texts.kinds, np.int32)
        self._first = self._end = 0

    def _keys(self, features: int) -> Iterator[Words]:
        """A rank and a text that has it, in parts."""
        for first, end in _batches(self._texts.starts, features, len(self._texts.sizes)):
            ranks = self._texts.firsts(slice(first, end), self._lengths)
            owner = np.repeat(np.arange(first, end), self._lengths[first:end])
            yield (ranks.astype(np.uint64) << _LOW | owner.astype(np.uint64))[ranks > 0]

    def move(self, first: int, end: int) -> None:
        """Let those texts count that lie from the first to before the end; neither may go back."""
        coming = self._texts.firsts(slice(self._end, end), self._lengths)
        leaving = self._texts.firsts(slice(self._first, first), self._lengths)
        np.add.at(self._counts, coming, np.int32(1))
        np.add.at(self._counts, leaving, np.int32(-1))
        np.add.at(self._begins, leaving, np.int64(1))
        self._counts[0] = 0
        self._first, self._end = first, end

    def having(self, ranks: npt.NDArray[np.intp], most: int) -> Iterator[tuple[Whole, Small]]:
        """Places in `ranks`, and for each a text that has that rank, in parts of about so many."""
        counts = self._counts[ranks].astype(np.int64)
        places = np.flatnonzero(counts)
        counts, begins = counts[places], self._begins[ranks[places]]
        ends = np.cumsum(counts)
        at = 0
        while at < len(places):
            done = ends[at - 1] if at else 0
            until = max(at + 1, int(np.searchsorted(ends, done + most, side="right")))
            yield (
                np.repeat(places[at:until], counts[at:until]),
                self._holders[ranges(begins[at:until], counts[at:until])],
            )
            at = until


def candidates(texts: Ranked, least: float, limits: Limits) -> Iterator[tuple[Whole, Whole]]:
    """Every pair of which the product of the two shares may reach `least`, in parts: the longer ones, the shorter ones.

    Of equally long ones, the later counts as longer. The pairs of one longer text follow each other, in one part.
    """
    sizes = texts.sizes
    # What a text shares at least with a longer one, and with a shorter one, as a share of its own features.
    with_longer = (-least + (least * least + 8 * least) ** 0.5) / 2
    entered = _Entered(texts, _few(sizes, with_longer), limits)
    looked_up = _few(sizes, least)
    shortest = np.searchsorted(sizes, least * sizes - ROUNDING)
    marks = np.zeros(2 * limits.marks, np.bool_)
    first = 0
    while first < len(sizes):
        base = int(shortest[first])
        end = min(len(sizes), first + max(1, min(isqrt(limits.marks), limits.marks // (first - base + 1))))
        width = end - base
        if (end - first) * width > len(marks):
            marks = np.zeros((end - first) * width, np.bool_)
        entered.move(base, end)
        rows = np.repeat(np.arange(end - first) * width - base, looked_up[first:end])
        for places, others in entered.having(texts.firsts(slice(first, end), looked_up), limits.hits):
            marks[rows[places] + others] = True
        marked = np.flatnonzero(marks[: (end - first) * width])
        marks[marked] = False
        longer, shorter = marked // width + first, marked % width + base
        chosen = np.flatnonzero((shorter < longer) & (shorter >= shortest[longer]))
        yield _plausible(texts, longer[chosen], shorter[chosen], least, limits)
        first = end


def _few(sizes: Whole, share: float) -> Whole:
    """Of how many of its features a text has at least one in common with another, where it shares so much."""
    return np.minimum(sizes - np.ceil(share * sizes - ROUNDING).astype(np.int64) + 1, sizes)


def _plausible(texts: Ranked, longer: Whole, shorter: Whole, least: float, limits: Limits) -> tuple[Whole, Whole]:
    """The pairs whose sketches are near enough to each other."""
    for sketches in (texts.coarse, texts.sketches):
        step = max(1, limits.pairs // sketches.shape[1])
        near: list[npt.NDArray[np.bool_]] = [np.zeros(0, np.bool_)]
        for at in range(0, len(longer), step):
            one, other = longer[at : at + step], shorter[at : at + step]
            bits = np.bitwise_count(sketches[one] ^ sketches[other]).sum(axis=1, dtype=np.int64)
            # Each bit that differs stands for at least one feature that only one of the two has.
            shared = (texts.common[one] + texts.common[other] - bits) / 2
            near.append((shared > 0) & reaches(shared, texts.sizes[one], texts.sizes[other], least))
        chosen = np.concatenate(near)
        longer, shorter = longer[chosen], shorter[chosen]
    return longer, shorter


def reaches(
    shared: Whole | npt.NDArray[np.float64], longer: Whole, shorter: Whole, least: float
) -> npt.NDArray[np.bool_]:
    """Whether texts of these sizes that share so many features have a product of the two shares of `least`."""
    return shared * shared >= least * shorter * (longer + shorter - shared) - ROUNDING
