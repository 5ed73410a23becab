"""A model of one's own, in a folder."""

from pathlib import Path

import numpy as np
import pytest

from afterwit.adapters.embeddings import FolderEmbedder
from afterwit.errors import ModelFailed
from tests.adapters.embeddings.tiny_models import (
    FLOAT,
    INPUTS,
    INT32,
    INT64,
    PIECES,
    TABLE,
    as_numbers,
    integer,
    integers,
    lookup,
    model,
    node,
    pooled,
    text_inputs,
    value,
)

A_NUMBER_A_TEXT = node("ReduceMean", ("cast",), "given", integers("axes", [1]) + integer("keepdims", 0))
SQUEEZE = node("Squeeze", ("means",), "given")
TEXTS = ["one two", "threes", "", "two one one one three", "nothing known"]


def folder_with(path: Path, content: bytes = b"", pieces: tuple[str, ...] = PIECES) -> Path:
    """A folder with a model."""
    folder = path / "own-model"
    folder.mkdir()
    (folder / "model.onnx").write_bytes(content or lookup())
    (folder / "vocab.txt").write_text("".join(f"{piece}\n" for piece in pieces), encoding="utf-8")
    return folder


def mean_of(*numbers: int) -> np.ndarray:
    mean = np.mean([TABLE[number] for number in numbers], axis=0)
    return mean / np.linalg.norm(mean)


def embedded_twice(folder: Path) -> None:
    embedder = FolderEmbedder(folder)
    embedder.embed(TEXTS)
    embedder.embed(TEXTS[:1])


def refused(folder: Path) -> str:
    """What is said of a folder that cannot be used, if it is one sentence."""
    with pytest.raises(ModelFailed) as raised:
        embedded_twice(folder)
    said = str(raised.value)
    assert "\n" not in said
    assert ": " in said
    assert said.endswith((".", "?"))
    return said


@pytest.mark.parametrize(
    "content",
    [lookup(), pooled(), lookup(kind=INT32), lookup(names=("input_ids",)), lookup(names=INPUTS[:2])],
    ids=["each piece", "whole text", "small integers", "numbers only", "no types"],
)
def test_the_vector_of_a_text_is_the_mean_over_its_pieces(tmp_path: Path, content: bytes) -> None:
    embedder = FolderEmbedder(folder_with(tmp_path, content))
    known = {0: (2, 4, 5, 3), 1: (2, 6, 7, 3), 2: (2, 3), 3: (2, 5, 4, 4, 4, 6, 3), 4: (2, 1, 1, 3)}
    for number, pieces in known.items():
        assert np.allclose(embedder.embed([TEXTS[number]])[0], mean_of(*pieces), atol=1e-6)


def test_filling_up_does_not_count(tmp_path: Path) -> None:
    embedder = FolderEmbedder(folder_with(tmp_path))
    assert np.allclose(embedder.embed(TEXTS), np.vstack([embedder.embed([text]) for text in TEXTS]), atol=1e-6)


def test_its_name_changes_with_model_vocabulary_and_limit(tmp_path: Path) -> None:
    names: set[str] = set()
    for number, (content, pieces, limit) in enumerate(
        [(lookup(), PIECES, 256), (pooled(), PIECES, 256), (lookup(), (*PIECES, "four"), 256), (lookup(), PIECES, 64)]
    ):
        (tmp_path / str(number)).mkdir()
        names.add(FolderEmbedder(folder_with(tmp_path / str(number), content, pieces), limit).name)
    assert len(names) == 4
    assert all(name.startswith("own-model-") for name in names)


def test_the_size_is_known_once_there_was_a_text(tmp_path: Path) -> None:
    embedder = FolderEmbedder(folder_with(tmp_path))
    assert embedder.embed([]).shape == (0, 0)
    embedder.embed(["one"])
    assert embedder.embed([]).shape == (0, 4)


def test_a_folder_that_is_not_there(tmp_path: Path) -> None:
    assert refused(tmp_path / "nowhere").startswith(f"There is no folder {tmp_path / 'nowhere'}: ")


@pytest.mark.parametrize("missing", [{"model.onnx"}, {"vocab.txt"}, {"model.onnx", "vocab.txt"}])
def test_a_folder_without_its_files(tmp_path: Path, missing: set[str]) -> None:
    folder = folder_with(tmp_path)
    for name in missing:
        (folder / name).unlink()
    assert f"has no {' and no '.join(sorted(missing))}: " in refused(folder)


def test_a_file_that_is_no_model(tmp_path: Path) -> None:
    assert "cannot be opened as an ONNX model: " in refused(folder_with(tmp_path, b"no model at all"))


def test_a_model_that_takes_no_texts(tmp_path: Path) -> None:
    picture = model(
        [node("Identity", ("pixel_values",), "out")],
        [value("pixel_values", FLOAT, ("n", 4))],
        [value("out", FLOAT, ("n", 4))],
    )
    assert "takes pixel_values tensor(float): give a text model" in refused(folder_with(tmp_path, picture))


def test_a_model_that_wants_more_than_a_text(tmp_path: Path) -> None:
    content = lookup(names=(*INPUTS, "task_id"))
    assert "task_id" in refused(folder_with(tmp_path, content))


@pytest.mark.parametrize(
    ("content", "said"),
    [
        (
            model([node("Identity", ("input_ids",), "out")], text_inputs(), [value("out", INT64, ("texts", "pieces"))]),
            "gives no vectors but out tensor(int64)",
        ),
        (as_numbers(("texts", "pieces")), "gives vectors of several sizes"),
        (as_numbers(None, A_NUMBER_A_TEXT), "gives no vectors but given tensor(float)"),
        (as_numbers(None, A_NUMBER_A_TEXT.replace(b"given", b"means"), SQUEEZE), "which is no vector each"),
        (lookup(table=[(0.0,) * 4] * len(PIECES)), "no numbers or all zero"),
        (lookup(table=[(float("nan"),) * 4] * len(PIECES)), "no numbers or all zero"),
        (lookup(table=TABLE[:4]), "does its vocabulary belong to it?"),
    ],
    ids=[
        "integers",
        "a number a piece",
        "a number a text",
        "a number a text, untold",
        "zeros",
        "no numbers",
        "too small for its vocabulary",
    ],
)
def test_a_model_that_gives_no_vectors(tmp_path: Path, content: bytes, said: str) -> None:
    assert said in refused(folder_with(tmp_path, content))


def test_a_vocabulary_of_another_kind(tmp_path: Path) -> None:
    assert "The vocabulary has no [CLS], [SEP]: " in refused(folder_with(tmp_path, pieces=("[PAD]", "[UNK]")))


def test_a_model_that_changes_after_it_was_named(tmp_path: Path) -> None:
    folder = folder_with(tmp_path)
    embedder = FolderEmbedder(folder)
    assert embedder.name
    (folder / "model.onnx").write_bytes(pooled())
    with pytest.raises(ModelFailed, match="is not the model that it should be"):
        embedder.embed(TEXTS)


@pytest.mark.parametrize("gone", ["model.onnx", "vocab.txt"])
def test_a_file_that_goes_before_it_is_read(tmp_path: Path, gone: str) -> None:
    folder = folder_with(tmp_path)
    embedder = FolderEmbedder(folder)
    (folder / gone).unlink()
    with pytest.raises(ModelFailed, match=rf"{gone} cannot be read: No such file or directory; check that it is there"):
        embedder.embed(TEXTS)
