"""Claude Code: hooks in settings.json, the MCP server in .mcp.json, or in .claude.json for the user."""

from contextlib import suppress
from pathlib import Path
from typing import cast

from afterwit.adapters.hosts import files
from afterwit.adapters.hosts.host import NAME, Ground, Host, Server, Settings, grouped_hooks, server_words
from afterwit.adapters.hosts.json_text import NotJson, scan, value_of
from afterwit.errors import WrongUse

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
ENABLED = "enabledPlugins"
"""The setting that has plugins by their names and marketplaces, and whether they are on."""


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


def _plugins(ground: Ground) -> tuple[tuple[str, Path], ...]:
    """The plugins of ours that are on: of two files that name one, that counts which is nearer to the project."""
    paths = [ground.folder("CLAUDE_CONFIG_DIR", ".claude") / "settings.json"]
    if ground.project:
        paths += [ground.project / ".claude" / name for name in ("settings.json", "settings.local.json")]
    said = {plugin: (on, path) for path in paths for plugin, on in _enabled(path).items()}
    return tuple((plugin, path) for plugin, (on, path) in said.items() if on and plugin.startswith(f"{NAME}@"))


def _enabled(path: Path) -> dict[str, object]:
    """What a file says of plugins; nothing where it cannot be read: it is told elsewhere, where it is to be changed."""
    with suppress(OSError, UnicodeDecodeError, NotJson, WrongUse):
        text = (files.read(path) or b"").decode("utf-8-sig")
        root = scan(text, frozenset({ENABLED}))
        node = root.get(ENABLED) if root else None
        if node is not None and node.kind == "object":
            return cast("dict[str, object]", value_of(text, node))
    return {}


def _then(ground: Ground) -> tuple[str, ...]:
    asks = " It asks once whether to use the MCP server of this project: say yes." if ground.project else ""
    return (f"Start a new Claude Code session.{asks}",)


CLAUDE_CODE = Host(
    name="claude-code",
    title="Claude Code",
    settings=_settings,
    skills=lambda ground: _folder(ground) / "skills",
    plugins=_plugins,
    then=_then,
)
