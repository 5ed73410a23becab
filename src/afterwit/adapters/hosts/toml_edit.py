"""Our table in a host's TOML settings: appended, brought up to date and taken out by whole lines.

Each result is read again: all but our table must mean what it meant before, or nothing is changed.
"""

import json
import tomllib
from collections.abc import Iterator
from typing import cast

from afterwit.adapters.hosts.host import NAME, Server, is_our_server

Table = dict[str, object]


class NotToml(ValueError):
    """What cannot be read, or cannot be changed by whole lines; says where."""


def merged(text: str, server: Server) -> tuple[str, list[str]]:
    """The text with our table, and what had to be left."""
    known = _read(text)
    there = _entry(known, server.below)
    if there is not None and not is_our_server(there):
        return text, [f"{server.below} has a table {NAME} of somebody else, which was left as it is"]
    if there is not None and all(cast("Table", there).get(key) == value for key, value in server.value.items()):
        return text, []
    block = _block(server, _newline(text))
    if there is None:
        changed = text + _glue(text) + block
    else:
        (start, end), *others = _spans(text, server.below) or [(len(text), len(text))]
        changed = _cut(text, others)[:start] + block + _cut(text, others)[end:]
    if not _same_but_ours(known, changed, server.below, expected=server.value):
        raise NotToml(
            f"{server.below} is written in a way that no table can be added to: write it as [{server.below}.NAME]"
        )
    return changed, []


def stripped(text: str, server: Server, before: str | None) -> str:
    """The text without our table; `before` is the text before we first came. Empty where nothing else is left."""
    known = _read(text)
    if not is_our_server(_entry(known, server.below)):
        return text
    spans = _spans(text, server.below)
    for result in _without(text, spans, before):
        if _same_but_ours(known, result, server.below, expected=None):
            return result if before or result.strip() else ""
    raise NotToml(f"our table {server.below}.{NAME} cannot be told from its neighbours: take it out by hand")


def lacking(text: str, server: Server) -> list[str]:
    """Which of our entries are not there any more, for people."""
    return [] if is_our_server(_entry(_read(text), server.below)) else ["the MCP server"]


def _without(text: str, spans: list[tuple[int, int]], before: str | None) -> Iterator[str]:
    """Ways to take our lines out, the one that also takes what we put before them first."""
    if spans:
        glue = _glue(before) if before is not None else _newline(text)
        start = spans[0][0]
        if glue and text[:start].endswith(glue):
            yield _cut(text, [(start - len(glue), spans[0][1]), *spans[1:]])
    yield _cut(text, spans)


def _cut(text: str, spans: list[tuple[int, int]]) -> str:
    for start, end in reversed(spans):
        text = text[:start] + text[end:]
    return text


def _spans(text: str, below: str) -> list[tuple[int, int]]:
    """Where our table and the tables within it stand: from their heading to their last line that says something."""
    lines = text.splitlines(keepends=True)
    starts = [0]
    for line in lines:
        starts.append(starts[-1] + len(line))
    headings = [number for number, line in enumerate(lines) if line.lstrip().startswith("[")]
    found: list[tuple[int, int]] = []
    for number in headings:
        if not _is_ours(lines[number], below):
            continue
        for end in (*(heading for heading in headings if heading > number), len(lines)):
            if _parses("".join(lines[number:end])):
                break
        else:
            continue
        while end > number + 1 and lines[end - 1].strip()[:1] in {"", "#"}:
            end -= 1  # what stands before the next heading is about that
        found.append((starts[number], starts[end]))
    return found


def _is_ours(line: str, below: str) -> bool:
    try:
        heading = tomllib.loads(line)
    except tomllib.TOMLDecodeError:
        return False
    return isinstance(_entry(heading, below), dict) and len(heading) == 1


def _parses(text: str) -> bool:
    try:
        tomllib.loads(text)
    except tomllib.TOMLDecodeError:
        return False
    return True


def _read(text: str) -> Table:
    try:
        return tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        end = f"at line {text.count(chr(10)) + 1}, column {len(text) - text.rfind(chr(10))}"
        raise NotToml(str(error).replace("at end of document", end)) from error


def _entry(table: Table, below: str) -> object:
    servers = table.get(below)
    return cast("Table", servers).get(NAME) if isinstance(servers, dict) else None


def _same_but_ours(known: Table, changed: str, below: str, expected: Table | None) -> bool:
    try:
        result = tomllib.loads(changed)
    except tomllib.TOMLDecodeError:
        return False
    ours = _entry(result, below)
    # As text, because a number that is none is not equal to itself.
    return repr(_rest(result, below)) == repr(_rest(known, below)) and ours == expected


def _rest(table: Table, below: str) -> Table:
    servers = table.get(below)
    if not isinstance(servers, dict):
        return table
    others = {key: value for key, value in cast("Table", servers).items() if key != NAME}
    rest = {key: value for key, value in table.items() if key != below}
    return {**rest, below: others} if others else rest


def _block(server: Server, newline: str) -> str:
    lines = [f"[{server.below}.{NAME}]"]
    # What we write are texts and lists of texts, which TOML writes as JSON does.
    lines += [f"{key} = {json.dumps(value, ensure_ascii=False)}" for key, value in server.value.items()]
    return newline.join(lines) + newline


def _glue(text: str) -> str:
    """What comes between the text and our table: an empty line."""
    newline = _newline(text)
    if not text.strip():
        return "" if not text or text.endswith("\n") else newline
    return newline if text.endswith("\n") else newline * 2


def _newline(text: str) -> str:
    first = text.find("\n")
    return "\r\n" if first > 0 and text[first - 1] == "\r" else "\n"
