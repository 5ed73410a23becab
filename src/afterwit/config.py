"""Every setting once, with what it means under it.

A setting comes from the first of these that has it: the command line, an `AFTERWIT_*` variable, the project's
`.afterwit/config.toml`, the user's `config.toml`, the default below. `afterwit config` shows each value and its source.
"""

import difflib
import os
import tomllib
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Annotated, Literal, cast, get_args, get_origin, get_type_hints

import msgspec
from msgspec.structs import fields

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

    automatic: bool = True
    """Whether hooks have a session learned from when it ends, in the background."""

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


class Notice(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What in a session deserves a look."""

    window: Annotated[int, msgspec.Meta(ge=1)] = 15
    """How many calls after a failure the one that worked is looked for."""

    corrections: tuple[str, ...] = ()
    """More patterns (RE2, case ignored) by which a user's message corrects the agent, beside the built-in ones."""

    requests: tuple[str, ...] = ()
    """More patterns (RE2, case ignored) by which a user asks for something to be remembered."""

    routine_sessions: Annotated[int, msgspec.Meta(ge=2)] = 3
    """In so many sessions the same row of commands makes a routine."""

    phases: tuple[str, ...] = ("implement", "review", "audit", "deploy", "ride")
    """The phases of work that are learned from; a session that tells no phase is learned from as well."""

    quiet_phases: tuple[str, ...] = ("plan", "architect", "sprint-plan")
    """The phases of work that are not learned from."""


RuleKind = Literal[
    "questions", "phrases", "feedback", "length", "blocked", "unknown_sender", "stale_approval", "poller"
]
Profile = Literal["chat", "coding"]


class Rule(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True, forbid_unknown_fields=True):
    """One rule of behaviour, as far as it is given: what is left out is as in the built-in rule of the same name."""

    name: Annotated[str, msgspec.Meta(pattern="^[a-z0-9][a-z0-9-]{0,47}$")]
    """Its name: small letters, digits and hyphens."""

    enabled: bool = True
    """Whether it is looked at."""

    kind: RuleKind | None = None
    """What it looks at: questions, phrases or length of the agent's replies, feedback in the user's, or a log."""

    profile: Profile | Literal["any"] | None = None
    """The conversations it is for."""

    patterns: tuple[str, ...] | None = None
    """For phrases and feedback: RE2, case ignored, looked for in each sentence that is neither code nor quoted."""

    unless: tuple[str, ...] | None = None
    """Patterns that clear a sentence: in one that has such, nothing is found."""

    limit: Annotated[int, msgspec.Meta(ge=0)] | None = None
    """The most questions of a reply, the most characters of one, or the hours that an approval may wait."""

    skill: str | None = None
    """The skill or guidance that is not followed."""

    lesson: Annotated[str, msgspec.Meta(min_length=1, max_length=500)] | None = None
    """What is to be remembered, in one line."""

    category: Literal["behavioral", "factual", "operational"] | None = None
    """What the lesson is about."""

    score: Fraction | None = None
    """How sure one finding makes; each further one makes surer."""


class Review(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Looking at how an agent behaves."""

    profile: Profile | Literal["auto"] = "auto"
    """Whose rules apply: those for chat agents, those for coding agents, or what fits the host of each session."""

    days: Annotated[int, msgspec.Meta(ge=1)] = 7
    """How many days back `afterwit review` looks where it is told no sessions."""

    rules: tuple[Rule, ...] = ()
    """Rules beside the built-in ones, or changes to those by their name (`afterwit review --rules` shows all); in the
    file a `[[review.rules]]` each, in the variable a JSON list."""


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
    notice: Notice = Notice()
    review: Review = Review()
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
