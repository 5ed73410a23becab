"""chromadb on the same skills, run by the interpreter that has it: `fill`, `search` or `first`, answers as JSON.

It is given every vector, of skills and of needs, so that no model is timed. Its collection is on disk and compares by
cosine; all else is as it comes.
"""

import json
import sys
import time
from importlib import import_module
from pathlib import Path
from typing import Any

ROUNDS = 3
K = 5
SOME = 40
"""Needs that are searched with a word: it takes long."""
TOGETHER = 5000
"""Skills that are added at once; it takes no more than 5,461."""


def collection(store: Path) -> Any:  # noqa: ANN401 - of a library that is not installed beside us
    """The skills in a folder."""
    chromadb: Any = import_module("chromadb")
    settings = chromadb.Settings(anonymized_telemetry=False)
    client = chromadb.PersistentClient(str(store), settings)
    return client.get_or_create_collection("skills", embedding_function=None, metadata={"hnsw:space": "cosine"})


def fill(store: Path, given: Path, size: int) -> dict[str, float]:
    """Add so many skills; seconds on the clock."""
    numpy: Any = import_module("numpy")
    texts = json.loads((given / "skills.json").read_bytes())[:size]
    vectors = numpy.load(given / "vectors.npy")[:size]
    start = time.perf_counter()
    skills = collection(store)
    for begin in range(0, size, TOGETHER):
        some = slice(begin, begin + TOGETHER)
        ids = [f"rl-{number}" for number in range(size)[some]]
        skills.add(ids=ids, embeddings=vectors[some], documents=texts[some])
    return {"seconds": time.perf_counter() - start}


def search(store: Path, given: Path) -> dict[str, object]:
    """Milliseconds of each need by kind, the best of several rounds; by vector alone, and among those with a word."""
    numpy: Any = import_module("numpy")
    skills = collection(store)
    found: dict[str, object] = {}
    for kind, texts in json.loads((given / "needs.json").read_bytes()).items():
        asked = [{"query_embeddings": [vector], "n_results": K} for vector in numpy.load(given / f"{kind}.npy")]
        found[kind] = _best(skills, asked, ROUNDS)
        with_word = [
            each | {"where_document": {"$contains": max(text.split(), key=len)}}
            for each, text in zip(asked, texts, strict=True)
        ]
        found[f"{kind} with a word"] = _best(skills, with_word[:: len(with_word) // SOME], 2)
    return found | {"resident": resident()}


def _best(skills: Any, asked: list[dict[str, Any]], rounds: int) -> list[float]:  # noqa: ANN401
    best = [float("inf")] * len(asked)
    for _ in range(rounds):
        for place, each in enumerate(asked):
            start = time.perf_counter()
            skills.query(**each)
            best[place] = min(best[place], (time.perf_counter() - start) * 1000)
    return best


def first(store: Path, given: Path) -> dict[str, int]:
    """One search."""
    numpy: Any = import_module("numpy")
    vector = numpy.load(given / "short.npy")[0]
    return {"found": len(collection(store).query(query_embeddings=[vector], n_results=K)["ids"][0])}


def resident() -> int:
    """Megabytes of this process."""
    lines = Path("/proc/self/status").read_text(encoding="utf-8").splitlines()
    return next(int(line.split()[1]) for line in lines if line.startswith("VmRSS")) // 1000


def main(what: str, store: Path, given: Path, size: int) -> None:
    """Do it and say it."""
    if what == "fill":
        print(json.dumps(fill(store, given, size)))
    else:
        print(json.dumps(search(store, given) if what == "search" else first(store, given)))


if __name__ == "__main__":
    main(sys.argv[1], Path(sys.argv[2]), Path(sys.argv[3]), int(sys.argv[4]))
