"""`afterwit doctor`: what is wrong, and how to mend it."""

import sys
from typing import Annotated

from cyclopts import Parameter
from rich.text import Text

from afterwit.engine.health import checks
from afterwit.engine.readiness import rebuild as make_anew
from afterwit.engine.shelf import shelf
from afterwit.faces.cli.common import Common, console, counted, hanging, print_json, watching

MARKS = {"well": ("ok", "green"), "note": ("note", "yellow"), "wrong": ("WRONG", "bold red")}


def doctor(
    *,
    rebuild: Annotated[bool, Parameter(negative="")] = False,
    common: Common = Common(),  # noqa: B008 - frozen, and cyclopts reads the default
) -> int:
    """Look at everything Afterwit stands on and say what is wrong; exit code 1 where something is.

    Parameters
    ----------
    rebuild
        First make the index anew from the skills.
    """
    if rebuild:
        _rebuild(common)
    found = list(checks(common.here(), common.store))
    wrong = sum(check.state == "wrong" for check in found)
    if common.json:
        rows = [{"name": check.name, "state": check.state, "says": check.says} for check in found]
        print_json({"checks": rows, "wrong": wrong})
        return 1 if wrong else 0
    out = console()
    widest = max((len(check.name) for check in found), default=0)
    for check in found:
        mark, style = MARKS[check.state]
        lead = Text.assemble((f"{mark:<7}", style), (f"{check.name:<{widest}}  ", "bold"))
        out.print(Text.assemble(lead, hanging(out, check.says, len(lead))), soft_wrap=True)
    out.print(f"{counted(wrong, 'thing')} to mend." if wrong else "All well.")
    return 1 if wrong else 0


def _rebuild(common: Common) -> None:
    if not common.here().state.is_dir():
        return
    with watching() as watch, shelf(common.here(), common.config(), watch=watch) as here:
        ready = make_anew(here)
    told = f"The index of {counted(ready.skills, 'skill')} was made anew; {ready.embedded:,} had to be embedded."
    sys.stderr.write(f"{told}{f' Found by words only: {ready.problem}' if ready.problem else ''}\n")
