"""Frontmatter: the fields at the top of a SKILL.md, read leniently, each with its place in the text.

About half of the skills in the wild break the strict rules: unquoted colons, tabs, no closing line. All of them are
read as far as they can be, what was wrong is told in words, and nothing here raises. YAML is taken event by event, so
that no tag is acted upon, no alias is followed and no depth can exhaust the stack.
"""

import re
from collections import Counter
from collections.abc import Iterator
from typing import Literal, cast

import msgspec
import yaml

FENCE = "---"
"""The line before and after the fields."""
LIMIT = 64 * 1024
"""A frontmatter with more characters than this is read line by line only."""
FIELDS = 256
"""Of more fields than this, read line by line, none is tried as YAML: each try has its price."""
DEPTH = 32
"""Collections nested more deeply than this are not read as YAML."""

Value = str | list["Value"] | dict[str, "Value"]
"""What a field holds. Scalars stay as they are written: `1.0` is the text 1.0."""

_LOADER = getattr(yaml, "CSafeLoader", yaml.SafeLoader)
# Each part of a key is bounded, and so is the text that is looked at.
_KEY = re.compile(r"""([A-Za-z_][A-Za-z0-9_. -]{0,63}|"[^"\r\n]{1,64}"|'[^'\r\n]{1,64}')[ \t]*:(?:\s|$)""")
_TOO_LONG = f"it is longer than {LIMIT} characters"
_TOO_DEEP = f"it is nested more than {DEPTH} deep"
_NULLS = ("", "~", "null", "Null", "NULL")


class Split(msgspec.Struct, frozen=True):
    """A text in four parts that give it back when joined."""

    opening: str
    """A byte order mark, blank lines, comments, and the line that opens the frontmatter."""
    matter: str
    closing: str
    body: str
    shape: Literal["fenced", "unclosed", "unopened", "none"]


class Node(msgspec.Struct, kw_only=True, frozen=True):
    """A value with its place in the frontmatter."""

    kind: Literal["scalar", "mapping", "sequence"]
    start: int
    end: int
    """Where its last sign is: blank lines and comments that follow are not part of it."""
    text: str = ""
    flow: bool = False
    """Whether it is written in braces, brackets or quotes, so that what follows it is set off without a new line."""
    null: bool = False
    entries: list["Entry"] = msgspec.field(default_factory=list["Entry"])
    items: list["Node"] = msgspec.field(default_factory=list["Node"])

    def value(self) -> Value:
        """The value without places; the last of several entries with one key holds."""
        if self.kind == "mapping":
            return {entry.key: entry.node.value() for entry in self.entries}
        return [item.value() for item in self.items] if self.kind == "sequence" else self.text


class Entry(msgspec.Struct, frozen=True):
    """A key and what it holds."""

    key: str
    start: int
    """Where the key begins."""
    end: int
    """Where the key ends, before the colon."""
    node: Node


class Matter(msgspec.Struct, frozen=True):
    """A frontmatter that has been read."""

    root: Node
    problems: tuple[str, ...]


class _Unreadable(Exception):
    """What is no YAML we take; the reason is in words."""


def split(text: str) -> Split:
    """The parts of a SKILL.md, whatever is missing."""
    mark = "\ufeff" if text.startswith("\ufeff") else ""
    start = len(mark)
    while (line := _line(text, start)) and (not line.strip() or _is_comment(line)):
        start += len(line)
    if line.endswith("\n") and _is_fence(line):
        start += len(line)
        if (end := _fence(text, start)) >= 0:
            after = end + len(_line(text, end))
            return Split(text[:start], text[start:end], text[end:after], text[after:], "fenced")
        end = _end_of_fields(text, start)
        return Split(text[:start], text[start:end], "", text[end:], "unclosed")
    if line[:12].lower().startswith(("name:", "description:")):
        end = _end_of_fields(text, start)
        line = _line(text, end)
        after = end + len(line) if _is_fence(line) else end
        return Split(text[:start], text[start:end], text[end:after], text[after:], "unopened")
    return Split(mark, "", "", text[len(mark) :], "none")


