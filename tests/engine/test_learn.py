"""The main journey: read, notice, propose, judge, keep, in a real project."""

from pathlib import Path

import msgspec
import pytest

from afterwit.config import Config, Keep, Learning, Notice
from afterwit.engine.decisions import move, person
from afterwit.engine.learn import MOST_LESSONS, Learned, learn
from afterwit.engine.project import Project
from afterwit.engine.reading import read_sessions
from afterwit.engine.review_and_learn import decide
from afterwit.engine.wire import learning
from afterwit.errors import ConfigError
from afterwit.judge.chain import Chain
from afterwit.model.package import State
from afterwit.model.proposal import AddLesson, Author, Decision, RetireLesson
from afterwit.model.session import REVIEW_MARK
from afterwit.model.verdict import Applied
from tests.engine.projects import opened
from tests.engine.stumbling import DIFF, PUSH, kept, learned, told_in
from tests.judge.gates import YES
from tests.machine import Machine
from tests.notice.deeds import Deed, ran

SKILL = "rl-gh-pr-diff-unknown-flag-stat"
CORRECTION = Deed(text="No, that's wrong. Don't use tabs, use spaces instead.", kind="user")


def names(done: Learned) -> list[str]:
    return [outcome.proposal.subject for outcome in done.outcome.applied]


def wishes(*things: str) -> list[Deed]:
    """A user who asks for something to be remembered, and for another thing, and an agent that says yes each time."""
    told = [(f"From now on always check the {thing} before you leave.", f"I check the {thing}.") for thing in things]
    return [deed for wish, answer in told for deed in (Deed(text=wish, kind="user"), Deed(text=answer))]


def plan(done: Learned) -> list[object]:
    """What a run says it did, without the numbers of changes and days."""
    outcomes = (*done.outcome.applied, *done.outcome.rejected, *done.outcome.failed)
    judged = [(type(each).__name__, each.proposal, [v.passed for v in each.verdicts]) for each in outcomes]
    unsure = [idea.proposal for idea in done.unsure]
    return [done.looked_at, [signal.key for signal in done.noticed], judged, unsure, done.outcome.stopped]


def test_a_stumble_becomes_a_skill_that_waits_with_its_evidence(machine: Machine) -> None:
    done = learned(machine.project, told_in(machine.home, *DIFF))
    assert done.looked_at == 1
    assert [signal.sort for signal in done.noticed] == ["recovery"]
    assert names(done) == [SKILL]
    assert not done.outcome.stopped
    with opened(machine.project) as here:
        waiting = here.book.at("pending", SKILL)
        assert waiting is not None
        assert "Run `gh pr diff <number> --name-only`." in waiting.package.text
        assert here.book.at("active", SKILL) is None
    (applied,) = done.outcome.applied
    assert isinstance(applied, Applied)
    assert {ref.session for ref in applied.proposal.evidence} == {"claude-code:one"}
    assert all(verdict.passed for verdict in applied.verdicts)


def test_a_second_run_changes_nothing(machine: Machine) -> None:
    paths = (told_in(machine.home, *DIFF), told_in(machine.home, *PUSH, name="two", day=5))
    learned(machine.project, *paths)
    before = kept(machine.project)
    again = learned(machine.project, *paths)
    assert (again.looked_at, again.noticed, again.again, again.outcome.proposals) == (0, [], [], [])
    assert kept(machine.project) == before


def test_another_session_adds_to_the_count(machine: Machine) -> None:
    first = learned(machine.project, told_in(machine.home, *DIFF))
    second = learned(machine.project, told_in(machine.home, *DIFF, name="two", day=5))
    assert [(each.skill, each.state, len(each.signals)) for each in second.again] == [(SKILL, "pending", 1)]
    third = learned(machine.project, told_in(machine.home, *DIFF, name="three", day=6))
    with opened(machine.project) as here:
        waiting = here.book.at("pending", SKILL)
        assert waiting is not None
        assert "Seen in 3 sessions" in waiting.package.text
        assert len(list(here.book.listing())) == 1
    scores = [done.outcome.applied[0].proposal.score for done in (first, second, third)]
    assert scores == sorted(set(scores))


