"""Discovery depth: was something found out, or only looked up? Counted from what happened between the cited events."""

import msgspec

from afterwit.judge.cited import Cited, plural, recoveries
from afterwit.judge.users_word import Word
from afterwit.model.step import Step

FEWEST_STEPS = 3
"""Different looks into things before the solution, where nothing had failed."""
FEWEST_SESSIONS = 3
"""Sessions in which the same row of calls succeeded, where it is a routine."""


class Side(msgspec.Struct, frozen=True, kw_only=True):
    """What one of the four quality gates says."""

    passed: bool
    reason: str
    measured: dict[str, bool | int | float | str]


def depth(cited: Cited, said: Word, *, repeated: bool = False) -> Side:
    """Yes where an attempt failed and another worked, where much was looked into, or where the user said so.

    What claims to be a routine is one where several calls succeeded in each of enough sessions.
    """
    failed = sum(step.result.ok is False for steps in cited.steps.values() for step in steps)
    doubted = sum(step.doubted for steps in cited.steps.values() for step in steps)
    recovered = sum(len(recoveries(steps)) for steps in cited.steps.values())
    looked = max((_investigated(list(steps)) for steps in cited.steps.values()), default=0)
    rows = sum(sum(bool(step.cited and step.result.ok) for step in steps) > 1 for steps in cited.steps.values())
    routine = repeated and rows >= FEWEST_SESSIONS
    told = f"{plural(failed, 'failed attempt')}, {f'{doubted} fruitless, ' if doubted else ''}"
    told += f"{recovered} with a changed approach that worked, "
    told += f"{plural(looked, 'investigation step')} before the solution"
    if said:
        told += f", and the user said so ({said.event})"
    elif repeated:
        told += f", run in {plural(rows, 'session')} ({FEWEST_SESSIONS} are enough)"
    elif not recovered and looked < FEWEST_STEPS:
        told += f" ({FEWEST_STEPS} are enough): simply looked up"
    if said.why_not:
        told += f"; {said.why_not}"
    return Side(
        passed=bool(said or recovered or routine or looked >= FEWEST_STEPS),
        reason=told,
        measured={"failed_attempts": failed, "recoveries": recovered, "investigation_steps": looked},
    )


def _investigated(steps: list[Step]) -> int:
    """How many different looks into things came before the solution: the last write that worked, else the last call."""
    worked = [place for place, step in enumerate(steps) if step.result.ok is not False]
    writes = [place for place in worked if steps[place].writes]
    solution = (writes or worked or [0])[-1]
    return len({step.does for step in steps[:solution] if step.investigates})
