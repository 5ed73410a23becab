r"""What a rule is: where to look, what must be there, and what speaks against it.

A rule works in two steps. Its *triggers* are short expressions that one scan
looks for in all texts at once. Where a trigger fires, the rule's *pattern* is
matched at one place, in a small window, and its only group is the secret. A
*check* may then refuse the finding or narrow it.

No trigger matches a separator: classes of "anything but" name it.

Every trigger has one possible end for each start, and none says \s, which holds a
vertical tab in one engine and not in the other. This is what makes the two
engines agree: one reports all ends, the other walks from start to start.
"""

from collections.abc import Callable
from enum import Enum
from typing import NamedTuple

API_KEY = "API_KEY"
PRIVATE_KEY = "PRIVATE_KEY"
JWT = "JWT"
TOKEN = "TOKEN"  # noqa: S105 - a label, not a token
PASSWORD = "PASSWORD"  # noqa: S105 - a label, not a password
EMAIL = "EMAIL"
IP = "IP"
USER = "USER"

PERSONAL = frozenset({EMAIL, IP, USER})

# Between two texts in one scan. The byte cannot occur in UTF-8.
SEPARATOR = b"\xff"

# How far before a trigger's end a rule may look.
REACH = 160


class Origin(Enum):
    """Where a pattern is matched, seen from the trigger that fired."""

    START = "at the first byte of a trigger of fixed width"
    END = "right behind the trigger"
    RUN = "at the start of the run of given bytes in which the trigger ends"


class Trigger(NamedTuple):
    """One expression for the scan."""

    expression: bytes
    width: int = 0
    """How many bytes it matches; needed for Origin.START alone."""


class Place(NamedTuple):
    """A match of a rule's pattern, for a check to judge."""

    data: bytes
    low: int
    """Where this text begins, or how far back a rule may look."""
    high: int
    """Where this text ends, or how far ahead a rule may look."""
    at: int
    """Where the pattern was matched."""
    start: int
    end: int

    @property
    def value(self) -> bytes:
        """The secret, if it is one."""
        return self.data[self.start : self.end]

    def when(self, holds: bool) -> "Spans":  # noqa: FBT001 - reads as a sentence
        """Give the match as the only finding when the condition holds."""
        return ((self.start, self.end),) if holds else ()


Guard = Callable[[bytes, int, int], bool]
"""Says of data, how far back it may look, and the place, whether to go on."""

Spans = tuple[tuple[int, int], ...]
Check = Callable[[Place], Spans]
"""Gives what is a secret: the match, a part of it, several places after it, or nothing."""


class Rule(NamedTuple):
    """One kind of secret."""

    name: str
    label: str
    triggers: tuple[Trigger, ...]
    pattern: bytes
    """Valid in RE2 (Latin-1, so a byte is a character) and in Python's re. Its only group
    is the secret; without a group all of it is, which costs a quarter of the time. An
    empty pattern stands for the rest of the run, which costs nothing."""
    origin: Origin = Origin.START
    run: bytes = b""
    """The bytes of the run, for Origin.RUN."""
    limit: int = 512
    """How many bytes from where it is matched the pattern may see."""
    guard: Guard | None = None
    """Asked before the pattern is matched, where that saves work."""
    tail: bytes = b""
    """A finding goes on over these bytes, however far."""
    check: Check | None = None