def test_sessions_of_one_run_are_counted_together(machine: Machine) -> None:
    paths = [told_in(machine.home, *DIFF, name=f"s{day}", day=day) for day in (4, 5, 6)]
    done = learned(machine.project, *paths)
    assert names(done) == [SKILL]
    assert len(done.outcome.applied[0].proposal.sessions) == 3


def test_the_same_obstacle_on_two_machines_is_one(machine: Machine) -> None:
    def worktree(home: str, name: str, day: int) -> Path:
        says = f"fatal: 'main' is already used by worktree at '{home}'"
        works = ran("git checkout -b fix origin/main", "Switched to a new branch 'fix'")
        return told_in(machine.home, ran("git checkout main", says, 128), works, name=name, day=day)

    done = learned(machine.project, worktree("/home/ada/shop", "one", 4), worktree("/Users/grace/code/x", "two", 5))
    (applied,) = done.outcome.applied
    assert len(applied.proposal.sessions) == 2
    with opened(machine.project) as here:
        skill = here.book.at("pending", applied.proposal.subject)
        assert skill is not None
        assert not any(word in skill.package.text for word in ("/ada", "grace", "/home", "/Users"))


def test_a_skill_that_a_person_approved_or_rejected_is_not_proposed_again(machine: Machine) -> None:
    learned(machine.project, told_in(machine.home, *DIFF))
    decisions: tuple[tuple[Decision, State, int], ...] = (("approve", "active", 5), ("archive", "archived", 6))
    for decision, state, day in decisions:
        with opened(machine.project) as here:
            move(SKILL, decision, here)
        done = learned(machine.project, told_in(machine.home, *DIFF, name=f"s{day}", day=day))
        assert done.outcome.proposals == []
        assert [(each.skill, each.state) for each in done.again] == [(SKILL, state)]


def test_a_session_that_goes_on_is_looked_at_again_as_a_whole(machine: Machine) -> None:
    learned(machine.project, told_in(machine.home, DIFF[0]))
    done = learned(machine.project, told_in(machine.home, *DIFF))
    assert (done.looked_at, names(done)) == (1, [SKILL])


def test_what_a_killed_run_had_read_the_next_one_looks_through(machine: Machine) -> None:
    path = told_in(machine.home, *DIFF)
    with learning(Project(machine.project), Config()) as (intake, _):
        list(read_sessions([path], intake))
    done = learned(machine.project, path)
    assert (done.looked_at, names(done)) == (1, [SKILL])


def test_what_a_killed_run_had_queued_the_next_one_judges(machine: Machine) -> None:
    path = told_in(machine.home, *DIFF)
    with learning(Project(machine.project), Config()) as (intake, kernel):
        first = learn([path], intake, kernel)
        kernel.signals.forget("claude-code:one")
        kernel.signals.put("claude-code:one", first.noticed, 5)
    done = learned(machine.project, path)
    assert done.looked_at == 0
    assert [signal.key for signal in done.noticed] == [signal.key for signal in first.noticed]
    assert done.outcome.proposals == []
    assert [each.skill for each in done.again] == [SKILL]


def test_what_could_not_be_written_is_tried_again_by_the_next_run(machine: Machine) -> None:
    path = told_in(machine.home, *DIFF)
    with learning(Project(machine.project), Config()) as (intake, kernel):
        in_the_way = machine.state / "skills-pending"
        in_the_way.write_text("no folder", encoding="utf-8")
        done = learn([path], intake, kernel)
        assert done.outcome.stopped or done.outcome.failed
        assert names(done) == []
    in_the_way.unlink()
    assert names(learned(machine.project, path)) == [SKILL]


