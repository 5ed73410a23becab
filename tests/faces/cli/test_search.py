"""`afterwit search`."""

import json
import subprocess
import sys

import pytest

from afterwit.config import Recall
from afterwit.model.package import Package
from tests.engine.projects import opened
from tests.faces.cli.packages import CRAB, LAMP, laid_out
from tests.faces.cli.running import SAMPLES, SKILL, Afterwit, piped
from tests.machine import Machine
from tests.recall.books import skill

BY_WORDS = "Found by words only: recall.embedder is none\n"
MADE_ANEW = "The index was broken and has been made anew from the skills.\n"


@pytest.fixture
def approved(afterwit: Afterwit) -> str:
    """A skill that was learned from the samples and approved; others wait beside it."""
    assert afterwit("learn", SAMPLES).code == 0
    assert afterwit("approve", SKILL).code == 0
    return SKILL


@pytest.mark.parametrize(
    ("need", "word"),
    [
        ("Exit code 1\nunknown flag: --stat\n\nUsage: gh pr diff [<number>] [flags]", "flag"),
        ("Show me what pull request 77 changes with gh pr diff", "diff"),
    ],
    ids=["by an error message", "by a task"],
)
def test_an_approved_skill_is_found_and_why_is_said(afterwit: Afterwit, approved: str, need: str, word: str) -> None:
    done = afterwit("search", need)
    assert (done.code, done.err) == (0, "")
    head, row = done.out.splitlines()
    assert head.split() == ["SKILL", "SURE", "WHY", "WHAT"]
    assert row.startswith(f"{approved}  ")
    assert word in row
    assert "`gh pr diff <number> --name-only` worked where `gh pr diff` fails" in row


def test_the_document_has_name_score_why_and_path(afterwit: Afterwit, machine: Machine, approved: str) -> None:
    document = afterwit("search", "unknown flag: --stat", "--json").document
    assert document["query"] == "unknown flag: --stat"
    (found,) = document["results"]
    assert found["name"] == approved
    assert isinstance(found["score"], float)
    assert found["why"][0] == "the same error: unknown flag: --stat"
    assert {"unknown", "flag", "stat"} <= set(found["why"])
    assert found["path"] == str(machine.state / "skills" / approved)


def test_what_fits_has_a_score_that_says_so(afterwit: Afterwit, machine: Machine) -> None:
    afterwit("import", laid_out(machine.home / "theirs", CRAB))
    (found,) = afterwit("search", "empty crab pots", "--json").document["results"]
    assert found["score"] > 0


def test_a_skill_that_waits_for_approval_is_not_found(afterwit: Afterwit) -> None:
    afterwit("learn", SAMPLES)
    done = afterwit("search", "unknown flag: --stat")
    assert (done.code, done.err) == (1, "")
    first, second = done.out.splitlines()
    assert first == "No skill fits that well enough."
    assert second == "1 skill that may fit: see --state pending, and approve what is right."


def test_no_more_are_shown_than_asked_for_the_best_first(afterwit: Afterwit, machine: Machine) -> None:
    afterwit("import", laid_out(machine.home / "theirs", CRAB, LAMP))
    need = "the oil lamp smokes and the crab pots come up"
    both = afterwit("search", need, "--json").document["results"]
    assert {found["name"] for found in both} == {CRAB.name, LAMP.name}
    assert all(0 < found["score"] <= 1 for found in both)
    for option in ("-k", "--most"):
        assert afterwit("search", need, option, "1", "--json").document["results"] == both[:1]


def test_a_need_is_read_from_standard_input(approved: str) -> None:
    done = piped("error: unknown flag: --stat\n", "search", "-", "--json")
    assert (done.code, done.err) == (0, "")
    assert [found["name"] for found in done.document["results"]] == [approved]


def test_a_need_may_begin_like_an_option(afterwit: Afterwit, approved: str) -> None:
    assert [found["name"] for found in afterwit("search", "--stat", "--json").document["results"]] == [approved]


