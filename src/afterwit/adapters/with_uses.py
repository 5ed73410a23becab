"""Ratings to which is added what was seen in sessions: it is counted where it is kept, so nothing is counted twice.

What a session shows of a skill may change whenever the session goes on, and goes when it is revoked. A count beside the
uses would have to follow each time, and a kill in between would leave it wrong for good.
"""

from collections.abc import Mapping

from afterwit.model.skill import Metrics
from afterwit.model.use import Tally
from afterwit.ports import Matches, Ratings, Uses


class RatingsWithUses:
    """Wraps ratings: what reviews and searches count, and what uses show."""

    def __init__(self, ratings: Ratings, uses: Uses) -> None:
        self._ratings = ratings
        self._uses = uses

    def metrics(self, name: str) -> Metrics:
        """A skill's counts so far."""
        return _both(self._ratings.metrics(name), self._uses.tally(name))

    def all_metrics(self) -> dict[str, Metrics]:
        """The counts of every skill that has any, by name."""
        counted, seen = self._ratings.all_metrics(), self._uses.tallies()
        both = {name: _both(counted.get(name, Metrics()), _of(name, seen)) for name in {**counted, **seen}}
        return {name: metrics for name, metrics in both.items() if metrics != Metrics()}

    def count(self, name: str, seen: Metrics) -> None:
        """Add to a skill's counts."""
        self._ratings.count(name, seen)

    def matches(self, name: str) -> Matches:
        """How often a skill was found."""
        return _together(self._ratings.matches(name), self._uses.tally(name))

    def all_matches(self) -> dict[str, Matches]:
        """How often each skill was found that was found at all, by name."""
        counted, seen = self._ratings.all_matches(), self._uses.tallies()
        both = {name: _together(counted.get(name, Matches()), _of(name, seen)) for name in {**counted, **seen}}
        return {name: matches for name, matches in both.items() if matches.count}

    def match(self, name: str, at: int) -> None:
        """A skill was found once more."""
        self._ratings.match(name, at)

    def match_all(self, found: Mapping[str, tuple[int, int]]) -> None:
        """Skills were found so many times, and last then: all of it is counted or nothing."""
        self._ratings.match_all(found)

    def forget(self, name: str) -> None:
        """There was no such skill."""
        self._ratings.forget(name)
        self._uses.drop(name)


def _of(name: str, seen: Mapping[str, Tally]) -> Tally:
    return seen.get(name, Tally())


def _both(counted: Metrics, seen: Tally) -> Metrics:
    added = {field: getattr(counted, field) + getattr(seen.metrics, field) for field in Metrics.__struct_fields__}
    return Metrics(**added)


def _together(counted: Matches, seen: Tally) -> Matches:
    last = [at for at in (counted.last, seen.last) if at is not None]
    return Matches(count=counted.count + seen.matches, last=max(last, default=None))
