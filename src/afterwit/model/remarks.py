"""What an agent says about its own last call: that it went wrong, and that another way is needed.

Hosts do not flag every failure: a pipe hides it, a tool answers politely, an output is cut off. The agent notices, and
says so. The words are English; without them only what is flagged is found.
"""

from collections.abc import Callable
from typing import cast

import re2


def _any(*patterns: str) -> Callable[[bytes], object]:
    return cast("Callable[[bytes], object]", re2.compile(("(?i)" + "|".join(patterns)).encode()).search)


_TROUBLE = _any(
    r"\b(?:syntax|flag|option|argument|command|call|invocation|form|format|way|tool|endpoint|query)s?\b"
    r"[^.\n]{0,40}\b(?:failed|fails|did ?n.t work|does ?n.t (?:work|exist|support)|"
    r"is ?n.t (?:supported|valid|available)|is not (?:supported|valid|available)|not recogni[sz]ed|was rejected|"
    r"is wrong|was wrong|is deprecated)",
    r"\b(?:cut off|truncated|came back empty|returned (?:nothing|empty|no output)|no output|stale)\b",
    r"\b(?:does ?n.t|do ?n.t|did ?n.t|can ?n.t|cannot|wo ?n.t) (?:support|accept|take|recogni[sz]e|include|"
    r"handle|allow|interpret|exist|have an?y? (?:flag|option))",
    r"\bnot (?:being )?(?:interpreted|parsed|passed|escaped|handled|supported|recogni[sz]ed) (?:correctly|properly)?",
    r"\bwrong (?:syntax|flag|option|argument|form|format|order|command|way)",
)
_SIGNS = (
    "n't", "n\u2019t", "not ", "fail", "rong", "rejected", "cut off", "truncated", "empty", "nothing", "no output",
    "stale", "cannot", "deprecated",
)  # fmt: skip
"""Cheap first: a remark that has none of these complains of nothing."""
_CHANGE = _any(
    r"\binstead\b",
    r"\b(?:switch|switching|fall(?:ing)? back|retry|retrying|re-?run|rerunning|try(?:ing)?) ",
    r"\b(?:different|other|another|alternative|correct|right|proper|valid|larger|smaller|without|with the)\b",
    r"\buse (?:the |a )?[`\w-]",
    r"\bneeds? to\b",
    r"\bI.ll\b",
    r"\blet me\b",
)
_THE_WORK = _any(
    r"\btests?\b[^.\n]{0,30}\bfail", r"\bcompil", r"\blint", r"\btype ?(?:error|check)", r"\bbug\b", r"\bconflict"
)


def says_wrong(text: str) -> bool:
    """Whether a remark says that a call was wrong, and turns to another."""
    if not any(sign in text for sign in _SIGNS):
        return False
    looked = text.encode("utf-8", "replace")
    return bool(_TROUBLE(looked) and _CHANGE(looked))


def of_the_work(text: str) -> bool:
    """Whether the trouble is with the work itself: tests, types, a compiler, a merge."""
    return bool(_THE_WORK(text.encode("utf-8", "replace")))
