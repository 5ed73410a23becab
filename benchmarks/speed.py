"""How fast: reading, redacting, keeping, starting."""

import logging
import re
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator
from importlib import import_module
from pathlib import Path
from typing import cast

import msgspec

from afterwit.adapters.database import SqlEventLog, open_database
from afterwit.intake.cleanse import cleanse
from afterwit.intake.detect import choose
from afterwit.intake.readers import READERS
from afterwit.intake.source import Source
from afterwit.intake.transcript import Batch, batches
from afterwit.model.bookmark import Bookmark
from afterwit.redact import Redactor
from afterwit.redact.rule import Origin
from afterwit.redact.rules import RULES
from benchmarks.data import total_bytes, transcripts
from benchmarks.measure import best_of, wall_clock

RE_SAMPLE = 1_000_000
"""Python's re takes over a second a megabyte: it is timed on a part."""
STARTS = 25


def plain(files: tuple[Path, ...]) -> None:
    """The limit: msgspec decodes every line, or the document, and nothing else."""
    for path in files:
        if path.suffix == ".jsonl":
            with path.open("rb") as lines:
                for line in lines:
                    msgspec.json.decode(line)
        else:
            msgspec.json.decode(path.read_bytes())


def read(files: tuple[Path, ...]) -> Iterator[Batch]:
    """Detection, decoding, events, pairing, outcomes."""
    for path in files:
        with Source(path) as source:
            yield from batches(source, choose(source, READERS), Bookmark(source=""))


def read_and_redact(files: tuple[Path, ...]) -> None:
    """The same and redaction, a ledger a session."""
    session, redactor = "", Redactor()
    for batch in read(files):
        if batch.session.key != session:
            session, redactor = batch.session.key, Redactor()
        cleanse(batch, redactor)


def reading() -> list[str]:
    """(a) and the half of (b) that is about intake."""
    files = transcripts()
    size = total_bytes(files) / 1e6
    spent = best_of(
        {
            "plain": lambda: plain(files),
            "events": lambda: [None for _ in read(files)],
            "redacted": lambda: read_and_redact(files),
        }
    )
    plainly, events, redacted = spent["plain"], spent["events"], spent["redacted"]
    return [
        f"Over {len(files)} real transcripts of five hosts, {size:.1f} MB, one core:\n",
        "| work | MB/s | ratio to plain decoding | wanted |",
        "|---|---|---|---|",
        f"| plain `msgspec.json.decode` a line | {size / plainly:.0f} | 1 | |",
        f"| decode and events, no redaction | {size / events:.0f} | {plainly / events:.2f} | ≥ 0.5 |",
        f"| the same with redaction | {size / redacted:.0f} | {plainly / redacted:.2f} | ≥ 0.1 |",
    ]


def redacting() -> list[str]:
    """The other half of (b): the same rules under Python's re."""
    texts = [event.text for batch in read(transcripts()) for event in batch.events]
    size = sum(map(len, texts)) / 1e6
    ours = best_of({"redact": lambda: Redactor().redact_all(texts)})["redact"]
    compiled = [re.compile(pattern) for pattern in _patterns()]
    sample: list[bytes] = []
    taken = 0
    for text in texts[:: max(1, int(size * 1e6 / RE_SAMPLE))]:
        sample.append(text.encode(errors="replace"))
        taken += len(sample[-1])
    data = b"\n".join(sample)

    def under_re() -> None:
        for pattern in compiled:
            for _ in pattern.finditer(data):
                pass

    theirs = best_of({"re": under_re}, rounds=1)["re"] / (len(data) / 1e6)
    return [
        f"\nRedaction alone, {size:.1f} MB of event text, {len(RULES)} rules:\n",
        "| engine | MB/s | ratio | wanted |",
        "|---|---|---|---|",
        f"| Python `re`, the same rules | {1 / theirs:.2f} | 1 | |",
        f"| {Redactor().engine} | {size / ours:.0f} | {theirs / (ours / size):.0f} | ≥ 20 |",
    ]


def _patterns() -> list[bytes]:
    """Each rule as one expression: what must stand before the secret, and the secret."""
    patterns: list[bytes] = []
    for rule in RULES:
        before = b"|".join(_scoped(trigger.expression) for trigger in rule.triggers)
        pattern = _scoped(rule.pattern)
        patterns.append(b"(?:" + before + b")" + pattern if rule.origin is Origin.END else pattern)
    return patterns


