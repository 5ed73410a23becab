"""Did it work? A table of small results, each with what it ought to be taken for."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from afterwit.intake.outcome import HEAD, TAIL, Outcome, decide
from afterwit.model.event import Event

FLAG = False
"""What a host's raised error flag makes of `ok`."""


def outcome(text: str, command: str = "", *, ok: bool | None = None) -> Outcome:
    """The outcome of a result with this text."""
    return decide(Event(kind="tool_result", text=text, ok=ok), command)


@pytest.mark.parametrize(
    ("command", "text", "why"),
    [
        # The exit code says so, in every host's form.
        ("make", "Exit code 2", "exit-code"),
        ("make 2>/dev/null", "Exit code 1", "exit-code"),
        ("lamp", "Exit code: 1\nWall time: 0 seconds\nOutput:\nno lamp", "exit-code"),
        ("lamp", "Chunk ID: 1\nProcess exited with code 1\nOutput:\nno lamp", "exit-code"),
        ("lamp", "no lamp\n<shellId: 1 completed with exit code 1>", "exit-code"),
        ("lamp", "no lamp\n(exit code: 1)", "exit-code"),
        ("cd nowhere && ls", "Exit code 1\nbash: cd: nowhere: No such file or directory", "exit-code"),
        # And the output often says why.
        ("git push", "Exit code 128\nfatal: no upstream", "fatal"),
        ("gh pr diff --stat", "Exit code 1\nunknown flag: --stat", "bad-arguments"),
        ("python x.py", "Exit code 1\nTraceback (most recent call last):\n  ...", "exception"),
        # A failing question is a failure where the program complains.
        ("grep x nowhere", "Exit code 2\ngrep: nowhere: No such file or directory", "exit-code"),
        ("rg '['", "Exit code 2\nregex parse error:\n", "bad-arguments"),
        ("diff a", "Exit code 2\ndiff: missing operand", "exit-code"),
        ("grep x | lampctl", "Exit code 1\nno lamp", "exit-code"),
        # No code and no flag, but the shell says it.
        ("lampctl on", "bash: lampctl: command not found", "command-not-found"),
        ("lampctl on", "/bin/sh: 1: lampctl: command not found", "command-not-found"),
        ("lampctl on", "zsh: command not found: lampctl", "command-not-found"),
        ("cd nowhere && make", "bash: cd: nowhere: No such file or directory", "missing-file"),
        ("./run.sh", "bash: ./run.sh: Permission denied", "denied"),
        ("ls *.zip", "zsh: no matches found: *.zip", "shell-error"),
        # A pipe swallowed the exit code.
        ("git push 2>&1 | tail -2", "error: failed to push some refs", "error-line"),
        ("git log nowhere | head", "fatal: bad revision 'nowhere'", "error-line"),
        ("gh pr view 9 --x | jq .title", "unknown flag: --x", "error-line"),
        ("lamp --x | head -2", "unknown option: --x", "bad-arguments"),
        ("make 2>&1 | tail -1", "make: *** [all] Error 2", "error-line"),
        ("npm test | tail -2", "npm ERR! Test failed.", "error-line"),
        ("npm run build | tail", "npm error Missing script", "error-line"),
        ("cargo build 2>&1 | grep -A3 error", "error[E0425]: cannot find value", "error-line"),
        ("python x.py | tail -5", "Traceback (most recent call last):\nKeyError: 'a'", "exception"),
        ("go run . | head", "panic: nil map", "exception"),
        ("pytest | tail -2", "FAILED tests/test_a.py::test_b - assert 1 == 2\n1 failed in 0.1s", "checks-failed"),
        ("pytest -q 2>&1 | tail -1", "1 failed, 3 passed in 0.12s", "checks-failed"),
        ("pytest 2>&1 | tail -1", "========= 10 failed, 3 passed in 0.12s =========", "checks-failed"),
        ("go test ./... | tail -1", "FAIL\tlamp\t0.1s", "checks-failed"),
        ("go test ./... | tail -1", "FAIL", "checks-failed"),
        ("cargo test | tail -2", "test result: FAILED. 3 passed; 1 failed", "checks-failed"),
        ("npx jest | tail -3", "Tests:       1 failed, 5 passed, 6 total", "checks-failed"),
        ("npx vitest | tail -3", " Tests  1 failed | 5 passed (6)", "checks-failed"),
        ("npx mocha | tail -3", "  1 failing", "checks-failed"),
        ("mypy . | tail -1", "Found 1 error in 1 file (checked 3 source files)", "checks-failed"),
        ("npx eslint . | tail -2", "✖ 3 problems (3 errors, 0 warnings)", "checks-failed"),
        ("npx tsc --noEmit | head -3", "src/a.ts(1,2): error TS2322: no", "checks-failed"),
        ("./check | tail", "Failed tests: 10 failed", "checks-failed"),
        ("ls nowhere | head", "ls: cannot access 'nowhere': No such file or directory", "error-line"),
        ("cat nowhere | head", "cat: nowhere: No such file or directory", "error-line"),
        (
            "ls nowhere | head",
            "Chunk ID: 1\nProcess exited with code 0\nOutput:\nls: nowhere: No such file",
            "error-line",
        ),
        ("make | tail -3", "x\n<shellId: 1 completed with exit code 0>", ""),
        # A program that does not know a word it was given, wherever in a pipe it stands.
        ("find src | xargs -d x wc | tail -1", "xargs: illegal option -- d\nusage: xargs [-0opt]", "error-line"),
        ("./report | sort -V | ./sum", "sort: unknown option -- V", "bad-arguments"),
        ("gh pr view 9 --json a | jq .a", 'Unknown JSON field: "a"\nAvailable fields:\n  title', "error-line"),
        ("npx turbo run test -t x | tail", "\u00d7 unexpected argument '-t' found", "bad-arguments"),
        ("npx vitest --x 2>&1 | tail", "    throw new CACError(`Unknown option`)", "bad-arguments"),
        ("lampctl 2>&1 | tail", "Failed to parse CLI arguments", "bad-arguments"),
        ("lampctl 2>&1 | tail", "Validation error: no lamp", "bad-arguments"),
        ("aws s3 ls | tail", "Unable to locate credentials. You can configure them", "denied"),
        ("pytest -q | tail", "ImportError while loading conftest 'tests/conftest.py'.", "exception"),
        (
            "dotnet ef update | tail",
            "Could not execute because the specified command was not found.",
            "command-not-found",
        ),
        # The host stopped it.
        ("sleep 999", "Command timed out after 2m", "timed-out"),
    ],
)
def test_a_command_that_failed_is_known_to_have_failed(command: str, text: str, why: str) -> None:
    assert outcome(text, command) == ((False, why) if why else (True, ""))


