"""`python -m benchmarks.recall --fit`: fits sureness anew to the needs that may be tuned on.

Whoever changes what scoring gives runs it, and takes the figures over into recall/sureness.py. Every kind of need and
book counts as its `counts` says, however many there are of it.
"""

import random
from collections import Counter
from collections.abc import Mapping, Sequence
from math import log

import msgspec
import numpy as np
import numpy.typing as npt

from afterwit.recall.sureness import Signs, measures, sureness
from benchmarks.recall_sets import Answer, answers, library

ROUNDS = 100
CLOSE = 1e-10
RIDGE = 1e-4
"""Holds back what nothing speaks against, which would grow without end; the rest it hardly changes."""
LEAST = 1e-6
"""No answer is taken to be less likely than this, where the loss of a wrong one is counted."""
CONSTANT = "constant"

Floats = npt.NDArray[np.float64]
Fitted = Mapping[str, float]


class Table(msgspec.Struct, frozen=True):
    """Answers as numbers: what is measured of each, whether it was right, and what it counts."""

    names: tuple[str, ...]
    measured: Floats
    right: Floats
    counts: Floats


def table(found: Sequence[Answer], *, model: bool) -> Table:
    """The answers that rest on anything, with the model or without."""
    some = [(answer, measures(answer.signs)) for answer in found if answer.model == model and answer.signs]
    many = Counter(answer.kind for answer, _ in some)
    counts = np.array([answer.kind.counts / many[answer.kind] for answer, _ in some])
    names = tuple(name for name in some[0][1] if model or name != "meaning")
    return Table(
        names=names,
        measured=np.array([[measured[name] for name in names] for _, measured in some]),
        right=np.array([float(answer.right) for answer, _ in some]),
        counts=counts / counts.sum(),
    )


def fitted(data: Table) -> Fitted:
    """The coefficients that make what happened most likely: logistic regression by Newton's method."""
    middle, spread = data.measured.mean(0), data.measured.std(0) + 1e-9
    columns = np.column_stack([np.ones(len(data.right)), (data.measured - middle) / spread])
    held_back = np.diag([0.0, *[RIDGE] * len(data.names)])
    weights = np.zeros(columns.shape[1])
    for _ in range(ROUNDS):
        likely = _logistic(columns @ weights)
        slope = columns.T @ (data.counts * (data.right - likely)) - held_back @ weights
        curve = (columns.T * (data.counts * likely * (1 - likely))) @ columns + held_back
        step = np.linalg.solve(curve, slope)
        weights += step
        if np.abs(step).max() < CLOSE:
            break
    of_each = weights[1:] / spread
    found = {CONSTANT: float(weights[0] - of_each @ middle)}
    return found | dict(zip(data.names, of_each.tolist(), strict=True))


def in_the_file(names: Sequence[str], *, model: bool) -> Fitted:
    """The coefficients that sureness has now, as its answers tell them."""
    chance = random.Random(1)  # noqa: S311 - any signs will do
    signs = [_any_signs(chance, model=model) for _ in range(8 * len(names))]
    columns = np.array([[1.0, *(measures(each)[name] for name in names)] for each in signs])
    answered = np.array([sureness(each) for each in signs])
    found = np.linalg.lstsq(columns, np.log(answered / (1 - answered)))[0]
    return dict(zip((CONSTANT, *names), found.tolist(), strict=True))


def _any_signs(chance: random.Random, *, model: bool) -> Signs:
    words = chance.uniform(1, 40)
    return Signs(
        words=words,
        asked=words + chance.uniform(1, 40),
        terms=chance.randint(1, 60),
        purpose=chance.random(),
        lead=chance.random(),
        same_error=chance.random() < 0.3,
        all_of_it=False,
        meaning=chance.random() if model else None,
    )


def loss(data: Table, coefficients: Fitted) -> float:
    """What is lost on an answer, in nats: 0 where every one is foreseen, 0.69 where nothing is known of any."""
    total = coefficients[CONSTANT] + data.measured @ np.array([coefficients[name] for name in data.names])
    likely = np.clip(_logistic(total), LEAST, 1 - LEAST)
    return -float(data.counts @ (data.right * np.log(likely) + (1 - data.right) * np.log(1 - likely)))


def _logistic(total: Floats) -> Floats:
    return 1 / (1 + np.exp(-np.clip(total, -60, 60)))


def report() -> list[str]:
    """The coefficients fitted anew beside those in the file, and what each lose."""
    with library() as books:
        tune, test = answers(books, "tune"), answers(books, "test")
    lines: list[str] = []
    for model in (True, False):
        data, held_out = table(tune, model=model), table(test, model=model)
        new, old = fitted(data), in_the_file(data.names, model=model)
        known = float(held_out.counts @ held_out.right)
        lines += [
            f"\n### {'With' if model else 'Without'} the model\n",
            f"{len(data.right):,} answers to fit to, {len(held_out.right):,} held out.\n",
            "| | in the file | fitted anew |",
            "|---|---|---|",
            *(f"| {name} | {old[name]:.3f} | {much:.3f} |" for name, much in new.items()),
            f"| loss, tune | {loss(data, old):.3f} | {loss(data, new):.3f} |",
            f"| loss, test | {loss(held_out, old):.3f} | {loss(held_out, new):.3f} |",
            "",
            f"Who knows only how many are right loses {_entropy(known):.3f} on the test part. {_of_errors(data)}",
        ]
    return lines


def _entropy(share: float) -> float:
    return -(share * log(share) + (1 - share) * log(1 - share))


def _of_errors(data: Table) -> str:
    """What the coefficient of the same error rests on."""
    shown = data.measured[:, data.names.index("same_error")] > 0
    right = int(data.right[shown].sum())
    return f"Where need and skill have the same error, {right} of {int(shown.sum())} were right."
