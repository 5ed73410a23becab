"""The searcher: has the book as arrays, most of it in a snapshot and what is new beside it, and searches them."""

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, TypeVar

import msgspec
import numpy as np
import numpy.typing as npt

from afterwit.errors import ModelFailed
from afterwit.model.package import Package, State
from afterwit.model.skill import Match
from afterwit.ports import Embedder
from afterwit.recall.fresh import Fresh
from afterwit.recall.index_file import discard_snapshots, snapshot_file
from afterwit.recall.marks import COMMAND, is_error
from afterwit.recall.need import need
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
from afterwit.recall.segment import Mapped, Row, Segment, built, mapped, save, small, without_vectors
from afterwit.recall.sureness import Signs, sureness

if TYPE_CHECKING:
    from afterwit.recall.index import Entry, SkillIndex

SMALL_CHANGES = 500
"""So many skills may have changed since the snapshot before a new one is made."""
EMBEDDED_AT_ONCE = 64
LIKENESS_TERMS = 24
"""The rarest words of a skill: whatever is nearly the same has most of them."""
STATES: tuple[State, ...] = ("active", "pending", "archived")
SCOPES = ("", "project", "user")
_ROW = "id, state, domain, agent, scope, phase, terms, weights, purpose, named"
FEW_WORDS = 4
"""A need of no more is keywords."""
CROWD = 5
"""What stands out is ahead of the one that comes after so many: a few may be copies of it."""
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
    """How sure it is that it fits, from 0 to 1."""
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
        self._base: Mapped | None = None
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
        """The skills that fit a need, the surest first; none where not even the best is sure enough."""
        asked, why, vector = need(text), "no model", None
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
        return Findings(hits=hits if best >= threshold else (), without_model=why, best=best)

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
        if self._snapshot_lacks(embedder):
            self._take_snapshot(embedder.name)
        if missing:
            self._forget()
        return len(missing)

    def _snapshot_lacks(self, embedder: Embedder) -> bool:
        """Whether the snapshot has skills without vectors, or vectors of another model."""
        number_, last, model, without = self._snapshot()
        return bool(number_ and last and (model != embedder.name or without))

    def _missing(self, embedder: Embedder) -> dict[str, str]:
        """The texts that have not been embedded, by key."""
        since = 0 if self._snapshot_lacks(embedder) else self._snapshot()[1]
        rows = self._index.connection.execute("SELECT vector_key, embedded FROM entries WHERE id > ?", (since,))
        texts: dict[str, str] = dict(rows.fetchall())
        known = self._index.vectors.get(embedder.name, texts)
        return {key: text for key, text in texts.items() if key not in known}

    def _steadily(self, look: Callable[[], _Result]) -> _Result:
        """Do it; where the snapshot turns out to be broken, take another, and do it again."""
        try:
            return look()
        except (IndexError, ValueError):
            if self._index.path is None:
                raise
        self._mend()
        return look()

    def _mend(self) -> None:
        self._index.mended = True
        self._forget()
        self._take_snapshot("")

    def _forget(self) -> None:
        self._base = None
        self._fresh = None
        self._many = (None, Many((), {}))

    def _segments(self, model: str, dimensions: int) -> Many:
        """The book as it is now, with the vectors of a model."""
        if self._index.connection is not self._connection:
            # The file was made anew, and in it numbers begin again.
            self._forget()
            self._connection = self._index.connection
        version = (self._index.version(), model, dimensions)
        if version == self._many[0] and (self._base is None or self._base.untouched()):
            return self._many[1]
        number_, last, of, _ = self._snapshot()
        since = self._index.connection.execute("SELECT id FROM entries WHERE id > ? ORDER BY id", (last,)).fetchall()
        gone = dict(self._index.connection.execute("SELECT id, terms FROM gone").fetchall())
        if len(since) + len(gone) > self._small_changes and self._index.path is not None:
            self._take_snapshot(model)
            return self._segments(model, dimensions)
        try:
            base = self._loaded(number_)
        except (OSError, ValueError):
            # Another process may have taken the next one, and this one away.
            if self._snapshot()[0] == number_:
                self._mend()
            return self._segments(model, dimensions)
        if base is not None and (of, base.vectors.shape[1]) != (model, dimensions):
            base = without_vectors(base, dimensions)
        if self._fresh is None or self._fresh.kind != (number_, model, dimensions):
            self._fresh = Fresh((number_, model, dimensions), lambda ids: self._rows(ids, model))
        news, forgotten = self._fresh.now([row[0] for row in since])
        many = Many([segment for segment in (base, *news) if segment is not None], gone | forgotten)
        self._many = (version, many)
        return many

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

    def _loaded(self, number_: int) -> Segment | None:
        if number_ == 0 or self._index.path is None:
            return None
        file = snapshot_file(self._index.path, number_)
        if self._base is None or self._base.path != file or not self._base.untouched():
            self._base = mapped(file)
        return self._base.segment

    def _snapshot(self) -> tuple[int, int, str, int]:
        found = self._index.connection.execute("SELECT number, last, model, without_vector FROM snapshot").fetchone()
        return found[0], found[1], found[2], found[3]

    def _take_snapshot(self, model: str) -> None:
        """Write all that there is as arrays, and have the index begin anew from there."""
        path = self._index.path
        if path is None:
            return
        with self._index.transaction():
            number_, _, before, _ = self._snapshot()
            rows = self._rows(None, model or before)
            dimensions = max((len(row.vector) for row in rows), default=0)
            save(built(rows, dimensions), snapshot_file(path, number_ + 1))
            without = sum(not row.vector for row in rows)
            last = max((row.id for row in rows), default=0)
            self._index.connection.execute("DELETE FROM gone")
            self._index.connection.execute(
                "UPDATE snapshot SET number = ?, last = ?, model = ?, without_vector = ?",
                (number_ + 1, last, model or before, without),
            )
        discard_snapshots(path, number_ + 1)

    def _rows(self, ids: Sequence[int] | None, model: str) -> list[Row]:
        """These skills, or all of them, with their vectors."""
        which = "" if ids is None else f" WHERE id IN ({','.join('?' * len(ids))})"
        found = self._index.connection.execute(
            f"SELECT {_ROW}, vector_key FROM entries{which} ORDER BY id",  # noqa: S608 - names and marks
            ids or (),
        ).fetchall()
        vectors = self._index.vectors.get(model, [row[-1] for row in found]) if model and found else {}
        return [
            Row(
                id=row[0],
                state=STATES.index(row[1]),
                domain=number(row[2]),
                agent=number(row[3]) if row[3] else 0,
                scope=SCOPES.index(row[4]),
                phase=number(row[5]) if row[5] else 0,
                terms=row[6],
                weights=row[7],
                purpose=row[8],
                named=row[9],
                vector=vectors.get(row[10], b""),
            )
            for row in found
        ]

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
            plain = question.need.terms.keys() & written.keys()
            signs = Signs(
                words=each.words,
                asked=sum(told.values()),
                terms=len(told),
                purpose=each.purpose,
                lead=each.rank - crowd,
                same_error=any(map(is_error, terms)),
                all_of_it=len(plain) <= FEW_WORDS and plain <= set(terms),
                meaning=each.meaning if meant else None,
            )
            hits.append(
                Hit(
                    entry=entries[each.id],
                    # What comes later is not surer than what comes before it.
                    score=min(sureness(signs), hits[-1].score if hits else 1.0),
                    words=tuple(dict.fromkeys(written[term] for term in terms if term in written)),
                    commands=tuple(term.removeprefix(COMMAND) for term in terms if term.startswith(COMMAND)),
                    signs=signs,
                )
            )
        return tuple(hits)


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
    for column, value, free in ((1, filters.domain, False), (2, filters.agent, False), (4, filters.phase, True)):
        if value:
            mine = found[:, column] == number(value)
            wanted &= mine | (found[:, column] == 0) if free else mine
    if filters.scope:
        wanted &= (found[:, 3] == SCOPES.index(filters.scope)) | (found[:, 3] == 0)
    return wanted
