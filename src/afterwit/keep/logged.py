"""A store that also tells the trajectory log what became of skills."""

from collections.abc import Callable

from afterwit.keep.trajectory import Happening, Trajectory
from afterwit.model.approval import Approved
from afterwit.model.proposal import CreateSkill, MergeSkills, MoveSkill, Proposal, UpdateSkill
from afterwit.model.skill_document import read
from afterwit.ports import Store

HAPPENINGS: dict[str, Happening] = {"approve": "approval", "reject": "rejection", "prune": "prune"}


class Logged:
    """Wraps a store: what it writes is written whether or not it can be logged."""

    def __init__(self, store: Store, trajectory: Trajectory, clock: Callable[[], int]) -> None:
        self._store = store
        self._trajectory = trajectory
        self._clock = clock

    def apply(self, approved: Approved, proposal_id: int | None) -> tuple[int | None, str]:
        """Write it, and log it where it is one of the five happenings."""
        change, told = self._store.apply(approved, proposal_id)
        proposal = approved.proposal
        happening, agent = _happening(proposal)
        if change is None or happening is None:
            return change, told
        measured = {name: value for verdict in approved.verdicts for name, value in verdict.measured.items()}
        problem = self._trajectory.log(
            happening,
            proposal.subject,
            agent=agent or proposal.by,
            gates={name: value for name, value in measured.items() if isinstance(value, bool)},
            source=" ".join(proposal.sessions) or proposal.author,
            at=self._clock(),
        )
        return change, f"{told} ({problem})" if problem else told


def _happening(proposal: Proposal) -> tuple[Happening | None, str]:
    """What happened to a skill, and the agent that learned it; nothing for what the log does not tell of."""
    match proposal.op:
        case CreateSkill(package=package) | UpdateSkill(package=package) | MergeSkills(package=package):
            return ("extraction" if proposal.author != "person" else None), read(package.text).agent
        case MoveSkill(decision=decision):
            return HAPPENINGS.get(decision), ""
        case _:
            return None, ""
