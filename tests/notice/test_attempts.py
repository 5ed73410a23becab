"""Attempts: what a call was for, and whether another one was for the same."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from afterwit.notice.attempts import LONGEST_OPERAND, MOST_WAYS, Attempt, Way, attempts, kinship
from tests.notice.deeds import Told, by, ended, happened, ran, remarked, running, used


def tried(*told: Told) -> dict[str, list[Attempt]]:
    return attempts("claude-code:one", happened(*told))


def way(command: str) -> Way:
    return tried(ran(command))[""][0].heads[-1]


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


@pytest.mark.xfail(strict=True, reason="What stands behind an option that is not listed is taken for the verb.")
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
    (found,) = tried(used("Read", given))[""][0].ways
    assert (found.program, found.options, found.operands) == ("Read", {"file_path", "limit"}, ("/a/b.py",))
    assert found.full == ("Read", "file_path=/a/b.py", "limit=20")
    assert not found.shell
    assert found.looks


def test_what_gets_nowhere_is_no_way_and_what_passes_on_leads_nowhere() -> None:
    attempt = tried(ran("cd src && echo a; make build 2>&1 | tail -5"))[""][0]
    assert [found.named for found in attempt.ways] == ["make build", "tail"]
    assert [found.named for found in attempt.heads] == ["make build"]


def test_a_line_of_very_many_commands_is_looked_at_as_far_as_it_makes_sense() -> None:
    attempt = tried(ran(" && ".join(f"make part{number}" for number in range(40))))[""][0]
    assert len(attempt.ways) == MOST_WAYS
    assert len(way(f"cat {'a' * 999}").operands[0]) == LONGEST_OPERAND


@pytest.mark.parametrize("command", ["gh pr --help", "man tar", "cargo --version", "tar -h", "git push --help | head"])
def test_asking_how_is_no_attempt(command: str) -> None:
    assert tried(ran(command))[""][0].heads[0].asks or command.startswith("man")


@pytest.mark.parametrize("command", ["du -h src", "gh pr diff 4", "ls -h a"])
def test_an_option_that_means_something_else_is_no_question(command: str) -> None:
    assert not tried(ran(command))[""][0].asks


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


class TestWhoTriedWhat:
    def test_each_agent_has_its_own_numbers(self) -> None:
        found = tried(ran("ls a"), by("scout", ran("ls b")), ran("ls c"))
        assert {agent: [one.number for one in own] for agent, own in found.items()} == {"": [1, 2], "scout": [1]}

    def test_a_command_that_ran_on_has_the_result_it_came_to(self) -> None:
        begun = used("exec_command", {"cmd": "make serve"}, running(4))
        done = used("write_stdin", {"session_id": 4, "chars": ""}, ended("no", 2))
        (attempt,) = tried(begun, done)[""]
        assert attempt.step.command == "make serve"
        assert attempt.step.result.ok is False

    def test_two_that_run_at_once_are_told_apart(self) -> None:
        one = used("exec_command", {"cmd": "make one"}, running(4))
        other = used("exec_command", {"cmd": "make other"}, running(5))
        done = used("write_stdin", {"session_id": 5, "chars": ""}, ended("fine", 0))
        (attempt,) = tried(one, other, done)[""]
        assert attempt.step.command == "make other"

    def test_what_the_agent_says_next_belongs_to_what_was_done_at_once(self) -> None:
        first, second, third = tried((ran("ls a"), ran("ls b")), remarked("So."), remarked("Well."), ran("ls c"))[""]
        assert (first.remark, first.among) == (second.remark, second.among) == ("So. Well.", 2)
        assert (third.remark, third.among) == ("", 1)

    def test_another_agents_words_do_not(self) -> None:
        (attempt,) = tried(ran("ls a"), by("scout", remarked("So.")))[""]
        assert attempt.remark == ""


class TestWhatWasSaid:
    def test_the_program_that_speaks_is_meant(self) -> None:
        attempt = tried(ran("ls src && grep -P a b | sort", "grep: invalid option -- P", 2))[""][0]
        assert [found.named for found in attempt.voices(attempt.complaint)] == ["grep"]
        assert attempt.obstacle == "usage"

    def test_where_nobody_speaks_all_that_lead_are_meant(self) -> None:
        attempt = tried(ran("make a && make b | tail", "unknown flag: --x", 2))[""][0]
        assert [found.named for found in attempt.voices(attempt.complaint)] == ["make a", "make b"]

    def test_what_says_nothing_may_have_been_anything(self) -> None:
        assert tried(ran("make a", "", 2))[""][0].obstacle == "passing"


@given(st.text(max_size=80), st.text(max_size=80))
def test_no_two_commands_are_too_odd_to_compare(one: str, other: str) -> None:
    for first in tried(ran(one))[""]:
        for second in tried(ran(other))[""]:
            for left in first.ways:
                for right in second.ways:
                    assert 0 <= kinship(left, right) <= 1
