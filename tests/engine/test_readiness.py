"""The index made ready: what is new is embedded, what is known is not, and what is gone leaves nothing."""

from collections.abc import Generator
from contextlib import contextmanager
from pathlib import Path

import msgspec
import pytest

from afterwit.adapters.embeddings import HashedEmbedder
from afterwit.config import Config, Recall
from afterwit.engine.find import search
from afterwit.engine.kernel import Kernel
from afterwit.engine.readiness import Ready, make_ready, rebuild
from afterwit.model.package import MAIN
from afterwit.recall.segment import small
from tests.engine.projects import opened
from tests.faces.cli.packages import CRAB, LAMP, laid_out
from tests.recall.books import Counting, Failing, skill

NONE = Config(recall=Recall(embedder="none"))


@contextmanager
def project(folder: Path, model: HashedEmbedder) -> Generator[Kernel, None, None]:
    """Two skills, and a model to embed them with."""
    laid_out(folder / ".afterwit" / "skills", CRAB, LAMP)
    with opened(folder, NONE) as here:
        yield msgspec.structs.replace(here, embedder=model, without_embedder="")


def test_what_is_new_is_embedded_once_and_who_waits_is_told(tmp_path: Path) -> None:
    told: list[tuple[str, int, int]] = []
    model = Counting()

    def watch(title: str, done: int, of: int) -> None:
        told.append((title, done, of))

    with project(tmp_path, model) as here:
        watched = msgspec.structs.replace(here, watch=watch)
        assert make_ready(watched) == Ready(embedded=2)
        assert make_ready(watched) == Ready()
    assert told == [("Embedding skills", 2, 2)]
    assert len(model.seen) == 2


def test_made_anew_nothing_is_embedded_after_an_edit_one_and_by_another_model_all(tmp_path: Path) -> None:
    model = Counting()
    with project(tmp_path, model) as here:
        assert rebuild(here) == Ready(skills=2, embedded=2)
        assert rebuild(here) == Ready(skills=2)
        file = here.zone.root / "skills" / CRAB.name / MAIN
        file.write_bytes(file.read_bytes().replace(b"Empties crab pots", b"Empties lobster pots"))
        here.look()
        assert rebuild(here) == Ready(skills=2, embedded=1)
        assert "lobster" in model.seen[-1]
        file.write_bytes(file.read_bytes() + b"\nOne more thing.\n")
        here.look()
        assert rebuild(here) == Ready(skills=2)
        assert rebuild(msgspec.structs.replace(here, embedder=HashedEmbedder(8))) == Ready(skills=2, embedded=2)
        assert [one.name for one in search("lobster pots", here).results] == [CRAB.name]


def test_made_anew_nothing_is_left_of_the_vectors_of_what_is_gone(tmp_path: Path) -> None:
    model = Counting(256)
    with project(tmp_path, model) as here:
        make_ready(here)
        gone, kept = sorted(model.seen, key=lambda text: "lamp" in text)
        (here.zone.root / "skills" / CRAB.name).rename(tmp_path / "elsewhere")
        rebuild(here)
    left = b"".join(path.read_bytes() for path in (tmp_path / ".afterwit").rglob("*") if path.is_file())
    assert small(model.embed([gone])[0]) not in left
    assert small(model.embed([kept])[0]) in left


@pytest.mark.parametrize("content", [b"scribbled over " * 999, b""])
def test_vectors_that_are_lost_are_made_again(tmp_path: Path, content: bytes) -> None:
    with project(tmp_path, Counting()) as here:
        make_ready(here)
    for ending in ("", "-wal", "-shm"):
        (tmp_path / ".afterwit" / f"vectors.db{ending}").unlink(missing_ok=True)
    (tmp_path / ".afterwit" / "vectors.db").write_bytes(content)
    with project(tmp_path, Counting()) as here:
        assert make_ready(here) == Ready(embedded=2)


def test_a_model_that_fails_is_told_and_the_words_are_ready(tmp_path: Path) -> None:
    with project(tmp_path, Failing()) as here:
        assert make_ready(here).problem == "The model is on holiday: try again tomorrow."
        assert rebuild(here) == Ready(skills=2, problem="The model is on holiday: try again tomorrow.")
        assert [one.name for one in search("empty crab pots", here).results] == [CRAB.name]


def test_without_a_model_there_is_nothing_to_embed(tmp_path: Path) -> None:
    laid_out(tmp_path / ".afterwit" / "skills", CRAB, skill("plain", "Says nothing."))
    with opened(tmp_path, NONE) as here:
        assert make_ready(here) == Ready()
        assert rebuild(here) == Ready(skills=2, problem="recall.embedder is none")
