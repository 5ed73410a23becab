"""Resources, prompts, and skills over MCP."""

import hashlib
import json
from typing import Any

import mcp_types as types
import pytest
from mcp import Client
from mcp.shared.exceptions import MCPError

from afterwit.core_skills import bundled
from afterwit.faces.mcp.resources import AT_ONCE
from tests.faces.cli.packages import CRAB, LAMP
from tests.faces.mcp.serving import MODES, Mode, active, ask, connected, run
from tests.keep.keeping import package
from tests.machine import Machine

OUTSIDE = [
    "skill://rl-lamp-wick/../../key",
    "skill://rl-lamp-wick/%2e%2e/%2e%2e/key",
    "skill://../key",
    "skill://%2e%2e/key",
    "skill://..%2f..%2fskills/rl-lamp-wick/SKILL.md",
    "skill://rl-lamp-wick//etc/passwd",
    "skill://rl-lamp-wick/",
    "skill://rl-lamp-wick",
    "skill://",
    "skill://rl-unknown/SKILL.md",
    "skill://rl-lamp-wick/\x00",
    "skill://rl-crab-pots/SKILL.md",
    "skill://" + "x" * 5000 + "/SKILL.md",
    "file:///etc/passwd",
    "afterwit://key",
]


def text_of(result: types.ReadResourceResult) -> str:
    content = result.contents[0]
    assert isinstance(content, types.TextResourceContents)
    return content.text


class TestResources:
    @pytest.mark.parametrize("mode", MODES)
    def test_ours_and_every_active_skill_are_listed(self, machine: Machine, mode: Mode) -> None:
        active(machine.project, LAMP)

        async def listed() -> None:
            async with connected(machine.project, mode) as client:
                found = {one.uri: one for one in (await client.list_resources()).resources}
                assert set(found) == {
                    "afterwit://lessons",
                    "afterwit://domains",
                    "afterwit://status",
                    "afterwit://learn-skill",
                    "skill://rl-lamp-wick/SKILL.md",
                }
                skill = found["skill://rl-lamp-wick/SKILL.md"]
                assert (skill.name, skill.mime_type) == ("rl-lamp-wick", "text/markdown")
                assert "smoking" in (skill.description or "")
                templates = (await client.list_resource_templates()).resource_templates
                assert [one.uri_template for one in templates] == ["skill://{name}/{+path}"]

        run(listed())

    def test_many_come_page_by_page_and_each_once(self, machine: Machine) -> None:
        names = [f"rl-net-{number:03}" for number in range(AT_ONCE + 3)]
        active(machine.project, *(package(name) for name in names))

        async def listed() -> None:
            async with connected(machine.project) as client:
                first = await client.list_resources()
                second = await client.list_resources(cursor=first.next_cursor)
                assert second.next_cursor is None
                uris = [one.uri for page in (first, second) for one in page.resources if one.uri.startswith("skill:")]
                assert uris == [f"skill://{name}/SKILL.md" for name in names]
                page = await ask(client, "skills/list")
                rest = await ask(client, "skills/list", cursor=page["nextCursor"])
                told = [one["frontmatter"]["name"] for one in (*page["skills"], *rest["skills"])]
                assert told == names
                assert "nextCursor" not in rest
                for method in ("skills/list", "resources/list"):
                    with pytest.raises(MCPError, match="begin without one") as refused:
                        await ask(client, method, cursor="§")
                    assert refused.value.code == types.INVALID_PARAMS

        run(listed())

    def test_each_of_ours_can_be_read(self, machine: Machine) -> None:
        active(machine.project, LAMP)

        async def read() -> None:
            async with connected(machine.project) as client:
                assert text_of(await client.read_resource("afterwit://lessons")) == "There are no lessons yet.\n"
                assert "- lamps (1)" in text_of(await client.read_resource("afterwit://domains"))
                assert json.loads(text_of(await client.read_resource("afterwit://status")))["open_attempts"] == []
                learn = text_of(await client.read_resource("afterwit://learn-skill"))
                assert learn == bundled("learn-skill").text

        run(read())

    def test_a_files_bytes_come_as_they_are(self, machine: Machine) -> None:
        active(machine.project, LAMP)
        assets = machine.state / "skills" / LAMP.name / "assets"
        assets.mkdir()
        (assets / "lamp.bin").write_bytes(b"\xff\x00\xfe")
        (assets / "two words.md").write_text("Oil.\r\n", encoding="utf-8", newline="")

        async def read() -> None:
            async with connected(machine.project) as client:
                blob = (await client.read_resource(f"skill://{LAMP.name}/assets/lamp.bin")).contents[0]
                assert isinstance(blob, types.BlobResourceContents)
                assert blob.blob == "/wD+"
                spaced = await client.read_resource(f"skill://{LAMP.name}/assets/two%20words.md")
                assert text_of(spaced) == "Oil.\r\n"

        run(read())

    @pytest.mark.parametrize("uri", OUTSIDE)
    def test_no_address_leads_out_of_the_active_skills(self, machine: Machine, uri: str) -> None:
        active(machine.project, LAMP)
        (machine.state / "key").write_bytes(b"k" * 32)
        waiting = machine.state / "skills-pending" / CRAB.name
        waiting.mkdir(parents=True)
        (waiting / "SKILL.md").write_bytes(CRAB.files["SKILL.md"])

        async def read() -> None:
            async with connected(machine.project) as client:
                for method in ("resources/read", "skills/get"):
                    with pytest.raises(MCPError, match="Nothing is served at") as refused:
                        await ask(client, method, uri=uri)
                    assert refused.value.code == types.INVALID_PARAMS

        run(read())


