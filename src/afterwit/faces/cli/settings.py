"""`afterwit config`: every setting in force."""

import re
from typing import cast

import msgspec

from afterwit.config import Rule
from afterwit.configured import user_file, variable
from afterwit.faces.cli.common import Common, Rows, console, print_json


def config(*, common: Common = Common()) -> int:  # noqa: B008 - frozen, and cyclopts reads the default
    """Show every setting, its value, where that comes from, and the variable that would override it."""
    settings = [msgspec.structs.replace(one, value=_without_password(one.value)) for one in common.settings()[1]]
    if common.json:
        rows = [
            {
                "name": one.name,
                "value": msgspec.to_builtins(one.value),
                "source": one.source,
                "variable": variable(one.name),
            }
            for one in settings
        ]
        print_json({"settings": rows})
        return 0
    out = console()
    shown = Rows("SETTING", "VALUE", "FROM", "VARIABLE", flexible="VALUE")
    for one in settings:
        entries = cast("tuple[object, ...]", one.value) if isinstance(one.value, tuple) else (one.value,)
        value = ", ".join(map(_short, entries))
        shown.add(one.name, value or "(empty)", one.source, variable(one.name))
    shown.print(out)
    place = common.here().state / "config.toml"
    out.print(
        f"The first that has a setting wins: command line, variable, {place}, {user_file()}, default.", style="dim"
    )
    return 0


def _short(entry: object) -> str:
    """An entry of a list in a word: a rule is told by its name."""
    return entry.name if isinstance(entry, Rule) else str(entry)


def _without_password(value: object) -> object:
    """What is shown gets pasted into messages: of a store's address all but the password."""
    if not isinstance(value, str):
        return value
    without = re.sub(r"(://[^/@:]*:).*(?=@)", r"\1***", value)
    return re.sub(r"(?i)([?&]\w*(?:pass|secret|token)\w*=)[^&]*", r"\1***", without)
