"""`afterwit export` and `afterwit import`: sessions, skills and skillbooks in the forms that others read."""

import json as json_format
import sys
from pathlib import Path
from typing import Annotated, Literal

from cyclopts import Parameter

from afterwit.engine.exchange import packages_in, take_in_all, write_book, write_packages
from afterwit.engine.readiness import Ready, make_ready
from afterwit.engine.timeline import of_session
from afterwit.engine.wire import event_log, kernel, rehearsal
from afterwit.errors import NotFound, WrongUse
from afterwit.faces.cli.common import Common, console, counted, print_json, progress, watching
from afterwit.faces.cli.outcomes import exit_code, outcome_document, print_outcomes
from afterwit.intake.atif_out import document
from afterwit.model.verdict import Outcome

MOST_SHOWN = 20


def export(
    what: Annotated[str, Parameter(metavar="skillbook|skills|SESSION")],
    place: Annotated[Path | None, Parameter(metavar="DIR")] = None,
    /,
    *,
    output: Annotated[Path | None, Parameter(name=["--output", "-o"], metavar="FILE")] = None,
    common: Common = Common(),  # noqa: B008 - frozen, and cyclopts reads the default
) -> int:
    """Write the skillbook or the active skills to a folder, or a stored session as an ATIF document.

    Parameters
    ----------
    what
        `skillbook` for domains with their skills, `skills` for Agent Skills packages, or a session by its id.
    place
        The folder to write a skillbook or skills to, or the file for a session.
    output
        The file to write a session to [standard output].
    """
    if what in {"skillbook", "skills"}:
        return _export_skills(what, place, common)
    with event_log(common.here(), common.config()) as log:
        timeline = of_session(what, log)
        output = output or place
        text = json_format.dumps(document(timeline.session, timeline.events), ensure_ascii=False, indent=2) + "\n"
    if output is None:
        sys.stdout.write(text)
    else:
        try:
            output.write_text(text, encoding="utf-8")
        except OSError as error:
            message = f"{output} cannot be written ({error.strerror}): name a file in a folder that is there."
            raise WrongUse(message) from error
        sys.stderr.write(f"Wrote {output}.\n")
    return 0


def _export_skills(what: str, place: Path | None, common: Common) -> int:
    if place is None:
        raise WrongUse(f"Name a folder to write to: afterwit export {what} DIR.")
    with kernel(common.here(), common.config(), to_write=False) as here:
        written = (write_book if what == "skillbook" else write_packages)(place, here)
    if common.json:
        print_json({"written": written, "path": str(place)})
    else:
        console().print(f"Wrote {counted(written, 'skill')} to {place}.")
    return 0


def import_skills(
    *places: Annotated[Path, Parameter(metavar="DIR")],
    state: Literal["pending", "active"] | None = None,
    as_is: Annotated[bool, Parameter(negative="")] = False,
    dry_run: Annotated[bool, Parameter(negative="")] = False,
    common: Common = Common(),  # noqa: B008 - frozen, and cyclopts reads the default
) -> int:
    """Take in skills: Agent Skills packages below a folder, or a skillbook that was exported.

    Parameters
    ----------
    places
        The folders.
    state
        Where they go [active].
    as_is
        Keep folder names and content as they are: boundary and safety still judge, the other gates only report.
    dry_run
        Say what would become of each, and keep nothing.
    """
    if not places:
        raise WrongUse("Name a folder that holds skills: afterwit import DIR.")
    opened = rehearsal if dry_run else kernel
    with watching() as watch, opened(common.chosen(), common.config(), watch=watch) as here:
        found = [entry for place in places for entry in packages_in(place, here, as_is=as_is)]
        if not found:
            raise NotFound(
                f"There is no SKILL.md below {', '.join(map(str, places))}: name a folder that holds skills."
            )
        with progress("importing", len(found), bytes_=False) as advance:
            taken = take_in_all(found, here, state=state, as_is=as_is, advance=advance)
        ready = Ready() if dry_run else make_ready(here)  # the first search is not to wait for it
    if ready.problem:
        sys.stderr.write(f"They will be found by words only: {ready.problem}\n")
    return _tell(taken.outcomes, taken.problems, common, dry_run=dry_run)


def _tell(outcomes: list[Outcome], problems: list[str], common: Common, *, dry_run: bool) -> int:
    fates = {
        fate: [outcome for outcome in outcomes if outcome.fate == fate] for fate in ("applied", "rejected", "failed")
    }
    if common.json:
        print_json(
            {
                "dry_run": dry_run,
                **{fate: [outcome_document(outcome) for outcome in some] for fate, some in fates.items()},
                "unreadable": problems,
            }
        )
    else:
        out = console()
        print_outcomes(out, [*fates["applied"][:MOST_SHOWN], *fates["rejected"][:MOST_SHOWN], *fates["failed"]])
        hidden = sum(max(0, len(fates[fate]) - MOST_SHOWN) for fate in ("applied", "rejected"))
        if hidden:
            out.print(f"… and {hidden:,} more (--json has all)", style="dim")
        for problem in problems:
            out.print(problem, style="bold red", soft_wrap=True)
        if fates["rejected"] and not dry_run:
            out.print("To keep one all the same: afterwit approve NAME --reason WHY", style="dim")
        told = ", ".join(f"{len(some):,} {fate}" for fate, some in fates.items())
        rehearsed = " A dry run: nothing was kept." if dry_run else ""
        total = counted(len(outcomes) + len(problems), "skill")
        out.print(f"{total}: {told}, {len(problems):,} unreadable.{rehearsed}")
    if fates["failed"]:
        return exit_code(fates["failed"])
    if fates["applied"]:
        return 0
    return 1 if fates["rejected"] else 2
