"""A view of a project that is held in memory: for tests of gates and of whatever asks them."""

from collections.abc import Iterable, Mapping, Sequence

from afterwit.model import skill_document
from afterwit.model.event import Event
from afterwit.model.package import Package, State
from afterwit.model.skill import Match, Skill
from afterwit.model.words import features, likeness, said, tokens

_ORDER: tuple[State, ...] = ("active", "pending", "archived")


class MemoryView:
    """What gates may look at, from plain values. It finds skills by the words they share, one by one."""

    def __init__(
        self, *, events: Mapping[str, Sequence[Event]] | None = None, skills: Iterable[Skill] = (), notes: str = ""
    ) -> None:
        self._events = {key: {event.seq: event for event in given} for key, given in (events or {}).items()}
        self._skills = {(skill.name, skill.state): skill for skill in skills}
        self._notes = notes

    def event(self, session: str, event: str) -> Event | None:
        """One event of a session, by its id (`e17`)."""
        return self._events.get(session, {}).get(int(event.removeprefix("e")))

    def events(self, session: str, first: int, last: int) -> Sequence[Event]:
        """A session's events from one place to another, both included."""
        return [event for seq, event in sorted(self._events.get(session, {}).items()) if first <= seq <= last]

    def skill(self, name: str) -> Skill | None:
        """The skill of this name: the active one, else the pending, else the archived one."""
        return next((skill for state in _ORDER if (skill := self.at(state, name)) is not None), None)

    def at(self, state: State, name: str) -> Skill | None:
        """The skill of this name in this state."""
        return self._skills.get((name, state))

    def similar(self, package: Package, *, k: int = 5) -> Sequence[Match]:
        """The skills in any state that say most nearly the same, the nearest first, itself left out."""
        own = _features(package)
        found = [
            Match(
                name=skill.name,
                state=skill.state,
                score=likeness(own, _features(skill.package)),
                trigger=skill_document.read(skill.package.text).trigger,
            )
            for skill in self._skills.values()
            if skill.name != package.name
        ]
        return _best(found, k)

    def search(self, query: str, *, k: int = 5, adding: Package | None = None) -> Sequence[Match]:
        """The active skills that share most words with a need, as if this package were among them already."""
        packages = {skill.name: skill.package for skill in self._skills.values() if skill.state == "active"}
        if adding is not None:
            packages[adding.name] = adding
        wanted = set(tokens(query))
        shared = {name: _shared(wanted, package) for name, package in packages.items()}
        return _best([Match(name=name, state="active", score=score) for name, score in shared.items()], k)

    def searches(self, queries: Sequence[str], *, k: int = 5, adding: Package) -> Sequence[Sequence[Match]]:
        """What `search` gives for each of several needs."""
        return [self.search(query, k=k, adding=adding) for query in queries]

    def notes(self) -> str:
        """NOTES.md as it is; empty where there is none."""
        return self._notes


def _features(package: Package) -> frozenset[int]:
    return features(said(skill_document.read(package.text)))


def _shared(wanted: set[str], package: Package) -> float:
    """How many of the words it has, those before the body twice, less for a long text."""
    document = skill_document.read(package.text)
    ahead, body = set(tokens(f"{package.name} {document.description}")), set(tokens(document.body))
    return (2 * len(wanted & ahead) + len(wanted & body)) / (10 + len(ahead | body))


def _best(found: list[Match], k: int) -> list[Match]:
    found.sort(key=lambda match: (-match.score, match.name, match.state))
    return [match for match in found[:k] if match.score > 0]