def _scoped(expression: bytes) -> bytes:
    """Flags at the start of an expression, made to hold for it alone."""
    return b"(?i:" + expression.removeprefix(b"(?i)") + b")" if expression.startswith(b"(?i)") else expression


def keeping() -> list[str]:
    """(c): into SQLite."""
    stories = [(batch.session, batch.events, batch.bookmark) for batch in read(transcripts())]
    count = sum(len(events) for _, events, _ in stories)
    with tempfile.TemporaryDirectory() as folder:
        log = SqlEventLog(open_database(Path(folder) / "bench.db"))

        def keep() -> None:
            for session, events, bookmark in stories:
                log.append(session, events, bookmark, [])

        first = wall_clock(keep)
        again = wall_clock(keep)
    return [
        f"\n{count:,} events of {len(stories)} batches into SQLite, on the clock:\n",
        "| work | events/s | wanted |",
        "|---|---|---|",
        f"| new events | {count / first:,.0f} | ≥ 10,000 |",
        f"| the same again (nothing new) | {count / again:,.0f} | |",
    ]


def peer() -> list[str]:
    """Beside claude-code-log, on the Claude Code files."""
    files = transcripts("claude-code")
    size = total_bytes(files) / 1e6
    # Installed by `make bench` alone, so not known to the type checker.
    load_transcript = cast("Callable[..., object]", import_module("claude_code_log.converter").load_transcript)
    logging.disable(logging.CRITICAL)
    spent = best_of(
        {
            "ours": lambda: [None for _ in read(files)],
            "redacted": lambda: read_and_redact(files),
            "theirs": lambda: [load_transcript(path, silent=True) for path in files],
            "plain": lambda: plain(files),
        },
        rounds=3,
    )
    logging.disable(logging.NOTSET)
    theirs, ours, redacted = spent["theirs"], spent["ours"], spent["redacted"]
    return [
        f"\nThe {len(files)} Claude Code files ({size:.1f} MB), beside claude-code-log (`load_transcript`):\n",
        "| reader | MB/s | times faster | wanted |",
        "|---|---|---|---|",
        f"| claude-code-log | {size / theirs:.1f} | 1 | |",
        f"| Afterwit, events | {size / ours:.0f} | {theirs / ours:.1f} | ≥ 20 |",
        f"| Afterwit, events and redaction | {size / redacted:.0f} | {theirs / redacted:.1f} | |",
        f"| plain `msgspec.json.decode`, the limit | {size / spent['plain']:.0f} | {theirs / spent['plain']:.1f} | |",
        "",
        "The wanted factor is out of reach beside today's claude-code-log, whose parser is fast: the last line is what",
        "decoding alone would gain, with nothing made of what is decoded.",
    ]


def starting() -> list[str]:
    """(d): a hook that has nothing to do, beside a Python that has nothing to do."""
    script = Path(sys.executable).with_name("afterwit")
    commands = {
        "python -c pass": [sys.executable, "-c", "pass"],
        "afterwit hook PostToolUse": [str(script), "hook", "PostToolUse"],
        "afterwit hook Stop": [str(script), "hook", "Stop"],
        "afterwit --version": [str(script), "--version"],
    }
    best: dict[str, float] = {}
    for _ in range(STARTS):
        for name, command in commands.items():
            spent = wall_clock(lambda command=command: _start(command))
            best[name] = min(spent, best.get(name, spent))
    base = best["python -c pass"]
    rows = [
        f"\nStart-up, the best of {STARTS} starts on the clock:\n",
        "| command | ms | ratio | wanted |",
        "|---|---|---|---|",
    ]
    for name, spent in best.items():
        wanted = "≤ 2.5" if "hook" in name else ""
        rows.append(f"| `{name}` | {spent * 1000:.1f} | {spent / base:.2f} | {wanted} |")
    return rows


def _start(command: list[str]) -> None:
    subprocess.run(command, input=b"{}", stdout=subprocess.DEVNULL, check=True)  # noqa: S603 - our own commands


def report() -> list[str]:
    """All of it."""
    return [*reading(), *redacting(), *peer(), *keeping(), *starting()]
