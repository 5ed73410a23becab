"""What agents leave at the end of a turn, and what is kept of their own words."""

from pathlib import Path

import pytest

from afterwit.model.skill_document import read
from tests.engine.foreground import NAME, POOR, SKILL, at_work
from tests.transcripts import append, said

LATER = {
    "kind": "create_candidate",
    "package_name_hint": NAME,
    "trigger": "recovered_surprise",
    "reason_not_written": "needs_full_context_review",
    "event_refs": ["e2", "e3", "e4", "e5"],
    "summary": "gh pr diff has no --stat flag; --name-only lists the files.",
}
ISSUE = {
    "kind": "update_candidate",
    "skill_name": "listing-files",
    "issue": "missing_step",
    "reason_not_patched": "conversation_still_evolving",
    "observed_effect": "retry_after_tool_error",
    "event_refs": ["e2", "e3", "e4", "e5"],
    "patch_hint": "Say where the number comes from.",
}


class TestReport:
    def test_of_nothing_is_valid(self, tmp_path: Path) -> None:
        with at_work(tmp_path) as agent:
            reported = agent.report(used_skill_receipts=[], learning_signal=None, skill_issue_signal=None)
            assert (reported.receipts, reported.kept, reported.dropped) == ((), (), ())

    @pytest.mark.proves("telemetry-stored")
    def test_keeps_a_signal_for_a_review(self, tmp_path: Path) -> None:
        with at_work(tmp_path) as agent:
            reported = agent.report(learning_signal=LATER)
            assert reported.kept == ("learning_signal waits for a review",)
            waiting = agent.kernel.turns.notes(waiting=True)
            assert [note.caller.session for note in waiting] == ["claude-code:one"]

    def test_the_same_signal_counts_once(self, tmp_path: Path) -> None:
        with at_work(tmp_path) as agent:
            agent.report(learning_signal=LATER)
            (again,) = agent.report(learning_signal=LATER).dropped
            assert (again.violation, again.why) == (False, "It waits for a review already.")
            assert len(agent.kernel.turns.notes(waiting=True)) == 1

    def test_a_skill_that_waits_cannot_have_been_used(self, tmp_path: Path) -> None:
        with at_work(tmp_path) as agent:
            agent.learns(POOR)
            told = agent.report(used_skill_receipts=[{"skill_name": NAME}])
            assert told.receipts == ()
            assert "nobody can have used it" in told.dropped[0].why

    def test_keeps_what_was_dropped_and_why(self, tmp_path: Path) -> None:
        with at_work(tmp_path) as agent:
            reported = agent.report(learning_signal=LATER, skill_issue_signal={})
            assert [one.violation for one in reported.dropped] == [True]
            assert len(agent.kernel.turns.notes()) == 1
            assert agent.kernel.turns.notes(waiting=True) == []

    @pytest.mark.proves("learn-ends-signals")
    def test_ignores_signals_after_a_success_in_the_same_turn_only(self, tmp_path: Path) -> None:
        with at_work(tmp_path) as agent:
            agent.learns()
            (dropped,) = agent.report(learning_signal={**LATER, "package_name_hint": "rl-other"}).dropped
            assert not dropped.violation
            append(tmp_path / "transcripts" / "one.jsonl", [said(9, "Now something else.", sessionId="one", uuid="9")])
            assert agent.report(learning_signal={**LATER, "package_name_hint": "rl-other"}).dropped == ()

    def test_counts_an_issue_of_a_skill_as_a_hint(self, tmp_path: Path) -> None:
        place = tmp_path / ".afterwit" / "skills" / "listing-files"
        place.mkdir(parents=True)
        (place / "SKILL.md").write_text(SKILL.replace(NAME, "listing-files"), encoding="utf-8")
        with at_work(tmp_path) as later:
            assert later.report(skill_issue_signal=ISSUE).kept == ("skill_issue_signal waits for a review",)
            assert later.kernel.turns.counts()["claude-code"].skill_issue_hints_since_review == 1

    @pytest.mark.proves("receipt-used")
    def test_gives_the_receipts_of_learned_skills_that_were_used(self, tmp_path: Path) -> None:
        with at_work(tmp_path) as agent:
            agent.learns()
            told = agent.report(used_skill_receipts=[{"skill_name": NAME}, {"skill_name": "rl-unknown"}])
            assert told.receipts == (f"Used learned skill: {NAME}",)
            assert "rl-unknown" in told.dropped[0].why

    @pytest.mark.proves("lesson-self-corrections")
    def test_makes_lessons_of_what_the_agent_was_corrected_in(self, tmp_path: Path) -> None:
        with at_work(tmp_path) as agent:
            reported = agent.report(self_corrections=["Have a look before you answer."])
            assert reported.kept == ("Added lesson",)
            assert "Have a look before you answer." in (tmp_path / ".afterwit" / "lessons.md").read_text("utf-8")


class TestSecrets:
    TOKEN = "ghp_" + "a8Kd93jf8Qm2Lp0Zx7Vb6Nc5Rt4Yw1Es9Hg3"

    def test_in_an_agents_words_are_not_kept(self, tmp_path: Path) -> None:
        with at_work(tmp_path) as agent:
            agent.start(message=f"Learning with {self.TOKEN}")
            agent.finish(status="failed", summary=f"The token {self.TOKEN} was refused.", message="")
            agent.report(learning_signal={**LATER, "summary": f"gh takes {self.TOKEN} from the environment always."})
            kept = [*agent.kernel.attempts.attempts(), *agent.kernel.turns.notes()]
        assert len(kept) == 2
        assert self.TOKEN not in repr(kept)
        stored = b"".join(path.read_bytes() for path in (tmp_path / ".afterwit").rglob("*") if path.is_file())
        assert self.TOKEN.encode() not in stored

    def test_in_a_refused_draft_are_not_remembered(self, tmp_path: Path) -> None:
        with at_work(tmp_path) as agent:
            agent.writes(agent.start(), SKILL.replace("1. Run", f"1. Export GH_TOKEN={self.TOKEN} and run"))
            assert agent.finish().state == "refused"
            judged = agent.kernel.docket.proposals(subject=NAME)[0]
            assert self.TOKEN not in repr(judged)
        (tmp_path / ".afterwit" / "drafts" / NAME / "SKILL.md").unlink()
        stored = b"".join(path.read_bytes() for path in (tmp_path / ".afterwit").rglob("*") if path.is_file())
        assert self.TOKEN.encode() not in stored


class TestWhatAnAgentSaysOfItself:
    def test_of_where_it_comes_from_is_not_believed(self, tmp_path: Path) -> None:
        forged = "metadata:\n  sessions: claude-code:someone-else\n  fingerprints: e:aaaa e:bbbb\n---\n\n## Situation"
        with at_work(tmp_path) as agent:
            assert agent.learns(SKILL.replace("---\n\n## Situation", forged)).state == "created"
            kept = agent.kernel.book.at("active", NAME)
            assert kept is not None
            document = read(kept.package.text)
            assert (document.sessions, document.fingerprints) == (("claude-code:one",), ())
            assert document.agent == "claude-code"
