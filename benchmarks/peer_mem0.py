"""mem0 on the same skills, run by the interpreter that has it: `fill`, `search` or `first`, answers as JSON.

No model is timed: `infer=False`, and an embedder that has every vector beforehand. Its store is the one it comes with,
qdrant in a local folder. Of what it can do more with spacy and fastembed (entities, BM25) nothing is installed, so it
searches by vector alone.
"""

import json
import os
import sys
import time
from importlib import import_module
from pathlib import Path
from typing import Any

ROUNDS = 3
SOME = 40
"""Needs of each kind: at ten thousand skills it takes long."""
K = 5
DIMENSIONS = 384
WHOSE = "bench"


class Given:
    """An embedder that has the vectors already."""

    config = None

    def __init__(self, known: dict[str, list[float]]) -> None:
        self._known = known

    def embed(self, text: str, _action: str = "") -> list[float]:
        """That of a text."""
        return self._known[text]

    def embed_batch(self, texts: list[str], _action: str = "") -> list[list[float]]:
        """Those of texts."""
        return [self._known[text] for text in texts]


def memory(store: Path, known: dict[str, list[float]]) -> Any:  # noqa: ANN401 - of a library not installed beside us
    """Its memory in a folder."""
    # It asks for a key when it is made, and writes into the home folder, unless told otherwise.
    os.environ |= {"MEM0_TELEMETRY": "False", "MEM0_DIR": str(store), "OPENAI_API_KEY": "none"}
    store.mkdir(parents=True, exist_ok=True)
    configs: Any = import_module("mem0.configs.base")
    vector_store = {"path": str(store / "qdrant"), "on_disk": True, "embedding_model_dims": DIMENSIONS}
    config = configs.MemoryConfig(
        vector_store={"provider": "qdrant", "config": vector_store}, history_db_path=str(store / "history.db")
    )
    made: Any = import_module("mem0").Memory(config)
    made.embedding_model = Given(known)
    return made


def fill(store: Path, given: Path, size: int) -> dict[str, float]:
    """Add so many skills; seconds on the clock."""
    numpy: Any = import_module("numpy")
    texts = json.loads((given / "skills.json").read_bytes())[:size]
    known = dict(zip(texts, numpy.load(given / "vectors.npy")[:size].tolist(), strict=True))
    start = time.perf_counter()
    skills = memory(store, known)
    for text in texts:
        skills.add(text, user_id=WHOSE, infer=False)
    return {"seconds": time.perf_counter() - start}


def search(store: Path, given: Path) -> dict[str, object]:
    """Milliseconds of each need by kind, the best of several rounds."""
    numpy: Any = import_module("numpy")
    needs: dict[str, list[str]] = json.loads((given / "needs.json").read_bytes())
    known: dict[str, list[float]] = {}
    for kind, texts in needs.items():
        # mem0 takes white space off the ends of a query.
        known |= dict(zip(map(str.strip, texts), numpy.load(given / f"{kind}.npy").tolist(), strict=True))
    skills = memory(store, known)
    found: dict[str, object] = {}
    for kind, every in needs.items():
        texts = every[:: len(every) // SOME]
        best = [float("inf")] * len(texts)
        for _ in range(ROUNDS):
            for place, text in enumerate(texts):
                start = time.perf_counter()
                skills.search(text.strip(), top_k=K, filters={"user_id": WHOSE})
                best[place] = min(best[place], (time.perf_counter() - start) * 1000)
        found[kind] = best
    return found | {"resident": resident()}


def first(store: Path, given: Path) -> dict[str, int]:
    """One search."""
    numpy: Any = import_module("numpy")
    text = json.loads((given / "needs.json").read_bytes())["short"][0].strip()
    skills = memory(store, {text: numpy.load(given / "short.npy")[0].tolist()})
    return {"found": len(skills.search(text, top_k=K, filters={"user_id": WHOSE}, threshold=0.0)["results"])}


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
