"""`afterwit retrospective`: what recent sessions may have taught, and a person picks."""

import sys
from collections.abc import Sequence
from typing import TYPE_CHECKING, Annotated

from cyclopts import Parameter

from afterwit.engine.retrospective import Candidate, candidates, pick
from afterwit.engine.review import named, recent
from afterwit.errors import WrongUse
from afterwit.faces.cli.common import Common, Rows, console, counted, print_json
from afterwit.faces.cli.decisions import Reason, opened
from afterwit.faces.cli.learned import what_of, why_of
from afterwit.faces.cli.outcomes import (
    exit_code,
    outcome_document,
    print_outcomes,
    proposal_document,
    verdict_document,
)
from afterwit.faces.cli.plain import one_line
from afterwit.faces.cli.review import days_of
from afterwit.model.verdict import Outcome

if TYPE_CHECKING:
    from rich.console import Console

WEAK = 0.6
"""Candidates below this are shown only to those who ask for them."""
SIDES = ("depth", "reusability", "trigger", "verification")
"""The four quality gates, which are shown one by one."""


def retrospective(
    *sessions: Annotated[str, Parameter(metavar="SESSION")],
    since: Annotated[str | None, Parameter(metavar="DAYS|all")] = None,
    weak: Annotated[bool, Parameter(negative="")] = False,
    select: Annotated[str | None, Parameter(metavar="N,…|all|none")] = None,
    reason: Reason = "",
    common: Common = Common(),  # noqa: B008 - frozen, and cyclopts reads the default
) -> int:
    """Show what recent sessions may have taught, with what each gate says to it, and keep what you pick.

    Parameters
    ----------
    sessions
        Sessions by their ids [those of the last days].
    since
        How many days to look back, or `all` [review.days].
    weak
        Show also what there is little to say for.
    select
        What to keep, by number; on a terminal you are asked.
    reason
        Why, where a gate says no to what you pick. It is kept.
    """
    if sessions and since is not None:
        raise WrongUse("Either name sessions or say --since, not both.")
    with opened(common) as here:
        chosen = named(sessions, here) if sessions else recent(here, days_of(since, here.config.review.days))
        every = candidates(chosen, here)
        found = [one for one in every if weak or one.proposal.score >= WEAK]
        out = console()
        if not common.json:
            _print(out, found, len(chosen))
            if len(every) > len(found):
                out.print(
                    f"{counted(len(every) - len(found), 'weaker one')} left out (--weak shows them).", style="dim"
                )
        picked = _picked(found, select, ask=sys.stdin.isatty() and not common.json)
        outcome = pick(picked, here, reason)
    outcomes: list[Outcome] = [*outcome.applied, *outcome.rejected, *outcome.failed]
    if common.json:
        print_json(
            {
                "sessions": [session.key for session in chosen],
                "candidates": [_document(number, one) for number, one in enumerate(found, 1)],
                "picked": [outcome_document(one) for one in outcomes],
            }
        )
    elif outcomes:
        print_outcomes(out, outcomes)
    return exit_code(outcomes)


def _picked(found: Sequence[Candidate], select: str | None, *, ask: bool) -> list[Candidate]:
    if not found:
        return []
    if select is None:
        select = _asked() if ask else "none"
    wanted = select.strip().casefold()
    if wanted in {"", "none"}:
        return []
    if wanted == "all":
        return list(found)
    numbers = [number.strip() for number in wanted.replace(" ", ",").split(",") if number.strip()]
    wrong = [number for number in numbers if not (number.isdecimal() and 1 <= int(number[:9]) <= len(found))]
    if wrong:
        raise WrongUse(f"There is no candidate {', '.join(wrong)}: they have the numbers 1 to {len(found)}.")
    return [found[int(number) - 1] for number in dict.fromkeys(numbers)]


def _asked() -> str:
    try:
        return input("Keep which? Numbers, all, or none: ")
    except EOFError:
        return "none"


def _print(out: "Console", found: Sequence[Candidate], sessions: int) -> None:
    if not sessions:
        out.print("There are no sessions to look back on. `afterwit learn` reads sessions; --since all takes all.")
        return
    if not found:
        out.print(f"Looked back on {counted(sessions, 'session')}: nothing that is not known already.")
        return
    rows = Rows("#", "WHAT", "SURE", "DRTV", "GATES", "SEEN", flexible="SEEN", right=("#", "SURE"))
    for number, one in enumerate(found, 1):
        refused = ", ".join(verdict.gate for verdict in one.refused)
        rows.add(
            str(number),
            what_of(one.proposal),
            f"{one.proposal.score:.2f}",
            _sides(one),
            f"no: {refused}" if refused else "all pass",
            why_of(one.proposal),
            style="" if not refused else "dim",
        )
    rows.print(out)
    out.print()
    out.print(
        f"{counted(len(found), 'candidate')} from {counted(sessions, 'session')}. DRTV: discovery depth, reusability, "
        "trigger clarity, verification (+ yes, - no).",
        soft_wrap=True,
    )
    for number, one in enumerate(found, 1):
        for verdict in one.refused:
            if verdict.gate != "score":
                out.print(f"{number} {verdict.gate}: {one_line(verdict.reason)}", style="dim", soft_wrap=True)


def _sides(one: Candidate) -> str:
    """What the four quality gates say, a sign each; none where they were not asked."""
    quality = next((verdict for verdict in one.verdicts if verdict.gate == "quality"), None)
    measured = {} if quality is None else quality.measured
    return "".join("+" if measured[side] else "-" for side in SIDES if side in measured)


def _document(number: int, one: Candidate) -> dict[str, object]:
    return {
        "number": number,
        **proposal_document(one.proposal),
        "verdicts": [verdict_document(verdict) for verdict in one.verdicts],
        "passes": not one.refused,
    }
