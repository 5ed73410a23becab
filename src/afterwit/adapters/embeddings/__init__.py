"""What turns texts into vectors: the bundled model, one's own in a folder, one behind an address, or none."""

from pathlib import Path

from afterwit.adapters.embeddings.folder import FolderEmbedder
from afterwit.adapters.embeddings.hashed import HashedEmbedder
from afterwit.adapters.embeddings.minilm import minilm
from afterwit.errors import ModelFailed
from afterwit.ports import Embedder

__all__ = ["FolderEmbedder", "HashedEmbedder", "embedder_of", "minilm"]


def embedder_of(choice: str, model: str, key: str) -> tuple[Embedder | None, str]:
    """The embedder that the settings ask for, or none and why in words. Loads nothing: its first text does."""
    if choice == "none":
        return None, "recall.embedder is none"
    try:
        return _made(choice, model, key), ""
    except ModelFailed as error:
        return None, str(error)


def _made(choice: str, model: str, key: str) -> Embedder:
    if choice == "bundled":
        return minilm()
    if choice.lower().startswith(("https://", "http://")):
        from afterwit.adapters.embeddings.endpoint import EndpointEmbedder  # noqa: PLC0415 - few use the network

        return EndpointEmbedder(choice, model, key)
    if not choice:
        raise ModelFailed("No embedder is named: set recall.embedder to bundled, none, a folder or an address.")
    try:
        folder = Path(choice).expanduser()
    except RuntimeError:
        folder = Path(choice)
    return FolderEmbedder(folder)