def parse(parts: Split) -> Matter:
    """The fields with their places, and what is wrong with them."""
    problems = [_SHAPES[parts.shape]] if parts.shape in _SHAPES else []
    matter = parts.matter
    try:
        root = _tree(matter)
        if root.kind != "mapping" and not root.null:
            raise _Unreadable("the frontmatter holds no fields")  # noqa: TRY301  told like any other reason
        root = Node(kind="mapping", start=0, end=0) if root.null else root
    except _Unreadable as error:
        if parts.shape != "none":
            problems.append(f"The frontmatter is no valid YAML ({error}): it was read line by line.")
        root = _by_lines(matter)
    keys = [entry.key for entry in root.entries]
    problems += [f"The field {key} is given more than once: the last one holds." for key in _repeated(keys)]
    return Matter(root, tuple(problems))


_SHAPES = {
    "none": "There is no frontmatter: begin the file with a line of three hyphens, the fields, and another such line.",
    "unclosed": "The frontmatter is not closed: put a line of three hyphens after the fields.",
    "unopened": "The frontmatter is not opened: put a line of three hyphens before the fields.",
}


def _repeated(keys: list[str]) -> list[str]:
    return sorted(key for key, times in Counter(keys).items() if times > 1)


def _line(text: str, at: int) -> str:
    return text[at : text.find("\n", at) + 1 or len(text)]


def _is_fence(line: str) -> bool:
    # Python counts more characters as blank than YAML does.
    return line.rstrip(" \t\r\n") == FENCE


def _is_comment(line: str) -> bool:
    return line.startswith("<!--") and line.rstrip().endswith("-->")


def _fence(text: str, at: int) -> int:
    """Where the next line of three hyphens begins, an indented one where there is no other; -1 where there is none."""
    exact = at
    while exact >= 0 and not _is_fence(_line(text, exact)):
        exact = text.find(f"\n{FENCE}", exact) + 1 or -1
    if exact >= 0:
        return exact
    while (line := _line(text, at)) and not _is_fence(line.lstrip(" \t")):
        at += len(line)
    return at if line else -1


def _end_of_fields(text: str, at: int) -> int:
    """Where fields that no line closes come to an end: at a blank line, a heading, or a line of hyphens."""
    while (line := _line(text, at)).strip() and not line.startswith(("#", "```", FENCE)):
        at += len(line)
    return at


def _tree(text: str) -> Node:
    """The YAML as a tree, built without recursion from the parser's events."""
    if len(text) > LIMIT:
        raise _Unreadable(_TOO_LONG)
    try:
        return _grown(text, cast("Iterator[yaml.Event]", yaml.parse(text, Loader=_LOADER)))  # pyright: ignore[reportUnknownMemberType]  the stubs leave it open
    except yaml.MarkedYAMLError as error:
        line = f" in line {error.problem_mark.line + 2}" if error.problem_mark else ""
        reason = f"{error.problem}{line}"
        raise _Unreadable(reason) from error
    except (yaml.YAMLError, UnicodeEncodeError) as error:
        raise _Unreadable("it holds characters that YAML does not allow") from error


class _Open(msgspec.Struct):
    """A collection whose end has not been seen."""

    kind: Literal["mapping", "sequence"]
    start: int
    flow: bool
    entries: list[Entry]
    items: list[Node]
    key: Node | None = None

    def take(self, node: Node) -> None:
        if self.kind == "sequence":
            self.items.append(node)
        elif self.key is None:
            self.key = node
        else:
            self.entries.append(Entry(_plain(self.key), self.key.start, self.key.end, node))
            self.key = None


def _plain(key: Node) -> str:
    return key.text if key.kind == "scalar" else msgspec.json.encode(key.value()).decode()


