"""Slots to text.

A slot is "<<name>>", "<<name.argument>>" or, for the same value more than once,
"<<name#tag>>". "<<!name>>" is a secret. "<<+>>" at a line's end joins the lines.
"""

import re
from collections.abc import Mapping
from random import Random

from .values import MAKERS, Value

_SLOT = re.compile(r"<<(!?)([a-z0-9]+)(?:\.([^#<>]*))?(?:#(\w+))?>>")
_NO_VALUES: Mapping[str, Value] = {}


def render(template: str, rng: Random, given: Mapping[str, Value] = _NO_VALUES) -> tuple[str, tuple[str, ...]]:
    """Fill the slots; a value of many lines keeps the indentation of its slot."""
    out: list[str] = []
    secrets: dict[str, None] = {}
    tagged: dict[tuple[str, str], Value] = {}
    end = 0
    template = template.replace("<<+>>\n", "")
    for slot in _SLOT.finditer(template):
        out.append(template[end : slot.start()])
        end = slot.end()
        mark, name, argument, tag = slot.groups(default="")
        value = tagged.get((name, tag)) if tag else None
        if value is None:
            value = given[name] if name in given else _make(name, argument, rng)
        if tag:
            tagged[name, tag] = value
        if mark:
            secrets |= dict.fromkeys(value.parts)
        line = template[template.rfind("\n", 0, slot.start()) + 1 : slot.start()]
        indent = line if line.isspace() else ""
        out.append(value.text.replace("\n", f"\n{indent}"))
    out.append(template[end:])
    return "".join(out), tuple(secrets)


def _make(name: str, argument: str, rng: Random) -> Value:
    made = MAKERS[name](rng, argument)
    return made if isinstance(made, Value) else Value(made, (made,))
