"""Files and history change together, wholly or not at all."""

from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path

import pytest

from afterwit.adapters.in_memory_history import MemoryHistory
from afterwit.errors import Conflict, NotFound, StoreFailed, WriteFailed
from afterwit.keep.journal import BY_HAND
from afterwit.model.change import About, Change, Edit
from afterwit.model.package import Tree
from tests.keep.journalling import ABOUT, LESSONS, OTHER, PLACES, SKILL, Journalling, page, skill


@pytest.fixture
def keep(tmp_path: Path) -> Journalling:
    """A new journal."""
    return Journalling(tmp_path / ".afterwit")


class TestAChange:
    def test_is_on_disk_and_in_the_history(self, keep: Journalling) -> None:
        number = keep.write(skill=skill("one"), lessons=page("- a\n"))
        assert keep.on_disk() == {SKILL: skill("one"), LESSONS: page("- a\n")}
        change = keep.history.change(number)
        assert change is not None
        assert change.stage == "done"
        assert [edit.path for edit in change.edits] == [SKILL, LESSONS]
        assert keep.history.left(SKILL) == skill("one").digest()
        assert not keep.litter()

    def test_may_move_a_place(self, keep: Journalling) -> None:
        keep.write(other=skill("one"))
        keep.write(other=None, skill=skill("one"))
        assert keep.on_disk() == {SKILL: skill("one")}
        assert keep.replayed() == keep.on_disk()

    def test_from_what_is_no_longer_there_is_a_conflict_that_names_the_place(self, keep: Journalling) -> None:
        keep.write(skill=skill("one"))
        keep.write(skill=skill("two"))
        edits = [Edit(path=SKILL, before=skill("one"), after=skill("three"))]
        with pytest.raises(Conflict, match=r"^skills/rl-x has changed meanwhile: .*\.$"):
            keep.journal.commit(edits, ABOUT, 1)
        assert keep.on_disk() == {SKILL: skill("two")}
        assert len(keep.history.changes()) == 2

    def test_of_one_place_twice_is_refused(self, keep: Journalling) -> None:
        twice = [Edit(path=path, before=None, after=skill("x")) for path in ("skills/rl-x", "skills/RL-X")]
        nested = [Edit(path=path, before=None, after=skill("x")) for path in ("skills", "skills/rl-x")]
        for edits in (twice, nested):
            with pytest.raises(WriteFailed, match="twice"):
                keep.journal.commit(edits, ABOUT, 1)
        assert keep.on_disk() == {}

    def test_outside_the_zone_is_refused(self, keep: Journalling) -> None:
        with pytest.raises(WriteFailed):
            keep.journal.commit([Edit(path="../x", before=None, after=page("x"))], ABOUT, 1)
        assert not (keep.zone.root.parent / "x").exists()

    def test_of_a_place_with_a_link_in_it_is_refused(self, keep: Journalling, tmp_path: Path) -> None:
        keep.write(skill=skill("one"))
        (keep.zone.root / SKILL / "link").symlink_to(tmp_path)
        with pytest.raises(WriteFailed, match="symbolic link"):
            keep.journal.commit([Edit(path=SKILL, before=skill("one"), after=skill("two"))], ABOUT, 1)

    def test_that_cannot_be_written_leaves_everything_as_it_was(self, keep: Journalling) -> None:
        keep.write(skill=skill("one"), lessons=page("- a\n"))
        with pytest.raises(WriteFailed):
            keep.write(lessons=page("- b\n"), skill=Tree(files={"x" * 300: b""}))
        assert keep.on_disk() == {SKILL: skill("one"), LESSONS: page("- a\n")}
        assert not keep.litter()
        assert not keep.history.unsettled()

    def test_may_be_made_while_the_zone_is_held(self, keep: Journalling) -> None:
        with keep.journal.alone(), keep.journal.alone():
            keep.write(skill=skill("one"))
        assert keep.on_disk() == {SKILL: skill("one")}


class TestAnEditByHand:
    @pytest.mark.parametrize("path", [SKILL, LESSONS])
    def test_becomes_a_change_before_the_next_one(self, keep: Journalling, path: str) -> None:
        keep.write(skill=skill("one"), lessons=page("- a\n"))
        keep.by_hand(path, "by hand")
        after = page("next") if path == LESSONS else skill("next")
        keep.journal.commit([Edit(path=path, before=keep.zone.read(path), after=after)], ABOUT, 7)
        _, by_hand, _ = keep.history.changes()
        assert by_hand.about.does == BY_HAND
        assert by_hand.about.author == "person"
        assert by_hand.about.subject in {"rl-x", "lessons"}
        assert keep.replayed() == keep.on_disk()

    def test_is_found_and_found_once(self, keep: Journalling) -> None:
        keep.by_hand(SKILL, "by hand")
        keep.by_hand(LESSONS, "- by hand\n")
        assert len(keep.journal.adopt(PLACES, 1)) == 2
        assert keep.journal.adopt(PLACES, 1) == []
        keep.by_hand(LESSONS, None)
        assert len(keep.journal.adopt(PLACES, 1)) == 1
        assert keep.replayed() == keep.on_disk() == {SKILL: skill("by hand")}

    def test_can_be_undone(self, keep: Journalling) -> None:
        keep.write(skill=skill("one"))
        keep.by_hand(SKILL, "by hand")
        (number,) = keep.journal.adopt([SKILL], 1)
        keep.undo(number)
        assert keep.on_disk() == {SKILL: skill("one")}

    def test_that_cannot_be_read_does_not_hide_another(self, keep: Journalling, tmp_path: Path) -> None:
        keep.by_hand(SKILL, "x")
        (keep.zone.root / SKILL / "link").symlink_to(tmp_path)
        keep.by_hand(LESSONS, "- a\n")
        assert len(keep.journal.adopt(PLACES, 1)) == 1


