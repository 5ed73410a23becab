"""Approved: a proposal that may be written.

`keep` takes nothing else, and only judge/chain.py can make one: an import contract lets no other module have the seal
that the constructor asks for.
"""

from typing import final

from afterwit.model.proposal import Proposal
from afterwit.model.seal import SEAL, Seal
from afterwit.model.verdict import Overrule, Verdict


@final
class Approved:
    """A proposal that every gate let pass, or that a person stood up for."""

    __slots__ = ("overruled", "proposal", "verdicts")

    def __init__(
        self, proposal: Proposal, verdicts: tuple[Verdict, ...], overruled: Overrule | None, *, seal: Seal
    ) -> None:
        if seal is not SEAL:
            raise TypeError("Only judge/chain.py approves a proposal.")
        self.proposal = proposal
        self.verdicts = verdicts
        self.overruled = overruled
