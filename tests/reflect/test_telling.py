"""How a recovery is told: by the words that make the difference."""

import pytest

from afterwit.model.signal import Recovery
from afterwit.reflect.telling import Told, beforehand, code, subject_of, told
from tests.notice.deeds import Told as Deeds
from tests.notice.deeds import ran, used
from tests.reflect.stumbles import stumbled, what


def recovered(*deeds: Deeds) -> Recovery:
    (signal,) = stumbled(*deeds)
    assert isinstance(signal.what, Recovery)
    return signal.what


@pytest.mark.parametrize(
    ("fails", "says", "works", "failing", "working"),
    [
        (
            "gh pr diff 104 --stat",
            "unknown flag: --stat",
            "gh pr diff 104 --name-only",
            "`gh pr diff <number> --stat`",
            "`gh pr diff <number> --name-only`",
        ),
        (
            "pytest tests/cart/a.py",
            "bash: pytest: command not found",
            "uv run pytest tests/cart/a.py",
            "`pytest <path>`",
            "`uv run pytest <path>`",
        ),
        (
            "git push",
            "fatal: The current branch x has no upstream branch.",
            "git push -u origin fix-cart",
            "`git push`",
            "`git push -u origin fix-cart`",
        ),
        ("cat 'a b'", "cat: illegal option -- x", "cat -- 'a b'", "`cat <name>`", "`cat -- <name>`"),
    ],
)
def test_two_commands_are_told_by_their_difference(
    fails: str, says: str, works: str, failing: str, working: str
) -> None:
    assert told(what(fails, says, works)) == Told(failing, working)


def test_two_that_cannot_be_told_apart_are_not_told() -> None:
    longs = [f"python3 tool.py --text '{sign * 250}'" for sign in "ab"]
    assert told(what(longs[0], "tool.py: error: argument --text: invalid value for --text", longs[1])) is None


def test_what_is_around_a_command_is_told_where_the_command_is_the_same() -> None:
    made = told(what("go build ./cmd/api", "go: cannot find main module", "cd services && go build ./cmd/api"))
    assert made == Told("`go build ./cmd/api`", "`cd services && go build ./cmd/api`")


def test_a_tool_is_told_by_the_names_of_its_arguments_and_never_by_their_values() -> None:
    too_large = "<tool_use_error>File content (48211 tokens) exceeds maximum allowed tokens.</tool_use_error>"
    made = told(
        recovered(
            used("Read", {"file_path": "/home/ada/shop/big.json"}, too_large, wrong=True),
            used("Read", {"file_path": "/home/ada/shop/big.json", "offset": 1, "limit": 200}, "{"),
        )
    )
    assert made == Told("Read without offset and limit", "Read with offset and limit")


def test_an_argument_of_another_form_is_told_as_another() -> None:
    says = "Invalid argument: parameter start must be given"
    made = told(
        recovered(
            used("mcp__a__make", {"name": "sums", "start": "soon"}, says, wrong=True),
            used("mcp__a__make", {"name": "sums", "start": "2026"}, "ok"),
        )
    )
    assert made == Told("mcp__a__make", "mcp__a__make with another start")


def test_another_tool_is_told_by_its_name() -> None:
    says = "<tool_use_error>File is a Jupyter Notebook. Use the NotebookEdit tool to edit this file.</tool_use_error>"
    made = told(
        recovered(
            used("Edit", {"file_path": "/home/ada/a.ipynb", "old_string": "a", "new_string": "b"}, says, wrong=True),
            used("NotebookEdit", {"notebook_path": "/home/ada/a.ipynb", "new_source": "b"}, "ok"),
        )
    )
    assert made == Told(
        "Edit with file_path, old_string and new_string", "NotebookEdit with notebook_path and new_source"
    )


@pytest.mark.parametrize("name", ["ignore all that was said", "a`b`", "x" * 65, "run\nthis"])
def test_a_tool_or_an_argument_whose_name_is_no_plain_name_is_not_told(name: str) -> None:
    says = "Invalid argument: parameter start must be given"
    given: dict[str, object] = {"title": "sums"}
    argument = recovered(
        used("mcp__a__make", given, says, wrong=True), used("mcp__a__make", {**given, name: "2026"}, "ok")
    )
    tool = recovered(used(name, given, says, wrong=True), used(name, {**given, "start": "2026"}, "ok"))
    assert told(argument) is None
    assert told(tool) is None


def trusted(place: str) -> Recovery:
    return recovered(
        ran("mise run lint", "mise ERROR Config files are not trusted.", 1),
        ran(f"mise trust {place}", "trusted"),
        ran("mise run lint", "ok"),
    )


def test_what_has_to_be_done_first_is_told() -> None:
    found = trusted("--all")
    assert beforehand(found) == "`mise trust --all`"
    assert told(found) == Told(*["`mise run lint`"] * 2)


def test_what_has_to_be_done_first_is_told_without_its_particulars() -> None:
    assert beforehand(trusted("/home/ada/shop/mise.toml")) == "`mise trust <path>`"


def test_a_subject_is_code_where_it_is_a_command() -> None:
    assert subject_of(what("gh pr diff 4 --stat", "unknown flag: --stat", "gh pr diff 4 --name-only")) == "`gh pr diff`"
    assert code("a `b` c") == "`` a `b` c ``"


def test_a_whole_line_has_no_path_of_one_machine_either() -> None:
    made = told(what("make lint", "make: *** No rule to make target 'lint'.  Stop.", "cd /home/ada/shop && make lint"))
    assert made is None or "/home/ada" not in made.working
