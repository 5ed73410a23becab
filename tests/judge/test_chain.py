"""The chain of gates: who approves, and who cannot."""

import msgspec
import pytest

from afterwit.errors import GateFailed, WrongUse
from afterwit.judge.chain import Chain, Refusal
from afterwit.model.approval import Approved
from afterwit.model.package import Package
from afterwit.model.proposal import AddLesson, CreateSkill, Proposal
from afterwit.model.seal import Seal
from afterwit.model.verdict import Overrule, Verdict
from afterwit.ports import View
from tests.judge.gates import BROKEN, NO, YES, Says, nothing_to_see

LESSON = Proposal(target="lesson", op=AddLesson(text="Run make test."), score=0.9, author="mechanical")


def test_a_proposal_that_every_gate_passes_is_approved() -> None:
    judged = Chain([YES, Says("other", passed=True)]).judge(LESSON, nothing_to_see())
    assert isinstance(judged, Approved)
    assert [verdict.gate for verdict in judged.verdicts] == ["yes", "other"]


def test_an_empty_chain_rejects() -> None:
    judged = Chain([]).judge(LESSON, nothing_to_see())
    assert isinstance(judged, Refusal)
    assert "no decision means no" in judged.reason


def test_every_gate_is_asked_also_after_a_no() -> None:
    judged = Chain([NO, YES, Says("late", passed=False)]).judge(LESSON, nothing_to_see())
    assert isinstance(judged, Refusal)
    assert [verdict.passed for verdict in judged.verdicts] == [False, True, False]
    assert judged.reason == "no: it says no late: it says no"


@pytest.mark.proves("gated-gate-error")
def test_a_gate_that_breaks_is_no_refusal() -> None:
    with pytest.raises(GateFailed, match="The gate broken broke on add_lesson of lessons"):
        Chain([YES, BROKEN]).judge(LESSON, nothing_to_see())


def test_a_person_overrules_a_gate_and_it_is_on_record() -> None:
    word = Overrule(gates=frozenset({"no"}), reason="I have seen it work.", by="ada")
    judged = Chain([YES, NO]).judge(LESSON, nothing_to_see(), word)
    assert isinstance(judged, Approved)
    assert judged.overruled == word
    assert [verdict.passed for verdict in judged.verdicts] == [True, False]


def test_nobody_overrules_the_boundary() -> None:
    word = Overrule(gates=frozenset({"boundary", "no"}), reason="I want it.", by="ada")
    assert isinstance(Chain([Says("boundary", passed=False), NO]).judge(LESSON, nothing_to_see(), word), Refusal)


def test_a_gate_that_was_not_named_is_not_overruled() -> None:
    word = Overrule(gates=frozenset({"no"}), reason="Only that one.", by="ada")
    assert isinstance(Chain([NO, Says("other", passed=False)]).judge(LESSON, nothing_to_see(), word), Refusal)


@pytest.mark.proves("gated-no-write-unjudged")
def test_nobody_else_can_make_an_approval() -> None:
    with pytest.raises(TypeError, match="Only judge/chain"):
        Approved(LESSON, (), None, seal=Seal())


def test_an_approval_is_for_what_was_judged_and_for_nothing_else() -> None:
    approved = Chain([YES]).judge(LESSON, nothing_to_see())
    assert isinstance(approved, Approved)
    with pytest.raises(AttributeError, match="cannot become"):
        approved.proposal = msgspec.structs.replace(LESSON, score=1.0)
    with pytest.raises(AttributeError, match="keeps its proposal"):
        del approved.proposal


def test_nobody_overrules_without_a_reason() -> None:
    with pytest.raises(WrongUse, match="say why"):
        Overrule(gates=frozenset({"no"}), reason=" ", by="ada")


def test_a_verdict_survives_its_way_through_json() -> None:
    verdict = Verdict(gate="quality", passed=True, reason="2 of 2", measured={"depth": True, "steps": 4})
    assert msgspec.json.decode(msgspec.json.encode(verdict), type=Verdict) == verdict


class Impostor:
    """A gate that speaks in another's name."""

    name = "no"

    def judge(self, proposal: Proposal, view: View) -> Verdict:
        return YES.judge(proposal, view)


def test_a_verdict_in_anothers_name_is_no_verdict() -> None:
    with pytest.raises(GateFailed, match="no verdict in its own name"):
        Chain([Impostor()]).judge(LESSON, nothing_to_see())


class Nosy:
    """A gate that is told what it looks at."""

    name = "nosy"

    def judge(self, proposal: Proposal, view: View) -> Verdict:
        return Verdict(gate=self.name, passed=view.skill(proposal.subject) is None, reason="looked")


def test_a_gate_of_anyones_making_takes_part() -> None:
    assert isinstance(Chain([Nosy()]).judge(LESSON, nothing_to_see()), Approved)


SKILL = Proposal(
    target="skill",
    op=CreateSkill(package=Package(name="rl-a", files={"SKILL.md": b"a"})),
    score=0.9,
    author="foreground",
)


def refused(proposal: Proposal, *names: str) -> Refusal:
    judged = Chain([YES, *(Says(name, passed=False) for name in names)]).judge(proposal, nothing_to_see())
    assert isinstance(judged, Refusal)
    return judged


@pytest.mark.parametrize("names", [("quality",), ("evidence", "duplicate", "score")])
def test_a_skill_that_a_person_can_weigh_may_wait_for_one(names: tuple[str, ...]) -> None:
    held = Chain.hold(refused(SKILL, *names))
    assert held is not None
    assert (held.held, held.overruled, held.proposal) == (True, None, SKILL)


@pytest.mark.parametrize("name", ["boundary", "safety", "a-gate-of-my-own"])
def test_what_goes_too_far_or_may_do_harm_does_not_even_wait(name: str) -> None:
    assert Chain.hold(refused(SKILL, "quality", name)) is None


def test_only_a_skill_waits() -> None:
    assert Chain.hold(refused(LESSON, "quality")) is None
