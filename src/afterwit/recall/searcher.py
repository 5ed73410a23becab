"""The searcher: has the book as arrays, most of it in a snapshot and what is new beside it, and searches them."""

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, TypeVar

import msgspec
import numpy as np
import numpy.typing as npt

from afterwit.errors import ModelFailed
from afterwit.model.domain import folder
from afterwit.model.package import STATES, Package, State
from afterwit.model.skill import Match
from afterwit.ports import Embedder
from afterwit.recall.fresh import Fresh
from afterwit.recall.index_file import Malformed
from afterwit.recall.marks import COMMAND, is_command, is_error
from afterwit.recall.need import is_telling_word, need
from afterwit.recall.prepared import number, prepare, storable
from afterwit.recall.scoring import (
    MEASURED,
    Booleans,
    Many,
    Question,
    Scored,
    Weights,
    by_words,
    others,
    scored,
    shared,
    telling,
)
from afterwit.recall.segment import Row, built, small, without_vectors
from afterwit.recall.snapshots import SCOPES, Snapshot, Snapshots
from afterwit.recall.sureness import Signs, sureness

if TYPE_CHECKING:
    from afterwit.recall.index import Entry, SkillIndex

SMALL_CHANGES = 500
"""So many skills may have changed since the snapshot before a new one is made."""
CHANGED = 20
"""Or one of so many."""
EMBEDDED_AT_ONCE = 64
LIKENESS_TERMS = 24
"""The rarest words of a skill: whatever is nearly the same has most of them."""
BESIDE = 0.2
"""Beside a skill that reaches the threshold, others are given that reach this part of it."""
FEW_WORDS = 4
"""A need of no more is keywords."""
CROWD = 5
"""What stands out is ahead of the one that comes after so many: a few may be copies of it."""
UNSOUND = (IndexError, ValueError, TypeError, OverflowError)
"""What numbers do that are not those that were stored."""
ADDED = -1
"""The number of a skill that is only imagined."""


_Result = TypeVar("_Result")


class Filters(msgspec.Struct, frozen=True, kw_only=True):
    """Which skills may be found; what is empty is not asked for."""

    states: tuple[State, ...] = ("active",)
    domain: str = ""
    agent: str = ""
    scope: str = ""
    """A skill that says nothing of its scope or phase fits any."""
    phase: str = ""


class Hit(msgspec.Struct, frozen=True, kw_only=True):
    """A skill that was found."""

    entry: "Entry"
    score: float
    """How sure it is that it fits, from 0 to 1; never surer than the one before it."""
    error: str
    """The line of the need that shows an error that the skill is about; empty where there is none."""
    words: tuple[str, ...]
    """The words that it has in common with the need, as the need has them, those that tell most first."""
    commands: tuple[str, ...]
    signs: Signs
    """What the score rests on."""


class Findings(msgspec.Struct, frozen=True, kw_only=True):
    """What a search gives."""

    hits: tuple[Hit, ...]
    without_model: str = ""
    """Why meaning was not looked at; empty where it was."""
    best: float = 0.0
    """How sure the best was that there is, also where that was not enough."""


