"""All pairs of a book that are much alike, without comparing each with each. None is missed."""

from collections.abc import Iterator, Sequence
from itertools import combinations, pairwise, product
from math import isqrt

import numpy as np
import numpy.typing as npt

from afterwit.recall.near import Limits, Ranked, Whole, candidates, ranges, ranked, reaches

LEAST_THRESHOLD = 1e-3
"""Below it, all pairs are given that share anything."""
ROUNDING = 1e-9


def alike(texts: Sequence[bytes], threshold: float, limits: Limits | None = None) -> Iterator[tuple[int, int, float]]:
    """Every pair that is at least so much alike, by place in the sequence, the earlier first; pairs in no order.

    Texts are packed features. The same text twice is compared with others once. Pairs are given as they are found, so
    that many copies of one text take no more memory than one.
    """
    places: dict[bytes, list[int]] = {}
    for place, text in enumerate(texts):
        places.setdefault(text, []).append(place)
    places.pop(b"", None)
    for same in places.values():
        for one, other in combinations(same, 2):
            yield one, other, 1.0
    different = sorted(places, key=len)
    for one, other, score in _different_alike(different, threshold, limits or Limits()):
        for pair in product(places[different[one]], places[different[other]]):
            yield min(pair), max(pair), score


def _different_alike(texts: Sequence[bytes], threshold: float, limits: Limits) -> Iterator[tuple[int, int, float]]:
    """What `alike` gives, where no two texts are the same, none is empty, and they are sorted by length."""
    if len(texts) < 2:  # noqa: PLR2004 - a pair
        return
    least = max(threshold, LEAST_THRESHOLD) ** 4 * (1 - ROUNDING)
    ready = ranked(texts, limits)
    for longer, shorter in _gathered(candidates(ready, least, limits), limits.pairs):
        shared = _shared(ready, longer, shorter, limits)
        sizes, fewer = ready.sizes[longer], ready.sizes[shorter]
        near = reaches(shared, sizes, fewer, least)
        found = (column[near].tolist() for column in (longer, shorter, shared, sizes, fewer))
        for one, other, both, size, few in zip(*found, strict=True):
            # As `words.likeness` has it, to the last bit.
            score = (both / (size + few - both) * (both / few)) ** 0.25
            if score >= threshold:
                yield one, other, score


def _gathered(parts: Iterator[tuple[Whole, Whole]], enough: int) -> Iterator[tuple[Whole, Whole]]:
    """The same pairs in fewer parts."""
    waiting: list[tuple[Whole, Whole]] = []
    count = 0
    for part in parts:
        waiting.append(part)
        count += len(part[0])
        if count >= enough:
            yield _joined(waiting)
            waiting, count = [], 0
    if count:
        yield _joined(waiting)


def _joined(parts: Sequence[tuple[Whole, Whole]]) -> tuple[Whole, Whole]:
    return np.concatenate([part[0] for part in parts]), np.concatenate([part[1] for part in parts])


def _shared(texts: Ranked, longer: Whole, shorter: Whole, limits: Limits) -> Whole:
    """How many features the two of each pair share.

    Longer texts with the same first shorter one are mostly of one family, in which each is near each.
    """
    begins = _changes(longer)
    head = np.repeat(shorter[begins[:-1]], np.diff(begins))
    order = np.argsort(head, kind="stable")
    bounds = _changes(head[order])
    large = np.diff(bounds) >= limits.family
    shared = np.empty(len(longer), np.int64)
    few = order[np.repeat(~large, np.diff(bounds))]
    shared[few] = _shared_by_pair(texts, longer[few], shorter[few], limits)
    columns = np.zeros(texts.kinds, np.int64)
    for family in np.flatnonzero(large).tolist():
        members = order[bounds[family] : bounds[family + 1]]
        starts = _changes(longer[members])
        together = max(1, isqrt(limits.cells // int(texts.sizes[longer[members]].max())))
        for at, end in pairwise([*starts[:-1:together].tolist(), len(members)]):
            some = members[at:end]
            shared[some] = _shared_in_family(texts, longer[some], shorter[some], columns, limits)
    return shared


def _changes(values: Whole) -> npt.NDArray[np.intp]:
    """Where another value starts, and where the last ends."""
    return np.flatnonzero(np.concatenate([[True], values[1:] != values[:-1], [True]]))


def _shared_by_pair(texts: Ranked, longer: Whole, shorter: Whole, limits: Limits) -> Whole:
    """Each pair by itself: a feature that is there twice is shared."""
    shared = [np.zeros(0, np.int64)]
    step = max(1, limits.features // int(texts.sizes[longer].max(initial=1)))
    for at in range(0, len(longer), step):
        pairs = np.arange(len(longer[at : at + step]))
        sides = (longer[at : at + step], shorter[at : at + step])
        keys = np.concatenate([_keyed(texts, pairs, side) for side in sides])
        keys.sort()
        twice = keys[1:][keys[1:] == keys[:-1]]
        shared.append(np.bincount((twice >> np.uint64(32)).astype(np.intp), minlength=len(pairs)))
    return np.concatenate(shared)


def _keyed(texts: Ranked, pairs: Whole, side: Whole) -> npt.NDArray[np.uint64]:
    """The number of the pair and a rank of the text, for each that another text has too."""
    ranks = texts.ranks[ranges(texts.starts[side], texts.sizes[side])]
    owner = np.repeat(pairs, texts.sizes[side]).astype(np.uint64)
    return (owner << np.uint64(32) | ranks)[ranks > 0]


def _shared_in_family(texts: Ranked, longer: Whole, shorter: Whole, columns: Whole, limits: Limits) -> Whole:
    """All pairs of a few texts with those they are compared with, as a product of two tables.

    `columns` has a place for each rank, all 0, and is left so.
    """
    rows, row = np.unique(longer, return_inverse=True)
    others, other = np.unique(shorter, return_inverse=True)
    ranks = np.unique(texts.ranks[ranges(texts.starts[rows], texts.sizes[rows])])
    ranks = ranks[ranks > 0]
    columns[ranks] = np.arange(1, len(ranks) + 1)
    table = _table(texts, rows, columns, len(ranks))
    step = max(1, limits.cells // len(table[0]))
    products = [
        table @ _table(texts, others[at : at + step], columns, len(ranks)).T for at in range(0, len(others), step)
    ]
    columns[ranks] = 0
    return np.concatenate(products, axis=1)[row, other].astype(np.int64)


def _table(texts: Ranked, rows: Whole, columns: Whole, width: int) -> npt.NDArray[np.float32]:
    """A row for each text, with 1 in the columns of its ranks."""
    table = np.zeros((len(rows), width + 1), np.float32)
    sizes = texts.sizes[rows]
    owner = np.repeat(np.arange(len(rows)), sizes)
    table[owner, columns[texts.ranks[ranges(texts.starts[rows], sizes)]]] = 1
    table[:, 0] = 0
    return table
