"""Learning sees which skills a session used, keeps it once, and counts it once."""

import json
from pathlib import Path

import pytest

from afterwit.config import Config, Learning
from afterwit.engine.decisions import move
from afterwit.engine.kernel import Kernel
from afterwit.engine.learn import Learned, learn
from afterwit.engine.project import Project
from afterwit.engine.retrospective import candidates
from afterwit.engine.revoke import revoke
from afterwit.engine.wire import learning
from afterwit.model.session import REVIEW_MARK
from afterwit.model.skill import Metrics
from afterwit.model.use import Tally
from tests.engine.projects import opened
from tests.engine.stumbling import DIFF, kept, learned, told_in
from tests.machine import Machine
from tests.notice.deeds import Deed, ran, used

SKILL = "rl-gh-pr-diff-unknown-flag-stat"
READ = used("Skill", {"skill": SKILL}, f"Launching skill: {SKILL}")
NAMES = ran("gh pr diff 7 --name-only", "src/cart.py")
TWO = "claude-code:two"


@pytest.fixture
def taught(machine: Machine) -> Machine:
    """A project that has learned a skill, which a person approved."""
    learned(machine.project, told_in(machine.home, *DIFF))
    with opened(machine.project) as here:
        move(SKILL, "approve", here)
    return machine


def session(machine: Machine, *told: Deed, name: str = "two", day: int = 5, opening: str = "Have a look.") -> Path:
    return told_in(machine.home, *told, name=name, day=day, opening=opening)


def verdicts(done: Learned) -> list[tuple[str, str, str]]:
    return [(one.use.session, one.use.followed, one.receipt) for one in done.used]


def counts(here: Kernel) -> tuple[Metrics, int]:
    return here.ratings.metrics(SKILL), here.ratings.matches(SKILL).count


def test_a_learned_skill_that_was_followed_gives_a_receipt_and_counts(taught: Machine) -> None:
    done = learned(taught.project, session(taught, READ, NAMES))
    assert verdicts(done) == [(TWO, "followed", f"Used learned skill: {SKILL}")]
    assert done.outcome.proposals == []
    with opened(taught.project) as here:
        assert counts(here) == (Metrics(times_requested=1, times_followed=1), 1)
        assert here.uses.tally(SKILL).sessions == 1


def test_one_that_was_followed_in_part_or_not_says_so(taught: Machine) -> None:
    paths = (session(taught, READ, *DIFF), session(taught, READ, ran("ls"), name="three", day=6))
    done = learned(taught.project, *paths)
    assert verdicts(done) == [
        (TWO, "partially", f"Used learned skill: {SKILL} (in part)"),
        ("claude-code:three", "not", ""),
    ]
    with opened(taught.project) as here:
        assert counts(here) == (Metrics(times_requested=2, times_followed=0.5), 2)


def test_a_second_run_finds_no_news_and_counts_nothing(taught: Machine) -> None:
    path = session(taught, READ, NAMES)
    learned(taught.project, path)
    before = kept(taught.project)
    assert learned(taught.project, path).used == []
    assert kept(taught.project) == before
    with opened(taught.project) as here:
        assert counts(here) == (Metrics(times_requested=1, times_followed=1), 1)


def test_a_session_that_goes_on_changes_the_figure_by_the_difference(taught: Machine) -> None:
    assert verdicts(learned(taught.project, session(taught, READ))) == [(TWO, "not", "")]
    done = learned(taught.project, session(taught, READ, NAMES))
    assert verdicts(done) == [(TWO, "followed", f"Used learned skill: {SKILL}")]
    with opened(taught.project) as here:
        assert counts(here) == (Metrics(times_requested=1, times_followed=1), 1)


def test_what_a_killed_run_had_kept_is_not_counted_again(taught: Machine) -> None:
    path = session(taught, READ, NAMES)
    with learning(Project(taught.project), Config()) as (intake, kernel):
        learn([path], intake, kernel)
        kernel.signals.forget(TWO)  # as if the run had ended between the two
    done = learned(taught.project, path)
    assert (done.looked_at, done.used) == (1, [])
    with opened(taught.project) as here:
        assert counts(here) == (Metrics(times_requested=1, times_followed=1), 1)


def test_a_fork_of_a_session_is_no_second_use(taught: Machine) -> None:
    paths = [session(taught, READ, NAMES, name=name) for name in ("two", "fork")]
    learned(taught.project, *paths)
    with opened(taught.project) as here:
        assert counts(here) == (Metrics(times_requested=1, times_followed=1), 1)
        assert here.uses.tally(SKILL).sessions == 1


