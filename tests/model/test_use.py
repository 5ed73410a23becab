"""Uses, counted: each once, whatever copies there are of a session."""

from afterwit.model.skill import Metrics
from afterwit.model.use import Followed, How, Tally, Use, tally


def use(session: str, followed: Followed = "unknown", *, how: How = "read", at: int | None = None) -> Use:
    return Use(session=session, skill="rl-x", how=how, event="e2", followed=followed, at=at, matched=how == "read")


def test_nothing_is_nothing() -> None:
    assert tally([]) == Tally()
    assert Tally().metrics == Metrics()


def test_each_is_counted_by_what_became_of_it() -> None:
    told: list[Followed] = ["followed", "followed", "partially", "not", "unknown"]
    found = [use(f"s{place}", followed, at=place) for place, followed in enumerate(told)]
    counted = tally([*found, use("s9", how="disclosed")])
    assert counted == Tally(sessions=5, disclosed=1, followed=2, partially=1, ignored=1, unknown=1, matches=5, last=4)
    assert counted.metrics == Metrics(times_requested=4, times_followed=2.5)


def test_a_fork_of_a_session_counts_once_with_the_most_that_either_shows() -> None:
    counted = tally([use("one", "not", at=7), use("fork", "followed", at=7)])
    assert counted == Tally(sessions=1, followed=1, matches=1, last=7)


def test_without_a_time_every_session_is_its_own() -> None:
    assert tally([use("one", "not"), use("two", "not")]).ignored == 2
