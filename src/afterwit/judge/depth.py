"""Discovery depth: was something found out, or only looked up? Counted from what happened between the cited events."""

import msgspec

from afterwit.judge.cited import Cited, plural, recoveries
from afterwit.judge.users_word import Word
from afterwit.model.step import Step

FEWEST_STEPS = 3
"""Different looks into things before the solution, where nothing had failed."""


class Side(msgspec.Struct, frozen=True, kw_only=True):
    """What one of the four quality gates says."""

    passed: bool
    reason: str
    measured: dict[str, bool | int | float | str]


def depth(cited: Cited, said: Word) -> Side:
    """Yes where an attempt failed and another worked, where much was looked into, or where the user said so."""
    failed = sum(step.result.ok is False for steps in cited.steps.values() for step in steps)
    doubted = sum(step.doubted for steps in cited.steps.values() for step in steps)
    recovered = sum(len(recoveries(steps)) for steps in cited.steps.values())
    looked = max((_investigated(list(steps)) for steps in cited.steps.values()), default=0)
    told = f"{plural(failed, 'failed attempt')}, {f'{doubted} fruitless, ' if doubted else ''}"
    told += f"{recovered} with a changed approach that worked, "
    told += f"{plural(looked, 'investigation step')} before the solution"
    if said:
        told += f", and the user said so ({said.event})"
    elif not recovered and looked < FEWEST_STEPS:
        told += f" ({FEWEST_STEPS} are enough): simply looked up"
    if said.why_not:
        told += f"; {said.why_not}"
    return Side(
        passed=bool(said or recovered or looked >= FEWEST_STEPS),
        reason=told,
        measured={"failed_attempts": failed, "recoveries": recovered, "investigation_steps": looked},
    )


def _investigated(steps: list[Step]) -> int:
    """How many different looks into things came before the solution: the last write that worked, else the last call."""
    worked = [place for place, step in enumerate(steps) if step.result.ok is not False]
    writes = [place for place in worked if steps[place].writes]
    solution = (writes or worked or [0])[-1]
    return len({step.does for step in steps[:solution] if step.investigates})
