"""Skills that are about an error, by its fingerprint."""

import struct

import pytest
from hypothesis import given
from hypothesis import strategies as st

from afterwit.model.fingerprint import fingerprint, template
from afterwit.model.package import State
from afterwit.model.way import ways_in
from afterwit.recall.index import SkillIndex
from afterwit.recall.known_errors import about, holds
from tests.recall.books import skill

LOCK, LAMP = "error: cannot lock ref {} after {} tries", "fatal: unable to light lamp {} of the house"


def indexed(*bodies: str, state: State = "active") -> SkillIndex:
    index = SkillIndex()
    for number, body in enumerate(bodies):
        index.put(skill(f"rl-{number}", "Frees a reference.", body), state)
    return index


def names(index: SkillIndex, shown: str, command: str = "") -> list[str]:
    return [entry.name for entry in about(index, shown, command)]


def test_a_skill_that_shows_the_error_is_about_it_whatever_its_particulars() -> None:
    index = indexed("Lock the ref after many tries.", f"It says `{LOCK.format('/home/ada/HEAD', 31)}`.", "Wait.")
    assert names(index, f"$ git fetch\n{LOCK.format('/srv/x/HEAD', 2)}") == ["rl-1"]
    assert names(index, "error: cannot lock the door") == []
    assert names(index, "all is well") == []


def test_one_that_is_about_more_of_the_errors_comes_first() -> None:
    both = f"`{LOCK.format('/a', 1)}` and `{LAMP.format(1)}`"
    index = indexed(f"`{LOCK.format('/b', 3)}`", both, f"`{LAMP.format(2)}`")
    assert names(index, f"{LOCK.format('/c', 2)}\n{LAMP.format(3)}")[0] == "rl-1"
    assert sorted(names(index, LOCK.format("/c", 2))) == ["rl-0", "rl-1"]


def test_another_programs_error_in_the_same_words_is_another() -> None:
    index = indexed("It says `error: unknown flag: --env` after `flyctl deploy --env prod`. Run `flyctl deploy`.")
    assert names(index, "error: unknown flag: --env", "flyctl deploy --env prod") == ["rl-0"]
    assert names(index, "error: unknown flag: --env", "docker compose up --env prod") == []
    assert names(index, "error: unknown flag: --env") == ["rl-0"]


def test_the_failure_that_a_skill_was_learned_from_is_known_whatever_it_was_given() -> None:
    said, command = "pytest: error: unrecognized arguments: --db={0}", "pytest -q --db={0} tests"
    way = ways_in(command.format("mysql"))[0][0]
    mark = fingerprint(way.named, template(said.format("mysql"), way.words))
    index = SkillIndex()
    index.put(skill("rl-db", "Tests. Use when it fails.", "Run `pytest --database=x`.", fingerprints=mark), "active")
    assert names(index, f"usage: pytest\n{said.format('postgres')}\n", command.format("postgres")) == ["rl-db"]
    assert names(index, said.format("postgres"), command.format("postgres").replace("pytest", "nose")) == []


@pytest.mark.parametrize("state", ["pending", "archived"])
def test_only_active_skills_are(state: State) -> None:
    assert names(indexed(f"`{LOCK.format('/a', 1)}`", state=state), LOCK.format("/b", 2)) == []


def test_what_a_search_says_is_the_same_error_is_found() -> None:
    index = indexed(f"`{LOCK.format('/a', 1)}`", "Lock the ref HEAD after tries, wait, lock it.", "Light the lamp.")
    hits = index.searcher.find(LOCK.format("/b", 7), 5).hits
    assert [hit.entry.name for hit in hits if hit.signs.same_error] == names(index, LOCK.format("/b", 7))


@given(numbers=st.lists(st.integers(0, 2**32 - 1) | st.integers(0, 3).map(lambda each: each * 0x01010101)))
def test_a_number_is_found_where_it_is_and_not_across_two_others(numbers: list[int]) -> None:
    terms = struct.pack(f"={len(numbers)}I", *numbers)
    for one in (*numbers, 0, 0x00010000, 0x01010101, 7):
        assert holds(terms, struct.pack("=I", one)) is (one in numbers)
