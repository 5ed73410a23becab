"""A store that keeps the index in step, so that the next proposal of a pass is judged against what this one wrote."""

from collections.abc import Callable

from afterwit.errors import StoreFailed
from afterwit.keep.book import Book
from afterwit.model.approval import Approved
from afterwit.model.package import STATES
from afterwit.model.proposal import MergeSkills, Proposal
from afterwit.ports import Store
from afterwit.recall.index import SkillIndex


class Indexed:
    """Wraps a store: what a change touched is looked at again, or all of it where that cannot be told."""

    def __init__(self, store: Store, book: Book, index: SkillIndex, look: Callable[[], None]) -> None:
        self._store = store
        self._book = book
        self._index = index
        self._look = look

    def apply(self, approved: Approved, proposal_id: int | None) -> tuple[int | None, str]:
        """Write it, and have the index know."""
        change, told = self._store.apply(approved, proposal_id)
        if change is None:
            return change, told
        try:
            for name in _touched(approved.proposal):
                self._take_in(name)
            if approved.proposal.target == "history":
                self._look()
        except StoreFailed as problem:  # it is written, whatever the index says: the next command looks again
            return change, f"{told} ({problem})"
        return change, told

    def _take_in(self, name: str) -> None:
        for state in STATES:
            skill = self._book.at(state, name)
            if skill is None:
                self._index.remove(name, state)
            else:
                self._index.put(skill.package, state, self._book.stamp(state, name))


def _touched(proposal: Proposal) -> tuple[str, ...]:
    if proposal.target != "skill":
        return ()
    if isinstance(proposal.op, MergeSkills):
        return proposal.subject, proposal.op.source
    return (proposal.subject,)
