"""How fast skills are found among a thousand, ten thousand and a hundred thousand, beside peers on the same skills.

The skills are recombined from public ones: the name of one, the description of another, passages of two to five more.
Their vectors are recombined likewise, from real ones of the public skills: to embed a hundred thousand would take long,
and how long a product takes does not depend on the numbers. Needs are those of the quality benchmark, short ones
(complaints, errors, small tasks) and long ones (tasks of a page), embedded by the bundled model.

Every figure is of a process of its own. A warm search is the best of several rounds for each need on the clock, then
the median and the 95th percentile over the needs.
"""

import os
import random
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator, Sequence
from functools import cache
from itertools import islice
from pathlib import Path

import msgspec
import numpy as np
import numpy.typing as npt

from afterwit.adapters.embeddings import minilm
from afterwit.config import Config
from afterwit.engine.project import Project
from afterwit.engine.wire import INDEX, VECTORS, kernel
from afterwit.model import skill_document
from afterwit.model.package import Package
from afterwit.ports import Embedder
from afterwit.recall.index import SkillIndex
from afterwit.recall.need import need
from afterwit.recall.segment import small
from afterwit.recall.vectors import Vectors
from benchmarks.data import HERE, folder
from benchmarks.measure import wall_clock
from benchmarks.skillbook import pool

SIZES = (1000, 10_000, 100_000)
MIDDLE = 10_000
WANTED = {1000: 5, 10_000: 15, 100_000: 60}
"""Milliseconds of a warm search at most, at the median."""
FIRST_WITHOUT, FIRST_WITH = 400, 1500
"""Milliseconds of a fresh process's first search at most, without the model and with it."""
MEMORY = 300
"""Megabytes at most of a process that searches a hundred thousand."""
K = 5
ROUNDS = 5
STARTS = 9
CHANGES = 25
PASSAGE = (60, 250)
"""Words of a passage."""
FIRST_NEED = "the pull request is rejected because the branch is behind: rebase and push again"
FIRST_SEARCH = """
import sys
from pathlib import Path
from afterwit.recall.index import SkillIndex
from afterwit.recall.need import need
from afterwit.recall.vectors import Vectors
place = Path(sys.argv[1])
index = SkillIndex(place / "index.db", Vectors(place / "vectors.db"))
embedder = None
if sys.argv[2] == "model":
    from afterwit.adapters.embeddings import minilm
    embedder = minilm()
assert index.searcher.find(sys.argv[3], 5, embedder=embedder).hits
"""

Floats = npt.NDArray[np.float32]


class Skill(msgspec.Struct, frozen=True):
    """A recombined skill, with the places in the pool that its name and description are from."""

    package: Package
    named: int
    described: int


class Timed(msgspec.Struct, frozen=True):
    """Milliseconds of a warm search."""

    half: float
    """Half of the needs take no longer."""
    most: float
    """Nineteen of twenty take no longer."""


class Warm(msgspec.Struct, frozen=True, kw_only=True):
    """What warm searches take, for one kind of need."""

    words: Timed
    """Without the model."""
    given: Timed
    """By words and meaning, the need's vector given."""
    embedding: Timed
    """Making that vector."""
    whole: Timed
    """With the model, all of it."""


class Memory(msgspec.Struct, frozen=True, kw_only=True):
    """Megabytes of a process after all needs have been searched."""

    resident: int
    mapped: int
    """Of these, pages of files, which the machine takes back where it needs room."""
    peak: int


class Given:
    """An embedder that has the vectors already."""

    def __init__(self, embedder: Embedder, texts: Sequence[str]) -> None:
        self.name = embedder.name
        self._known = dict(zip(texts, embedder.embed(texts), strict=True))

    def embed(self, texts: Sequence[str]) -> Floats:
        """Those of these texts."""
        return np.array([self._known[text] for text in texts])


