"""Random proposals in any order: history tells exactly what is on disk, and everything can be taken back."""

import shutil
import tempfile
from contextlib import suppress
from pathlib import Path

from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, invariant, precondition, rule

from afterwit.config import Config, Keep
from afterwit.errors import WriteFailed
from afterwit.keep.journal import replay
from afterwit.model.package import Package, Tree
from afterwit.model.proposal import (
    AddLesson,
    AddMemory,
    AnnotateSkill,
    Author,
    Category,
    CreateSkill,
    Decision,
    MergeSkills,
    MoveSkill,
    Operation,
    PinSkill,
    RemoveMemory,
    RetireLesson,
    UndoChange,
    UpdateSkill,
)
from tests.keep.keeping import Keeping, package

HOSTILE = ("../outside", "/etc", "a/../../b", "skills", "rl-\u202ex", "", ".", "rl-A", "lessons.md", "rl-x/../rl-y")
names = st.sampled_from(["rl-one", "rl-two", "rl-three"])
any_names = st.one_of(names, st.sampled_from(HOSTILE), st.text(max_size=12))
authors = st.sampled_from(["person", "foreground", "background", "mechanical"])
decisions = st.sampled_from(["approve", "reject", "archive", "restore", "prune"])
words = st.text(max_size=30)
lesson_words = st.sampled_from(["Ask once.", "Run make test.", "Say why.", "Never guess.", "Look first."])
categories = st.sampled_from(["behavioral", "factual", "operational", None])


class Kept(RuleBasedStateMachine):
    """A state folder inside an outer one, in which nothing else may ever appear."""

    def __init__(self) -> None:
        super().__init__()
        self.outer = Path(tempfile.mkdtemp())
        self.keep = Keeping(self.outer / "state", Config(keep=Keep(lessons_global=3, memory_characters=60)))

    def teardown(self) -> None:
        self._take_everything_back()
        shutil.rmtree(self.outer)

    def _try(self, op: Operation, author: Author = "person") -> None:
        with suppress(WriteFailed):
            self.keep(op, author)

    @rule(name=any_names, text=words, author=authors, path=st.sampled_from(["scripts/a.sh", "../x", "references/b.md"]))
    def create(self, name: str, text: str, author: Author, path: str) -> None:
        made = package("rl-one", guidance=text or "Do it.")
        self._try(CreateSkill(package=Package(name=name, files={**made.files, path: b"echo"})), author)

    @rule(name=names, text=words, author=authors)
    def create_well(self, name: str, text: str, author: Author) -> None:
        self._try(CreateSkill(package=package(name, guidance=text or "Do it.")), author)

    @rule(name=names, text=words, author=authors)
    def update(self, name: str, text: str, author: Author) -> None:
        current = self.keep.book.skill(name)
        base = current.package.digest() if current else "none"
        self._try(UpdateSkill(package=package(name, guidance=text or "Do it."), base=base), author)

    @rule(target_name=names, source=names, author=authors)
    def merge(self, target_name: str, source: str, author: Author) -> None:
        one, other = self.keep.book.skill(target_name), self.keep.book.skill(source)
        if one and other and target_name != source:
            bases = {"base": one.package.digest(), "source_base": other.package.digest()}
            self._try(MergeSkills(package=package(target_name, guidance="Both."), source=source, **bases), author)

    @rule(name=any_names, decision=decisions)
    def move(self, name: str, decision: Decision) -> None:
        self._try(MoveSkill(name=name, decision=decision))

    @rule(name=names, note=words)
    def annotate(self, name: str, note: str) -> None:
        self._try(AnnotateSkill(name=name, annotation=note or "note"))

    @rule(name=names, pinned=st.booleans())
    def pin(self, name: str, pinned: bool) -> None:  # noqa: FBT001
        self._try(PinSkill(name=name, pinned=pinned))

    @rule(text=st.one_of(lesson_words, words), category=categories, scope=st.sampled_from(["", "kano", "../up"]))
    def add_lesson(self, text: str, category: Category | None, scope: str) -> None:
        self._try(AddLesson(text=text or "x", category=category, scope=scope))

    @rule(text=lesson_words)
    def retire_lesson(self, text: str) -> None:
        self._try(RetireLesson(text=text))

    @rule(memory=st.sampled_from(["user", "../up"]), text=st.one_of(lesson_words, words))
    def remember(self, memory: str, text: str) -> None:
        self._try(AddMemory(memory=memory, text=text or "x"))

    @rule(text=lesson_words)
    def forget(self, text: str) -> None:
        self._try(RemoveMemory(memory="user", old=text))

    @precondition(lambda self: self.keep.history.changes())
    @rule(data=st.data())
    def undo(self, data: st.DataObject) -> None:
        chosen = data.draw(st.sampled_from([change.id for change in self.keep.history.changes()]))
        self._try(UndoChange(change=chosen))

    @rule(text=words)
    def edit_by_hand(self, text: str) -> None:
        file = self.outer / "state" / "lessons.md"
        if file.exists():
            file.write_text(file.read_text(encoding="utf-8") + f"\n{text}", encoding="utf-8")

    @invariant()
    def history_tells_what_is_on_disk(self) -> None:
        self.keep.journal.adopt(["lessons.md"], 0)
        numbers = [change.id for change in reversed(self.keep.history.changes())]
        told = replay(change for number in numbers if (change := self.keep.history.change(number)))
        assert told == self._on_disk()

    @invariant()
    def nothing_is_outside_the_zone(self) -> None:
        assert {entry.name for entry in self.outer.iterdir()} <= {"state", "lock", "lock.next"}

    def _on_disk(self) -> dict[str, Tree]:
        root = self.outer / "state"
        folders = ("skills", "skills-pending", "skills-archived", "lessons", "memory")
        places = [
            f"{folder}/{entry.name}"
            for folder in folders
            if (root / folder).is_dir()
            for entry in (root / folder).iterdir()
        ]
        places += [entry.name for entry in root.iterdir() if entry.is_file()] if root.is_dir() else []
        return {place: tree for place in places if (tree := self.keep.zone.read(place)) is not None}

    def _take_everything_back(self) -> None:
        for change in self.keep.history.changes():
            self.keep(UndoChange(change=change.id))
        assert self._on_disk() == {}


Kept.TestCase.settings = settings(
    max_examples=25, stateful_step_count=25, deadline=None, suppress_health_check=[HealthCheck.too_slow]
)
TestKept = Kept.TestCase
