"""The skills that come with Afterwit."""

from pathlib import Path

import pytest
from skills_ref import validate

from afterwit import core_skills
from afterwit.adapters.tokens import tokeniser
from afterwit.config import Judge
from afterwit.judge.boundary import source_class
from afterwit.model import skill_document
from afterwit.model.learning import CREATE_TRIGGERS, ISSUES

LARGEST = 5000
TEXT = core_skills.bundled("learn-skill").text


@pytest.mark.parametrize("name", core_skills.NAMES)
def test_a_bundled_skill_is_valid_core_and_short(name: str, tmp_path: Path) -> None:
    package = core_skills.bundled(name)
    (tmp_path / name).mkdir()
    (tmp_path / name / "SKILL.md").write_bytes(package.files["SKILL.md"])
    assert validate(tmp_path / name) == []
    document = skill_document.read(package.text)
    assert source_class(name, document.metadata, Judge(), frozenset()) == "core"
    assert package.size < LARGEST
    assert tokeniser().count(package.text) < LARGEST / 4
    assert document.use_when.startswith("Use when")


@pytest.mark.proves("authoring-skill", "learn-new-workflow", "learn-surprise", "learn-drift")
@pytest.mark.parametrize("code", [*CREATE_TRIGGERS, *ISSUES])
def test_the_authoring_skill_knows_every_reason_to_learn(code: str) -> None:
    assert f"`{code}`" in TEXT


@pytest.mark.proves("authoring-skill", "learn-skip")
@pytest.mark.parametrize("words", ["this one task", "plain fact", "have not seen work", "belong to the platform"])
def test_the_authoring_skill_says_when_not_to(words: str) -> None:
    assert words in TEXT.partition("## When not to")[2].partition("## How")[0]


@pytest.mark.parametrize(
    "name",
    [
        "skill_learning_start",
        "skill_learning_finish",
        "session_events",
        "add_lesson",
        "report_turn",
        "learning_signal",
        "skill_issue_signal",
        "used_skill_receipts",
        "Used learned skill: NAME",
    ],
)
def test_the_authoring_skill_tells_the_protocol(name: str) -> None:
    assert name in TEXT
