"""History, docket and ratings in memory: for a dry run of a project that has none yet, and for tests."""

from collections.abc import Callable, Mapping, Sequence

import msgspec

from afterwit.adapters.clock import now
from afterwit.adapters.derived import derived
from afterwit.model.change import About, Change, Edit
from afterwit.model.package import Tree
from afterwit.model.proposal import Proposal
from afterwit.model.skill import Metrics
from afterwit.model.verdict import Outcome, Overrule, Verdict, written
from afterwit.ports import Judged, Matches

NOTHING = Tree(files={})
DONE = frozenset({"done", "revoked"})


class MemoryHistory:
    """Keeps changes for as long as the process lasts."""

    def __init__(self) -> None:
        self._changes: dict[int, Change] = {}
        self._left: dict[str, str | None] = {}
        self._content: dict[str, Tree] = {}

    def intend(self, about: About, edits: Sequence[Edit], at: int) -> int:
        """Write down what is about to be done; give the change's number."""
        number = len(self._changes) + 1
        self._changes[number] = Change(id=number, at=at, about=about, stage="intended", edits=tuple(edits))
        for tree in (tree for edit in edits for tree in (edit.before, edit.after) if tree is not None):
            self._content[tree.digest()] = Tree(files=tree.files, executable=tree.executable)
        return number

    def settle(self, change: int) -> None:
        """It has been done."""
        done = self._changes[change] = msgspec.structs.replace(self._changes[change], stage="done")
        for edit in done.edits:
            self._left[edit.path] = None if edit.after is None else edit.after.digest()

    def record(self, about: About, edits: Sequence[Edit], at: int) -> int:
        """Write down what is done already; give the change's number."""
        number = self.intend(about, edits, at)
        self.settle(number)
        return number

    def abandon(self, change: int, why: str) -> None:
        """It was given up, and everything is as before. What it would have written is not kept."""
        del why
        given_up = self._changes[change]
        nothing = tuple(Edit(path=edit.path, before=None, after=None) for edit in given_up.edits)
        self._changes[change] = msgspec.structs.replace(given_up, stage="abandoned", edits=nothing)
        used = {
            _digest(tree)
            for each in self._changes.values()
            for edit in each.edits
            for tree in (edit.before, edit.after)
        }
        self._content = {digest: tree for digest, tree in self._content.items() if digest in used}

    def unsettled(self) -> list[Change]:
        """Those that were intended and then neither settled nor abandoned, in order."""
        return [change for change in self._changes.values() if change.stage == "intended"]

    def change(self, number: int) -> Change | None:
        """One change."""
        return self._changes.get(number)

    def changes(self, *, subject: str = "", path: str = "", limit: int = 0) -> list[Change]:
        """The changes that were done, the latest first; a tree without files stands for any content."""
        chosen = [
            change
            for change in reversed(self._changes.values())
            if change.stage in DONE
            and subject in {"", change.about.subject}
            and (not path or any(edit.path == path for edit in change.edits))
        ]
        return [_without_content(change) for change in chosen[: limit or None]]

    def left(self, path: str) -> str | None:
        """The digest of what the last change left at a place; None where that is nothing."""
        return self._left.get(path)

    def places(self) -> list[str]:
        """Every place where the last change left something."""
        return sorted(path for path, digest in self._left.items() if digest is not None)

    def content(self, digest: str) -> Tree | None:
        """The content that a digest stands for, if the history has it."""
        return self._content.get(digest)

    def changes_from(self, session: str) -> list[int]:
        """The changes that were done and rest on a session, the earliest first."""
        return [
            change.id for change in self._changes.values() if change.stage in DONE and session in change.about.sessions
        ]

    def forget(self, changes: Sequence[int]) -> int:
        """Erase what these changes wrote and what came of it later, all but what is on disk now; count the changes."""
        rows = [
            (change.id, _digest(edit.before), _digest(edit.after))
            for change in self._changes.values()
            for edit in change.edits
        ]
        gone = derived(rows, changes, {digest for digest in self._left.values() if digest is not None})
        for digest in gone:
            self._content.pop(digest, None)
        touched = {number for number, *trees in rows if number in changes or gone.intersection(trees)}
        for number in touched:
            change = self._changes[number]
            edits = tuple(_without(edit, gone) for edit in change.edits)
            about = msgspec.structs.replace(change.about, why="") if number in changes else change.about
            stage = "revoked" if change.stage == "done" else change.stage
            self._changes[number] = msgspec.structs.replace(change, edits=edits, stage=stage, about=about)
        return len(touched)


