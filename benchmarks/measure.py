"""Timing that means something on a busy machine: the best of several runs, of peers that take turns."""

import gc
import time
from collections.abc import Callable, Mapping


def best_of(work: Mapping[str, Callable[[], object]], rounds: int = 7) -> dict[str, float]:
    """Seconds of processor time of each, the best round; rounds alternate so that a slow minute hits all alike."""
    best: dict[str, float] = {}
    for _ in range(rounds):
        for name, run in work.items():
            gc.collect()
            start = time.process_time()
            run()
            spent = time.process_time() - start
            best[name] = min(spent, best.get(name, spent))
    return best


def wall_clock(run: Callable[[], object]) -> float:
    """Seconds on the clock, once."""
    start = time.perf_counter()
    run()
    return time.perf_counter() - start


def interval(successes: int, total: int) -> str:
    """A proportion with its 95% Wilson interval."""
    if total == 0:
        return "none"
    share, z = successes / total, 1.96
    centre = (share + z * z / (2 * total)) / (1 + z * z / total)
    half = z * (share * (1 - share) / total + z * z / (4 * total * total)) ** 0.5 / (1 + z * z / total)
    return f"{share:.1%} [{max(0.0, centre - half):.1%}, {min(1.0, centre + half):.1%}]"
