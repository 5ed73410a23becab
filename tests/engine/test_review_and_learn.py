"""The gated pass: proposed, judged, kept, and what happens when any of that goes wrong."""

from collections.abc import Iterator, Sequence

import pytest

from afterwit.adapters.in_memory_history import MemoryDocket
from afterwit.config import Judge
from afterwit.engine.review_and_learn import LearnOutcome, Rooms, review_and_learn
from afterwit.errors import BadProposal, OverBudget, StoreFailed
from afterwit.judge.chain import Chain
from afterwit.judge.score import ScoreGate
from afterwit.model.approval import Approved
from afterwit.model.proposal import AddMemory, Proposal, checked
from afterwit.model.verdict import Rejected, Verdict
from afterwit.ports import Gate, View
from tests.judge.gates import BROKEN, NO, YES, nothing_to_see


class Memory:
    """A store with room for so many entries."""

    def __init__(self, room: int = 100) -> None:
        self.entries: list[str] = []
        self._room = room

    def apply(self, approved: Approved, proposal_id: int | None) -> tuple[int | None, str]:
        """Remember it, once."""
        del proposal_id
        op = approved.proposal.op
        assert isinstance(op, AddMemory)
        if op.text in self.entries:
            return None, "Memory has it already"
        if len(self.entries) >= self._room:
            raise OverBudget("This memory is full: remove an entry first.")
        self.entries.append(op.text)
        return len(self.entries), "Changed memory"


def remember(text: str, score: float = 0.9) -> Proposal:
    """A proposal to remember something."""
    return Proposal(target="memory", op=AddMemory(memory="facts", text=text), score=score, author="background")


GOOD: dict[str, object] = {
    "target": "memory",
    "score": 0.9,
    "author": "background",
    "op": {"do": "add_memory", "memory": "facts", "text": "x"},
}


class Pass:
    """One pass over given proposals."""

    def __init__(self, *gates: Gate, room: int = 100, enabled: bool = True) -> None:
        self.memory = Memory(room)
        self.docket = MemoryDocket()
        self.asked: list[str] = []
        self._rooms = Rooms(
            chain=Chain(gates), view=nothing_to_see(), docket=self.docket, store=self.memory, enabled=enabled
        )

    def __call__(self, *proposals: object, summary: str = "A turn ended.") -> LearnOutcome:
        def proposer(said: str) -> Sequence[object]:
            self.asked.append(said)
            return proposals

        return review_and_learn(summary, proposer, self._rooms)

    def broken(self, *first: object) -> LearnOutcome:
        """A pass whose proposer breaks, after some proposals."""

        def proposer(_: str) -> Iterator[object]:
            yield from first
            raise StoreFailed("The model cannot be reached: check the network.")

        return review_and_learn("A turn ended.", proposer, self._rooms)


@pytest.mark.proves("gated-nothing-to-do")
def test_a_blank_summary_is_an_empty_outcome_and_is_never_sent_to_the_proposer() -> None:
    run = Pass(YES)
    assert run(remember("x"), summary=" \n\t") == LearnOutcome()
    assert run.asked == []


@pytest.mark.proves("config-extraction")
def test_where_learning_is_off_nobody_is_asked_and_nothing_is_written() -> None:
    run = Pass(YES, enabled=False)
    assert run(remember("x")) == LearnOutcome()
    assert (run.asked, run.memory.entries) == ([], [])


@pytest.mark.proves("gated-nothing-to-do")
def test_no_proposals_are_an_empty_outcome() -> None:
    assert Pass(YES)() == LearnOutcome()


@pytest.mark.proves("gated-ports", "gated-outcome")
def test_what_every_gate_passes_is_applied() -> None:
    run = Pass(YES)
    done = run(remember("one"), remember("two"))
    assert [outcome.change for outcome in done.applied] == [1, 2]
    assert run.memory.entries == ["one", "two"]
    assert (done.rejected, done.failed, done.stopped) == ([], [], "")
    assert [judged.fate for judged in run.docket.proposals()] == ["applied", "applied"]


@pytest.mark.proves("gated-rejected")
def test_a_rejected_proposal_has_the_gates_reason_and_the_pass_goes_on() -> None:
    run = Pass(ScoreGate(Judge()))
    done = run(remember("weak", 0.2), remember("sure"))
    assert [outcome.proposal.score for outcome in done.rejected] == [0.2]
    assert "0.2" in done.rejected[0].reason
    assert run.memory.entries == ["sure"]


