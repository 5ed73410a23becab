"""ace-framework's way to bring skills to a prompt, run by the interpreter that has it: reads texts, answers as JSON.

It does not search: `as_prompt` writes down every skill there is, and an agent is given all of them.
"""

import json
import logging
import sys
import tempfile
import time
from importlib import import_module
from pathlib import Path
from typing import Any

ROUNDS = 3


def serialise(texts: list[str]) -> dict[str, float]:
    """Seconds on the clock to load the book and to write it down for a prompt, and how many characters that gives."""
    new_book: Any = import_module("ace.skillbook").Skillbook
    book = new_book()
    for text in texts:
        book.add_skill("all", text)
    written: list[float] = []
    loaded: list[float] = []
    characters = 0
    with tempfile.TemporaryDirectory() as folder:
        path = str(Path(folder) / "book.json")
        book.save_to_file(path)
        for _ in range(ROUNDS):
            start = time.perf_counter()
            book = new_book.load_from_file(path)
            loaded.append(time.perf_counter() - start)
            start = time.perf_counter()
            characters = len(book.as_prompt())
            written.append(time.perf_counter() - start)
    return {"load": min(loaded), "prompt": min(written), "characters": characters}


def main(given: Path, size: int) -> None:
    """Do it and say it."""
    logging.disable(logging.CRITICAL)
    print(json.dumps(serialise(json.loads((given / "skills.json").read_bytes())[:size])))


if __name__ == "__main__":
    main(Path(sys.argv[1]), int(sys.argv[2]))
