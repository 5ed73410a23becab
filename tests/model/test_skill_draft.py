"""Where a skill holds: said by its draft, written, and read back."""

from typing import Literal

import pytest

from afterwit.model.skill_document import Draft, draft_of, read, write


@pytest.mark.parametrize("scope", ["", "project", "user"])
def test_the_scope_of_a_draft_is_read_back(scope: Literal["", "project", "user"]) -> None:
    package = write(Draft(name="rl-lamps", description="Lamps.", scope=scope))
    assert read(package.text).scope == scope
    assert draft_of(package).scope == scope
    assert ("scope:" in package.text) is bool(scope)


@pytest.mark.parametrize("said", ["everywhere", "User", "[a, b]", "''"])
def test_a_scope_that_nobody_knows_is_none(said: str) -> None:
    text = write(Draft(name="rl-lamps", description="Lamps.", scope="user")).text
    assert read(text.replace("scope: user", f"scope: {said}")).scope == ""