@pytest.mark.proves("gated-failed", "gated-over-budget")
def test_a_write_over_budget_is_failed_and_never_rejected_and_the_pass_goes_on() -> None:
    run = Pass(YES, room=1)
    done = run(remember("one"), remember("two"), remember("one"))
    assert [outcome.reason for outcome in done.failed] == ["This memory is full: remove an entry first."]
    assert done.rejected == []
    assert len(done.applied) == 2
    assert run.memory.entries == ["one"]


@pytest.mark.proves("gated-reinforces")
def test_what_is_there_already_counts_as_applied_and_is_there_once() -> None:
    run = Pass(YES)
    done = run(remember("one"), remember("one"))
    assert [outcome.reinforced for outcome in done.applied] == [False, True]
    assert run.memory.entries == ["one"]


@pytest.mark.proves("gated-proposer-error")
def test_a_proposer_that_breaks_ends_the_pass_with_nothing_written() -> None:
    run = Pass(YES)
    done = run.broken()
    assert done == LearnOutcome(stopped="The model cannot be reached: check the network.")
    assert run.memory.entries == []


def test_a_proposer_that_breaks_halfway_has_nothing_written_either() -> None:
    run = Pass(YES)
    done = run.broken(remember("one"))
    assert "cannot be reached" in done.stopped
    assert run.memory.entries == []


def test_a_proposer_that_claims_to_be_a_person_stops_the_pass() -> None:
    run = Pass(ScoreGate(Judge()))
    done = run(remember("one"), GOOD | {"author": "person", "score": 0.01})
    assert "claims to come from a person" in done.stopped
    assert run.memory.entries == ["one"]


@pytest.mark.proves("gated-gate-error")
def test_a_gate_error_stops_the_pass_and_keeps_what_was_applied() -> None:
    class OnTheSecond:
        name = "yes"

        def judge(self, proposal: Proposal, view: View) -> Verdict:
            return (BROKEN if proposal.score == 1 else YES).judge(proposal, view)

    run = Pass(OnTheSecond())
    done = run(remember("one"), remember("two", 1.0), remember("three"))
    assert len(done.applied) == 1
    assert "The gate yes broke" in done.stopped
    assert (done.rejected, done.failed) == ([], [])
    assert run.memory.entries == ["one"]


@pytest.mark.proves("gated-bad-shape", "gated-proposal")
@pytest.mark.parametrize(
    "bad",
    [
        pytest.param(GOOD | {"score": 1.5}, id="a score of 1.5"),
        pytest.param(GOOD | {"score": float("nan")}, id="a score that is no number"),
        pytest.param(GOOD | {"target": "soul"}, id="an unknown target"),
        pytest.param(GOOD | {"target": "lesson"}, id="an operation of another target"),
        pytest.param(GOOD | {"op": {"do": "burn"}}, id="an unknown operation"),
        pytest.param(GOOD | {"op": {"do": "add_memory", "memory": "facts", "text": ""}}, id="an empty text"),
        pytest.param(GOOD | {"author": "nobody"}, id="an unknown author"),
        pytest.param(GOOD | {"extra": 1}, id="a field too many"),
        pytest.param("rm -rf", id="no proposal at all"),
        pytest.param(remember("x", score=-0.1), id="made in Python, unchecked"),
    ],
)
def test_a_proposal_of_bad_shape_stops_the_pass_unjudged(bad: object) -> None:
    run = Pass(YES)
    done = run(remember("one"), bad, remember("three"))
    assert "nothing of it was written" in done.stopped
    assert run.memory.entries == ["one"]
    assert len(run.docket.proposals()) == 1


def test_rejected_and_failed_are_different_words_everywhere() -> None:
    run = Pass(NO)
    done = run(remember("one"))
    assert isinstance(done.rejected[0], Rejected)
    assert [judged.fate for judged in run.docket.proposals()] == ["rejected"]


def test_a_checked_proposal_is_the_same_again() -> None:
    assert checked(remember("x")) == remember("x")
    with pytest.raises(BadProposal):
        checked(None)
