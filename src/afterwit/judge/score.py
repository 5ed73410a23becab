"""The score gate: whether the proposer is sure enough."""

from afterwit.config import Judge
from afterwit.model.proposal import Proposal
from afterwit.model.verdict import Verdict
from afterwit.ports import View


class ScoreGate:
    """Approves from the threshold on, inclusive. It answers every proposal and looks at nothing else."""

    name = "score"

    def __init__(self, config: Judge) -> None:
        self._threshold = config.score_threshold

    def judge(self, proposal: Proposal, view: View) -> Verdict:
        """Yes iff the score is at least the threshold; a person's word needs no score."""
        del view
        score, threshold = proposal.score, self._threshold
        if proposal.author == "person":
            passed, reason = True, "a person decides"
        elif score >= threshold:
            passed, reason = True, f"score {score} ≥ threshold {threshold}"
        else:
            passed, reason = False, f"score {score} < threshold {threshold} (learn only from validated wins)"
        return Verdict(gate=self.name, passed=passed, reason=reason, measured={"score": score, "threshold": threshold})
