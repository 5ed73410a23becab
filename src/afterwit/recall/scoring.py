"""Scoring: a need against segments, by three signals that are joined as measurements say (docs/benchmarks.md).

Words: BM25 over weighted fields; errors and commands that both have count as words of their own. Meaning: how near the
need is to what the skill is for. Purpose: how much of the skill's own name and description the need has; without it, a
long need finds long skills that mention everything.
"""

from collections.abc import Mapping, Sequence

import msgspec
import numpy as np
import numpy.typing as npt

from afterwit.recall.commonness import worth
from afterwit.recall.need import Need
from afterwit.recall.prepared import FULL, SATURATION, number
from afterwit.recall.segment import Segment

MOST_TERMS = 192
"""Of a need, those that tell most: the others hardly change the order."""
TOO_COMMON = 0.3
"""In a need of many terms, one that more of the skills have than this is left out."""
MANY_TERMS = 24
FEW = 100
"""So many skills are never too many."""
NEAREST_BY_WORDS = 200
NEAREST_BY_MEANING = 100
"""Skills that are looked at closely."""
SPARE = 40
"""Skills that are given besides those asked for: what is ahead of them is known by them."""
TINY = 1e-9
SAME_MEANING = 0.6
SAME_WORDS = 0.4
"""From so much on, two skills count as being about the same."""
AT_ONCE = 512
"""Vectors that are multiplied at once: as floats, so many stay in the processor's own memory."""

Floats = npt.NDArray[np.float64]
Booleans = npt.NDArray[np.bool_]


class Weights(msgspec.Struct, frozen=True, kw_only=True):
    """What each signal counts in the rank."""

    words: float = 1.0
    """What a skill has of the need's words, beside the one that has most."""
    meaning_of_long: float = 0.5
    meaning_of_short: float = 1.5
    short: int = 20
    """How near they are in meaning: the more terms a need has beyond so many, the more its meaning is blurred."""
    purpose: float = 0.8
    files: float = 0.15
    """That the need names files of the kind that the skill is named after."""

    def meaning(self, terms: int) -> float:
        """What meaning counts in a need of so many terms."""
        return self.meaning_of_long + (self.meaning_of_short - self.meaning_of_long) * min(
            1.0, self.short / max(1, terms)
        )


MEASURED = Weights()
"""As they did best (`make bench-recall`)."""


class Scored(msgspec.Struct, frozen=True, kw_only=True):
    """A skill with what speaks for it."""

    id: int
    place: int
    """Where it is in the segments."""
    rank: float
    """What it is ordered by; it says nothing beside another need's."""
    words: float
    """What the terms tell that the need and the skill have in common, in nats."""
    meaning: float
    """How near they are in meaning, from -1 to 1; 0 where that is not known."""
    purpose: float
    """The part of the skill's name and description that the need has, from 0 to 1."""


class Question(msgspec.Struct, frozen=True, kw_only=True):
    """What is searched with."""

    need: Need
    vector: npt.NDArray[np.float32] | None
    """What it means; None where no model could say."""
    wanted: Booleans
    """Which skills may be found."""
    k: int
    """How many are asked for."""
    weights: Weights = MEASURED


class Many:
    """Segments taken together, without the skills in them that are gone."""

    def __init__(self, segments: Sequence[Segment], gone: Mapping[int, bytes]) -> None:
        self.segments = segments
        self.gone = gone
        self._offsets = np.cumsum([0, *map(len, segments)])
        # What is gone is still counted in the segments: by term, how often.
        gone_terms = [np.frombuffer(terms, np.uint32) for terms in gone.values()]
        self._gone, self._times = np.unique(
            np.concatenate(gone_terms) if gone_terms else np.zeros(0, np.uint32), return_counts=True
        )
        self.ids = np.concatenate([segment.ids for segment in segments]) if segments else np.zeros(0, np.int64)
        self.there = ~np.isin(self.ids, np.fromiter(gone, np.int64, len(gone)))
        self.size = int(self.there.sum())

    def counts(self, terms: npt.NDArray[np.uint32]) -> npt.NDArray[np.int64]:
        """How many skills have each of these terms."""
        found = sum((segment.counts(terms) for segment in self.segments), np.zeros(len(terms), np.int64))
        if len(self._gone):
            at = np.minimum(np.searchsorted(self._gone, terms), len(self._gone) - 1)
            found = found - np.where(self._gone[at] == terms, self._times[at], 0)
        return found

    def filters(self) -> npt.NDArray[np.uint32]:
        """State, domain, agent, scope and phase of every skill."""
        if not self.segments:
            return np.zeros((0, 5), np.uint32)
        return np.concatenate([segment.filters for segment in self.segments])

    def at(self, place: int) -> tuple[Segment, int]:
        """The segment of a place, and the place there."""
        which = int(np.searchsorted(self._offsets, place, "right")) - 1
        return self.segments[which], place - int(self._offsets[which])


def telling(many: Many, terms: Mapping[str, float]) -> dict[str, float]:
    """The terms that any skill has, with what each tells, those that tell most first."""
    asked = list(terms)
    numbers = np.array([number(term) for term in asked], np.uint32)
    counts = many.counts(numbers)
    tells = np.array(list(terms.values())) * worth(many.size, numbers, counts)
    most = TOO_COMMON * many.size if len(asked) > MANY_TERMS else many.size
    usable = (counts > 0) & (counts <= max(most, FEW))
    found = [(float(tells[at]), asked[at]) for at in np.flatnonzero(usable)]
    return {term: much for much, term in sorted(found, key=lambda each: (-each[0], each[1]))[:MOST_TERMS]}


