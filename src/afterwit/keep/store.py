"""What was approved becomes edits of the state folder: one method an operation.

Each method says what is to change and in which words that is told; the journal makes all of it happen, or nothing.
"""

from collections.abc import Callable, Sequence
from typing import Literal

import msgspec

from afterwit.config import Config
from afterwit.errors import BadSkill, Conflict, NotFound, WriteFailed
from afterwit.keep import lessons, memory
from afterwit.keep.book import Book, place
from afterwit.keep.journal import Journal
from afterwit.model.approval import Approved
from afterwit.model.change import About, Edit
from afterwit.model.lesson import Lesson
from afterwit.model.package import Package, State, Tree
from afterwit.model.proposal import (
    MOVES,
    AddLesson,
    AddMemory,
    AnnotateSkill,
    Author,
    CreateSkill,
    MergeSkills,
    MoveSkill,
    PinSkill,
    Proposal,
    RemoveMemory,
    ReplaceMemory,
    RetireLesson,
    UndoChange,
    UpdateSkill,
)
from afterwit.model.provenance import essence
from afterwit.model.skill import Skill
from afterwit.model.skill_document import read, with_annotation, with_metadata

REPLACES = "replaces"
"""On a pending skill: the other skill that is archived when this one is approved."""

BASED_ON = "based-on"
"""On a pending update: the version of the active skill that it was made from."""

REJECTED = "rejected"
"""On an archived skill: a person turned it down, and it was never in use."""

PAST = {"approve": "Approved", "reject": "Rejected", "archive": "Archived", "prune": "Pruned", "restore": "Restored"}


Publisher = Author | Literal["nobody"]
"""Who stands for a skill when it is written; nobody does where gates refused it, and it waits for a person."""


class Plan(msgspec.Struct, frozen=True):
    """What is to be done, and how it is told afterwards."""

    edits: Sequence[Edit]
    told: str
    undoes: int | None = None
    subject: str = ""
    """What it is about, where the proposal does not say."""