@pytest.mark.parametrize(
    ("command", "text"),
    [
        # An exit code that is an answer.
        ("grep x a.txt", "Exit code 1"),
        ("grep -q x a.txt", "Exit code 1\n"),
        ("cat a.txt | grep x", "Exit code 1"),
        ("rg x", "Exit code: 1\nWall time: 0 seconds\nOutput:\n"),
        ("rg x", "Chunk ID: 1\nProcess exited with code 1\nOutput:\n"),
        ("git grep x", "(exit code: 1)"),
        ("diff a b", "Exit code 1\n1c1\n< x\n---\n> y"),
        ("git diff --exit-code", "Exit code 1\ndiff --git a b"),
        ("cmp a b", "Exit code 1\na b differ: byte 1, line 1"),
        ("test -f a", "Exit code 1"),
        ("[ -f a ]", "Exit code 1"),
        ("[[ -f a ]]", "Exit code 1"),
        ("gh pr checks 41", "Exit code 8\nbuild\tpending"),
        ("gh pr checks 41", "Exit code 1\nbuild\tfail"),
        ("git config --get user.name", "Exit code 1"),
        ("which lampctl", "Exit code 1"),
        ("command -v lampctl", "Exit code 1"),
        ("pgrep lamp", "Exit code 1"),
        ("git merge-base --is-ancestor a b", "Exit code 1"),
        ("ls && grep -q x a && make", "Exit code 1"),
        ("! grep x a", "Exit code 1"),
        # Error words that are merely shown.
        ("cat build.log", "error: it broke\nfatal: it really did"),
        ("cat build.log | tail -3", "Traceback (most recent call last):\n  boom"),
        ("grep -rn error src", "src/a.py:1:error: bad\nbash: x: command not found\nmore"),
        ("git log --format=%s", "fix the lamp\nfatal: lamp went out\nerror: fix the lamp"),
        ("git diff", "+error: never\n-fatal: ever"),
        ("gh api repos/x", '{"message": "error: not found"}'),
        ("curl -s http://x", "error: page not found\nfailed "),
        ("docker logs x", "panic: in the past"),
        ("gh run view 7 --log-failed | tail", "FAILED tests/test_a.py::test_b"),
        ("cd src && cat a.log", "error: shown"),
        # Error words in the middle of a line.
        ("make", "compiled with 0 error: lines"),
        ("python x.py", "handled: Traceback (most recent call last)"),
        # Nothing failed.
        ("pytest | tail -1", "5 passed, 0 failed in 0.1s"),
        ("pytest -q | tail -1", "12 passed in 0.1s"),
        ("npx jest | tail -1", "Tests:       5 passed, 5 total"),
        ("cargo test | tail -1", "test result: ok. 3 passed; 0 failed; 0 ignored"),
        ("ruff check --fix | tail -1", "Found 3 errors (3 fixed, 0 remaining)."),
        ("mypy . | tail -1", "Success: no issues found in 3 source files"),
        ("npx eslint . | tail -2", "✖ 2 problems (0 errors, 2 warnings)"),
        ("./check | tail", "Failed tests: 0 failed"),
        ("make", "Exit code: 0\nWall time: 0 seconds\nOutput:\nerror: none"),
        ("make", ""),
        ("true", "Exit code 0"),
        # Somebody else's words about options and arguments.
        ("cat a.log | grep x", "xargs: illegal option -- d"),
        ("cat notes.md | head", "unknown json field"),
        ("git log --oneline | head", "sort: unknown option"),
        ("./report | sort | head", "report: 3 lamps\nsort: unknown option"),
        ("make 2>&1 | tail", "validation errors: 0"),
    ],
)
def test_a_command_that_did_its_work_is_not_called_a_failure(command: str, text: str) -> None:
    assert outcome(text, command) == (True, "")


