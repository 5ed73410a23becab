"""`make bench`: measures everything and writes docs/benchmarks.md. Names of parts measure only those."""

import platform
import sqlite3
import sys
from collections.abc import Callable
from datetime import UTC, datetime
from pathlib import Path

from afterwit import __version__
from benchmarks import (
    crash,
    crash_keep,
    hooks,
    learning,
    mcp_speed,
    memory,
    near_duplicates,
    outcomes,
    recall,
    recall_speed,
    recoveries,
    redaction,
    safety,
    skillbook,
    speed,
)

REPORT = Path(__file__).parent.parent / "docs" / "benchmarks.md"
PARTS: dict[str, Callable[[], list[str]]] = {
    "speed": speed.report,
    "outcomes": outcomes.report,
    "recoveries": recoveries.report,
    "learning": learning.report,
    "redaction": redaction.report,
    "safety": safety.report,
    "skillbook": skillbook.report,
    "recall": recall.report,
    "speed of recall": recall_speed.report,
    "near duplicates": near_duplicates.report,
    "hooks": hooks.report,
    "mcp": mcp_speed.report,
    "memory": memory.report,
    "crash": crash.report,
    "crash of changes": crash_keep.report,
}


def main(names: list[str]) -> int:
    """Measure, print, and where all parts were measured, write the report."""
    chosen = {name: PARTS[name] for name in names} if names else PARTS
    day = datetime.now(UTC).date().isoformat()
    lines = [
        "# Measured\n",
        f"Made by `make bench` on {day} with Afterwit {__version__}, Python {platform.python_version()},",
        f"SQLite {sqlite3.sqlite_version}, {platform.system()} on {platform.machine()}, one core. Ratios compare",
        "things of the same run on the same machine; absolute figures are of that machine. Times are processor time,",
        "the best of several rounds, where nothing else is said. The data is public and not part of this repository.\n",
        "## Speed\n",
    ]
    for name, part in chosen.items():
        print(f"measuring {name} …", file=sys.stderr)
        lines += part()
    text = "\n".join(lines) + "\n"
    print(text)
    if not names:
        REPORT.write_text(text, encoding="utf-8")
    print(f"Measured {len(chosen)} of {len(PARTS)} parts{'' if names else '; the report is docs/benchmarks.md'}.")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
