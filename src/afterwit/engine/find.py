"""Finding skills for a need: those that fit it best, how sure that is, and why."""

import msgspec

from afterwit import recall
from afterwit.engine.readiness import make_ready
from afterwit.engine.shelf import Shelf
from afterwit.keep.book import place
from afterwit.model.package import State
from afterwit.recall.searcher import Filters, Hit

LONGEST_ERROR = 80
MOST_WORDS = 8
"""Of the words that a need and a skill have in common, so many are told."""


class Found(msgspec.Struct, frozen=True, kw_only=True):
    """A skill that fits."""

    name: str
    score: float
    """How sure it is that it fits, from 0 to 1."""
    why: tuple[str, ...]
    """What the need and the skill have in common: an error, commands, words."""
    path: str
    description: str
    domain: str
    use_when: str
    """When to use it."""
    state: State
    same_error: bool
    """Whether the need shows an error that it is about."""
    meaning: float | None
    """How near the two are in meaning; None where no model could say."""


class Search(msgspec.Struct, frozen=True, kw_only=True):
    """What a search gives."""

    results: tuple[Found, ...]
    best: float
    """How sure the best one was that there is, also where that was not enough to be given."""
    threshold: float
    notes: tuple[str, ...]
    """What whoever searched should know: that meaning was not looked at, that the index had to be made anew."""


def search(
    query: str, shelf: Shelf, k: int = 5, *, threshold: float | None = None, filters: Filters | None = None
) -> Search:
    """The skills that fit a need, the surest first; none where none is sure enough, unless the threshold is 0."""
    least = shelf.config.recall.threshold if threshold is None else threshold
    problem = make_ready(shelf).problem
    embedder = None if problem else shelf.embedder
    found = recall.search(shelf.index, query, k, embedder=embedder, filters=filters, threshold=least)
    why_not = problem or (found.without_model if embedder else shelf.without_embedder)
    notes = [f"Found by words only: {why_not}"] if why_not else []
    if shelf.index.mended:
        shelf.index.mended = False  # it is said once
        notes.append("The index was broken and has been made anew from the skills.")
    # A server runs for days, and a person may have taken a skill away since it last looked.
    results = tuple(_found(hit, shelf) for hit in found.hits if shelf.book.stamp(hit.entry.state, hit.entry.name))
    return Search(results=results, best=round(found.best, 3), threshold=least, notes=tuple(notes))


def _found(hit: Hit, shelf: Shelf) -> Found:
    entry = hit.entry
    why = (
        *((f"the same error: {hit.error[:LONGEST_ERROR]}",) if hit.error else ()),
        *hit.commands[:2],
        *hit.words[:MOST_WORDS],
    )
    return Found(
        name=entry.name,
        score=round(hit.score, 3),
        why=why or ("meaning",),
        path=str(shelf.zone.root / place(entry.state, entry.name)),
        description=entry.description,
        domain=entry.domain,
        use_when=entry.trigger.split("\n", 1)[0],
        state=entry.state,
        same_error=hit.signs.same_error,
        meaning=None if hit.signs.meaning is None else round(hit.signs.meaning, 3),
    )