def test_a_lesson_that_a_killed_run_had_written_is_not_written_again(machine: Machine) -> None:
    path = told_in(machine.home, ran("npm install", "added"), Deed(text="Done."), CORRECTION)
    with learning(Project(machine.project), Config()) as (intake, kernel):
        first = learn([path], intake, kernel)
        kernel.signals.forget("claude-code:one")
        kernel.signals.put("claude-code:one", first.noticed, 9)
    lessons = kept(machine.project)["lessons.md"]
    learned(machine.project, path)
    assert kept(machine.project)["lessons.md"] == lessons


class TestWhatIsNotLearnedFrom:
    def test_where_learning_is_off_sessions_are_read_and_no_more(self, machine: Machine) -> None:
        off = Config(learning=Learning(enabled=False))
        done = learned(machine.project, told_in(machine.home, *DIFF), config=off)
        assert [read.new for read in done.reads] == [5]
        assert (done.looked_at, done.noticed, done.outcome.proposals) == (0, [], [])
        on = learned(machine.project, told_in(machine.home, *DIFF))
        assert names(on) == [SKILL]

    def test_a_review_of_ones_own(self, machine: Machine) -> None:
        path = told_in(machine.home, *DIFF, opening=f"{REVIEW_MARK}\nReview this session.")
        done = learned(machine.project, path)
        assert [read.new for read in done.reads] == [5]
        assert (done.noticed, done.outcome.proposals) == ([], [])

    @pytest.mark.parametrize(("opening", "found"), [("/plan carts", []), ("/implement carts", [SKILL])])
    def test_a_phase_that_is_not_active(self, machine: Machine, opening: str, found: list[str]) -> None:
        assert names(learned(machine.project, told_in(machine.home, *DIFF, opening=opening))) == found

    def test_a_phase_that_the_settings_leave_out(self, machine: Machine) -> None:
        quiet = Config(notice=Notice(quiet_phases=("implement",)))
        path = told_in(machine.home, *DIFF, opening="/implement carts")
        assert names(learned(machine.project, path, config=quiet)) == []

    def test_a_fork_of_a_session_is_no_second_one(self, machine: Machine) -> None:
        paths = [told_in(machine.home, *DIFF, name=name) for name in ("one", "fork")]
        done = learned(machine.project, *paths)
        (applied,) = done.outcome.applied
        assert len(applied.proposal.sessions) == 1

    def test_what_is_not_sure_enough_waits_until_it_is_seen_again(self, machine: Machine) -> None:
        weak = (ran("shopctl sync orders", "is stale", 1), ran("shopctl sync orders carts", "done"))
        first = learned(machine.project, told_in(machine.home, *weak))
        assert [idea.proposal.score < 0.7 for idea in first.unsure] == [True]
        assert first.outcome.proposals == []
        second = learned(machine.project, told_in(machine.home, *weak, name="two", day=5))
        assert len(second.outcome.proposals) == 1
        assert len(second.outcome.proposals[0].sessions) == 2


def test_a_correction_is_a_lesson_at_once(machine: Machine) -> None:
    path = told_in(machine.home, ran("npm install", "added"), Deed(text="Done."), CORRECTION)
    done = learned(machine.project, path)
    assert [outcome.proposal.target for outcome in done.outcome.applied] == ["lesson"]
    with opened(machine.project) as here:
        assert "use spaces instead" in (here.book.text("lessons.md") or "")


def test_a_session_teaches_so_many_lessons_at_once_and_no_more(machine: Machine) -> None:
    things = ("lamp", "wick", "oil", "glass", "mirror", "stairs", "horn")
    done = learned(machine.project, told_in(machine.home, Deed(text="Done."), *wishes(*things)))
    assert len(done.noticed) == len(things)
    assert [outcome.proposal.target for outcome in done.outcome.applied] == ["lesson"] * MOST_LESSONS
    assert len(done.outcome.proposals) == MOST_LESSONS
    other = told_in(machine.home, Deed(text="Done."), *wishes(things[-1]), name="two", day=5)
    assert len(learned(machine.project, other).outcome.applied) == 1


