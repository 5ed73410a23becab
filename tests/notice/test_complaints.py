"""What a failure says: the line that says it, and the kind of obstacle it is."""

import time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from afterwit.notice.complaints import LONGEST_LINE, body_of, kind_of, said, stopped
from tests.notice.deeds import ended

MANY = "\n".join(f"downloaded part {number}" for number in range(60))


@pytest.mark.parametrize(
    ("line", "kind"),
    [
        ("unknown flag: --stat", "usage"),
        ('Unknown JSON field: "assignee"', "usage"),
        ("grep: invalid option -- P", "usage"),
        ("error: unrecognized subcommand 'src'", "usage"),
        ("flag provided but not defined: -x", "usage"),
        ("options '--a' and '--b' cannot be used together", "usage"),
        ("usage: tool [-h]", "usage"),
        ("File has not been read yet. Read it first before writing to it.", "rule"),
        ("File content exceeds maximum allowed size", "rule"),
        ("The version is deprecated", "rule"),
        ("blocked by the policy of this place", "rule"),
        ("error: externally-managed-environment", "environment"),
        ("No module named pytest", "environment"),
        ("open a.txt: permission denied", "environment"),
        ("the input device is not a tty", "environment"),
        ("fatal: 'main' is already checked out at '/x'", "state"),
        ("error: failed to push some refs", "state"),
        ("fatal: The current branch x has no upstream branch.", "state"),
        ("./cart.go:3:2: undefined: total", "checks"),
        ("AssertionError: 1 != 2", "checks"),
        ("3 tests failed", "checks"),
        ("awk: syntax error at source line 1", "own_code"),
        ("jq: error: foo/0 is not defined", "own_code"),
        ("Error: in prepare, no such table: cart", "own_code"),
        ("cat: a: No such file or directory", "place"),
        ("String to replace not found in file.", "place"),
        ("fatal: bad revision 'x'", "place"),
        ("curl: (7) Connection refused", "passing"),
        ("HTTP 503: Service Unavailable", "passing"),
        ("fatal: Unable to create '.git/index.lock': File exists.", "passing"),
        ("nothing to be done for it", "answer"),
        ("", "answer"),
    ],
)
def test_a_line_tells_of_a_kind_of_obstacle(line: str, kind: str) -> None:
    assert kind_of(line) == kind


def test_what_argparse_says_of_a_missing_argument_is_about_usage() -> None:
    assert kind_of("shopctl: error: the following arguments are required: name") == "usage"


def test_a_program_that_is_not_there_is_missing_here() -> None:
    assert kind_of("lampctl: command not found") == "environment"


def test_a_missing_argument_is_no_state_because_nobody_is_there_to_be_asked() -> None:
    assert kind_of("run or job ID required when not running interactively") == "usage"


@pytest.mark.parametrize(
    ("text", "line"),
    [
        ("unknown flag: --stat\n\nUsage:  gh pr diff [flags]", "unknown flag: --stat"),
        ("Exit code 1\nunknown flag: --stat", "unknown flag: --stat"),
        (ended("unknown flag: --stat", 1), "unknown flag: --stat"),
        ("<tool_use_error>File has not been read yet.</tool_use_error>", "File has not been read yet."),
        ("Error:\n  ✘ unknown option '--x'", "unknown option '--x'"),
        ("bash: line 3: lampctl: command not found", "lampctl: command not found"),
        ("(eval):1: command not found: timeout", "command not found: timeout"),
        ("> shop@1.0 build\n> vite --x\n\nCACError: Unknown option `--x`", "CACError: Unknown option `--x`"),
        (f"{MANY}\nerror: unknown option '--x'", "error: unknown option '--x'"),
        (f"{MANY}\nsomewhere an unknown option is read of", "downloaded part 0"),
        ("Traceback (most recent call last):\n  File \"a.py\", line 3\nKeyError: 'a'", "KeyError: 'a'"),
        ("first\nsecond", "first"),
        ("====\n----", ""),
        ("", ""),
    ],
)
def test_the_line_that_says_what_is_wrong_is_found(text: str, line: str) -> None:
    assert said(text) == line


@pytest.mark.parametrize(
    "text",
    [
        "Auto-merging a.py\nCONFLICT (content): Merge conflict in a.py",
        "error: could not apply 1a2b3c4... sums",
        "The user doesn't want to proceed with this tool use.",
        "[Request interrupted by user for tool use]",
    ],
)
def test_what_needs_a_hand_or_was_not_wanted_is_no_failure_of_the_call(text: str) -> None:
    assert stopped(text)
    assert not stopped("unknown flag: --stat")


def test_what_the_host_wrote_around_it_is_no_part_of_it() -> None:
    assert body_of("Exit code 1\nno lamp") == "no lamp"
    assert body_of("<tool_use_error>no lamp</tool_use_error>") == "no lamp"


@pytest.mark.parametrize(
    ("line", "kind"),
    [
        ("sqlite3: Error: unknown option: -jsonl", "usage"),
        ('Unknown Syntax Error: Unsupported option name ("--frozen-lockfile").', "usage"),
        ("sed: invalid option -- 'z'", "usage"),
        ("sed: -e expression #1, char 3: unknown option to `s'", "own_code"),
        ("would reformat src/a.py", "checks"),
    ],
)
def test_an_option_that_is_not_known_is_one_even_to_a_program_that_is_given_code(line: str, kind: str) -> None:
    assert kind_of(line) == kind


@given(st.text())
def test_any_text_says_something_short_or_nothing(text: str) -> None:
    line = said(text)
    assert len(line) <= LONGEST_LINE
    assert "\n" not in line
    kind_of(line)
    stopped(text)


@pytest.mark.parametrize("piece", ["error: ", "a", "\n", "<tool_use_error>", "unknown  ", "[", "Traceback ", "\u00d7 "])
def test_hostile_text_costs_no_more_than_its_length(piece: str) -> None:
    def cost(characters: int) -> float:
        text = piece * (characters // len(piece))
        start = time.process_time()
        said(text)
        return time.process_time() - start

    cost(1000)
    assert cost(2_000_000) < 60 * max(cost(100_000), 0.005)
