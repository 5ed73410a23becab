"""A view that looks once: what one gate has been shown, the others of the same judgement are shown again.

It lasts for one judgement, so nothing that is forgotten or changed meanwhile is vouched for in the next.
"""

from collections.abc import Callable, Hashable, Sequence
from typing import TypeVar, cast

from afterwit.model.event import Event
from afterwit.model.package import Package, State
from afterwit.model.skill import Match, Skill
from afterwit.ports import View

_Shown = TypeVar("_Shown")


class Once:
    """Wraps a view for one judgement."""

    def __init__(self, view: View) -> None:
        self._view = view
        self._shown: dict[Hashable, object] = {}

    def event(self, session: str, event: str) -> Event | None:
        """One event of a session, by its id (`e17`)."""
        return self._once(("event", session, event), lambda: self._view.event(session, event))

    def events(self, session: str, first: int, last: int) -> Sequence[Event]:
        """A session's events from one place to another, both included."""
        return self._once(("events", session, first, last), lambda: self._view.events(session, first, last))

    def skill(self, name: str) -> Skill | None:
        """The skill of this name: the active one, else the pending, else the archived one."""
        return self._once(("skill", name), lambda: self._view.skill(name))

    def at(self, state: State, name: str) -> Skill | None:
        """The skill of this name in this state."""
        return self._once(("at", state, name), lambda: self._view.at(state, name))

    def similar(self, package: Package, *, k: int = 5) -> Sequence[Match]:
        """The skills in any state that say most nearly the same, the nearest first, itself left out."""
        return self._view.similar(package, k=k)

    def search(self, query: str, *, k: int = 5, adding: Package | None = None) -> Sequence[Match]:
        """The skills that best fit a need, as if this package were among the active ones already."""
        return self._view.search(query, k=k, adding=adding)

    def searches(self, queries: Sequence[str], *, k: int = 5, adding: Package) -> Sequence[Sequence[Match]]:
        """What `search` gives for each of several needs, for the price of adding the package once."""
        return self._view.searches(queries, k=k, adding=adding)

    def notes(self) -> str:
        """NOTES.md as it is; empty where there is none."""
        return self._once("notes", self._view.notes)

    def _once(self, asked: Hashable, look: Callable[[], _Shown]) -> _Shown:
        if asked not in self._shown:
            self._shown[asked] = look()
        return cast("_Shown", self._shown[asked])
