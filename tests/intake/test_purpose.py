"""What a call was for, as far as the call tells."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from afterwit.intake.purpose import command_of, purpose_of
from afterwit.model.event import Event
from tests.intake.test_readers import JSON


def call(tool: str, **given_input: object) -> Event:
    """A call of a tool."""
    return Event(kind="tool_call", tool=tool, input=given_input)


def told(event: Event) -> str:
    """What the call is said to be for."""
    return purpose_of(event, command_of(event))


@pytest.mark.parametrize(
    ("event", "purpose"),
    [
        (call("Write", file_path="a"), "file_write"),
        (call("Edit", file_path="a"), "file_write"),
        (call("apply_patch", input="*** Begin Patch"), "file_write"),
        (call("write_file", path="a"), "file_write"),
        (call("str_replace_editor", command="create"), "file_write"),
        (call("str_replace_editor", command="view"), ""),
        (call("Read", file_path="a"), ""),
        (call("Skill", skill="rl-lamp"), "skill_loaded"),
        (call("skill_learning_start"), "learning_start"),
        (call("mcp__afterwit__skill_learning_start"), "learning_start"),
        (call("mcp__afterwit__skill_learning_finish"), "learning_finish"),
        (call("Bash", command="ls"), ""),
        (call(""), ""),
    ],
)
def test_a_tool_tells_what_a_call_was_for(event: Event, purpose: str) -> None:
    assert told(event) == purpose


@pytest.mark.parametrize(
    "command",
    [
        "pytest -q",
        "cd src && python -m pytest tests",
        ".venv/bin/python -m pytest",
        "CI=1 uv run pytest | tail -3",
        "npx eslint .",
        "npm test",
        "npm run test",
        "./gradlew test",
        "go test ./... 2>&1 | head",
        "cargo clippy --all",
        "for f in *.sh; do shellcheck $f; done",
        "ruff check . && echo fine",
        "ruff format --check src",
        "gofmt -l .",
        "'go' \"test\" ./...",
        "(mise run test)",
    ],
)
def test_running_a_check_is_a_verification(command: str) -> None:
    assert told(call("Bash", command=command)) == "verification"
    assert told(call("shell", command=["bash", "-lc", command])) == "verification"


@pytest.mark.parametrize(
    "command",
    [
        "cat pytest.ini",
        "grep -r pytest .",
        "echo pytest",
        "pip install pytest",
        "git commit -m 'run pytest first'",
        "npm install",
        "go build",
        "make install test",
        "mongo test",
        "which mypy",
        "command -v pytest",
        "cat > run.sh <<EOF\npytest\nEOF",
        "ls # pytest",
        "",
    ],
)
def test_naming_a_check_is_not_running_it(command: str) -> None:
    assert told(call("Bash", command=command)) == ""


@pytest.mark.parametrize(
    ("event", "command"),
    [
        (call("Bash", command="ls"), "ls"),
        (call("exec_command", cmd="ls"), "ls"),
        (call("run_shell_command", command="ls"), "ls"),
        (call("shell", command=["bash", "-lc", "ls | wc"]), "ls | wc"),
        (call("shell", command=["sh", "-c", "ls"]), "ls"),
        (call("local_shell", type="exec", command=["ls", "-l"]), "ls -l"),
        (call("shell", command=[1, "ls"]), "ls"),
        (call("shell", command=[]), ""),
        (call("Bash", command=5, script="ls"), "ls"),
        (call("Bash"), ""),
        (call("Read", command="ls"), ""),
        (Event(kind="tool_call", tool="Bash"), ""),
    ],
)
def test_the_command_of_a_shell_call_is_found_in_every_form(event: Event, command: str) -> None:
    assert command_of(event) == command


@given(st.sampled_from(["Bash", "shell", "Edit", "x"]), st.dictionaries(st.sampled_from(["command", "cmd", "a"]), JSON))
def test_any_call_can_be_asked(tool: str, given_input: dict[str, object]) -> None:
    event = Event(kind="tool_call", tool=tool, input=given_input)
    assert isinstance(command_of(event), str)
    assert isinstance(told(event), str)
