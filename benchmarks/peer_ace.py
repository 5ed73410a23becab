"""ace-framework on the same skills, run by the interpreter that has it: reads texts as JSON, answers seconds as JSON.

Its detector compares embeddings. It is given vectors made beforehand from the words, so that no model is timed.
"""

import json
import logging
import sys
import tempfile
import time
import zlib
from importlib import import_module
from pathlib import Path
from typing import Any

DIMENSIONS = 384
"""As many as its local model has; its default model has four times as many."""
PAIRS_OF = 1000
"""Skills whose pairs are timed: all ten thousand would take an hour."""


def vector(text: str) -> list[float]:
    """Words hashed into a vector."""
    made = [0.0] * DIMENSIONS
    for word in text.lower().split():
        made[zlib.crc32(word.encode()) % DIMENSIONS] += 1.0
    return made


def main() -> None:
    """Load, save and find near-duplicates."""
    logging.disable(logging.CRITICAL)
    deduplication: Any = import_module("ace.deduplication")
    new_book: Any = import_module("ace.skillbook").Skillbook

    texts = json.load(sys.stdin)
    book = new_book()
    for text in texts:
        book.add_skill("all", text).embedding = vector(text)
    seconds: dict[str, float] = {}
    with tempfile.TemporaryDirectory() as folder:
        path = str(Path(folder) / "book.json")
        start = time.process_time()
        book.save_to_file(path)
        seconds["save"] = time.process_time() - start
        start = time.process_time()
        new_book.load_from_file(path)
        seconds["load"] = time.process_time() - start
    part = new_book()
    for text in texts[:: max(1, len(texts) // PAIRS_OF)][:PAIRS_OF]:
        part.add_skill("all", text).embedding = vector(text)
    detector = deduplication.SimilarityDetector(deduplication.DeduplicationConfig(similarity_threshold=0.85))
    start = time.process_time()
    detector.detect_similar_pairs(part)
    seconds["pairs"] = time.process_time() - start
    seconds["skills"] = len(part.skills())
    print(json.dumps(seconds))


if __name__ == "__main__":
    main()
