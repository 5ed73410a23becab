"""Whether a skill was followed, from what an agent did after it had read it."""

from collections.abc import Callable

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from afterwit.model.use import RANKS
from tests.notice.deeds import Deed, Told, by, codex, happened, ran, refused, remarked, used
from tests.recall.skills import DIFF, EVERY, NAMES, STAT, opened, seen, skill, used_in

READ = opened("rl-gh-diff")
BUILD, PUBLISH = ran("make build"), ran("make publish", "done")
UP, REFUSED, PASSED = (
    ran("docker compose up -d"),
    ran("pytest tests/api", "connection refused", 1),
    ran("pytest tests/api", "3 passed"),
)


def followed(*told: Told) -> str:
    ((_, how, verdict),) = seen(*told)
    assert how == "read"
    return verdict


class TestASkillThatWasRead:
    def test_is_followed_where_the_guided_command_appears_and_the_mistake_does_not(self) -> None:
        assert followed(READ, NAMES) == "followed"
        assert followed(READ, remarked("I see."), ran("ls"), ran("cd shop && gh pr diff 9 --name-only | wc -l")) == (
            "followed"
        )

    def test_is_followed_in_part_where_the_old_mistake_was_made_as_well(self) -> None:
        assert followed(READ, STAT, NAMES) == "partially"
        assert followed(READ, NAMES, STAT) == "partially"

    def test_is_not_followed_where_only_the_mistake_appears(self) -> None:
        assert followed(READ, STAT) == "not"

    def test_is_not_followed_where_the_same_is_tried_in_another_way(self) -> None:
        assert followed(READ, ran("gh pr diff 7 --color always", "+1")) == "not"

    def test_is_not_followed_where_nothing_of_it_appears(self) -> None:
        assert followed(READ) == "not"
        assert followed(READ, ran("ls"), ran("gh pr view 7 --json files")) == "not"

    def test_what_came_before_or_at_the_same_time_did_not_come_of_it(self) -> None:
        assert followed(NAMES, READ) == "not"
        assert followed((READ, NAMES)) == "not"

    def test_one_that_tells_nothing_to_be_seen_cannot_be_judged(self) -> None:
        assert followed(opened("lamps"), ran("ls")) == "unknown"

    def test_of_several_commands_some_are_a_part(self) -> None:
        read = opened("rl-release")
        assert followed(read, BUILD, PUBLISH) == "followed"
        assert followed(read, PUBLISH) == "partially"
        assert followed(read, ran("make lint")) == "not"

    def test_what_only_asked_for_help_or_was_refused_was_not_done(self) -> None:
        assert followed(READ, ran("gh pr diff --name-only --help", "Usage")) == "not"
        assert followed(READ, refused(NAMES, "No.")) == "not"

    def test_a_guided_command_that_fails_for_another_reason_was_followed(self) -> None:
        assert followed(READ, ran("gh pr diff 7 --name-only", "HTTP 502", 1)) == "followed"

    def test_one_that_fails_as_before_was_not(self) -> None:
        read = opened("rl-first")
        assert followed(read, UP, PASSED) == "followed"
        assert followed(read, REFUSED, UP, PASSED) == "partially"
        assert followed(read, REFUSED) == "not"

    def test_what_is_said_to_fail_and_works_is_no_mistake(self) -> None:
        assert followed(READ, ran("gh pr diff 7 --stat", "1 file changed"), NAMES) == "followed"


@pytest.mark.parametrize("shell", [ran, codex])
def test_it_is_the_same_for_every_host(shell: Callable[[str], Deed]) -> None:
    assert seen(shell("cat .agents/skills/rl-gh-diff/SKILL.md"), shell("gh pr diff 7 --name-only")) == [
        ("rl-gh-diff", "read", "followed")
    ]


def test_each_agent_answers_for_itself() -> None:
    told = (by("scout", READ), NAMES, by("scout", STAT))
    assert seen(*told) == [("rl-gh-diff", "read", "not")]
    both = used_in(happened(READ, by("scout", READ), by("scout", NAMES)))
    assert [(use.agent, use.followed) for use in both] == [("", "not"), ("scout", "followed")]


def test_evidence_is_where_it_was_read_and_what_was_done() -> None:
    (use,) = used_in(happened(remarked("Well."), READ, ran("ls"), STAT, NAMES))
    assert (use.event, use.evidence, use.at) == ("e3", ("e7", "e8", "e9", "e10"), 1_760_000_004_000)
    assert use.matched


def test_reading_it_again_or_one_of_its_files_is_the_same_use() -> None:
    (use,) = used_in(happened(READ, opened("rl-gh-diff", file="references/more.md"), NAMES, READ))
    assert (use.event, use.followed) == ("e2", "followed")