class TestALessonThatAPersonTookOut:
    def taught(self, machine: Machine, day: int) -> Learned:
        """A session in which the user corrects the same once more."""
        told = (ran("npm install", "added"), Deed(text="Done."), CORRECTION)
        return learned(machine.project, told_in(machine.home, *told, name=f"s{day}", day=day))

    def retired(self, machine: Machine, author: Author) -> None:
        with opened(machine.project) as here:
            (entry,) = here.docket.proposals(fate="applied", subject="lessons")
            assert entry.proposal is not None
            assert isinstance(entry.proposal.op, AddLesson)
            retire = person(RetireLesson(text=entry.proposal.op.text.upper()), here)
            rooms = msgspec.structs.replace(here.rooms, chain=Chain([YES]))
            assert decide(msgspec.structs.replace(retire, author=author), rooms).fate == "applied"

    def test_does_not_come_back(self, machine: Machine) -> None:
        self.taught(machine, 4)
        self.retired(machine, "person")
        done = self.taught(machine, 5)
        assert len(done.noticed) == 1
        assert done.outcome.proposals == []
        assert kept(machine.project).get("lessons.md", b"") == b""

    def test_what_a_machine_took_out_does(self, machine: Machine) -> None:
        self.taught(machine, 4)
        self.retired(machine, "foreground")
        assert len(self.taught(machine, 5).outcome.applied) == 1

    def test_takes_no_room_from_others(self, machine: Machine) -> None:
        told = (Deed(text="Done."), *wishes("lamp"))
        learned(machine.project, told_in(machine.home, *told))
        self.retired(machine, "person")
        told = (Deed(text="Done."), *wishes("lamp", "wick", "oil", "glass", "mirror", "stairs"))
        done = learned(machine.project, told_in(machine.home, *told, name="two", day=5))
        assert len(done.outcome.applied) == MOST_LESSONS


def test_settings_that_cannot_work_are_refused_before_anything_is_read(machine: Machine) -> None:
    bad = Config(notice=Notice(corrections=("(",), requests=("[",)))
    with pytest.raises(ConfigError) as refused:
        learned(machine.project, told_in(machine.home, *DIFF), config=bad)
    assert "notice.corrections" in str(refused.value)
    assert "notice.requests" in str(refused.value)


class TestADryRun:
    def test_it_gives_the_plan_that_the_run_carries_out_and_leaves_no_trace(self, machine: Machine) -> None:
        paths = (
            told_in(machine.home, *DIFF),
            told_in(machine.home, *PUSH, name="two", day=5),
            told_in(machine.home, ran("npm install", "added"), Deed(text="Done."), CORRECTION, name="three", day=6),
        )
        planned = learned(machine.project, *paths, dry_run=True)
        assert not machine.state.exists()
        done = learned(machine.project, *paths)
        assert plan(planned) == plan(done)
        assert len(done.outcome.applied) == 3

    def test_in_a_project_that_has_learned_already(self, machine: Machine) -> None:
        learned(machine.project, told_in(machine.home, *DIFF))
        more = told_in(machine.home, *DIFF, *PUSH, name="two", day=5)
        before, stored = kept(machine.project), machine.stored_bytes()
        planned = learned(machine.project, more, dry_run=True)
        assert kept(machine.project) == before
        assert machine.stored_bytes() == stored
        assert plan(planned) == plan(learned(machine.project, more))


def test_progress_is_told_as_it_goes(machine: Machine) -> None:
    path: Path = told_in(machine.home, *DIFF)
    seen: list[int] = []
    with learning(Project(machine.project), Config(keep=Keep())) as (intake, kernel):
        learn([path], intake, kernel, seen.append)
    assert sum(seen) == path.stat().st_size
