"""Texts to vectors with an ONNX model and its vocabulary, on this machine."""

from collections.abc import Iterator, Sequence
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from afterwit.adapters.embeddings.wordpiece import WordPiece
from afterwit.errors import ModelFailed

if TYPE_CHECKING:  # nothing heavy before the first text
    from afterwit.adapters.embeddings.vectors import Vectors

LIMIT = 256
"""Tokens of a text that count; what all-MiniLM-L6-v2 was made for."""
MOST_ROWS = 32
MOST_TOKENS = 256
"""Tokens in a batch, filling included: more is slower, for it no longer fits into the caches, and takes memory."""


class ModelFiles(NamedTuple):
    """A model on this machine."""

    title: str
    model: Path
    digest: str
    """The SHA-256 that the model must have."""
    vocabulary: Path
    size: int = 0
    """How many numbers its vectors have, where that is known."""


class OnnxEmbedder:
    """Makes vectors with a model that is known by its digest. Opens it for the first text."""

    def __init__(self, files: ModelFiles, limit: int = LIMIT) -> None:
        self.name = f"{files.title}@{files.digest[:12]}/{limit}"
        self._files = files
        self._limit = limit
        self._size = files.size

    def embed(self, texts: Sequence[str]) -> "Vectors":
        """A row for each text. The others that come with it make no difference."""
        import numpy as np  # noqa: PLC0415

        from afterwit.adapters.embeddings.onnx_model import open_model  # noqa: PLC0415

        if not texts:
            return np.zeros((0, self._size), dtype=np.float32)
        model = open_model(self._files.model, self._files.digest)
        rows = [self._wordpiece.encode(text, self._limit) for text in texts]
        parts = [
            (batch, model.vectors([rows[place] for place in batch], self._wordpiece.padding)) for batch in batches(rows)
        ]
        self._size = self._size or parts[0][1].shape[1]
        if any(vectors.shape[1] != self._size for _, vectors in parts):
            raise ModelFailed(f"{self._files.model} gives vectors of several sizes: give a model made for embeddings.")
        made = np.empty((len(texts), self._size), dtype=np.float32)
        for batch, vectors in parts:
            made[batch] = vectors
        return made

    @cached_property
    def _wordpiece(self) -> WordPiece:
        return WordPiece.read(self._files.vocabulary)


def batches(rows: Sequence[Sequence[int]]) -> Iterator[list[int]]:
    """The places of the rows, those of like length together, so that little has to be filled up."""
    batch: list[int] = []
    for place in sorted(range(len(rows)), key=lambda place: len(rows[place]), reverse=True):
        if batch and (len(batch) == MOST_ROWS or (len(batch) + 1) * len(rows[batch[0]]) > MOST_TOKENS):
            yield batch
            batch = []
        batch.append(place)
    if batch:
        yield batch
