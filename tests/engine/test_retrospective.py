"""The retrospective: what sessions may have taught, and what becomes of what a person picks."""

from pathlib import Path

import pytest

from afterwit.config import Config, Judge, Learning, Notice
from afterwit.engine.decisions import move
from afterwit.engine.kernel import Kernel
from afterwit.engine.retrospective import PICKED, Candidate, candidates, pick
from afterwit.engine.review import recent
from afterwit.errors import ConfigError, WrongUse
from afterwit.model.proposal import AddLesson, CreateSkill
from tests.engine.projects import opened
from tests.engine.stumbling import DIFF, PUSH, learned, told_in
from tests.machine import Machine
from tests.notice.deeds import Deed, ran

SKILL = "rl-gh-pr-diff-unknown-flag-stat"
STRICT = Config(judge=Judge(min_event_refs=99))
"""A gate that refuses what it would otherwise pass."""
BOUNDED = Config(judge=Judge(max_bytes=10))
WEAK = (ran("shopctl sync orders", "is stale", 1), ran("shopctl sync orders carts", "done"))
VAGUE = (Deed(text="It closes at eight."), Deed(text="No, it closes at six on Fridays.", kind="user"))


def shown(here: Kernel) -> list[Candidate]:
    """What there is to pick from, of all sessions."""
    return candidates(recent(here, None), here)


def read_only(root: Path, *paths: Path) -> None:
    """Sessions that were read while nothing was learned."""
    learned(root, *paths, config=Config(learning=Learning(enabled=False)))


def test_what_a_gate_refused_comes_up_with_what_each_gate_says(machine: Machine) -> None:
    learned(machine.project, told_in(machine.home, *DIFF), config=STRICT)
    with opened(machine.project, STRICT) as here:
        (one,) = shown(here)
        assert one.proposal.subject == SKILL
        assert [verdict.gate for verdict in one.verdicts] == ["boundary", *here.config.judge.gates]
        assert [verdict.gate for verdict in one.refused] == ["evidence"]
        assert {signal.session for signal in one.signals} == {"claude-code:one"}


def test_the_gates_are_asked_as_they_are_set_now(machine: Machine) -> None:
    learned(machine.project, told_in(machine.home, *DIFF), config=STRICT)
    with opened(machine.project) as here:
        (one,) = shown(here)
        assert one.refused == ()
        (applied,) = pick([one], here).applied
        assert applied.proposal.author == "mechanical"


def test_what_learn_was_not_sure_of_comes_up_the_surest_first(machine: Machine) -> None:
    paths = [told_in(machine.home, *told, name=f"s{day}", day=day) for day, told in ((4, WEAK), (5, VAGUE))]
    learned(machine.project, *paths)
    with opened(machine.project) as here:
        scores = [one.proposal.score for one in shown(here)]
        assert len(scores) == 2
        assert scores == sorted(scores, reverse=True)
        assert all(score < here.config.judge.score_threshold for score in scores)


def test_what_is_in_the_book_is_no_candidate_whatever_was_decided_on_it(machine: Machine) -> None:
    learned(machine.project, told_in(machine.home, *DIFF), told_in(machine.home, *PUSH, name="two", day=5))
    with opened(machine.project) as here:
        assert shown(here) == []
        move(SKILL, "approve", here)
        assert shown(here) == []
        move(SKILL, "archive", here)
        assert shown(here) == []


def test_sessions_that_nobody_looked_through_are_looked_through(machine: Machine) -> None:
    read_only(machine.project, told_in(machine.home, *DIFF))
    with opened(machine.project) as here:
        assert [one.proposal.subject for one in shown(here)] == [SKILL]


def test_only_the_sessions_that_are_asked_about_count(machine: Machine) -> None:
    read_only(machine.project, told_in(machine.home, *DIFF), told_in(machine.home, *PUSH, name="two", day=5))
    with opened(machine.project) as here:
        two = here.log.session("claude-code:two")
        assert two is not None
        assert [one.proposal.subject.startswith("rl-git-push") for one in candidates([two], here)] == [True]
        assert candidates([], here) == []


def test_looking_writes_nothing_that_a_person_would_see(machine: Machine) -> None:
    learned(machine.project, told_in(machine.home, *DIFF), config=STRICT)
    with opened(machine.project, STRICT) as here:
        before = [change.id for change in here.history.changes()], len(here.docket.proposals())
        shown(here)
        assert ([change.id for change in here.history.changes()], len(here.docket.proposals())) == before
        assert list(here.book.listing()) == []


