"""Where in a session a skill was put before an agent, by whatever host and however it asked."""

from itertools import permutations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from afterwit.model.event import Event
from afterwit.recall.put_before import Place, places
from tests.notice.deeds import Deed, Told, codex, happened, ran, refused, used

KNOWN = frozenset({"rl-gh-diff", "pdf", "My Skill", "deploy"})
LISTED = "# Skills that fit\nFirst read .afterwit/skills/NAME/SKILL.md\n- rl-gh-diff \u2014 use it\n- pdf\n"


def found(*told: Told) -> list[Place]:
    return places(happened(*told), KNOWN)


def names(*told: Told) -> list[tuple[str, str]]:
    return [(place.skill, place.how) for place in found(*told)]


@pytest.mark.parametrize(
    "deed",
    [
        used("Skill", {"skill": "rl-gh-diff"}, "Launching skill: rl-gh-diff"),
        used("Skill", {"command": "rl-gh-diff"}),
        used("Skill", {"skill": "lantern:rl-gh-diff"}),
        used("activate_skill", {"name": "rl-gh-diff"}),
        used("mcp__afterwit__read_skill", {"name": "rl-gh-diff"}),
        used("load_skill", {"path": "/code/.claude/skills/rl-gh-diff/SKILL.md"}),
        used("Read", {"file_path": "/code/.claude/skills/rl-gh-diff/SKILL.md"}),
        used("Read", {"file_path": "/code/.claude/skills/rl-gh-diff/references/more.md"}),
        used("read_file", {"absolute_path": "/home/ada/anywhere/rl-gh-diff/SKILL.md"}),
        used("mcp__files__read_text_file", {"paths": [".agents/skills/rl-gh-diff/SKILL.md"]}),
        used("str_replace_editor", {"command": "view", "path": ".afterwit/skills/rl-gh-diff/SKILL.md"}),
        ran("cat .claude/skills/rl-gh-diff/SKILL.md"),
        ran("cd .claude/skills/rl-gh-diff && cat SKILL.md"),
        ran("ls; head -50 ~/.agents/skills/rl-gh-diff/references/a.md | grep x"),
        codex("sed -n '1,220p' /code/.agents/skills/rl-gh-diff/SKILL.md"),
        ran("afterwit show rl-gh-diff"),
        ran("uv run afterwit show --evidence rl-gh-diff --json"),
        ran("python -m afterwit context --skill rl-gh-diff"),
        ran("uvx afterwit context --skill=rl-gh-diff"),
        Deed(text="/rl-gh-diff 7", kind="user"),
        Deed(text="Base directory for this skill: /code/.claude/skills/rl-gh-diff\n\n# Gh diff", kind="system"),
        Deed(text="<skill>\n<name>rl-gh-diff</name>\n<path>/x/SKILL.md</path>\n# Gh diff\n</skill>", kind="system"),
    ],
)
def test_it_was_read(deed: Deed) -> None:
    assert names(deed) == [("rl-gh-diff", "read")]


@pytest.mark.parametrize(
    "deed",
    [
        used("Skill", {"skill": "somebody-elses"}),
        used("Skill", {}),
        used("Read", {"file_path": "/code/.claude/skills/rl-gh-diff/SKILL.md"}, "No such file", wrong=True),
        used("Read", {"file_path": "/code/docs/rl-gh-diff"}),
        used("Read", {"file_path": "/code/pdf/report.txt"}),
        used("Grep", {"path": ".claude/skills/rl-gh-diff/SKILL.md", "pattern": "x"}),
        refused(used("Skill", {"skill": "rl-gh-diff"}), "No."),
        ran("ls .claude/skills/rl-gh-diff/"),
        ran("rm -r .claude/skills/rl-gh-diff/SKILL.md"),
        ran("sed -i s/a/b/ .claude/skills/rl-gh-diff/SKILL.md"),
        ran("cat notes.md > .claude/skills/rl-gh-diff/SKILL.md"),
        ran("cat .claude/skills/rl-gh-diff/SKILL.md", "cat: No such file or directory", 1),
        ran("afterwit archive rl-gh-diff"),
        ran("grep afterwit show rl-gh-diff"),
        ran("afterwit skills", LISTED),
        Deed(text="I use rl-gh-diff of afterwit."),
        Deed(text="Use rl-gh-diff of afterwit", kind="user"),
        Deed(text="/", kind="user"),
        Deed(text="/plan rl-gh-diff", kind="user"),
        Deed(text="- rl-gh-diff: a skill that the host lists", kind="system"),
        Deed(text="afterwit says that pdf is a format", kind="system"),
    ],
)
def test_it_was_not(deed: Deed) -> None:
    assert names(deed) == []


@pytest.mark.parametrize(
    "deed",
    [
        ran("afterwit context --prompt 'list the files'", LISTED),
        ran("afterwit search 'list the files'", LISTED),
        used("mcp__afterwit__search_skills", {"query": "files"}, '[{"name": "rl-gh-diff"}, {"name": "pdf"}]'),
        Deed(text=LISTED, kind="system"),
    ],
)
def test_it_was_disclosed(deed: Deed) -> None:
    assert names(deed) == [("rl-gh-diff", "disclosed"), ("pdf", "disclosed")]
    assert all(place.counted and place.text for place in found(deed))