class TestADisclosure:
    def hook(self, text: str) -> Deed:
        return Deed(text=text, kind="system")

    def test_that_nobody_acted_upon_is_no_request(self) -> None:
        line = self.hook("Read .afterwit/skills/NAME/SKILL.md\n- rl-gh-diff \u2014 when `gh pr diff` fails")
        assert seen(line) == [("rl-gh-diff", "disclosed", "unknown")]
        assert seen(line, NAMES) == [("rl-gh-diff", "disclosed", "unknown")]
        assert seen(line, STAT) == [("rl-gh-diff", "disclosed", "unknown")]

    def test_that_says_what_to_do_was_followed_where_that_was_done(self) -> None:
        line = self.hook("From afterwit:\n- rl-gh-diff: Run `gh pr diff <number> --name-only`.")
        assert seen(line, NAMES) == [("rl-gh-diff", "disclosed", "followed")]
        assert seen(line, STAT, NAMES) == [("rl-gh-diff", "disclosed", "partially")]
        assert seen(line, STAT) == [("rl-gh-diff", "disclosed", "unknown")]

    def test_before_a_reading_counts_for_what_came_in_between(self) -> None:
        line = self.hook("From afterwit:\n- rl-gh-diff: Run `gh pr diff <number> --name-only`.")
        assert seen(line, NAMES, READ) == [("rl-gh-diff", "read", "followed")]


class TestOtherPeoplesSkills:
    def of(self, body: str, *told: Told) -> str:
        (use,) = used_in(happened(opened("x"), *told), {"x": skill(body)})
        return use.followed

    def test_what_is_said_to_be_done_instead_of_something(self) -> None:
        body = "## Solution\nNever run `npm install` here, use `npm ci`.\n"
        assert self.of(body, ran("npm ci")) == "followed"
        assert self.of(body, ran("npm install")) == "not"
        assert self.of(body, ran("npm install"), ran("npm ci")) == "partially"

    def test_a_wrapper_that_makes_the_difference(self) -> None:
        body = "## Guidance\n- Run `uv run pytest -q`, not `pytest`.\n"
        assert self.of(body, ran("uv run pytest -q tests")) == "followed"
        assert self.of(body, ran("pytest -q")) == "not"

    def test_an_option_that_must_not_be_there(self) -> None:
        body = "## Guidance\nRun `npm ci`. Do not run `npm ci --force`.\n"
        assert self.of(body, ran("npm ci --force")) == "not"

    def test_a_value_that_makes_the_difference(self) -> None:
        body = "## Guidance\nRun `kubectl get pods -o yaml` instead of `kubectl get pods -o json`.\n"
        assert self.of(body, ran("kubectl get pods -o yaml")) == "followed"
        assert self.of(body, ran("kubectl get pods -o json")) == "not"

    def test_of_what_is_merely_offered_one_is_enough(self) -> None:
        body = "# PDF\n\n```bash\nqpdf --empty --pages a.pdf -- b.pdf\n```\n\n```sh\npdftotext in.pdf out.txt\n```\n"
        assert self.of(body, ran("pdftotext report.pdf report.txt")) == "followed"
        assert self.of(body, ran("ls")) == "not"

    def test_a_script_that_comes_with_it(self) -> None:
        body = "## Steps\n1. Run `python scripts/rotate.py input.pdf`.\n"
        assert self.of(body, ran("python3 .claude/skills/x/scripts/rotate.py my.pdf")) == "followed"
        assert self.of(body, ran("python3 other.py")) == "not"

    def test_one_that_only_warns(self) -> None:
        body = "Be careful.\n\n## Pitfalls\n- Do not run `git push --force`.\n"
        assert self.of(body, ran("git push --force")) == "not"
        assert self.of(body, ran("git push")) == "unknown"

    def test_a_tool_that_is_no_shell(self) -> None:
        body = (
            "## Guidance\n1. Call Grep with path and pattern.\n\n"
            "## Anti-patterns\n- Grep without path fails with \u201ctoo many files\u201d.\n"
        )
        assert self.of(body, used("Grep", {"pattern": "x", "path": "src"})) == "followed"
        assert self.of(body, used("Grep", {"pattern": "x"}, "too many files", wrong=True)) == "not"


deeds = st.sampled_from([READ, NAMES, STAT, BUILD, PUBLISH, UP, REFUSED, PASSED, *map(opened, EVERY), ran("ls")])


@given(first=st.lists(deeds, max_size=6), then=st.lists(deeds, max_size=6))
def test_a_session_that_goes_on_loses_no_use_and_no_part_that_was_done(first: list[Deed], then: list[Deed]) -> None:
    before = {use.key: use for use in used_in(happened(*first))}
    after = {use.key: use for use in used_in(happened(*first, *then))}
    assert before.keys() <= after.keys()
    for key, use in before.items():
        later = after[key]
        assert (later.event, later.at, later.how) == (use.event, use.at, use.how)
        if RANKS.index(use.followed) >= RANKS.index("partially"):
            assert RANKS.index(later.followed) >= RANKS.index("partially")


@given(
    body=st.text(st.sampled_from("`~#-*1. \n|&<>$('\"\\runotgh<é\u274c"), max_size=400),
    told=st.lists(deeds, max_size=4),
)
def test_however_odd_a_skill_is_something_is_said_of_it(body: str, told: list[Deed]) -> None:
    package = msgspec.structs.replace(
        DIFF, name="x", files={**skill(body).files, "references/guidance.md": body.encode()}
    )
    (use,) = used_in(happened(opened("x"), *told), {"x": package})
    assert use.followed in RANKS
