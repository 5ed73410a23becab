"""`afterwit install` and `afterwit uninstall`."""

import json
import os
from pathlib import Path

import pytest

from tests.faces.cli.running import Afterwit
from tests.faces.cli.terminal import on_terminal
from tests.machine import Machine


@pytest.fixture(name="on_path")
def afterwit_on_path(machine: Machine, monkeypatch: pytest.MonkeyPatch) -> Path:
    tools = machine.home / "tools"
    tools.mkdir()
    program = tools / "afterwit"
    program.write_bytes(b"#!/bin/sh\n")
    program.chmod(0o755)
    monkeypatch.setenv("PATH", f"{tools}{os.pathsep}/usr/bin:/bin")
    for name in ("XDG_DATA_HOME", "COPILOT_HOME"):
        monkeypatch.delenv(name, raising=False)
    return program


def rows(out: str) -> list[str]:
    return [" ".join(line.split()) for line in out.splitlines()]


def test_a_person_hears_what_was_done_where_and_what_comes_next(
    afterwit: Afterwit, machine: Machine, on_path: Path
) -> None:
    del on_path
    done = afterwit("install", "codex")
    assert done.code == 0
    lines = rows(done.out)
    assert f"Codex is set up in {machine.project}." in done.out.replace("\n", "")
    assert "hooks .codex/hooks.json made" in lines
    assert "MCP server .codex/config.toml made" in lines
    assert "skills .agents/skills 1 skill linked" in lines
    assert "core skill .afterwit/skills/learn-skill made" in lines
    assert "Undo: afterwit uninstall codex" in lines
    assert any(line.startswith("Next: Start a new Codex session") for line in lines)
    said = " ".join(lines)
    assert "Note: Codex has no event for a failed tool call" in said
    assert "learned from at the next session's start" in said
    assert "nothing had to change" in afterwit("install", "codex").out
    gone = afterwit("uninstall", "codex")
    assert gone.code == 0
    assert "Codex is no longer set up" in gone.out
    assert not (machine.project / ".codex").exists()


def test_a_change_is_shown_as_a_diff_and_nothing_is_written(
    afterwit: Afterwit, machine: Machine, on_path: Path
) -> None:
    del on_path
    settings = machine.project / ".claude" / "settings.json"
    settings.parent.mkdir()
    settings.write_bytes(b'{\r\n  "model": "opus\\u001b"\r\n}')
    shown = afterwit("install", "claude-code", "--print")
    assert shown.code == 0
    assert "--- a/.claude/settings.json\n+++ b/.claude/settings.json\n" in shown.out
    assert "--- /dev/null\n+++ b/.mcp.json\n" in shown.out
    assert "+++ 1 link in .claude/skills/ to ../../.afterwit/skills/\n+learn-skill\n" in shown.out
    assert "+++ b/.afterwit/skills/learn-skill/SKILL.md\n" in shown.out
    assert "+++ b/.afterwit/installed.json\n" in shown.out
    assert shown.out.endswith("Next: Nothing was changed yet: afterwit install claude-code does it.\n")
    assert "Undo:" not in shown.out
    assert not machine.state.exists()
    assert settings.read_bytes() == b'{\r\n  "model": "opus\\u001b"\r\n}'
    afterwit("install", "claude-code")
    assert "Nothing would change." in afterwit("install", "claude-code", "--print").out
    back = afterwit("uninstall", "claude-code", "--print").out
    assert "--- a/.mcp.json\n+++ /dev/null\n" in back
    assert "--- 1 link in .claude/skills/ to ../../.afterwit/skills/\n-learn-skill\n" in back
    assert (machine.project / ".mcp.json").exists()


def test_many_skills_are_one_row_two_lines_of_a_diff_and_each_its_own_for_programs(
    afterwit: Afterwit, machine: Machine, on_path: Path
) -> None:
    def learn(*names: str) -> None:
        for name in names:
            (machine.state / "skills" / name).mkdir(parents=True)
            (machine.state / "skills" / name / "SKILL.md").write_text(f"---\nname: {name}\n---\n", encoding="utf-8")

    del on_path
    learn(*(f"rl-{number:03}" for number in range(120)))
    shown = afterwit("install", "gemini", "--print")
    about = [line for line in shown.out.splitlines() if "rl-0" in line or "links in" in line]
    assert about[0] == "+++ 121 links in .gemini/skills/ to ../../.afterwit/skills/"
    assert about[1].startswith("+learn-skill, rl-000, rl-001, ")
    assert len(about) == 2
    assert len(afterwit("install", "gemini", "--print", "--json").document["links"]) == 121
    assert "skills .gemini/skills 121 skills linked" in rows(afterwit("install", "gemini").out)
    learn("rl-new")
    (machine.state / "skills" / "rl-000" / "SKILL.md").unlink()
    again = rows(afterwit("install", "gemini").out)
    assert "skills .gemini/skills 1 skill linked, 1 link removed, 120 links as before" in again
    assert "skills .gemini/skills 121 links removed" in rows(afterwit("uninstall", "gemini").out)