@pytest.mark.parametrize(
    ("command", "text"),
    [("grep x a.txt", "Exit code 1"), ("diff a b", "Exit code 1\n1c1"), ("command -v x", "Exit code 1")],
)
def test_an_answer_is_an_answer_though_the_host_flags_it(command: str, text: str) -> None:
    assert outcome(text, command, ok=FLAG) == (True, "")


@pytest.mark.parametrize(
    ("command", "text", "why"),
    [
        ("make", "it broke", "host-flag"),
        ("make", "<tool_use_error>Sibling tool call errored</tool_use_error>", "cancelled"),
        ("make", "<tool_use_error>Cancelled: parallel tool call Bash(make) errored</tool_use_error>", "cancelled"),
        ("", "<tool_use_error>Sibling tool call errored</tool_use_error>", "cancelled"),
        ("", "<tool_use_error>File has not been read yet.</tool_use_error>", "tool-error"),
        ("", "String to replace not found in file.", "edit-not-applied"),
        ("", "File does not exist.", "missing-file"),
        ("", "Permission to use Bash has been denied.", "denied"),
        ("", "whatever it says", "host-flag"),
    ],
)
def test_a_raised_flag_is_believed_and_the_words_say_why(command: str, text: str, why: str) -> None:
    assert outcome(text, command, ok=FLAG) == (False, why)


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("Error: no such room", "error-answer"),
        ("error executing query", "error-answer"),
        ("Failed to fetch", "error-answer"),
        ("MCP error -32602: bad arguments", "error-answer"),
        ("apply_patch verification failed: no such line", "edit-not-applied"),
        ("No replacement was performed", "edit-not-applied"),
        ("ENOENT: no such file", "missing-file"),
        ("Traceback (most recent call last):\n  boom", "exception"),
    ],
)
def test_a_tool_that_says_it_failed_has_failed(text: str, why: str) -> None:
    assert outcome(text) == (False, why)


