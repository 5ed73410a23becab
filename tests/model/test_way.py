"""Ways: what a call was for, and whether another one was for the same."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from afterwit.model.event import Event
from afterwit.model.step import Step
from afterwit.model.way import LONGEST_OPERAND, MOST_WAYS, Way, kinship, ways_of


def step(tool: str, given: dict[str, object]) -> Step:
    call = Event(seq=1, kind="tool_call", tool=tool, input=given)
    return Step(session="claude-code:one", call=call, result=Event(seq=2, kind="tool_result", answers=1))


def parted(command: str) -> tuple[tuple[Way, ...], tuple[Way, ...]]:
    return ways_of(step("Bash", {"command": command}))


def way(command: str) -> Way:
    return parted(command)[1][-1]


def kin(one: str, other: str) -> float:
    return kinship(way(one), way(other))


@pytest.mark.parametrize(
    ("command", "named", "operands", "options"),
    [
        ("gh pr diff 104 --stat", "gh pr diff", ("104",), {"--stat"}),
        ("git checkout main", "git checkout", ("main",), set[str]()),
        ("git -C ../shop status", "git status", ("../shop",), {"-C"}),
        ("kubectl -n stage logs api-7", "kubectl logs", ("stage", "api-7"), {"-n"}),
        ("npm run build -- --fast", "npm run build", (), {"--", "--fast"}),
        ("docker compose up -d", "docker compose up", (), {"-d"}),
        ("cat a.txt", "cat", ("a.txt",), set[str]()),
        ("pytest --maxfail=2 tests/a", "pytest", ("tests/a",), {"--maxfail"}),
        ("CI=1 uv run pytest -q", "pytest", (), {"-q"}),
        ("./shopctl deploy Stage", "shopctl deploy", ("Stage",), set[str]()),
    ],
)
def test_a_command_has_a_program_a_verb_options_and_operands(
    command: str, named: str, operands: tuple[str, ...], options: set[str]
) -> None:
    found = way(command)
    assert (found.named, found.operands, found.options) == (named, operands, options)


@pytest.mark.parametrize(
    ("command", "named"),
    [
        ("kubectl --user grace get pods", "kubectl get"),
        ("pytest -k cart", "pytest"),
        ("shopctl --token abcd deploy", "shopctl deploy"),
        ("git -c color.ui=always --git-dir other status", "git status"),
    ],
)
def test_the_value_of_an_option_is_no_verb(command: str, named: str) -> None:
    assert way(command).named == named


def test_a_tool_has_its_name_and_its_arguments() -> None:
    given: dict[str, object] = {"file_path": "/a/b.py", "limit": 20, "description": "look"}
    (found,), _ = ways_of(step("Read", given))
    assert (found.program, found.options, found.operands) == ("Read", {"file_path", "limit"}, ("/a/b.py",))
    assert found.full == ("Read", "file_path=/a/b.py", "limit=20")
    assert not found.shell
    assert found.looks


def test_what_gets_nowhere_is_no_way_and_what_passes_on_leads_nowhere() -> None:
    ways, heads = parted("cd src && echo a; make build 2>&1 | tail -5")
    assert [found.named for found in ways] == ["make build", "tail"]
    assert [found.named for found in heads] == ["make build"]


def test_a_line_of_very_many_commands_is_looked_at_as_far_as_it_makes_sense() -> None:
    ways, _ = parted(" && ".join(f"make part{number}" for number in range(40)))
    assert len(ways) == MOST_WAYS
    assert len(way(f"cat {'a' * 999}").operands[0]) == LONGEST_OPERAND


@pytest.mark.parametrize("command", ["gh pr --help", "man tar", "cargo --version", "tar -h", "git push --help | head"])
def test_asking_how_is_no_attempt(command: str) -> None:
    assert parted(command)[1][0].asks or command.startswith("man")


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("gh pr diff 4 --stat", "gh pr diff 4 --name-only"),
        ("pytest tests/a", "uv run pytest tests/a"),
        ("systemctl restart shop", "sudo systemctl restart shop"),
        ("npm install zod", "pnpm add zod"),
        ("git checkout main", "git switch main"),
        ("docker build -t shop .", "podman build -t shop ."),
        ("gh pr view 12", "gh api repos/acme/shop/pulls/12"),
        ("python manage.py migrate", "python3 manage.py migrate"),
        ("cp -x src/a.py out", "rsync -R src/a.py out"),
    ],
)
def test_ways_to_the_same_end_are_kin(one: str, other: str) -> None:
    assert kin(one, other) >= 0.6


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("git push", "git status"),
        ("git push origin main", "git log origin/main"),
        ("npm install zod", "ls node_modules/zod"),
        ("gh pr merge 4", "gh pr view 4"),
        ("make build", "cat Makefile"),
        ("rm build", "mkdir dist"),
        ("kubectl delete pod api", "kubectl get pod api"),
        ("git commit -m x", "git push"),
    ],
)
def test_ways_to_other_ends_are_not(one: str, other: str) -> None:
    assert kin(one, other) < 0.6


def test_what_only_looks_never_serves_what_does_something() -> None:
    assert kin("./deploy api.yaml", "cat api.yaml") == 0


@given(st.text(max_size=80), st.text(max_size=80))
def test_no_two_commands_are_too_odd_to_compare(one: str, other: str) -> None:
    for left in parted(one)[0]:
        for right in parted(other)[0]:
            assert 0 <= kinship(left, right) <= 1
