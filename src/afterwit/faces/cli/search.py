"""`afterwit search`: which skills fit a need."""

import sys
from typing import Annotated

import msgspec
from cyclopts import Parameter

from afterwit.engine.find import find
from afterwit.engine.wire import kernel
from afterwit.errors import WrongUse
from afterwit.faces.cli.common import Common, Rows, console, print_json

LONGEST_QUERY = 100_000


def search(
    query: Annotated[str, Parameter(allow_leading_hyphen=True)],
    *,
    k: Annotated[int, Parameter(name=["-k", "--most"], metavar="N")] = 5,
    common: Common = Common(),  # noqa: B008 - frozen, and cyclopts reads the default
) -> int:
    """Find the active skills that fit a need.

    Parameters
    ----------
    query
        What is needed, in words: a task, an error message, a command; - reads it from standard input.
    k
        The most skills to show.
    """
    wanted = sys.stdin.read(LONGEST_QUERY) if query == "-" else query
    if not wanted.strip():
        raise WrongUse("There is nothing to look for: say what is needed.")
    if k < 1:
        raise WrongUse(f"-k is 1 or more, not {k}.")
    with kernel(common.here(), common.config(), to_write=False) as here:
        found = find(wanted, here, k)
    if common.json:
        print_json({"query": wanted, "results": [msgspec.to_builtins(one) for one in found]})
    elif not found:
        console().print("No active skill fits that.")
    else:
        rows = Rows("SKILL", "WHY", "WHAT", flexible="WHAT")
        for one in found:
            rows.add(one.name, ", ".join(one.why[:4]), one.description)
        rows.print(console())
    return 0 if found else 1
