"""What a skill's text orders: its own name, told over again, is no command."""

import pytest

from afterwit.judge.orders import found_in
from afterwit.model.package import MAIN
from afterwit.model.skill_document import Draft, write


def orders(text: str) -> list[str]:
    return [found.text for found in found_in(MAIN, text.encode()) if found.sort == "command" and not found.describes]


def named(name: str, heading: str, more: str = "") -> str:
    return f"---\nname: {name}\ndescription: Says something.\n---\n\n# {heading}\n\n## Guidance\n1. Look at it.\n{more}"


@pytest.mark.parametrize("name", ["rl-git-push-no-upstream", "rl-npm-install-missing", "rl-rm-rf-illegal-option"])
def test_the_heading_that_repeats_the_name_is_no_command(name: str) -> None:
    package = write(Draft(name=name, description="Says something.", guidance=("Look at it.",)))
    assert orders(package.text) == []


def test_another_heading_is_read_as_ever() -> None:
    assert orders(named("rl-lamps", "Git push origin main"))


@pytest.mark.parametrize(
    "more", ["\nRun `git push --force origin main`.\n", "\n```sh\ngit push --force origin main\n```\n"]
)
def test_what_else_is_said_counts_whatever_the_name_is(more: str) -> None:
    found = orders(named("rl-git-push", "Git push", more))
    assert any("git push --force origin main" in text for text in found)


def test_a_name_in_the_frontmatter_excuses_no_line_of_it() -> None:
    text = "---\nname: rl-rm-rf-work\ndescription: rm -rf work\n---\n\n# Rm rf work\n"
    assert any("rm -rf work" in found.text for found in found_in(MAIN, text.encode()))


def test_the_value_of_a_field_and_the_name_of_the_next_are_not_one_command() -> None:
    text = "---\nname: rl-x\ndescription: Mends it with git push\nlicense: MIT\n---\n\n# X\n"
    assert [found.text for found in found_in(MAIN, text.encode()) if found.sort == "command"] == ["git push"]


def test_only_the_main_file_has_such_a_heading() -> None:
    text = named("rl-npm-install-zod", "Npm install zod")
    assert any("npm install zod" in found.text.lower() for found in found_in("references/more.md", text.encode()))
