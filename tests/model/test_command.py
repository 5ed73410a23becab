"""A command line, taken apart without a shell."""

import time

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from afterwit.model.command import commands, pipelines, without_redirections


def meant(command: str) -> list[list[str]]:
    """The programs that are meant, with their words, a list a pipeline."""
    return [[" ".join(stage.meant) for stage in pipeline] for pipeline in pipelines(command)]


@pytest.mark.parametrize(
    ("command", "expected"),
    [
        ("pytest -q", [["pytest -q"]]),
        ("cd src && pytest; git status", [["cd src"], ["pytest"], ["git status"]]),
        ("make test || echo broken", [["make test"], ["echo broken"]]),
        ("server & curl localhost", [["server"], ["curl localhost"]]),
        ("first\nsecond", [["first"], ["second"]]),
        ("pytest | tail -5 | cat", [["pytest", "tail -5", "cat"]]),
        ("make |& tail", [["make", "tail"]]),
        ("(cd a; ls)", [["cd a"], ["ls"]]),
        ("{ ls; }", [["ls"], ["}"]]),
        ("echo $(git rev-parse HEAD)", [["echo $", "git rev-parse HEAD"]]),
        ("", []),
        ("  \n ; && ", []),
    ],
)
def test_a_command_line_is_parted_into_pipelines_and_stages(command: str, expected: list[list[str]]) -> None:
    assert meant(command) == expected


@pytest.mark.parametrize(
    "command",
    [
        "pytest",
        "/usr/bin/pytest",
        "./pytest",
        "CI=1 PYTHONPATH=. pytest",
        "sudo pytest",
        "/usr/bin/env pytest",
        "env -i A=1 pytest",
        "time -p pytest",
        "nohup nice -n 10 pytest",
        "timeout 60 pytest",
        "timeout -k 5 2m pytest",
        "timeout \u2026 pytest",
        "uv run pytest",
        "uv run --frozen pytest",
        "uv run --with pytest-cov --extra two pytest",
        "poetry run pytest",
        "python -m pytest",
        ".venv/bin/python -m pytest",
        "A=1 uv run python3 -m pytest",
        "npx -y pytest",
        "! pytest",
        "if pytest",
        "( pytest )",
        "p'ytes't",
        'pyt"est"',
        "pyt\\\nest",
    ],
)
def test_the_program_that_is_meant_is_found_behind_what_stands_before_it(command: str) -> None:
    assert [[stage.program for stage in line] for line in pipelines(command)] == [["pytest"]]


@pytest.mark.parametrize("question", ["command -v pytest", "command -V pytest"])
def test_asking_for_a_command_is_not_running_it(question: str) -> None:
    assert meant(question) == [[question]]


@pytest.mark.parametrize(
    ("command", "expected"),
    [
        ("echo 'a | b; c && d'", [["echo a | b; c && d"]]),
        ('echo "a | \\" b" | wc', [["echo a | \\ b", "wc"]]),
        ("echo a\\|b", [["echo a\\|b"]]),
        ("ls # | not this", [["ls"]]),
        ("echo a#b | wc", [["echo a#b", "wc"]]),
    ],
)
def test_quoted_escaped_and_commented_separators_part_nothing(command: str, expected: list[list[str]]) -> None:
    assert meant(command) == expected


def test_redirections_do_not_part_a_command() -> None:
    assert meant("make 2>&1 | tail") == [["make 2>&1", "tail"]]
    assert meant("make &> log; ls") == [["make log"], ["ls"]]
    assert meant("make >out 2>/dev/null && ls") == [["make >out 2>/dev/null"], ["ls"]]


def test_a_here_document_is_data() -> None:
    assert meant("cat > run.sh <<'EOF'\npytest | tail\nEOF") == [["cat > run.sh"]]


