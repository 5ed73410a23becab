"""The index made ready to be searched: every skill embedded, and all of it made anew where somebody asks for that."""

import msgspec

from afterwit.engine.kernel import Kernel
from afterwit.errors import ModelFailed


class Ready(msgspec.Struct, frozen=True, kw_only=True):
    """How ready the index is."""

    skills: int = 0
    embedded: int = 0
    """How many had to be embedded for it."""
    problem: str = ""
    """Why not all are, in words: what was found by meaning is then found by words only."""


def make_ready(kernel: Kernel) -> Ready:
    """Embed what has not been."""
    if kernel.embedder is None:
        return Ready()

    def told(done: int, of: int) -> None:
        if kernel.watch is not None:
            kernel.watch("Embedding skills", done, of)

    embedder = kernel.embedder
    try:
        embedded = kernel.index.safely(lambda: kernel.index.searcher.embed_missing(embedder, told))
    except ModelFailed as problem:
        return Ready(problem=str(problem))
    return Ready(embedded=embedded)


def rebuild(kernel: Kernel) -> Ready:
    """Make the index anew from the files; only what has changed since it was last embedded is embedded again."""
    kernel.index.start_afresh()
    kernel.look()
    ready = make_ready(kernel)
    kernel.index.forget_old_vectors()
    problem = ready.problem or kernel.without_embedder
    return Ready(skills=len(kernel.index.entries()), embedded=ready.embedded, problem=problem)
