"""The journal: changes files and history together, so that the one always tells of the other.

A change is written down with all its content before a file is touched, and settled when the last one is in place.
Whatever ends before that is taken back, by whoever comes next: nobody was told that it was done. So a change is there
wholly or not at all, and the changes that were done, replayed, give the files on disk. What a person edits by hand is
found by comparing, and becomes a change of its own.
"""

import itertools
import threading
import unicodedata
from collections.abc import Callable, Generator, Iterable, Iterator, Sequence
from contextlib import AbstractContextManager, ExitStack, contextmanager, suppress

from afterwit.errors import BadSkill, Conflict, NotFound, StoreFailed, WriteFailed
from afterwit.keep.merge import merge_trees
from afterwit.keep.zone import Step, Zone
from afterwit.model.change import About, Change, Edit
from afterwit.model.package import Tree
from afterwit.ports import History

BY_HAND = "edited_by_hand"


class Journal:
    """Makes, takes back and repairs changes in one zone. `lock` is one that all who write there share."""

    def __init__(self, zone: Zone, history: History, lock: Callable[[], AbstractContextManager[object]]) -> None:
        self._zone = zone
        self._history = history
        self._lock = lock
        self._mine = threading.local()

    @contextmanager
    def alone(self) -> Generator[int, None, None]:
        """Hold the zone for the block, repaired: say how many changes of a crash were taken back. It may be nested."""
        if getattr(self._mine, "held", False):
            yield 0
            return
        with ExitStack() as stack:
            try:
                stack.enter_context(self._lock())
                taken_back = self._reconcile()
            except StoreFailed as error:
                raise WriteFailed(str(error)) from error
            self._mine.held = True
            stack.callback(setattr, self._mine, "held", False)
            yield taken_back

    def commit(self, edits: Sequence[Edit], about: About, at: int) -> int:
        """Make a change, wholly or not at all, and give its number.

        Raises Conflict where a place is no longer as an edit says, and WriteFailed where it cannot be written; then
        everything is as before.
        """
        with self.alone():
            try:
                self._check(edits)
                self._adopt([edit.path for edit in edits], at)
                return self._commit(edits, about, at)
            except StoreFailed as error:
                raise WriteFailed(str(error)) from error

    def reconcile(self) -> int:
        """Take back what a crash left undone, and sweep up after it; say how many changes that were."""
        with self.alone() as taken_back:
            return taken_back

    def adopt(self, paths: Iterable[str], at: int) -> list[int]:
        """Write down what was edited by hand at these places; a place that cannot be read is left for later."""
        with self.alone():
            return self._adopt(paths, at)

    def undo_edits(self, number: int) -> tuple[Edit, ...]:
        """What has to be done to take a change back and keep what came after it. Raises Conflict where both cannot be.

        It is for `commit`, which makes sure that nothing has changed in between.
        """
        change = self._history.change(number)
        if change is None:
            message = f"There is no change {number}: see `afterwit history`."
            raise NotFound(message)
        if change.stage != "done":
            why = "its content was revoked" if change.stage == "revoked" else "it was never done"
            message = f"Change {change.id} cannot be undone: {why}, so there is nothing to do."
            raise Conflict(message)
        undone = [self._undone(change, edit) for edit in reversed(change.edits)]
        if edits := tuple(edit for edit in undone if edit is not None):
            return edits
        message = f"Change {change.id} has been undone already, so there is nothing to do."
        raise Conflict(message)

    def _commit(self, edits: Sequence[Edit], about: About, at: int) -> int:
        steps: list[Step] = []
        number = None
        try:
            # All that needs room is written before anything is decided.
            steps.extend(self._zone.stage(edit.path, edit.after) for edit in edits)
            number = self._history.intend(about, edits, at)
            for edit, step in zip(edits, steps, strict=True):
                self._publish(edit, step)
        except (WriteFailed, StoreFailed) as error:
            self._take_back(steps, number, str(error))
            raise
        self._settle(steps, number)
        self._zone.discard(*steps)
        return number

    def _publish(self, edit: Edit, step: Step) -> None:
        self._zone.publish(step)
        try:
            replaced = self._zone.replaced(step)
        except BadSkill as error:
            raise WriteFailed(str(error)) from error
        if digest(replaced) != digest(edit.before):  # somebody saved a file just now
            raise _changed([edit.path])

    def _settle(self, steps: Sequence[Step], number: int) -> None:
        try:
            self._history.settle(number)
        except StoreFailed as error:
            # The word that it is done may have been lost on the way back. Where it cannot be had again, nobody knows:
            # then the next who reconciles finds out, and the files are left to them.
            change = self._history.change(number)
            if change is None or change.stage != "done":
                self._take_back(steps, number, str(error))
                raise

    def _take_back(self, steps: Sequence[Step], number: int | None, why: str) -> None:
        """As far as this goes now: the rest is done by the next who reconciles, from the history."""
        with suppress(WriteFailed, StoreFailed):
            for step in reversed(steps):
                self._zone.withdraw(step)
            self._zone.discard(*steps)
            if number is not None:
                self._history.abandon(number, why)

    def _reconcile(self) -> int:
        self._zone.sweep()
        unsettled = self._history.unsettled()
        for change in reversed(unsettled):
            for edit in reversed(change.edits):
                self._restore(edit)
            self._history.abandon(change.id, "Afterwit ended before it was done.")
        return len(unsettled)

    def _restore(self, edit: Edit) -> None:
        try:
            found = digest(self._zone.read(edit.path))
        except BadSkill:
            return  # somebody's hands were here since
        # Without the kernel's exchange, a folder is away for a moment while it is replaced.
        if found != digest(edit.before) and found in {digest(edit.after), None}:
            self._zone.put(edit.path, edit.before)

    def _check(self, edits: Sequence[Edit]) -> None:
        places = sorted(unicodedata.normalize("NFKC", edit.path).casefold() for edit in edits)
        for first, second in itertools.pairwise(places):
            if first == second or second.startswith(f"{first}/"):
                message = f"A change cannot be made: {second} is in it twice."
                raise WriteFailed(message)
        changed = [edit.path for edit in edits if digest(self._read(edit.path)) != digest(edit.before)]
        if changed:
            raise _changed(changed)

    def _read(self, path: str) -> Tree | None:
        try:
            return self._zone.read(path)
        except BadSkill as error:
            raise WriteFailed(str(error)) from error

    def _adopt(self, paths: Iterable[str], at: int) -> list[int]:
        numbers: list[int] = []
        for path in paths:
            left = self._history.left(path)
            with suppress(BadSkill, WriteFailed):
                found = self._zone.read(path)
                if digest(found) != left:
                    before = None if left is None else self._history.content(left)
                    subject = path.rpartition("/")[2].removesuffix(".md")
                    about = About(does=BY_HAND, subject=subject, author="person", why="Found changed on disk.")
                    numbers.append(self._history.record(about, [Edit(path=path, before=before, after=found)], at))
        return numbers

    def _undone(self, change: Change, edit: Edit) -> Edit | None:
        now = self._read(edit.path)
        if digest(now) == digest(edit.after):
            return Edit(path=edit.path, before=now, after=edit.before)
        before, after = (_or_empty(tree, now) for tree in (edit.before, edit.after))
        if now is None or before is None or after is None:
            raise self._overtaken(change, edit.path)
        merged, conflicts = merge_trees(after, now, before)
        if conflicts:
            raise self._overtaken(change, edit.path, *(f"{edit.path}/{path}".rstrip("/") for path in conflicts))
        left = None if edit.before is None and not merged.size else merged
        return None if digest(left) == digest(now) else Edit(path=edit.path, before=now, after=left)

    def _overtaken(self, change: Change, place: str, *files: str) -> Conflict:
        touching = self._history.changes(path=place)
        later = [str(other.id) for other in in_force(touching) if other.id > change.id]
        told = f"change{'s' if len(later) > 1 else ''} {', '.join(later)}"
        what, remedy = f"{told} came after it", f"undo {told} first{', in this order' if len(later) > 1 else ''}"
        if not later:
            what, remedy = "it was edited by hand", "take the change out by hand"
        where = ", ".join(files) or place
        return Conflict(f"Change {change.id} cannot be undone, as {what} in {where}: {remedy}.")


