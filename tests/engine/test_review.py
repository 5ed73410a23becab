"""The behaviour review through the real gates of a real project."""

from collections.abc import Sequence
from pathlib import Path

import pytest

from afterwit.config import Config, Keep, Learning, Review, Rule
from afterwit.engine.decisions import person
from afterwit.engine.kernel import Kernel
from afterwit.engine.review import TAKEN_OUT, THERE, Reviewed, named, recent, review, taken_in
from afterwit.engine.review_and_learn import decide
from afterwit.engine.revoke import revoke
from afterwit.errors import ConfigError, NotFound, UnreadableSource, WrongUse
from afterwit.keep.lessons import parse
from afterwit.model.proposal import AddLesson, RetireLesson
from afterwit.model.signal_sources import APPROVAL_PENDING, BLOCKED, POLLER_ERROR, POLLER_WARNING, UNKNOWN_SENDER
from afterwit.notice.behaviour_rules import BUILT_IN
from tests.engine.conversations import CORRECTED, QUIET, STACKED, Said, told
from tests.engine.projects import opened
from tests.reading import SESSIONS

LONG = "It rains. " * 60
ASKED: tuple[Said, ...] = (("user", "Mend it."), ("agent", "Which? Where? How? When?"))
CLAIMED: tuple[Said, ...] = (("user", "Mend it."), ("agent", "That should work now."))

BREAKING: dict[str, tuple[str, Sequence[Said]]] = {
    "one-question": ("openai-chat", STACKED),
    "no-conditions": ("openai-chat", (("user", "Book it."), ("agent", "I need to know her age."))),
    "short-responses": ("conversation-log", (("user", "And the weather?"), ("agent", LONG))),
    "few-questions": ("codex", ASKED * 3),
    "checked-claims": ("codex", CLAIMED * 3),
    "user-says-wrong": ("openai-chat", CORRECTED),
    "user-says-stop": ("codex", (("agent", "I summed it up."), ("user", "Stop doing summaries."))),
    "user-repeats": ("codex", (("agent", "Which port?"), ("user", "I already said 8080."))),
    "blocked-response": ("audit-log", (("error", f"{BLOCKED}: names a diagnosis"), ("error", BLOCKED))),
    "unknown-sender": ("audit-log", (("error", UNKNOWN_SENDER), ("error", UNKNOWN_SENDER))),
    "poller-trouble": ("poller-log", (("error", f"{POLLER_ERROR}: timeout"), ("system", f"{POLLER_WARNING}: slow"))),
}


def lessons(here: Kernel, scope: str = "") -> list[str]:
    return [lesson.text for lesson in parse(here.book.text(f"lessons/{scope}.md" if scope else "lessons.md") or "")]


def reviewed(here: Kernel, **more: str) -> Reviewed:
    return review(recent(here, 7), here, **more)  # pyright: ignore[reportArgumentType]


@pytest.mark.proves("behaviour-against-skills")
@pytest.mark.parametrize("name", BREAKING)
def test_each_built_in_rule_gives_a_lesson_that_the_gates_let_pass(tmp_path: Path, name: str) -> None:
    host, said = BREAKING[name]
    rule = next(rule for rule in BUILT_IN if rule.name == name)
    with opened(tmp_path) as here:
        told(here, "a", said, host=host)
        done = reviewed(here)
        assert [habit.rule.name for habit in done.habits] == [name]
        assert [outcome.fate for outcome in (*done.outcome.applied, *done.outcome.rejected)] == ["applied"]
        assert lessons(here) == [rule.lesson]
        (change,) = here.history.changes()
        assert change.about.by == f"review rule {name}"
        assert rule.skill in change.about.why


