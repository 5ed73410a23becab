"""What was approved becomes files: each operation, what it refuses, and how it is taken back."""

from pathlib import Path

import pytest

from afterwit.config import Config, Keep, Learning
from afterwit.errors import Conflict, OverBudget, WriteFailed
from afterwit.keep.journal import replay
from afterwit.model.proposal import (
    AddLesson,
    AddMemory,
    AnnotateSkill,
    CreateSkill,
    MergeSkills,
    MoveSkill,
    PinSkill,
    RemoveMemory,
    ReplaceMemory,
    RetireLesson,
    UndoChange,
    UpdateSkill,
)
from afterwit.model.skill_document import read
from tests.keep.keeping import Keeping, package

NAME = "rl-gh-diff-stat"


@pytest.fixture
def keep(tmp_path: Path) -> Keeping:
    """A store with nothing in it."""
    return Keeping(tmp_path / "state")


@pytest.mark.proves("gated-no-write-unjudged")
def test_nothing_is_written_that_the_gates_did_not_approve(keep: Keeping) -> None:
    with pytest.raises(TypeError, match="Only what the gates approved"):
        keep.keeper.apply(CreateSkill(package=package()), None)  # type: ignore[arg-type]
    assert keep.states(NAME) == []


@pytest.mark.proves("states", "config-extraction")
@pytest.mark.parametrize(
    ("author", "config", "state"),
    [
        ("person", Config(), "active"),
        ("foreground", Config(), "active"),
        ("foreground", Config(learning=Learning(foreground="pending")), "pending"),
        ("background", Config(), "pending"),
        ("mechanical", Config(), "pending"),
        ("mechanical", Config(learning=Learning(auto_extract=True)), "active"),
    ],
)
def test_where_a_new_skill_goes_is_policy(tmp_path: Path, author: str, config: Config, state: str) -> None:
    keep = Keeping(tmp_path / "state", config)
    _, told = keep(CreateSkill(package=package()), author)  # type: ignore[arg-type]
    assert keep.states(NAME) == [state]
    assert ("waits for your approval" in told) == (state == "pending")


def test_what_a_person_stands_up_for_is_active(keep: Keeping) -> None:
    keep(CreateSkill(package=package()), "mechanical", overrule=True)
    assert keep.states(NAME) == ["active"]


def test_a_machine_does_not_choose_where_its_skill_goes(keep: Keeping) -> None:
    keep(CreateSkill(package=package(), state="active"), "background")
    assert keep.states(NAME) == ["pending"]


@pytest.mark.proves("gated-reinforces")
def test_the_same_skill_again_is_there_once(keep: Keeping) -> None:
    keep(CreateSkill(package=package()))
    assert keep(CreateSkill(package=package())) == (None, f"Skill {NAME} was there already")


def test_another_skill_of_the_same_name_is_a_conflict(keep: Keeping) -> None:
    keep(CreateSkill(package=package()))
    with pytest.raises(Conflict, match="update it instead"):
        keep(CreateSkill(package=package(guidance="Something else.")))


def test_an_update_replaces_the_version_it_was_made_from(keep: Keeping) -> None:
    keep(CreateSkill(package=package()))
    newer = package(guidance="Use `gh pr view --json files`.")
    keep(UpdateSkill(package=newer, base=package().digest()))
    skill = keep.book.at("active", NAME)
    assert skill is not None
    assert skill.package == newer


def test_an_update_of_a_version_that_is_no_longer_there_is_a_conflict(keep: Keeping) -> None:
    keep(CreateSkill(package=package()))
    keep(UpdateSkill(package=package(guidance="Second."), base=package().digest()))
    with pytest.raises(Conflict, match="has changed since"):
        keep(UpdateSkill(package=package(guidance="Third."), base=package().digest()))


@pytest.mark.proves("state-decisions")
def test_a_background_update_waits_beside_the_active_skill_until_approved(keep: Keeping) -> None:
    keep(CreateSkill(package=package()))
    newer = package(guidance="Use `gh pr view --json files`.")
    keep(UpdateSkill(package=newer, base=package().digest()), "background")
    assert keep.states(NAME) == ["active", "pending"]
    keep(MoveSkill(name=NAME, decision="approve"))
    assert keep.states(NAME) == ["active"]
    skill = keep.book.at("active", NAME)
    assert skill is not None
    document = read(skill.package.text)
    assert document.guidance == read(newer.text).guidance
    assert document.metadata["version"] == "2"
    assert "based-on" not in document.metadata


