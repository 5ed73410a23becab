"""`afterwit retrospective`."""

import sys

import pytest

from tests.engine.stumbling import DIFF, told_in
from tests.faces.cli.running import SKILL, Afterwit
from tests.faces.cli.terminal import typed
from tests.machine import Machine
from tests.notice.deeds import Deed, ran
from tests.transcripts import claude, write

WEAK = (ran("shopctl sync orders", "is stale", 1), ran("shopctl sync orders carts", "done"))
"""What `learn` is not sure enough of to propose it."""
VAGUE = (Deed(text="It closes at eight."), Deed(text="No, it closes at six on Fridays.", kind="user"))
"""What may be a correction, and may be none."""
ALL = ("retrospective", "--since", "all")


@pytest.fixture
def refused(afterwit: Afterwit, machine: Machine, monkeypatch: pytest.MonkeyPatch) -> str:
    """A skill that a gate has refused, and refuses still."""
    monkeypatch.setenv("AFTERWIT_JUDGE_MIN_EVENT_REFS", "99")
    (done,) = afterwit("learn", told_in(machine.home, *DIFF, name="diff", day=5), "--json").document["proposals"]
    assert done["outcome"] == "rejected"
    return SKILL


@pytest.fixture
def unsure(afterwit: Afterwit, machine: Machine) -> str:
    """A skill that was seen too unclearly to be proposed."""
    document = afterwit("learn", told_in(machine.home, *WEAK), "--json").document
    assert document["proposals"] == []
    return str(document["unsure"][0]["subject"])


def pending(machine: Machine) -> set[str]:
    """The skills that wait."""
    folder = machine.state / "skills-pending"
    return {path.name for path in folder.iterdir()} if folder.exists() else set()


class TestCandidates:
    """What is shown."""

    @pytest.mark.proves("retrospective")
    def test_candidates_come_with_what_every_gate_says_and_only_what_is_picked_waits(
        self, afterwit: Afterwit, machine: Machine, unsure: str, refused: str
    ) -> None:
        found = afterwit(*ALL, "--json").document["candidates"]
        assert [(one["number"], one["subject"]) for one in found] == [(1, refused), (2, unsure)]
        for one in found:
            said = {verdict["gate"]: verdict["passed"] for verdict in one["verdicts"]}
            assert set(said) == {"boundary", "evidence", "quality", "duplicate", "safety", "score"}
            assert one["passes"] is False
            assert said["evidence"] is False
            assert said["quality"] is True
        assert pending(machine) == set()
        assert afterwit(*ALL, "--select", "2", "--reason", "It will be needed.").code == 0
        assert pending(machine) == {unsure}

    def test_the_table_has_the_four_quality_gates_and_who_says_no(self, afterwit: Afterwit, refused: str) -> None:
        done = afterwit(*ALL)
        assert (done.code, done.err) == (0, "")
        head, row, _, summary, reason = done.out.splitlines()
        assert head.split() == ["#", "WHAT", "SURE", "DRTV", "GATES", "SEEN"]
        assert row.split("  ")[:6] == ["1", refused, "0.90", "++++", "no: evidence", row.rpartition("  ")[2]]
        assert row.endswith("(1 session, 1 call wasted)")
        assert summary.startswith("1 candidate from 1 session.")
        assert reason.startswith("1 evidence: 4 events of the log cited, 99 needed")

    def test_what_learn_was_not_sure_of_comes_up(self, afterwit: Afterwit, unsure: str) -> None:
        (one,) = afterwit(*ALL, "--json").document["candidates"]
        assert one["subject"] == unsure
        assert [verdict["gate"] for verdict in one["verdicts"] if not verdict["passed"]] == ["score"]

    def test_what_waits_already_is_no_candidate(self, afterwit: Afterwit, machine: Machine) -> None:
        afterwit("learn", told_in(machine.home, *DIFF))
        done = afterwit(*ALL)
        assert (done.code, done.out) == (
            0,
            "Looked back on 1 session: nothing that is not known already.\n",
        )
        assert afterwit(*ALL, "--json").document["candidates"] == []

    def test_weak_ones_are_shown_to_those_who_ask(self, afterwit: Afterwit, machine: Machine) -> None:
        seen = afterwit("learn", told_in(machine.home, *VAGUE), "--json").document["unsure"]
        assert [(one["op"], one["score"] < 0.6) for one in seen] == [("add_lesson", True)]
        done = afterwit(*ALL)
        assert "--weak shows them" in done.out
        assert afterwit(*ALL, "--json").document["candidates"] == []
        shown = afterwit(*ALL, "--weak", "--json").document["candidates"]
        assert [(one["op"], one["score"]) for one in shown] == [("add_lesson", seen[0]["score"])]


class TestSessions:
    """Which sessions are looked back on."""

    def test_a_session_is_named(self, afterwit: Afterwit, machine: Machine, unsure: str) -> None:
        afterwit("learn", told_in(machine.home, ran("ls", "cart.py"), name="two", day=5))
        document = afterwit("retrospective", "one", "--json").document
        assert document["sessions"] == ["claude-code:one"]
        assert [one["subject"] for one in document["candidates"]] == [unsure]
        assert afterwit("retrospective", "two", "--json").document["candidates"] == []

    def test_a_session_that_was_not_read_is_not_looked_for(self, afterwit: Afterwit, machine: Machine) -> None:
        told_in(machine.home, *DIFF)
        assert afterwit(*ALL, "--json").document["sessions"] == []
        assert not machine.state.exists()

    def test_sessions_that_there_are_not_are_told_all_at_once(self, afterwit: Afterwit, unsure: str) -> None:
        del unsure
        done = afterwit("retrospective", "one", "nobody", "noone")
        assert (done.code, done.out) == (1, "")
        assert "nobody" in done.err
        assert "noone" in done.err

    def test_sessions_or_days_not_both(self, afterwit: Afterwit, unsure: str) -> None:
        del unsure
        done = afterwit("retrospective", "one", "--since", "3")
        assert (done.code, done.out) == (2, "")

    def test_old_sessions_are_not_recent(self, afterwit: Afterwit, machine: Machine) -> None:
        afterwit("learn", write(machine.home / "old.jsonl", claude(1, timestamp="2019-05-06T07:08:09.000Z")))
        assert afterwit("retrospective", "--json").document["sessions"] == []
        assert len(afterwit(*ALL, "--json").document["sessions"]) == 1

    def test_nothing_to_look_back_on_is_a_friendly_sentence(self, afterwit: Afterwit) -> None:
        done = afterwit("retrospective")
        assert (done.code, done.err) == (0, "")
        assert done.out == (
            "There are no sessions to look back on. `afterwit learn` reads sessions; --since all takes all.\n"
        )


