"""The settings in force, from the layers that config.py names, and where each one comes from."""

import difflib
import os
import tomllib
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import cast, get_args, get_origin, get_type_hints

import msgspec
from msgspec.structs import fields

from afterwit.config import FILE, STATE_FOLDER, Config
from afterwit.errors import ConfigError

PREFIX = "AFTERWIT_"
NO_SETTINGS = frozenset({"AFTERWIT_AGENT", "AFTERWIT_REVIEWER", "AFTERWIT_MCP_TOKEN", "AFTERWIT_TRUST"})
"""Variables of ours that say who runs or who may call, and set nothing."""
PERSONAL = frozenset({"recall.embedder", "recall.embedder_model", "recall.embedder_key"})
HARMLESS = ("bundled", "none", "")
GATES = "judge.gates"


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
    problems += _not_for_a_project(*layers[1], user_file(environment))
    layers.append(("environment", _from_environment(environment, types, problems)))
    layers.append(("command line", {name: value for name, value in (flags or {}).items() if value is not None}))
    settings: list[Setting] = []
    values: dict[str, object] = {}
    for name, kind in types.items():
        settings.append(Setting(name, _default(name), "default"))
        for source, layer in layers:
            if name in layer:
                value, wrong = _read(layer[name], kind, strict=source != "environment")
                problems += (f"{name} ({source}): {problem}" for problem in wrong)
                settings[-1] = settings[-1] if wrong else Setting(name, value, source)
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


def _not_for_a_project(source: str, layer: Mapping[str, object], instead: Path) -> Iterator[str]:
    """What a project may not decide: it may be somebody else's."""
    for name in sorted(PERSONAL & layer.keys()):
        if layer[name] not in HARMLESS:
            yield f"{source}: {name} says where your texts and keys are sent, so set it in {instead} instead"
    gates = layer.get(GATES)
    if isinstance(gates, list) and any(":" in str(gate) for gate in cast("list[object]", gates)):
        yield f"{source}: {GATES} names code that would be run, so set it in {instead} instead"


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
        if not key.startswith(PREFIX) or key in NO_SETTINGS:
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
        if _entry_of(types[name]):
            try:
                found[name] = msgspec.json.decode(value or "[]")
            except msgspec.DecodeError as error:
                del found[name]
                problems.append(f"{key} is no JSON list ({error}): mend it, or write {name} into a {FILE}")
    return found


def _entry_of(kind: object) -> type[msgspec.Struct] | None:
    """What a list of such things holds, where that is more than text: `Rule` for a list of rules."""
    inside = get_args(kind)[0] if get_origin(kind) is tuple else None
    return inside if isinstance(inside, type) and issubclass(inside, msgspec.Struct) else None


def _read(value: object, kind: object, *, strict: bool) -> tuple[object, list[str]]:
    """The value as a setting of this type has it, and everything that is wrong with it."""
    entry = _entry_of(kind)
    wrong: list[str] = []
    if entry is not None and isinstance(value, list):
        for number, each in enumerate(cast("list[object]", value), 1):
            wrong += (f"entry {number}: {problem}" for problem in _wrong_fields(each, entry, strict=strict))
    try:
        return msgspec.convert(value, kind, strict=strict), wrong
    except msgspec.ValidationError as error:
        return None, wrong or [_plain(error)]


def _wrong_fields(value: object, entry: type[msgspec.Struct], *, strict: bool) -> Iterator[str]:
    if not isinstance(value, dict):
        yield "it is no table"
        return
    given = cast("dict[str, object]", value)
    types = get_type_hints(entry, include_extras=True)
    yield from (f"it has no {field.name}" for field in fields(entry) if field.required and field.name not in given)
    for name, part in given.items():
        if name not in types:
            yield f"there is no {name}; it has {', '.join(types)}"
            continue
        try:
            msgspec.convert(part, types[name], strict=strict)
        except msgspec.ValidationError as error:
            yield f"{name}: {_plain(error)}"


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