class Keeper:
    """The store of a project: skills, lessons and memory in its state folder."""

    def __init__(self, book: Book, journal: Journal, config: Config, clock: Callable[[], int]) -> None:
        self._book = book
        self._journal = journal
        self._config = config
        self._clock = clock

    def apply(self, approved: Approved, proposal_id: int | None) -> tuple[int | None, str]:
        """Write it; give the change's number, None where nothing had to change, and what was done in words."""
        if not isinstance(approved, Approved):
            raise TypeError("Only what the gates approved is written.")
        proposal = approved.proposal
        with self._journal.alone():
            try:
                plan = self._plan(proposal, _publisher(approved))
            except (BadSkill, NotFound) as error:
                raise WriteFailed(str(error)) from error
            edits = [edit for edit in plan.edits if edit.before != edit.after]
            if not edits:
                return None, plan.told
            return self._journal.commit(edits, _about(approved, plan, proposal_id), self._clock()), plan.told

    def _plan(self, proposal: Proposal, author: Publisher) -> Plan:  # noqa: PLR0911 - one for each operation
        """What to do; it is published as the author's, or as that of the person who stood up for it."""
        match proposal.op:
            case CreateSkill() as op:
                return self._create(op, author, _stamped(op.package, proposal, None))
            case UpdateSkill() as op:
                current = self._based(op.name, op.base)
                return self._update(op, author, current, _stamped(op.package, proposal, current))
            case MergeSkills() as op:
                current = self._based(op.name, op.base)
                return self._merge(op, author, current, _stamped(op.package, proposal, current))
            case AnnotateSkill() as op:
                return self._rewrite(op.name, lambda text: with_annotation(text, op.annotation), "Annotated skill")
            case PinSkill() as op:
                pinned = {"pinned": "true" if op.pinned else None}
                told = "Pinned skill" if op.pinned else "Unpinned skill"
                return self._rewrite(op.name, lambda text: with_metadata(text, pinned), told)
            case MoveSkill() as op:
                return self._move(op)
            case AddLesson() | RetireLesson() as op:
                return self._lesson(op)
            case AddMemory() | ReplaceMemory() | RemoveMemory() as op:
                return self._memory(op)
            case UndoChange() as op:
                edits = self._journal.undo_edits(op.change)
                about = edits[-1].path.rpartition("/")[2].removesuffix(".md")
                return Plan(edits, f"Took back change {op.change}", undoes=op.change, subject=about)

    def _create(self, op: CreateSkill, author: Publisher, package: Package) -> Plan:
        there = self._book.at("active", op.name) or self._book.at("pending", op.name)
        if there is not None:
            if essence(there.package) == essence(op.package):
                return Plan((), f"Skill {op.name} was there already")
            raise Conflict(f"There is a skill {op.name} already, with other content: update it instead.")
        state = self._published(author, op.state)
        told = f"Learned skill: {op.name}" if author != "person" else f"Added skill: {op.name}"
        return Plan((self._edit(state, op.name, package),), told + _waits(state))

    def _update(self, op: UpdateSkill, author: Publisher, current: Skill, package: Package) -> Plan:
        state = self._next_state(current, author)
        if current.state == "active" and state == "pending":
            package = self._waiting(package, current)
        return Plan((self._edit(state, op.name, package),), f"Updated skill: {op.name}{_waits(state)}")

    def _merge(self, op: MergeSkills, author: Publisher, current: Skill, package: Package) -> Plan:
        source = self._based(op.source, op.source_base)
        state = self._next_state(current, author)
        if current.state == "active" and state == "pending":
            package = self._waiting(package, current)
        if state == "pending" and source.state == "active":
            # The one that goes stays in use until a person has approved the one that takes its place.
            waiting = package.with_text(with_metadata(package.text, {REPLACES: op.source}))
            told = f"Updated skill: {op.name}, which is to replace {op.source}{_waits(state)}"
            return Plan((self._edit(state, op.name, waiting),), told)
        edits = (self._edit(state, op.name, package), *self._retired(op.source, source.state))
        return Plan(edits, f"Merged skill {op.source} into {op.name}")

    def _next_state(self, current: Skill, author: Publisher) -> State:
        return self._published(author, None) if current.state == "active" else current.state

    def _waiting(self, package: Package, current: Skill) -> Package:
        """A pending version of an active skill. There is one at most, and it knows what it was made from."""
        if self._book.at("pending", package.name) is not None:
            message = f"Another update of {package.name} waits for approval: approve or reject that one first."
            raise Conflict(message)
        return package.with_text(with_metadata(package.text, {BASED_ON: current.package.digest()}))

    def _rewrite(self, name: str, change: Callable[[str], str], told: str) -> Plan:
        skill = self._book.skill(name)
        if skill is None:
            raise Conflict(f"There is no skill {name} any more: see `afterwit skills`.")
        after = skill.package.with_text(change(skill.package.text))
        return Plan((self._edit(skill.state, name, after),), f"{told} {name}")

    def _move(self, op: MoveSkill) -> Plan:
        start, end = MOVES[op.decision]
        skill = self._book.at(start, op.name)
        if skill is None:
            raise Conflict(f"No {start} skill is called {op.name}: see `afterwit skills --state {start}`.")
        there = self._book.at(end, op.name)
        if op.decision == "restore" and there is not None:
            raise Conflict(f"There is an active skill {op.name} already: archive that one first.")
        package, also = skill.package, ()
        told = read(package.text).metadata
        replaces, based_on = told.get(REPLACES, ""), told.get(BASED_ON, "")
        if op.decision == "approve" and there is not None and based_on not in {"", there.package.digest()}:
            message = f"{op.name} has changed since this update of it was proposed: reject the update, or make it anew."
            raise Conflict(message)
        ours = {REPLACES: None, BASED_ON: None, REJECTED: "true" if op.decision == "reject" else None}
        if any(told.get(key) != value for key, value in ours.items()):
            package = package.with_text(with_metadata(package.text, ours))
        if replaces and op.decision == "approve":
            also = self._retired(replaces, "active")
        edits = (self._edit(end, op.name, package), self._edit(start, op.name, None), *also)
        return Plan(edits, f"{PAST[op.decision]} skill {op.name}{f', archived {replaces}' if also else ''}")

    def _lesson(self, op: AddLesson | RetireLesson) -> Plan:
        path = lessons_file(op.scope)
        before = self._book.text(path)
        if isinstance(op, RetireLesson):
            after = lessons.retire(before or "", op.text)
            if after is None:
                raise Conflict(f"No lesson reads “{op.text}”: see `afterwit lessons`.")
            return Plan((_file(path, before, after),), "Retired lesson")
        limit = self._config.keep.lessons_scope if op.scope else self._config.keep.lessons_global
        lesson = Lesson(text=op.text, category=op.category, at=self._clock())
        after, gone = lessons.add(before or "", lesson, limit)
        evicted = f"; {len(gone)} older made room" if gone else ""
        told = "Lesson was there already" if after == (before or "") else f"Added lesson{evicted}"
        return Plan((_file(path, before, after),), told)

    def _memory(self, op: AddMemory | ReplaceMemory | RemoveMemory) -> Plan:
        path, budget = f"memory/{op.memory}.md", self._config.keep.memory_characters
        before = self._book.text(path)
        match op:
            case AddMemory():
                after = memory.add(before or "", op.text, budget)
            case ReplaceMemory():
                after = memory.replace(before or "", op.old, op.text, budget)
            case RemoveMemory():
                after = memory.remove(before or "", op.old)
        told = "Memory has it already" if after == (before or "") else f"Changed memory {op.memory}"
        return Plan((_file(path, before, after),), told)

    def _based(self, name: str, base: str) -> Skill:
        """The version of a skill that a proposal was made from, wherever it is."""
        for state in ("active", "pending"):
            skill = self._book.at(state, name)
            if skill is not None and skill.package.digest() == base:
                return skill
        raise Conflict(f"Skill {name} has changed since this was proposed: propose it again from what is there now.")

    def _retired(self, name: str, state: State) -> tuple[Edit, ...]:
        skill = self._book.at(state, name)
        if skill is None:
            return ()
        return self._edit("archived", name, skill.package), self._edit(state, name, None)

    def _published(self, author: Publisher, wanted: State | None) -> State:
        if author == "person":
            return wanted or "active"
        if author == "nobody":
            return "pending"
        if author == "foreground":
            return self._config.learning.foreground
        return "active" if self._config.learning.auto_extract else "pending"

    def _edit(self, state: State, name: str, after: Package | None) -> Edit:
        there = self._book.at(state, name)
        return Edit(path=place(state, name), before=_tree(there.package if there else None), after=_tree(after))