def test_stale_approvals_give_a_lesson_however_old_they_are(tmp_path: Path) -> None:
    pending: Said = ("system", f"{APPROVAL_PENDING}: book the hall")
    with opened(tmp_path) as here:
        for number, days in enumerate((1, 30)):
            told(here, f"a{number}", [pending], host="approvals", origin="headless", days_ago=days)
        told(here, "fresh", [pending], host="approvals", origin="headless", days_ago=0.5)
        done = reviewed(here)
        assert [(habit.rule.name, habit.times, habit.sessions) for habit in done.habits] == [("stale-approval", 2, 2)]
        assert len(done.outcome.applied) == 1


def test_what_was_seen_once_in_a_log_is_no_lesson_yet(tmp_path: Path) -> None:
    with opened(tmp_path) as here:
        told(here, "a", [("error", f"{POLLER_ERROR}: timeout")], host="poller-log")
        (refused,) = reviewed(here).outcome.rejected
        assert "1 event of the log cited, 2 needed" in refused.reason
        assert lessons(here) == []


class TestAgain:
    """The same events never teach the same thing twice."""

    def test_a_second_review_writes_nothing(self, tmp_path: Path) -> None:
        with opened(tmp_path) as here:
            told(here, "a")
            reviewed(here)
            before = here.book.text("lessons.md"), len(here.history.changes()), len(here.docket.proposals())
            done = reviewed(here)
            assert [why for _, why in done.known] == [THERE]
            after = here.book.text("lessons.md"), len(here.history.changes()), len(here.docket.proposals())
            assert before == after

    def test_what_a_person_took_out_stays_out_until_it_happens_again(self, tmp_path: Path) -> None:
        with opened(tmp_path) as here:
            told(here, "a")
            reviewed(here)
            (lesson,) = lessons(here)
            assert decide(person(RetireLesson(text=lesson), here), here.rooms).fate == "applied"
            assert [why for _, why in reviewed(here).known] == [TAKEN_OUT]
            assert lessons(here) == []
            told(here, "b")
            reviewed(here)
            assert lessons(here) == [lesson]

    def test_a_lesson_that_a_person_wrote_is_known(self, tmp_path: Path) -> None:
        with opened(tmp_path) as here:
            told(here, "a")
            decide(person(AddLesson(text=BUILT_IN[0].lesson.upper()), here), here.rooms)
            assert [why for _, why in reviewed(here).known] == [THERE]


class TestWhichSessions:
    """Those of the last days, or those that are named."""

    def test_those_of_the_last_days_are_looked_at(self, tmp_path: Path) -> None:
        with opened(tmp_path) as here:
            for name, days in (("new", 1), ("old", 10)):
                told(here, name, days_ago=days)
            assert [session.native_id for session in recent(here, 7)] == ["new"]
            assert [session.native_id for session in recent(here, None)] == ["new", "old"]

    def test_runs_of_our_own_and_revoked_ones_are_never_looked_at(self, tmp_path: Path) -> None:
        with opened(tmp_path) as here:
            told(here, "ours", origin="reviewer")
            told(here, "helper", origin="subagent")
            told(here, "bad")
            revoke("bad", here)
            assert recent(here, None) == []
            for name in ("ours", "bad"):
                with pytest.raises(WrongUse, match="name other sessions"):
                    named([name], here)
            assert [session.native_id for session in named(["helper"], here)] == ["helper"]

    def test_every_name_that_is_none_is_told(self, tmp_path: Path) -> None:
        with opened(tmp_path) as here, pytest.raises(NotFound) as caught:
            named(["nobody", "nowhere"], here)
        assert "nobody" in str(caught.value)
        assert "nowhere" in str(caught.value)

    def test_the_signal_sources_are_reviewed_from_their_files(self, tmp_path: Path) -> None:
        files = ("conversation-log.log", "audit-log.jsonl", "approvals.json", "poller-log.log")
        with opened(tmp_path, days_later=30) as here:
            done = review(taken_in([SESSIONS / name for name in files], here), here)
            assert {habit.rule.kind for habit in done.habits} >= {
                "feedback",
                "blocked",
                "unknown_sender",
                "stale_approval",
                "poller",
            }
            assert not done.outcome.rejected

    def test_a_file_that_is_no_transcript_is_told(self, tmp_path: Path) -> None:
        (tmp_path / "x.bin").write_bytes(b"\x00\x01")
        with opened(tmp_path) as here, pytest.raises(UnreadableSource):
            taken_in([tmp_path / "x.bin"], here)


