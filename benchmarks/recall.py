"""Is the right skill found, and is nothing found where none fits? `make bench-recall`; `--fit` fits sureness anew.

Every figure is of one run. Plain BM25 over the full text is measured beside ours, and ours without each of its signals.
"""

import re
import sys
from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence
from math import log
from pathlib import Path

import msgspec
import numpy as np
import numpy.typing as npt

from afterwit.config import Recall
from afterwit.model.package import Package
from afterwit.ports import Embedder
from afterwit.recall.index_file import snapshot_file
from afterwit.recall.marks import is_command, is_error
from afterwit.recall.need import Need, need
from afterwit.recall.scoring import MEASURED, Many, Question, Weights, scored, telling
from afterwit.recall.segment import load
from benchmarks import recall_fit
from benchmarks.data import folder
from benchmarks.measure import interval
from benchmarks.recall_sets import (
    BOOKS,
    Answer,
    Asked,
    Book,
    Library,
    answers,
    library,
    own,
    public,
    real_tasks,
    symptoms,
    written_tasks,
)

FIRST = 5
DEPTH = 20
"""Results that are looked at; what comes later is not found."""
FUSED = 100
"""Results of each signal whose ranks are fused."""
RANK_CONSTANT = 60
K1, B = 1.2, 0.75
RESAMPLES = 10_000
OURS, PLAIN, NO_MODEL = "**ours**", "plain BM25, full text", "without meaning (no model)"
REAL, TEST = "real tasks", "symptoms, held out"
PARTS = {"tune": "tune", "test": "test", "held_out": "held out"}
"""The weights were chosen on the first, with the second in sight; the third was written when they were settled."""
SETTINGS = Recall()
THRESHOLDS = (SETTINGS.threshold, SETTINGS.unasked_threshold)

THRESHOLD_HEAD = (
    "| book | threshold | one fits: answered | first right of these | none fits: left alone | first right of all |",
    "|---|---|---|---|---|---|",
)

Way = Callable[[str, int], list[str]]
"""Gives the ids of the best k skills for a need, the best first."""
Floats = npt.NDArray[np.float64]


class Quality(msgspec.Struct, frozen=True):
    """How well each of some needs was answered."""

    recall: Floats
    """The part of the fitting skills that is among the first five."""
    reciprocal: Floats
    """1 through the rank of the first that fits."""
    first: Floats
    """1 where the first result fits."""

    def __str__(self) -> str:
        return f"{self.recall.mean():.3f} / {self.reciprocal.mean():.3f} / {self.first.mean():.3f}"


def quality(way: Way, every: Iterable[Asked]) -> Quality:
    """How well a way of searching does."""
    rows: list[tuple[float, float, float]] = []
    for asked in every:
        found = way(asked.text, DEPTH)
        ranks = [rank for rank, id_ in enumerate(found, 1) if id_ in asked.fits]
        recall = sum(rank <= FIRST for rank in ranks) / len(asked.fits)
        rows.append((recall, 1 / ranks[0] if ranks else 0.0, float(ranks[:1] == [1])))
    return Quality(*np.array(rows).T)


class PlainBM25:
    """The usual BM25 over full texts; every word of the need counts once. Equals stay in the order of the pool."""

    _WORD = re.compile(r"[a-z0-9]+")

    def __init__(self, texts: Mapping[str, str]) -> None:
        self._ids = list(texts)
        counts = [Counter(self._WORD.findall(text.lower())) for text in texts.values()]
        lengths = np.array([count.total() for count in counts])
        self._length = K1 * (1 - B + B * lengths / lengths.mean())
        self._having: defaultdict[str, list[tuple[int, int]]] = defaultdict(list)
        for place, count in enumerate(counts):
            for word, times in count.items():
                self._having[word].append((place, times))

    def __call__(self, text: str, k: int) -> list[str]:
        """The ids of the best k."""
        sums = np.zeros(len(self._ids))
        for word in sorted(set(self._WORD.findall(text.lower())) & self._having.keys()):
            places, times = np.array(self._having[word]).T
            rarity = log(1 + (len(sums) - len(places) + 0.5) / (len(places) + 0.5))
            sums[places] += rarity * times * (K1 + 1) / (times + self._length[places])
        return [self._ids[place] for place in np.argsort(-sums, kind="stable")[:k]]