def _changed(paths: Sequence[str]) -> Conflict:
    verb = "has" if len(paths) == 1 else "have"
    return Conflict(f"{', '.join(paths)} {verb} changed meanwhile: look at it again and propose anew.")


def in_force(changes: Iterable[Change]) -> Iterator[Change]:
    """Of changes, the latest first, those that were not taken back, without those that only take others back."""
    taken_back = set[int]()
    for change in changes:
        if change.id in taken_back:
            continue
        if change.about.undoes is None:
            yield change
        else:
            taken_back.add(change.about.undoes)


def _or_empty(tree: Tree | None, now: Tree | None) -> Tree | None:
    """A single file that is not there is an empty one, as far as its lines go."""
    single = now is not None and "" in now.files
    return Tree(files={"": b""}) if tree is None and single else tree


def digest(tree: Tree | None) -> str | None:
    """The name of what is at a place; None where nothing is."""
    return None if tree is None else tree.digest()


def replay(changes: Iterable[Change]) -> dict[str, Tree]:
    """What the changes, the earliest first, leave at each place."""
    places: dict[str, Tree] = {}
    for change in changes:
        if change.stage in {"done", "revoked"}:
            for edit in change.edits:
                places.pop(edit.path, None)
                if edit.after is not None:
                    places[edit.path] = edit.after
    return places
