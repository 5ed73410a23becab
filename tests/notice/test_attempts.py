"""Attempts: what was tried, by whom, what came of it and what was said."""

import pytest

from afterwit.notice.attempts import Attempt, attempts
from tests.notice.deeds import Told, by, edited, ended, happened, ran, remarked, running, used


def tried(*told: Told) -> dict[str, list[Attempt]]:
    return attempts("claude-code:one", happened(*told))


@pytest.mark.parametrize("command", ["du -h src", "gh pr diff 4", "ls -h a"])
def test_an_option_that_means_something_else_is_no_question(command: str) -> None:
    assert not tried(ran(command))[""][0].asks


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


class TestWriting:
    @pytest.mark.parametrize(
        "command",
        [
            "sed -i 's/a/b/' cart.py",
            "perl -pi -e 's/a/b/' cart.py",
            "echo a | tee cart.py",
            "cat > cart.py <<'X'\na\nX",
            "echo a >> notes.md",
            "make list >list.txt",
            "git checkout -- cart.py",
            "git -C shop restore cart.py",
            "cd src && git stash pop",
        ],
    )
    def test_a_command_may_write_as_well_as_a_tool(self, command: str) -> None:
        assert tried(ran(command))[""][0].writes

    @pytest.mark.parametrize(
        "command",
        ["sed -n 1,9p cart.py", "make test > /dev/null 2>&1", "make test >/tmp/out", "git status", "grep '->' cart.py"],
    )
    def test_what_goes_nowhere_is_not_written(self, command: str) -> None:
        assert not tried(ran(command))[""][0].writes

    def test_a_tool_that_writes_does(self) -> None:
        assert tried(edited())[""][0].writes
