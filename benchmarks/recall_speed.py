"""How fast skills are found among a thousand, ten thousand and a hundred thousand, beside peers on the same skills.

The skills are recombined from public ones: the name of one, the description of another, passages of two to five more.
Their vectors are recombined likewise, from real ones of the public skills: to embed a hundred thousand would take long,
and how long a product takes does not depend on the numbers. Needs are those of the quality benchmark, short ones
(complaints, errors, small tasks) and long ones (tasks of a page), embedded by the bundled model.

A warm search is the best of several rounds for each need, on the clock, then the median and the 95th percentile over
the needs. Processes start with their bytecode written, as those of an installed package do. The peers are run by the
interpreter that `AFTERWIT_PEERS_PYTHON` names (requirements/peer.txt).
"""

import os
import random
import statistics
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import cache, partial
from itertools import islice, product
from pathlib import Path
from typing import cast

import msgspec
import numpy as np
import numpy.typing as npt

from afterwit.adapters.embeddings import minilm
from afterwit.config import Config
from afterwit.engine.project import Project
from afterwit.engine.shelf import INDEX, VECTORS, shelf
from afterwit.model import skill_document
from afterwit.model.package import Package
from afterwit.ports import Embedder
from afterwit.recall.index import SkillIndex
from afterwit.recall.need import need
from afterwit.recall.searcher import SMALL_CHANGES
from afterwit.recall.segment import small
from afterwit.recall.vectors import Vectors
from benchmarks.data import HERE, folder
from benchmarks.measure import wall_clock
from benchmarks.skillbook import pool

MIDDLE = 10_000
WANTED = {1000: 5, 10_000: 15, 100_000: 60}
"""Milliseconds of a warm search at most, at the median, by how many skills there are."""
FIRST_WANTED = {"none": 400, "bundled": 1500}
"""Milliseconds of a fresh process's first search at most, by embedder."""
MEMORY_WANTED = 300
"""Megabytes at most of a process that searches a hundred thousand."""
PEER_SIZES = (1000, 10_000)
"""A hundred thousand take them too long to fill."""
PEERS = "AFTERWIT_PEERS_PYTHON"
K = 5
ROUNDS = 3
STARTS = 9
STARTS_OF_PEERS = 2
CHANGES = 25
WORDS_OF_A_PASSAGE = (60, 250)
FIRST_NEED = "the pull request is rejected because the branch is behind: rebase and push again"
SEARCHING = """
import json, sys
from pathlib import Path
from afterwit.recall.index import SkillIndex
from afterwit.recall.vectors import Vectors

place = Path(sys.argv[1])
index = SkillIndex(place / "index.db", Vectors(place / "vectors.db"))
embedder = None
if sys.argv[2] == "bundled":
    from afterwit.adapters.embeddings import minilm
    embedder = minilm()
for need in json.load(sys.stdin):
    index.searcher.find(need, 5, embedder=embedder)
print(Path("/proc/self/status").read_text())
"""
"""A process that searches and does nothing else."""

Floats = npt.NDArray[np.float32]


class Skill(msgspec.Struct, frozen=True):
    """A recombined skill, with the places in the pool that its name and description are from."""

    package: Package
    named: int
    described: int


class Timed(msgspec.Struct, frozen=True):
    """Milliseconds that half of the needs, and nineteen of twenty, take at most."""

    half: float
    most: float

    def __str__(self) -> str:
        return f"{self.half:.1f} / {self.most:.1f}"


class Warm(msgspec.Struct, frozen=True, kw_only=True):
    """What warm searches take: by words, with the need's vector given, making that vector, and all of it together."""

    words: Timed
    given: Timed
    embedding: Timed
    whole: Timed


class Book(msgspec.Struct, frozen=True, kw_only=True):
    """Skills in a project."""

    size: int
    project: Project
    seconds: float
    """What it took to index them, without vectors."""

    def index(self) -> SkillIndex:
        """The index of the project."""
        return SkillIndex(self.project.state / INDEX, Vectors(self.project.state / VECTORS))


