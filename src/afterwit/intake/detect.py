"""Which host wrote this? Decided from the first bytes of the content, never from the file's name."""

import io
from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Protocol, cast

import ijson
import msgspec

from afterwit.errors import UnreadableSource
from afterwit.intake.source import BYTE_ORDER_MARK, Source
from afterwit.model.event import Event
from afterwit.model.session import Session

VALUES_FIRST, VALUES_LOOKED_AT = 3, 20
WORD_LOOKED_AT = 80


class Usage(msgspec.Struct, frozen=True, gc=False):
    """Tokens of one message of the model; a host may say it several times over."""

    message_id: str
    input_tokens: int
    output_tokens: int


Item = Session | Event | Usage
"""What a reader yields: a session opens (or tells more of itself), then the events that are its own."""


class Head(msgspec.Struct, frozen=True):
    """The first JSON values of a file, the last of them perhaps only as far as it was seen."""

    values: list[dict[str, object]]
    """The first objects: of the lines, of the array, or the one document."""
    array: bool
    """The content is one JSON array."""
    lines: list[bytes] = msgspec.field(default_factory=list[bytes])
    """The first lines, where the content is text and no JSON at all."""

    def any_has(self, *keys: str) -> bool:
        """True where one of the first objects has all these keys."""
        return any(all(key in value for key in keys) for value in self.values)


class Reader(Protocol):
    """Turns one host's transcripts into sessions and events."""

    host: str
    """The host's name, as in `--host` and in session keys."""

    resumable: bool
    """Each line stands by itself, so a file that grew can be read on from where an earlier reading ended."""

    def sniff(self, head: Head) -> bool:
        """Tell whether the content is this host's."""
        ...

    def read(self, source: Source) -> Iterator[Item]:
        """Yield what is in it, in order; seq, pairing and ok/failed are filled in by the caller."""
        ...


def choose(source: Source, readers: Sequence[Reader]) -> Reader:
    """The first reader that knows the content."""
    head_bytes = source.head()
    if not head_bytes.removeprefix(BYTE_ORDER_MARK).strip():
        why = "holds nothing that can be unpacked" if source.compressed else "is empty"
        message = f"{source.path} {why}: there is nothing to read yet."
        raise UnreadableSource(message)
    first = look(source, VALUES_FIRST)
    for reader in readers:
        # A host that writes lines marks each of them as its own: mostly the first few tell.
        if reader.resumable and first.values and reader.sniff(first):
            return reader
    head = look(source)
    for reader in readers:
        if (head.values or head.lines) and reader.sniff(head):
            return reader
    if b"\x00" in head_bytes:
        message = f"{source.path} is a binary file, not a transcript: name a session file of an agent host."
    else:
        hosts = ", ".join(reader.host for reader in readers)
        message = f"{source.path} is no transcript that Afterwit knows (it reads {hosts}): check that it is one."
    raise UnreadableSource(message)


def look(source: Source, limit: int = VALUES_LOOKED_AT) -> Head:
    """Decode as much of the beginning as it takes: whole lines, a small document, or what there is of a large one."""
    beginning = source.head().lstrip(b"\xef\xbb\xbf \t\r\n")
    array = beginning.startswith(b"[") and _is_list(beginning)
    lines = [] if array else beginning.split(b"\n", limit)[:limit]
    values = decoded(lines[:1])
    if values:
        values += decoded(lines[1:])
    elif array or beginning.startswith(b"{"):
        # One document over many lines, some of which may be whole objects by chance; or lines, the first one broken.
        document = source.document()
        values = [document] if document is not None else decoded(lines[1:]) or _partial_values(beginning)
        if array and values and isinstance(values[0], list):
            values = cast("list[object]", values[0])[:limit]
    else:
        return Head([], array=False, lines=beginning.splitlines())
    return Head([cast("dict[str, object]", value) for value in values if isinstance(value, dict)], array)


def _is_list(beginning: bytes) -> bool:
    """Whether what begins like a list is one: a line of a log may begin with a time or a word in brackets."""
    first = beginning[1:WORD_LOOKED_AT].split(b",")[0].split(b"]")[0].split()[:1]
    return not (first and first[0][:1].isalnum()) or bool(decoded(first))


def decoded(lines: Iterable[bytes]) -> list[object]:
    """The lines that are JSON, decoded."""
    values: list[object] = []
    for line in lines:
        try:
            values.append(msgspec.json.decode(line))
        except (ValueError, RecursionError):
            continue
    return values


def _partial_values(data: bytes) -> list[object]:
    """The first value, complete or not: what ijson has built when the bytes end."""
    builder = ijson.ObjectBuilder()
    feed = cast("Callable[[str, object], None]", builder.event)  # pyright: ignore[reportUnknownMemberType]
    text = data.decode(errors="replace").encode()
    try:
        for _, event, value in ijson.parse(io.BytesIO(text), use_float=True):
            feed(event, value)
    except ijson.JSONError:
        pass
    value: object = getattr(builder, "value", None)
    return [] if value is None else [value]
