"""Gates that say what a test wants, and a project with nothing in it."""

from pathlib import Path

from afterwit.adapters.in_memory import MemoryEventLog
from afterwit.engine.view import ProjectView
from afterwit.keep.book import Book
from afterwit.keep.zone import Zone
from afterwit.model.proposal import Proposal
from afterwit.model.verdict import Verdict
from afterwit.ports import View
from afterwit.recall.index import SkillIndex


class Says:
    """A gate that always says the same."""

    def __init__(self, name: str, *, passed: bool) -> None:
        self.name = name
        self._passed = passed

    def judge(self, proposal: Proposal, view: View) -> Verdict:
        """The same as ever."""
        del proposal, view
        return Verdict(gate=self.name, passed=self._passed, reason=f"it says {'yes' if self._passed else 'no'}")


class Breaks:
    """A gate whose machinery is broken."""

    name = "broken"

    def judge(self, proposal: Proposal, view: View) -> Verdict:
        """Never."""
        raise RuntimeError(f"the validator is down for {proposal.subject}, whatever {view} shows")


YES = Says("yes", passed=True)
NO = Says("no", passed=False)
BROKEN = Breaks()


def nothing_to_see() -> View:
    """The view of a project that has nothing yet."""
    book = Book(Zone(Path("there-is-no-such-folder")), lambda _name, _metadata: "learned")
    return ProjectView(MemoryEventLog(), book, SkillIndex())
