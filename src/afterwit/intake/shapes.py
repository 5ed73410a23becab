"""Small decisions that several readers share: times, text of mixed content, raw events."""

from collections.abc import Mapping
from datetime import UTC, datetime
from typing import cast

import msgspec

from afterwit.model.event import Event

SECONDS_TO_MILLISECONDS_ABOVE = 100_000_000_000
"""Epoch numbers above this are milliseconds already: as seconds they would lie past the year 5000."""


def moment(value: object) -> int | None:
    """A host's time stamp, ISO text or epoch number, as milliseconds since 1970 UTC."""
    if isinstance(value, str):
        try:
            when = datetime.fromisoformat(value)
        except ValueError:
            return None
        if when.tzinfo is None:
            when = when.replace(tzinfo=UTC)
        return round(when.timestamp() * 1000)
    if isinstance(value, int | float) and not isinstance(value, bool):
        try:
            return round(value if abs(value) > SECONDS_TO_MILLISECONDS_ABOVE else value * 1000)
        except (OverflowError, ValueError):
            return None
    return None


def text_of(content: object) -> str:
    """The text in content that may be a string, a block, a list of blocks, or anything else as JSON."""
    if isinstance(content, str):
        return content
    if content is None:
        return ""
    if isinstance(content, list):
        return "\n".join(filter(None, map(text_of, cast("list[object]", content))))
    if isinstance(content, dict):
        block = cast("dict[str, object]", content)
        for key in ("text", "thinking", "content", "output"):
            inner = block.get(key)
            if isinstance(inner, str | list):
                return text_of(cast("object", inner))
        if block.get("type") in {"image", "image_url", "input_image", "document", "audio"}:
            return f"[{block['type']}]"
    return msgspec.json.encode(content).decode()


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
        if isinstance(value, str) and value:
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