class TestPicking:
    def test_a_skill_waits_and_is_never_active(self, machine: Machine) -> None:
        bold = Config(judge=STRICT.judge, learning=Learning(auto_extract=True))
        learned(machine.project, told_in(machine.home, *DIFF), config=bold)
        with opened(machine.project, bold) as here:
            done = pick(shown(here), here, "I saw it work.")
            (applied,) = done.applied
            assert isinstance(applied.proposal.op, CreateSkill)
            assert here.book.at("pending", SKILL) is not None
            assert here.book.at("active", SKILL) is None
            assert shown(here) == []

    def test_against_a_gate_the_reason_is_kept_with_what_it_said(self, machine: Machine) -> None:
        learned(machine.project, told_in(machine.home, *DIFF), config=STRICT)
        with opened(machine.project, STRICT) as here:
            pick(shown(here), here, " I saw it work. ")
            (change,) = here.history.changes(subject=SKILL)
            assert (change.about.why, change.about.author) == ("I saw it work.", "person")
            entry = here.docket.proposals(subject=SKILL)[0]
            assert entry.overrule is not None
            assert entry.overrule.reason == "I saw it work."

    @pytest.mark.parametrize("reason", ["", " \n"])
    def test_against_a_gate_nothing_is_kept_without_a_reason(self, machine: Machine, reason: str) -> None:
        paths = [told_in(machine.home, *told, name=f"s{day}", day=day) for day, told in ((4, DIFF), (5, PUSH))]
        learned(machine.project, *paths, config=STRICT)
        with opened(machine.project, STRICT) as here:
            found = shown(here)
            with pytest.raises(WrongUse, match="--reason") as refused:
                pick(found, here, reason)
            assert all(one.proposal.subject in str(refused.value) for one in found)
            assert list(here.book.listing()) == []
            assert shown(here) == found

    def test_what_is_only_too_weak_needs_no_reason(self, machine: Machine) -> None:
        learned(machine.project, told_in(machine.home, *WEAK))
        with opened(machine.project) as here:
            (one,) = shown(here)
            assert [verdict.gate for verdict in one.refused] == ["score"]
            pick([one], here)
            (change,) = here.history.changes(subject=one.proposal.subject)
            assert (change.about.why, change.about.author) == (PICKED, "person")

    def test_what_nobody_may_overrule_stays_refused(self, machine: Machine) -> None:
        read_only(machine.project, told_in(machine.home, *DIFF))
        with opened(machine.project, BOUNDED) as here:
            (one,) = shown(here)
            assert "boundary" in [verdict.gate for verdict in one.refused]
            done = pick([one], here, "I want it.")
            assert (len(done.applied), len(done.rejected)) == (0, 1)
            assert here.book.at("pending", SKILL) is None

    def test_a_lesson_holds_at_once(self, machine: Machine) -> None:
        learned(machine.project, told_in(machine.home, *VAGUE))
        with opened(machine.project) as here:
            (one,) = shown(here)
            assert isinstance(one.proposal.op, AddLesson)
            pick([one], here, "It does.")
            assert "it closes at six on Fridays" in (here.book.text("lessons.md") or "")
            assert shown(here) == []

    def test_nothing_picked_changes_nothing(self, machine: Machine) -> None:
        learned(machine.project, told_in(machine.home, *DIFF), config=STRICT)
        with opened(machine.project, STRICT) as here:
            assert pick([], here).proposals == []
            assert here.history.changes() == []
            assert len(shown(here)) == 1

    def test_what_was_picked_is_not_learned_a_second_time(self, machine: Machine) -> None:
        path = told_in(machine.home, *DIFF)
        read_only(machine.project, path)
        with opened(machine.project) as here:
            pick(shown(here), here)
        done = learned(machine.project, path)
        assert done.outcome.proposals == []
        with opened(machine.project) as here:
            assert len(list(here.book.listing())) == 1


def test_settings_that_cannot_work_are_refused(machine: Machine) -> None:
    with opened(machine.project, Config(notice=Notice(corrections=("(",)))) as here, pytest.raises(ConfigError):
        shown(here)
