"""Secrets and personal data out of a batch, before anybody else sees it."""

import contextlib
import json
from collections.abc import Iterator
from typing import cast

import msgspec

from afterwit.intake import shapes
from afterwit.intake.transcript import Batch
from afterwit.redact import Redactor

SHORT = 200
"""A value longer than this says by itself what it is; a shorter one may be a password only its key gives away."""
TITLE_LENGTH = 100
COMMAND_LENGTH = 2000
DEEPEST = 100
"""What is nested deeper than this is kept as text."""
LARGEST = 2**63 - 1
"""A larger number is kept as text: JSON writers refuse it."""


def cleanse(batch: Batch, redactor: Redactor) -> Batch:
    """Redact every string of the batch in place: what was said, arguments with their keys, and the session's facts.

    Title and commands are shortened here, after redaction: of half a secret nobody can tell that it is one.
    """
    events, session = batch.events, batch.session
    with_input = [event for event in events if event.input]
    strings: list[str] = [event.text for event in events]
    for event in with_input:
        strings.extend(_shown(event.input, "", 0))
    facts = (session.title, session.project, session.branch)
    calls = batch.bookmark.calls
    commands = [call.command for call in calls.values()]
    clean = redactor.redact_all([*strings, *facts, *commands])
    for event, text in zip(events, clean, strict=False):
        event.text = text
    rest = iter(zip(strings[len(events) :], clean[len(events) :], strict=False))
    for event in with_input:
        event.input = cast("dict[str, object]", _rebuilt(event.input, "", 0, rest))
    title, session.project, session.branch = clean[len(strings) : len(strings) + len(facts)]
    session.title = _shortened(" ".join(title.split()))
    for native_id, command in zip(list(calls), clean[len(strings) + len(facts) :], strict=True):
        calls[native_id] = msgspec.structs.replace(calls[native_id], command=command[:COMMAND_LENGTH])
    return batch


def _shortened(title: str) -> str:
    return title if len(title) <= TITLE_LENGTH else title[: TITLE_LENGTH - 1].rstrip() + "…"


def _shown(value: object, key: str, depth: int) -> Iterator[str]:
    """Every string in a value, in a fixed order; short ones as an assignment to their key."""
    if isinstance(value, dict | list) and depth >= DEEPEST:
        value = shapes.as_json(cast("object", value))
    if isinstance(value, str):
        yield _assigned(key, value)
    elif isinstance(value, dict):
        for name, inner in cast("dict[str, object]", value).items():
            yield name
            yield from _shown(inner, name, depth + 1)
    elif isinstance(value, list):
        for inner in cast("list[object]", value):
            yield from _shown(inner, key, depth + 1)


def _rebuilt(value: object, key: str, depth: int, pairs: Iterator[tuple[str, str]]) -> object:
    """The same value with its strings replaced, taken in the same order."""
    if isinstance(value, dict | list) and depth >= DEEPEST:
        value = shapes.as_json(cast("object", value))
    if isinstance(value, str):
        shown, clean = next(pairs)
        return value if shown == clean else _value(key, value, clean)
    if isinstance(value, dict):
        rebuilt: dict[str, object] = {}
        for name, inner in cast("dict[str, object]", value).items():
            clean_name = next(pairs)[1]
            rebuilt[clean_name] = _rebuilt(inner, name, depth + 1, pairs)
        return rebuilt
    if isinstance(value, list):
        return [_rebuilt(inner, key, depth + 1, pairs) for inner in cast("list[object]", value)]
    return str(value) if isinstance(value, int) and not -LARGEST <= value <= LARGEST else value


def _assigned(key: str, value: str) -> str:
    if not key or len(value) > SHORT or "\n" in value:
        return value
    if '"' not in value:
        return f'"{key}": "{value}"'
    # A command line reads best as it stands; one odd word may be a password.
    return value if " " in value else f'"{key}": {json.dumps(value, ensure_ascii=False)}'


def _value(key: str, value: str, clean: str) -> str:
    if _assigned(key, value) == value:
        return clean
    prefix = f'"{key}": '
    # The key may itself have been redacted: the value is what stands after the last opening quote.
    quoted = clean.removeprefix(prefix) if clean.startswith(prefix) else '"' + clean.rpartition('": "')[2]
    if '"' in value:
        with contextlib.suppress(ValueError):
            return json.loads(quoted, strict=False)
    return quoted[1:].removesuffix('"')
