"""Where in a session a skill was put before an agent: loaded, opened, shown by a command, or named among others.

All of it can be told from the form of an event, so that it costs the same however many skills there are.
"""

import re
from collections.abc import Collection, Iterable, Iterator, Sequence
from itertools import pairwise

import msgspec

from afterwit.model.command import Stage, pipelines, without_redirections
from afterwit.model.event import Event
from afterwit.model.package import FOLDERS, MAIN
from afterwit.model.step import command_line, texts
from afterwit.model.use import How

OURS = "afterwit"
LOADED = ("Base directory for this skill:", "<skill>")
"""How the text begins by which a host gives a skill to its agent."""
LOADED_HEAD = 1000
LOADERS = ("read_skill", "load_skill", "use_skill", "get_skill")
"""How tools end that give a skill, of whatever server."""
READERS = ("read", "view", "open", "cat", "get")
"""How the names of tools begin that show a file."""
PAGERS = frozenset("cat bat batcat head tail less more nl sed gsed awk view type get-content".split())  # noqa: SIM905
"""Programs that show a file."""
SHOWN_BY = {"show": "read", "context": "disclosed", "search": "disclosed"}
"""Our commands that put skills before whoever runs them."""
SKILL_FOLDERS = frozenset(FOLDERS.values())
LONGEST_PATH = 1000
LONGEST_TEXT = 40_000
"""Characters of a text that are looked through for names."""
SET_OFF = frozenset("`*/\"'[(")
"""Signs before a word that make a name of it."""

_WORD = re.compile(r"[A-Za-z0-9][\w.-]*")  # linear on any input: one class, repeated once
_NAME = re.compile(r"<name>([^<\n]{1,200})</name>")


class Place(msgspec.Struct, frozen=True, kw_only=True):
    """One place where a skill was put before an agent."""

    skill: str
    how: How
    agent: str
    seq: int
    """What comes after this may have come of it."""
    event: str
    at: int | None
    text: str = ""
    """What the agent was told there, where it was told of several skills."""
    counted: bool = False
    """Whether a command of our own counted it when it was run."""


class _Shown(msgspec.Struct, frozen=True):
    """What a call would put before its agent, if it is answered."""

    skills: tuple[str, ...] = ()
    listing: bool = False
    """Whether the answer names skills."""
    counted: bool = False


def places(events: Iterable[Event], known: Collection[str]) -> list[Place]:
    """Every such place, in order, but for those where a session reads what it wrote itself."""
    found: list[Place] = []
    asked: dict[int, tuple[Event, _Shown]] = {}
    written: set[str] = set()
    for event in events:
        if event.kind == "tool_call":
            if event.purpose in {"file_write", "learning_start"}:
                written.update(_written(event, known))
            elif (shown := _asks(event, known)) is not None:
                asked[event.seq] = event, shown
        elif event.kind == "tool_result" and event.answers in asked:
            call, shown = asked.pop(event.answers)
            if event.ok is not False:
                found += (place for place in _answered(call, event, shown, known) if place.skill not in written)
        elif event.kind in {"user", "system"}:
            found += (place for place in _given(event, known) if place.skill not in written)
    return found


def _answered(call: Event, result: Event, shown: _Shown, known: Collection[str]) -> Iterator[Place]:
    for skill in shown.skills:
        yield _place(skill, "read", result, call.id, counted=shown.counted)
    if shown.listing:
        for skill in _named(result.text, known):
            yield _place(skill, "disclosed", result, result.id, counted=shown.counted)


def _place(skill: str, how: How, event: Event, where: str, *, counted: bool = False) -> Place:
    text = event.text[:LONGEST_TEXT] if how == "disclosed" else ""
    return Place(
        skill=skill, how=how, agent=event.agent, seq=event.seq, event=where, at=event.at, text=text, counted=counted
    )


def _given(event: Event, known: Collection[str]) -> Iterator[Place]:
    """The skills that the host gives, that the user calls by name, or that our hooks tell of."""
    text = event.text
    if text.startswith(LOADED):
        named = _NAME.search(text[:LOADED_HEAD])
        folder = text[:LOADED_HEAD].partition("\n")[0].strip().rstrip("/").rpartition("/")[2]
        skills, how = _known(named[1] if named else folder, known), "read"
    elif event.kind == "user":
        typed = text[:LONGEST_PATH].split(None, 1) if text.startswith("/") else []
        skills, how = _known(typed[0], known) if typed else (), "read"
    else:
        skills, how = _named(text, known) if OURS in text[:LONGEST_TEXT] else (), "disclosed"
    for skill in skills:
        yield _place(skill, how, event, event.id, counted=how == "disclosed")