def test_what_else_is_on_a_long_line_of_settings_is_not_shown(
    afterwit: Afterwit, machine: Machine, on_path: Path
) -> None:
    del on_path
    token = "planted" * 6
    far = {f"project-{number}": {"history": "none"} for number in range(40)}
    settings = {"oauth": {"token": token}, "projects": far, "mcpServers": {"web": {"env": {"KEY": token}}}, "more": far}
    (machine.home / ".claude.json").write_text(json.dumps(settings), encoding="utf-8")
    for command in ("install", "uninstall"):
        shown = afterwit(command, "claude-code", "--user", "--print")
        assert shown.code == 0
        assert ', "afterwit": {"type": "stdio", "command": ' in shown.out
        assert "planted" not in shown.out
        assert "planted" not in afterwit(command, "claude-code", "--user", "--print", "--json").document["diff"]
        afterwit("install", "claude-code", "--user")


@pytest.mark.parametrize("host", ["claude-code", "codex", "gemini", "opencode", "copilot"])
def test_on_a_terminal_no_line_runs_over_its_edge(machine: Machine, on_path: Path, host: str) -> None:
    del on_path
    shown, _ = on_terminal("install", host, "--user", columns=80)
    lines = shown.splitlines()
    assert max(map(len, lines)) <= 80
    assert lines[-1] == f"Undo: afterwit uninstall {host} --user"
    words = " ".join(shown.split())
    if host == "opencode":
        assert "OpenCode's sessions cannot be learned from in the background yet" in words
    gone, _ = on_terminal("uninstall", host, "--user", columns=80)
    assert gone.splitlines()[0].endswith("is no longer set up for you.")
    assert gone.splitlines()[-1]
    del machine


def test_programs_get_one_document(afterwit: Afterwit, machine: Machine, on_path: Path) -> None:
    del on_path
    shown = afterwit("install", "gemini", "--print", "--json").document
    assert shown["changed"] is False
    assert "+++ b/.gemini/settings.json" in shown["diff"]
    done = afterwit("install", "gemini", "--json").document
    path = machine.project / ".gemini" / "settings.json"
    assert done["files"] == [{"path": str(path), "holds": "hooks, MCP server", "does": "made", "link": False}]
    link = {"path": ".gemini/skills/learn-skill", "target": "../../.afterwit/skills/learn-skill", "does": "made"}
    assert done["links"] == [link]
    assert (done["host"], done["scope"], done["changed"]) == ("gemini", "project", True)
    assert done["next"]
    gone = afterwit("uninstall", "gemini", "--json").document
    assert gone["files"][0]["does"] == "removed"
    assert gone["links"][0]["does"] == "removed"
    assert gone["next"] == []


def test_for_the_user_it_is_in_the_users_own_settings(afterwit: Afterwit, machine: Machine, on_path: Path) -> None:
    (machine.home / ".claude.json").write_text('{\n  "numStartups": 7\n}\n', encoding="utf-8")
    done = afterwit("install", "claude-code", "--user")
    assert done.code == 0
    assert "~/.claude/settings.json" in done.out
    servers = json.loads((machine.home / ".claude.json").read_bytes())
    assert servers["numStartups"] == 7
    assert Path(servers["mcpServers"]["afterwit"]["command"]).is_absolute()
    assert (machine.home / ".claude" / "skills" / "learn-skill" / "SKILL.md").is_file()
    assert not machine.state.exists()
    del on_path
    # Claude Code writes this file again and again: only our entry goes then.
    (machine.home / ".claude.json").write_text(json.dumps({**servers, "numStartups": 8}, indent=2), encoding="utf-8")
    assert afterwit("uninstall", "claude-code", "--user").code == 0
    assert (machine.home / ".claude.json").read_text(encoding="utf-8") == '{\n  "numStartups": 8\n}'
    assert not (machine.home / ".claude").exists()


def test_settings_that_cannot_be_read_are_named_with_line_and_column(
    afterwit: Afterwit, machine: Machine, on_path: Path
) -> None:
    del on_path
    (machine.project / ".mcp.json").write_text('{\n  "mcpServers": {\n', encoding="utf-8")
    done = afterwit("install", "claude-code")
    assert done.code == 2
    assert ".mcp.json cannot be changed (line 3, column 1: the document ends too early)" in done.err
    assert not machine.state.exists()
    assert not (machine.project / ".claude").exists()


def test_wrong_use_is_told_in_a_sentence(afterwit: Afterwit, machine: Machine) -> None:
    assert afterwit("install", "emacs").code == 2
    assert afterwit("install").code == 2
    done = afterwit("uninstall", "codex")
    assert done.code == 1
    assert "is not set up" in done.err
    del machine


def test_where_afterwit_is_not_on_the_path_that_is_said(
    afterwit: Afterwit, machine: Machine, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PATH", str(machine.home))
    done = afterwit("install", "claude-code")
    assert "afterwit is not on your PATH" in done.out
    server = json.loads((machine.project / ".mcp.json").read_bytes())["mcpServers"]["afterwit"]
    assert Path(server["command"]).is_absolute()
