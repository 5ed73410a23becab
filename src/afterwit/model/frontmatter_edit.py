"""Changing single fields of a frontmatter: every byte that is not asked about stays.

Each change is made in the least way that works: a few ways are tried in order, and the first whose result reads back
as intended, with all else unchanged, is taken.
"""

import re
from collections.abc import Callable, Iterator, Mapping
from typing import cast

import msgspec

from afterwit.errors import BadSkill
from afterwit.model.frontmatter import FENCE, Entry, Node, Split, Value, parse, split

_PLAIN = re.compile(r"[A-Za-z][A-Za-z0-9._/() -]*")
# What some reader of YAML takes for something other than text.
_WORDS = frozenset({"y", "n", "yes", "no", "on", "off", "true", "false", "null", "nan", "inf"})
_ESCAPES = {'"': '\\"', "\\": "\\\\", "\n": "\\n", "\r": "\\r", "\t": "\\t"}
_WIDEST_BYTE = 0xFF
_UNPRINTED = "\x85\u2028\u2029\ufeff\ufffe\uffff"
METADATA = "metadata"
_WRAPPED = "value"
"""The key below `metadata` for what stood there and was no mapping."""


def scalar(value: str, *, quoted: bool = False) -> str:
    """The text as YAML on one line that every reader takes for exactly this text."""
    plain = bool(_PLAIN.fullmatch(value)) and value == " ".join(value.split())
    if plain and not quoted and FENCE not in value and value.lower() not in _WORDS:
        return value
    # The reference validator ends the frontmatter at the first three hyphens, wherever they stand.
    return f'"{"".join(map(_escaped, value)).replace(FENCE, "--" + _hexadecimal("-"))}"'


def with_fields(text: str, changes: Mapping[str, str | None]) -> str:
    """The text with these fields set, or taken out where the value is None."""
    for key, value in changes.items():
        text = _changed(text, key, _whole(value), _field_ways, _with_field)
    return text


def with_metadata(text: str, changes: Mapping[str, str | None]) -> str:
    """The text with these fields below `metadata` set, or taken out where the value is None."""
    for key, value in changes.items():
        text = _changed(text, key, _whole(value), _metadata_ways, _with_metadata_field)
    return text


Fields = dict[str, Value]
_Ways = Callable[["_Edit"], Iterator[str]]
_Wish = Callable[[Fields, str, str | None], Fields]


class _Edit(msgspec.Struct, frozen=True):
    """What a way of changing has to know."""

    matter: str
    root: Node
    key: str
    value: str | None
    newline: str
    wanted: Fields


def _changed(text: str, key: str, value: str | None, ways: _Ways, wish: _Wish) -> str:
    parts = split(text)
    root = parse(parts).root
    fields = cast("Fields", root.value())
    wanted = wish(fields, key, value)
    if wanted == fields and not (value is None and any(entry.key == key for entry in root.entries)):
        return text
    newline = "\r\n" if "\r\n" in parts.opening + parts.matter or (not parts.matter and "\r\n" in text) else "\n"
    if parts.shape == "none":
        parts = Split(f"{parts.opening}{FENCE}{newline}", "", FENCE + newline, parts.body, "fenced")
    edit = _Edit(parts.matter, root, key, value, newline, wanted)
    for matter in ways(edit):
        found = parts.opening + matter + parts.closing + parts.body
        again = split(found)
        if again.body == parts.body and again.matter == matter and parse(again).root.value() == wanted:
            return found
    raise BadSkill("SKILL.md", (f"the field {key} cannot be changed in its frontmatter: mend the frontmatter by hand",))


def _whole(value: str | None) -> str | None:
    """Half of a surrogate pair is no text that can be written."""
    return None if value is None else value.encode("utf-16", "surrogatepass").decode("utf-16", "replace")


def _with_field(fields: Fields, key: str, value: str | None) -> Fields:
    rest = {name: held for name, held in fields.items() if name != key or value is not None}
    return rest if value is None else {**rest, key: value}


def _with_metadata_field(fields: Fields, key: str, value: str | None) -> Fields:
    found = fields.get(METADATA, "")
    held: Fields = found if isinstance(found, dict) else {_WRAPPED: found} if found else {}
    if value is None and (held is not found or key not in held):
        return fields
    below = _with_field(held, key, value)
    rest: Fields = {**fields, METADATA: below}
    return rest if below else _with_field(rest, METADATA, None)


def _field_ways(edit: _Edit) -> Iterator[str]:
    yield from _mapping_ways(edit, edit.root)
    yield _rewritten(edit)


def _metadata_ways(edit: _Edit) -> Iterator[str]:
    entry = next((entry for entry in reversed(edit.root.entries) if entry.key == METADATA), None)
    if entry is None:
        yield from _added(edit, edit.root, METADATA, {edit.key: edit.value or ""})
        yield _rewritten(edit)
        return
    node, matter = entry.node, edit.matter
    if METADATA not in edit.wanted:
        yield _without_only(edit, entry)
        yield _cut(matter, [_lines(matter, entry)])
    elif node.kind == "mapping":
        yield from _mapping_ways(edit, node)
    else:
        yield from _wrapped(edit, entry)
    if METADATA in edit.wanted:
        indent = _indent(matter, entry.start)
        yield f"{matter[: entry.end]}:{_nested(edit.wanted[METADATA], indent, edit.newline)}{matter[node.end :]}"
    yield _rewritten(edit)


