"""Copilot CLI: a hooks file of our own in its hooks folder, and the MCP server in its list of servers."""

from pathlib import Path

from afterwit.adapters.hosts.claude_code import EVENTS
from afterwit.adapters.hosts.host import (
    SECONDS,
    Given,
    Ground,
    Hook,
    Host,
    Server,
    Settings,
    hook_command,
    server_words,
)


def _folder(ground: Ground) -> Path:
    return ground.project / ".github" if ground.project else ground.folder("COPILOT_HOME", ".copilot")


def _settings(ground: Ground) -> tuple[Settings, ...]:
    command, arguments = server_words(ground)
    # Under these names of events it sends what Claude Code sends; under its own the fields are called otherwise.
    hooks = tuple(
        Hook(
            event=event,
            grouped=False,
            handler={
                "type": "command",
                "bash": hook_command(ground, event, "copilot"),
                "powershell": hook_command(ground, event, "copilot"),
                "timeoutSec": SECONDS,
            },
        )
        for event in EVENTS
    )
    value: dict[str, object] = {"type": "local", "command": command, "args": arguments, "tools": ["*"]}
    servers = "mcp.json" if ground.project else "mcp-config.json"
    return (
        Settings(paths=(_folder(ground) / "hooks" / "afterwit.json",), parts=(Given(key="version", value=1), *hooks)),
        Settings(paths=(_folder(ground) / servers,), parts=(Server(below="mcpServers", value=value),)),
    )


COPILOT = Host(
    name="copilot",
    title="Copilot CLI",
    settings=_settings,
    skills=lambda ground: _folder(ground) / "skills",
    lacks=("Copilot CLI drops what a hook says to a prompt: it finds skills in its skills folder and over MCP.",),
    also_runs="claude-code",
    then=lambda _: ("Start a new Copilot CLI session.",),
)
