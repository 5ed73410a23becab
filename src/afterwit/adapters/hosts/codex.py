"""Codex: hooks in hooks.json, the MCP server as a table in config.toml, skills in .agents/skills."""

from pathlib import Path

from afterwit.adapters.hosts.host import Ground, Host, Server, Settings, grouped_hooks, server_words

EVENTS = ("SessionStart", "UserPromptSubmit", "PostToolUse", "Stop", "SubagentStop", "PreCompact")


def _folder(ground: Ground) -> Path:
    return ground.project / ".codex" if ground.project else ground.folder("CODEX_HOME", ".codex")


def _settings(ground: Ground) -> tuple[Settings, ...]:
    command, arguments = server_words(ground)
    server = Server(below="mcp_servers", value={"command": command, "args": arguments})
    return (
        Settings(paths=(_folder(ground) / "hooks.json",), parts=grouped_hooks(ground, "codex", EVENTS)),
        Settings(paths=(_folder(ground) / "config.toml",), form="toml", parts=(server,)),
    )


def _then(ground: Ground) -> tuple[str, ...]:
    trust = "Trust the project when Codex asks: it reads .codex/ only then." if ground.project else ""
    review = "Start a new Codex session, and review the new hooks with /hooks: Codex runs none that nobody trusted."
    return tuple(sentence for sentence in (review, trust) if sentence)


CODEX = Host(
    name="codex",
    title="Codex",
    settings=_settings,
    skills=lambda ground: (ground.project or ground.home) / ".agents" / "skills",
    lacks=("Codex has no event for a failed tool call: the transcript tells of those.",),
    then=_then,
)
