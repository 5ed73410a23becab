"""`afterwit context`."""

import subprocess
import sys

import pytest

from afterwit.adapters.tokens import tokeniser
from tests.engine.projects import opened
from tests.faces.cli.packages import CRAB, LAMP, laid_out
from tests.faces.cli.running import Afterwit, piped
from tests.machine import Machine

NEED = "the glass of my oil lamp turns black and it is smoking"


@pytest.fixture
def stocked(afterwit: Afterwit, machine: Machine) -> None:
    """A project with two skills and a lesson."""
    theirs = laid_out(machine.home / "theirs", CRAB, LAMP)
    (theirs / LAMP.name / "references").mkdir()
    (theirs / LAMP.name / "references" / "oil.md").write_text("Whale, rape or stone.\n", encoding="utf-8")
    assert afterwit("import", theirs).code == 0
    assert afterwit("lessons", "add", "Ask before you sail.").code == 0


def times_found(machine: Machine) -> int:
    with opened(machine.project) as here:
        return here.ratings.matches(LAMP.name).count


@pytest.mark.usefixtures("stocked")
def test_the_text_alone_is_on_standard_output_and_what_it_costs_beside_it(afterwit: Afterwit) -> None:
    done = afterwit("context", "--prompt", NEED)
    assert done.code == 0
    assert done.out.startswith("# Skills that fit")
    assert "Trim the wick" in done.out
    assert "- Ask before you sail.\n" in done.out
    tokens = tokeniser().count(done.out)
    assert done.err.startswith(f"{tokens} of 600 tokens ({tokeniser().name}): ")
    assert done.err.count("\n") == 1


@pytest.mark.usefixtures("stocked")
def test_the_document_has_the_same_text_and_what_is_in_it(afterwit: Afterwit) -> None:
    text = afterwit("context", "--prompt", NEED, "--dry-run").out
    done = afterwit("context", "--prompt", NEED, "--dry-run", "--json")
    assert (done.code, done.err) == (0, "")
    document = done.document
    assert document["text"] == text
    assert document["tokens"] == tokeniser().count(text) <= document["budget"] == 600
    assert {"kind": "skill", "name": LAMP.name, "level": 1, "form": "guidance"} in document["disclosed"]
    assert document["left_out"] == []


@pytest.mark.usefixtures("stocked")
def test_the_budget_is_kept_and_what_was_left_out_is_said(afterwit: Afterwit) -> None:
    done = afterwit("context", "--budget", "30")
    assert tokeniser().count(done.out) <= 30
    assert " of 30 tokens " in done.err
    assert "left out: " in done.err
    none = afterwit("context", "--budget", "0", "--prompt", NEED)
    assert (none.code, none.out) == (0, "")
    assert none.err.startswith("0 of 0 tokens")
    assert ": nothing; left out: " in none.err


@pytest.mark.usefixtures("stocked")
def test_the_settings_say_how_much_where_the_command_does_not(afterwit: Afterwit, machine: Machine) -> None:
    (machine.state / "config.toml").write_text("[recall]\nbudget = 33\n", encoding="utf-8")
    assert " of 33 tokens " in afterwit("context").err


@pytest.mark.usefixtures("stocked")
def test_a_dry_run_gives_the_same_text_and_counts_nothing(afterwit: Afterwit, machine: Machine) -> None:
    dry = afterwit("context", "--prompt", NEED, "--dry-run")
    assert times_found(machine) == 0
    assert afterwit("context", "--prompt", NEED) == dry
    assert times_found(machine) == 1


@pytest.mark.usefixtures("stocked")
def test_a_prompt_is_read_from_standard_input() -> None:
    done = piped(NEED, "context", "--prompt", "-", "--json")
    assert LAMP.name in {one["name"] for one in done.document["disclosed"]}
    assert piped("", "context", "--prompt", "-").out.startswith("# Skill domains")