class MemoryDocket:
    """Keeps proposals for as long as the process lasts."""

    def __init__(self, clock: Callable[[], int] = now) -> None:
        self._clock = clock
        self._judged: dict[int, Judged] = {}

    def enter(self, proposal: Proposal, verdicts: Sequence[Verdict], overrule: Overrule | None) -> int:
        """Note a judged proposal, and whose word stands against which gates; give its number."""
        number = len(self._judged) + 1
        self._judged[number] = Judged(
            id=number, at=self._clock(), proposal=proposal, verdicts=tuple(verdicts), overrule=overrule
        )
        return number

    def close(self, number: int, outcome: Outcome) -> None:
        """Note what became of it."""
        told, change = written(outcome)
        judged = self._judged[number]
        self._judged[number] = msgspec.structs.replace(judged, fate=outcome.fate, reason=told, change=change)

    def proposal(self, number: int) -> Judged | None:
        """One proposal."""
        return self._judged.get(number)

    def proposals(self, *, fate: str = "", subject: str = "", limit: int = 0) -> list[Judged]:
        """The proposals, the latest first."""
        chosen = [
            judged
            for judged in reversed(self._judged.values())
            if fate in {"", judged.fate}
            and (not subject or (judged.proposal is not None and judged.proposal.subject == subject))
        ]
        return chosen[: limit or None]

    def forget(self, session: str) -> int:
        """Erase what was proposed from a session, all but that something was; say how many those were."""
        theirs = [
            judged
            for judged in self._judged.values()
            if judged.proposal and any(evidence.session == session for evidence in judged.proposal.evidence)
        ]
        for judged in theirs:
            self._judged[judged.id] = msgspec.structs.replace(judged, proposal=None, verdicts=(), reason="")
        return len(theirs)


class MemoryRatings:
    """Counts for as long as the process lasts."""

    def __init__(self) -> None:
        self._metrics: dict[str, Metrics] = {}
        self._matches: dict[str, Matches] = {}

    def metrics(self, name: str) -> Metrics:
        """A skill's counts so far."""
        return self._metrics.get(name, Metrics())

    def all_metrics(self) -> dict[str, Metrics]:
        """The counts of every skill that has any, by name."""
        return dict(self._metrics)

    def all_matches(self) -> dict[str, Matches]:
        """How often each skill was found that was found at all, by name."""
        return dict(self._matches)

    def count(self, name: str, seen: Metrics) -> None:
        """Add to a skill's counts."""
        had = self.metrics(name)
        self._metrics[name] = Metrics(
            **{field: getattr(had, field) + getattr(seen, field) for field in Metrics.__struct_fields__}
        )

    def matches(self, name: str) -> Matches:
        """How often a skill was found."""
        return self._matches.get(name, Matches())

    def match(self, name: str, at: int) -> None:
        """A skill was found once more."""
        self.match_all({name: (1, at)})

    def match_all(self, found: Mapping[str, tuple[int, int]]) -> None:
        """Skills were found so many times, and last then: all of it is counted or nothing."""
        for name, (times, last) in found.items():
            had = self.matches(name)
            self._matches[name] = Matches(count=had.count + times, last=max(last, had.last or last))

    def forget(self, name: str) -> None:
        """There was no such skill."""
        self._metrics.pop(name, None)
        self._matches.pop(name, None)


def _digest(tree: Tree | None) -> str | None:
    return None if tree is None else tree.digest()


def _without(edit: Edit, gone: set[str]) -> Edit:
    before, after = (None if _digest(tree) in gone else tree for tree in (edit.before, edit.after))
    return Edit(path=edit.path, before=before, after=after)


def _without_content(change: Change) -> Change:
    edits = tuple(
        Edit(path=edit.path, before=edit.before and NOTHING, after=edit.after and NOTHING) for edit in change.edits
    )
    return msgspec.structs.replace(change, edits=edits)
