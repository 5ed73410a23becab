"""What a host is to Afterwit: which of its files get which entries, where it looks for skills, and what it lacks."""

import shlex
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Literal, cast

import msgspec

SECONDS = 10
"""How long a hook may take: it gives up by itself before that."""

NAME = "afterwit"
"""How our server is called in a host's settings."""


class Ground(msgspec.Struct, frozen=True, kw_only=True):
    """Where a host is to be set up: in a project, or in the user's own settings."""

    home: Path
    environment: Mapping[str, str]
    project: Path | None
    """None where it is for the user, in all projects."""
    command: tuple[str, ...] = (NAME,)
    """How Afterwit is called: its name, its path, or the words that run it."""

    def folder(self, variable: str, below_home: str) -> Path:
        """A host's own folder: where a variable says, or at its place below the home folder."""
        said = self.environment.get(variable)
        return Path(said) if said else self.home / below_home


class Hook(msgspec.Struct, frozen=True, kw_only=True):
    """A command that a host calls at an event."""

    event: str
    handler: dict[str, object]
    grouped: bool = True
    """Whether the host wants it in a group with others, or by itself."""


class Server(msgspec.Struct, frozen=True, kw_only=True):
    """Our entry among a host's MCP servers."""

    below: str
    """The key that has the servers."""
    value: dict[str, object]


class Given(msgspec.Struct, frozen=True, kw_only=True):
    """What a file of this kind must say, and mostly says already."""

    key: str
    value: int | str


Part = Hook | Server | Given


class Settings(msgspec.Struct, frozen=True, kw_only=True):
    """One file, and what is to be in it."""

    paths: tuple[Path, ...]
    """Where it may be: the first of these that is there, else the first."""
    form: Literal["json", "toml", "text"] = "json"
    parts: tuple[Part, ...] = ()
    text: str = ""
    """The whole of a file that is ours alone."""
    mark: str = ""
    """The first line by which such a file is known as ours, whatever version wrote it."""

    @property
    def holds(self) -> str:
        """What of ours is in it, for people."""
        kinds = {type(part) for part in self.parts} - {Given}
        told = [word for kind, word in ((Hook, "hooks"), (Server, "MCP server")) if kind in kinds]
        return ", ".join(told) or ("plugin" if self.mark else "core skill")


class Host(msgspec.Struct, frozen=True, kw_only=True):
    """One host."""

    name: str
    title: str
    settings: Callable[[Ground], tuple[Settings, ...]]
    skills: Callable[[Ground], Path]
    """The folder of its own in which it looks for skills."""
    lacks: tuple[str, ...] = ()
    """What cannot be done with it, and why, in sentences."""
    also_runs: str = ""
    """The host whose hooks it runs too, where both are set up in a project."""
    plugins: Callable[[Ground], tuple[tuple[str, Path], ...]] = lambda _: ()
    """Plugins of ours that its settings enable, each with the file that does: they have all of this as well."""
    then: Callable[[Ground], tuple[str, ...]]
    """What a person does next, in sentences."""


def hook_command(ground: Ground, event: str, host: str) -> str:
    """The words that a host has its shell run at an event."""
    return shlex.join([*ground.command, "hook", event, "--host", host])


def grouped_hooks(ground: Ground, host: str, events: tuple[str, ...], second: int = 1) -> tuple[Hook, ...]:
    """Hooks in the form of Claude Code, which others took over; `second` is the host's unit of time in a second."""
    return tuple(
        Hook(
            event=event,
            handler={
                "type": "command",
                "command": hook_command(ground, event, host),
                "timeout": SECONDS * second,
            },
        )
        for event in events
    )


def server_words(ground: Ground) -> tuple[str, list[str]]:
    """The program of our MCP server, and its arguments."""
    return ground.command[0], [*ground.command[1:], "mcp"]


def is_our_hook(handler: object) -> bool:
    """Whether a hook calls Afterwit as we write it, and does nothing else."""
    if not isinstance(handler, dict):
        return False
    said = cast("dict[str, object]", handler)
    lines = (said.get(key) for key in ("command", "bash", "powershell"))
    return any(_is_hook(line) for line in lines if isinstance(line, str))


def is_our_server(entry: object) -> bool:
    """Whether an MCP server is Afterwit's as we write it."""
    if not isinstance(entry, dict):
        return False
    words: list[object] = []
    for key in ("command", "args"):
        said = cast("dict[str, object]", entry).get(key)
        words += cast("list[object]", said) if isinstance(said, list) else [said]
    return _behind("mcp", [word for word in words if isinstance(word, str)]) is not None


def _is_hook(line: str) -> bool:
    try:
        rest = _behind("hook", shlex.split(line))
    except ValueError:  # quotes that are not closed
        return False
    return rest is not None and (
        len(rest) == 1 or (len(rest) == len(["EVENT", "--host", NAME]) and rest[1] == "--host")
    )


def _behind(what: str, words: list[str]) -> list[str] | None:
    """What follows Afterwit's command of this name; None where these words do not run it."""
    program = words[0].replace("\\", "/").rsplit("/", 1)[-1].removesuffix(".exe") if words else ""
    rest = words[1:] if program == NAME else words[3:] if words[1:3] == ["-m", NAME] else []
    return rest[1:] if rest[:1] == [what] else None
