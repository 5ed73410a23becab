"""What was changed between two ways, and how much that says."""

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from afterwit.notice.attempts import Attempt, attempts
from afterwit.notice.changes import SURE, Change, Signs, change, dangerous, names, quotes, sureness
from afterwit.notice.complaints import Obstacle
from tests.notice.deeds import Told, happened, ran, used


def tried(*told: Told) -> Attempt:
    return attempts("claude-code:one", happened(*told))[""][0]


def between(failing: str, says: str, working: str) -> Change:
    failed, worked = tried(ran(failing, says, 1)), tried(ran(working, "fine"))
    return change(failed, failed.heads[-1], worked, worked.heads[-1])


def signs(*, way: bool = True, named: bool = False, told: bool = False, attempts: int = 1, distance: int = 1) -> Signs:
    return Signs(way=way, named=named, told=told, attempts=attempts, distance=distance)


def test_the_words_that_went_and_those_that_came_are_told() -> None:
    found = between("gh pr diff 4 --stat", "unknown flag: --stat", "gh pr diff 4 --name-only")
    assert (found.removed, found.added, found.way) == (("--stat",), ("--name-only",), True)


@pytest.mark.parametrize(
    ("failing", "says", "working"),
    [
        ("pytest -q", "command not found", "uv run pytest -q"),
        ("aws s3 ls x", "Unable to locate credentials", "AWS_PROFILE=shop aws s3 ls x"),
        ("docker ps -x", "unknown flag: -x", "podman ps"),
        ("cargo test a b", "unexpected argument 'b'", "cargo test -- a b"),
        ("go build ./x", "cannot find main module", "cd services && go build ./x"),
        ("npm run a --env stage", "unknown option --env", "npm run a"),
        ("pytest tests", "3 failed", "uv run pytest tests"),
        ("pytest tests", "3 failed", "DJANGO=1 pytest tests"),
    ],
)
def test_the_same_thing_in_another_way(failing: str, says: str, working: str) -> None:
    assert between(failing, says, working).way


@pytest.mark.parametrize(
    ("failing", "says", "working"),
    [
        ("cat a.txt", "No such file or directory", "cat b.txt"),
        ("git checkout fix", "pathspec 'fix' did not match", "git checkout fixes"),
        ("cd lib && make x", "cd: lib: No such file or directory", "cd src && make x"),
        ("pytest tests", "3 failed", "pytest tests tests/a"),
        ("pytest tests", "3 failed", "pytest tests --lf"),
        ("ruff check src", "src/a.py:1:1: F401 unused", "ruff check src --fix"),
        ("black --check src", "would reformat src/a.py", "black src"),
        ("npm run test", "3 failed", "npm run test:unit"),
        ("git commit -m x", "unknown hook option --x", "git commit --no-verify -m x"),
    ],
)
def test_another_thing_in_the_same_way(failing: str, says: str, working: str) -> None:
    assert not between(failing, says, working).way


def test_a_tool_called_with_other_arguments_about_the_same_is_another_way() -> None:
    failed = tried(used("Read", {"file_path": "/a/b.json"}, "too large", wrong=True))
    worked = tried(used("Read", {"file_path": "/a/b.json", "limit": 9}))
    assert change(failed, failed.heads[0], worked, worked.heads[0]).way
    elsewhere = tried(used("Read", {"file_path": "/a/c.json"}))
    assert not change(failed, failed.heads[0], elsewhere, elsewhere.heads[0]).way


@pytest.mark.parametrize(
    ("failing", "working"),
    [
        ("git push origin x", "git push --force origin x"),
        ("git commit -m x", "git commit -m x --no-verify"),
        ("apt-get install x", "sudo apt-get install x"),
        ("git clone x", "git -c http.sslVerify=false clone x"),
        ("mkdir out", "rm -r out"),
        ("kubectl create -f x", "kubectl delete -f x"),
    ],
)
def test_what_gets_round_a_guard_or_destroys_is_dangerous(failing: str, working: str) -> None:
    one, other = tried(ran(failing)).heads[-1], tried(ran(working)).heads[-1]
    assert dangerous(one, other)
    assert not dangerous(one, one)


@pytest.mark.parametrize("kind", list(SURE))
def test_what_is_dangerous_is_never_proposed(kind: Obstacle) -> None:
    every = msgspec.structs.replace(signs(named=True, told=True, attempts=9), dangerous=True)
    assert sureness(kind, every) <= 0.5


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("unknown flag: --stat", ("--stat",)),
        ("no such option: stat", ("--stat=1",)),
        ("grep: invalid option -- P", ("-oP",)),
        ("unknown shorthand flag: 'x' in -x", ("-x",)),
        ("payment is not known", ("payment_methods=card",)),
    ],
)
def test_an_error_may_name_what_was_changed(text: str, words: tuple[str, ...]) -> None:
    assert names(text, words)
    assert not names("it did not work", words)


def test_a_part_of_a_word_is_not_named() -> None:
    assert not names("a static file cannot be served", ("--stat", "an"))
    assert not names("-" * 5000, ("--stat",))


def test_what_an_error_quotes_may_be_what_went() -> None:
    gone = Change(removed=("--set", "a.b=1"), added=("--values", "x.yaml"), way=True)
    assert quotes("cannot parse 'a.b' here", gone)
    assert not quotes("cannot parse 'c.d' here", gone)
    still = Change(removed=("a.b=1",), added=("a.b=2",), way=False)
    assert not quotes("cannot parse 'a.b' here", still)


@pytest.mark.parametrize("kind", list(SURE))
def test_another_way_says_more_than_another_thing(kind: Obstacle) -> None:
    assert sureness(kind, signs()) > sureness(kind, signs(way=False))


@pytest.mark.parametrize("kind", ["checks", "own_code", "place"])
def test_a_slip_of_one_call_is_never_proposed(kind: Obstacle) -> None:
    every = signs(way=False, named=True, told=True, attempts=9)
    assert sureness(kind, every) < 0.5


def test_what_passes_by_itself_is_not_proposed_unless_everything_speaks_for_it() -> None:
    assert sureness("passing", signs()) < 0.7


SIGNS = st.builds(
    Signs,
    way=st.booleans(),
    named=st.booleans(),
    told=st.booleans(),
    attempts=st.integers(1, 99),
    distance=st.integers(0, 99),
    dangerous=st.booleans(),
)


@given(st.sampled_from(list(SURE)), SIGNS)
def test_sureness_is_a_share_and_never_certainty(kind: Obstacle, seen: Signs) -> None:
    assert 0 <= sureness(kind, seen) <= 0.95
