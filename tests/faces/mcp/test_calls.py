"""The tools, as an agent calls them: in this process, by the SDK's own client, in both protocols."""

import json
from pathlib import Path
from typing import Any

import pytest
from mcp.shared.exceptions import MCPError

from afterwit.config import Config
from afterwit.engine.project import Project
from afterwit.engine.wire import kernel
from tests.engine.foreground import FINISH, NAME, START
from tests.faces.cli.packages import CRAB, LAMP
from tests.faces.mcp.serving import MODES, Mode, Shown, active, connected, run, session_in, words, written
from tests.machine import Machine
from tests.transcripts import append, said

SMOKE = {"query": "the glass of the lamp turns black within an hour"}


def matches(root: Path) -> dict[str, int]:
    with kernel(Project(root), Config(), to_write=False) as here:
        return {name: found.count for name, found in here.ratings.all_matches().items()}


class TestSearchSkills:
    @pytest.mark.parametrize("mode", MODES)
    def test_finds_skills_and_says_why(self, machine: Machine, mode: Mode) -> None:
        active(machine.project, CRAB, LAMP)

        async def search() -> None:
            async with connected(machine.project, mode) as client:
                found = await client.call_tool("search_skills", SMOKE)
                assert [one["name"] for one in found.structured_content["results"]] == [LAMP.name]
                assert f"- {LAMP.name} (" in words(found)
                assert "smoking" in words(found)

        run(search())

    def test_counts_what_it_found(self, machine: Machine) -> None:
        active(machine.project, CRAB, LAMP)

        async def search() -> None:
            async with connected(machine.project) as client:
                await client.call_tool("search_skills", SMOKE)
                await client.call_tool("read_skill", {"name": LAMP.name})
                await client.read_resource(f"skill://{LAMP.name}/SKILL.md")

        run(search())
        assert matches(machine.project) == {LAMP.name: 3}

    def test_counts_nothing_that_a_reviewer_of_our_own_reads(self, machine: Machine) -> None:
        active(machine.project, CRAB, LAMP)

        async def search() -> None:
            async with connected(machine.project, reviewer=True) as client:
                found = await client.call_tool("search_skills", SMOKE)
                assert found.structured_content["results"]
                await client.call_tool("read_skill", {"name": LAMP.name})
                await client.read_resource(f"skill://{LAMP.name}/SKILL.md")

        run(search())
        assert matches(machine.project) == {}

    def test_finds_what_came_while_the_server_ran(self, machine: Machine) -> None:
        active(machine.project, CRAB)

        async def search() -> None:
            async with connected(machine.project) as client:
                assert words(await client.call_tool("search_skills", SMOKE)) == "No skill fits that."
                active(machine.project, LAMP)
                assert LAMP.name in words(await client.call_tool("search_skills", SMOKE))
                for path in sorted((machine.state / "skills" / LAMP.name).rglob("*"), reverse=True):
                    path.unlink()
                assert LAMP.name not in words(await client.call_tool("search_skills", SMOKE))

        run(search())

    def test_keeps_to_a_domain(self, machine: Machine) -> None:
        active(machine.project, CRAB, LAMP)

        async def search() -> None:
            async with connected(machine.project) as client:
                found = await client.call_tool("search_skills", {**SMOKE, "domain": "fishing", "k": 1})
                assert found.structured_content["results"] == []

        run(search())