def test_nothing_at_all_on_standard_input_is_wrong_use(machine: Machine) -> None:
    done = piped(" \n", "search", "-")
    assert (done.code, done.out) == (2, "")
    assert "nothing to look for" in done.err
    assert not machine.state.exists()


def test_nothing_found_is_a_no_in_words_and_in_the_document(afterwit: Afterwit, approved: str) -> None:
    del approved
    assert afterwit("search", "marmalade").code == 1
    done = afterwit("search", "marmalade", "--json")
    assert (done.code, done.document["query"], done.document["results"]) == (1, "marmalade", [])


def test_a_project_that_has_nothing_stays_as_it_is(afterwit: Afterwit, machine: Machine) -> None:
    assert afterwit("search", "anything").code == 1
    assert not machine.state.exists()


@pytest.mark.parametrize(
    "arguments", [("",), ("  \n",), ("x", "-k", "0"), ("x", "-k", "-3"), ("x", "-k", "many"), ("x", "-k", "1001"), ()]
)
def test_what_makes_no_sense_is_wrong_use(afterwit: Afterwit, machine: Machine, arguments: tuple[str, ...]) -> None:
    done = afterwit("search", *arguments)
    assert (done.code, done.out) == (2, "")
    assert done.err.startswith("afterwit: ")
    assert not machine.state.exists()


def test_signs_that_mean_something_to_an_index_are_only_text(afterwit: Afterwit, approved: str) -> None:
    for need in ('"unknown flag', "flag*", "unknown AND NOT stat", "name:flag", "(flag", "flag -- stat;"):
        assert [found["name"] for found in afterwit("search", need, "--json").document["results"]] == [approved]


def by_words(machine: Machine, *packages: Package, folder: str = "skills") -> None:
    """A project that has these skills, and no model."""
    laid_out(machine.state / folder, *packages)
    (machine.state / "config.toml").write_text('[recall]\nembedder = "none"\n', encoding="utf-8")


def found(afterwit: Afterwit, *arguments: str) -> set[str]:
    return {one["name"] for one in afterwit("search", *arguments, "--json").document["results"]}


def test_filters_say_which_skills_may_be_found(afterwit: Afterwit, machine: Machine) -> None:
    boats = "Moors a ketch to the wall."
    by_words(
        machine,
        skill("anywhere", boats),
        skill("here", boats, domain="boats", scope="project", phase="testing"),
        skill("hers", boats, loa_agent="ada", scope="user"),
    )
    by_words(machine, skill("later", boats), folder="skills-pending")
    need = "moor the ketch"
    assert found(afterwit, need) == {"anywhere", "here", "hers"}
    assert found(afterwit, need, "--domain", "boats") == {"here"}
    assert found(afterwit, need, "--agent", "ada") == {"hers"}
    assert found(afterwit, need, "--scope", "project") == {"anywhere", "here"}
    assert found(afterwit, need, "--phase", "design") == {"anywhere", "hers"}
    assert found(afterwit, need, "--state", "pending") == {"later"}
    assert found(afterwit, need, "--state", "any") == {"anywhere", "here", "hers", "later"}
    assert afterwit("search", need, "--domain", "nothing").code == 1
    assert afterwit("search", need, "--scope", "elsewhere").code == 2


def test_what_is_not_likely_to_fit_is_shown_on_request_only(afterwit: Afterwit, machine: Machine) -> None:
    by_words(machine, CRAB, LAMP)
    need = "finish the report on last year's sales within an hour, then send it to everybody"
    done = afterwit("search", need)
    assert (done.code, done.err) == (1, BY_WORDS)
    assert done.out.startswith("No skill fits that well enough (the nearest fits with ")
    assert "--all shows it" in done.out
    shown = afterwit("search", need, "--all", "--json")
    assert shown.code == 0
    assert [one["name"] for one in shown.document["results"]] == [LAMP.name]
    unsure = afterwit("search", need, "--json").document
    assert (unsure["results"], unsure["best"]) == ([], shown.document["results"][0]["score"])


