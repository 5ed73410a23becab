"""The index made ready to be searched: every skill embedded, and all of it made anew where somebody asks for that."""

import msgspec

from afterwit.engine.shelf import Shelf
from afterwit.errors import ModelFailed


class Ready(msgspec.Struct, frozen=True, kw_only=True):
    """How ready the index is."""

    skills: int = 0
    embedded: int = 0
    """How many had to be embedded for it."""
    problem: str = ""
    """Why not all are, in words: what was found by meaning is then found by words only."""


def make_ready(shelf: Shelf) -> Ready:
    """Embed what has not been."""
    if shelf.embedder is None:
        return Ready()

    def told(done: int, of: int) -> None:
        if shelf.watch is not None:
            shelf.watch("Embedding skills", done, of)

    embedder = shelf.embedder
    try:
        embedded = shelf.index.embed_missing(embedder, told)
    except ModelFailed as problem:
        return Ready(problem=str(problem))
    return Ready(embedded=embedded)


def rebuild(shelf: Shelf) -> Ready:
    """Make the index anew from the files; only what has changed since it was last embedded is embedded again."""
    shelf.index.start_afresh()
    shelf.look()
    ready = make_ready(shelf)
    shelf.index.forget_old_vectors()
    problem = ready.problem or shelf.without_embedder
    return Ready(skills=len(shelf.index.entries()), embedded=ready.embedded, problem=problem)
