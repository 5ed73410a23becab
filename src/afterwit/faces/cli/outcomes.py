"""What became of proposals, as it is shown: applied, rejected and failed are never one word or one colour."""

from collections.abc import Sequence
from typing import TYPE_CHECKING

import msgspec

from afterwit.faces.cli.plain import one_line
from afterwit.model.proposal import AddLesson, Proposal
from afterwit.model.verdict import Applied, Failed, Outcome, Rejected, Verdict

if TYPE_CHECKING:
    from rich.console import Console

STYLES = {"applied": "green", "rejected": "yellow", "failed": "bold red"}
MOST_FINDINGS = 12


def outcome_document(outcome: Outcome) -> dict[str, object]:
    """An outcome as JSON."""
    document: dict[str, object] = {"outcome": outcome.fate, **proposal_document(outcome.proposal)}
    if isinstance(outcome, Applied):
        document |= {"change": outcome.change, "message": outcome.message, "reinforced": outcome.reinforced}
    else:
        document["reason_refused" if outcome.fate == "rejected" else "reason_failed"] = outcome.reason
    document["verdicts"] = [verdict_document(verdict) for verdict in outcome.verdicts]
    return document


def proposal_document(proposal: Proposal) -> dict[str, object]:
    """A proposal as JSON, without the content of files."""
    return {
        "subject": proposal.subject,
        "target": proposal.target,
        "op": proposal.does,
        "score": proposal.score,
        "author": proposal.author,
        "by": proposal.by,
        "trigger": proposal.trigger or None,
        "reason": proposal.reason,
        "evidence": msgspec.to_builtins(proposal.evidence),
    }


def verdict_document(verdict: Verdict) -> dict[str, object]:
    """A gate's verdict as JSON."""
    return {
        "gate": verdict.gate,
        "passed": verdict.passed,
        "reason": verdict.reason,
        "measured": dict(verdict.measured),
        "findings": [{"where": finding.where, "what": finding.what} for finding in verdict.findings],
    }


def exit_code(outcomes: Sequence[Outcome]) -> int:
    """The worst of what came: a no is 1, a failure 3."""
    return max((_code(outcome) for outcome in outcomes), default=0)


def _code(outcome: Outcome) -> int:
    match outcome:
        case Applied():
            return 0
        case Rejected():
            return 1
        case Failed():
            return outcome.exit_code


def print_outcomes(out: "Console", outcomes: Sequence[Outcome]) -> None:
    """One line each, and below a no every gate's reason with what it found."""
    from rich.text import Text  # noqa: PLC0415

    for outcome in outcomes:
        said = outcome.message if isinstance(outcome, Applied) else _refused(outcome)
        number = f" (change {outcome.change})" if isinstance(outcome, Applied) and outcome.change is not None else ""
        mark = Text(f"{outcome.fate:<8}", style=STYLES[outcome.fate])
        out.print(mark, Text(one_line(f"{said}{number}")), soft_wrap=True)
        if outcome.fate == "rejected":
            print_refusals(out, outcome.verdicts)


def print_refusals(out: "Console", verdicts: Sequence[Verdict]) -> None:
    """The gates that said no, why, and where."""
    from rich.text import Text  # noqa: PLC0415

    for verdict in verdicts:
        if verdict.passed:
            continue
        out.print(Text(f"  {verdict.gate}: ", style="bold") + Text(one_line(verdict.reason)), soft_wrap=True)
        print_findings(out, verdict)


def print_findings(out: "Console", verdict: Verdict) -> None:
    """What a gate found, and where."""
    from rich.text import Text  # noqa: PLC0415

    for finding in verdict.findings[:MOST_FINDINGS]:
        where = f"{finding.where}: " if finding.where else ""
        out.print(Text(f"    {one_line(where + finding.what)}", style="dim"), soft_wrap=True)
    if len(verdict.findings) > MOST_FINDINGS:
        out.print(Text(f"    and {len(verdict.findings) - MOST_FINDINGS} more (--json has all)", style="dim"))


def _refused(outcome: Outcome) -> str:
    op = outcome.proposal.op
    subject = f"lesson \u201c{op.text}\u201d" if isinstance(op, AddLesson) else outcome.proposal.subject
    if isinstance(outcome, Applied) or outcome.fate == "rejected":
        return subject
    return f"{subject}: {outcome.reason}"
