"""What the agent said about an attempt before it went on."""

from afterwit.model import remarks
from afterwit.notice.attempts import Attempt


def explains(attempt: Attempt) -> bool:
    """Whether the agent says that the call was wrong, and turns to another."""
    return remarks.says_wrong(attempt.remark) and (attempt.among == 1 or _mentions(attempt))


def of_the_work(attempt: Attempt) -> bool:
    """Whether the trouble is with the work itself: tests, types, a compiler, a merge."""
    return remarks.of_the_work(attempt.remark)


def _mentions(attempt: Attempt) -> bool:
    """Whether a remark about several calls names this one."""
    words = attempt.remark.replace("`", " ").split()
    return any(way.program in words or (way.verb and way.verb[-1] in words) for way in attempt.heads)
