"""Uses: which skills the agents of a session had, and whether they followed them; kept, counted and told."""

from collections.abc import Sequence
from functools import cached_property

import msgspec

from afterwit.engine.kernel import Kernel
from afterwit.errors import BadSkill, WriteFailed
from afterwit.model.event import Event
from afterwit.model.package import State
from afterwit.model.skill import Skill
from afterwit.model.use import Use
from afterwit.recall.guided import Guide, guide_of
from afterwit.recall.index import Entry
from afterwit.recall.use import uses

OFFERED: tuple[State, ...] = ("archived", "active")
"""What agents are offered, or were when the session was; whoever reads a skill that waits is deciding on it."""


class Used(msgspec.Struct, frozen=True, kw_only=True):
    """A use that was not known before, or not so."""

    use: Use
    receipt: str = ""
    """What the user is told, where a learned skill was followed; else empty."""


class Lookout:
    """Looks for uses of this project's skills. One serves a whole run: what it knows of the skills it asks for once."""

    def __init__(self, kernel: Kernel) -> None:
        self._kernel = kernel
        self._guides: dict[str, Guide | None] = {}

    @cached_property
    def skills(self) -> dict[str, Entry]:
        """The skills that may be meant, by name."""
        return {entry.name: entry for state in OFFERED for entry in self._kernel.index.entries(state)}

    def look(self, session: str, events: Sequence[Event]) -> list[Use]:
        """The uses in a session."""
        return uses(session, events, self.skills, self._guide) if self.skills else []

    def keep(self, session: str, found: Sequence[Use]) -> list[Used]:
        """Make these the uses of a session; give those that are news. Each that was read for the first time is logged.

        A run that is killed before the session counts as looked at finds the same uses again, and counts none twice.
        """
        kernel = self._kernel
        had = {use.key: use for use in kernel.uses.of(session)} if self.skills else {}
        news = kernel.uses.put(session, found) if had or found else []
        for use in news:
            if use.how == "read" and (use.key not in had or had[use.key].how != "read"):
                _log(use, kernel)
        return [Used(use=use, receipt=self._receipt(use)) for use in news]

    def _guide(self, name: str) -> Guide | None:
        if name not in self._guides:
            skill = self._skill(self.skills[name])
            self._guides[name] = None if skill is None else guide_of(skill.package)
        return self._guides[name]

    def _skill(self, entry: Entry) -> Skill | None:
        try:
            return self._kernel.book.at(entry.state, entry.name)
        except (BadSkill, WriteFailed):  # `doctor` tells of it
            return None

    def _receipt(self, use: Use) -> str:
        if use.followed not in {"followed", "partially"} or self._kernel.source(self.skills[use.skill]) != "learned":
            return ""
        return f"Used learned skill: {use.skill}{' (in part)' if use.followed == 'partially' else ''}"


def _log(use: Use, kernel: Kernel) -> None:
    """Note in the trajectory log that a skill was found for a need: where, and nothing of what was said."""
    if kernel.trajectory is not None:
        kernel.trajectory.log(
            "match",
            use.skill,
            agent=use.session.partition(":")[0],
            gates={},
            source=f"{use.session} {use.event}",
            at=kernel.clock(),
            followed=use.followed,
        )