class Ranking:
    """The rank itself, for what a search does not let one leave out."""

    def __init__(self, book: Book, path: Path, embedder: Embedder) -> None:
        number = book.index.connection.execute("SELECT number FROM snapshot").fetchone()[0]
        self._many = Many([load(snapshot_file(path, number))], {})
        self._book = book
        self._embedder = embedder

    def by(self, asked: Need, k: int, weights: Weights = MEASURED) -> list[str]:
        """The ids of the best k."""
        many = self._many
        vector = self._embedder.embed([asked.prose])[0]
        question = Question(need=asked, vector=vector, wanted=many.there, k=k, weights=weights)
        found = scored(many, question, telling(many, asked.terms))
        entries = self._book.index.by_id([each.id for each in found])
        ordered = sorted((-each.rank, entries[each.id].name) for each in found)
        return [self._book.id_of(name) for _, name in ordered[:k]]

    def without_marks(self, text: str, k: int) -> list[str]:
        """As ours, but errors and commands count only as the words they have."""
        asked = need(text)
        words = {term: much for term, much in asked.terms.items() if not is_error(term) and not is_command(term)}
        return self.by(msgspec.structs.replace(asked, terms=words), k)

    def fused(self, text: str, k: int) -> list[str]:
        """By the reciprocal ranks that words and meaning give, which count the same."""
        sums: defaultdict[str, float] = defaultdict(float)
        for weights in (WORDS, MEANING):
            for rank, id_ in enumerate(self.by(need(text), FUSED, weights), 1):
                sums[id_] += 1 / (RANK_CONSTANT + rank)
        return sorted(sums, key=lambda id_: (-sums[id_], id_))[:k]


WORDS = Weights(meaning_of_long=0, meaning_of_short=0, purpose=0, files=0)
MEANING = Weights(words=0, purpose=0, files=0)


def ways(books: Library) -> dict[str, Way]:
    """Ours, the peer, and ours with something left out."""
    book, embedder = books.everything, books.embedder
    ours = book.finder(embedder)
    ours("the first search takes the snapshot", 1)
    assert book.index.path
    ranking = Ranking(book, book.index.path, embedder)
    return {
        PLAIN: _plain({**public(), **own()}),
        OURS: ours,
        "without words": book.finder(embedder, Weights(words=0)),
        NO_MODEL: book.finder(None),
        "without errors and commands": ranking.without_marks,
        "without purpose": book.finder(embedder, Weights(purpose=0)),
        "without kinds of files": book.finder(embedder, Weights(files=0)),
        "words alone": book.finder(None, WORDS),
        "meaning alone": book.finder(embedder, MEANING),
        "words and meaning, equal-weight rank fusion": ranking.fused,
    }


def _plain(skills: Mapping[str, Package]) -> Way:
    return PlainBM25({id_: package.text for id_, package in skills.items()})


def sets() -> dict[str, list[Asked]]:
    """The needs that are looked for among all skills."""
    return {
        REAL: real_tasks(),
        **{f"written tasks, {named}": written_tasks(part) for part, named in PARTS.items()},
        **{f"symptoms, {named}": symptoms(part) for part, named in PARTS.items()},
    }


Measured = Mapping[str, Mapping[str, Quality]]
"""By way of searching and by set."""


def measure(books: Library) -> Measured:
    """Every way on every set."""
    found: dict[str, dict[str, Quality]] = {}
    for name, way in ways(books).items():
        print(f"measuring {name.strip('*')} …", file=sys.stderr)
        found[name] = {of: quality(way, every) for of, every in sets().items()}
    return found


def finding(found: Measured) -> list[str]:
    """Whether the right one is found."""
    many = sets()
    return [
        f"Among {len(public()):,} public skills and {len(own())} of our own: recall@{FIRST}, MRR of the first {DEPTH},",
        "hit@1. Real tasks are long texts of a public benchmark that need one to six skills each; written tasks were",
        "written for skills of the pool; symptoms are errors, complaints, intents and tasks that one of ours fits.",
        "Weights were chosen on the real tasks and the tuning parts with the test parts in sight; what is held out was",
        "written when they were settled.\n",
        f"| | {' | '.join(f'{name} ({len(every)})' for name, every in many.items())} |",
        f"|---|{'---|' * len(many)}",
        *(f"| {name} | {' | '.join(str(one[of]) for of in many)} |" for name, one in found.items()),
        "",
        _ahead(found[OURS][REAL].recall, found[PLAIN][REAL].recall),
        f"Plain BM25 over the public skills alone: {quality(_plain(public()), many[REAL])} on the real tasks.",
    ]


def _ahead(ours: Floats, plain: Floats) -> str:
    """By how much ours is ahead of the peer on the real tasks, task by task."""
    chance = np.random.default_rng(7)
    ahead = ours - plain
    means = ahead[chance.integers(0, len(ahead), (RESAMPLES, len(ahead)))].mean(1)
    low, high = np.percentile(means, (2.5, 97.5))
    return (
        f"On the real tasks ours is ahead of plain BM25 by {ahead.mean():.3f} in recall@{FIRST} (95% of resamples of"
        f" the tasks:\n{low:.3f} to {high:.3f}), better on {(ahead > 0).sum()} of {len(ahead)} tasks and worse on"
        f" {(ahead < 0).sum()}."
    )