class TestSettings:
    """Rules, profile and room are settings."""

    def test_a_rule_of_ones_own_is_kept_to(self, tmp_path: Path) -> None:
        mine = Rule(name="no-hurry", kind="phrases", patterns=(r"\basap\b",), lesson="Give a time, not a hurry.")
        with opened(tmp_path, Config(review=Review(rules=(mine,)))) as here:
            told(here, "a", [("user", "When?"), ("agent", "ASAP, I promise.")])
            reviewed(here)
            assert lessons(here) == ["Give a time, not a hurry."]

    def test_bad_rules_stop_it_before_anything_is_read(self, tmp_path: Path) -> None:
        with opened(tmp_path, Config(review=Review(rules=(Rule(name="x"), Rule(name="y"))))) as here:
            told(here, "a")
            with pytest.raises(ConfigError) as caught:
                reviewed(here)
            assert len(caught.value.problems) == 4

    def test_the_profile_of_the_settings_counts_and_the_one_asked_for_counts_more(self, tmp_path: Path) -> None:
        with opened(tmp_path, Config(review=Review(profile="coding"))) as here:
            told(here, "a")
            assert reviewed(here).habits == []
            assert [habit.rule.name for habit in reviewed(here, profile="chat").habits] == ["one-question"]

    @pytest.mark.proves("lesson-limits")
    def test_a_review_gives_20_lessons_a_scope_holds_30_and_all_hold_50(self, tmp_path: Path) -> None:
        rules = tuple(
            Rule(name=f"r{number}", kind="phrases", patterns=("welcome",), lesson=f"Word {number} is too much.")
            for number in range(25)
        )
        with opened(tmp_path, Config(review=Review(rules=rules))) as here:
            told(here, "a", QUIET)
            done = reviewed(here, scope="kano")
            assert (len(lessons(here, "kano")), done.left_out) == (20, 5)
            for number in range(60):
                for scope in ("", "kano"):
                    decide(person(AddLesson(text=f"Lesson {number}.", scope=scope), here), here.rooms)
            assert (len(lessons(here)), len(lessons(here, "kano"))) == (50, 30)

    def test_there_may_be_room_for_fewer(self, tmp_path: Path) -> None:
        with opened(tmp_path, Config(keep=Keep(lessons_review=1))) as here:
            told(here, "a")
            told(here, "b", CORRECTED)
            done = reviewed(here)
            assert (len(done.habits), len(lessons(here)), done.left_out) == (2, 1, 1)

    def test_nothing_is_learned_where_learning_is_off(self, tmp_path: Path) -> None:
        with opened(tmp_path, Config(learning=Learning(enabled=False))) as here:
            told(here, "a")
            done = reviewed(here)
            assert (len(done.habits), done.enabled, lessons(here)) == (1, False, [])

    def test_a_scope_that_leads_elsewhere_is_refused_by_the_boundary(self, tmp_path: Path) -> None:
        with opened(tmp_path) as here:
            told(here, "a")
            (refused,) = reviewed(here, scope="../up").outcome.rejected
            assert "boundary" in refused.reason


def test_a_rule_that_is_broken_more_often_is_surer(tmp_path: Path) -> None:
    with opened(tmp_path) as here:
        told(here, "a", CLAIMED, host="codex")
        (refused,) = reviewed(here).outcome.rejected
        assert refused.proposal.score == 0.6
        told(here, "b", CLAIMED * 2, host="codex")
        (kept,) = reviewed(here).outcome.applied
        assert kept.proposal.score == 0.73
