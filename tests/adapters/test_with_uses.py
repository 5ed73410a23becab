"""What reviews count and what sessions show is one figure, and what sessions no longer show is out of it."""

import pytest

from afterwit.adapters.in_memory_history import MemoryRatings
from afterwit.adapters.in_memory_uses import MemoryUses
from afterwit.adapters.with_uses import RatingsWithUses
from afterwit.model.skill import Metrics
from afterwit.model.use import Followed, Use
from afterwit.ports import Matches

ONE = "codex:one"


def use(followed: Followed, skill: str = "rl-x", at: int = 60) -> Use:
    return Use(session=ONE, skill=skill, how="read", event="e2", followed=followed, at=at, matched=True)


@pytest.fixture
def uses() -> MemoryUses:
    return MemoryUses()


@pytest.fixture
def ratings(uses: MemoryUses) -> RatingsWithUses:
    return RatingsWithUses(MemoryRatings(), uses)


def test_both_add_up(ratings: RatingsWithUses, uses: MemoryUses) -> None:
    ratings.count("rl-x", Metrics(times_requested=1, times_followed=1, positive_impact=1))
    ratings.match("rl-x", 50)
    uses.put(ONE, [use("partially"), use("not", "rl-y", 40)])
    both = Metrics(times_requested=2, times_followed=1.5, positive_impact=1)
    assert ratings.metrics("rl-x") == both
    assert ratings.all_metrics() == {"rl-x": both, "rl-y": Metrics(times_requested=1)}
    assert ratings.matches("rl-x") == Matches(count=2, last=60)
    assert ratings.all_matches() == {"rl-x": Matches(count=2, last=60), "rl-y": Matches(count=1, last=40)}


def test_a_session_that_shows_something_else_changes_the_figure_by_the_difference(
    ratings: RatingsWithUses, uses: MemoryUses
) -> None:
    ratings.count("rl-x", Metrics(times_requested=3, times_followed=2))
    shown: tuple[tuple[Followed, float], ...] = (("not", 2), ("partially", 2.5), ("followed", 3))
    for followed, times in shown:
        uses.put(ONE, [use(followed)])
        assert ratings.metrics("rl-x") == Metrics(times_requested=4, times_followed=times)
    uses.forget(ONE)
    assert ratings.metrics("rl-x") == Metrics(times_requested=3, times_followed=2)
    assert ratings.matches("rl-x") == Matches()


def test_what_cannot_be_told_is_no_request(ratings: RatingsWithUses, uses: MemoryUses) -> None:
    uses.put(ONE, [use("unknown")])
    assert ratings.metrics("rl-x") == Metrics()
    assert ratings.all_metrics() == {}
    assert ratings.matches("rl-x").count == 1


def test_a_skill_that_never_was_has_neither(ratings: RatingsWithUses, uses: MemoryUses) -> None:
    ratings.match("rl-x", 1)
    uses.put(ONE, [use("followed")])
    ratings.forget("rl-x")
    assert (ratings.metrics("rl-x"), ratings.matches("rl-x"), uses.of(ONE)) == (Metrics(), Matches(), [])
