"""`afterwit doctor`: what is wrong, and how to mend it."""

from rich.text import Text

from afterwit.engine.health import checks
from afterwit.faces.cli.common import Common, console, counted, print_json

MARKS = {"well": ("ok", "green"), "note": ("note", "yellow"), "wrong": ("WRONG", "bold red")}


def doctor(*, common: Common = Common()) -> int:  # noqa: B008 - frozen, and cyclopts reads the default
    """Look at everything Afterwit stands on and say what is wrong; exit code 1 where something is."""
    found = list(checks(common.here(), common.store))
    wrong = sum(check.state == "wrong" for check in found)
    if common.json:
        rows = [{"name": check.name, "state": check.state, "says": check.says} for check in found]
        print_json({"checks": rows, "wrong": wrong})
        return 1 if wrong else 0
    out = console()
    for check in found:
        mark, style = MARKS[check.state]
        out.print(
            Text(f"{mark:<6}", style=style), Text(f"{check.name:<17}", style="bold"), Text(check.says), soft_wrap=True
        )
    out.print(f"{counted(wrong, 'thing')} to mend." if wrong else "All well.")
    return 1 if wrong else 0