def _grown(text: str, events: Iterator[yaml.Event]) -> Node:
    above: list[_Open] = []
    root: Node | None = None
    for event in events:
        if isinstance(event, yaml.AliasEvent) or getattr(event, "anchor", None):
            raise _Unreadable("it uses anchors or aliases, which are not followed")
        if isinstance(event, yaml.DocumentStartEvent) and root is not None:
            raise _Unreadable("it holds more than one document")
        if isinstance(event, (yaml.MappingStartEvent, yaml.SequenceStartEvent)):
            if len(above) >= DEPTH:
                raise _Unreadable(_TOO_DEEP)
            kind = "mapping" if isinstance(event, yaml.MappingStartEvent) else "sequence"
            above.append(_Open(kind, _span(event)[0], bool(event.flow_style), [], []))
            continue
        if isinstance(event, yaml.ScalarEvent):
            node = _scalar(text, event)
        elif isinstance(event, (yaml.MappingEndEvent, yaml.SequenceEndEvent)):
            node = _closed(above.pop(), _span(event)[1])
        else:
            continue
        if above:
            above[-1].take(node)
        else:
            root = node
    return root or Node(kind="scalar", start=0, end=0, null=True)


def _span(event: yaml.Event) -> tuple[int, int]:
    start, end = event.start_mark, event.end_mark
    return (start.index, end.index) if start and end else (0, 0)  # a parser's event always has both


def _scalar(text: str, event: yaml.ScalarEvent) -> Node:
    start, end = _span(event)
    if event.style in ("|", ">"):
        end = start + len(text[start:end].rstrip())
    null = not event.style and event.value in _NULLS
    shown = "" if null else event.value
    return Node(kind="scalar", start=start, end=end, text=shown, flow=event.style not in ("|", ">"), null=null)


def _closed(collection: _Open, end: int) -> Node:
    if not collection.flow:  # the parser ends it where the next thing begins
        last = collection.items[-1:] or [entry.node for entry in collection.entries[-1:]]
        end = last[0].end if last else collection.start
    return Node(
        kind=collection.kind,
        start=collection.start,
        end=end,
        flow=collection.flow,
        entries=collection.entries,
        items=collection.items,
    )


def _by_lines(text: str) -> Node:
    """The fields by the lines that begin with a key; each is tried as YAML alone, else taken as it stands."""
    found: list[tuple[int, str]] = []
    at = 0
    while line := _line(text, at):
        if line[0].isalpha() or line[0] in "_\"'":
            key = _KEY.match(line[:200])
            found += [(at, key.group(1))] if key else []
        at += len(line)
    starts = [*(start for start, _ in found), len(text)]
    tried = len(found) <= FIELDS
    entries = [
        Entry(
            key.strip(" \t\"'"),
            start,
            start + len(key),
            _moved(_lone(text[start:end], len(key), tried=tried or key == "metadata"), start),
        )
        for (start, key), end in zip(found, starts[1:], strict=True)
    ]
    return Node(kind="mapping", start=0, end=entries[-1].node.end if entries else 0, entries=entries)


def _lone(text: str, key: int, *, tried: bool) -> Node:
    """What one key holds, given its lines and the length of the key."""
    kept = _belonging(text)
    for part in (text, kept) if tried else ():
        try:
            root = _tree(part)
        except _Unreadable:
            continue
        if root.kind == "mapping" and len(root.entries) == 1:
            return root.entries[0].node
    value = text.index(":", key) + 1
    if raw := kept[value:].strip():
        value = kept.index(raw, value)
    header, _, rest = raw.partition("\n")
    shown = " ".join((rest if header[:1] in ("|", ">") and len(header.strip()) <= len("|-2") else raw).split())
    if len(shown) > 1 and shown[0] == shown[-1] and shown[0] in "\"'":
        shown = shown[1:-1]
    return Node(kind="scalar", start=value, end=value + len(raw), text=shown, flow=True, null=not raw)


def _belonging(text: str) -> str:
    """The first line and the indented ones after it."""
    at = len(_line(text, 0))
    while (line := _line(text, at)) and (line[0] in " \t" or not line.strip()):
        at += len(line)
    return text[:at]


def _moved(node: Node, by: int) -> Node:
    return Node(
        kind=node.kind,
        start=node.start + by,
        end=node.end + by,
        text=node.text,
        flow=node.flow,
        null=node.null,
        entries=[Entry(entry.key, entry.start + by, entry.end + by, _moved(entry.node, by)) for entry in node.entries],
        items=[_moved(item, by) for item in node.items],
    )