class TestUndo:
    def test_gives_back_what_was_there_and_can_be_undone(self, keep: Journalling) -> None:
        keep.write(skill=skill("one", extra="x"))
        number = keep.write(skill=skill("two"), lessons=page("- a\n"))
        undone = keep.undo(number)
        assert keep.on_disk() == {SKILL: skill("one", extra="x")}
        keep.undo(undone)
        assert keep.on_disk() == {SKILL: skill("two"), LESSONS: page("- a\n")}
        assert keep.replayed() == keep.on_disk()

    def test_keeps_what_came_later_on_other_lines(self, keep: Journalling) -> None:
        keep.write(lessons=page("- a\n"))
        number = keep.write(lessons=page("- a\n- b\n"))
        keep.write(lessons=page("- a\n- b\n- c\n"))
        keep.by_hand(LESSONS, "# Mine\n- a\n- b\n- c\n")
        keep.undo(number)
        assert keep.on_disk() == {LESSONS: page("# Mine\n- a\n- c\n")}

    def test_of_lines_that_changed_again_names_the_later_change(self, keep: Journalling) -> None:
        keep.write(skill=skill("one\n"))
        number = keep.write(skill=skill("two\n"))
        later = keep.write(skill=skill("three\n"))
        message = f"^Change {number} cannot be undone, as change {later} .*SKILL.md: undo change {later} first.$"
        with pytest.raises(Conflict, match=message):
            keep.undo(number)

    def test_of_lines_that_were_edited_by_hand_says_so(self, keep: Journalling) -> None:
        number = keep.write(skill=skill("one\n"))
        keep.by_hand(SKILL, "two\n")
        with pytest.raises(Conflict, match=f"^Change {number} cannot be undone, as it was edited by hand .*"):
            keep.undo(number)

    def test_of_a_skill_that_moved_on_is_a_conflict(self, keep: Journalling) -> None:
        made = keep.write(other=skill("one"))
        moved = keep.write(other=None, skill=skill("one"))
        gone = keep.write(skill=None)
        with pytest.raises(Conflict, match=f"undo change {moved} first"):
            keep.undo(made)
        with pytest.raises(Conflict, match=f"undo change {gone} first"):
            keep.undo(moved)
        for number in (gone, moved, made):
            keep.undo(number)
        assert keep.on_disk() == {}

    def test_twice_has_nothing_to_do(self, keep: Journalling) -> None:
        keep.write(skill=skill("one\n"))
        number = keep.write(skill=skill("one\ntwo\n"))
        keep.undo(number)
        with pytest.raises(Conflict, match="undone already"):
            keep.undo(number)

    def test_of_what_never_was(self, keep: Journalling) -> None:
        with pytest.raises(NotFound, match="no change 9"):
            keep.undo(9)
        number = keep.history.intend(ABOUT, [Edit(path=SKILL, before=None, after=skill("x"))], 1)
        keep.journal.reconcile()
        with pytest.raises(Conflict, match="never done"):
            keep.undo(number)


class Broken(MemoryHistory):
    """A history whose database goes away, before or after it did what was asked."""

    def __init__(self, fails: str, *, after: bool = False) -> None:
        super().__init__()
        self.fails = fails
        self.unreachable = False
        self._after = after

    def intend(self, about: About, edits: Sequence[Edit], at: int) -> int:
        number = super().intend(about, edits, at) if self._after or self.fails != "intend" else 0
        self._maybe("intend")
        return number

    def settle(self, change: int) -> None:
        if self._after or self.fails != "settle":
            super().settle(change)
        self._maybe("settle")

    def change(self, number: int) -> Change | None:
        if self.unreachable:
            raise StoreFailed("The store cannot be used (gone): check its server.")
        return super().change(number)

    def _maybe(self, name: str) -> None:
        if self.fails == name:
            self.fails = ""
            raise StoreFailed("The store cannot be used (gone): check its server.")


class Meanwhile(MemoryHistory):
    """A history that takes its time: a person saves a file just then."""

    def __init__(self) -> None:
        super().__init__()
        self.then: Callable[[], object] = int

    def intend(self, about: About, edits: Sequence[Edit], at: int) -> int:
        self.then()
        return super().intend(about, edits, at)


