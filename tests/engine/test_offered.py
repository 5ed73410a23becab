"""What a session was told is told once, and forgotten in the end."""

import os
import time
from pathlib import Path

import pytest

from afterwit.engine.offered import DAYS, LESSONS, Offered
from afterwit.keep.lines import OFFERED as FOLDER

LONG_AGO = (DAYS + 1) * 24 * 60 * 60


def test_a_skill_is_claimed_once_in_a_session(tmp_path: Path) -> None:
    one, other = Offered(tmp_path, "s1"), Offered(tmp_path, "s2")
    assert not one.has("rl-lamp")
    assert [one.claim("rl-lamp"), one.claim("rl-lamp"), Offered(tmp_path, "s1").claim("rl-lamp")] == [
        True,
        False,
        False,
    ]
    assert (one.has("rl-lamp"), other.has("rl-lamp")) == (True, False)
    assert other.claim("rl-lamp")


@pytest.mark.parametrize("name", ["../../../out", "a/b", "", "x" * 5000, "\ud800", LESSONS, "\0"])
def test_any_name_stays_in_its_folder(tmp_path: Path, name: str) -> None:
    state = tmp_path / "project" / ".afterwit"
    state.mkdir(parents=True)
    offered = Offered(state, name or "s1")
    assert offered.claim(name)
    assert offered.has(name)
    assert [path.name for path in state.iterdir()] == [FOLDER]
    assert [path.name for path in tmp_path.iterdir()] == ["project"]


def test_lessons_are_new_until_they_were_told(tmp_path: Path) -> None:
    offered = Offered(tmp_path, "s1")
    assert offered.new_lessons(["a", "b"]) == ["a", "b"]
    offered.told(["a"])
    assert offered.new_lessons(["b", "a"]) == ["b"]
    offered.told(["a", "b"])
    offered.told(["a", "b"])
    assert offered.new_lessons(["a", "b"]) == []
    assert Offered(tmp_path, "s1").new_lessons(["a", "b"]) == ["a", "b"]
    offered.settle()
    assert Offered(tmp_path, "s1").new_lessons(["a", "b"]) == []
    assert Offered(tmp_path, "s2").new_lessons(["a"]) == ["a"]


def test_a_session_without_a_name_was_told_everything(tmp_path: Path) -> None:
    offered = Offered(tmp_path, "")
    assert (offered.has("rl-lamp"), offered.claim("rl-lamp"), offered.new_lessons(["a"])) == (True, False, [])
    offered.told(["a"])
    offered.settle()
    offered.release()
    offered.forget()
    assert list(tmp_path.iterdir()) == []


def test_what_was_not_heard_after_all_was_not_told(tmp_path: Path) -> None:
    heard, unheard = Offered(tmp_path, "s1"), Offered(tmp_path, "s1")
    assert heard.claim("rl-lamp")
    heard.told(["a"])
    heard.settle()
    assert not unheard.claim("rl-lamp")
    assert unheard.claim("rl-wick")
    unheard.told(["a", "b"])
    for offered in (unheard, unheard, heard):
        offered.release()
    assert not unheard.claim("rl-oil")
    later = Offered(tmp_path, "s1")
    assert [later.has(name) for name in ("rl-lamp", "rl-wick", "rl-oil")] == [True, False, False]
    assert later.new_lessons(["a", "b"]) == ["b"]
    assert later.claim("rl-wick")


def test_nothing_of_what_was_told_can_be_read_from_it(tmp_path: Path) -> None:
    offered = Offered(tmp_path, "session-one")
    offered.claim("rl-lamp")
    offered.told(["Trim the wick."])
    offered.settle()
    (folder,) = (tmp_path / FOLDER).iterdir()
    assert folder.name != "session-one"
    assert all("rl-lamp" not in path.name and b"wick" not in path.read_bytes() for path in folder.iterdir())


def test_a_session_that_ends_is_forgotten(tmp_path: Path) -> None:
    one, other = Offered(tmp_path, "s1"), Offered(tmp_path, "s2")
    for offered in (one, other):
        offered.claim("rl-lamp")
        offered.told(["a"])
        offered.settle()
    one.forget()
    one.forget()
    assert (one.has("rl-lamp"), other.has("rl-lamp")) == (False, True)
    assert len(list((tmp_path / FOLDER).iterdir())) == 1


def test_one_of_which_nothing_was_heard_for_long_is_forgotten(tmp_path: Path) -> None:
    old, new = Offered(tmp_path, "old"), Offered(tmp_path, "new")
    old.claim("rl-lamp")
    (folder,) = (tmp_path / FOLDER).iterdir()
    new.claim("rl-lamp")
    moment = time.time() - LONG_AGO
    os.utime(folder, (moment, moment))
    new.forget_old()
    assert (old.has("rl-lamp"), new.has("rl-lamp")) == (False, True)


def test_what_is_not_ours_is_not_taken_away(tmp_path: Path) -> None:
    offered = Offered(tmp_path, "s1")
    offered.claim("rl-lamp")
    (folder,) = (tmp_path / FOLDER).iterdir()
    (folder / "diary.txt").write_text("dear diary", encoding="utf-8")
    (tmp_path / FOLDER / "photos").mkdir()
    moment = time.time() - LONG_AGO
    os.utime(tmp_path / FOLDER / "photos", (moment, moment))
    offered.forget()
    offered.forget_old()
    assert (folder / "diary.txt").exists()
    assert (tmp_path / FOLDER / "photos").exists()


@pytest.mark.parametrize("linked", ["all", "one"])
def test_a_link_is_not_followed(tmp_path: Path, linked: str) -> None:
    theirs, state = tmp_path / "theirs", tmp_path / "state"
    state.mkdir()
    Offered(theirs, "s1").claim("rl-lamp")
    (folder,) = (theirs / FOLDER).iterdir()
    if linked == "all":
        (state / FOLDER).symlink_to(theirs / FOLDER)
    else:
        (state / FOLDER).mkdir()
        (state / FOLDER / folder.name).symlink_to(folder)
    moment = time.time() - LONG_AGO
    os.utime(folder, (moment, moment))
    offered = Offered(state, "s1")
    with pytest.raises(NotADirectoryError):
        offered.claim("rl-other")
    offered.forget()
    offered.forget_old()
    assert len(list(folder.iterdir())) == 1
