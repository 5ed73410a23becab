"""A model behind an OpenAI-compatible address: POST {address}/embeddings."""

import time
from collections.abc import Callable, Iterator, Sequence
from typing import TYPE_CHECKING

import msgspec

from afterwit.adapters.embeddings.address import read_address
from afterwit.adapters.embeddings.server import TIMEOUT, Server
from afterwit.errors import ModelFailed

if TYPE_CHECKING:
    from afterwit.adapters.embeddings.vectors import Vectors

AT_ONCE = 64
"""Texts in a request."""
MOST_CHARACTERS = 4000
"""Of a text; few models read more, and some refuse what is longer than they read."""


class _Row(msgspec.Struct):
    index: int
    embedding: list[float]


class _Answer(msgspec.Struct):
    data: list[_Row]


class EndpointEmbedder:
    """Makes vectors by asking a server."""

    def __init__(
        self,
        address: str,
        model: str,
        key: str = "",
        *,
        timeout: float = TIMEOUT,
        wait: Callable[[float], None] = time.sleep,
    ) -> None:
        place = read_address(address)
        if not model:
            raise ModelFailed(f"No model is named for {place.shown}: set recall.embedder_model.")
        self.name = f"{model}@{place.shown}/{MOST_CHARACTERS}"
        self._model = model
        self._shown = place.shown
        self._server = Server(place, key, timeout=timeout, wait=wait)
        self._size = 0

    def embed(self, texts: Sequence[str]) -> "Vectors":
        """A row for each text."""
        import numpy as np  # noqa: PLC0415

        from afterwit.adapters.embeddings.vectors import of_length_one  # noqa: PLC0415

        rows = [row for start in range(0, len(texts), AT_ONCE) for row in self._rows(texts[start : start + AT_ONCE])]
        size = self._size or (len(rows[0]) if rows else 0)
        if any(len(row) != size for row in rows):
            raise self._misunderstood("vectors of several sizes")
        made = of_length_one(np.asarray(rows, dtype=np.float64).reshape(len(rows), size))
        if made is None:
            raise self._misunderstood("vectors that are no numbers or all zero")
        self._size = size
        return made

    def _rows(self, texts: Sequence[str]) -> Iterator[list[float]]:
        """What the server gives for these texts, in their order."""
        question = {"model": self._model, "input": [_sendable(text) for text in texts]}
        try:
            answer = msgspec.json.decode(self._server.ask(msgspec.json.encode(question)), type=_Answer)
        except (msgspec.DecodeError, UnicodeDecodeError, RecursionError):
            raise self._misunderstood("what is no list of vectors") from None
        rows = {row.index: row.embedding for row in answer.data}
        if len(answer.data) != len(texts) or rows.keys() != set(range(len(texts))):
            raise self._misunderstood(f"{len(answer.data)} vectors for {len(texts)} texts, or numbers them wrongly")
        return (rows[index] for index in range(len(texts)))

    def _misunderstood(self, given: str) -> ModelFailed:
        return ModelFailed(f"{self._shown} gives {given}: check that {self._model} is a model for embeddings there.")


def _sendable(text: str) -> str:
    """A text that every server takes: not empty, not too long, without halves of characters."""
    return text[:MOST_CHARACTERS].encode("utf-8", "replace").decode("utf-8") or " "
