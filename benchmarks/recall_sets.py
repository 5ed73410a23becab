"""What recall is measured with: needs with the skills that fit them, and the books that these are looked for in.

The labels are in labels/: skills of our own in groups of three siblings, written without sight of the needs; needs that
one of them fits, or none; and long tasks for skills of the public pool. The pool and the real tasks are in the data.
"""

import os
import random
import re
import sys
import tempfile
from collections.abc import Callable, Generator, Iterable, Mapping, Sequence
from contextlib import contextmanager
from functools import cache
from pathlib import Path
from typing import TypeVar

import msgspec
import numpy as np
import numpy.typing as npt

from afterwit.adapters.embeddings import embedder_of
from afterwit.config import Recall
from afterwit.model.package import MAIN, Package
from afterwit.model.skill_draft import Draft, write
from afterwit.ports import Embedder
from afterwit.recall.index import SkillIndex
from afterwit.recall.scoring import MEASURED, Weights
from afterwit.recall.searcher import Hit, Searcher
from afterwit.recall.sureness import Signs
from afterwit.recall.vectors import Vectors
from benchmarks.data import HERE, folder
from benchmarks.skillbook import pool

LABELS = HERE / "labels"
SIBLINGS = 3
SIZES = (30, 6)
"""Skills in the small books."""
BESIDE_SIBLINGS = 20
RESULTS = Recall().results
_STEP = re.compile(r"(?m)^\d+\.\s+")
_Label = TypeVar("_Label")


class Asked(msgspec.Struct, frozen=True, kw_only=True):
    """A need, and the skills that fit it."""

    text: str
    fits: frozenset[str]
    part: str = ""
    """tune, or test."""
    style: str = ""


class _Task(msgspec.Struct, frozen=True):
    query: str
    gold: frozenset[str]


class _Own(msgspec.Struct, frozen=True):
    id: str
    name: str
    description: str
    use_when: str
    domain: str
    situation: str
    guidance: str
    wrong: str
    error: str


def real_tasks() -> list[Asked]:
    """Tasks of a public benchmark; every other one is fitted to."""
    tasks = msgspec.json.decode((folder() / "retrieval-queries.json").read_bytes(), type=list[_Task])
    return [
        Asked(text=task.query, fits=task.gold, part=("tune", "test")[place % 2]) for place, task in enumerate(tasks)
    ]


def written_tasks(part: str) -> list[Asked]:
    """Tasks that were written for skills of the pool."""
    return [asked for asked in _labels("recall_tasks.jsonl", Asked) if asked.part == part]


def needs(part: str) -> list[Asked]:
    """Needs that one of our own skills fits, or none."""
    return [asked for asked in _labels("recall_needs.jsonl", Asked) if asked.part == part]


def symptoms(part: str) -> list[Asked]:
    """Those that one fits."""
    return [asked for asked in needs(part) if asked.fits]


@cache
def own() -> Mapping[str, Package]:
    """Our own skills by id, siblings next to each other."""
    return {skill.id: write(_draft(skill)) for skill in _labels("recall_skills.jsonl", _Own)}


def _draft(skill: _Own) -> Draft:
    return Draft(
        name=skill.name,
        description=skill.description,
        use_when=skill.use_when,
        domain=skill.domain,
        situation=skill.situation,
        guidance=tuple(step.strip() for step in _STEP.split(skill.guidance) if step.strip()),
        problem=skill.error,
        anti_patterns=(f"`{skill.wrong}`",) if skill.wrong else (),
    )


@cache
def public() -> Mapping[str, Package]:
    """The skills of the pool by id. Many folders have one name, so the id is part of it: it decides between equals."""
    return {skill.id: Package(name=f"{skill.folder}-{skill.id}", files={MAIN: skill.text.encode()}) for skill in pool()}


class Remembering:
    """An embedder that embeds a text once: each is looked for in several books."""

    def __init__(self, embedder: Embedder) -> None:
        self._embedder = embedder
        self._known: dict[str, npt.NDArray[np.float32]] = {}

    @property
    def name(self) -> str:
        """Which model it is."""
        return self._embedder.name

    def embed(self, texts: Sequence[str]) -> npt.NDArray[np.float32]:
        """A row for each text."""
        new = [text for text in dict.fromkeys(texts) if text not in self._known]
        if new:
            self._known.update(zip(new, self._embedder.embed(new), strict=True))
        return np.stack([self._known[text] for text in texts])


class Book:
    """Some skills with their index."""

    def __init__(self, skills: Mapping[str, Package], index: SkillIndex) -> None:
        self.index = index
        self._skills = {package.name: package for package in skills.values()}
        self._ids = {package.name: id_ for id_, package in skills.items()}
        index.sync((("active", name, "") for name in self._skills), lambda _, name: self._skills[name])

    def finder(self, embedder: Embedder | None, weights: Weights = MEASURED) -> Callable[[str, int], list[str]]:
        """What gives the ids of the best k for a need, the best first."""
        searcher = Searcher(self.index, weights)
        return lambda text, k: [self.id_of(hit.entry.name) for hit in searcher.find(text, k, embedder=embedder).hits]

    def first(self, text: str, embedder: Embedder | None) -> Hit | None:
        """The best, however unsure it is."""
        hits = self.index.searcher.find(text, RESULTS, embedder=embedder).hits
        return hits[0] if hits else None

    def id_of(self, name: str) -> str:
        """The id of the skill of this name."""
        return self._ids[name]