@pytest.mark.usefixtures("stocked")
def test_whatever_bytes_are_on_standard_input_are_a_prompt() -> None:
    command = [sys.executable, "-m", "afterwit", "context", "--prompt", "-"]
    done = subprocess.run(command, input=b"\xff\xfe lamp \x00" * 100_000, capture_output=True, check=False)  # noqa: S603
    assert done.returncode == 0
    assert done.stdout


@pytest.mark.usefixtures("stocked")
def test_a_prompt_may_begin_like_an_option(afterwit: Afterwit) -> None:
    assert afterwit("context", "--prompt", "--stat is refused").code == 0


@pytest.mark.usefixtures("stocked")
def test_a_domain_a_skill_and_a_file_are_given_on_request(afterwit: Afterwit) -> None:
    assert afterwit("context", "--domain", "fishing").out.startswith("# fishing: skills, and when to use them\n")
    assert afterwit("context", "--skill", LAMP.name).out.startswith(f"# {LAMP.name}\n")
    file = afterwit("context", "--skill", LAMP.name, "--reference", "references/oil.md")
    assert file.out == f"# {LAMP.name}: references/oil.md\n\nWhale, rape or stone.\n"


@pytest.mark.usefixtures("stocked")
@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        (("--domain", "fishin"), "perhaps fishing is meant"),
        (("--skill", "rl-lamp"), f"perhaps {LAMP.name} is meant"),
        (("--skill", LAMP.name, "--reference", "oil.md"), "perhaps references/oil.md is meant"),
        (("--skill", LAMP.name, "--reference", "../../afterwit.db"), "has no file"),
        (("--skill", "../../.."), "There is no active skill"),
    ],
)
def test_what_is_not_there_is_a_no(afterwit: Afterwit, arguments: tuple[str, ...], told: str) -> None:
    done = afterwit("context", *arguments)
    assert (done.code, done.out) == (1, "")
    assert told in done.err


@pytest.mark.parametrize(
    "arguments",
    [("--budget", "-1"), ("--budget", "many"), ("--reference", "x"), ("--skill", "x", "--prompt", "y"), ("stray",)],
)
def test_what_makes_no_sense_is_wrong_use(afterwit: Afterwit, machine: Machine, arguments: tuple[str, ...]) -> None:
    done = afterwit("context", *arguments)
    assert (done.code, done.out) == (2, "")
    assert done.err.startswith("afterwit: ")
    assert not machine.state.exists()


def test_a_project_with_nothing_yet_is_said_to_be_one_and_stays_as_it_is(afterwit: Afterwit, machine: Machine) -> None:
    for arguments in ((), ("--prompt", NEED)):
        done = afterwit("context", *arguments)
        assert (done.code, done.out) == (0, "")
        assert done.err.startswith("There are no active skills and no lessons here yet")
        assert done.err.count("\n") == 1
    assert afterwit("context", "--json").document["text"] == ""
    assert not machine.state.exists()


@pytest.mark.usefixtures("stocked")
@pytest.mark.parametrize("more", [(), ("--reference", "references/oil.md")])
def test_a_skill_that_does_not_fit_into_the_budget_is_a_no(
    afterwit: Afterwit, machine: Machine, more: tuple[str, ...]
) -> None:
    asked = ("context", "--skill", LAMP.name, *more, "--budget", "3")
    done = afterwit(*asked)
    assert (done.code, done.out) == (1, "")
    assert done.err.startswith("0 of 3 tokens ")
    document = afterwit(*asked, "--json")
    assert (document.code, document.document["text"], document.document["disclosed"]) == (1, "", [])
    assert times_found(machine) == 0


@pytest.mark.usefixtures("stocked")
def test_that_it_went_by_words_only_is_said_beside_the_text(afterwit: Afterwit, machine: Machine) -> None:
    (machine.state / "config.toml").write_text('[recall]\nembedder = "none"\n', encoding="utf-8")
    note = "Found by words only: recall.embedder is none"
    done = afterwit("context", "--prompt", NEED)
    assert done.err.splitlines()[0] == note
    assert note not in done.out
    assert afterwit("context", "--prompt", NEED, "--json").document["notes"] == [note]
    assert note not in afterwit("context").err
