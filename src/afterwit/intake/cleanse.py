"""Secrets and personal data out of a batch, before anybody else sees it."""

from collections.abc import Iterator
from typing import cast

from afterwit.intake.transcript import Batch
from afterwit.redact import Redactor

SHORT = 200
"""A value longer than this says by itself what it is; a shorter one may be a password only its key gives away."""


def cleanse(batch: Batch, redactor: Redactor) -> Batch:
    """Redact every string of the batch in place: what was said, arguments with their keys, and the session's facts."""
    events, session = batch.events, batch.session
    with_input = [event for event in events if event.input]
    strings: list[str] = [event.text for event in events]
    for event in with_input:
        strings.extend(_shown(event.input, ""))
    facts = (session.title, session.project, session.branch)
    calls = batch.bookmark.calls
    commands = [call.command for call in calls.values()]
    clean = redactor.redact_all([*strings, *facts, *commands])
    for event, text in zip(events, clean, strict=False):
        event.text = text
    rest = iter(zip(strings[len(events) :], clean[len(events) :], strict=False))
    for event in with_input:
        event.input = cast("dict[str, object]", _rebuilt(event.input, "", rest))
    session.title, session.project, session.branch = clean[len(strings) : len(strings) + len(facts)]
    for native_id, command in zip(list(calls), clean[len(strings) + len(facts) :], strict=True):
        call = calls[native_id]
        calls[native_id] = type(call)(call.seq, call.tool, call.purpose, command)
    return batch


def _shown(value: object, key: str) -> Iterator[str]:
    """Every string in a value, in a fixed order; short ones as an assignment to their key."""
    if isinstance(value, str):
        yield _assigned(key, value)
    elif isinstance(value, dict):
        for name, inner in cast("dict[str, object]", value).items():
            yield name
            yield from _shown(inner, name)
    elif isinstance(value, list):
        for inner in cast("list[object]", value):
            yield from _shown(inner, key)


def _rebuilt(value: object, key: str, pairs: Iterator[tuple[str, str]]) -> object:
    """The same value with its strings replaced, taken in the same order."""
    if isinstance(value, str):
        shown, clean = next(pairs)
        return value if shown == clean else _value(key, value, clean)
    if isinstance(value, dict):
        rebuilt: dict[str, object] = {}
        for name, inner in cast("dict[str, object]", value).items():
            clean_name = next(pairs)[1]
            rebuilt[clean_name] = _rebuilt(inner, name, pairs)
        return rebuilt
    if isinstance(value, list):
        return [_rebuilt(inner, key, pairs) for inner in cast("list[object]", value)]
    return value


def _assigned(key: str, value: str) -> str:
    if not key or len(value) > SHORT or '"' in value or "\n" in value:
        return value
    return f'"{key}": "{value}"'


def _value(key: str, value: str, clean: str) -> str:
    if _assigned(key, value) == value:
        return clean
    # The key may itself have been redacted: what stands between the last opening quote and the end is the value.
    prefix = f'"{key}": "'
    if clean.startswith(prefix):
        return clean[len(prefix) : -1]
    return clean.rpartition('": "')[2].removesuffix('"')
