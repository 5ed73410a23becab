"""A gate that breaks, for tests."""

from afterwit.config import Judge
from afterwit.model.proposal import Proposal
from afterwit.model.verdict import Verdict
from afterwit.ports import View


class Broken:
    """Breaks on every proposal."""

    name = "broken"

    def __init__(self, config: Judge) -> None:
        del config

    def judge(self, proposal: Proposal, view: View) -> Verdict:
        raise ZeroDivisionError(proposal, view)
