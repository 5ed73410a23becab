"""Exit codes, as each host writes them around the output."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from afterwit.model.exit_code import STILL_RUNNING, exit_code


@pytest.mark.parametrize(
    ("text", "code", "body"),
    [
        ("Exit code 1", 1, ""),
        ("Exit code 1\nno such thing\n", 1, "no such thing\n"),
        ("Exit code: 0\nWall time: 0 seconds\nOutput:\nSuccess.\n", 0, "Success.\n"),
        ("Exit code: 127\nbash: lamp: command not found", 127, "bash: lamp: command not found"),
        ("Exit code -9\nkilled", -9, "killed"),
        ("Chunk ID: 1a\nWall time: 0.1 seconds\nProcess exited with code 2\nOutput:\nbad\n", 2, "bad\n"),
        ("Wall time: 0.1 seconds\nProcess exited with code 0\nOutput:\n", 0, ""),
        ("Process exited with code 3\nOutput:\nx", 3, "x"),
        ("gone\n<shellId: 3 completed with exit code 1>", 1, "gone\n"),
        ("<exited with exit code 0>\n", 0, ""),
        ("no match\n(exit code: 1)", 1, "no match\n"),
        ("(exit code: 1)\n", 1, ""),
    ],
)
def test_every_hosts_form_gives_the_code_and_the_output(text: str, code: int, body: str) -> None:
    assert exit_code(text) == (code, body)


@pytest.mark.parametrize(
    "text",
    [
        "",
        "all well",
        "Exit code",
        "Exit code unknown\nx",
        "Exit code 1 2 3\nx",
        "Exit code 99999999999999999999",
        "it said: Exit code 1",
        "the log\nProcess exited with code 1\nwas long",
        "<b>exit code 1</b>",
        "<shellId: 3 is running>",
        "see (exit code: many)",
        "(exit code: 1) was what it said",
        "Chunk ID: 1a\nOutput:\nnothing said",
    ],
)
def test_what_merely_looks_like_a_code_is_output(text: str) -> None:
    assert exit_code(text) == (None, text)


def test_a_command_that_still_runs_has_no_code_yet() -> None:
    code, body = exit_code("Chunk ID: 1a\nWall time: 10 seconds\nProcess running with session ID 7\nOutput:\n...")
    assert code is None
    assert body.startswith(STILL_RUNNING)


@given(st.text())
def test_any_text_can_be_asked(text: str) -> None:
    code, body = exit_code(text)
    assert body == text if code is None else body in text


@given(st.integers(-255, 255), st.text(alphabet="ab\n<>():1 "))
def test_a_code_is_found_before_any_output(code: int, output: str) -> None:
    assert exit_code(f"Exit code {code}\n{output}")[0] == code
