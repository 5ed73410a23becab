"""What redaction finds and what it leaves alone, on a labelled set written without sight of the rules."""

import time
from collections import defaultdict

from afterwit.redact import Redactor
from benchmarks.measure import interval
from benchmarks.redaction_set import Case, cases, hostile_inputs, leaks


def _gone(case: Case, redacted: str) -> bool:
    return not any(secret in redacted for secret in case.secrets)


def found() -> list[str]:
    """Recall by family and precision, by half."""
    tally: dict[tuple[str, str], list[int]] = defaultdict(lambda: [0, 0, 0])
    for case in cases():
        redacted = Redactor().redact(case.text)
        row = tally[case.family, case.half]
        row[0] += 1
        if case.family == "negative":
            row[1] += redacted == case.text
        else:
            row[1] += _gone(case, redacted)
            row[2] += not leaks(case, redacted)
    families = sorted({family for family, _ in tally} - {"negative"})
    rows = [
        "\n## Redaction: what is found, what is left alone\n",
        "A labelled set made from public knowledge of formats, by somebody who had not seen the rules. The rules were",
        "then improved against the first half; the second half was only ever measured. `strict` also counts it a miss",
        "when a part of a secret survives.\n",
        "| family | improved against | held out | held out, strict |",
        "|---|---|---|---|",
    ]
    total = {"dev": [0, 0, 0], "held-out": [0, 0, 0]}
    for family in families:
        for half in ("dev", "held-out"):
            for place in range(3):
                total[half][place] += tally[family, half][place]
        dev, held = tally[family, "dev"], tally[family, "held-out"]
        strict = interval(held[2], held[0])
        rows.append(f"| {family} | {dev[1]}/{dev[0]} | {interval(held[1], held[0])} (n={held[0]}) | {strict} |")
    dev, held = total["dev"], total["held-out"]
    rows.append(
        f"| **all, recall** | {interval(dev[1], dev[0])} | **{interval(held[1], held[0])}** (n={held[0]}) "
        f"| {interval(held[2], held[0])} |"
    )
    dev, held = tally["negative", "dev"], tally["negative", "held-out"]
    left = f"**{interval(held[1], held[0])}** (n={held[0]})"
    rows.append(f"| **look-alikes left alone** | {interval(dev[1], dev[0])} | {left} | |")
    return rows


def hostile() -> list[str]:
    """Seconds a megabyte on inputs made to blow up scanners."""
    worst: list[tuple[float, str]] = []
    for name, text in hostile_inputs(1_000_000):
        start = time.process_time()
        Redactor().redact(text)
        worst.append(((time.process_time() - start) / (len(text) / 1e6), name))
    worst.sort(reverse=True)
    rows = [
        f"\nWorst case: {len(worst)} hostile inputs of about 1 MB each, seconds a megabyte (wanted: under 1):\n",
        "| input | s/MB |",
        "|---|---|",
    ]
    return rows + [f"| {name} | {spent:.2f} |" for spent, name in worst[:5]]


def report() -> list[str]:
    """All of it."""
    return [*found(), *hostile()]
