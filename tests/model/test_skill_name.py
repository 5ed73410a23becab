"""Names of skills by the rules of Agent Skills."""

import pytest

from afterwit.model.skill_name import LONGEST_NAME, folded, is_device, name_problems


@pytest.mark.parametrize("name", ["a", "rl-notion-filters", "2024", "a" * LONGEST_NAME, "console"])
def test_a_sound_name_has_no_problem(name: str) -> None:
    assert list(name_problems(name)) == []


@pytest.mark.parametrize(
    ("name", "problem"),
    [
        ("", "the name '' has 0 characters: give it 1 to 64"),
        ("a" * 65, f"the name '{'a' * 65}' has 65 characters: give it 1 to 64"),
        ("Rl", "the name 'Rl' has other characters than a to z, 0 to 9 and hyphens"),
        ("é", r"the name '\xe9' has other characters than a to z, 0 to 9 and hyphens"),
        ("-a", "the name '-a' begins or ends with a hyphen or has two in a row"),
        ("a--b", "the name 'a--b' begins or ends with a hyphen or has two in a row"),
        ("nul", "the name 'nul' is that of a device on some systems"),
    ],
)
def test_each_thing_that_is_wrong_with_a_name_is_told(name: str, problem: str) -> None:
    assert list(name_problems(name)) == [problem]


def test_names_that_fold_are_one() -> None:
    assert folded("\uff32L") == folded("rl") == "rl"
    assert is_device("COM1.txt")
