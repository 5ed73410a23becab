"""Approved: a proposal that may be written.

`keep` takes nothing else, and only judge/chain.py can make one: an import contract lets no other module have the seal
that the constructor asks for.
"""

from typing import NoReturn, final

from afterwit.model.proposal import Proposal
from afterwit.model.seal import SEAL, Seal
from afterwit.model.verdict import Overrule, Verdict


@final
class Approved:
    """A proposal that every gate let pass, or that a person stood up for; or one that may wait for a person."""

    __slots__ = ("held", "overruled", "proposal", "verdicts")
    proposal: Proposal
    verdicts: tuple[Verdict, ...]
    overruled: Overrule | None
    held: bool
    """Whether gates said no, and it is to wait among the pending skills for a person to decide."""

    def __init__(
        self,
        proposal: Proposal,
        verdicts: tuple[Verdict, ...],
        overruled: Overrule | None,
        *,
        seal: Seal,
        held: bool = False,
    ) -> None:
        if seal is not SEAL:
            raise TypeError("Only judge/chain.py approves a proposal.")
        parts = (("proposal", proposal), ("verdicts", verdicts), ("overruled", overruled), ("held", held))
        for name, value in parts:
            object.__setattr__(self, name, value)

    def __setattr__(self, name: str, value: object) -> NoReturn:
        raise AttributeError(f"An approval is for what was judged: {name} cannot become {value!r:.40}.")

    def __delattr__(self, name: str) -> NoReturn:
        raise AttributeError(f"An approval keeps its {name}.")
