"""Puts the Claude Code plugin together: hooks, MCP server, the bundled skills and slash commands, and a marketplace.

    python -m plugin.build FOLDER

Everything in it comes from what the program itself uses, so that it cannot say something else. A slash command whose
command line does not exist in this version is left out, and said.
"""

import json
import sys
import tempfile
from collections.abc import Iterable
from pathlib import Path

import msgspec

from afterwit import __version__, core_skills
from afterwit.adapters.hosts.claude_code import EVENTS
from afterwit.adapters.hosts.host import Ground, grouped_hooks, server_words
from afterwit.faces.cli.app import app

HERE = Path(__file__).parent
NAME = "afterwit"
DOES = "Turns finished agent sessions into durable, gated, measured know-how that the next session has at hand."
MARKETPLACE = Path(".claude-plugin", "marketplace.json")
PLUGIN = Path(".claude-plugin", "plugin.json")
NEEDS = "needs: "
"""The line of a slash command that names the commands it calls, with their options; it is not written."""


class Named(msgspec.Struct, frozen=True, kw_only=True):
    """What is asked of a marketplace or a plugin to know whose it is."""

    name: str = ""
    plugins: list["Named"] = []


def build(folder: Path) -> list[str]:
    """Write the plugin and its marketplace, in place of those that are there; give what was left out, in words."""
    _refuse_what_is_not_ours(folder)
    folder.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory(prefix=f".{NAME}-", dir=folder) as fresh:
        home = Path(fresh, NAME)
        left_out = _plugin(home)
        if (folder / NAME).exists():
            (folder / NAME).rename(Path(fresh, "before"))
        home.rename(folder / NAME)
    marketplace = {
        "name": NAME,
        "owner": {"name": "The Afterwit developers"},
        "plugins": [{"name": NAME, "source": f"./{NAME}", "description": DOES}],
    }
    _write(folder / MARKETPLACE, marketplace)
    return left_out


def _refuse_what_is_not_ours(folder: Path) -> None:
    """Only our own marketplace is built anew, with our own plugin in it; what else lies beside them stays."""
    if not folder.exists() or (folder.is_dir() and not any(folder.iterdir())):
        return
    home = folder / NAME
    ours = _read(folder / MARKETPLACE) == Named(name=NAME, plugins=[Named(name=NAME)])
    if not ours or home.is_symlink() or (home.exists() and _read(home / PLUGIN).name != NAME):
        raise SystemExit(f"{folder} is there and is no plugin of ours: name another folder.")


def _read(path: Path) -> Named:
    try:
        return msgspec.json.decode(path.read_bytes(), type=Named)
    except (OSError, msgspec.DecodeError):
        return Named()


def _plugin(home: Path) -> list[str]:
    about: dict[str, object] = {"name": NAME, "version": __version__, "description": DOES}
    ground = Ground(home=Path("~"), environment={}, project=None)
    hooks = {hook.event: [{"hooks": [hook.handler]}] for hook in grouped_hooks(ground, "claude-code", EVENTS)}
    program, arguments = server_words(ground)
    _write(home / PLUGIN, {**about, "license": "MIT"})
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
        f"The plugin is in {folder} with {told}: `/plugin marketplace add {folder.resolve()}`, "
        f"then `/plugin install {NAME}@{NAME}`.\n"
    )


if __name__ == "__main__":
    main()
