"""A person's decisions: each is a proposal like any other, judged by the same gates, with the person's word for it."""

from collections.abc import Collection

from afterwit.engine.kernel import Kernel
from afterwit.engine.review_and_learn import decide
from afterwit.errors import NotFound, WrongUse
from afterwit.model.package import State
from afterwit.model.proposal import (
    Decision,
    MoveSkill,
    Operation,
    PinSkill,
    Proposal,
    UndoChange,
    target_of,
)
from afterwit.model.verdict import Outcome, Overrule
from afterwit.ports import Judged

STARTS: dict[Decision, State] = {
    "approve": "pending",
    "reject": "pending",
    "archive": "active",
    "prune": "active",
    "restore": "archived",
}


def person(op: Operation, kernel: Kernel, reason: str = "") -> Proposal:
    """What a person asks for. They are as sure as can be, and are their own evidence."""
    return Proposal(target=target_of(op), op=op, score=1.0, author="person", by=kernel.user, reason=reason)


def move(name: str, decision: Decision, kernel: Kernel, *, reason: str = "", overrule: bool = False) -> Outcome:
    """Approve, reject, archive or restore a skill; approving also stands up for a proposal that gates refused."""
    if kernel.book.at(STARTS[decision], name) is not None:
        proposal = person(MoveSkill(name=name, decision=decision), kernel, reason)
        return decide(proposal, kernel.rooms, _word(kernel, reason) if overrule else None)
    if decision == "approve" and (refused := _refused(name, kernel)) is not None:
        if not reason:
            gates = ", ".join(verdict.gate for verdict in refused.verdicts if not verdict.passed) or "the store"
            message = f"{name} was refused by {gates}: to approve it all the same, say why with --reason."
            raise WrongUse(message)
        return decide(refused.proposal, kernel.rooms, _word(kernel, reason))
    raise NotFound(_nothing(name, decision, kernel))


def pin(name: str, kernel: Kernel, *, pinned: bool = True) -> Outcome:
    """Have a skill left alone by everything but a person, or no longer."""
    if kernel.book.skill(name) is None:
        raise NotFound(f"There is no skill {name}: see `afterwit skills`.")
    return decide(person(PinSkill(name=name, pinned=pinned), kernel), kernel.rooms)


def undo(change: int | None, kernel: Kernel) -> Outcome:
    """Take back a change, by default the last one that has not been taken back and takes none back itself."""
    if change is None:
        change = _latest_in_force(kernel)
    if kernel.history.change(change) is None:
        raise NotFound(f"There is no change {change}: see `afterwit history`.")
    return decide(person(UndoChange(change=change), kernel), kernel.rooms)


def _latest_in_force(kernel: Kernel) -> int:
    taken_back = set[int]()
    for done in kernel.history.changes():
        if done.id in taken_back:
            continue
        if done.about.undoes is None:
            return done.id
        taken_back.add(done.about.undoes)
    raise NotFound("There is no change to take back: see `afterwit history`.")


def _word(kernel: Kernel, reason: str) -> Overrule:
    gates: Collection[str] = kernel.config.judge.gates
    return Overrule(gates=frozenset(gates), reason=reason, by=kernel.user)


def _refused(name: str, kernel: Kernel) -> Judged | None:
    """The latest proposal about a skill, where it did not come to be written."""
    latest = kernel.docket.proposals(subject=name, limit=1)
    return latest[0] if latest and latest[0].fate in {"rejected", "failed"} else None


def _nothing(name: str, decision: Decision, kernel: Kernel) -> str:
    skill = kernel.book.skill(name)
    if skill is None:
        return f"There is no skill {name}: see `afterwit skills`."
    wanted = STARTS[decision]
    return f"{name} is {skill.state}, and only what is {wanted} can be taken: see `afterwit skills --state {wanted}`."
