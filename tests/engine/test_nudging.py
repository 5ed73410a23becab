"""Whether a review would be worth its cost, from what is kept."""

from pathlib import Path

import pytest

from afterwit.config import Config
from afterwit.engine.learn import learn
from afterwit.engine.nudging import would_review
from afterwit.engine.project import Project
from afterwit.engine.wire import learning
from afterwit.model.learning import Counts, SeenSession, SpoolBatch
from tests.engine.foreground import at_work
from tests.engine.stumbling import DIFF, told_in
from tests.engine.test_foreground_report import LATER


def codes(root: Path, agent: str = "claude-code") -> list[str]:
    with learning(Project(root), Config()) as (_, kernel):
        return [reason.code for reason in would_review(agent, kernel).reasons]


def test_where_nothing_happened_nothing_is_worth_a_review(tmp_path: Path) -> None:
    assert codes(tmp_path) == ["nothing"]


def test_a_signal_that_an_agent_left_is_for_a_review_of_that_agent(tmp_path: Path) -> None:
    with at_work(tmp_path) as agent:
        agent.report(learning_signal=LATER)
    assert codes(tmp_path) == ["learning_skipped"]
    assert codes(tmp_path, "codex") == ["nothing"]


@pytest.mark.proves("nudge-occasions")
def test_a_failure_that_was_recovered_from_and_not_learned_is_worth_one(tmp_path: Path) -> None:
    path = told_in(tmp_path, *DIFF)
    seen = SeenSession(session="one", agent="claude-code", transcript=str(path), at=2**41)
    with learning(Project(tmp_path), Config()) as (intake, kernel):
        kernel.turns.take_in(SpoolBatch(name="batch", sessions=(seen,)))
        learn([path], intake, kernel)
        assert would_review("claude-code", kernel).review
        kernel.turns.reviewed("claude-code", Counts(), 2**42)
        assert not would_review("claude-code", kernel).review


@pytest.mark.proves("nudge-occasions")
def test_many_tool_calls_are_worth_one_and_what_was_learned_meanwhile_is_not(tmp_path: Path) -> None:
    with learning(Project(tmp_path), Config()) as (_, kernel):
        busy = Counts(tool_iters_since_review=kernel.config.nudge.tool_iters)
        kernel.turns.take_in(SpoolBatch(name="batch", counts={"claude-code": busy}))
    assert codes(tmp_path) == ["threshold"]
    with learning(Project(tmp_path), Config()) as (_, kernel):
        decision = would_review("claude-code", kernel, running=True)
        assert (decision.review, decision.reasons[-1].code) == (False, "running")