class TestSkillsExtension:
    @pytest.mark.parametrize("mode", MODES)
    def test_an_entry_has_the_frontmatter_and_the_digest_of_every_file(self, machine: Machine, mode: Mode) -> None:
        active(machine.project, LAMP)
        reference = machine.state / "skills" / LAMP.name / "references" / "wicks.md"
        reference.parent.mkdir()
        reference.write_text("Flat wicks.", encoding="utf-8")

        async def listed() -> None:
            async with connected(machine.project, mode) as client:
                page = await ask(client, "skills/list")
                assert page["cacheScope"] == "private"
                assert page["ttlMs"] >= 0
                [entry] = page["skills"]
                assert entry["uri"] == f"skill://{LAMP.name}/SKILL.md"
                assert entry["frontmatter"]["name"] == LAMP.name
                assert entry["frontmatter"]["metadata"]["domain"] == "lamps"
                await verify(client, entry)
                one = await ask(client, "skills/get", uri=entry["uri"])
                assert one["skill"] == entry
                assert {"ttlMs", "cacheScope"} <= set(one)

        run(listed())

    def test_it_is_declared(self, machine: Machine) -> None:
        async def declared() -> None:
            async with connected(machine.project) as client:
                extensions = client.server_capabilities.extensions or {}
                assert extensions == {"io.modelcontextprotocol/skills": {}}

        run(declared())

    def test_a_file_of_a_skill_is_no_skill(self, machine: Machine) -> None:
        active(machine.project, LAMP)

        async def asked() -> None:
            async with connected(machine.project) as client:
                with pytest.raises(MCPError, match="Nothing is served"):
                    await ask(client, "skills/get", uri=f"skill://{LAMP.name}/references/wicks.md")
                with pytest.raises(MCPError) as refused:
                    await ask(client, "skills/get")
                assert refused.value.code == types.INVALID_PARAMS

        run(asked())


async def verify(client: Client, entry: dict[str, Any]) -> None:
    """What a host does before it takes a skill over."""
    for file in entry["resources"]:
        content = text_of(await client.read_resource(file["uri"])).encode()
        assert len(content) == file["size"]
        assert f"sha256:{hashlib.sha256(content).hexdigest()}" == file["digest"]


class TestPrompts:
    @pytest.mark.parametrize("mode", MODES)
    def test_how_to_learn_and_how_to_look_back(self, machine: Machine, mode: Mode) -> None:
        async def asked() -> None:
            async with connected(machine.project, mode) as client:
                assert [one.name for one in (await client.list_prompts()).prompts] == ["learn-skill", "retrospective"]
                learn = await said(client, "learn-skill")
                assert learn in bundled("learn-skill").text
                assert not learn.startswith("---")
                back = await said(client, "retrospective")
                assert "session_events" in back
                assert len(back) < 1500
                with pytest.raises(MCPError, match="There is no prompt tea"):
                    await client.get_prompt("tea")

        run(asked())


async def said(client: Client, name: str) -> str:
    [message] = (await client.get_prompt(name)).messages
    assert isinstance(message.content, types.TextContent)
    return message.content.text
