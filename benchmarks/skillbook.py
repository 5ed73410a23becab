"""Ten thousand skills: opening the index, judging one proposal, finding near-duplicates; and how well they are told.

The book is made from public skills: each once, then each again with a third of its words changed until there are ten
thousand, and some with a few words changed, which are near-duplicates on purpose. The peer, ace-framework, is run by
the interpreter that `AFTERWIT_ACE_PYTHON` names (`pip install --no-deps ace-framework`, pydantic and numpy beside it).
"""

import gzip
import json
import os
import random
import statistics
import subprocess
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from functools import cache
from itertools import combinations
from pathlib import Path

import msgspec

from afterwit.config import Config, Judge
from afterwit.engine.gates import OURS
from afterwit.engine.kernel import Kernel
from afterwit.engine.project import Project
from afterwit.engine.review_and_learn import decide
from afterwit.engine.wire import kernel
from afterwit.judge.boundary import BoundaryGate
from afterwit.judge.chain import Chain
from afterwit.model import skill_document
from afterwit.model.bookmark import Bookmark
from afterwit.model.event import Event
from afterwit.model.package import Package
from afterwit.model.proposal import CreateSkill, Evidence, Proposal
from afterwit.model.session import Session
from afterwit.model.verdict import Verdict
from afterwit.model.words import Features, features, likeness, said, tokens
from afterwit.ports import Gate, View
from afterwit.recall.likeness import alike
from afterwit.recall.prepared import packed
from benchmarks.data import folder
from benchmarks.measure import interval

SKILLS = 10_000
PLANTED = 300
"""Near-duplicates on purpose."""
PROPOSALS = 150
CHANGED = 0.34
EDITED = 0.04
"""The share of words that is changed in a variation, and in a near-duplicate."""
THRESHOLD = Judge().duplicate_similarity


class Public(msgspec.Struct):
    """A skill of the pool."""

    id: str
    source: str
    folder: str
    text: str


@cache
def pool() -> tuple[Public, ...]:
    """The public skills."""
    with gzip.open(folder() / "skills-pool.jsonl.gz") as lines:
        return tuple(msgspec.json.decode(line, type=Public) for line in lines)


@cache
def book() -> tuple[dict[str, Package], list[tuple[str, str]]]:
    """Ten thousand skills by name, and the pairs that are near-duplicates on purpose."""
    chance = random.Random(7)  # noqa: S311 - the same book every time
    words = sorted({word for public in pool()[::20] for word in public.text.split() if word.isalpha()})
    made: dict[str, Package] = {}
    planted: list[tuple[str, str]] = []
    for number in range(SKILLS):
        name = f"rl-{number}"
        text = pool()[number % len(pool())].text
        if number >= SKILLS - PLANTED:
            twin = f"rl-{chance.randrange(len(pool()), SKILLS - PLANTED)}"
            planted.append((twin, name))
            text = _changed(made[twin].text, EDITED, words, chance)
        elif number >= len(pool()):
            text = _changed(text, CHANGED, words, chance)
        made[name] = Package(name=name, files={"SKILL.md": text.encode()})
    return made, planted


def _changed(text: str, share: float, words: Sequence[str], chance: random.Random) -> str:
    parts = text.split(" ")
    changed = [chance.choice(words) if part.isalpha() and chance.random() < share else part for part in parts]
    return " ".join(changed)


HAPPENED = (
    Event(seq=1, kind="tool_call", tool="Bash", input={"command": "make test"}, purpose="verification"),
    Event(seq=2, kind="tool_result", answers=1, ok=False, text="1 failed", purpose="verification"),
    Event(seq=3, kind="tool_call", tool="Bash", input={"command": "make test FAST=1"}, purpose="verification"),
    Event(seq=4, kind="tool_result", answers=3, ok=True, text="all passed", purpose="verification"),
)
PROPOSED = """---
name: {name}
description: {about} Use when {when}.
---

## Situation
{when}

## Guidance
1. {steps}

## Verification
`make test FAST=1` passes.
"""