def _publisher(approved: Approved) -> Publisher:
    if approved.held:
        return "nobody"
    return "person" if approved.overruled else approved.proposal.author


def _about(approved: Approved, plan: Plan, proposal_id: int | None) -> About:
    """Who makes the change and why: the proposer, or the person who stood up for it against a gate."""
    proposal, word = approved.proposal, approved.overruled
    return About(
        does=proposal.does,
        subject=plan.subject or proposal.subject,
        author=proposal.author if word is None else "person",
        by=proposal.by if word is None else word.by,
        why=proposal.reason if word is None else word.reason,
        proposal=proposal_id,
        undoes=plan.undoes,
        sessions=proposal.sessions,
    )


def _stamped(package: Package, proposal: Proposal, current: Skill | None) -> Package:
    """The package with what is ours in its metadata, where a machine wrote it; what a person brings stays as it is."""
    if proposal.author == "person":
        return package
    known = read(current.package.text) if current else None
    said = read(package.text)
    # What an agent writes of where it comes from is not believed: whoever takes back a session goes by this.
    own = known if proposal.author in {"foreground", "background"} else said
    sessions = dict.fromkeys((*(own.sessions if own else ()), *proposal.sessions))
    stamps = {
        "source": "learned" if known is None else known.metadata.get("source"),
        "version": str(known.version + 1 if known else 1),
        "sessions": " ".join(sessions) or None,
        # What these two say moves other skills: nobody but this file writes them.
        REPLACES: known.metadata.get(REPLACES) if known else None,
        BASED_ON: known.metadata.get(BASED_ON) if known else None,
    }
    if proposal.author in {"foreground", "background"}:
        stamps["fingerprints"] = known.metadata.get("fingerprints") if known else None
    if proposal.author == "foreground" and not (known or said).agent and proposal.by:
        stamps["loa-agent"] = proposal.by
    return package.with_text(with_metadata(package.text, stamps))


def lessons_file(scope: str = "") -> str:
    """Where the lessons of a scope are, or those for everyone."""
    return f"lessons/{scope}.md" if scope else "lessons.md"


def _tree(package: Package | None) -> Tree | None:
    return None if package is None else Tree(files=package.files, executable=package.executable)


def _file(path: str, before: str | None, after: str) -> Edit:
    return Edit(
        path=path,
        before=None if before is None else Tree(files={"": before.encode("utf-8", "surrogateescape")}),
        after=Tree(files={"": after.encode("utf-8", "surrogateescape")}) if after or before is not None else None,
    )


def _waits(state: State) -> str:
    return " (waits for your approval)" if state == "pending" else ""