@pytest.mark.proves("trajectory-events")
def test_each_first_reading_is_a_match_in_the_trajectory_log(taught: Machine) -> None:
    for told in ((READ,), (READ, NAMES), (READ, NAMES)):
        learned(taught.project, session(taught, *told))
    logs = [text for name, text in kept(taught.project).items() if name.startswith("trajectory/")]
    entries = [entry for log in logs for line in log.splitlines() if (entry := json.loads(line))["event"] == "match"]
    assert [(entry["skill"], entry["agent"], entry["source"]) for entry in entries] == [
        (SKILL, "claude-code", f"{TWO} e2")
    ]


def test_where_nothing_is_to_be_logged_it_counts_all_the_same(taught: Machine) -> None:
    quiet = Config(learning=Learning(trajectory_logging=False))
    before = {name for name in kept(taught.project) if name.startswith("trajectory")}
    done = learned(taught.project, session(taught, READ, NAMES), config=quiet)
    assert len(done.used) == 1
    assert {name for name in kept(taught.project) if name.startswith("trajectory")} == before


class TestADryRun:
    def test_it_says_the_same_and_leaves_no_trace(self, taught: Machine) -> None:
        path = session(taught, READ, NAMES)
        before, stored = kept(taught.project), taught.stored_bytes()
        planned = learned(taught.project, path, dry_run=True)
        assert (kept(taught.project), taught.stored_bytes()) == (before, stored)
        assert planned.used == learned(taught.project, path).used != []


class TestWhatDoesNotCount:
    def test_a_review_of_ones_own(self, taught: Machine) -> None:
        path = session(taught, READ, NAMES, opening=f"{REVIEW_MARK}\nReview this session.")
        assert learned(taught.project, path).used == []

    def test_a_skill_that_waits(self, machine: Machine) -> None:
        learned(machine.project, told_in(machine.home, *DIFF))
        assert learned(machine.project, session(machine, ran(f"afterwit show {SKILL}"), NAMES)).used == []

    def test_a_mere_disclosure(self, taught: Machine) -> None:
        listed = ran("afterwit search files", f"{SKILL}  lists the files of a pull request")
        (one,) = learned(taught.project, session(taught, listed, NAMES)).used
        assert (one.use.how, one.use.followed, one.receipt) == ("disclosed", "unknown", "")
        with opened(taught.project) as here:
            assert counts(here) == (Metrics(), 0)
            assert here.uses.tally(SKILL) == Tally(disclosed=1)

    def test_a_project_without_skills(self, machine: Machine) -> None:
        assert learned(machine.project, session(machine, READ, NAMES)).used == []

    def test_what_is_not_learned_gives_no_receipt(self, taught: Machine) -> None:
        theirs = taught.state / "skills" / "lamps"
        theirs.mkdir()
        text = "---\nname: lamps\ndescription: Lights.\n---\n## Guidance\n1. Run `make light`.\n"
        (theirs / "SKILL.md").write_text(text, encoding="utf-8")
        done = learned(taught.project, session(taught, used("Skill", {"skill": "lamps"}), ran("make light")))
        assert verdicts(done) == [(TWO, "followed", "")]

    def test_a_skill_that_cannot_be_read_any_more(self, taught: Machine) -> None:
        with learning(Project(taught.project), Config()) as (intake, kernel):
            (taught.state / "skills" / SKILL / "SKILL.md").unlink()
            assert learn([session(taught, READ, NAMES)], intake, kernel).used == []


def test_an_archived_skill_was_offered_when_the_session_was(taught: Machine) -> None:
    with opened(taught.project) as here:
        move(SKILL, "archive", here)
    assert verdicts(learned(taught.project, session(taught, READ, NAMES)))[0][1] == "followed"


def test_a_retrospective_sees_them_too(taught: Machine) -> None:
    path = session(taught, READ, NAMES)
    learned(taught.project, path, config=Config(learning=Learning(enabled=False)))
    with opened(taught.project) as here:
        candidates([stored.session for stored in here.log.sessions()], here)
        assert here.uses.tally(SKILL).followed == 1


class TestRevoking:
    def test_a_session_takes_its_uses_out_of_the_figures(self, taught: Machine) -> None:
        learned(taught.project, session(taught, READ, NAMES), session(taught, READ, name="three", day=6))
        with opened(taught.project) as here:
            assert revoke(TWO, here).uses == 1
            assert counts(here) == (Metrics(times_requested=1), 1)
            assert revoke(TWO, here).uses == 0

    def test_the_session_that_taught_a_skill_takes_all_that_was_seen_of_it(self, taught: Machine) -> None:
        learned(taught.project, session(taught, READ, NAMES))
        with opened(taught.project) as here:
            assert revoke("claude-code:one", here).removed == [SKILL]
            assert (counts(here), here.uses.of(TWO)) == ((Metrics(), 0), [])