def test_a_second_update_does_not_push_out_one_that_waits(keep: Keeping) -> None:
    keep(CreateSkill(package=package()))
    keep(UpdateSkill(package=package(guidance="Second."), base=package().digest()), "background")
    with pytest.raises(Conflict, match="approve or reject that one first"):
        keep(UpdateSkill(package=package(guidance="Third."), base=package().digest()), "mechanical")


def test_an_update_of_what_has_changed_meanwhile_is_not_approved(keep: Keeping) -> None:
    keep(CreateSkill(package=package()))
    keep(UpdateSkill(package=package(guidance="By a machine."), base=package().digest()), "background")
    keep(UpdateSkill(package=package(guidance="By a person."), base=package().digest()))
    with pytest.raises(Conflict, match="has changed since"):
        keep(MoveSkill(name=NAME, decision="approve"))
    keep(MoveSkill(name=NAME, decision="reject"))
    assert keep.states(NAME) == ["active", "archived"]


def test_what_a_machine_wrote_carries_its_provenance_and_what_a_person_brings_is_as_it_is(keep: Keeping) -> None:
    keep(CreateSkill(package=package("rl-theirs")))
    keep(CreateSkill(package=package("rl-ours")), "foreground")
    theirs, ours = keep.book.skill("rl-theirs"), keep.book.skill("rl-ours")
    assert theirs is not None
    assert theirs.package == package("rl-theirs")
    assert ours is not None
    metadata = read(ours.package.text).metadata
    assert (metadata["source"], metadata["version"], metadata["sessions"]) == ("learned", "1", "codex:1")


def test_a_folder_that_is_no_skill_fails_the_write_that_needs_it(keep: Keeping) -> None:
    keep(CreateSkill(package=package()))
    archived = keep.zone.root / "skills-archived" / NAME
    archived.mkdir(parents=True)
    (archived / "SKILL.md").symlink_to("/etc/passwd")
    with pytest.raises(WriteFailed, match="symbolic link"):
        keep(MoveSkill(name=NAME, decision="archive"))
    assert keep.states_of_files() == ["skills", "skills-archived"]


def test_a_merge_archives_the_skill_that_went_into_the_other(keep: Keeping) -> None:
    keep(CreateSkill(package=package()))
    keep(CreateSkill(package=package("rl-gh-files")))
    joined = package(guidance="Use either.")
    op = MergeSkills(
        package=joined, base=package().digest(), source="rl-gh-files", source_base=package("rl-gh-files").digest()
    )
    keep(op)
    assert keep.states("rl-gh-files") == ["archived"]
    skill = keep.book.at("active", NAME)
    assert skill is not None
    assert skill.package == joined


def test_a_background_merge_leaves_both_in_use_until_approved(keep: Keeping) -> None:
    keep(CreateSkill(package=package()))
    keep(CreateSkill(package=package("rl-gh-files")))
    joined = package(guidance="Use either.")
    op = MergeSkills(
        package=joined, base=package().digest(), source="rl-gh-files", source_base=package("rl-gh-files").digest()
    )
    keep(op, "background")
    assert keep.states("rl-gh-files") == ["active"]
    keep(MoveSkill(name=NAME, decision="approve"))
    assert keep.states("rl-gh-files") == ["archived"]
    skill = keep.book.at("active", NAME)
    assert skill is not None
    assert read(skill.package.text).guidance == read(joined.text).guidance
    assert "replaces" not in read(skill.package.text).metadata


def test_an_annotation_is_added_to_the_skill(keep: Keeping) -> None:
    keep(CreateSkill(package=package()))
    keep(AnnotateSkill(name=NAME, annotation="[incomplete] says nothing of forks"))
    skill = keep.book.at("active", NAME)
    assert skill is not None
    assert "- [incomplete] says nothing of forks" in read(skill.package.text).section("Annotations")


def test_a_pin_is_in_the_file_and_can_be_taken_off(keep: Keeping) -> None:
    keep(CreateSkill(package=package()))
    keep(PinSkill(name=NAME))
    skill = keep.book.at("active", NAME)
    assert skill is not None
    assert skill.pinned
    keep(PinSkill(name=NAME, pinned=False))
    skill = keep.book.at("active", NAME)
    assert skill is not None
    assert not skill.pinned


