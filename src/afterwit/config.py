"""Every setting once, with what it means under it.

A setting comes from the first of these that has it: the command line, an `AFTERWIT_*` variable, the project's
`.afterwit/config.toml`, the user's `config.toml`, the default below. `afterwit config` shows each value and its source.
"""

import difflib
import os
import tomllib
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Annotated, Literal, cast, get_origin, get_type_hints

import msgspec

from afterwit.errors import ConfigError

FILE = "config.toml"
STATE_FOLDER = ".afterwit"
PREFIX = "AFTERWIT_"


Host = Literal["claude-code", "codex", "copilot", "gemini"]
"""The hosts that keep their sessions in a folder of their own."""


class Intake(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Reading transcripts."""

    hosts: tuple[Host, ...] = ("claude-code", "codex", "copilot", "gemini")
    """The hosts whose session folders `afterwit learn` looks into when no path is given."""

    max_line_bytes: Annotated[int, msgspec.Meta(ge=1)] = 32 * 1024 * 1024
    """A line of a transcript longer than this is skipped and reported, so that no file can fill the memory."""


class Redact(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Taking secrets and personal data out of what is stored. Secrets are always taken out."""

    personal: bool = True
    """Also take out e-mail addresses, IP addresses and user names in home-folder paths."""


Fraction = Annotated[float, msgspec.Meta(ge=0, le=1)]
Count = Annotated[int, msgspec.Meta(ge=0)]
SkillState = Literal["pending", "active"]


class Learning(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What is learned, and where it goes."""

    enabled: bool = True
    """Whether anything is learned at all; sessions are read either way."""

    auto_extract: bool = False
    """Whether skills that no person and no foreground agent wrote become active by themselves."""

    foreground: SkillState = "active"
    """Where a skill goes that an agent wrote in its own turn."""

    prune_after_days: Count = 90
    """An active skill that is older and was hardly ever matched may be archived."""

    min_match_count: Count = 0
    """A skill that was matched more often than this is not pruned."""

    trajectory_logging: bool = True
    """Whether extraction, approval, rejection, prune and match are logged under `trajectory/`."""


class Judge(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The gates that every durable write passes."""

    gates: tuple[str, ...] = ("evidence", "quality", "duplicate", "safety", "score")
    """The gates after the boundary, which always comes first: a name, or `module:callable` for one of your own."""

    score_threshold: Fraction = 0.7
    """A proposal with this score or more is sure enough."""

    quality_gate_threshold: Annotated[int, msgspec.Meta(ge=0, le=4)] = 4
    """How many of depth, reusability, trigger and verification a new skill must pass."""

    duplicate_similarity: Fraction = 0.85
    """A new skill this similar to one that is there is a duplicate of it."""

    min_event_refs: Count = 2
    """How many events a proposal must cite, unless the user asked for it in so many words."""

    prefix: str = "rl-"
    """How the names of learned skills begin."""

    core: tuple[str, ...] = ()
    """Names of skills that are never touched; `*` stands for anything."""

    max_files: Count = 512
    """The most files of a skill."""

    max_bytes: Count = 16 * 1024 * 1024
    """The most bytes of a skill."""


class Keep(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """How much is kept."""

    lessons_global: Count = 50
    """The most lessons for everyone."""

    lessons_scope: Count = 30
    """The most lessons of one scope."""

    lessons_review: Count = 20
    """The most lessons that one review may give."""

    memory_characters: Count = 4000
    """The most characters of one memory."""

    body_bytes: Count = 8000
    """What is beyond this in a SKILL.md moves to references/: some hosts cut there."""


class Config(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """All settings."""

    store: str = ""
    """A shared PostgreSQL store as postgresql://user@host/database; empty for the project's own SQLite file."""

    intake: Intake = Intake()
    redact: Redact = Redact()
    learning: Learning = Learning()
    judge: Judge = Judge()
    keep: Keep = Keep()


class Setting(msgspec.Struct, frozen=True):
    """One setting as it is in force."""

    name: str
    """Its dotted name, as in the file: `intake.hosts`."""
    value: object
    source: str
    """Where the value comes from."""


def variable(name: str) -> str:
    """The environment variable of a setting: `AFTERWIT_INTAKE_HOSTS` for `intake.hosts`."""
    return PREFIX + name.replace(".", "_").upper()


def names() -> dict[str, object]:
    """Every setting's dotted name with its type."""
    return dict(_leaves(Config, ""))


def load(
    project: Path, *, environment: Mapping[str, str] | None = None, flags: Mapping[str, object] | None = None
) -> tuple[Config, list[Setting]]:
    """The settings in force for a project, and where each comes from; every problem at once if there are any."""
    environment = os.environ if environment is None else environment
    types = names()
    problems: list[str] = []
    layers: list[tuple[str, dict[str, object]]] = [
        (str(path), _from_file(path, types, problems))
        for path in (user_file(environment), project / STATE_FOLDER / FILE)
    ]
    layers.append(("environment", _from_environment(environment, types, problems)))
    layers.append(("command line", {name: value for name, value in (flags or {}).items() if value is not None}))
    settings: list[Setting] = []
    values: dict[str, object] = {}
    for name, kind in types.items():
        settings.append(Setting(name, _default(name), "default"))
        for source, layer in layers:
            if name in layer:
                try:
                    value = msgspec.convert(layer[name], kind, strict=source != "environment")
                except msgspec.ValidationError as error:
                    problems.append(f"{name} ({source}): {_plain(error)}")
                    continue
                settings[-1] = Setting(name, value, source)
        if settings[-1].source != "default":
            _put(values, name, settings[-1].value)
    if problems:
        raise ConfigError(problems)
    return msgspec.convert(values, Config), settings


def user_file(environment: Mapping[str, str] | None = None) -> Path:
    """The user's own settings, for all projects."""
    environment = os.environ if environment is None else environment
    base = environment.get("XDG_CONFIG_HOME") or str(Path(environment.get("HOME") or Path.home()) / ".config")
    return Path(base) / "afterwit" / FILE


def _from_file(path: Path, types: Mapping[str, object], problems: list[str]) -> dict[str, object]:
    try:
        content = tomllib.loads(path.read_text(encoding="utf-8"))
    except (FileNotFoundError, NotADirectoryError):
        return {}
    except (OSError, UnicodeDecodeError, tomllib.TOMLDecodeError) as error:
        problems.append(f"{path} cannot be read ({error}): mend or remove it")
        return {}
    found: dict[str, object] = {}
    for name, value in _flat(content, ""):
        if name in types:
            found[name] = value
        else:
            near = difflib.get_close_matches(name, types, n=1)
            hint = f"did you mean {near[0]}?" if near else "see `afterwit config` for those there are"
            problems.append(f"{path}: there is no setting {name}; {hint}")
    return found


def _from_environment(
    environment: Mapping[str, str], types: Mapping[str, object], problems: list[str]
) -> dict[str, object]:
    by_variable = {variable(name): name for name in types}
    found: dict[str, object] = {}
    for key, value in environment.items():
        if not key.startswith(PREFIX):
            continue
        if key not in by_variable:
            own = {known.removeprefix(PREFIX): known for known in by_variable}
            near = difflib.get_close_matches(key.removeprefix(PREFIX), own, n=1)
            if near:
                problems.append(f"there is no setting {key}; did you mean {own[near[0]]}?")
            continue
        name = by_variable[key]
        many = get_origin(types[name]) is tuple
        parts = (part.strip(" \"'") for part in value.strip("[] ").split(","))
        found[name] = [part for part in parts if part] if many else value
    return found


def _leaves(struct: type[msgspec.Struct], prefix: str) -> Iterator[tuple[str, object]]:
    for name, kind in get_type_hints(struct, include_extras=True).items():
        if isinstance(kind, type) and issubclass(kind, msgspec.Struct):
            yield from _leaves(kind, f"{prefix}{name}.")
        else:
            yield f"{prefix}{name}", kind


def _flat(content: Mapping[str, object], prefix: str) -> Iterator[tuple[str, object]]:
    for name, value in content.items():
        if isinstance(value, dict):
            yield from _flat(cast("dict[str, object]", value), f"{prefix}{name}.")
        else:
            yield f"{prefix}{name}", value


def _default(name: str) -> object:
    value: object = Config()
    for part in name.split("."):
        value = getattr(value, part)
    return value


def _put(values: dict[str, object], name: str, value: object) -> None:
    *sections, last = name.split(".")
    for section in sections:
        values = cast("dict[str, object]", values.setdefault(section, {}))
    values[last] = value


def _plain(error: msgspec.ValidationError) -> str:
    return str(error).split(" - at ")[0].replace("`", "")
