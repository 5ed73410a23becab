"""Trigger clarity: the skill is found by its own trigger, and leaves others where they are found."""

from collections.abc import Iterator, Sequence

from afterwit.judge.cited import plural
from afterwit.judge.depth import Side
from afterwit.model.package import Package
from afterwit.model.skill import Match
from afterwit.model.skill_document import Document
from afterwit.model.words import tokens
from afterwit.ports import View

LOWEST_RANK = 3
FEWEST_WORDS = 4
"""Different words that say something: fewer fit everything."""
FEWEST_OWN_WORDS = 2
"""Of these, the words that are not the skill's name over again."""
NEIGHBOURS = 3
"""The nearest skills that must still be found first by their own triggers."""


def trigger(package: Package, document: Document, view: View) -> Side:
    """Yes where the trigger is worded, finds the skill among the first, and displaces no other."""
    said = set(tokens(document.use_when))
    words = len(set(tokens(document.trigger)))
    own = len(said - set(tokens(package.name)))
    near = [match for match in view.similar(package, k=NEIGHBOURS) if match.state == "active"]
    queries = [document.trigger, *(match.trigger for match in near)]
    mine, *theirs = ([match.name for match in found] for found in view.searches(queries, k=LOWEST_RANK, adding=package))
    rank = mine.index(package.name) + 1 if package.name in mine else 0
    displaced = list(_displaced(near, theirs, view))
    told = [f"rank {rank} by its own trigger" if rank else f"not among the first {LOWEST_RANK} by its own trigger"]
    if not document.use_when:
        told.append("it does not say when to use it")
    elif own < FEWEST_OWN_WORDS:
        told.append("when to use it is only its name over again")
    told.append(
        f"{plural(words, 'word')} in the trigger" + ("" if words >= FEWEST_WORDS else f", {FEWEST_WORDS} needed")
    )
    told += [f"it would displace {other} from rank 1 on that one's own trigger" for other in displaced]
    worded = bool(document.use_when) and own >= FEWEST_OWN_WORDS and words >= FEWEST_WORDS
    return Side(
        passed=bool(worded and rank and not displaced),
        reason=", ".join(told),
        measured={"rank": rank, "trigger_words": words, "displaced": ", ".join(displaced)},
    )


def _displaced(near: Sequence[Match], found: Sequence[Sequence[str]], view: View) -> Iterator[str]:
    """The near skills that are first by their own trigger, and would no longer be."""
    for match, names in zip(near, found, strict=True):
        # First with it means first without it too; so the second search is made only where it can matter.
        if names[:1] != [match.name] and [each.name for each in view.search(match.trigger, k=1)] == [match.name]:
            yield match.name
