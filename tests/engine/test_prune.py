"""Pruning old skills that nobody needed."""

from pathlib import Path

import pytest

from afterwit.config import Config, Learning
from afterwit.engine.decisions import move, person, pin
from afterwit.engine.prune import due, prune
from afterwit.engine.review_and_learn import decide
from afterwit.model.proposal import CreateSkill
from tests.engine.projects import opened
from tests.faces.cli.packages import CRAB, LAMP


def fill(root: Path) -> None:
    with opened(root) as here:
        for package in (CRAB, LAMP):
            decide(person(CreateSkill(package=package), here), here.rooms)


@pytest.mark.proves("state-prune")
def test_a_skill_that_is_old_and_unmatched_goes_to_the_archive(tmp_path: Path) -> None:
    fill(tmp_path)
    with opened(tmp_path, days_later=91) as here:
        here.ratings.match("rl-lamp-wick", here.clock())
        assert [outcome.fate for outcome in prune(here)] == ["applied"]
        assert here.book.at("archived", "rl-crab-pots") is not None
        assert here.book.at("active", "rl-lamp-wick") is not None


@pytest.mark.proves("state-prune", "config-extraction")
def test_ninety_days_are_not_yet_old_and_both_numbers_are_settings(tmp_path: Path) -> None:
    fill(tmp_path)
    with opened(tmp_path, days_later=90) as here:
        assert due(here) == []
    config = Config(learning=Learning(prune_after_days=10, min_match_count=1))
    with opened(tmp_path, config, days_later=11) as here:
        here.ratings.match("rl-lamp-wick", here.clock())
        assert due(here) == [("rl-crab-pots", 11), ("rl-lamp-wick", 11)]
        here.ratings.match("rl-lamp-wick", here.clock())
        assert due(here) == [("rl-crab-pots", 11)]


def test_where_no_use_was_ever_counted_nothing_is_unused(tmp_path: Path) -> None:
    fill(tmp_path)
    with opened(tmp_path, days_later=400) as here:
        assert due(here) == []


def test_pinned_and_restored_skills_are_left_alone(tmp_path: Path) -> None:
    fill(tmp_path)
    with opened(tmp_path) as here:
        pin("rl-crab-pots", here)
        move("rl-lamp-wick", "archive", here)
        move("rl-lamp-wick", "restore", here)
    with opened(tmp_path, days_later=91) as here:
        here.ratings.match("rl-elsewhere", here.clock())
        assert due(here) == [("rl-lamp-wick", 91)]