def by_style(found: Measured) -> list[str]:
    """Symptoms that were held out, by how they are told."""
    every = symptoms("held_out")
    rows: list[str] = []
    for style in (*sorted({asked.style for asked in every}), "all"):
        chosen = np.array([style in {asked.style, "all"} for asked in every])
        cells: list[str] = []
        for way in (OURS, NO_MODEL, PLAIN):
            for scores in (found[way][TEST].first, found[way][TEST].recall):
                right = int(scores[chosen].sum())
                cells.append(interval(right, int(chosen.sum())) if way == OURS else f"{scores[chosen].mean():.1%}")
        rows.append(f"| {style} | {chosen.sum()} | {' | '.join(cells)} |")
    return [
        "\nSymptoms that were held out by how they are told, hidden among the pool:\n",
        "| told as | needs | ours: recall@1 | recall@5 | no model: recall@1 | recall@5 | plain BM25: @1 | @5 |",
        "|---|---|---|---|---|---|---|---|",
        *rows,
    ]


def threshold(found: Sequence[Answer]) -> list[str]:
    """What is answered, and how much of that is right."""
    lines = [
        f"\nWhat a search answers at its threshold, {THRESHOLDS[0]}, or a host is given unasked, {THRESHOLDS[1]}; the",
        "held-out part. Where none fits, the book lacks the skill that would, or the need or task was written for none",
        "of its skills; nobody has looked through the pool for one that does all the same, nor through our own for the",
        "long tasks, so some of what is counted wrong there may be right.",
    ]
    for model, head in ((True, "With the model:"), (False, "Without it:")):
        lines += [f"\n{head}\n", *THRESHOLD_HEAD]
        for book in BOOKS:
            some = [answer for answer in found if answer.model == model and answer.kind.book == book]
            lines += [_row(book, some, least) for least in THRESHOLDS]
    return lines


def _row(book: str, some: Sequence[Answer], least: float) -> str:
    fitting = [answer for answer in some if answer.kind.fits]
    others = [answer for answer in some if not answer.kind.fits]
    told = [answer for answer in fitting if _answered(answer, least)]
    kept = [answer for answer in others if not _answered(answer, least)]
    right = sum(answer.right for answer in told)
    cells = (
        _share(len(told), len(fitting)),
        _share(right, len(told)),
        _share(len(kept), len(others)),
        _share(right, len(told) + len(others) - len(kept)) if fitting else "none",
    )
    return f"| {book} | {least} | {' | '.join(cells)} |"


def _answered(answer: Answer, least: float) -> bool:
    return answer.signs is not None and answer.score >= least


def _share(some: int, of: int) -> str:
    return f"{some} of {of}: {interval(some, of)}" if of else "none"


def reliability(found: Sequence[Answer]) -> list[str]:
    """Whether a score is the share of right ones."""
    lines = [
        "\nWhether the score is what it says, over all books of these tables: how many are right where the first",
        "result has such a score. A need is asked in several books, so these are no independent trials. In brackets,",
        "every kind of need and book counts as where sureness was fitted.\n",
        "| score | with model: answers | mean score | right | without: answers | mean score | right |",
        "|---|---|---|---|---|---|---|",
    ]
    for fifth in range(5):
        cells: list[str] = []
        for model in (True, False):
            every = [answer for answer in found if answer.model == model and answer.signs]
            many = Counter(answer.kind for answer in every)
            some = [answer for answer in every if min(4, int(answer.score * 5)) == fifth]
            counts = np.array([answer.kind.counts / many[answer.kind] for answer in some])
            right = np.array([answer.right for answer in some])
            cells += [str(len(some)), "none", "none"]
            if some:
                mean = sum(answer.score for answer in some) / len(some)
                cells[-2:] = [f"{mean:.2f}", f"{right.mean():.1%} ({(right @ counts) / counts.sum():.1%})"]
        lines.append(f"| {fifth / 5:.1f} to {(fifth + 1) / 5:.1f} | {' | '.join(cells)} |")
    return lines


def main_figure(found: Measured) -> str:
    """What counts most, in words."""
    ours, plain, told = found[OURS][REAL], found[PLAIN][REAL], found[OURS][TEST]
    return (
        f"\nFor {len(ours.recall)} real tasks, {ours.recall.mean():.1%} of the skills they need are among the first"
        f" {FIRST} of {len(public()) + len(own()):,} (plain BM25: {plain.recall.mean():.1%}); for {len(told.recall)}"
        f" symptoms that were held out the one that fits is among them in {told.recall.mean():.1%}."
    )


def report() -> list[str]:
    """All of it."""
    head = "\n## Recall\n"
    for name in ("skills-pool.jsonl.gz", "retrieval-queries.json"):
        if not (folder() / name).is_file():
            return [head, f"Not measured: there is no {name} in the data folder."]
    with library() as books:
        found = measure(books)
        print("measuring thresholds …", file=sys.stderr)
        test = answers(books, "held_out")
    return [head, *finding(found), *by_style(found), *threshold(test), *reliability(test), main_figure(found)]


def main(arguments: Sequence[str]) -> int:
    """Print the report, or with --fit the coefficients of sureness."""
    if [*arguments] not in ([], ["--fit"]):
        raise SystemExit("Only --fit can be asked for: run python -m benchmarks.recall, or with --fit behind it.")
    print("\n".join(recall_fit.report() if arguments else report()))
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
