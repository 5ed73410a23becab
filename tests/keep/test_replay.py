"""Over random changes, undos, hand edits and crashes: the history replays to exactly what is on disk."""

import tempfile
from contextlib import ExitStack
from pathlib import Path
from typing import ClassVar

from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, invariant, precondition, rule

from afterwit.adapters.database import SqlHistory, open_database
from afterwit.adapters.in_memory_history import MemoryHistory
from afterwit.errors import Conflict
from afterwit.keep.journal import digest
from afterwit.model.change import Edit
from afterwit.ports import History
from tests.keep.journalling import ABOUT, LESSONS, OTHER, PLACES, SKILL, Journalling, page, skill

texts = st.lists(st.sampled_from(["a\n", "b\n", "c\n", "d\n"]), max_size=5).map("".join)
trees = {
    SKILL: st.none() | st.builds(skill, texts, extra=texts),
    OTHER: st.none() | st.builds(skill, texts),
    LESSONS: st.none() | st.builds(page, texts),
}


class Replays(RuleBasedStateMachine):
    """Whatever is done, by Afterwit, by hand or by a crash: the history replays to exactly what is on disk."""

    by_kernel: ClassVar[bool] = True

    def __init__(self) -> None:
        super().__init__()
        self._stack = ExitStack()
        folder = Path(self._stack.enter_context(tempfile.TemporaryDirectory()))
        self.keep = Journalling(folder / ".afterwit", self.new_history(folder), by_kernel=self.by_kernel)

    def new_history(self, folder: Path) -> History:
        del folder
        return MemoryHistory()

    def teardown(self) -> None:
        """Undo everything, the latest first: nothing is left."""
        self.keep.journal.adopt(PLACES, 1)
        for change in self.keep.history.changes():
            edits = self.keep.journal.undo_edits(change.id)
            if any(digest(edit.before) != digest(edit.after) for edit in edits):
                self.keep.journal.commit(edits, ABOUT, 1)
        assert self.keep.on_disk() == {}
        assert self.keep.replayed() == {}
        assert not self.keep.litter()
        self._stack.close()

    @rule(data=st.data(), paths=st.sets(st.sampled_from(PLACES), min_size=1))
    def change(self, data: st.DataObject, paths: set[str]) -> None:
        edits = [
            Edit(path=path, before=self.keep.zone.read(path), after=data.draw(trees[path])) for path in sorted(paths)
        ]
        self.keep.journal.commit(edits, ABOUT, 1)

    @rule(path=st.sampled_from(PLACES), text=st.none() | texts)
    def edit_by_hand(self, path: str, text: str | None) -> None:
        self.keep.by_hand(path, text)
        self.keep.journal.adopt([path], 1)

    @precondition(lambda self: bool(self.keep.history.changes(limit=1)))
    @rule(data=st.data())
    def undo(self, data: st.DataObject) -> None:
        number = data.draw(st.sampled_from([change.id for change in self.keep.history.changes()]))
        before = self.keep.on_disk()
        try:
            self.keep.undo(number)
        except Conflict:
            assert self.keep.on_disk() == before

    @rule(data=st.data(), paths=st.sets(st.sampled_from(PLACES), min_size=1), published=st.integers(0, 3))
    def crash(self, data: st.DataObject, paths: set[str], published: int) -> None:
        before = self.keep.on_disk()
        edits = [Edit(path=path, before=before.get(path), after=data.draw(trees[path])) for path in sorted(paths)]
        steps = [self.keep.zone.stage(edit.path, edit.after) for edit in edits]
        self.keep.history.intend(ABOUT, edits, 1)
        for step in steps[:published]:
            self.keep.zone.publish(step)
        self.keep.journal.reconcile()
        assert self.keep.on_disk() == before

    @invariant()
    def history_replays_to_the_files(self) -> None:
        assert self.keep.replayed() == self.keep.on_disk()
        assert not self.keep.litter()


class ReplaysPortably(Replays):
    """The same without the kernel's own ways."""

    by_kernel = False


class ReplaysOnSqlite(Replays):
    """The same with a real database."""

    def new_history(self, folder: Path) -> History:
        return SqlHistory(self._stack.enter_context(open_database(folder / "afterwit.db")), "zone")


TestReplays = Replays.TestCase
TestReplays.settings = settings(max_examples=40, stateful_step_count=20, deadline=None)
TestReplaysPortably = ReplaysPortably.TestCase
TestReplaysPortably.settings = settings(max_examples=15, stateful_step_count=15, deadline=None)
TestReplaysOnSqlite = ReplaysOnSqlite.TestCase
TestReplaysOnSqlite.settings = settings(max_examples=8, stateful_step_count=12, deadline=None)
