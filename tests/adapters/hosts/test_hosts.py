"""What each host is told, and where."""

import json
import shutil
import subprocess
from pathlib import Path

import pytest

from afterwit.adapters.hosts import HOSTS, Ground, forms
from afterwit.adapters.hosts.host import is_our_hook, is_our_server

HOME, PROJECT = Path("/home/ada"), Path("/home/ada/lantern")
WRITTEN = {
    "claude-code": ([".claude/settings.json", ".mcp.json"], ".claude/skills"),
    "codex": ([".codex/hooks.json", ".codex/config.toml"], ".agents/skills"),
    "gemini": ([".gemini/settings.json"], ".gemini/skills"),
    "opencode": ([".opencode/plugins/afterwit.js", "opencode.json"], ".opencode/skills"),
    "copilot": ([".github/hooks/afterwit.json", ".github/mcp.json"], ".github/skills"),
}
FOR_THE_USER = {
    "claude-code": ([".claude/settings.json", ".claude.json"], ".claude/skills"),
    "codex": ([".codex/hooks.json", ".codex/config.toml"], ".agents/skills"),
    "gemini": ([".gemini/settings.json"], ".gemini/skills"),
    "opencode": ([".config/opencode/plugins/afterwit.js", ".config/opencode/opencode.json"], ".config/opencode/skills"),
    "copilot": ([".copilot/hooks/afterwit.json", ".copilot/mcp-config.json"], ".copilot/skills"),
}


def ground(project: Path | None = PROJECT, **environment: str) -> Ground:
    return Ground(home=HOME, environment=environment, project=project)


@pytest.mark.parametrize("name", HOSTS)
def test_a_project_and_a_user_have_each_hosts_own_places(name: str) -> None:
    for project, base, (paths, skills) in ((PROJECT, PROJECT, WRITTEN[name]), (None, HOME, FOR_THE_USER[name])):
        here = ground(project)
        assert [settings.paths[0] for settings in HOSTS[name].settings(here)] == [base / path for path in paths]
        assert HOSTS[name].skills(here) == base / skills
        assert HOSTS[name].then(here)


@pytest.mark.parametrize("name", HOSTS)
def test_every_file_can_be_made_and_has_all_of_ours(name: str) -> None:
    for settings in HOSTS[name].settings(ground()):
        at = settings.paths[0]
        after, notes = forms.merged(settings, at, None, None)
        assert notes == []
        assert forms.lacking(settings, at, after) == []
        assert forms.stripped(settings, at, after, None) is None
        assert settings.holds in {"hooks", "MCP server", "hooks, MCP server", "plugin"}


@pytest.mark.parametrize(
    ("name", "variable", "first"),
    [
        ("claude-code", "CLAUDE_CONFIG_DIR", "settings.json"),
        ("codex", "CODEX_HOME", "hooks.json"),
        ("copilot", "COPILOT_HOME", "hooks/afterwit.json"),
        ("opencode", "XDG_CONFIG_HOME", "opencode/plugins/afterwit.js"),
    ],
)
def test_a_host_that_lives_elsewhere_is_found_there(name: str, variable: str, first: str) -> None:
    here = ground(None, **{variable: "/elsewhere"})
    assert HOSTS[name].settings(here)[0].paths[0] == Path("/elsewhere") / first


def test_claude_code_keeps_its_servers_in_its_folder_where_that_was_moved() -> None:
    here = ground(None, CLAUDE_CONFIG_DIR="/elsewhere")
    assert HOSTS["claude-code"].settings(here)[1].paths == (Path("/elsewhere/.claude.json"),)


def test_a_plugin_of_ours_is_on_where_the_settings_nearest_to_the_project_say_so(tmp_path: Path) -> None:
    home, project = tmp_path / "home", tmp_path / "lantern"
    user, shared, own = (
        home / ".claude" / "settings.json",
        project / ".claude" / "settings.json",
        project / ".claude" / "settings.local.json",
    )

    def says(path: Path, content: str) -> None:
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(content, encoding="utf-8")

    def plugins(project: Path | None = project) -> tuple[tuple[str, Path], ...]:
        return HOSTS["claude-code"].plugins(Ground(home=home, environment={}, project=project))

    assert plugins() == ()
    says(user, '\ufeff{"enabledPlugins": {"notafterwit@tools": true, "afterwit@tools": true}} // mine')
    assert plugins() == plugins(None) == (("afterwit@tools", user),)
    says(shared, '{"enabledPlugins": {"afterwit@tools": false, "afterwit@afterwit": true,},}')
    assert plugins() == (("afterwit@afterwit", shared),)
    says(own, '{"enabledPlugins": {"afterwit@afterwit": false}}')
    assert plugins() == ()
    for broken in ('{"enabledPlugins": ["afterwit@tools"]}', '{"enabledPlugins": {', "[]", "", "\x00"):
        says(own, broken)
        assert plugins() == (("afterwit@afterwit", shared),)
    assert HOSTS["codex"].plugins(ground()) == ()


