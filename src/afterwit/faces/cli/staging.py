"""`afterwit staging`: the scratch pad, and the one way from there to production."""

import sys
from typing import TYPE_CHECKING, Annotated

from cyclopts import App, Parameter

from afterwit.engine.staging import Promoted, pad
from afterwit.engine.staging import promote as promote_one
from afterwit.engine.staging import reset as reset_reviews
from afterwit.engine.staging import save as save_one
from afterwit.errors import BadProposal, WrongUse
from afterwit.faces.cli.common import Common, Rows, console, counted, print_json
from afterwit.faces.cli.outcomes import exit_code, outcome_document, print_outcomes, print_refusals, proposal_document
from afterwit.faces.cli.plain import one_line
from afterwit.faces.cli.review import observation_document, print_lesson, refs
from afterwit.faces.cli.shown import iso, when
from afterwit.keep.staging import Pile, Staged, StagedProposal
from afterwit.model.proposal import AddLesson, Proposal, checked
from afterwit.model.verdict import Failed, Outcome, Rejected

if TYPE_CHECKING:
    from rich.console import Console

Id = Annotated[str, Parameter(name="ID")]

staging = App(name="staging", help="The scratch pad: what was staged, and what becomes of it.", help_format="plaintext")


@staging.default
@staging.command(name="list")
def listed(*, common: Common = Common()) -> int:  # noqa: B008 - frozen, and cyclopts reads the default
    """List what is staged: reviews, saved reviews and proposals."""
    found, problems = pad(common.here()).all()
    if common.json:
        rows = [{"pile": pile, **_summary(staged)} for pile, staged in found]
        print_json({"staged": rows, "problems": problems})
        return 0
    out = console()
    if not found and not problems:
        out.print("Nothing is staged: `afterwit review --stage` leaves a review here.")
    if found:
        shown = Rows("ID", "PILE", "WHEN", "WAITING", "ABOUT", flexible="ABOUT", right=("WAITING",))
        for pile, staged in found:
            shown.add(staged.id, pile, when(staged.at), str(len(staged.proposals)), staged.title)
        shown.print(out)
    for problem in problems:
        out.print(one_line(problem), style="yellow", soft_wrap=True)
    return 0


@staging.command
def show(name: Id, /, *, common: Common = Common()) -> int:  # noqa: B008
    """Show one: what was seen, and what would be promoted.

    Parameters
    ----------
    name
        Its id, or the beginning or the end of it.
    """
    pile, staged = pad(common.here()).find(name)
    if common.json:
        print_json({"pile": pile, **_summary(staged), **_content(staged)})
        return 0
    out = console()
    out.print(one_line(f"{staged.id} · {pile} · {when(staged.at)} · {staged.title}"), style="bold", soft_wrap=True)
    if staged.observations:
        shown = Rows("RULE", "EVENTS", "TOLD", "EXAMPLE", flexible="EXAMPLE")
        for seen in staged.observations:
            shown.add(seen.rule, refs(seen), seen.told, seen.excerpt)
        shown.print(out)
    if staged.proposals:
        out.print()
    for each in staged.proposals:
        _print_waiting(out, each)
    for source in staged.sources:
        out.print(f"read from {one_line(source)}", style="dim", soft_wrap=True)
    out.print(_what_next(pile, staged), style="dim", soft_wrap=True)
    return 0


@staging.command
def save(name: Id, /, *, common: Common = Common()) -> int:  # noqa: B008
    """Save a review, so that a reset leaves it alone.

    Parameters
    ----------
    name
        Its id, or the beginning or the end of it.
    """
    staged = save_one(name, common.here())
    if common.json:
        print_json({"saved": staged.id})
    else:
        console().print(f"Saved {staged.id}: no reset clears it.")
    return 0


@staging.command
def promote(
    name: Id,
    /,
    *,
    only: Annotated[str, Parameter(metavar="N,…")] = "",
    common: Common = Common(),  # noqa: B008 - frozen, and cyclopts reads the default
) -> int:
    """Take what is staged to production: every proposal passes the gates first.

    What is applied leaves the pile; what is refused stays there with the reason. The transcripts that it was made from
    are read and kept, as `afterwit learn` does.

    Parameters
    ----------
    name
        Its id, or the beginning or the end of it.
    only
        Only the proposals of these numbers.
    """
    done = promote_one(name, common.here(), common.config(), only=_numbers(only))
    outcomes: list[Outcome] = [*done.outcome.applied, *done.outcome.rejected, *done.outcome.failed]
    if common.json:
        print_json(_promoted_document(done))
    else:
        _print_promoted(console(), done, outcomes)
    return 3 if done.outcome.stopped else exit_code(outcomes)