class TestReadSkill:
    def test_gives_the_whole_skill_and_then_its_files(self, machine: Machine) -> None:
        active(machine.project, LAMP)
        (machine.state / "skills" / LAMP.name / "references").mkdir()
        (machine.state / "skills" / LAMP.name / "references" / "wicks.md").write_text("Flat wicks.", encoding="utf-8")

        async def read() -> None:
            async with connected(machine.project) as client:
                skill = await client.call_tool("read_skill", {"name": LAMP.name})
                assert "Trim the wick" in words(skill)
                assert "references/wicks.md" in words(skill)
                file = await client.call_tool("read_skill", {"name": LAMP.name, "file": "references/wicks.md"})
                assert "Flat wicks." in file.structured_content["text"]

        run(read())

    @pytest.mark.parametrize(
        "asked",
        [
            {"name": "../../key"},
            {"name": "rl-lamp"},
            {"name": "rl-lamp-wick", "file": "../../../key"},
            {"name": "rl-lamp-wick", "file": "/etc/passwd"},
            {"name": "rl-lamp-wick", "file": "references/none.md"},
        ],
    )
    def test_what_is_not_there_is_told_in_a_sentence(self, machine: Machine, asked: dict[str, Any]) -> None:
        active(machine.project, LAMP)

        async def read() -> None:
            async with connected(machine.project) as client:
                refused = await client.call_tool("read_skill", asked)
                assert refused.is_error
                assert refused.structured_content == {"error": words(refused)}
                assert "\n" not in words(refused)
                assert "Traceback" not in words(refused)

        run(read())


class TestListDomains:
    def test_names_the_domains_and_the_skills_of_one(self, machine: Machine) -> None:
        active(machine.project, CRAB, LAMP)

        async def listed() -> None:
            async with connected(machine.project) as client:
                found = await client.call_tool("list_domains")
                assert [each["name"] for each in found.structured_content["domains"]] == ["fishing", "lamps"]
                skills = await client.call_tool("list_domains", {"domain": "Lamps"})
                assert words(skills).endswith(
                    f"- {LAMP.name}: use when the glass of a lamp turns black within an hour."
                )
                unknown = await client.call_tool("list_domains", {"domain": "lamp"})
                assert words(unknown) == "There is no domain lamp: perhaps lamps is meant."

        run(listed())


class TestSessionEvents:
    def test_lists_events_with_the_ids_to_cite(self, machine: Machine) -> None:
        session_in(machine.project)

        async def listed() -> None:
            async with connected(machine.project) as client:
                found = (await client.call_tool("session_events")).structured_content
                assert found["session"] == "claude-code:one"
                assert [event["id"] for event in found["events"]] == ["e1", "e2", "e3", "e4", "e5"]
                assert found["events"][2]["ok"] is False
                assert found["events"][1]["native_id"] == "one-2"
                assert "gh pr diff 104 --stat" in found["events"][1]["text"]
                some = await client.call_tool("session_events", {"query": "name-only", "last": 2, "session": "one"})
                assert [event["id"] for event in some.structured_content["events"]] == ["e4", "e5"]
                assert "e4 tool_call Bash [one-4]: " in words(some)
                none = await client.call_tool("session_events", {"query": "lighthouse"})
                assert words(none) == "No event of claude-code:one fits."

        run(listed())

    def test_an_unknown_session_is_told(self, machine: Machine) -> None:
        async def listed() -> None:
            async with connected(machine.project) as client:
                for asked, told in (({"session": "nobody"}, "There is no session nobody"), ({}, "is not known here")):
                    refused = await client.call_tool("session_events", asked)
                    assert refused.is_error
                    assert told in words(refused)
                wrong = await client.call_tool("session_events", {"session": 7})
                assert words(wrong).startswith("session is the id of your session as a text, not 7")

        run(listed())


