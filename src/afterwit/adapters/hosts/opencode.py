"""OpenCode: a small plugin that calls the hooks, and the MCP server in opencode.json."""

import json
from pathlib import Path

from afterwit.adapters.hosts.host import SECONDS, Ground, Host, Server, Settings, server_words

MARK = "// Written by `afterwit install opencode`; `afterwit uninstall opencode` takes it away."
PLUGIN = """\
%(mark)s
import { spawn } from "node:child_process"

const COMMAND = %(command)s
const LONGEST = %(milliseconds)d

// Whatever goes wrong in a hook, OpenCode is not to notice.
const tell = (event, directory, facts) =>
  new Promise((done) => {
    const [program, ...rest] = COMMAND
    const words = [...rest, "hook", event, "--host", "opencode"]
    const hook = spawn(program, words, { cwd: directory, stdio: ["pipe", "ignore", "ignore"] })
    const timer = setTimeout(() => hook.kill(), LONGEST)
    const end = () => {
      clearTimeout(timer)
      done()
    }
    hook.on("error", end)
    hook.on("close", end)
    hook.stdin.on("error", () => {})
    hook.stdin.end(JSON.stringify({ hook_event_name: event, cwd: directory, ...facts }))
  })

export const Afterwit = async ({ directory }) => {
  const subagents = new Set()
  return {
    event: async ({ event }) => {
      const about = event.properties ?? {}
      if (event.type === "session.created" && about.info?.parentID) {
        subagents.add(about.info.id)
      } else if (event.type === "session.created") {
        await tell("SessionStart", directory, { session_id: about.info?.id })
      } else if (event.type === "session.idle") {
        const name = subagents.has(about.sessionID) ? "SubagentStop" : "Stop"
        await tell(name, directory, { session_id: about.sessionID })
      }
    },
    "tool.execute.after": async (input) => {
      const facts = { session_id: input.sessionID, tool_name: input.tool, tool_use_id: input.callID }
      await tell("PostToolUse", directory, facts)
    },
  }
}
"""


def _folder(ground: Ground) -> Path:
    return ground.project / ".opencode" if ground.project else ground.folder("XDG_CONFIG_HOME", ".config") / "opencode"


def _settings(ground: Ground) -> tuple[Settings, ...]:
    command, arguments = server_words(ground)
    value: dict[str, object] = {"type": "local", "command": [command, *arguments], "enabled": True}
    folder = ground.project or _folder(ground)
    plugin = PLUGIN % {"mark": MARK, "command": json.dumps(list(ground.command)), "milliseconds": SECONDS * 1000}
    return (
        Settings(paths=(_folder(ground) / "plugins" / "afterwit.js",), form="text", text=plugin, mark=MARK),
        Settings(
            paths=(folder / "opencode.json", folder / "opencode.jsonc"), parts=(Server(below="mcp", value=value),)
        ),
    )


OPENCODE = Host(
    name="opencode",
    title="OpenCode",
    settings=_settings,
    skills=lambda ground: _folder(ground) / "skills",
    lacks=(
        "OpenCode has no stable events for a failed tool call or before compaction.",
        "OpenCode takes no context from hooks: it finds skills in its skills folder and over MCP.",
        "OpenCode 2 loads no plugin of OpenCode 1, as this one is: there, only skills and MCP work.",
    ),
    then=lambda _: ("Start OpenCode anew: it loads plugins when it starts.",),
)