@staging.command
def reset(
    *,
    yes: Annotated[bool, Parameter(name=["--yes", "-y"], negative="")] = False,
    dry_run: Annotated[bool, Parameter(negative="")] = False,
    common: Common = Common(),  # noqa: B008 - frozen, and cyclopts reads the default
) -> int:
    """Clear the reviews. What was saved, and proposals, stay.

    Parameters
    ----------
    yes
        Do not ask.
    dry_run
        Say what would go, and leave everything as it is.
    """
    project = common.here()
    there = reset_reviews(project, dry_run=True)
    if there and not (yes or dry_run) and not _agreed(len(there)):
        console().print("Nothing was cleared.")
        return 1
    gone = there if dry_run else reset_reviews(project) if there else []
    if common.json:
        print_json({"dry_run": dry_run, "cleared": gone})
    elif not gone:
        console().print("There are no reviews to clear.")
    else:
        console().print(f"{'Would clear' if dry_run else 'Cleared'} {counted(len(gone), 'review')}.")
    return 0


def _agreed(count: int) -> bool:
    if not (sys.stdin.isatty() and sys.stderr.isatty()):
        raise WrongUse(f"{counted(count, 'review')} would be cleared: say --yes, or --dry-run to see which.")
    sys.stderr.write(f"Clear {counted(count, 'review')}? [y/N] ")
    sys.stderr.flush()
    return sys.stdin.readline().strip().lower() in {"y", "yes"}


def _numbers(only: str) -> set[int]:
    parts = [part.strip() for part in only.split(",") if part.strip()]
    wrong = [part for part in parts if not (part.isascii() and part.isdigit())]
    if wrong or (only and not parts):
        raise WrongUse(f"--only takes numbers such as 1,3: {', '.join(wrong) or 'there is none'}.")
    return {int(part[:9]) for part in parts}


def _summary(staged: Staged) -> dict[str, object]:
    return {
        "id": staged.id,
        "kind": staged.kind,
        "at": iso(staged.at),
        "title": staged.title,
        "sessions": list(staged.sessions),
        "sources": list(staged.sources),
        "observations": len(staged.observations),
        "proposals": len(staged.proposals),
    }


def _content(staged: Staged) -> dict[str, object]:
    return {
        "observations": [observation_document(seen) for seen in staged.observations],
        "proposals": [
            {"number": each.number, "said": each.said or None, "proposal": each.proposal} for each in staged.proposals
        ],
    }


def _proposal(each: StagedProposal) -> Proposal | None:
    """What waits; None where somebody's edit made it something else."""
    try:
        return checked(each.proposal)
    except BadProposal:
        return None


def _print_waiting(out: "Console", each: StagedProposal) -> None:
    proposal = _proposal(each)
    if proposal is None:
        out.print(f"{each.number:>3}  is no proposal any more: mend the file, or leave it out with --only.")
        return
    print_lesson(out, f"{each.number:>3}", proposal)
    if not isinstance(proposal.op, AddLesson):
        out.print(f"     {proposal.does}: {one_line(proposal.reason)}", style="dim", soft_wrap=True)
    if each.said:
        out.print(f"     {one_line(each.said)}", style="yellow", soft_wrap=True)


def _what_next(pile: Pile, staged: Staged) -> str:
    if not staged.proposals:
        return "Nothing of it waits to be promoted."
    saved = "" if pile != "reviews" else f"; `afterwit staging save {staged.id}` keeps it from being cleared"
    return f"`afterwit staging promote {staged.id}` has the gates decide{saved}."


def _print_promoted(out: "Console", done: Promoted, outcomes: list[Outcome]) -> None:
    for problem in done.problems:
        out.print(one_line(problem), style="yellow", soft_wrap=True)
    for outcome in outcomes:
        if not isinstance(outcome.proposal.op, AddLesson):
            print_outcomes(out, [outcome])
            continue
        print_lesson(out, outcome.fate, outcome.proposal)
        if isinstance(outcome, Rejected):
            print_refusals(out, outcome.verdicts)
        elif isinstance(outcome, Failed):
            out.print(f"  {one_line(outcome.reason)}", soft_wrap=True)
    result = done.outcome
    if result.stopped:
        out.print(f"Stopped: {one_line(result.stopped)}", style="bold red", soft_wrap=True)
    told = f"{len(result.applied):,} applied, {len(result.rejected):,} rejected, {len(result.failed):,} failed"
    left = f" {counted(len(done.waits), 'proposal')} still staged." if done.waits else " Nothing is left to promote."
    out.print(f"{done.staged.id}: {told}.{left}")


def _promoted_document(done: Promoted) -> dict[str, object]:
    return {
        "id": done.staged.id,
        "applied": [outcome_document(outcome) for outcome in done.outcome.applied],
        "rejected": [outcome_document(outcome) for outcome in done.outcome.rejected],
        "failed": [outcome_document(outcome) for outcome in done.outcome.failed],
        "stopped": done.outcome.stopped or None,
        "waiting": [{"number": each.number, "said": each.said or None, **_known(each)} for each in done.waits],
        "problems": done.problems,
    }


def _known(each: StagedProposal) -> dict[str, object]:
    proposal = _proposal(each)
    return proposal_document(proposal) if proposal is not None else {}
