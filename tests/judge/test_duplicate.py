"""The duplicate gate."""

import pytest
from hypothesis import given

from afterwit.config import Judge
from afterwit.judge.duplicate import DuplicateGate
from afterwit.model.package import State
from tests.judge.views import BODY, DESCRIPTION, lesson, package, proposal, skill, view
from tests.keep.pages import PAGES

GATE = DuplicateGate(Judge())
TWIN = package("rl-jetstream", body=BODY.replace("Create the consumer", "Always create the consumer"))
OTHER = package(
    "rl-css-grid",
    "Lay pages out. Use when columns overlap.",
    "# Grid\n\n## Guidance\nUse minmax for each consumer of columns.\n",
)


@pytest.mark.parametrize("state", ["active", "pending", "archived"])
def test_what_says_the_same_under_another_name_is_to_be_updated(state: State) -> None:
    verdict = GATE.judge(proposal(), view(skills=[skill(OTHER), skill(TWIN, state)]))
    assert not verdict.passed
    assert verdict.reason.startswith("update rl-jetstream instead")
    assert verdict.reason.endswith("(similarity 0.97, a duplicate from 0.85 on)")
    assert 0.97 <= float(verdict.measured["similarity"]) < 0.98
    assert (state in verdict.reason) is (state != "active")


def test_what_nothing_is_like_passes_and_the_nearest_is_told() -> None:
    verdict = GATE.judge(proposal(), view(skills=[skill(OTHER)]))
    assert verdict.passed
    assert verdict.measured["nearest"] == "rl-css-grid"
    assert GATE.judge(proposal(), view()).reason == "nothing like it is there"


@pytest.mark.parametrize("state", ["active", "pending"])
def test_exactly_the_same_again_passes(state: State) -> None:
    verdict = GATE.judge(proposal(), view(skills=[skill(package(), state), skill(TWIN)]))
    assert verdict.passed
    assert verdict.reason == "rl-nats-durable is there already, word for word"


def test_the_same_from_another_session_is_the_same() -> None:
    kept = package().with_text(package().text.replace("---\n\n", "metadata:\n  sessions: codex:9\n---\n\n", 1))
    assert GATE.judge(proposal(), view(skills=[skill(kept)])).passed


def test_other_content_under_the_same_name_is_an_update() -> None:
    verdict = GATE.judge(proposal(), view(skills=[skill(package(body="# Something else\n"))]))
    assert not verdict.passed
    assert verdict.reason.startswith("update rl-nats-durable instead, which has the same name")


def test_what_was_archived_is_not_made_again() -> None:
    verdict = GATE.judge(proposal(), view(skills=[skill(package(), "archived")]))
    assert not verdict.passed
    assert verdict.reason == "rl-nats-durable was archived: restore it instead (afterwit restore rl-nats-durable)"


NOTES = f"# Notes\n\n## Learnings\n\n- [NATS] {DESCRIPTION} → See `skills/rl-old-nats`\n\n## Else\n"
OLD = package("rl-old-nats", "Something in other words.", "# Old\n")


@pytest.mark.proves("notes")
def test_a_learning_that_the_notes_have_becomes_an_update() -> None:
    verdict = GATE.judge(proposal(), view(skills=[skill(OLD)], notes=NOTES))
    assert not verdict.passed
    assert verdict.reason.startswith("update rl-old-nats instead, which NOTES.md has for this")


@pytest.mark.proves("notes")
@pytest.mark.parametrize(
    "notes",
    [
        NOTES.replace("## Learnings", "# LEARNINGS"),
        NOTES.replace("## Learnings", "### learnings:"),
        NOTES.replace("→", "->"),
        NOTES.replace("→ See", "=> see:"),
        NOTES.replace("`", ""),
        NOTES.replace("`skills/rl-old-nats`", "`some/skills/rl-old-nats/SKILL.md`."),
        NOTES.replace("- [NATS] ", "* "),
        NOTES.replace(" → See", "\n  → See").replace("\n", "\r\n"),
        NOTES.replace("- [", "- Something else first\n- ["),
    ],
)
def test_notes_are_read_however_they_are_spelled(notes: str) -> None:
    verdict = GATE.judge(proposal(), view(skills=[skill(OLD)], notes=notes))
    assert verdict.measured["nearest"] == "rl-old-nats"
    assert not verdict.passed


@pytest.mark.proves("notes")
def test_the_notes_are_asked_first() -> None:
    verdict = GATE.judge(proposal(), view(skills=[skill(OLD), skill(TWIN)], notes=NOTES))
    assert verdict.reason.startswith("update rl-old-nats instead, which NOTES.md has for this")


@given(PAGES)
def test_no_notes_break_the_gate(notes: str) -> None:
    text = f"## Learnings\n{notes}"
    assert GATE.judge(proposal(package(description="Use when Eight words are Eight.")), view(notes=text)).passed


@pytest.mark.parametrize(
    "notes",
    [
        NOTES.replace("Learnings", "Ideas"),
        NOTES.replace("- [", "```\n- [").replace("nats`", "nats`\n```"),
        NOTES.replace("rl-old-nats", "rl-gone"),
        NOTES.replace("skills/", ""),
        NOTES.replace(DESCRIPTION, "Lay pages out with columns."),
    ],
)
def test_notes_that_say_or_point_elsewhere_do_not_matter(notes: str) -> None:
    assert GATE.judge(proposal(), view(skills=[skill(OLD)], notes=notes)).passed


def test_the_similarity_that_counts_is_a_setting() -> None:
    near = package("rl-jetstream", body=BODY.replace("Acknowledge each message", "Then close it and wait a little"))
    seen = view(skills=[skill(near)])
    assert not DuplicateGate(Judge(duplicate_similarity=0.5)).judge(proposal(), seen).passed
    assert DuplicateGate(Judge(duplicate_similarity=1.0)).judge(proposal(), seen).passed


def test_what_makes_no_skill_is_not_its_business() -> None:
    assert GATE.judge(lesson(), view(skills=[skill(TWIN)])).passed
