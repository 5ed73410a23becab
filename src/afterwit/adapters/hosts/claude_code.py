"""Claude Code: hooks in settings.json, the MCP server in .mcp.json, or in .claude.json for the user."""

from pathlib import Path

from afterwit.adapters.hosts.host import Ground, Host, Server, Settings, grouped_hooks, server_words

EVENTS = (
    "SessionStart",
    "UserPromptSubmit",
    "PostToolUse",
    "PostToolUseFailure",
    "Stop",
    "SubagentStop",
    "PreCompact",
    "SessionEnd",
)


def _folder(ground: Ground) -> Path:
    return ground.project / ".claude" if ground.project else ground.folder("CLAUDE_CONFIG_DIR", ".claude")


def _servers(ground: Ground) -> Path:
    if ground.project:
        return ground.project / ".mcp.json"
    return Path(ground.environment.get("CLAUDE_CONFIG_DIR") or ground.home) / ".claude.json"


def _settings(ground: Ground) -> tuple[Settings, ...]:
    command, arguments = server_words(ground)
    server = Server(below="mcpServers", value={"type": "stdio", "command": command, "args": arguments})
    return (
        Settings(paths=(_folder(ground) / "settings.json",), parts=grouped_hooks(ground, "claude-code", EVENTS)),
        Settings(paths=(_servers(ground),), parts=(server,)),
    )


def _then(ground: Ground) -> tuple[str, ...]:
    asks = " It asks once whether to use the MCP server of this project: say yes." if ground.project else ""
    return (f"Start a new Claude Code session.{asks}",)


CLAUDE_CODE = Host(
    name="claude-code",
    title="Claude Code",
    settings=_settings,
    skills=lambda ground: _folder(ground) / "skills",
    then=_then,
)
