"""JSON documents as people and their editors write them: any spacing, comments, trailing commas."""

import json
from collections.abc import Callable
from typing import cast

from hypothesis import strategies as st

KEYS = st.sampled_from(["hooks", "mcpServers", "Stop", "SessionStart", "a", "b", "é\n", "", "afterwit"]) | st.text(
    max_size=4
)
SCALARS = st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False, allow_infinity=False) | st.text()
VALUES: st.SearchStrategy[object] = st.recursive(
    SCALARS, lambda inner: st.lists(inner, max_size=3) | st.dictionaries(KEYS, inner, max_size=3), max_leaves=8
)
HANDLERS = st.fixed_dictionaries({"type": st.just("command"), "command": st.sampled_from(["make lint", "echo hi"])})
GROUPS = st.fixed_dictionaries({"hooks": st.lists(HANDLERS, max_size=2)})
EVENTS = st.dictionaries(st.sampled_from(["Stop", "SessionStart", "Notification"]), st.lists(GROUPS, max_size=2))
SERVERS = st.dictionaries(st.sampled_from(["github", "files"]), st.dictionaries(KEYS, SCALARS, max_size=2), max_size=2)

SETTINGS = st.fixed_dictionaries(
    {}, optional={"hooks": EVENTS, "mcpServers": SERVERS, "model": SCALARS, "permissions": VALUES, "": VALUES}
)
"""What a settings file may mean."""

GAPS = st.sampled_from(
    ["", " ", "  ", "\t", "\n", "\n  ", "\r\n    ", " // said\n", "/* so */", "\n// [,]{\n  ", " /*\n*/ "]
)


class Writing:
    """Writes values down, in another way each time."""

    def __init__(self, draw: Callable[[st.SearchStrategy[str]], str], *, plain: bool) -> None:
        self._draw = draw
        self._gaps = st.sampled_from(["", " ", "\n", "\n  ", "\r\n"]) if plain else GAPS
        self._trailing = st.just("") if plain else st.sampled_from(["", ","])

    def written(self, value: object) -> str:
        """The value as text."""
        match value:
            case dict():
                named = cast("dict[str, object]", value)
                items = [f"{json.dumps(key)}{self.gap()}:{self.gap()}{self.written(named[key])}" for key in named]
                return self._filled("{", items, "}")
            case list():
                return self._filled("[", [self.written(each) for each in cast("list[object]", value)], "]")
            case _:
                return json.dumps(value)

    def gap(self) -> str:
        """Some space, maybe with a comment."""
        return self._draw(self._gaps)

    def _filled(self, opening: str, items: list[str], closing: str) -> str:
        if not items:
            return opening + self.gap() + closing
        last = self._draw(self._trailing)
        inside = ",".join(f"{self.gap()}{item}{self.gap()}" for item in items)
        return f"{opening}{inside}{last}{self.gap() if last else ''}{closing}"


@st.composite
def documents(
    draw: st.DrawFn, values: st.SearchStrategy[object] = VALUES, *, plain: bool = False
) -> tuple[object, str]:
    """A value, and a text that means it."""
    value = draw(values)
    writing = Writing(draw, plain=plain)
    styles = ["compact", "indented", "any"]
    style = draw(st.sampled_from(styles))
    if style == "any":
        return value, writing.gap() + writing.written(value) + writing.gap()
    return value, json.dumps(value, indent=None if style == "compact" else draw(st.sampled_from([1, 2, 4, "\t"])))