def test_each_time_that_a_skill_is_found_is_counted(afterwit: Afterwit, machine: Machine) -> None:
    by_words(machine, CRAB, LAMP)
    for need in ("empty crab pots", "crab pots", "marmalade"):
        afterwit("search", need)
    with opened(machine.project) as here:
        assert [here.ratings.matches(each.name).count for each in (CRAB, LAMP)] == [2, 0]


def test_an_index_that_is_broken_is_made_anew_and_that_is_said(afterwit: Afterwit, machine: Machine) -> None:
    by_words(machine, CRAB, LAMP)
    before = afterwit("search", "empty crab pots")
    (machine.state / "index.db").write_bytes(b"scribbled over from the beginning to the end" * 300)
    after = afterwit("search", "empty crab pots")
    assert (after.out, after.err) == (before.out, BY_WORDS + MADE_ANEW)
    assert afterwit("search", "empty crab pots").err == BY_WORDS


def test_a_large_book_is_searched_the_same_when_its_snapshot_is_harmed(afterwit: Afterwit, machine: Machine) -> None:
    by_words(machine, CRAB, *(skill(f"zebra-{number}", f"Counts zebras of herd{number}.") for number in range(501)))
    before = afterwit("search", "zebras of herd77", "-k", "1")
    assert (before.code, before.err) == (0, BY_WORDS)
    (snapshot,) = machine.state.glob("index.db-*.bin")
    snapshot.write_bytes(b"garbage " * 999)
    after = afterwit("search", "zebras of herd77", "-k", "1")
    assert (after.out, after.err) == (before.out, BY_WORDS + MADE_ANEW)
    assert afterwit("search", "zebras of herd77", "-k", "1") == before


def test_a_megabyte_is_a_need(machine: Machine) -> None:
    by_words(machine, CRAB)
    done = piped("empty crab pots " * 65_000, "search", "-", "--json")
    assert [one["name"] for one in done.document["results"]] == [CRAB.name]
    assert done.err == BY_WORDS


def test_the_most_that_may_be_asked_for_is_said(afterwit: Afterwit, machine: Machine) -> None:
    by_words(machine, CRAB)
    assert afterwit("search", "empty crab pots", "-k", "1000").code == 0
    assert "-k is from 1 to 1,000, not 1,001." in afterwit("search", "empty crab pots", "-k", "1001").err


def test_bytes_that_are_no_text_hide_no_words(machine: Machine) -> None:
    by_words(machine, CRAB)
    command = [sys.executable, "-m", "afterwit", "search", "-", "--json"]
    need = b"\xff\xfe empty crab pots \xc3\x00\xed\xa0\x80"
    done = subprocess.run(command, input=need, capture_output=True, check=False)  # noqa: S603
    assert (done.returncode, done.stderr.decode()) == (0, BY_WORDS)
    assert [one["name"] for one in json.loads(done.stdout)["results"]] == [CRAB.name]


@pytest.mark.parametrize("spelling", ["Web UI", "web-ui", "WEB UI", " web ui "])
def test_a_domain_may_be_spelt_in_any_way(afterwit: Afterwit, machine: Machine, spelling: str) -> None:
    ketch = "Moors a ketch to the wall."
    by_words(machine, skill("one", ketch, domain="Web UI"), skill("two", ketch, domain="web-ui"), skill("three", ketch))
    assert found(afterwit, "moor the ketch", "--domain", spelling) == {"one", "two"}
    listed = afterwit("skills", "--domain", spelling, "--json").document
    assert {one["name"] for one in listed["skills"]} == {"one", "two"}


def test_what_is_not_likely_to_fit_counts_as_no_match(afterwit: Afterwit, machine: Machine) -> None:
    by_words(machine, CRAB, LAMP)
    need = "empty crab pots within an hour"
    sure, unlikely = afterwit("search", need, "--all", "--json").document["results"]
    assert (sure["name"], unlikely["name"]) == (CRAB.name, LAMP.name)
    assert unlikely["score"] < Recall().threshold <= sure["score"]
    afterwit("search", "finish the report on last year's sales within an hour", "--all")
    with opened(machine.project) as here:
        assert [here.ratings.matches(each.name).count for each in (CRAB, LAMP)] == [1, 0]
