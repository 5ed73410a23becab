"""An embedder without a model, for tests: texts that share words are near each other."""

import hashlib
from collections.abc import Sequence
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from afterwit.adapters.embeddings.vectors import Vectors


class HashedEmbedder:
    """Gives every word a place and a sign by its digest: the same text has the same vector on every machine."""

    def __init__(self, size: int = 64) -> None:
        self.name = f"hashed/{size}"
        self._size = size

    def embed(self, texts: Sequence[str]) -> "Vectors":
        """A row for each text; those without words are all alike."""
        import numpy as np  # noqa: PLC0415

        from afterwit.adapters.embeddings.vectors import of_length_one  # noqa: PLC0415

        rows = np.zeros((len(texts), self._size), dtype=np.float64)
        for row, text in zip(rows, texts, strict=True):
            for word in text.lower().split():
                digest = hashlib.blake2b(word.encode("utf-8", "surrogatepass"), digest_size=8).digest()
                row[int.from_bytes(digest[:7]) % self._size] += 1 if digest[7] % 2 else -1
            if not row.any():
                row[0] = 1
        made = of_length_one(rows)
        assert made is not None  # noqa: S101 - every row has a word or a first number
        return made
