"""The chain of gates: the one place where a proposal can become `Approved`."""

from collections.abc import Sequence

import msgspec

from afterwit.errors import GateFailed
from afterwit.judge.once import Once
from afterwit.model.approval import Approved
from afterwit.model.proposal import CreateSkill, Proposal, UpdateSkill
from afterwit.model.seal import SEAL
from afterwit.model.verdict import Overrule, Verdict
from afterwit.ports import Gate, View

UNDISPUTED = "boundary"
"""The gate that nobody overrules."""

WEIGHED = frozenset({"evidence", "quality", "duplicate", "score"})
"""The gates whose no a person can weigh with the skill before them: what only these refuse may wait for one.

What goes beyond the boundary, or may be unsafe, is not put anywhere; a gate of somebody's own may have any reason.
"""


class Refusal(msgspec.Struct, frozen=True, kw_only=True):
    """A proposal that at least one gate said no to."""

    proposal: Proposal
    verdicts: tuple[Verdict, ...]

    @property
    def reason(self) -> str:
        """Every no, in words."""
        return " ".join(f"{verdict.gate}: {verdict.reason}" for verdict in self.verdicts if not verdict.passed)


class Chain:
    """Asks every gate, also after a no, so that a person sees all reasons at once."""

    def __init__(self, gates: Sequence[Gate]) -> None:
        self._gates = tuple(gates)

    @property
    def names(self) -> frozenset[str]:
        """The gates by their names."""
        return frozenset(gate.name for gate in self._gates)

    def judge(self, proposal: Proposal, view: View, overrule: Overrule | None = None) -> Approved | Refusal:
        """Approved if every gate passes it or was overruled; no gates, no approval."""
        seen = Once(view)
        verdicts = tuple(self._ask(gate, proposal, seen) for gate in self._gates)
        if not verdicts:
            nobody = Verdict(gate="chain", passed=False, reason="There is no gate, and no decision means no.")
            return Refusal(proposal=proposal, verdicts=(nobody,))
        overruled = overrule.gates - {UNDISPUTED} if overrule is not None else frozenset[str]()
        if all(verdict.passed or verdict.gate in overruled for verdict in verdicts):
            return Approved(proposal, verdicts, overrule, seal=SEAL)
        return Refusal(proposal=proposal, verdicts=verdicts)

    @staticmethod
    def hold(refusal: Refusal) -> Approved | None:
        """Leave to let a refused skill wait among the pending ones, and nothing more; None where there is none."""
        whole = isinstance(refusal.proposal.op, CreateSkill | UpdateSkill)
        if not whole or any(not verdict.passed and verdict.gate not in WEIGHED for verdict in refusal.verdicts):
            return None
        return Approved(refusal.proposal, refusal.verdicts, None, seal=SEAL, held=True)

    @staticmethod
    def _ask(gate: Gate, proposal: Proposal, view: View) -> Verdict:
        try:
            verdict = _own(gate.judge(proposal, view), gate)
        except Exception as error:
            what = f"{proposal.does} of {proposal.subject}"
            broke = f"{type(error).__name__}: {error}"
            message = f"The gate {gate.name} broke on {what} ({broke}): nothing of it was written."
            raise GateFailed(message) from error
        return verdict


def _own(verdict: object, gate: Gate) -> Verdict:
    if not isinstance(verdict, Verdict) or verdict.gate != gate.name:
        raise TypeError("it gave no verdict in its own name")
    return verdict