@pytest.mark.parametrize(
    ("command", "expected"),
    [
        ("git status <<X ; rm -rf work", [["git status"], ["rm -rf work"]]),
        ("cat <<X | sh\nmake\nX\nls", [["cat", "sh"], ["ls"]]),
        ("cat <<-'X'\n\tmake\n\tX\nls", [["cat"], ["ls"]]),
        ("cat <<A <<B\nmake\nA\nmake\nB\nls", [["cat"], ["ls"]]),
        ("cat <<X\nmake\n X\nls", [["cat"]]),
    ],
)
def test_a_here_document_begins_on_the_next_line_and_ends_at_its_word(command: str, expected: list[list[str]]) -> None:
    assert meant(command) == expected


def test_a_here_string_is_a_word_and_the_command_goes_on() -> None:
    assert meant('grep x <<< "$text" && pytest') == [["grep x $text"], ["pytest"]]


def test_an_unclosed_quote_is_no_error() -> None:
    assert meant("echo \"it's") == [["echo it s"]]


def test_a_stage_keeps_all_its_words() -> None:
    ((stage,),) = pipelines("CI=1 uv run pytest -q")
    assert stage.words == ("CI=1", "uv", "run", "pytest", "-q")
    assert stage.meant == ("pytest", "-q")


def test_a_stage_runs_a_program_with_its_first_words() -> None:
    ((stage,),) = pipelines("git config --get user.name")
    assert stage.runs("git")
    assert stage.runs("git", "config")
    assert not stage.runs("git", "log")
    assert not stage.runs("config")


def test_only_assignments_and_wrappers_mean_no_program() -> None:
    ((stage,),) = pipelines("A=1 B=2 sudo")
    assert stage.program == ""
    assert not stage.runs("sudo")


def test_commands_are_listed_with_commas() -> None:
    assert commands("grep, git grep,\n  gh pr checks,") == {("grep",), ("git", "grep"), ("gh", "pr", "checks")}


SHELL_TEXT = st.text(alphabet="ab-=1 \n\t'\"\\|&;()<>#{}$!/`")


@given(st.one_of(st.text(), SHELL_TEXT))
@settings(max_examples=200)
def test_any_text_can_be_taken_apart(command: str) -> None:
    for pipeline in pipelines(command):
        assert pipeline
        for stage in pipeline:
            assert stage.words


@pytest.mark.parametrize(
    "unit",
    [
        "sudo ", "A=1 ", "timeout ", "1 ", "- ", "'", '"', "\\", '"\\', "'\"", "\"'\\", "<", "<<<", "&", "|", ">&",
        "#", "a#", " #", "a;", "(", "\n", "a'b\"c", "uv run ", "command -v ", "&>", "<<a\n", "<<a ",
    ],
)  # fmt: skip
def test_the_time_it_takes_grows_with_the_length_and_no_faster(unit: str) -> None:
    def seconds(size: int) -> float:
        command = unit * (size // len(unit))
        before = time.perf_counter()
        pipelines(command)
        return time.perf_counter() - before

    # Eight times the text in well under 64 times the time; the floor keeps a busy machine from failing the test.
    assert seconds(160_000) < max(0.5, 32 * seconds(20_000))


@pytest.mark.parametrize(
    ("command", "expected"),
    [
        (r"grep $'a\tb' x", [[r"grep $a\tb x"]]),
        (r"echo $'it\'s; ls' | cat", [[r"echo $it\s; ls", "cat"]]),
        ("echo $'a|b' && ls", [["echo $a|b"], ["ls"]]),
        ("tool --text $'a && b'; ls", [["tool --text $a && b"], ["ls"]]),
        ("echo '$'; ls", [["echo $"], ["ls"]]),
    ],
)
def test_quotes_with_escapes_part_nothing(command: str, expected: list[list[str]]) -> None:
    assert meant(command) == expected


@pytest.mark.parametrize(
    ("command", "kept"),
    [
        ("make build > out.txt", "make build"),
        ("make build >out.txt", "make build"),
        ("make build 2> err.txt all", "make build all"),
        ("make build 2>&1", "make build"),
        ("make build >> log --fast", "make build --fast"),
        ("make build", "make build"),
    ],
)
def test_a_command_without_where_its_output_goes(command: str, kept: str) -> None:
    assert " ".join(without_redirections(pipelines(command)[0][0].words)) == kept
