"""The gates that the settings name."""

import pytest

from afterwit.config import Judge
from afterwit.engine.gates import OURS, chain_of
from afterwit.errors import ConfigError
from afterwit.judge.chain import Refusal
from afterwit.model.approval import Approved
from afterwit.model.proposal import AddLesson, Proposal
from afterwit.model.verdict import Verdict
from afterwit.ports import Gate, View
from tests.judge.gates import nothing_to_see

LESSON = Proposal(target="lesson", op=AddLesson(text="Run make test."), score=0.1, author="person", by="ada")


class Strict:
    """A gate of somebody's own."""

    name = "strict"

    def judge(self, proposal: Proposal, view: View) -> Verdict:
        """Never."""
        del proposal, view
        return Verdict(gate=self.name, passed=False, reason="never")


def strict(config: Judge) -> Gate:
    """Makes it."""
    del config
    return Strict()


NOT_CALLABLE = 3


def broken(config: Judge) -> Gate:
    """Makes none."""
    raise RuntimeError(f"no gate for {config.prefix}")


def gates_of(config: Judge) -> list[str]:
    judged = chain_of(config).judge(LESSON, nothing_to_see())
    return [verdict.gate for verdict in judged.verdicts]


def test_the_boundary_comes_first_and_the_others_in_their_order() -> None:
    assert gates_of(Judge()) == ["boundary", *OURS]
    assert gates_of(Judge(gates=("score", "safety"))) == ["boundary", "score", "safety"]


@pytest.mark.proves("gated-ports")
def test_a_gate_of_ones_own_is_named_by_module_and_callable() -> None:
    judged = chain_of(Judge(gates=("score", "tests.engine.test_gates:strict"))).judge(LESSON, nothing_to_see())
    assert isinstance(judged, Refusal)
    assert judged.reason == "strict: never"


def test_no_gates_approve_nothing() -> None:
    assert isinstance(chain_of(Judge(gates=())).judge(LESSON, nothing_to_see()), Refusal)
    assert isinstance(chain_of(Judge()).judge(LESSON, nothing_to_see()), Approved)


def test_every_gate_that_cannot_be_had_is_told_at_once() -> None:
    with pytest.raises(ConfigError) as wrong:
        chain_of(
            Judge(gates=("scor", "no.such.module:gate", "tests.engine.test_gates:nothing", f"{__name__}:NOT_CALLABLE"))
        )
    assert [problem.split(" ")[1] for problem in wrong.value.problems] == [
        "there",
        "no.such.module:gate",
        "tests.engine.test_gates:nothing",
        f"{__name__}:NOT_CALLABLE",
    ]
