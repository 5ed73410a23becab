"""What the safety gate refuses: public skills that should pass, attacks that should not, and text made to be slow."""

import gzip
import json
import random
import time
from collections import Counter
from collections.abc import Iterator
from functools import cache

from afterwit.config import Judge
from afterwit.judge.harm import Harm, harm_in
from afterwit.judge.safety import SafetyGate
from afterwit.model.package import MAIN, Package
from benchmarks.data import folder
from benchmarks.measure import interval
from benchmarks.redaction_set import hostile_inputs
from tests.judge.attacks import Attack, attacks
from tests.judge.harmless import harmless
from tests.judge.later_attacks import later_attacks
from tests.judge.looking import created, seen

POOL = "skills-pool.jsonl.gz"
SEED = 20261115
FIRST_SIGHT = {"written before the rules": (106, 108), "written after them": (15, 58)}
"""Attacks refused when the rules saw them for the first time; the rules were then mended against both sets."""


@cache
def public_skills() -> tuple[Package, ...]:
    """The public skills, in an order that is random and always the same: the first half was tuned on."""
    with gzip.open(folder() / POOL, "rt", encoding="utf-8") as lines:
        rows = [json.loads(line) for line in lines]
    random.Random(SEED).shuffle(rows)  # noqa: S311 - chance that can be had again
    return tuple(Package(name=row["folder"].rpartition("/")[2], files={MAIN: row["text"].encode()}) for row in rows)


def measure(packages: tuple[Package, ...], *, learned: bool = False) -> tuple[int, Counter[str], int]:
    """How many skills are blocked, how many by each kind of finding, and how many only get a note."""
    blocked, noted, kinds = 0, 0, Counter[str]()
    for package in packages:
        found = harm_in(package, learned=learned)
        against = {harm.kind for harm in found if not harm.note}
        blocked += bool(against)
        noted += bool(found) and not against
        kinds.update(against)
    return blocked, kinds, noted


def refused(family: Iterator[Attack]) -> tuple[int, int]:
    """Attacks found, and all of them."""
    found = [any(not harm.note for harm in harm_in(attack.package, learned=True)) for attack in family]
    return sum(found), len(found)


def benign() -> list[str]:
    """The share of public skills that is blocked, by kind, on the half that nothing was tuned on."""
    skills = public_skills()
    middle = len(skills) // 2
    rows = [
        "\n## Safety: what is blocked and what passes\n",
        f"{len(skills):,} public SKILL.md texts, judged as a person's import and as if a machine had written them. The",
        "rules were tuned on a random half. The other half gave 1.8% when it was first seen; four slips that it showed",
        "were mended since, and rules for the malware in either half were added. Not all of these skills are benign:",
        "that malware counts as blocked here.\n",
        "| skills | n | blocked | by kind (a skill may have several) | only a note |",
        "|---|---|---|---|---|",
    ]
    for name, half, learned in (
        ("tuned on, imported", skills[:middle], False),
        ("**held out, imported**", skills[middle:], False),
        ("held out, as if learned", skills[middle:], True),
    ):
        blocked, kinds, noted = measure(half, learned=learned)
        told = ", ".join(f"{kind} {count}" for kind, count in kinds.most_common())
        rows.append(f"| {name} | {len(half):,} | {interval(blocked, len(half))} | {told} | {noted} |")
    return rows


def malicious() -> list[str]:
    """Attacks refused at first sight and now, and texts about security that pass."""
    rows = [
        "\nAttacks that we wrote ourselves, by the words of the text alone (origin and capabilities left out). The",
        "first set was written before any rule, by the same hand; the second to get around the rules as they were:\n",
        "| attacks | refused at first sight | refused now |",
        "|---|---|---|",
    ]
    for (name, (first, total)), family in zip(FIRST_SIGHT.items(), (attacks(), later_attacks()), strict=True):
        now, _ = refused(family)
        rows.append(f"| {name} | {interval(first, total)} (n={total}) | {now}/{total} |")
    texts = list(harmless())
    gate = SafetyGate(Judge())
    passed = sum(gate.judge(created(package, author="person"), seen()).passed for _, package in texts)
    rows.append(f"\nTexts about security, networks and agents that mean no harm: {passed} of {len(texts)} pass.")
    return rows


def hostile() -> list[str]:
    """Seconds a megabyte on texts made to be slow."""
    worst: list[tuple[float, str]] = []
    for name, text in hostile_inputs(1_000_000):
        package = Package(name="x", files={MAIN: text.encode("utf-8", "replace")})
        start = time.process_time()
        harm_in(package, learned=True)
        worst.append(((time.process_time() - start) / (package.size / 1e6), name))
    worst.sort(reverse=True)
    rows = [
        f"\nWorst case of the scan: {len(worst)} hostile texts of about 1 MB, seconds a megabyte:\n",
        "| text | s/MB |",
        "|---|---|",
    ]
    return rows + [f"| {name} | {spent:.2f} |" for spent, name in worst[:5]]


def samples(kind: str, packages: tuple[Package, ...]) -> Iterator[tuple[str, Harm, str]]:
    """Each block of one kind with its line, for somebody to read and to call right or wrong."""
    for package in packages:
        lines = package.text.split("\n")
        for harm in harm_in(package, learned=False):
            if harm.kind == kind and not harm.note:
                yield package.name, harm, lines[max(0, harm.line - 1)][:300]


def report() -> list[str]:
    """All of it."""
    return [*benign(), *malicious(), *hostile()]
