"""Steps: calls with what came of them."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from afterwit.model.event import Event
from afterwit.model.step import Step, command_line, steps_of, texts


def call(seq: int, tool: str = "Bash", **given: object) -> Event:
    return Event(seq=seq, kind="tool_call", tool=tool, input=dict(given))


def result(seq: int, answers: int | None, text: str = "", *, ok: bool | None = True) -> Event:
    return Event(seq=seq, kind="tool_result", answers=answers, text=text, ok=ok)


def step(tool: str = "Bash", **given: object) -> Step:
    (found,) = steps_of("one", [call(1, tool, **given), result(2, 1)])
    return found


def test_calls_are_paired_with_their_results_in_the_order_of_the_results() -> None:
    events = [call(1, command="a"), call(2, command="b"), result(3, 2), result(4, 1), result(5, 9), result(6, None)]
    assert [(each.call.seq, each.seq) for each in steps_of("one", events)] == [(2, 3), (1, 4)]


def test_a_call_is_answered_once_and_a_refusal_is_an_answer() -> None:
    refusal = Event(seq=2, kind="refusal", answers=1)
    assert [each.result.kind for each in steps_of("one", [call(1), refusal, result(3, 1)])] == ["refusal"]


@pytest.mark.parametrize("name", ["command", "cmd", "script", "commandLine", "commands"])
def test_a_command_line_is_found_under_any_name(name: str) -> None:
    found = step(**{name: "cd src && git status | head"})
    assert found.command == "cd src && git status | head"
    assert found.programs == found.about == {"git", "head"}


@pytest.mark.parametrize(
    ("words", "line"),
    [
        (["bash", "-lc", "git status | head"], "git status | head"),
        (["git", "status"], "git status"),
        (["ls", 3, None], "ls"),
        ([], ""),
        (7, ""),
    ],
)
def test_a_command_may_be_given_word_by_word(words: object, line: str) -> None:
    assert command_line(call(1, command=words)) == step(command=words).command == line


def test_another_tool_is_about_the_places_it_names() -> None:
    assert step("Read", file_path="/a/b.py", limit=3).about == {"Read /a/b.py"}
    assert step("Plan", text="go").about == {"Plan"}


def test_two_calls_that_say_the_same_did_the_same() -> None:
    assert step(command="ls").does == step(command="ls").does
    assert step(command="ls").does != step(command="ls -l").does


@pytest.mark.parametrize(("command", "looks"), [("git status", True), ("cd src", False), ("echo a", False), ("", True)])
def test_a_program_that_does_nothing_looks_into_nothing(command: str, looks: bool) -> None:  # noqa: FBT001 - a row
    assert step(command=command).investigates is looks


def test_a_write_and_a_check_are_known_by_their_purpose() -> None:
    write = Event(seq=1, kind="tool_call", tool="Edit", purpose="file_write")
    check = Event(seq=3, kind="tool_call", tool="Bash", purpose="verification")
    wrote, checked = steps_of("one", [write, result(2, 1), check, result(4, 3)])
    assert (wrote.writes, wrote.verifies, wrote.investigates) == (True, False, False)
    assert (checked.writes, checked.verifies) == (False, True)


def test_a_step_is_neither_cited_nor_doubted_until_somebody_says_so() -> None:
    assert (step().cited, step().doubted) == (False, False)


def test_every_text_of_the_arguments_is_found_however_deep() -> None:
    assert list(texts({"a": ["x", {"b": "y"}], "c": 3, "d": None, "e": "z"})) == ["x", "y", "z"]


@given(
    st.recursive(
        st.one_of(st.text(), st.integers(), st.none()), lambda part: st.lists(part) | st.dictionaries(st.text(), part)
    )
)
def test_any_arguments_have_texts(value: object) -> None:
    assert all(isinstance(text, str) for text in texts(value))