def hooks(name: str) -> dict[str, list[object]]:
    settings = HOSTS[name].settings(ground())[0]
    return json.loads(forms.merged(settings, settings.paths[0], None, None)[0])["hooks"]


def test_hooks_are_written_in_each_hosts_form() -> None:
    assert hooks("claude-code")["SessionEnd"] == [
        {"hooks": [{"type": "command", "command": "afterwit hook SessionEnd --host claude-code", "timeout": 10}]}
    ]
    assert hooks("gemini")["AfterTool"] == [
        {"hooks": [{"type": "command", "command": "afterwit hook AfterTool --host gemini", "timeout": 10000}]}
    ]
    command = "afterwit hook Stop --host copilot"
    assert hooks("copilot")["Stop"] == [{"type": "command", "bash": command, "powershell": command, "timeoutSec": 10}]
    assert set(hooks("codex")) == {
        "SessionStart",
        "UserPromptSubmit",
        "PostToolUse",
        "Stop",
        "SubagentStop",
        "PreCompact",
    }


def test_a_path_with_a_space_is_quoted_for_the_shell() -> None:
    here = Ground(home=HOME, environment={}, project=None, command=("/my tools/afterwit",))
    settings = HOSTS["claude-code"].settings(here)[0]
    content, _ = forms.merged(settings, settings.paths[0], None, None)
    handler = json.loads(content)["hooks"]["Stop"][0]["hooks"][0]
    assert handler["command"] == "'/my tools/afterwit' hook Stop --host claude-code"
    assert is_our_hook(handler)


@pytest.mark.parametrize(
    ("command", "ours"),
    [
        ("afterwit hook Stop", True),
        ("/usr/bin/afterwit hook Stop --host codex", True),
        ('"C:\\Tools\\afterwit.exe" hook Stop', True),
        ("python -m afterwit hook Stop", True),
        ("notafterwit hook Stop", False),
        ("afterwit learn", False),
        ("echo afterwit; git hook Stop", False),
        ("afterwit hook Stop --host codex; say done", False),
        ("cd sub && afterwit hook Stop", False),
        ("afterwit hook 'Stop", False),
        ("", False),
    ],
)
def test_a_hook_of_ours_is_known_by_what_it_calls(command: str, ours: bool) -> None:  # noqa: FBT001
    assert is_our_hook({"command": command}) is ours
    assert is_our_hook(command) is False


@pytest.mark.parametrize(
    ("entry", "ours"),
    [
        ({"command": "afterwit", "args": ["mcp"]}, True),
        ({"command": ["/usr/bin/afterwit", "mcp"]}, True),
        ({"command": "python", "args": ["-m", "afterwit", "mcp", "--project", "."]}, True),
        ({"command": "uvx", "args": ["afterwit", "mcp"]}, False),
        ({"command": "docker", "args": ["run", "afterwit"]}, False),
        ({"url": "http://127.0.0.1/mcp"}, False),
        ("afterwit mcp", False),
    ],
)
def test_a_server_of_ours_is_known_by_what_it_runs(entry: object, ours: bool) -> None:  # noqa: FBT001
    assert is_our_server(entry) is ours


@pytest.mark.skipif(shutil.which("node") is None, reason="needs a JavaScript runtime")
def test_the_plugin_for_opencode_tells_the_hook_what_happens(tmp_path: Path) -> None:
    called = tmp_path / "called"
    script = tmp_path / "afterwit"
    script.write_text(
        f'#!/bin/sh\nprintf "%s " "$@" >> {called}\ncat >> {called}\necho >> {called}\n', encoding="utf-8"
    )
    script.chmod(0o755)
    here = Ground(home=HOME, environment={}, project=tmp_path, command=(str(script),))
    plugin = tmp_path / "afterwit.mjs"
    plugin.write_text(HOSTS["opencode"].settings(here)[0].text, encoding="utf-8")
    (tmp_path / "run.mjs").write_text(
        """
        import { Afterwit } from "./afterwit.mjs"
        const hooks = await Afterwit({ directory: process.cwd() })
        const tell = (type, properties) => hooks.event({ event: { type, properties } })
        await tell("session.created", { info: { id: "one" } })
        await tell("session.created", { info: { id: "two", parentID: "one" } })
        await hooks["tool.execute.after"]({ tool: "bash", sessionID: "one", callID: "c1" }, {})
        await tell("session.idle", { sessionID: "two" })
        await tell("session.idle", { sessionID: "one" })
        await tell("file.edited", { file: "x" })
        """,
        encoding="utf-8",
    )
    subprocess.run(["node", "run.mjs"], cwd=tmp_path, check=True, timeout=60)  # noqa: S607
    lines = called.read_text(encoding="utf-8").splitlines()
    assert [line.split(" {")[0] for line in lines] == [
        f"hook {event} --host opencode" for event in ("SessionStart", "PostToolUse", "SubagentStop", "Stop")
    ]
    facts = json.loads("{" + lines[1].split(" {", 1)[1])
    assert facts == {
        "hook_event_name": "PostToolUse",
        "cwd": str(tmp_path),
        "session_id": "one",
        "tool_name": "bash",
        "tool_use_id": "c1",
    }
