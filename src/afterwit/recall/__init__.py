"""A need to the skills that meet it."""

from typing import TYPE_CHECKING

if TYPE_CHECKING:  # a listing needs no arrays
    from afterwit.ports import Embedder
    from afterwit.recall.index import SkillIndex
    from afterwit.recall.searcher import Filters, Findings


def search(  # noqa: PLR0913 - what is asked, and of whom
    index: "SkillIndex",
    text: str,
    k: int = 5,
    *,
    embedder: "Embedder | None" = None,
    filters: "Filters | None" = None,
    threshold: float = 0.0,
) -> "Findings":
    """The skills of an index that fit a need, the surest first; none where not even the best is sure enough."""
    searcher = index.searcher
    return index.safely(lambda: searcher.find(text, k, embedder=embedder, filters=filters, threshold=threshold))
