"""Lesson: one line to remember."""

import msgspec

from afterwit.model.proposal import Category


class Lesson(msgspec.Struct, frozen=True, kw_only=True):
    """A bullet of a lessons.md."""

    text: str
    category: Category | None = None
    at: int | None = None
    """When it was learned, in milliseconds since 1970 UTC; None where the file does not say."""
    line: int = -1
    """The line it begins on, counted from 0; -1 while it is in no file."""