def _mapping_ways(edit: _Edit, mapping: Node) -> Iterator[str]:
    matter, key, value = edit.matter, edit.key, edit.value
    found = [entry for entry in mapping.entries if entry.key == key]
    if value is None:
        if mapping.flow:
            yield _cut(matter, [_between(mapping, entry) for entry in found])
        else:
            yield _cut(matter, [_lines(matter, entry) for entry in found])
    elif found:
        node = found[-1].node
        new = scalar(value, quoted=mapping.flow)
        lead = "" if matter[node.start - 1 : node.start].isspace() else " "
        yield matter[: node.start] + lead + new + matter[node.end :]
        yield f"{matter[: found[-1].end]}: {new}{matter[node.end :]}"
    else:
        yield from _added(edit, mapping, key, value)


def _added(edit: _Edit, mapping: Node, key: str, value: Value) -> Iterator[str]:
    matter, newline = edit.matter, edit.newline
    if mapping.flow:
        pair = f"{scalar(key, quoted=True)}: {_flow(value)}"
        at = mapping.entries[-1].node.end if mapping.entries else mapping.start + 1
        yield f"{matter[:at]}{', ' if mapping.entries else ''}{pair}{matter[at:]}"
        return
    indent = _indent(matter, mapping.entries[0].start) if mapping.entries else ""
    line = f"{indent}{scalar(key)}:{_nested(value, indent, newline)}{newline}"
    ends = [_line_end(matter, mapping.entries[-1].node.end)] if mapping.entries else []
    for at in (*ends, len(matter)):
        head = matter[:at]
        yield head + ("" if not head or head.endswith("\n") else newline) + line + matter[at:]
    start = matter.rfind("\n", 0, mapping.entries[0].start) + 1 if mapping.entries else 0
    yield matter[:start] + line + matter[start:]


def _wrapped(edit: _Edit, entry: Entry) -> Iterator[str]:
    """Ways to make room below `metadata` where something else than a mapping stands."""
    matter, node, newline = edit.matter, entry.node, edit.newline
    indent = _indent(matter, entry.start) + "  "
    line = f"{indent}{scalar(edit.key)}: {scalar(edit.value or '')}{newline}"
    end = _line_end(matter, node.end)
    tail = matter[node.end : end] + ("" if matter[:end].endswith("\n") else newline) + line + matter[end:]
    if node.kind == "scalar" and not node.text:
        yield matter[: node.start].rstrip(" ") + tail
        return
    yield f"{matter[: entry.end]}:{newline}{indent}{_WRAPPED}: {matter[node.start : node.end]}{tail}"
    yield f"{matter[: entry.end]}:{newline}{indent}{_WRAPPED}:{newline}{indent}{matter[node.start : node.end]}{tail}"


def _without_only(edit: _Edit, entry: Entry) -> str:
    """The frontmatter without `metadata` and the one thing below it; comments between them stay."""
    matter = edit.matter
    if entry.node.flow or edit.root.flow:
        return _cut(matter, [_between(edit.root, entry) if edit.root.flow else _lines(matter, entry)])
    below = [_lines(matter, child) for child in entry.node.entries]
    key = (matter.rfind("\n", 0, entry.start) + 1, _line_end(matter, entry.end))
    return _cut(matter, [key, *below])


def _rewritten(edit: _Edit) -> str:
    """All fields written anew: the last resort, which keeps what they say and not how they say it."""
    return "".join(
        f"{scalar(key)}:{_nested(value, '', edit.newline)}{edit.newline}" for key, value in edit.wanted.items()
    )


def _nested(value: Value, indent: str, newline: str) -> str:
    """What follows the colon: a scalar on the same line, a mapping of texts below it."""
    if isinstance(value, dict) and value:
        deeper = indent + "  "
        return "".join(
            f"{newline}{deeper}{scalar(key)}:{_nested(held, deeper, newline)}" for key, held in value.items()
        )
    return f" {scalar(value)}" if isinstance(value, str) else f" {_flow(value)}"


def _flow(value: Value) -> str:
    if isinstance(value, str):
        return scalar(value, quoted=True)
    if isinstance(value, list):
        return f"[{', '.join(map(_flow, value))}]"
    return f"{{{', '.join(f'{scalar(key, quoted=True)}: {_flow(held)}' for key, held in value.items())}}}"


def _cut(text: str, spans: list[tuple[int, int]]) -> str:
    for start, end in sorted(spans, reverse=True):
        text = text[:start] + text[end:]
    return text


def _lines(text: str, entry: Entry) -> tuple[int, int]:
    start = text.rfind("\n", 0, entry.start) + 1
    return (entry.start if text[start : entry.start].strip() else start), _line_end(text, entry.node.end)


def _between(mapping: Node, entry: Entry) -> tuple[int, int]:
    """An entry in braces with the comma that goes with it."""
    number = mapping.entries.index(entry)
    if number + 1 < len(mapping.entries):
        return entry.start, mapping.entries[number + 1].start
    return (mapping.entries[number - 1].node.end if number else entry.start), entry.node.end


def _indent(text: str, at: int) -> str:
    return " " * (at - text.rfind("\n", 0, at) - 1)


def _line_end(text: str, at: int) -> int:
    return text.find("\n", at) + 1 or len(text)


def _escaped(sign: str) -> str:
    if sign in _ESCAPES:
        return _ESCAPES[sign]
    return _hexadecimal(sign) if sign < " " or "\x7f" <= sign < "\xa0" or sign in _UNPRINTED else sign


def _hexadecimal(sign: str) -> str:
    return f"\\x{ord(sign):02x}" if ord(sign) <= _WIDEST_BYTE else f"\\u{ord(sign):04x}"