def proposals(packages: Mapping[str, Package]) -> Iterable[Proposal]:
    """New skills of the size that is learned, in words of the book."""
    chance = random.Random(11)  # noqa: S311 - the same ones every time
    for number in range(PROPOSALS):
        words = [word for word in packages[f"rl-{number * 7}"].text.split() if word.isalpha()] or ["word"]
        pick = [" ".join(chance.choices(words, k=size)) for size in (8, 14, 120)]
        text = PROPOSED.format(name=f"rl-new-{number}", about=pick[0], when=pick[1], steps=pick[2])
        package = Package(name=f"rl-new-{number}", files={"SKILL.md": text.encode()})
        evidence = tuple(Evidence(session="bench:1", event=event) for event in ("e2", "e4"))
        yield Proposal(
            target="skill", op=CreateSkill(package=package), score=0.9, author="background", evidence=evidence
        )


class Timed:
    """A gate with a watch: milliseconds of processor time of each judgement."""

    def __init__(self, gate: Gate) -> None:
        self._gate = gate
        self.spent: list[float] = []

    @property
    def name(self) -> str:
        """The gate's."""
        return self._gate.name

    def judge(self, proposal: Proposal, view: View) -> Verdict:
        """What the gate says."""
        start = time.process_time()
        verdict = self._gate.judge(proposal, view)
        self.spent.append((time.process_time() - start) * 1000)
        return verdict


def _whole_way(here: Kernel, packages: Mapping[str, Package]) -> tuple[dict[str, list[float]], Counter[str]]:
    """Milliseconds of each gate, and of a proposal from its shape to the disk; and what became of them."""
    session = Session(host="bench", native_id="1")
    here.log.append(session, HAPPENED, Bookmark(source="bench", count=len(HAPPENED)), ())
    config = here.config.judge
    gates = [Timed(BoundaryGate(config)), *(Timed(make(config)) for make in OURS.values())]
    rooms = msgspec.structs.replace(here.rooms, chain=Chain(gates))
    whole: list[float] = []
    clock: list[float] = []
    fates = Counter[str]()
    for proposal in proposals(packages):
        begun, wall = time.process_time(), time.perf_counter()
        fates[decide(proposal, rooms).fate] += 1
        whole.append((time.process_time() - begun) * 1000)
        clock.append((time.perf_counter() - wall) * 1000)
    spent = {gate.name: gate.spent for gate in gates}
    return spent | {"all gates and the write": whole, "the same on the clock": clock}, fates


def _laid_out(project: Project, packages: Mapping[str, Package]) -> None:
    for name, package in packages.items():
        place = project.state / "skills" / name
        place.mkdir(parents=True)
        for path, content in package.files.items():
            (place / path).write_bytes(content)


def speed() -> list[str]:
    """Opening, judging and keeping, and finding near-duplicates, beside the peer."""
    packages, planted = book()
    with tempfile.TemporaryDirectory() as place:
        project = Project(Path(place))
        _laid_out(project, packages)
        start = time.process_time()
        with kernel(project, Config()):
            build = time.process_time() - start
        start = time.perf_counter()
        with kernel(project, Config()) as here:
            here.index.entries()
            opened = time.perf_counter() - start
            start = time.process_time()
            pairs = here.index.alike(THRESHOLD)
            found = time.process_time() - start
            spent, fates = _whole_way(here, packages)
        size = (project.state / "index.db").stat().st_size / 1e6
    known = {frozenset((one.name, other.name)) for one, other, _ in pairs}
    hit = sum(frozenset(pair) in known for pair in planted)
    told = ", ".join(f"{fates[fate]} {fate}" for fate in sorted(fates))
    rows = [
        f"Index of {SKILLS:,} skills ({size:.0f} MB): made in {build:.1f} s; opened, compared with the folders and",
        f"listed in {opened:.2f} s on the clock. Near-duplicates planted: {len(planted)}; found:",
        f"{interval(hit, len(planted))}.\n",
        f"| on one of {PROPOSALS} proposals ({told}) | median ms | 95th percentile ms |",
        "|---|---|---|",
    ]
    for name, times in spent.items():
        rows.append(f"| {name} | {statistics.median(times):.1f} | {statistics.quantiles(times, n=20)[-1]:.1f} |")
    return [*rows, *_beside([package.text for package in packages.values()], opened, found, len(pairs))]


