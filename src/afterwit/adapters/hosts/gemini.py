"""Gemini CLI: hooks and the MCP server in one settings.json. Its events have names of their own; times are in ms."""

from pathlib import Path

from afterwit.adapters.hosts.host import Ground, Host, Server, Settings, grouped_hooks, server_words

EVENTS = ("SessionStart", "BeforeAgent", "AfterTool", "AfterAgent", "PreCompress", "SessionEnd")


def _folder(ground: Ground) -> Path:
    return (ground.project or ground.home) / ".gemini"


def _settings(ground: Ground) -> tuple[Settings, ...]:
    command, arguments = server_words(ground)
    server = Server(below="mcpServers", value={"command": command, "args": arguments})
    hooks = grouped_hooks(ground, "gemini", EVENTS, second=1000)
    return (Settings(paths=(_folder(ground) / "settings.json",), parts=(*hooks, server)),)


def _then(ground: Ground) -> tuple[str, ...]:
    trust = " and trust this folder when it asks" if ground.project else ""
    return (f"Start a new Gemini CLI session{trust}; hooks need version 0.26 or later.",)


GEMINI = Host(
    name="gemini",
    title="Gemini CLI",
    settings=_settings,
    skills=lambda ground: _folder(ground) / "skills",
    lacks=("Gemini CLI has no separate events for a failed tool call and for the end of a subagent.",),
    then=_then,
)
