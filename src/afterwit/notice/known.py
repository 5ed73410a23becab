"""What is known while an agent's call or report is checked: the skills that are there, and the events it may cite."""

from collections.abc import Callable

import msgspec

from afterwit.model.event import Event
from afterwit.model.learning import Ref
from afterwit.model.package import SourceClass, State


class KnownSkill(msgspec.Struct, frozen=True, kw_only=True):
    """What is known of a skill."""

    state: State
    source: SourceClass
    pinned: bool = False
    written: int | None = None
    """When an attempt last wrote it with success, in milliseconds since 1970 UTC; None where none did."""


def _no_result(_ref: Ref, _call: Event) -> Event | None:
    return None


class Known(msgspec.Struct, frozen=True, kw_only=True):
    """How the rules look things up; they ask for nothing that is not sound and short."""

    prefix: str
    """How the names of learned skills begin."""
    skill: Callable[[str], KnownSkill | None]
    """The skill of a name, which is a valid one; a name that is kept for a core skill is that of one."""
    event: Callable[[str], tuple[Ref, Event] | None]
    """An event of the running session by its id (e17) or by the host's own; None where there is none."""
    result: Callable[[Ref, Event], Event | None] = _no_result
    """What came of a call that is cited; None where that is not known."""
    finished: frozenset[str] = frozenset()
    """The skills that were finished with success in this invocation."""