class TestPicking:
    """A person says what is kept."""

    def test_what_is_picked_waits_and_the_reason_stands_in_the_history(
        self, afterwit: Afterwit, machine: Machine, refused: str
    ) -> None:
        done = afterwit(*ALL, "--select", "1", "--reason", "I have seen it work.")
        assert done.code == 0
        assert f"applied  Added skill: {refused} (waits for your approval)" in done.out
        assert pending(machine) == {refused}
        assert not (machine.state / "skills").exists()
        (change,) = afterwit("history", refused, "--json").document["changes"]
        assert (change["author"], change["why"]) == ("person", "I have seen it work.")
        assert "no  evidence: 4 events of the log cited, 99 needed" in afterwit("show", refused).out

    def test_what_is_only_too_weak_needs_no_reason(self, afterwit: Afterwit, unsure: str) -> None:
        picked = afterwit(*ALL, "--select", "1", "--json").document["picked"]
        assert [(one["subject"], one["outcome"]) for one in picked] == [(unsure, "applied")]
        (change,) = afterwit("history", unsure, "--json").document["changes"]
        assert change["why"] == "Picked in a retrospective."

    def test_against_a_gate_nothing_is_kept_without_a_reason(
        self, afterwit: Afterwit, machine: Machine, unsure: str, refused: str
    ) -> None:
        done = afterwit(*ALL, "--select", "all", "--json")
        assert (done.code, done.out) == (2, "")
        assert all(part in done.err for part in (unsure, refused, "--reason", "Nothing was kept."))
        assert pending(machine) == set()

    def test_picked_it_is_pending_even_where_skills_become_active_by_themselves(
        self, afterwit: Afterwit, machine: Machine, monkeypatch: pytest.MonkeyPatch, refused: str
    ) -> None:
        monkeypatch.setenv("AFTERWIT_LEARNING_AUTO_EXTRACT", "true")
        afterwit(*ALL, "--select", "1", "--reason", "I have seen it work.")
        assert pending(machine) == {refused}
        assert not (machine.state / "skills").exists()

    def test_all_are_picked_and_none_is_left_to_show(
        self, afterwit: Afterwit, machine: Machine, unsure: str, refused: str
    ) -> None:
        assert afterwit(*ALL, "--select", "all", "--reason", "I have seen both.").code == 0
        assert pending(machine) == {unsure, refused}
        assert "nothing that is not known already" in afterwit(*ALL).out

    @pytest.mark.parametrize("select", ["none", "NONE", ""])
    def test_none_is_an_answer(self, afterwit: Afterwit, machine: Machine, refused: str, select: str) -> None:
        del refused
        assert afterwit(*ALL, "--select", select).code == 0
        assert pending(machine) == set()

    @pytest.mark.parametrize("select", ["99", "0", "-1", "one", "1,99", "1-2", "\u00b2", "9" * 5000])
    def test_a_number_that_there_is_not_is_refused_with_those_that_there_are(
        self, afterwit: Afterwit, machine: Machine, refused: str, select: str
    ) -> None:
        del refused
        done = afterwit(*ALL, f"--select={select}", "--json")
        assert (done.code, done.out) == (2, "")
        assert "they have the numbers 1 to 1." in done.err
        assert pending(machine) == set()

    def test_unasked_nothing_is_kept_where_nobody_sits_at_a_terminal(
        self, afterwit: Afterwit, machine: Machine, refused: str
    ) -> None:
        del refused
        assert afterwit(*ALL, "--json").document["picked"] == []
        assert pending(machine) == set()

    def test_what_was_turned_down_stays_a_candidate(self, afterwit: Afterwit, refused: str) -> None:
        for _ in range(2):
            found = afterwit(*ALL, "--select", "none", "--json").document["candidates"]
            assert [one["subject"] for one in found] == [refused]


@pytest.mark.skipif(sys.platform == "win32", reason="needs a POSIX terminal")
class TestAtATerminal:
    """A person is asked."""

    def test_a_person_types_a_number(self, machine: Machine, refused: str) -> None:
        done = typed(b"1\n", *ALL, "--reason", "I have seen it work.")
        assert (done.code, done.err) == (0, "")
        assert "Keep which? Numbers, all, or none: " in done.out
        assert pending(machine) == {refused}

    @pytest.mark.parametrize("answer", [b"\n", b"none\n"])
    def test_a_person_wants_none(self, machine: Machine, refused: str, answer: bytes) -> None:
        del refused
        assert typed(answer, *ALL).code == 0
        assert pending(machine) == set()

    def test_a_person_who_closes_the_input_wants_none(self, machine: Machine, refused: str) -> None:
        del refused
        done = typed(b"\x04", *ALL)
        assert pending(machine) == set()
        assert "has a bug" not in done.err
        assert done.code == 0
