"""Puts the Claude Code plugin together: hooks, MCP server, the bundled skills and slash commands, and a marketplace.

    python -m plugin.build FOLDER

Everything in it comes from what the program itself uses, so that it cannot say something else. A slash command whose
command line does not exist in this version is left out, and said.
"""

import json
import shutil
import sys
from collections.abc import Iterable
from pathlib import Path

from afterwit import __version__, core_skills
from afterwit.adapters.hosts.claude_code import EVENTS
from afterwit.adapters.hosts.host import Ground, grouped_hooks, server_words
from afterwit.faces.cli.app import app

HERE = Path(__file__).parent
NAME = "afterwit"
DOES = "Turns finished agent sessions into durable, gated, measured know-how that the next session has at hand."
NEEDS = "needs: "
"""The line of a slash command that names the commands it calls, with their options; it is not written."""


def build(folder: Path) -> list[str]:
    """Write the plugin and its marketplace, in place of what is there; give what was left out, in words."""
    home = folder / NAME
    if folder.exists():
        if not (folder / ".claude-plugin" / "marketplace.json").is_file():
            raise SystemExit(f"{folder} is there and is no plugin of ours: name another folder.")
        shutil.rmtree(folder)
    about: dict[str, object] = {"name": NAME, "version": __version__, "description": DOES}
    marketplace = {
        "name": NAME,
        "owner": {"name": "The Afterwit developers"},
        "plugins": [{"name": NAME, "source": f"./{NAME}", "description": DOES}],
    }
    ground = Ground(home=Path("~"), environment={}, project=None)
    hooks = {hook.event: [{"hooks": [hook.handler]}] for hook in grouped_hooks(ground, "claude-code", EVENTS)}
    program, arguments = server_words(ground)
    _write(folder / ".claude-plugin" / "marketplace.json", marketplace)
    _write(home / ".claude-plugin" / "plugin.json", {**about, "license": "MIT"})
    _write(home / "hooks" / "hooks.json", {"hooks": hooks})
    _write(home / ".mcp.json", {"mcpServers": {NAME: {"command": program, "args": arguments}}})
    for name in core_skills.NAMES:
        for path, content in core_skills.bundled(name).files.items():
            _put(home / "skills" / name / path, content)
    return list(_commands(home / "commands"))


def _commands(folder: Path) -> Iterable[str]:
    for path in sorted((HERE / "commands").glob("*.md")):
        lines = path.read_text(encoding="utf-8").splitlines(keepends=True)
        needs = next(line.removeprefix(NEEDS).strip() for line in lines if line.startswith(NEEDS))
        missing = [need for need in needs.split(", ") if not exists(need)]
        if missing:
            yield f"/{path.stem} is left out: this version has no afterwit {', '.join(missing)}"
            continue
        _put(folder / path.name, "".join(line for line in lines if not line.startswith(NEEDS)).encode())


def exists(need: str) -> bool:
    """Whether the command line has a command, with the options that are named after it."""
    name, *options = need.split()
    if name not in app:
        return False
    known = {option for argument in app[name].assemble_argument_collection() for option in argument.names}
    return known.issuperset(options)


def _write(path: Path, document: object) -> None:
    _put(path, (json.dumps(document, indent=2) + "\n").encode())


def _put(path: Path, content: bytes) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(content)


def main() -> None:
    """Build it where the command line says."""
    if len(sys.argv) != 2:  # noqa: PLR2004 - the program and the folder
        raise SystemExit("python -m plugin.build FOLDER")
    folder = Path(sys.argv[1])
    left_out = build(folder)
    for line in left_out:
        sys.stdout.write(f"{line}\n")
    commands = sorted(path.stem for path in (folder / NAME / "commands").glob("*.md"))
    told = ", ".join(f"/{name}" for name in commands)
    sys.stdout.write(
        f"The plugin is in {folder} with {told}: `/plugin marketplace add {folder}`, "
        f"then `/plugin install {NAME}@{NAME}`.\n"
    )


if __name__ == "__main__":
    main()