def _asks(call: Event, known: Collection[str]) -> _Shown | None:
    """What a call asks to be shown, as far as it is of skills; None where it is of none."""
    given = call.input or {}
    tool = call.tool.casefold()
    if call.purpose == "skill_loaded" or tool.endswith(LOADERS):
        skills = [name for value in texts(given) if len(value) <= LONGEST_PATH for name in _known(value, known)]
        skills += [name for value in texts(given) for name in _of_path(value, known)]
        return _Shown(tuple(dict.fromkeys(skills)), counted=OURS in tool) if skills else None
    if OURS in tool:
        return _Shown(listing=True, counted=True)
    if tool.rpartition("__")[2].startswith(READERS) or given.get("command") == "view":
        skills = [name for value in texts(given) for name in _of_path(value, known)]
        return _Shown(tuple(dict.fromkeys(skills))) if skills else None
    command = command_line(call)
    if OURS in command or "skills" in command or MAIN in command:
        return _commanded(command, known)
    return None


def _commanded(command: str, known: Collection[str]) -> _Shown | None:
    """What a command line shows: with our own commands, or by printing a skill's files."""
    skills: dict[str, bool] = {}
    listing, folder = False, ""
    for stage in (stage for line in pipelines(command) for stage in line):
        words = without_redirections(stage.meant)
        ours = _ours(words)
        if ours:
            how = SHOWN_BY.get(next((word for word in ours if not word.startswith("-")), ""), "")
            named = [name for word in _asked_for(ours) for name in _known(word, known)] if how else []
            skills.update(dict.fromkeys(named, how == "disclosed"))
            listing = listing or (how == "disclosed" and not named)
        elif stage.program == "cd":
            folder = words[-1]
        elif stage.program.casefold() in PAGERS and not _edits(stage):
            files = [word for word in words[1:] if not word.startswith("-")]
            reached = (
                name for word in files for name in (_of_path(word, known) or _of_path(f"{folder}/{word}", known))
            )
            skills.update(dict.fromkeys(reached, False))
    if not skills and not listing:
        return None
    return _Shown(tuple(skills), listing=listing, counted=listing or all(skills.values()))


def _asked_for(words: Sequence[str]) -> Iterator[str]:
    """What one of our commands is to show by name: a word of a query or a prompt is no name."""
    if words[0] == "show":
        yield from (word for word in words[1:] if not word.startswith("-"))
    for word, following in pairwise([*words, ""]):
        if word == "--skill":
            yield following
        elif word.startswith("--skill="):
            yield word.removeprefix("--skill=")


def _ours(words: Sequence[str]) -> Sequence[str]:
    """What follows our own name in a command; empty where it runs something else."""
    for leading in ((OURS,), ("uvx", OURS), ("pipx", "run", OURS), ("uv", "tool", "run", OURS)):
        if tuple(words[: len(leading)]) == leading:
            return words[len(leading) :]
    return ()


def _edits(stage: Stage) -> bool:
    return stage.program in {"sed", "gsed"} and any(word.startswith(("-i", "--in-place")) for word in stage.words)


def _written(call: Event, known: Collection[str]) -> Iterator[str]:
    """The skills whose files a call writes."""
    for value in texts(call.input):
        yield from _of_path(value, known)
        if call.purpose == "learning_start" and len(value) <= LONGEST_PATH:
            yield from _known(value, known)


def _known(name: str, known: Collection[str]) -> tuple[str, ...]:
    """A skill by its name, also where a host writes the name of a collection before it."""
    bare = name.strip().lstrip("/$")
    return next(((found,) for found in (bare, bare.rpartition(":")[2]) if found in known), ())


def _of_path(path: str, known: Collection[str]) -> tuple[str, ...]:
    """The skill that a file belongs to: its folder holds a SKILL.md, or lies among the skills."""
    if (MAIN not in path and "skills" not in path) or len(path) > LONGEST_PATH or "\n" in path:
        return ()
    parts = path.replace("\\", "/").split("/")
    for place, part in enumerate(parts[:-1]):
        main = parts[place + 1 :] == [MAIN]
        if part in known and (main or (place > 0 and parts[place - 1] in SKILL_FOLDERS)):
            return (part,)
    return ()


def _named(text: str, known: Collection[str]) -> Iterator[str]:
    """The skills that a text names: a plain word is a name only where it is set off as one."""
    seen: set[str] = set()
    text = text[:LONGEST_TEXT]
    for found in _WORD.finditer(text):
        word, start = found[0].rstrip(".-"), found.start()
        if word not in known or word in seen:
            continue
        before = text[max(0, start - 2) : start]
        if "-" in word or before[-1:] in SET_OFF or before in {"- ", "* "} or (not before or before[-1] == "\n"):
            seen.add(word)
            yield word
