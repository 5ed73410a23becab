"""What a tool is given, held against what it takes: every problem at once, in words."""

from collections.abc import Mapping
from typing import cast

from afterwit.errors import WrongUse
from afterwit.faces.mcp.tools import Schema, Tool

_WORDS = {"string": "a text", "integer": "a whole number"}
_KINDS: Mapping[str, type] = {"string": str, "integer": int}
_OTHERS: tuple[tuple[type, str], ...] = ((bool, "true or false"), (list, "a list"), (dict, "an object"))
LONGEST_SHOWN = 60


def checked(tool: Tool, given: Mapping[str, object]) -> dict[str, object]:
    """The arguments that were given, where nothing is wrong with any of them; null is as good as left out."""
    arguments = {name: value for name, value in given.items() if value is not None}
    problems = [f"{name} is missing" for name in tool.required if name not in arguments]
    for name, value in arguments.items():
        if name not in tool.takes:
            problems.append(f"there is no parameter {shown(name)}: {tool.name} takes {_listed(tool)}")
        elif problem := _problem(value, tool.takes[name]):
            problems.append(f"{name} {problem}")
    problems += [
        f"{name} is empty"
        for name in tool.required
        if isinstance(said := arguments.get(name), str) and not said.strip()
    ]
    if problems:
        told = "; ".join(problems)
        raise WrongUse(f"{tool.name}: {told}.")
    return arguments


def _problem(value: object, schema: Schema) -> str:
    kind = str(schema["type"])
    if not isinstance(value, _KINDS[kind]) or isinstance(value, bool):
        return f"is {_WORDS[kind]}, not {shown(value)}"
    codes = cast("list[str]", schema.get("enum", []))
    if codes and value not in codes:
        return f"is one of {', '.join(codes)}, not {shown(value)}"
    if isinstance(value, str):
        longest = cast("int", schema.get("maxLength", len(value)))
        return f"is {len(value):,} characters long, and {longest:,} is the most" if len(value) > longest else ""
    least, most = cast("int", schema["minimum"]), cast("int", schema["maximum"])
    return "" if least <= cast("int", value) <= most else f"is from {least} to {most}, not {shown(value)}"


def shown(value: object) -> str:
    """Something that was given, as it can be told in a sentence: on one line, and short."""
    if isinstance(value, bool) or not isinstance(value, str | int | float):
        return next((words for kind, words in _OTHERS if isinstance(value, kind)), "something else")
    told = "".join(sign if sign.isprintable() else " " for sign in str(value)[: LONGEST_SHOWN + 1])
    return f"{told[:LONGEST_SHOWN]}…" if len(told) > LONGEST_SHOWN else told


def _listed(tool: Tool) -> str:
    return ", ".join(tool.takes) or "none"
