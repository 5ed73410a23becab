"""Each time that a skill is found is counted, at once or by whoever next opens the store."""

import json
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from afterwit.config import Config, Recall
from afterwit.engine.matched import leave_matches, note_matches
from afterwit.engine.project import Project
from afterwit.engine.shelf import shelf
from afterwit.keep.spool import FILE
from afterwit.ports import Matches
from tests.engine.projects import opened
from tests.faces.cli.packages import CRAB, LAMP, laid_out

BY_WORDS = Config(recall=Recall(embedder="none"))


@pytest.fixture
def root(tmp_path: Path) -> Path:
    """A project with two skills."""
    laid_out(tmp_path / ".afterwit" / "skills", CRAB, LAMP)
    return tmp_path


def found(root: Path) -> list[int]:
    """How often each was found."""
    with opened(root, BY_WORDS) as here:
        return [here.ratings.matches(each.name).count for each in (CRAB, LAMP)]


def waiting(root: Path) -> list[Path]:
    return [*(root / ".afterwit").glob(f"{FILE}*")]


def leave(root: Path, *names: str) -> str:
    with shelf(Project(root), BY_WORDS) as here:
        return leave_matches(names, here, "search")


def test_what_is_left_is_counted_once_by_the_next_who_opens_the_store(root: Path) -> None:
    assert leave(root, CRAB.name, LAMP.name, CRAB.name) == ""
    assert leave(root, CRAB.name) == ""
    assert len(waiting(root)) == 1
    assert found(root) == [2, 1]
    assert found(root) == [2, 1]
    assert waiting(root) == []


def test_when_it_was_found_is_when_it_was_left(root: Path) -> None:
    leave(root, CRAB.name)
    noted = json.loads(waiting(root)[0].read_bytes())
    with opened(root, BY_WORDS, days_later=3) as here:
        assert here.ratings.matches(CRAB.name) == Matches(count=1, last=noted["at"])


def test_with_the_store_at_hand_it_is_counted_at_once(root: Path) -> None:
    with opened(root, BY_WORDS) as here:
        assert note_matches([LAMP.name, LAMP.name], here, "context") == ""
        assert here.ratings.matches(LAMP.name) == Matches(count=1, last=here.clock())
    assert waiting(root) == []


def test_nothing_found_leaves_nothing(root: Path) -> None:
    assert leave(root) == ""
    assert waiting(root) == []


def test_what_a_reviewer_of_our_own_finds_counts_for_nothing(root: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with monkeypatch.context() as reviewing:
        reviewing.setenv("AFTERWIT_REVIEWER", "1")
        assert leave(root, CRAB.name) == ""
        assert waiting(root) == []
        with opened(root, BY_WORDS) as here:
            assert note_matches([LAMP.name], here, "context") == ""
            assert here.ratings.all_matches() == {}
        assert not (root / ".afterwit" / "trajectory").exists()
    leave(root, CRAB.name)
    assert found(root) == [1, 0]


def test_what_is_no_skill_is_left_out(root: Path) -> None:
    leave(root, CRAB.name, "rl-never-was", "../..")
    assert found(root) == [1, 0]
    with opened(root, BY_WORDS) as here:
        assert [*here.ratings.all_matches()] == [CRAB.name]


def test_a_link_is_not_followed_and_that_it_was_not_noted_is_said(root: Path) -> None:
    precious = root / "precious"
    precious.write_text(json.dumps({"event": "match", "skill": CRAB.name, "at": 5}) + "\n", encoding="utf-8")
    (root / ".afterwit" / FILE).symlink_to(precious)
    assert "cannot be written" in leave(root, LAMP.name)
    assert found(root) == [0, 0]
    assert precious.read_text(encoding="utf-8").count("\n") == 1


def test_where_the_store_refuses_one_all_of_them_wait_and_nothing_is_counted_twice(root: Path) -> None:
    assert found(root) == [0, 0]
    refuse = (
        "CREATE TRIGGER refuse BEFORE INSERT ON ratings"
        f" WHEN NEW.name = '{LAMP.name}' BEGIN SELECT RAISE(ABORT, 'no'); END"
    )
    for statement, expected in ((refuse, [0, 0]), ("DROP TRIGGER refuse", [1, 1])):
        with closing(sqlite3.connect(root / ".afterwit" / "afterwit.db")) as store:
            store.execute(statement)
            store.commit()
        if statement == refuse:
            leave(root, CRAB.name, LAMP.name)
        assert found(root) == expected
    assert waiting(root) == []
