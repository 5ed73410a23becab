"""How skills fare is counted, by whoever counts at the same time."""

import sqlite3
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from pathlib import Path

import pytest

from afterwit.adapters.database import Database, SqlRatings, open_database
from afterwit.adapters.in_memory_history import MemoryRatings
from afterwit.errors import StoreFailed
from afterwit.model.skill import Metrics
from afterwit.ports import Matches, Ratings


@pytest.fixture(params=["sqlite", "postgresql", "memory"])
def ratings(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Ratings]:
    """New ratings; the fake in memory behaves like the real ones."""
    if request.param == "memory":
        yield MemoryRatings()
        return
    store = tmp_path / "afterwit.db" if request.param == "sqlite" else str(request.getfixturevalue("postgres_url"))
    with open_database(store) as database:
        yield SqlRatings(database, "zone")


@pytest.mark.proves("metrics-fields")
def test_counts_add_up(ratings: Ratings) -> None:
    assert ratings.metrics("rl-x") == Metrics()
    ratings.count("rl-x", Metrics(times_requested=1, times_followed=0.5, positive_impact=1))
    ratings.match("rl-x", 50)
    ratings.count("rl-x", Metrics(times_requested=2, times_followed=1, negative_impact=1, neutral_impact=3))
    assert ratings.metrics("rl-x") == Metrics(
        times_requested=3, times_followed=1.5, positive_impact=1, negative_impact=1, neutral_impact=3
    )
    assert ratings.metrics("rl-x").times_not_followed == 1.5
    assert ratings.metrics("rl-y") == Metrics()


def test_matches_are_counted_and_the_latest_is_known(ratings: Ratings) -> None:
    assert ratings.matches("rl-x") == Matches()
    ratings.count("rl-x", Metrics(times_requested=1))
    for at in (50, 70, 60):
        ratings.match("rl-x", at)
    assert ratings.matches("rl-x") == Matches(count=3, last=70)
    assert ratings.metrics("rl-x") == Metrics(times_requested=1)


def test_many_matches_are_counted_together(ratings: Ratings) -> None:
    ratings.match("rl-x", 50)
    ratings.match_all({"rl-x": (3, 40), "rl-y": (2, 60)})
    ratings.match_all({})
    assert ratings.all_matches() == {"rl-x": Matches(count=4, last=50), "rl-y": Matches(count=2, last=60)}


def test_where_one_of_many_is_refused_none_is_counted(tmp_path: Path) -> None:
    store = tmp_path / "afterwit.db"
    with open_database(store) as database:
        ratings = SqlRatings(database, "zone")
        ratings.match("rl-a", 5)
        with closing(sqlite3.connect(store)) as other:
            other.execute(
                "CREATE TRIGGER refuse BEFORE INSERT ON ratings WHEN NEW.name = 'rl-m'"
                " BEGIN SELECT RAISE(ABORT, 'no'); END"
            )
            other.commit()
        with pytest.raises(StoreFailed):
            ratings.match_all(dict.fromkeys(("rl-a", "rl-b", "rl-m", "rl-z"), (2, 9)))
        assert ratings.all_matches() == {"rl-a": Matches(count=1, last=5)}


def test_a_skill_can_be_forgotten(ratings: Ratings) -> None:
    ratings.count("rl-x", Metrics(times_requested=1))
    ratings.match("rl-x", 1)
    ratings.forget("rl-x")
    ratings.forget("rl-y")
    assert ratings.metrics("rl-x") == Metrics()
    assert ratings.matches("rl-x") == Matches()


def test_projects_in_one_store_do_not_meet(database: Database) -> None:
    SqlRatings(database, "mine").match("rl-x", 1)
    assert SqlRatings(database, "yours").matches("rl-x") == Matches()


def test_nothing_is_lost_where_many_count_at_once(database: Database) -> None:
    ratings = SqlRatings(database, "zone")
    followed = Metrics(times_followed=0.5)

    def both(at: int) -> None:
        ratings.match("rl-x", at)
        ratings.count("rl-x", followed)

    with ThreadPoolExecutor(8) as pool:
        list(pool.map(both, range(40)))
    assert ratings.matches("rl-x") == Matches(count=40, last=39)
    assert ratings.metrics("rl-x").times_followed == 20
