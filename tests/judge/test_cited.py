"""What a proposal cites, and which of the calls around it are in doubt."""

import time

import pytest

from afterwit.judge.cited import Cited, look_up, recoveries
from afterwit.model.event import Event
from afterwit.model.step import Step, steps_of
from tests.judge.views import SESSION, call, proposal, refs, result, said, view

WRONG = "That option isn't supported here; I'll use the other one instead."


def looked_up(*events: Event, cites: tuple[str, ...] = ()) -> Cited:
    wanted = cites or tuple(event.id for event in events)
    return look_up(proposal(evidence=refs(*wanted)), view(events))


def steps(*events: Event) -> list[Step]:
    return list(looked_up(*events).steps[SESSION])


LOGS = call(1, "Bash", command="shopctl logs --wide")
OTHER = call(5, "Bash", command="shopctl logs --all")


def test_a_call_that_gave_nothing_is_in_doubt() -> None:
    first, second = steps(LOGS, result(2, 1, ""), OTHER, result(6, 5, "lines"))
    assert (first.doubted, second.doubted) == (True, False)
    assert recoveries([first, second]) == [(first, second)]


@pytest.mark.parametrize("text", ["", "  \n", "Exit code 0\n"])
def test_nothing_has_several_forms(text: str) -> None:
    assert steps(LOGS, result(2, 1, text))[0].doubted


def test_a_call_that_the_agent_calls_wrong_is_in_doubt() -> None:
    first, second = steps(LOGS, result(2, 1, "lines"), said(3, WRONG, "agent"), OTHER, result(6, 5, "more"))
    assert (first.doubted, second.doubted) == (True, False)


def test_the_user_and_another_agent_do_not_speak_for_it() -> None:
    other = Event(seq=3, kind="agent", text=WRONG, agent="scout")
    assert not steps(LOGS, result(2, 1, "lines"), said(3, WRONG), OTHER, result(6, 5, "more"))[0].doubted
    assert not steps(LOGS, result(2, 1, "lines"), other, OTHER, result(6, 5, "more"))[0].doubted


def test_words_after_the_next_call_are_not_about_it() -> None:
    events = (LOGS, result(2, 1, "lines"), OTHER, said(6, WRONG, "agent"), result(7, 5, "more"))
    assert [step.doubted for step in steps(*events)] == [False, False]


def test_a_failure_is_a_failure_and_in_no_doubt() -> None:
    assert not steps(LOGS, result(2, 1, "", ok=False))[0].doubted
    assert not steps(LOGS, result(2, 1, "", ok=None))[0].doubted


def test_in_doubt_the_same_call_again_is_no_recovery() -> None:
    again = call(5, "Bash", command="shopctl logs --wide")
    assert recoveries(steps(LOGS, result(2, 1, ""), again, result(6, 5, "lines"))) == []


def test_what_is_cited_is_marked_and_what_lies_between_is_there_too() -> None:
    events = (LOGS, result(2, 1, "a"), call(3, "Bash", command="ls"), result(4, 3, "b"), OTHER, result(6, 5, "c"))
    found = looked_up(*events, cites=("e2", "e6")).steps[SESSION]
    assert [step.cited for step in found] == [True, False, True]


def test_another_program_may_be_the_changed_approach() -> None:
    failed = call(1, "Bash", command="make lint")
    worked = call(3, "Bash", command="just lint")
    found = steps(failed, result(2, 1, "No rule to make target 'lint'", ok=False), worked, result(4, 3, "ok"))
    assert len(recoveries(found)) == 1


NOTEBOOK = "File is a notebook. Use the NotebookEdit tool to edit this file."


def test_a_tool_that_the_error_names_may_be_the_changed_approach() -> None:
    failed = (call(1, "Edit", file_path="a.ipynb"), result(2, 1, NOTEBOOK, ok=False))
    assert len(recoveries(steps(*failed, call(3, "NotebookEdit", path="b"), result(4, 3, "ok")))) == 1
    assert recoveries(steps(*failed, call(3, "OtherTool", path="b"), result(4, 3, "ok"))) == []


def test_the_same_call_after_a_cited_step_is_a_changed_approach() -> None:
    events = (
        call(1, "Bash", command="terraform plan"),
        result(2, 1, "initialisation required", ok=False),
        call(3, "Bash", command="mise trust"),
        result(4, 3, "ok"),
        call(5, "Bash", command="terraform plan"),
        result(6, 5, "No changes."),
    )
    assert [later.seq for _, later in recoveries(steps(*events))] == [6]
    assert recoveries(looked_up(*events, cites=("e2", "e6")).steps[SESSION]) == []


def test_what_is_cited_goes_before_what_merely_came_first() -> None:
    failed = (LOGS, result(2, 1, "unknown flag", ok=False))
    events = (*failed, call(3, "Bash", command="shopctl help"), result(4, 3, "a"), OTHER, result(6, 5, "b"))
    found = looked_up(*events, cites=("e2", "e6")).steps[SESSION]
    assert [later.seq for _, later in recoveries(found)] == [6]


def test_the_cost_of_many_failures_does_not_explode() -> None:
    def cost(times: int) -> float:
        events: list[Event] = []
        for number in range(0, 4 * times, 2):
            line = f"gh pr diff {number} && make t{number}" if number < 2 * times else f"kubectl pods {number}"
            ok = number >= 2 * times
            events += [call(number + 1, "Bash", command=line), result(number + 2, number + 1, "x", ok=ok)]
        found = list(steps_of("one", events))
        start = time.process_time()
        recoveries(found)
        return time.process_time() - start

    cost(10)
    assert cost(400) < 80 * max(cost(40), 0.005)
