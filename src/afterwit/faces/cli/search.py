"""`afterwit search`: which skills fit a need."""

import sys
from typing import Annotated, Literal

import msgspec
from cyclopts import Parameter

from afterwit.engine.find import Search
from afterwit.engine.find import search as search_for
from afterwit.engine.matched import leave_matches
from afterwit.engine.shelf import shelf
from afterwit.errors import WrongUse
from afterwit.faces.cli.common import Common, Rows, console, counted, print_json, watching
from afterwit.faces.cli.plain import one_line
from afterwit.model.package import State
from afterwit.recall.searcher import Filters

LONGEST_QUERY = 1_000_000
MOST_REASONS = 4
MOST_RESULTS = 1000
WORTH_A_WORD = 0.05


def search(  # noqa: PLR0913 - a filter each
    query: Annotated[str, Parameter(allow_leading_hyphen=True)],
    *,
    k: Annotated[int | None, Parameter(name=["-k", "--most"], metavar="N")] = None,
    domain: Annotated[str, Parameter(metavar="D")] = "",
    agent: Annotated[str, Parameter(metavar="A")] = "",
    state: State | Literal["any"] = "active",
    scope: Literal["project", "user"] | None = None,
    phase: Annotated[str, Parameter(metavar="P")] = "",
    all_: Annotated[bool, Parameter(name="--all", negative="")] = False,
    common: Common = Common(),  # noqa: B008 - frozen, and cyclopts reads the default
) -> int:
    """Find the skills that fit a need; exit code 1 where none is sure enough to.

    Parameters
    ----------
    query
        What is needed, in words: a task, an error message, a command; - reads it from standard input.
    k
        The most skills to show [recall.results].
    domain
        Only skills of this domain.
    agent
        Only skills with this agent tag.
    state
        Only skills of this state.
    scope
        Only skills that hold there, or do not say where.
    phase
        Only skills for this phase of work, or for any.
    all_
        Also what is not likely to fit.
    """
    wanted = sys.stdin.buffer.read(LONGEST_QUERY).decode("utf-8", "replace") if query == "-" else query
    if not wanted.strip():
        raise WrongUse("There is nothing to look for: say what is needed.")
    if k is not None and not 1 <= k <= MOST_RESULTS:
        raise WrongUse(f"-k is from 1 to {MOST_RESULTS:,}, not {k:,}.")
    states: tuple[State, ...] = ("active", "pending", "archived") if state == "any" else (state,)
    filters = Filters(states=states, domain=domain, agent=agent, scope=scope or "", phase=phase)
    config = common.config()
    with watching() as watch, shelf(common.here(), config, watch=watch) as here:
        most = k or config.recall.results
        waiting = 0
        found = search_for(wanted, here, most, threshold=0.0 if all_ else None, filters=filters)
        # What is only near, or not offered to agents, is no match: clean-up goes by these.
        likely = [one for one in found.results if one.state == "active" and one.score >= config.recall.threshold]
        if problem := leave_matches((one.name for one in likely), here, "search"):
            found = msgspec.structs.replace(found, notes=(*found.notes, f"It was not noted which: {problem}"))
        if not found.results and states == ("active",):
            pending = msgspec.structs.replace(filters, states=("pending",))
            waiting = len(search_for(wanted, here, most, filters=pending).results)
    _show(found, wanted, common, waiting)
    return 0 if found.results else 1


def _show(found: Search, query: str, common: Common, waiting: int) -> None:
    for note in found.notes:
        sys.stderr.write(f"{one_line(note)}\n")
    if common.json:
        print_json({"query": query, **msgspec.to_builtins(found)})
        return
    out = console()
    if not found.results:
        near = f" (the nearest fits with {found.best:.0%}, {found.threshold:.0%} are needed: --all shows it)"
        out.print(f"No skill fits that well enough{near if found.best >= WORTH_A_WORD else ''}.")
        if waiting:
            out.print(f"{counted(waiting, 'skill')} that may fit: see --state pending, and approve what is right.")
        return
    rows = Rows("SKILL", "SURE", "WHY", "WHAT", flexible="WHAT", right=("SURE",))
    for one in found.results:
        rows.add(one.name, f"{one.score:.0%}", ", ".join(one.why[:MOST_REASONS]), one.description)
    rows.print(out)