class Given:
    """An embedder that has the vectors of these texts already."""

    def __init__(self, embedder: Embedder, texts: Sequence[str]) -> None:
        self.name = embedder.name
        self._known = dict(zip(texts, embedder.embed(texts), strict=True))

    def embed(self, texts: Sequence[str]) -> Floats:
        """Those of some."""
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
            source, size = chance.choice(words), chance.randint(*WORDS_OF_A_PASSAGE)
            start = chance.randrange(max(1, len(source) - size))
            body += source[start : start + size]
        name = f"{documents[named].name[:48]}-{number}"
        told = msgspec.json.encode(documents[described].description).decode()
        text = f"---\nname: {name}\ndescription: {told}\n---\n\n{' '.join(body)}\n"
        package = Package(name=f"rl-{number}", files={"SKILL.md": text.encode("utf-8", "replace")})
        yield Skill(package, named, described)


@cache
def real_vectors() -> Floats:
    """Those of what the public skills say of themselves."""
    return minilm().embed([skill_document.read(public.text).description[:600] or public.folder for public in pool()])


def vectors_of(book: Sequence[Skill]) -> Floats:
    """A vector for each, of the description above all."""
    real = real_vectors()
    made = real[[skill.described for skill in book]] + 0.5 * real[[skill.named for skill in book]]
    return (made / np.linalg.norm(made, axis=1, keepdims=True)).astype(np.float32)


@cache
def needs() -> dict[str, list[str]]:
    """Short and long ones."""
    files = {"short": HERE / "labels" / "recall_needs.jsonl", "long": HERE / "labels" / "recall_tasks.jsonl"}
    lines = {kind: path.read_bytes().splitlines() for kind, path in files.items()}
    return {kind: [msgspec.json.decode(line)["text"] for line in each] for kind, each in lines.items()}


def build(root: Path, size: int) -> Book:
    """A project with so many skills, indexed as it is when it is first opened, and with vectors."""
    project = Project(root / str(size))
    made = list(islice(skills(), size))
    for skill in made:
        place = project.state / "skills" / skill.package.name
        place.mkdir(parents=True)
        (place / "SKILL.md").write_bytes(skill.package.files["SKILL.md"])

    def look() -> None:
        with shelf(project, Config()):
            pass

    book = Book(size=size, project=project, seconds=wall_clock(look))
    put_vectors(book, made)
    return book


def put_vectors(book: Book, made: Sequence[Skill]) -> None:
    """Let an index have vectors as if the model had made them, and take its snapshot."""
    index, embedder = book.index(), minilm()
    keys = dict(index.connection.execute("SELECT name, vector_key FROM entries").fetchall())
    vectors = zip(made, vectors_of(made), strict=True)
    index.vectors.put(embedder.name, {keys[skill.package.name]: small(vector) for skill, vector in vectors})
    assert index.searcher.embed_missing(embedder) == 0
    assert index.searcher.find(FIRST_NEED, K, embedder=embedder).hits
    index.close()


def timed(milliseconds: Sequence[float]) -> Timed:
    """Median and 95th percentile."""
    return Timed(statistics.median(milliseconds), statistics.quantiles(milliseconds, n=20)[-1])


def times(work: Callable[[str], object], texts: Sequence[str]) -> Timed:
    """What the work takes for each text at best."""
    best = [float("inf")] * len(texts)
    for _ in range(ROUNDS):
        for at, text in enumerate(texts):
            best[at] = min(best[at], wall_clock(lambda text=text: work(text)) * 1000)
    return timed(best)


@cache
def known() -> Given:
    """The vectors of all needs."""
    return Given(minilm(), [need(text).prose for texts in needs().values() for text in texts])


def with_given(book: Book) -> dict[str, Timed]:
    """What searches by words and meaning take, the needs' vectors given."""
    find = partial(book.index().searcher.find, k=K, embedder=known())
    return {kind: times(find, texts) for kind, texts in needs().items()}


def warm(book: Book) -> dict[str, Warm]:
    """What searches take, by kind of need."""
    find, embedder, given = book.index().searcher.find, minilm(), with_given(book)
    prose = {text: need(text).prose for texts in needs().values() for text in texts}
    return {
        kind: Warm(
            words=times(partial(find, k=K), texts),
            given=given[kind],
            embedding=times(lambda text: embedder.embed([prose[text]]), texts),
            whole=times(partial(find, k=K, embedder=embedder), texts),
        )
        for kind, texts in needs().items()
    }


