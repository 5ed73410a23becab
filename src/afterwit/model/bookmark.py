"""Bookmark: how far a transcript file has been read, and what must be known to read on."""

import msgspec


class OpenCall(msgspec.Struct, frozen=True, array_like=True, gc=False):
    """A call whose result has not been seen yet."""

    seq: int
    tool: str
    purpose: str
    command: str


class Bookmark(msgspec.Struct, kw_only=True):
    """A place in a file. Everything before `offset` has been taken; the rest is new."""

    source: str
    """The file, by a keyed digest of its path: paths hold user names, and are not stored."""
    size: int = -1
    """The file's size when all of it had been read; -1 before that."""
    modified: int = -1
    """The file's modification time then, in nanoseconds."""
    imprint: str = ""
    """Digest of the first and last bytes before `offset`: a file that was rewritten is read anew."""
    offset: int = 0
    """Where the next line starts."""
    line: int = 0
    """How many lines come before it."""
    session: str = ""
    """Key of the session the file holds; empty where it holds several and is read as a whole."""
    count: int = 0
    """Events the session has so far."""
    calls: dict[str, OpenCall] = msgspec.field(default_factory=dict[str, OpenCall])
    """Calls that wait for their result, by the host's id."""
    input_tokens: int = 0
    """Tokens the model read up to here: the session may have been read further from another file."""
    output_tokens: int = 0
    """Tokens the model wrote up to here."""
    tokens: dict[str, tuple[int, int]] = msgspec.field(default_factory=dict[str, tuple[int, int]])
    """Tokens told of the last few messages, so that a message told again is not counted again."""