@pytest.mark.parametrize(
    "command",
    [
        "afterwit search deploy",
        "afterwit search deploy --domain pdf --json",
        "afterwit context --prompt deploy",
        "afterwit context --prompt=deploy",
        "afterwit context --domain deploy",
        "uvx afterwit search 'show deploy'",
        "uv tool run afterwit search deploy",
        "uv tool run ruff show deploy",
    ],
)
def test_a_word_of_a_query_is_no_reading_of_the_skill_with_that_name(command: str) -> None:
    assert names(ran(command, "No skill fits that well enough.")) == []


@pytest.mark.parametrize(
    "command",
    [
        "afterwit show deploy",
        "afterwit context --skill deploy",
        "afterwit context --skill=deploy --budget 900",
        "uv tool run afterwit show deploy",
        "uv tool run afterwit context --skill deploy",
        "pipx run afterwit show deploy",
    ],
)
def test_the_name_of_what_is_to_be_shown_is(command: str) -> None:
    assert names(ran(command, "# deploy")) == [("deploy", "read")]


def test_a_command_of_our_own_counts_itself() -> None:
    assert [place.counted for place in found(ran("afterwit context --skill pdf"))] == [True]
    assert [place.counted for place in found(used("mcp__afterwit__read_skill", {"name": "pdf"}))] == [True]
    assert [place.counted for place in found(ran("afterwit show pdf"))] == [False]
    assert [place.counted for place in found(used("Skill", {"skill": "pdf"}))] == [False]


def test_a_name_may_be_of_any_form() -> None:
    assert names(used("Read", {"file_path": "skills/My Skill/SKILL.md"})) == [("My Skill", "read")]


def test_several_are_read_at_once() -> None:
    deed = ran("cat skills/pdf/SKILL.md skills/rl-gh-diff/SKILL.md skills/other/SKILL.md")
    assert names(deed) == [("pdf", "read"), ("rl-gh-diff", "read")]


def test_the_place_is_that_of_the_asking_and_what_comes_after_the_answer_counts() -> None:
    (place,) = found(ran("ls"), ran("cat skills/pdf/SKILL.md"))
    assert (place.event, place.seq) == ("e4", 5)


class TestWhoWroteItIsNoReader:
    READ = used("Read", {"file_path": "skills/pdf/SKILL.md"})

    @pytest.mark.parametrize(
        "written",
        [
            used("Write", {"file_path": "/code/.claude/skills/pdf/SKILL.md", "content": "# PDF"}),
            used("mcp__right__skill_learning_start", {"action": "create", "skill_name": "pdf"}),
        ],
    )
    def test_from_then_on(self, written: Deed) -> None:
        assert names(written, self.READ) == []
        assert names(self.READ, written, self.READ) == [("pdf", "read")]
        assert names(written, used("Read", {"file_path": "skills/rl-gh-diff/SKILL.md"})) == [("rl-gh-diff", "read")]

    @pytest.mark.parametrize("order", [*permutations(("pdf", "rl-gh-diff", "deploy"))])
    def test_wherever_it_stands_among_others(self, order: tuple[str, ...]) -> None:
        written = [used("Write", {"file_path": f"skills/{name}/SKILL.md"}) for name in ("pdf", "deploy")]
        read = ran("cat " + " ".join(f"skills/{name}/SKILL.md" for name in order))
        listed = ran("afterwit search 'list the files'", "".join(f"- {name}\n" for name in order))
        assert names(*written, read, listed) == [("rl-gh-diff", "read"), ("rl-gh-diff", "disclosed")]


values = st.recursive(
    st.none() | st.integers() | st.sampled_from(["pdf", "skills/pdf/SKILL.md", "afterwit show pdf", "/", "\n", "cd"]),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.sampled_from(["command", "path", "x"]), inner),
    max_leaves=6,
)
events = st.builds(
    Event,
    seq=st.integers(1, 5),
    kind=st.sampled_from(["user", "system", "tool_call", "tool_result", "agent", "raw"]),
    purpose=st.sampled_from(["", "skill_loaded", "file_write", "learning_start"]),
    text=st.text(max_size=30) | st.sampled_from([LISTED, "/pdf", "/ ", "<skill>", "Base directory for this skill:"]),
    tool=st.sampled_from(["", "Read", "Bash", "Skill", "afterwit", "mcp__afterwit__"]),
    input=st.none() | st.dictionaries(st.sampled_from(["command", "path", "skill"]), values, max_size=3),
    ok=st.sampled_from([None, True, False]),
    answers=st.none() | st.integers(1, 5),
)


@given(told=st.lists(events, max_size=8))
def test_however_odd_the_events_only_known_skills_are_found(told: list[Event]) -> None:
    assert {place.skill for place in places(told, KNOWN)} <= KNOWN
