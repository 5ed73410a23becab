"""Verdict and outcome: what a gate said, and what became of a proposal.

Rejected means that policy said no. Failed means that policy said yes and the write did not succeed. They are different
types here, different words in the database and in JSON, and different colours on a screen.
"""

from typing import ClassVar, Literal

import msgspec

from afterwit.errors import WrongUse
from afterwit.model.proposal import Proposal

Fate = Literal["applied", "rejected", "failed"]


class Finding(msgspec.Struct, frozen=True):
    """One thing a gate does not like, and where it stands."""

    where: str
    """File and line: `scripts/run.sh:3`; empty where it is about the whole."""
    what: str
    """The finding in plain words."""


class Verdict(msgspec.Struct, frozen=True, kw_only=True):
    """What one gate says of one proposal."""

    gate: str
    passed: bool
    reason: str
    """Why, in words, with the numbers it saw."""
    measured: dict[str, bool | int | float | str] = msgspec.field(default_factory=dict[str, bool | int | float | str])
    """The numbers by name, for programs."""
    findings: tuple[Finding, ...] = ()


class Overrule(msgspec.Struct, frozen=True, kw_only=True):
    """A person's word against gates."""

    gates: frozenset[str]
    """The gates that are overruled, by name."""
    reason: str
    by: str

    def __post_init__(self) -> None:
        if not self.reason.strip():
            raise WrongUse("To overrule a gate, say why.")


class Applied(msgspec.Struct, frozen=True, kw_only=True, tag="applied"):
    """It was written, or was there already."""

    fate: ClassVar[Fate] = "applied"
    proposal: Proposal
    verdicts: tuple[Verdict, ...]
    change: int | None
    """The change's number in the history; None where nothing had to be changed."""
    message: str = ""
    """What was done, in words."""

    @property
    def reinforced(self) -> bool:
        """Whether it was there already."""
        return self.change is None


class Rejected(msgspec.Struct, frozen=True, kw_only=True, tag="rejected"):
    """A gate said no."""

    fate: ClassVar[Fate] = "rejected"
    proposal: Proposal
    verdicts: tuple[Verdict, ...]
    reason: str
    """Every no, in words."""
    held: int | None = None
    """The change that put it among the pending skills all the same, for a person to decide; None where it is not."""


class Failed(msgspec.Struct, frozen=True, kw_only=True, tag="failed"):
    """The gates said yes, and the store could not write."""

    fate: ClassVar[Fate] = "failed"
    proposal: Proposal
    verdicts: tuple[Verdict, ...]
    reason: str
    """What the store said."""
    exit_code: int = 3
    """1 where there is no room or what it was made from has changed; 3 where the machinery broke."""


Outcome = Applied | Rejected | Failed


def written(outcome: Outcome) -> tuple[str, int | None]:
    """What is to be said of an outcome, and the change that it made, if it made any."""
    match outcome:
        case Applied(message=message, change=change):
            return message, change
        case Rejected(reason=reason, held=held):
            return reason, held
        case Failed(reason=reason):
            return reason, None
