"""The embedder without a model."""

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from afterwit.adapters.embeddings import HashedEmbedder


@given(st.lists(st.text(st.characters(), max_size=40), max_size=8), st.integers(1, 100))
def test_every_text_has_a_vector_of_length_1_and_always_the_same(texts: list[str], size: int) -> None:
    embedder = HashedEmbedder(size)
    vectors = embedder.embed(texts)
    assert vectors.shape == (len(texts), size)
    assert vectors.dtype == np.float32
    assert np.allclose(np.linalg.norm(vectors, axis=1), 1, atol=1e-6)
    assert all(np.array_equal(vector, embedder.embed([text])[0]) for vector, text in zip(vectors, texts, strict=True))


def test_texts_that_share_words_are_near_each_other() -> None:
    embedder = HashedEmbedder(256)
    need, same, other = embedder.embed(["the push is rejected", "rejected is the push", "a cake does not rise"])
    assert need @ same > 0.99
    assert need @ other < 0.7
    assert embedder.name == "hashed/256"
