"""All near-duplicates of ten thousand and of a hundred thousand skills: time, memory, and what is found.

Two books. One is recombined from public skills: the description of one, passages of two to five others; and every
thirtieth is a copy of another in which 3 to 10 % of the words are changed, a near-duplicate on purpose. In the other,
all are siblings: one text of eighty words in which every fourth is one of two hundred; none is to be called a
duplicate.
"""

import json
import random
import subprocess
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from functools import cache
from pathlib import Path

import msgspec

from afterwit.config import Judge
from afterwit.model import skill_document
from afterwit.model.words import features, said
from afterwit.recall.likeness import alike
from afterwit.recall.prepared import packed
from benchmarks.data import folder
from benchmarks.measure import interval
from benchmarks.skillbook import pool

SIZES = (10_000, 100_000)
PLANTED = 30
"""One in so many is a near-duplicate of another."""
EDITED = (0.03, 0.10)
PASSAGE = (60, 250)
"""Words of a passage."""
GRID = 50
"""Passages start at every so many words, so that many have one in common."""
TEMPLATE = 80
BLANK = 4
FILLINGS = 200
THRESHOLD = Judge().duplicate_similarity

Words = list[str]
Said = tuple[Words, Words]
"""The words of a description, and of a body."""


class Measured(msgspec.Struct):
    """What a run says of itself."""

    seconds: float
    processor: float
    before: int
    """Megabytes at most before the search, the book among them."""
    peak: int
    pairs: int
    planted: int
    found: int


@cache
def _public() -> tuple[tuple[Said, ...], Words]:
    """The words of each public skill, and words to take others from."""
    every = tuple(said(skill_document.read(public.text)) for public in pool())
    return every, sorted({word for _, body in every[::20] for word in body})


def _edited(words: Sequence[str], share: float, chance: random.Random) -> Words:
    others = _public()[1]
    return [chance.choice(others) if chance.random() < share else word for word in words]


def _recombined(chance: random.Random) -> Iterator[Said]:
    every = _public()[0]
    while True:
        body: Words = []
        for _ in range(chance.randint(2, 5)):
            source, size = chance.choice(every)[1], chance.randint(*PASSAGE)
            start = chance.randrange(0, max(1, len(source) - size), GRID)
            body += source[start : start + size]
        yield chance.choice(every)[0], body


def _siblings(chance: random.Random) -> Iterator[Said]:
    template = next(body for _, body in _public()[0] if len(set(body)) > TEMPLATE)[:TEMPLATE]
    fillings = chance.sample(_public()[1], FILLINGS)
    while True:
        words = [chance.choice(fillings) if place % BLANK == 0 else word for place, word in enumerate(template)]
        yield [], words


BOOKS: dict[str, tuple[Callable[[random.Random], Iterator[Said]], int]] = {
    "recombined": (_recombined, PLANTED),
    "siblings": (_siblings, 0),
}


def book(kind: str, size: int) -> tuple[list[bytes], list[tuple[int, int]]]:
    """The features of so many skills, and the pairs that are near-duplicates on purpose."""
    chance = random.Random(7)  # noqa: S311 - the same book every time
    make, one_in = BOOKS[kind]
    copies = size // one_in if one_in else 0
    sources = set(chance.sample(range(size - copies), copies))
    texts: list[bytes] = []
    edited: list[tuple[int, bytes]] = []
    for place, parts in zip(range(size - copies), make(chance), strict=False):
        texts.append(packed(features(parts)))
        if place in sources:
            share = chance.uniform(*EDITED)
            edited.append((place, packed(features([_edited(words, share, chance) for words in parts]))))
    planted = [(place, len(texts) + number) for number, (place, _) in enumerate(edited)]
    return texts + [text for _, text in edited], planted


def measure(kind: str, size: int) -> Measured:
    """One search, in this process."""
    texts, planted = book(kind, size)
    before = _peak()
    clock, processor = time.perf_counter(), time.process_time()
    pairs = {pair[:2] for pair in alike(texts, THRESHOLD)}
    return Measured(
        seconds=time.perf_counter() - clock,
        processor=time.process_time() - processor,
        before=before,
        peak=_peak(),
        pairs=len(pairs),
        planted=len(planted),
        found=sum(pair in pairs for pair in planted),
    )


def _peak() -> int:
    """Megabytes; getrusage would count what the parent had when it forked."""
    lines = Path("/proc/self/status").read_text(encoding="utf-8").splitlines()
    return next(int(line.split()[1]) for line in lines if line.startswith("VmHWM")) // 1000


def report() -> list[str]:
    """Both books at both sizes, each in a process of its own."""
    if not (folder() / "skills-pool.jsonl.gz").is_file():
        return ["\n## Near-duplicates\n", "Not measured: there is no skills-pool.jsonl.gz in the data folder."]
    rows = [
        "\n## Near-duplicates\n",
        f"Every pair from {THRESHOLD} on, none missed, from the stored words of each skill (wanted: 10,000 in 5 s,",
        "100,000 in 3 minutes on two cores; one is used for all but products of tables):\n",
        "| book | skills | on the clock | processor | peak memory (with the book; before) | pairs | planted found |",
        "|---|---|---|---|---|---|---|",
    ]
    for kind in BOOKS:
        for size in SIZES:
            command = [sys.executable, "-m", "benchmarks.near_duplicates", kind, str(size)]
            place = Path(__file__).parent.parent
            done = subprocess.run(command, capture_output=True, text=True, check=True, cwd=place)  # noqa: S603
            one = msgspec.json.decode(done.stdout.splitlines()[-1], type=Measured)
            planted = interval(one.found, one.planted) if one.planted else "none planted"
            rows.append(
                f"| {kind} | {size:,} | {one.seconds:.1f} s | {one.processor:.1f} s"
                f" | {one.peak:,} MB ({one.before:,}) | {one.pairs:,} | {planted} |"
            )
    return rows


if __name__ == "__main__":
    if len(sys.argv) > 1:
        print(json.dumps(msgspec.to_builtins(measure(sys.argv[1], int(sys.argv[2])))))
    else:
        print("\n".join(report()))
