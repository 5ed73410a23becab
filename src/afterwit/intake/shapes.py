"""Small decisions that several readers share: times, text of mixed content, raw events."""

import json
from collections.abc import Mapping
from datetime import UTC, datetime
from typing import cast

import msgspec

from afterwit.model.event import Event

SECONDS_TO_MILLISECONDS_ABOVE = 100_000_000_000
"""Epoch numbers above this are milliseconds already: as seconds they would lie past the year 5000."""
END_OF_TIME = 253_000_000_000_000
"""Somewhat before the year 10,000, after which there are no dates; a host that says so, or a year before 1970, errs."""

USUAL_FORM = "2026-01-31T23:59:59.999Z"
EPOCH = datetime(1970, 1, 1, tzinfo=UTC)
DAY = 24 * 60 * 60 * 1000
NESTED_TOO_DEEPLY = "[nested too deeply]"


def moment(value: object) -> int | None:
    """A host's time stamp, ISO text or epoch number, as milliseconds since 1970 UTC."""
    if isinstance(value, str):
        if len(value) == len(USUAL_FORM) and value[16] == ":" and value[19] == "." and value[23] == "Z":
            return _usual_moment(value)
        try:
            when = datetime.fromisoformat(value)
        except ValueError:
            return None
        if when.tzinfo is None:
            when = when.replace(tzinfo=UTC)
        value = when.timestamp() * 1000
        return round(value) if 0 < value < END_OF_TIME else None
    if isinstance(value, int | float) and not isinstance(value, bool):
        value = value if abs(value) > SECONDS_TO_MILLISECONDS_ABOVE else value * 1000
        return round(value) if 0 < value < END_OF_TIME else None
    return None


def _usual_moment(text: str) -> int | None:
    """The form that all hosts write: whole milliseconds, so that no fraction is to be rounded."""
    try:
        since = datetime.fromisoformat(text) - EPOCH
        value = since.days * DAY + since.seconds * 1000 + since.microseconds // 1000
    except ValueError:
        value = _beyond_its_minute(text)
    return value if 0 < value < END_OF_TIME else None


def _beyond_its_minute(text: str) -> int:
    """A second that no clock of Python's has, as the sixtieth of a minute with a leap; 0 where it is none either."""
    try:
        minute = datetime.fromisoformat(text[:16]).replace(tzinfo=UTC)
        return int(minute.timestamp() + int(text[17:19])) * 1000 + int(text[20:23])
    except ValueError:
        return 0


def text_of(content: object) -> str:
    """The text in content that may be a string, a block, a list of blocks, or anything else as JSON."""
    if isinstance(content, str):
        return content
    if content is None:
        return ""
    try:
        return _text_within(content)
    except RecursionError:
        return NESTED_TOO_DEEPLY


def _text_within(content: object) -> str:
    if isinstance(content, list):
        return "\n".join(filter(None, map(text_of, cast("list[object]", content))))
    if isinstance(content, dict):
        block = cast("dict[str, object]", content)
        for key in ("text", "thinking", "content", "output"):
            inner = block.get(key)
            if isinstance(inner, str | list):
                return text_of(cast("object", inner))
        if string(block, "type") in {"image", "image_url", "input_image", "document", "audio"}:
            return f"[{block['type']}]"
    return as_json(cast("object", content))


def as_json(value: object) -> str:
    """A value as JSON text, numbers of any size included; a mark in place of what is nested too deeply."""
    try:
        return msgspec.json.encode(value).decode()
    except OverflowError:
        return json.dumps(value, ensure_ascii=False)
    except RecursionError:
        return NESTED_TOO_DEEPLY


def arguments(value: object) -> dict[str, object]:
    """A call's arguments: an object, or JSON text of one, or anything else under `input`."""
    if isinstance(value, str):
        try:
            value = msgspec.json.decode(value)
        except (msgspec.DecodeError, RecursionError):
            return {"input": value}
    if isinstance(value, dict):
        return cast("dict[str, object]", value)
    return {} if value is None else {"input": value}


def string(mapping: Mapping[str, object], *keys: str) -> str:
    """The first of `keys` that holds text."""
    for key in keys:
        value = mapping.get(key)
        if value and isinstance(value, str):
            return value
    return ""


def mapping(value: object) -> dict[str, object]:
    """An object, or an empty one in place of anything else."""
    return cast("dict[str, object]", value) if isinstance(value, dict) else {}


def sequence(value: object) -> list[object]:
    """A list, or an empty one in place of anything else."""
    return cast("list[object]", value) if isinstance(value, list) else []


def raw(value: object, type_name: str = "") -> Event:
    """An event for a line whose type is not known: nothing of it is lost, and its strings stay strings."""
    return Event(kind="raw", text=type_name, input=arguments(value))