class TestLearning:
    @pytest.mark.parametrize("mode", MODES)
    @pytest.mark.proves("foreground-learns-in-turn", "learn-start-progress", "receipt-learned")
    def test_a_skill_is_started_written_and_finished(self, machine: Machine, mode: Mode) -> None:
        session_in(machine.project)
        shown = Shown()

        async def learn() -> None:
            async with connected(machine.project, mode) as client:
                started = await client.call_tool("skill_learning_start", dict(START), progress_callback=shown)
                assert started.structured_content["folder"] in words(started)
                written(started)
                finished = await client.call_tool("skill_learning_finish", dict(FINISH))
                assert finished.structured_content["state"] == "created"
                assert words(finished) == f"Tell the user: Gelernt: {NAME}"
                found = await client.call_tool("search_skills", {"query": "gh pr diff says unknown flag: --stat"})
                assert found.structured_content["results"][0]["name"] == NAME
                status = await client.call_tool("learning_status")
                assert f"Learned: Gelernt: {NAME}" in words(status)

        run(learn())
        assert shown.messages == [START["message"]]

    def test_a_reviewer_shows_nobody_its_progress(self, machine: Machine) -> None:
        session_in(machine.project)
        shown = Shown()

        async def learn() -> None:
            async with connected(machine.project, reviewer=True) as client:
                started = await client.call_tool("skill_learning_start", dict(START), progress_callback=shown)
                assert not started.is_error

        run(learn())
        assert shown.messages == []

    @pytest.mark.proves("learn-tools")
    def test_a_wrong_code_is_told_in_the_words_of_the_contract_with_all_else_that_is_wrong(
        self, machine: Machine
    ) -> None:
        session_in(machine.project)
        wrong = {"action": "mend", "skill_name": "../x", "reason": ["why"], "event_refs": "e1", "note": {"a": [1]}}

        async def learn() -> None:
            async with connected(machine.project) as client:
                refused = await client.call_tool("skill_learning_start", wrong)
                assert refused.is_error
                for part in (
                    "action is 'mend'",
                    "skill_name is not valid",
                    "reason",
                    "event_refs is no list",
                    "'note'",
                ):
                    assert part in words(refused)
                assert "Traceback" not in words(refused)

        run(learn())

    def test_what_the_user_says_next_ends_the_run_that_a_finish_belongs_to(self, machine: Machine) -> None:
        transcript = session_in(machine.project)
        signal = {
            "kind": "create_candidate",
            "package_name_hint": "rl-gh-pr-files",
            "trigger": "recovered_surprise",
            "reason_not_written": "needs_full_context_review",
            "event_refs": ["e3", "one-4"],
            "summary": "Files of a pull request are listed by name only.",
        }

        async def learn() -> None:
            async with connected(machine.project) as client:
                started = await client.call_tool("skill_learning_start", dict(START))
                written(started)
                await client.call_tool("skill_learning_finish", dict(FINISH))
                ignored = await client.call_tool("report_turn", {"learning_signal": signal, "skill_issue_signal": None})
                assert ignored.structured_content["kept"] == []
                assert words(ignored).startswith("Not taken, learning_signal: ")
                still = await client.call_tool("report_turn", {"learning_signal": signal})
                assert still.structured_content["kept"] == []
                append(transcript, [said(9, "Now something else.", sessionId="one", uuid="one-9")])
                kept = await client.call_tool("report_turn", {"learning_signal": signal})
                assert words(kept) == "Kept: learning_signal waits for a review"
                status = await client.call_tool("learning_status")
                assert "a new skill rl-gh-pr-files" in words(status)

        run(learn())

    def test_counters_go_by_the_name_of_the_host(self, machine: Machine) -> None:
        session_in(machine.project)

        async def count(name: str) -> list[str]:
            async with connected(machine.project, name=name) as client:
                await client.call_tool("skill_learning_start", {**START, "skill_name": f"rl-of-{name}".lower()})
                status = await client.call_tool("learning_status")
                assert "claude-code since its last review: 1 tool calls" in words(status)
                return [one["caller"]["agent"] for one in status.structured_content["open_attempts"]]

        assert run(count("Claude-Desktop")) == ["claude-code"]
        assert run(count("some-host")) == ["some-host", "claude-code"]

    def test_a_lesson_rests_on_what_the_user_said(self, machine: Machine) -> None:
        session_in(machine.project)
        lesson = "List the files of a pull request by name only."

        async def learn() -> None:
            async with connected(machine.project) as client:
                kept = await client.call_tool("add_lesson", {"text": lesson, "category": "operational"})
                assert not kept.is_error, words(kept)
                assert lesson in str((await client.read_resource("afterwit://lessons")).contents)
                refused = await client.call_tool("add_lesson", {"text": "Lighthouses need oil."})
                assert words(refused).startswith("The lesson was not kept: ")
                assert refused.is_error

        run(learn())
        with kernel(Project(machine.project), Config(), to_write=False) as here:
            judged = here.docket.proposals(fate="applied")[0].proposal
            assert judged is not None
            assert judged.author == "foreground"
            assert {ref.session for ref in judged.evidence} == {"claude-code:one"}

    def test_no_lesson_where_no_session_is_known(self, machine: Machine) -> None:
        async def learn() -> None:
            async with connected(machine.project) as client:
                refused = await client.call_tool("add_lesson", {"text": "Lighthouses need oil."})
                assert refused.is_error
                assert "A lesson has to rest on it" in words(refused)

        run(learn())


