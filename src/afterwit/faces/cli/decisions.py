"""`afterwit approve`, `reject`, `archive`, `restore`, `pin`: a person decides."""

from typing import Annotated

from cyclopts import Parameter

from afterwit.engine.decisions import move
from afterwit.engine.decisions import pin as pin_one
from afterwit.engine.kernel import Kernel
from afterwit.engine.prune import prune
from afterwit.engine.skillbook import refresh
from afterwit.engine.wire import kernel
from afterwit.errors import NotFound, WrongUse
from afterwit.faces.cli.common import Common, console, print_json
from afterwit.faces.cli.outcomes import exit_code, outcome_document, print_outcomes
from afterwit.model.proposal import Decision
from afterwit.model.verdict import Outcome

Reason = Annotated[str, Parameter(metavar="WHY")]


def approve(
    *names: str,
    all: Annotated[bool, Parameter(negative="")] = False,  # noqa: A002 - the option's name
    reason: Reason = "",
    overrule: Annotated[bool, Parameter(negative="")] = False,
    common: Common = Common(),  # noqa: B008 - frozen, and cyclopts reads the default
) -> int:
    """Make pending skills active, or stand up for a proposal that a gate refused.

    Parameters
    ----------
    names
        The skills.
    all
        Every skill that is pending.
    reason
        Why; needed where a gate said no.
    overrule
        Approve a pending skill even where a gate now says no to it; the boundary cannot be overruled.
    """
    if overrule and not reason:
        message = "To overrule a gate, say why with --reason."
        raise WrongUse(message)
    return _decide(names, "approve", reason, common, overrule=overrule, every=all)


def reject(*names: str, reason: Reason = "", common: Common = Common()) -> int:  # noqa: B008
    """Turn down pending skills: they go to the archive, from where they can be restored.

    Parameters
    ----------
    names
        The skills.
    reason
        Why; kept with the decision.
    """
    return _decide(names, "reject", reason, common)


def archive(
    *names: str,
    unused: Annotated[bool, Parameter(negative="")] = False,
    reason: Reason = "",
    common: Common = Common(),  # noqa: B008 - frozen, and cyclopts reads the default
) -> int:
    """Retire active skills: no agent is given them any more, and they can be restored.

    Parameters
    ----------
    names
        The skills.
    unused
        Every skill that is older than learning.prune_after_days and was not needed since.
    reason
        Why; kept with the decision.
    """
    if not unused:
        return _decide(names, "archive", reason, common)
    with kernel(common.here(), common.config()) as here:
        outcomes = prune(here)
        refresh(here)
    if not outcomes and not common.json:
        console().print("No skill is old and unused.")
    return tell(outcomes, common)


def restore(*names: str, reason: Reason = "", common: Common = Common()) -> int:  # noqa: B008
    """Make archived skills active again.

    Parameters
    ----------
    names
        The skills.
    reason
        Why; kept with the decision.
    """
    return _decide(names, "restore", reason, common)


def pin(
    *names: str,
    off: Annotated[bool, Parameter(negative="")] = False,
    common: Common = Common(),  # noqa: B008 - frozen, and cyclopts reads the default
) -> int:
    """Have skills left alone by everything but a person.

    Parameters
    ----------
    names
        The skills.
    off
        No longer.
    """
    with kernel(common.here(), common.config()) as here:
        _known(names, here)
        outcomes = [pin_one(name, here, pinned=not off) for name in names]
        refresh(here)
    return tell(outcomes, common)


def _decide(  # noqa: PLR0913
    names: tuple[str, ...],
    decision: Decision,
    reason: str,
    common: Common,
    *,
    overrule: bool = False,
    every: bool = False,
) -> int:
    with kernel(common.here(), common.config()) as here:
        if every:
            names = (*names, *(entry.name for entry in here.index.entries("pending")))
        _known(names, here, every=every)
        outcomes = [move(name, decision, here, reason=reason, overrule=overrule) for name in dict.fromkeys(names)]
        refresh(here)
    return tell(outcomes, common)


def tell(outcomes: list[Outcome], common: Common) -> int:
    """Show what came of decisions; give the exit code."""
    if common.json:
        print_json({"decisions": [outcome_document(outcome) for outcome in outcomes]})
    else:
        print_outcomes(console(), outcomes)
    return exit_code(outcomes)


def _known(names: tuple[str, ...], here: Kernel, *, every: bool = False) -> None:
    """Every name that means nothing, at once, before anything is done."""
    if not names:
        if every:
            raise NotFound("No skill is pending: `afterwit skills` shows those there are.")
        raise WrongUse("Name at least one skill: `afterwit skills` shows those there are.")
    unknown = [
        name for name in names if here.book.skill(name) is None and not here.docket.proposals(subject=name, limit=1)
    ]
    if unknown:
        raise NotFound(f"There is no skill {', '.join(unknown)}: see `afterwit skills`.")