def _beside(texts: Sequence[str], opened: float, found: float, pairs: int) -> list[str]:
    """The peer's figures on the same texts, where it is installed."""
    ours = f"Near-duplicates over the whole book (every pair from {THRESHOLD} on: {pairs:,}): {found:.1f} s."
    python = os.environ.get("AFTERWIT_ACE_PYTHON", sys.executable)
    peer = Path(__file__).with_name("peer_ace.py")
    run = subprocess.run([python, str(peer)], input=json.dumps(texts), capture_output=True, text=True, check=False)  # noqa: S603
    if run.returncode != 0:
        return ["", f"{ours} ace-framework was not measured: set AFTERWIT_ACE_PYTHON to a Python that has it."]
    seconds = msgspec.json.decode(run.stdout.splitlines()[-1], type=dict[str, float])
    times = len(texts) * (len(texts) - 1) / (seconds["skills"] * (seconds["skills"] - 1))
    theirs = seconds["pairs"] * times
    return [
        "",
        f"| {len(texts):,} skills | Afterwit | ace-framework 0.7.1 | ratio |",
        "|---|---|---|---|",
        f"| load the book | {opened:.2f} s | {seconds['load']:.2f} s | {seconds['load'] / opened:.1f} times |",
        f"| save after one change | the change alone | {seconds['save']:.2f} s, all of it | |",
        f"| all near-duplicates | {found:.1f} s | {theirs:,.0f} s | {theirs / found:,.0f} times |",
        "",
        f"Its pairs were timed on {seconds['skills']:.0f} skills and multiplied by the number of pairs, since it",
        "compares each with each; it was given vectors of 384 numbers made beforehand, in one section, so no model is",
        "timed. Ours starts from the stored words likewise. The measures differ: its vectors would come from a model.",
    ]


def labelled() -> tuple[list[float], list[float]]:
    """How alike pairs are that are rewrites of one skill, and pairs that are siblings.

    Rewrites have one name in two places, other text, and a third of their lines in common. Siblings are those nearest
    to each other under names that share at most a third of their words.
    """
    documents = [skill_document.read(public.text) for public in pool()]
    compared: list[Features] = [features(said(document)) for document in documents]
    lines = [frozenset(line.strip() for line in document.body.splitlines() if len(line) > 12) for document in documents]
    by_name: dict[str, list[int]] = {}
    for place, document in enumerate(documents):
        by_name.setdefault(document.name.casefold(), []).append(place)
    rewrites = [
        likeness(compared[one], compared[other])
        for places in by_name.values()
        for one, other in combinations(places, 2)
        if documents[one].body != documents[other].body
        and len(lines[one] & lines[other]) >= 0.3 * min(len(lines[one]), len(lines[other])) > 0
    ]
    named = [frozenset(tokens(document.name)) for document in documents]
    siblings = [
        score
        for one, other, score in alike([packed(text) for text in compared], 0.6)
        if len(named[one] & named[other]) * 3 <= len(named[one] | named[other])
        and documents[one].body != documents[other].body
    ]
    return rewrites, siblings


def quality() -> list[str]:
    """How well near-duplicates are told from siblings."""
    rewrites, siblings = labelled()
    wins = sum((one > other) + 0.5 * (one == other) for one in rewrites for other in siblings)
    area = wins / len(rewrites) / len(siblings)
    hits, alarms = (sum(score >= THRESHOLD for score in scores) for scores in (rewrites, siblings))
    return [
        "",
        f"Rewrites told from siblings (public skills; {len(rewrites)} pairs of one name with edits,",
        f"{len(siblings):,} of the nearest pairs with other names): area under the curve {area:.3f}; at {THRESHOLD},",
        f"recall {interval(hits, len(rewrites))}, precision {interval(hits, hits + alarms)}. The labels are names, not",
        "readings: most of the false alarms are copies of one template that share three quarters of their lines.",
    ]


def report() -> list[str]:
    """All of it."""
    return ["\n## The skillbook\n", *speed(), *quality()]


if __name__ == "__main__":
    print("\n".join(report()))