def skills() -> Iterator[Skill]:
    """Skills without end, the same ones every time."""
    chance = random.Random(7)  # noqa: S311
    documents = [skill_document.read(public.text) for public in pool()]
    words = [document.body.split(" ") for document in documents]
    for number in range(sys.maxsize):
        named, described = chance.randrange(len(words)), chance.randrange(len(words))
        body: list[str] = []
        for _ in range(chance.randint(2, 5)):
            source, size = chance.choice(words), chance.randint(*PASSAGE)
            start = chance.randrange(max(1, len(source) - size))
            body += source[start : start + size]
        name = f"{documents[named].name[:48]}-{number}"
        told = msgspec.json.encode(documents[described].description).decode()
        text = f"---\nname: {name}\ndescription: {told}\n---\n\n{' '.join(body)}\n"
        package = Package(name=f"rl-{number}", files={"SKILL.md": text.encode("utf-8", "replace")})
        yield Skill(package, named, described)


@cache
def _real_vectors() -> Floats:
    """Those of what the public skills say of themselves."""
    return minilm().embed([skill_document.read(public.text).description[:600] or public.folder for public in pool()])


def vectors_of(book: Sequence[Skill]) -> Floats:
    """A vector for each, of the description above all."""
    real = _real_vectors()
    made = real[[skill.described for skill in book]] + 0.5 * real[[skill.named for skill in book]]
    return made / np.linalg.norm(made, axis=1, keepdims=True)


@cache
def needs() -> dict[str, list[str]]:
    """Short and long ones."""
    files = {"short": "recall_needs.jsonl", "long": "recall_tasks.jsonl"}
    found: dict[str, list[str]] = {}
    for kind, name in files.items():
        lines = (HERE / "labels" / name).read_text(encoding="utf-8").splitlines()
        found[kind] = [msgspec.json.decode(line)["text"] for line in lines]
    return found


def opened(place: Path) -> SkillIndex:
    """The index in a folder."""
    return SkillIndex(place / INDEX, Vectors(place / VECTORS))


def fill(place: Path, book: Sequence[Skill], vectors: Floats) -> float:
    """Index all of it; say how many seconds that took without the vectors."""
    index, packages = opened(place), {skill.package.name: skill.package for skill in book}
    spent = wall_clock(
        lambda: index.sync([("active", name, "1") for name in packages], lambda _, name: packages[name])
    )
    put_vectors(index, book, vectors)
    index.close()
    return spent


def put_vectors(index: SkillIndex, book: Sequence[Skill], vectors: Floats) -> None:
    """Let the index have these as if the model had made them, and take its snapshot."""
    keys = dict(index.connection.execute("SELECT name, vector_key FROM entries").fetchall())
    named = {skill.package.name: vector for skill, vector in zip(book, vectors, strict=True)}
    embedder = minilm()
    index.vectors.put(embedder.name, {key: small(named[name]) for name, key in keys.items()})
    assert index.searcher.embed_missing(embedder) == 0
    index.searcher.find(FIRST_NEED, K, embedder=embedder)


def times(work: Callable[[str], object], texts: Sequence[str], rounds: int = ROUNDS) -> Timed:
    """What the work takes for each text at best: the median and the 95th percentile."""
    best = dict.fromkeys(texts, float("inf"))
    for text in texts[:3]:
        work(text)
    for _ in range(rounds):
        for text in texts:
            best[text] = min(best[text], wall_clock(lambda text=text: work(text)) * 1000)
    return Timed(statistics.median(best.values()), statistics.quantiles(best.values(), n=20)[-1])


def warm(place: Path) -> dict[str, Warm]:
    """What searches take in this process, by kind of need."""
    index, embedder = opened(place), minilm()
    searcher = index.searcher
    found: dict[str, Warm] = {}
    for kind, texts in needs().items():
        prose = {text: need(text).prose for text in texts}
        given = Given(embedder, list(prose.values()))
        found[kind] = Warm(
            words=times(lambda text: searcher.find(text, K), texts),
            given=times(lambda text: searcher.find(text, K, embedder=given), texts),
            embedding=times(lambda text: embedder.embed([prose[text]]), texts, rounds=2),
            whole=times(lambda text: searcher.find(text, K, embedder=embedder), texts, rounds=2),
        )
    return found