class Searcher:
    """Searches an index."""

    def __init__(self, index: "SkillIndex", weights: Weights = MEASURED, small_changes: int = SMALL_CHANGES) -> None:
        self._index = index
        self._weights = weights
        self._small_changes = small_changes
        self._connection = index.connection
        self._snapshots = Snapshots(index)
        self._fresh: Fresh | None = None
        self._many: tuple[object, Many] = (None, Many((), {}))

    def find(
        self,
        text: str,
        k: int,
        *,
        embedder: Embedder | None = None,
        filters: Filters | None = None,
        threshold: float = 0.0,
    ) -> Findings:
        """The skills that fit a need, the surest first; none where not even the best is sure enough.

        Beside one that is, less likely ones are given too: a long task may need several, and each has its score.
        """
        asked, why, vector = need(text), "there is nothing to take a meaning from", None
        if embedder is not None and asked.prose:
            try:
                vector, why = embedder.embed([asked.prose])[0], ""
            except ModelFailed as problem:
                embedder, why = None, str(problem)
        model, dimensions = (embedder.name, len(vector)) if embedder and vector is not None else ("", 0)

        def look() -> tuple[Hit, ...]:
            many = self._segments(model, dimensions)
            told = telling(many, asked.terms)
            wanted = _wanted(many, filters or Filters())
            question = Question(need=asked, vector=vector, wanted=wanted, k=k, weights=self._weights)
            found = scored(many, question, told)
            return self._hits(many, question, told, found)

        hits = self._steadily(look)
        best = hits[0].score if hits else 0.0
        given = tuple(hit for hit in hits if best >= threshold and hit.score >= threshold * BESIDE)
        return Findings(hits=given, without_model=why, best=best)

    def by_words(
        self, query: str, k: int, adding: Package | None = None, states: Sequence[State] = ("active",)
    ) -> list[Match]:
        """The skills that have most of a need's words, as if one more were among them."""
        terms = need(query).terms

        def look() -> list[Match]:
            many = self._segments("", 0) if adding is None else self._with(adding)
            sums = np.where(_wanted(many, Filters(states=tuple(states))), by_words(many, telling(many, terms)), 0.0)
            best = self._best(many, sums, k, adding)
            return [Match(name=name, state=state, score=fit) for fit, name, state, _ in best]

        return self._steadily(look)

    def candidates(self, package: Package, most: int) -> "dict[int, Entry]":
        """The skills in any state that have most of a skill's rarest words, itself by name left out."""
        words = dict.fromkeys(prepare(package.name, package.text).compared, 1.0)

        def look() -> "dict[int, Entry]":
            many = self._segments("", 0)
            rarest = dict(list(telling(many, words).items())[:LIKENESS_TERMS])
            sums = np.where(many.there, by_words(many, rarest), 0.0)
            best = self._best(many, sums, most + len(STATES), None)
            near = [id_ for _, name, _, id_ in best if name != storable(package.name)][:most]
            return self._index.by_id(near)

        return self._steadily(look)

    def without_vector(self, embedder: Embedder) -> int:
        """How many skills have not been embedded."""
        return len(self._missing(embedder))

    def embed_missing(self, embedder: Embedder, told: Callable[[int, int], None] | None = None) -> int:
        """Have a vector for every skill; say how many were embedded. Raises ModelFailed."""
        texts = self._missing(embedder)
        missing = list(texts)
        for at in range(0, len(missing), EMBEDDED_AT_ONCE):
            some = missing[at : at + EMBEDDED_AT_ONCE]
            vectors = embedder.embed([texts[key] for key in some])
            self._index.vectors.put(embedder.name, {key: small(one) for key, one in zip(some, vectors, strict=True)})
            if told is not None:
                told(at + len(some), len(missing))
        found = self._snapshots.now()
        if _lacks(found, embedder):
            self._snapshots.take(found, embedder.name)
        if missing:
            self._forget()
        return len(missing)

    def _missing(self, embedder: Embedder) -> dict[str, str]:
        """The texts that have not been embedded, by key."""
        found = self._snapshots.now()
        since = 0 if _lacks(found, embedder) else found.last
        rows = self._index.connection.execute("SELECT vector_key, embedded FROM entries WHERE id > ?", (since,))
        texts: dict[str, str] = dict(rows.fetchall())
        known = self._index.vectors.get(embedder.name, texts)
        return {key: text for key, text in texts.items() if key not in known}

    def _steadily(self, look: Callable[[], _Result]) -> _Result:
        """Do it; where the snapshot turns out to be broken, take another, and do it again."""
        try:
            return look()
        except UNSOUND:
            if self._index.path is None:
                raise
        try:
            self._mend()
            return look()
        except UNSOUND as error:
            raise Malformed(str(error)) from error

    def _mend(self) -> None:
        self._index.mended = True
        self._forget()
        self._snapshots.take(self._snapshots.now(), "")

    def _forget(self) -> None:
        self._snapshots.forget()
        self._fresh = None
        self._many = (None, Many((), {}))

    def _segments(self, model: str, dimensions: int) -> Many:
        """The book as it is now, with the vectors of a model."""
        if self._index.connection is not self._connection:
            # The file was made anew, and in it numbers begin again.
            self._forget()
            self._connection = self._index.connection
        version = (self._index.version(), model, dimensions)
        if version != self._many[0] or not self._snapshots.untouched():
            self._many = (version, self._gathered(model, dimensions))
        return self._many[1]

    def _gathered(self, model: str, dimensions: int) -> Many:
        found, since, gone = self._changes()
        if len(since) + len(gone) > max(self._small_changes, found.last // CHANGED) and not self._snapshots.no_room:
            self._snapshots.take(found, model)
            found, since, gone = self._changes()
        try:
            base = self._snapshots.loaded(found)
        except (OSError, ValueError):
            # Another process may have taken the next one, and this one away.
            if self._snapshots.now() == found:
                self._mend()
            found, since, gone = self._changes()
            base = self._snapshots.loaded(found)
        if base is not None and (found.model, base.vectors.shape[1]) != (model, dimensions):
            base = without_vectors(base, dimensions)
        kind = (found.number, model, dimensions)
        if self._fresh is None or self._fresh.kind != kind:
            self._fresh = Fresh(kind, lambda ids: self._snapshots.rows(ids, model))
        news, forgotten = self._fresh.now(since)
        return Many([segment for segment in (base, *news) if segment is not None], gone | forgotten)

    def _changes(self) -> tuple[Snapshot, list[int], dict[int, bytes]]:
        """The snapshot, the skills since, and the terms of those in it that are gone."""
        found = self._snapshots.now()
        execute = self._index.connection.execute
        since = [row[0] for row in execute("SELECT id FROM entries WHERE id > ? ORDER BY id", (found.last,))]
        return found, since, dict(execute("SELECT id, terms FROM gone").fetchall())

    def _with(self, package: Package) -> Many:
        """The book as if a skill were among the active ones, in place of the one that has its name."""
        many = self._segments("", 0)
        made = prepare(package.name, package.text)
        row = Row(
            id=ADDED,
            state=STATES.index("active"),
            domain=0,
            agent=0,
            scope=0,
            phase=0,
            terms=made.terms,
            weights=made.weights,
            purpose=made.purpose,
            named=made.named,
        )
        replaced = self._index.connection.execute(
            "SELECT id, terms FROM entries WHERE name = ? AND state = 'active'", (storable(package.name),)
        ).fetchall()
        return Many([*many.segments, built([row], 0)], {**many.gone, **dict(replaced)})

    def _best(
        self, many: Many, sums: npt.NDArray[np.float64], k: int, adding: Package | None
    ) -> list[tuple[float, str, State, int]]:
        """The k highest with their names; of two that are as high, the one whose name comes first."""
        if k < len(sums):
            least = np.partition(sums, -k)[-k]
            places = np.flatnonzero((sums >= least) & (sums > 0))
        else:
            places = np.flatnonzero(sums > 0)
        ids = [int(many.ids[place]) for place in places]
        entries = self._index.by_id(ids)
        found: list[tuple[float, str, State, int]] = []
        for place, id_ in zip(places, ids, strict=True):
            if id_ in entries:
                found.append((float(sums[place]), entries[id_].name, entries[id_].state, id_))
            elif id_ == ADDED and adding is not None:
                found.append((float(sums[place]), adding.name, "active", id_))
        return sorted(found, key=lambda each: (-each[0], *each[1:3]))[:k]

    def _hits(self, many: Many, question: Question, told: dict[str, float], found: list[Scored]) -> tuple[Hit, ...]:
        meant, written = question.vector is not None, question.need.words
        entries = self._index.by_id([each.id for each in found])
        ordered = sorted(
            (each for each in found if each.id in entries),
            key=lambda each: (-each.rank, entries[each.id].name, entries[each.id].state),
        )
        crowd = _crowd(many, ordered)
        hits: list[Hit] = []
        for each in ordered[: question.k]:
            terms = shared(many, each.place, told)
            plain = set(filter(is_telling_word, question.need.terms))
            signs = Signs(
                words=each.words,
                asked=sum(told.values()),
                terms=len(told),
                purpose=each.purpose,
                lead=each.rank - crowd,
                same_error=any(map(is_error, terms)),
                all_of_it=0 < len(plain) <= FEW_WORDS and plain <= set(terms),
                meaning=each.meaning if meant else None,
            )
            hits.append(
                Hit(
                    entry=entries[each.id],
                    # What comes later is not surer than what comes before it.
                    score=min(sureness(signs), hits[-1].score if hits else 1.0),
                    error=next((written[term] for term in terms if is_error(term)), ""),
                    words=tuple(
                        dict.fromkeys(written[term] for term in terms if term in written and not is_error(term))
                    ),
                    commands=tuple(term.removeprefix(COMMAND) for term in terms if is_command(term)),
                    signs=signs,
                )
            )
        return tuple(hits)


def _lacks(found: Snapshot, embedder: Embedder) -> bool:
    """Whether a snapshot has skills without vectors, or vectors of another model."""
    return bool(found.number and found.last and (found.model != embedder.name or found.without_vector))


def _crowd(many: Many, ordered: Sequence[Scored]) -> float:
    """The rank of the many: of those that come after a few and are about something else than the first."""
    after = ordered[1:]
    if len(after) < CROWD:
        return 0.0
    many_others = np.flatnonzero(others(many, ordered[0].place, [each.place for each in after]))
    return after[int(many_others[CROWD - 1])].rank if len(many_others) >= CROWD else 0.0


def _wanted(many: Many, filters: Filters) -> Booleans:
    """Which of the skills the filters let through."""
    found = many.filters()
    wanted = many.there & np.isin(found[:, 0], [STATES.index(state) for state in filters.states])
    domain = folder(filters.domain) if filters.domain else ""
    for column, value, free in ((1, domain, False), (2, filters.agent, False), (4, filters.phase, True)):
        if value:
            mine = found[:, column] == number(value)
            wanted &= mine | (found[:, column] == 0) if free else mine
    if filters.scope:
        wanted &= (found[:, 3] == SCOPES.index(filters.scope)) | (found[:, 3] == 0)
    return wanted
