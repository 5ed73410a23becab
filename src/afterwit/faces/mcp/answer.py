"""Answer: what a tool gives back, for programs and for readers."""

from typing import cast

import msgspec


class Answer(msgspec.Struct, frozen=True, kw_only=True):
    """What came of a call."""

    document: dict[str, object]
    """For programs."""
    text: str
    """For agents and people."""
    progress: str = ""
    """What the user is shown before the answer is there; empty for nothing."""
    ends_turn: bool = False
    """Whether the agent's turn is over with it."""


def whole(text: str) -> str:
    """A text that can be sent: half of a surrogate pair is no character, and a transcript or a file may have some."""
    return text.encode("utf-8", "replace").decode()


def sendable(value: object) -> object:
    """A document that can be sent."""
    match value:
        case str():
            return whole(value)
        case dict():
            return {whole(str(key)): sendable(each) for key, each in cast("dict[object, object]", value).items()}
        case list() | tuple():
            return [sendable(each) for each in cast("list[object]", value)]
        case _:
            return value