class TestTraces:
    def test_what_only_reads_leaves_none_in_a_project_that_has_nothing(self, machine: Machine) -> None:
        async def read() -> None:
            async with connected(machine.project) as client:
                for tool, given in (
                    ("search_skills", {"query": "anything"}),
                    ("read_skill", {"name": "anything"}),
                    ("list_domains", {}),
                    ("learning_status", {}),
                ):
                    await client.call_tool(tool, given)
                await client.list_resources()
                await client.read_resource("afterwit://status")

        run(read())
        assert not machine.state.exists()

    def test_what_learns_makes_the_folder_and_the_rest_sees_it(self, machine: Machine) -> None:
        async def learn() -> None:
            async with connected(machine.project) as client:
                await client.call_tool("search_skills", {"query": "anything"})
                assert not machine.state.exists()
                await client.call_tool("report_turn", {})
                assert machine.database.exists()
                active(machine.project, LAMP)
                assert LAMP.name in words(await client.call_tool("search_skills", SMOKE))

        run(learn())

    def test_a_store_that_was_thrown_away_is_not_written_to(self, machine: Machine) -> None:
        async def learn() -> None:
            async with connected(machine.project) as client:
                await client.call_tool("report_turn", {})
                machine.state.rename(machine.project / "old")
                await client.call_tool("report_turn", {})
                assert machine.database.exists()

        run(learn())

    def test_a_store_that_cannot_be_read_is_told_and_tried_again(self, machine: Machine) -> None:
        machine.state.mkdir()
        machine.database.write_bytes(b"no database at all" * 100)

        async def learn() -> None:
            async with connected(machine.project) as client:
                refused = await client.call_tool("report_turn", {})
                assert refused.is_error
                assert "afterwit.db" in words(refused)
                machine.database.unlink()
                assert not (await client.call_tool("report_turn", {})).is_error

        run(learn())

    def test_settings_that_cannot_be_used_are_told(self, machine: Machine) -> None:
        machine.state.mkdir()
        (machine.state / "config.toml").write_text("[recall]\nresults = 'many'\n", encoding="utf-8")

        async def search() -> None:
            async with connected(machine.project) as client:
                refused = await client.call_tool("search_skills", {"query": "x"})
                assert refused.is_error
                assert "recall.results" in words(refused)

        run(search())


@pytest.mark.parametrize("mode", MODES)
def test_an_unknown_tool_is_told_with_those_there_are(machine: Machine, mode: Mode) -> None:
    async def call() -> None:
        async with connected(machine.project, mode) as client:
            with pytest.raises(MCPError, match="There is no tool brew_tea: there are search_skills"):
                await client.call_tool("brew_tea", {})

    run(call())


def test_halves_of_characters_are_sent_as_question_marks(machine: Machine) -> None:
    path = session_in(machine.project)
    with path.open("a", encoding="utf-8") as file:
        half = {"type": "user", "uuid": "half", "sessionId": "one", "message": {"role": "user", "content": "\ud83d x"}}
        file.write(json.dumps(half) + "\n")

    async def listed() -> None:
        async with connected(machine.project, "legacy") as client:
            found = await client.call_tool("session_events", {"last": 1})
            assert words(found).isprintable() or "\n" in words(found)
            words(found).encode()

    run(listed())
