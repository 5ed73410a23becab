"""`afterwit approve`, `reject`, `archive`, `restore`, `pin`: a person decides."""

from contextlib import AbstractContextManager
from typing import Annotated

from cyclopts import Parameter

from afterwit.engine.decisions import check, move
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
    common: Common = Common(),  # noqa: B008 - frozen, and cyclopts reads the default
) -> int:
    """Make pending skills active, or stand up for one that a gate refused.

    Parameters
    ----------
    names
        The skills.
    all
        Every skill that is pending and that no gate says no to.
    reason
        Why. It counts against any gate that says no, but for the boundary, and is kept.
    """
    if all and names:
        raise WrongUse("Either name skills or say --all, not both.")
    return _decide(names, "approve", reason, common, every=all)


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
    with opened(common) as here:
        outcomes = prune(here)
        refresh(here)
    if not outcomes and not common.json:
        console().print("No skill is old and unused, as far as use has been counted.")
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
    """Have skills left alone until they are unpinned.

    Parameters
    ----------
    names
        The skills.
    off
        No longer.
    """
    if not names:
        raise WrongUse("Name at least one skill: `afterwit skills` shows those there are.")
    with opened(common) as here:
        outcomes = [pin_one(name, here, pinned=not off) for name in names]
        refresh(here)
    return tell(outcomes, common)


def _decide(names: tuple[str, ...], decision: Decision, reason: str, common: Common, *, every: bool = False) -> int:
    with opened(common) as here:
        if every:
            names = tuple(entry.name for entry in here.index.entries("pending"))
            if not names:
                raise NotFound("No skill is pending: `afterwit skills` shows those there are.")
        if not names:
            raise WrongUse("Name at least one skill: `afterwit skills` shows those there are.")
        check(names, decision, here, reason=reason)
        outcomes = [move(name, decision, here, reason=reason, overrule=not every) for name in dict.fromkeys(names)]
        refresh(here)
    return tell(outcomes, common)


def opened(common: Common) -> AbstractContextManager[Kernel]:
    """The kernel for a decision; where there is nothing yet to decide on, nothing is made."""
    return kernel(common.chosen(), common.config(), to_write=common.here().state.exists())


def tell(outcomes: list[Outcome], common: Common) -> int:
    """Show what came of decisions; give the exit code."""
    if common.json:
        print_json({"decisions": [outcome_document(outcome) for outcome in outcomes]})
    else:
        print_outcomes(console(), outcomes)
    return exit_code(outcomes)
