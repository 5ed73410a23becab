"""The quality gate: discovery depth, reusability, trigger clarity and verification, measured and not believed."""

from afterwit.config import Judge
from afterwit.judge.cited import look_up
from afterwit.judge.depth import Side, depth
from afterwit.judge.reusability import reusability
from afterwit.judge.trigger import trigger
from afterwit.judge.users_word import users_word
from afterwit.judge.verification import verification
from afterwit.model import skill_document
from afterwit.model.proposal import CreateSkill, Proposal
from afterwit.model.verdict import Verdict
from afterwit.ports import View


class QualityGate:
    """Asks of every new skill that no person wrote whether it is worth having."""

    name = "quality"

    def __init__(self, config: Judge) -> None:
        self._threshold = config.quality_gate_threshold

    def judge(self, proposal: Proposal, view: View) -> Verdict:
        """Yes where as many of the four pass as the settings ask for; the reason says what each saw."""
        if not isinstance(proposal.op, CreateSkill):
            return Verdict(gate=self.name, passed=True, reason=f"{proposal.does} makes no new skill")
        if proposal.author == "person":
            return Verdict(gate=self.name, passed=True, reason="a person decides")
        package = proposal.op.package
        document = skill_document.read(package.text)
        cited = look_up(proposal, view)
        said = users_word(proposal, cited)
        reusable, findings = reusability(document, package.text, cited)
        sides: dict[str, Side] = {
            "depth": depth(cited, said, repeated=proposal.trigger == "repeated_tool_pattern"),
            "reusability": reusable,
            "trigger": trigger(package, document, view),
            "verification": verification(cited, document, said),
        }
        passed = sum(side.passed for side in sides.values())
        told = ". ".join(f"{name} {'yes' if side.passed else 'no'}: {side.reason}" for name, side in sides.items())
        measured: dict[str, bool | int | float | str] = {name: side.passed for name, side in sides.items()}
        for side in sides.values():
            measured |= side.measured
        return Verdict(
            gate=self.name,
            passed=passed >= self._threshold,
            reason=f"{passed} of 4 pass, {self._threshold} needed. {told}",
            measured={"passed": passed, "needed": self._threshold, **measured},
            findings=findings,
        )