@pytest.mark.parametrize("by_kernel", [True, False])
@pytest.mark.parametrize("after", [skill("two"), None])
def test_what_a_person_saves_at_the_last_moment_is_not_overwritten(
    tmp_path: Path, after: Tree | None, *, by_kernel: bool
) -> None:
    history = Meanwhile()
    keep = Journalling(tmp_path, history, by_kernel=by_kernel)
    keep.write(skill=skill("one"), lessons=page("- a\n"))
    history.then = partial(keep.by_hand, SKILL, "by hand")
    with pytest.raises(Conflict, match="skills/rl-x has changed meanwhile"):
        keep.write(lessons=page("- b\n"), skill=after)
    assert keep.on_disk() == {SKILL: skill("by hand"), LESSONS: page("- a\n")}
    assert not keep.litter()


class TestADatabaseThatGoesAway:
    @pytest.mark.parametrize("after", [False, True])
    def test_for_good_is_mended_by_the_next_who_comes(self, tmp_path: Path, *, after: bool) -> None:
        history = Broken("", after=after)
        keep = Journalling(tmp_path, history)
        keep.write(skill=skill("one"))
        history.fails, history.unreachable = "settle", True
        with pytest.raises(WriteFailed, match="gone"):
            keep.write(skill=skill("two"))
        history.unreachable = False
        assert keep.journal.reconcile() == (0 if after else 1)
        assert keep.on_disk() == keep.replayed() == {SKILL: skill("two" if after else "one")}
        assert not keep.litter()

    @pytest.mark.parametrize("fails", ["intend", "settle"])
    @pytest.mark.parametrize("after", [False, True])
    def test_leaves_files_and_history_of_one_mind(self, tmp_path: Path, fails: str, *, after: bool) -> None:
        history = Broken("", after=after)
        keep = Journalling(tmp_path, history)
        keep.write(skill=skill("one"))
        history.fails = fails
        if fails == "settle" and after:
            keep.write(skill=skill("two"), other=skill("y"))
            expected = {SKILL: skill("two"), OTHER: skill("y")}
        else:
            with pytest.raises(WriteFailed, match="gone"):
                keep.write(skill=skill("two"), other=skill("y"))
            expected = {SKILL: skill("one")}
        keep.journal.reconcile()
        assert keep.on_disk() == keep.replayed() == expected
        assert not keep.history.unsettled()
        assert not keep.litter()


@pytest.mark.parametrize("by_kernel", [True, False])
class TestAfterACrash:
    @pytest.mark.parametrize("published", [0, 1, 2, 3])
    def test_a_change_that_was_not_settled_is_taken_back(
        self, tmp_path: Path, published: int, *, by_kernel: bool
    ) -> None:
        keep = Journalling(tmp_path, by_kernel=by_kernel)
        keep.write(skill=skill("one"), other=skill("y"))
        before = keep.on_disk()
        edits = [
            Edit(path=SKILL, before=skill("one"), after=skill("two")),
            Edit(path=OTHER, before=skill("y"), after=None),
            Edit(path=LESSONS, before=None, after=page("- a\n")),
        ]
        keep.history.intend(ABOUT, edits, 1)
        steps = [keep.zone.stage(edit.path, edit.after) for edit in edits]
        for step in steps[:published]:
            keep.zone.publish(step)
        assert keep.journal.reconcile() == 1
        assert keep.journal.reconcile() == 0
        assert keep.on_disk() == keep.replayed() == before
        assert not keep.litter()

    def test_a_folder_that_was_away_is_there_again(self, tmp_path: Path, *, by_kernel: bool) -> None:
        keep = Journalling(tmp_path, by_kernel=by_kernel)
        keep.write(skill=skill("one"))
        keep.history.intend(ABOUT, [Edit(path=SKILL, before=skill("one"), after=skill("two"))], 1)
        keep.zone.put(SKILL, None)
        keep.journal.reconcile()
        assert keep.on_disk() == {SKILL: skill("one")}

    def test_what_a_person_did_since_is_left_and_becomes_a_change(self, tmp_path: Path, *, by_kernel: bool) -> None:
        keep = Journalling(tmp_path, by_kernel=by_kernel)
        keep.write(skill=skill("one"))
        keep.history.intend(ABOUT, [Edit(path=SKILL, before=skill("one"), after=skill("two"))], 1)
        keep.by_hand(SKILL, "by hand")
        keep.journal.adopt([SKILL], 1)
        assert keep.on_disk() == keep.replayed() == {SKILL: skill("by hand")}

    def test_a_link_that_was_planted_since_is_left(self, tmp_path: Path, *, by_kernel: bool) -> None:
        keep = Journalling(tmp_path / ".afterwit", by_kernel=by_kernel)
        keep.write(skill=skill("one"))
        keep.history.intend(ABOUT, [Edit(path=SKILL, before=skill("one"), after=skill("two"))], 1)
        keep.zone.put(SKILL, None)
        (keep.zone.root / SKILL).symlink_to(tmp_path)
        keep.journal.reconcile()
        assert (keep.zone.root / SKILL).is_symlink()