class Library:
    """All that is measured in: every skill in one book, our own in another, and books of a few of these."""

    def __init__(self, place: Path, vectors: Vectors, embedder: Embedder) -> None:
        self.embedder = embedder
        self._vectors = vectors
        self.everything = Book({**public(), **own()}, SkillIndex(place / "index.db", vectors))
        self.everything.index.searcher.embed_missing(embedder, _told)
        self.own = self.book(own())

    def book(self, ids: Iterable[str]) -> Book:
        """A book of these of our own skills."""
        book = Book({id_: own()[id_] for id_ in ids}, SkillIndex(vectors=self._vectors))
        book.index.searcher.embed_missing(self.embedder)
        return book

    def close(self) -> None:
        """Let go of the files."""
        self.own.index.connection.close()
        self.everything.index.close()


@contextmanager
def library() -> Generator[Library]:
    """It, in a folder that goes afterwards; vectors stay where `AFTERWIT_BENCH_CACHE` names a folder for them."""
    settings = Recall()
    embedder, why = embedder_of(settings.embedder, settings.embedder_model, settings.embedder_key)
    if embedder is None:
        raise SystemExit(why)
    with tempfile.TemporaryDirectory() as temporary:
        kept = Path(os.environ.get("AFTERWIT_BENCH_CACHE") or temporary)
        kept.mkdir(parents=True, exist_ok=True)
        made = Library(Path(temporary), Vectors(kept / "recall-vectors.db"), Remembering(embedder))
        try:
            yield made
        finally:
            made.close()


class Kind(msgspec.Struct, frozen=True, kw_only=True):
    """A kind of need in a kind of book."""

    book: str
    fits: bool
    """Whether a skill in the book fits."""
    counts: float
    """What all of this kind count together where sureness is fitted."""


OWN = "our own 120"
POOL = "the pool with our own hidden in it"
TASKS = "written tasks: the pool, where one fits, or our own"
REAL = "real tasks: the pool, where some fit, or our own"
SIBLINGS_ONLY = f"{BESIDE_SIBLINGS} of our own and siblings of the one that fits"
SMALL = {size: f"{size} of our own" for size in SIZES}
BOOKS = (OWN, *SMALL.values(), SIBLINGS_ONLY, POOL, TASKS, REAL)
_COUNTS: Mapping[tuple[str, bool], float] = {
    (OWN, True): 2.0,
    (OWN, False): 2.0,
    (POOL, True): 1.0,
    (POOL, False): 0.5,
    (TASKS, True): 2.0,
    (REAL, True): 2.0,
    (TASKS, False): 0.5,
    (REAL, False): 0.5,
    (SIBLINGS_ONLY, False): 1.0,
    **{(book, fits): 1.0 for book in SMALL.values() for fits in (True, False)},
}
KINDS = {key: Kind(book=key[0], fits=key[1], counts=counts) for key, counts in _COUNTS.items()}


class Answer(msgspec.Struct, frozen=True, kw_only=True):
    """What a search in a book gave first, with what it rests on; None where it found nothing at all."""

    kind: Kind
    model: bool
    """Whether it looked at meaning."""
    right: bool
    score: float
    signs: Signs | None


def answers(library: Library, part: str) -> list[Answer]:
    """The first result for every need of a part, in every kind of book, with the model and without."""
    found: list[Answer] = []

    def ask(book: Book, name: str, asked: Asked, fits: frozenset[str]) -> None:
        kind = KINDS[name, bool(fits)]
        for embedder in (library.embedder, None):
            hit = book.first(asked.text, embedder)
            found.append(
                Answer(
                    kind=kind,
                    model=embedder is not None,
                    right=hit is not None and book.id_of(hit.entry.name) in fits,
                    score=hit.score if hit else 0.0,
                    signs=hit.signs if hit else None,
                )
            )

    for asked in needs(part):
        ask(library.own, OWN, asked, asked.fits)
        ask(library.everything, POOL, asked, asked.fits)
        for name, ids, fits in _small_books(asked):
            book = library.book(ids)
            ask(book, name, asked, fits)
            book.index.connection.close()
    real = [asked for asked in real_tasks() if asked.part == part]
    for name, tasks in ((TASKS, written_tasks(part)), (REAL, real)):
        for asked in tasks:
            ask(library.everything, name, asked, asked.fits)
            ask(library.own, name, asked, frozenset())
    return found


def _small_books(asked: Asked) -> Generator[tuple[str, Sequence[str], frozenset[str]]]:
    """Books by chance, the same every time: their kind, the skills in them, and which of these fit."""
    chance = random.Random(asked.text)  # noqa: S311 - the same books every time
    others = [id_ for id_ in own() if id_ not in asked.fits]
    for size in SIZES:
        some = chance.sample(others, size)
        yield SMALL[size], some, frozenset()
        if asked.fits:
            yield SMALL[size], [*some[: size - len(asked.fits)], *asked.fits], asked.fits
    if asked.fits:
        every = list(own())
        group = {every.index(id_) // SIBLINGS for id_ in asked.fits}
        siblings = {id_ for place, id_ in enumerate(every) if place // SIBLINGS in group} - asked.fits
        more = chance.sample([id_ for id_ in others if id_ not in siblings], BESIDE_SIBLINGS)
        yield SIBLINGS_ONLY, sorted({*siblings, *more}), frozenset()


def _labels(name: str, kind: type[_Label]) -> list[_Label]:
    return [msgspec.json.decode(line, type=kind) for line in (LABELS / name).read_bytes().splitlines()]


def _told(done: int, of: int) -> None:
    if done == of or done % 1024 == 0:
        print(f"embedded {done:,} of {of:,} skills", file=sys.stderr)