@pytest.mark.proves("states", "state-decisions")
@pytest.mark.parametrize(
    ("decisions", "state"),
    [
        (["approve"], "active"),
        (["reject"], "archived"),
        (["approve", "archive"], "archived"),
        (["approve", "prune"], "archived"),
        (["approve", "archive", "restore"], "active"),
    ],
)
def test_a_skill_moves_from_state_to_state(keep: Keeping, decisions: list[str], state: str) -> None:
    keep(CreateSkill(package=package()), "background")
    for decision in decisions:
        keep(MoveSkill(name=NAME, decision=decision))  # type: ignore[arg-type]
    assert keep.states(NAME) == [state]


def test_a_move_from_a_state_it_is_not_in_is_a_conflict(keep: Keeping) -> None:
    keep(CreateSkill(package=package()))
    with pytest.raises(Conflict, match="No pending skill"):
        keep(MoveSkill(name=NAME, decision="approve"))
    keep(MoveSkill(name=NAME, decision="archive"))
    keep(CreateSkill(package=package(guidance="Another.")))
    with pytest.raises(Conflict, match="active skill"):
        keep(MoveSkill(name=NAME, decision="restore"))


def test_lessons_are_added_once_and_retired(keep: Keeping) -> None:
    keep(AddLesson(text="Run make test.", category="operational"))
    assert keep(AddLesson(text="run make test"))[0] is None
    assert (keep.book.text("lessons.md") or "").count("make test") == 1
    keep(AddLesson(text="Ask once.", scope="kano"))
    assert "Ask once." in (keep.book.text("lessons/kano.md") or "")
    keep(RetireLesson(text="Run make test."))
    assert "make test" not in (keep.book.text("lessons.md") or "")
    with pytest.raises(Conflict, match="No lesson reads"):
        keep(RetireLesson(text="Run make test."))


def test_lessons_have_a_limit_for_everyone_and_another_for_a_scope(tmp_path: Path) -> None:
    keep = Keeping(tmp_path / "state", Config(keep=Keep(lessons_global=3, lessons_scope=2)))
    for number in range(5):
        keep(AddLesson(text=f"Lesson {number}."))
        keep(AddLesson(text=f"Lesson {number}.", scope="kano"))
    assert (keep.book.text("lessons.md") or "").count("Lesson") == 3
    assert (keep.book.text("lessons/kano.md") or "").count("Lesson") == 2


@pytest.mark.proves("gated-over-budget")
def test_memory_is_added_replaced_and_removed_within_its_budget(tmp_path: Path) -> None:
    keep = Keeping(tmp_path / "state", Config(keep=Keep(memory_characters=40)))
    keep(AddMemory(memory="user", text="Prefers tabs."))
    keep(ReplaceMemory(memory="user", old="tabs", text="Prefers spaces."))
    with pytest.raises(OverBudget):
        keep(AddMemory(memory="user", text="Lives in a house with forty windows."))
    assert (keep.book.text("memory/user.md") or "").strip() == "- Prefers spaces."
    keep(RemoveMemory(memory="user", old="Prefers spaces."))
    assert "spaces" not in (keep.book.text("memory/user.md") or "")


def test_a_change_is_undone_and_the_undoing_too(keep: Keeping) -> None:
    number, _ = keep(CreateSkill(package=package()))
    assert number is not None
    undone, told = keep(UndoChange(change=number))
    assert keep.states(NAME) == []
    assert told == f"Took back change {number}"
    assert undone is not None
    keep(UndoChange(change=undone))
    assert keep.states(NAME) == ["active"]


def test_an_older_change_is_undone_below_later_ones(keep: Keeping) -> None:
    number, _ = keep(AddLesson(text="First."))
    keep(AddLesson(text="Second."))
    assert number is not None
    first = keep.history.change(number)
    assert first is not None
    keep(AddLesson(text="Third."))
    second = keep.history.changes()[1].id
    keep(UndoChange(change=second))
    text = keep.book.text("lessons.md") or ""
    assert "First." in text
    assert "Second." not in text
    assert "Third." in text


def test_history_replays_to_what_is_on_disk(keep: Keeping) -> None:
    keep(CreateSkill(package=package()), "background")
    keep(MoveSkill(name=NAME, decision="approve"))
    keep(AddLesson(text="Run make test."))
    keep(AnnotateSkill(name=NAME, annotation="A note."))
    keep(MoveSkill(name=NAME, decision="archive"))
    keep(UndoChange(change=keep.history.changes()[0].id))
    numbers = [change.id for change in reversed(keep.history.changes())]
    left = replay(change for number in numbers if (change := keep.history.change(number)))
    assert left == {path: keep.zone.read(path) for path in (f"skills/{NAME}", "lessons.md")}