def by_words(many: Many, told: Mapping[str, float]) -> Floats:
    """What the terms of a need that each skill has tell together."""
    parts: list[Floats] = []
    for segment in many.segments:
        sums = np.zeros(len(segment))
        for term, tells in told.items():
            places, weights = segment.having(number(term))
            sums[places] += tells * (SATURATION + 1) / FULL * weights
        parts.append(sums)
    return np.concatenate(parts) if parts else np.zeros(0)


def by_meaning(many: Many, vector: npt.NDArray[np.float32]) -> Floats:
    """How near each skill is to a vector; 0 where it has none of that kind."""
    parts: list[Floats] = []
    for segment in many.segments:
        near = np.zeros(len(segment))
        if segment.vectors.shape[1] == len(vector):
            for begin in range(0, len(segment), AT_ONCE):
                some = slice(begin, begin + AT_ONCE)
                near[some] = (segment.vectors[some].astype(np.float32) @ vector) * segment.scales[some]
        parts.append(near)
    return np.concatenate(parts) if parts else np.zeros(0)


def scored(many: Many, question: Question, told: Mapping[str, float]) -> list[Scored]:
    """The best of the wanted skills and some more, the best first; `told` is what the need's terms tell."""
    need, weights, k = question.need, question.weights, question.k
    words = np.where(question.wanted, by_words(many, told), 0.0)
    meaning = np.zeros(len(words))
    if question.vector is not None:
        meaning = np.where(question.wanted, by_meaning(many, question.vector), 0.0)
    near = _candidates(words, meaning, k)
    highest = float(words.max()) if len(words) else 0.0
    of_meaning = weights.meaning(len(told))
    purpose, files = _purposes(many, near, need)
    rank = weights.words * words[near] / highest if highest else np.zeros(len(near))
    rank = rank + of_meaning * meaning[near] + weights.purpose * purpose + weights.files * files
    best = np.argsort(-rank, kind="stable")[: k + SPARE]
    return [
        Scored(
            id=int(many.ids[near[at]]),
            place=int(near[at]),
            rank=float(rank[at]),
            words=float(words[near[at]]),
            meaning=float(meaning[near[at]]),
            purpose=float(purpose[at]),
        )
        for at in best
    ]


def shared(many: Many, place: int, told: Mapping[str, float]) -> tuple[str, ...]:
    """The terms of a need that a skill has, those that tell most first."""
    segment, there = many.at(place)
    return tuple(term for term in told if _holds(segment.having(number(term))[0], there))


def others(many: Many, one: int, places: Sequence[int]) -> Booleans:
    """Which of these skills are about something else than one: by what they mean, else by their words."""
    (segment, at), held = many.at(one), [many.at(place) for place in places]
    if segment.scales[at]:
        theirs = np.array([there.vectors[place] for there, place in held], np.float32).reshape(len(held), -1)
        scales = np.array([there.scales[place] for there, place in held])
        return theirs @ segment.vectors[at].astype(np.float32) * scales * segment.scales[at] < SAME_MEANING
    mine = segment.purpose(at)
    each = [there.purpose(place) for there, place in held]
    both = np.array([int(np.isin(theirs, mine).sum()) for theirs in each])
    fewer = np.array([max(1, min(len(mine), len(theirs))) for theirs in each])
    return both < SAME_WORDS * fewer


def _holds(places: npt.NDArray[np.uint32], place: int) -> bool:
    at = int(places.searchsorted(place))
    return at < len(places) and int(places[at]) == place


def _candidates(words: Floats, meaning: Floats, k: int) -> npt.NDArray[np.int64]:
    """The places that may turn out to be among the best."""
    chosen: set[int] = set()
    for scores, most in ((words, NEAREST_BY_WORDS), (meaning, NEAREST_BY_MEANING)):
        some = min(len(scores), max(most, 2 * k))
        best = np.argpartition(-scores, some - 1)[:some] if some else np.zeros(0, np.int64)
        chosen.update(int(place) for place in best if scores[place] > 0)
    return np.array(sorted(chosen), np.int64)


def _purposes(many: Many, places: npt.NDArray[np.int64], need: Need) -> tuple[Floats, Floats]:
    """For each skill, how much of its name and description the need has, and of a name that is a kind of its files."""
    held = [many.at(int(place)) for place in places]
    each = [segment.purpose(place) for segment, place in held]
    if not any(map(len, each)):
        return np.zeros(len(places)), np.zeros(len(places))
    terms = np.concatenate(each)
    owner = np.repeat(np.arange(len(places)), list(map(len, each)))
    first = np.cumsum([0, *map(len, each)])[:-1]
    named = np.array([int(segment.named[place]) for segment, place in held])
    of_name = np.arange(len(terms)) - first[owner] < named[owner]
    known, which = np.unique(terms, return_inverse=True)
    tells = worth(many.size, known, many.counts(known))[which]
    has = np.isin(terms, np.array([number(term) for term in need.terms], np.uint32))
    files = np.isin(terms, np.array([number(term) for term in need.files], np.uint32)) & of_name
    whole = _sums(owner, tells, len(places))
    purpose = _sums(owner, tells * has, len(places)) / np.maximum(whole, TINY)
    names = _sums(owner, tells * of_name, len(places))
    called = _sums(owner, tells * (of_name & has), len(places)) / np.maximum(names, TINY)
    return purpose, np.where(_sums(owner, files.astype(float), len(places)) > 0, called, 0.0)


def _sums(owner: npt.NDArray[np.int64], values: Floats, many: int) -> Floats:
    return np.bincount(owner, values, many).astype(np.float64)
