"""A store over a real folder, with a gate that says yes to everything."""

from pathlib import Path

from afterwit.adapters.database.lock import FileLock
from afterwit.adapters.in_memory_history import MemoryHistory
from afterwit.config import Config
from afterwit.judge.chain import Chain
from afterwit.keep.book import Book
from afterwit.keep.journal import Journal
from afterwit.keep.store import Keeper
from afterwit.keep.zone import Zone
from afterwit.model.approval import Approved
from afterwit.model.package import Package
from afterwit.model.proposal import Author, Evidence, Operation, Proposal, target_of
from afterwit.model.skill_document import Draft, write
from afterwit.model.verdict import Overrule
from tests.judge.gates import YES, nothing_to_see

MINUTE = 60_000


def package(name: str = "rl-gh-diff-stat", guidance: str = "Use `gh pr diff --name-only`.", **more: str) -> Package:
    """A small skill."""
    draft = Draft(
        name=name,
        description=more.get("description", "Lists the files of a pull request."),
        use_when=more.get("use_when", "gh refuses the flag --stat."),
        domain=more.get("domain", "github"),
        situation="`gh pr diff` is asked for a summary and refuses.",
        guidance=(guidance,),
    )
    return write(draft)


class Keeping:
    """Has operations approved and kept."""

    def __init__(self, folder: Path, config: Config | None = None) -> None:
        self.zone = Zone(folder)
        self.history = MemoryHistory()
        self.journal = Journal(self.zone, self.history, FileLock(folder.parent / "lock").held)
        self.book = Book(self.zone, lambda _name, _metadata: "learned")
        self._now = 1_760_000_000_000
        self.keeper = Keeper(self.book, self.journal, config or Config(), self._clock)

    def _clock(self) -> int:
        self._now += MINUTE
        return self._now

    def __call__(self, op: Operation, author: Author = "person", *, overrule: bool = False) -> tuple[int | None, str]:
        cited = () if author == "person" else (Evidence(session="codex:1", event="e1"),)
        proposal = Proposal(
            target=target_of(op), op=op, score=0.9, author=author, reason="It was seen to work.", evidence=cited
        )
        word = Overrule(gates=frozenset({"yes"}), reason="I say so.", by="ada") if overrule else None
        approved = Chain([YES]).judge(proposal, nothing_to_see(), word)
        assert isinstance(approved, Approved)
        return self.keeper.apply(approved, None)

    def states_of_files(self) -> list[str]:
        """The folders of skills that there are."""
        return sorted(entry.name for entry in self.zone.root.glob("skills*"))

    def states(self, name: str) -> list[str]:
        """Where there is a skill of this name."""
        return [state for state in ("active", "pending", "archived") if self.book.at(state, name) is not None]