def changing(book: Book) -> tuple[Timed, float]:
    """Milliseconds of a change and the search after it, and of a search that has to take a new snapshot."""
    index = book.index()
    given = Given(minilm(), [need(FIRST_NEED).prose])
    new = [skill.package for skill in islice(skills(), MIDDLE, MIDDLE + CHANGES + SMALL_CHANGES)]

    def change(package: Package) -> None:
        index.put(package, "active", "1")
        index.searcher.find(FIRST_NEED, K, embedder=given)

    index.searcher.find(FIRST_NEED, K, embedder=given)
    spent = [wall_clock(lambda package=package: change(package)) * 1000 for package in new[:CHANGES]]
    for package in new[CHANGES:]:
        index.put(package, "active", "1")
    snapshot = wall_clock(lambda: index.searcher.find(FIRST_NEED, K, embedder=given)) * 1000
    index.close()
    return timed(spent), snapshot


def started(commands: Mapping[str, Sequence[str]], embedder: str, book: Book, starts: int) -> dict[str, float]:
    """Milliseconds of each command from its start to its end, the best of several; they take turns."""
    bytecode = str(book.project.root.with_name("bytecode"))
    environment = {name: value for name, value in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"}
    environment |= {"PYTHONPYCACHEPREFIX": bytecode, "AFTERWIT_RECALL_EMBEDDER": embedder}
    asked = msgspec.json.encode([FIRST_NEED])
    run = partial(subprocess.run, input=asked, cwd=book.project.root, env=environment, capture_output=True, check=True)
    for command in commands.values():
        run(command)
    best = dict.fromkeys(commands, float("inf"))
    for _ in range(starts):
        for name, command in commands.items():
            best[name] = min(best[name], wall_clock(lambda command=command: run(command)) * 1000)
    return best


def memory(book: Book, embedder: str) -> dict[str, int]:
    """Megabytes of a process after all needs have been searched, by kind of page."""
    asked = msgspec.json.encode([text for texts in needs().values() for text in texts])
    command = [sys.executable, "-c", SEARCHING, str(book.project.state), embedder]
    told = subprocess.run(command, input=asked, capture_output=True, check=True).stdout.decode()  # noqa: S603
    lines = (line.split() for line in told.splitlines() if line.endswith("kB"))
    return {name.rstrip(":"): int(kilobytes) // 1000 for name, kilobytes, _ in lines}


def hand_over(given: Path) -> None:
    """Write skills, needs and all vectors for the peers."""
    book = list(islice(skills(), max(PEER_SIZES)))
    (given / "skills.json").write_bytes(msgspec.json.encode([skill.package.text for skill in book]))
    (given / "needs.json").write_bytes(msgspec.json.encode(needs()))
    np.save(given / "vectors.npy", vectors_of(book))
    for kind, texts in needs().items():
        np.save(given / f"{kind}.npy", known().embed([need(text).prose for text in texts]))


def _peer(name: str, *arguments: object) -> list[str]:
    return [str(Path(os.environ[PEERS]).absolute()), str(HERE / f"peer_{name}.py"), *map(str, arguments)]


def _said(command: Sequence[str]) -> dict[str, list[float] | float]:
    done = subprocess.run(command, capture_output=True, text=True, check=True)  # noqa: S603 - our own
    return msgspec.json.decode(done.stdout.splitlines()[-1], type=dict[str, list[float] | float])


def beside(books: Mapping[int, Book], first: float) -> list[str]:
    """The peers' figures on the same skills and needs, and how many times ours they are."""
    rows = [
        "\nBeside peers on the same skills and needs, ours right after each. All are given the vectors, so no model",
        "is timed; we search by words and meaning, and the fresh process is ours without the model. chroma is",
        "asked by vector alone, and once more among the skills that have the need's longest word; mem0 by vector;",
        "ace-framework does not search, it writes down all skills. Above 1, ours is faster.\n",
        "| skills | peer | needs | median / 95th, ms | ours | ratio | fresh process | ratio | to fill | memory |",
        "|---|---|---|---|---|---|---|---|---|---|",
    ]
    if PEERS not in os.environ:
        return ["", f"Peers were not measured: set {PEERS} to a Python that has requirements/peer.txt."]
    given = books[MIDDLE].project.root.with_name("given")
    given.mkdir()
    hand_over(given)
    for name, size in product(("chroma", "mem0"), PEER_SIZES):
        store = given / f"{name}-{size}"
        filled = _said(_peer(name, "fill", store, given, size))["seconds"]
        found, ours = _said(_peer(name, "search", store, given, size)), with_given(books[size])
        fresh = started({name: _peer(name, "first", store, given, size)}, "none", books[size], STARTS_OF_PEERS)[name]
        ratio = f"{fresh / first:.1f}" if size == MIDDLE else ""
        rest = f"{fresh:,.0f} ms | {ratio} | {filled:.0f} s | {found.pop('resident'):.0f} MB |"
        for kind, spent in found.items():
            taken, mine = timed(cast("list[float]", spent)), ours[kind.split()[0]]
            rows.append(f"| {size:,} | {name} | {kind} | {taken} | {mine} | {taken.half / mine.half:.1f} | {rest}")
    for size in PEER_SIZES:
        told = cast("dict[str, float]", _said(_peer("ace_recall", given, size)))
        spent, mine = told["prompt"] * 1000, with_given(books[size])["short"]
        much = f"any ({told['characters'] / 1e6:.0f} million characters)"
        rows.append(f"| {size:,} | ace-framework | {much} | {spent:,.0f} | {mine} | {spent / mine.half:,.0f} | | | | |")
    return rows


def fresh_processes(book: Book) -> tuple[float, list[str]]:
    """Milliseconds of the library's first search without the model; and the lines that tell of all first searches."""
    rows = [
        f"\nFirst search of a fresh process at {book.size:,} skills, start to end, on the clock, best of {STARTS}:\n",
        "| embedder | library | `afterwit search` | wanted |",
        "|---|---|---|---|",
    ]
    first: list[float] = []
    for embedder, wanted in FIRST_WANTED.items():
        commands = {
            "library": [sys.executable, "-c", SEARCHING, str(book.project.state), embedder],
            "command": [str(Path(sys.executable).with_name("afterwit")), "search", "--all", FIRST_NEED],
        }
        best = started(commands, embedder, book, STARTS)
        first.append(best["library"])
        rows.append(f"| {embedder} | {best['library']:.0f} ms | {best['command']:.0f} ms | ≤ {wanted} ms |")
    return first[0], rows


def room_and_changes(books: Mapping[int, Book]) -> list[str]:
    """Memory, files, indexing and changes."""
    rows = [f"\nResident memory after every need, at {max(books):,} skills (wanted: ≤ {MEMORY_WANTED} MB):"]
    for embedder in FIRST_WANTED:
        used = memory(books[max(books)], embedder)
        rows.append(f"embedder {embedder} {used['VmRSS']} MB, of which {used['RssFile']} MB are pages of files;")
    for size, book in books.items():
        files = sum(path.stat().st_size for path in book.project.state.glob("*.db*")) / 1e6
        rows.append(f"index of {size:,}: {files:,.0f} MB on disk, made from the folders in {book.seconds:.0f} s;")
    change, snapshot = changing(books[MIDDLE])
    return [
        *rows,
        f"one skill more at {MIDDLE:,} and the search after it: {change} ms; the search that takes a new snapshot,",
        f"after {SMALL_CHANGES} changes: {snapshot:.0f} ms.",
    ]


def report() -> list[str]:
    """All of it."""
    rows = ["\n## How fast skills are found\n"]
    if not (folder() / "skills-pool.jsonl.gz").is_file():
        return [*rows, "Not measured: there is no skills-pool.jsonl.gz in the data folder."]
    rows += [
        f"The {K} best of skills recombined from public ones, for {len(needs()['short'])} short needs and",
        f"{len(needs()['long'])} long ones: median / 95th percentile in ms on the clock, the best of {ROUNDS} rounds.",
        "The vectors of the skills are recombined from real ones, which makes no difference to the time.\n",
        "| skills | needs | words only | and meaning, vector given | embedding alone | all with the model | wanted |",
        "|---|---|---|---|---|---|---|",
    ]
    with tempfile.TemporaryDirectory() as root:
        books = {size: build(Path(root), size) for size in WANTED}
        for size, book in books.items():
            for kind, one in warm(book).items():
                told = f"{one.words} | {one.given} | {one.embedding} | {one.whole}"
                rows.append(f"| {size:,} | {kind} | {told} | ≤ {WANTED[size]} |")
        first, more = fresh_processes(books[MIDDLE])
        return [*rows, *more, *room_and_changes(books), *beside(books, first)]


if __name__ == "__main__":
    print("\n".join(report()))
