"""A person's decisions: each is a proposal like any other, judged by the same gates, with the person's word for it."""

from collections.abc import Iterable

from afterwit.engine.kernel import Kernel
from afterwit.engine.review_and_learn import decide
from afterwit.errors import NotFound
from afterwit.keep.journal import in_force
from afterwit.model.package import State
from afterwit.model.proposal import (
    MOVES,
    CreateSkill,
    Decision,
    MergeSkills,
    MoveSkill,
    Operation,
    PinSkill,
    Proposal,
    UndoChange,
    UpdateSkill,
    target_of,
)
from afterwit.model.verdict import Outcome, Overrule

INSTEAD: dict[tuple[State, Decision], str] = {
    ("archived", "approve"): ": `afterwit restore` makes it active",
    ("pending", "archive"): ": `afterwit reject` turns it down",
    ("pending", "restore"): ": `afterwit approve` makes it active",
    ("active", "reject"): ": `afterwit archive` retires it",
}


def person(op: Operation, kernel: Kernel, reason: str = "") -> Proposal:
    """What a person asks for. They are as sure as can be, and are their own evidence."""
    return Proposal(target=target_of(op), op=op, score=1.0, author="person", by=kernel.user, reason=reason)


def check(names: Iterable[str], decision: Decision, kernel: Kernel, *, reason: str = "") -> None:
    """Raise, before anything is done, with every name that the decision does not fit."""
    problems = [problem for name in names if (problem := _problem(name, decision, kernel, reason))]
    if problems:
        raise NotFound(f"{' '.join(problems)} Nothing was changed.")


def standing_up(reason: str, kernel: Kernel) -> Overrule | None:
    """A person's word against whatever gate says no; none where they give no reason."""
    return Overrule(gates=kernel.rooms.chain.names, reason=reason, by=kernel.user) if reason.strip() else None


def move(name: str, decision: Decision, kernel: Kernel, *, reason: str = "", overrule: bool = False) -> Outcome:
    """Approve, reject, archive or restore a skill; approving also stands up for a proposal that gates refused."""
    word = standing_up(reason, kernel) if overrule else None
    if kernel.book.at(MOVES[decision][0], name) is None and decision == "approve":
        refused = _refused(name, kernel)
        if refused is not None and word is not None:
            return decide(refused, kernel.rooms, word)
    check((name,), decision, kernel, reason=reason)
    return decide(person(MoveSkill(name=name, decision=decision), kernel, reason), kernel.rooms, word)


def pin(name: str, kernel: Kernel, *, pinned: bool = True) -> Outcome:
    """Have a skill left alone by everything but a person, or no longer."""
    if kernel.book.skill(name) is None:
        raise NotFound(f"There is no skill {name}: see `afterwit skills`.")
    return decide(person(PinSkill(name=name, pinned=pinned), kernel, "" if pinned else "Unpinned."), kernel.rooms)


def undo(change: int | None, kernel: Kernel) -> Outcome:
    """Take back a change, by default the last one that has not been taken back and takes none back itself."""
    done = kernel.history.changes()
    if change is None:
        latest = next(in_force(done), None)
        if latest is None:
            raise NotFound("There is no change to take back: see `afterwit history`.")
        change = latest.id
    if all(entry.id != change for entry in done):
        raise NotFound(f"There is no change {change}: see `afterwit history`.")
    for entry in done:
        if entry.about.undoes == change and all(other.about.undoes != entry.id for other in done):
            raise NotFound(
                f"Change {change} was taken back already, by change {entry.id}: "
                f"`afterwit undo {entry.id}` brings it back."
            )
    return decide(person(UndoChange(change=change), kernel), kernel.rooms)


def _refused(name: str, kernel: Kernel) -> Proposal | None:
    """The latest text proposed for a skill, where it did not come to be written."""
    for judged in kernel.docket.proposals(subject=name):
        if judged.proposal is not None and isinstance(judged.proposal.op, CreateSkill | UpdateSkill | MergeSkills):
            return judged.proposal if judged.fate in {"rejected", "failed"} else None
    return None


def _problem(name: str, decision: Decision, kernel: Kernel, reason: str) -> str:
    """Why a decision does not fit a skill, and what would; empty where it fits."""
    if kernel.book.at(MOVES[decision][0], name) is not None:
        return ""
    if decision == "approve" and _refused(name, kernel) is not None:
        return (
            "" if reason else f"{name} was refused (`afterwit show {name}`): to keep it all the same, add --reason WHY."
        )
    skill = kernel.book.skill(name)
    if skill is None:
        return f"There is no skill {name}: see `afterwit skills`."
    return f"{name} is {skill.state}, so there is nothing to {decision}{INSTEAD.get((skill.state, decision), '')}."
