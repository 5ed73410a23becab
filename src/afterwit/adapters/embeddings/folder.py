"""A model of one's own: a folder with model.onnx and vocab.txt, as exported from a BERT model for embeddings."""

from collections.abc import Sequence
from functools import cached_property
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING

from afterwit.adapters.embeddings.digest import digest_of
from afterwit.adapters.embeddings.onnx_embedder import LIMIT, ModelFiles, OnnxEmbedder
from afterwit.errors import ModelFailed

if TYPE_CHECKING:
    from afterwit.adapters.embeddings.vectors import Vectors


class FolderEmbedder:
    """Makes vectors with the model of a folder: mean over the pieces, lower case, as all-MiniLM-L6-v2 does it."""

    def __init__(self, folder: Path, limit: int = LIMIT) -> None:
        self._folder = folder.absolute()
        self._limit = limit
        if not folder.is_dir():
            raise ModelFailed(
                f"There is no folder {folder}: set recall.embedder to bundled or to a folder that exists."
            )
        missing = [name for name in ("model.onnx", "vocab.txt") if not (folder / name).is_file()]
        if missing:
            raise ModelFailed(f"The folder {folder} has no {' and no '.join(missing)}: put the model's there.")
        if find_spec("onnxruntime") is None or find_spec("numpy") is None:
            raise ModelFailed("An ONNX model needs what is not installed here: pip install onnxruntime numpy.")

    @property
    def name(self) -> str:
        """The folder's name, the beginnings of the digests of both files, and the limit."""
        return self._embedder.name

    def embed(self, texts: Sequence[str]) -> "Vectors":
        """A row for each text."""
        return self._embedder.embed(texts)

    @cached_property
    def _embedder(self) -> OnnxEmbedder:
        model, vocabulary = self._folder / "model.onnx", self._folder / "vocab.txt"
        title = f"{self._folder.name}-{digest_of(vocabulary)[:12]}"
        return OnnxEmbedder(ModelFiles(title, model, digest_of(model), vocabulary), self._limit)