@pytest.mark.parametrize(
    "text",
    ["", "done", "1\terror: a line of a file that is read", "No errors.", "Error: a long log\n" + "x" * (HEAD + TAIL)],
)
def test_a_tool_that_says_nothing_of_failing_has_not_failed(text: str) -> None:
    assert outcome(text) == (True, "")


def test_an_edit_refused_by_a_shells_own_editor_is_a_failure() -> None:
    text = "Your proposed edit has introduced new syntax error(s)."
    assert outcome(text, "edit 1:2\nx\nend_of_edit") == (False, "edit-not-applied")


def test_a_refusal_is_no_success() -> None:
    assert decide(Event(kind="refusal", text=""), "make") == (False, "refused")


def test_a_command_that_still_runs_is_neither() -> None:
    assert outcome("Chunk ID: 1\nProcess running with session ID 7\nOutput:\nerror: x", "make") == (None, "")


def test_a_failure_in_the_middle_of_a_long_output_is_found_at_its_end() -> None:
    assert outcome("fine\n" * 10_000 + "bash: lampctl: command not found", "a; lampctl") == (False, "command-not-found")
    assert outcome("fine\n" * 10_000 + "FAILED tests/a.py::b\n1 failed", "pytest | cat") == (False, "checks-failed")


def test_what_was_decided_before_stays_decided() -> None:
    event = Event(kind="tool_result", text="all well", ok=False, why="command-not-found")
    assert decide(event, "make") == (False, "command-not-found")


WORDS = st.lists(
    st.sampled_from(
        ["error: ", "fatal: ", "bash: ", "x: command not found", "Exit code 1", "\n", "|", "grep ", "a ", "'"]
    )
)


@given(text=WORDS.map("".join), command=WORDS.map("".join), ok=st.sampled_from([None, True, False]))
def test_any_result_has_an_outcome_and_every_failure_a_reason(*, text: str, command: str, ok: bool | None) -> None:
    decided, why = outcome(text, command, ok=ok)
    assert decided in {True, False, None}
    assert bool(why) is (decided is False)


def test_a_command_that_ran_on_fails_with_the_tool_that_waits_for_it() -> None:
    header = "Chunk ID: 1\nWall time: 0.1 seconds\nProcess exited with code {}\nOutput:\nnpm error nothing to run\n"
    failed = decide(Event(kind="tool_result", text=header.format(1)), "")
    assert (failed.ok, failed.why) == (False, "error-line")
    assert decide(Event(kind="tool_result", text=header.format(0)), "").ok is True
    running = "Chunk ID: 1\nProcess running with session ID 7\nOutput:\n"
    assert decide(Event(kind="tool_result", text=running), "").ok is None


def test_a_shell_that_complains_is_no_answer() -> None:
    assert decide(Event(kind="tool_result", text='Exit code 1\nzsh:1: unmatched "'), "rg -n 'a' src").ok is False


@pytest.mark.parametrize(
    ("command", "text"),
    [
        ("gh pr checks 7 --format json", "Exit code 1\nunknown flag: --format\n\nUsage:  gh pr checks"),
        ("git config --sett a b", "Exit code 1\nerror: unknown option `sett'"),
        ("docker inspect --pretty x", "Exit code 1\nunknown flag: --pretty"),
    ],
)
def test_a_program_that_refuses_an_option_has_answered_nothing(command: str, text: str) -> None:
    assert outcome(text, command, ok=FLAG).ok is False


def test_a_complaint_behind_a_word_in_capitals_is_one() -> None:
    assert outcome(" ERROR  unexpected argument '-t' found", "pnpm turbo run test -t x 2>&1 | tail").ok is False
