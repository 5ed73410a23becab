"""Uses in memory: for a project that has none yet, and for tests."""

from collections.abc import Sequence

from afterwit.model.use import Tally, Use, tally


class MemoryUses:
    """Keeps uses for as long as the process lasts."""

    def __init__(self) -> None:
        self._sessions: dict[str, dict[str, Use]] = {}

    def put(self, session: str, found: Sequence[Use]) -> list[Use]:
        """Make these the uses of a session; give those that are new or other than they were."""
        had = self._sessions.get(session, {})
        now = {use.key: use for use in found}
        self._sessions[session] = now
        return [use for key, use in now.items() if had.get(key) != use]

    def of(self, session: str) -> list[Use]:
        """The uses in a session, in its order."""
        return list(self._sessions.get(session, {}).values())

    def about(self, skill: str) -> list[Use]:
        """The uses of a skill, the latest first."""
        found = [use for use in self._every() if use.skill == skill]
        return sorted(found, key=lambda use: (-(use.at or 0), use.session, use.agent))

    def tally(self, skill: str) -> Tally:
        """The uses of a skill, counted."""
        return tally(use for use in self._every() if use.skill == skill)

    def tallies(self) -> dict[str, Tally]:
        """The same for every skill that has any, by name."""
        return {skill: self.tally(skill) for skill in {use.skill for use in self._every()}}

    def forget(self, session: str) -> int:
        """Erase the uses in a session; say how many those were."""
        return len(self._sessions.pop(session, {}))

    def drop(self, skill: str) -> None:
        """There was no such skill."""
        for session, uses in self._sessions.items():
            self._sessions[session] = {key: use for key, use in uses.items() if use.skill != skill}

    def _every(self) -> list[Use]:
        return [use for uses in self._sessions.values() for use in uses.values()]
