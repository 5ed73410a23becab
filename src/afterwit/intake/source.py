"""Source: a transcript file as its readers see it, whatever is wrong with it.

A reader asks for decoded records or for the items of one JSON document; everything that can be amiss with a
file (a broken line, a line of gigabytes, bytes that are not UTF-8, a last line still being written) is dealt
with here once, costs at most the line it is on, and is noted in `findings`.
"""

import contextlib
import hashlib
import io
import json
import os
import stat
from collections import Counter
from collections.abc import Callable, Iterator
from decimal import Decimal
from pathlib import Path
from typing import IO, TYPE_CHECKING, Self, TypeVar, cast

import ijson
import msgspec
import zstandard

from afterwit.errors import UnreadableSource

if TYPE_CHECKING:
    from _typeshed import WriteableBuffer

HEAD_BYTES = 64 * 1024
IMPRINT_BYTES = 4096
UNPACKED_BYTES = 16 * 1024
MAX_LINE_BYTES = 32 * 1024 * 1024
WHOLE_DOCUMENT_BYTES = 16 * 1024 * 1024
BYTE_ORDER_MARK = b"\xef\xbb\xbf"
ZSTD_MAGIC = b"\x28\xb5\x2f\xfd"
PLACES_KEPT = 20

T = TypeVar("T")
_any_value = msgspec.json.Decoder()


class Unshaped(msgspec.Struct, frozen=True):
    """A line that is JSON, but not of the shape its reader expects."""

    value: object


class Findings(msgspec.Struct, kw_only=True):
    """What was amiss in one source, with the places of the first few of each."""

    broken: int = 0
    """Lines that are not JSON: lost, and nothing else with them."""
    broken_at: list[int] = msgspec.field(default_factory=list[int])
    too_long: int = 0
    """Lines over the limit: skipped unread."""
    too_long_at: list[int] = msgspec.field(default_factory=list[int])
    mended: int = 0
    """Lines with bytes that are not UTF-8: read, with those bytes replaced."""
    mended_at: list[int] = msgspec.field(default_factory=list[int])
    truncated_at: int | None = None
    """The last line, where it breaks off: most likely still being written; read next time."""
    unknown: Counter[str] = msgspec.field(default_factory=Counter[str])
    """Line types the reader does not know, kept as raw events."""

    def note(self, what: str, line: int) -> None:
        """Count one more of `what`, and where, for the first few."""
        setattr(self, what, getattr(self, what) + 1)
        places: list[int] = getattr(self, f"{what}_at")
        if len(places) < PLACES_KEPT:
            places.append(line)

    @property
    def clean(self) -> bool:
        """True where nothing was amiss."""
        return not (self.broken or self.too_long or self.mended or self.unknown or self.truncated_at)


class Source:
    """One transcript file, opened for one reading."""

    def __init__(self, path: Path, *, max_line_bytes: int = MAX_LINE_BYTES) -> None:
        self.path = path
        self.findings = Findings()
        self.line = 0
        """The line, or item of a document, that is being read, from 1."""
        self.line_start = 0
        """Where that line starts: all before it has been handed out."""
        self.offset = 0
        """Where the next line starts."""
        self.current = b""
        """The line itself, as it stands in the file, or as it was mended."""
        self._ended = True
        self._document: object = None
        self._document_looked_for = False
        self._max_line_bytes = max_line_bytes
        self._file = _open(path)
        self._head = os.pread(self._file.fileno(), HEAD_BYTES, 0)
        self.compressed = self._head.startswith(ZSTD_MAGIC)
        self._stream: IO[bytes] = _decompressed(self._file) if self.compressed else self._file

    def close(self) -> None:
        """Let go of the file."""
        self._file.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def consumed(self) -> int:
        """Bytes of the file taken so far, for a progress bar."""
        return self._file.tell()

    def stamp(self) -> tuple[int, int]:
        """Size and modification time: as long as they stay, so does the file."""
        status = os.fstat(self._file.fileno())
        return status.st_size, status.st_mtime_ns

    def imprint(self, offset: int) -> str:
        """Digest of the first and the last bytes before `offset`; the place of reading stays."""
        length, descriptor = min(offset, IMPRINT_BYTES), self._file.fileno()
        data = os.pread(descriptor, length, 0) + os.pread(descriptor, length, offset - length)
        return hashlib.blake2b(data, digest_size=16).hexdigest()

    def head(self) -> bytes:
        """The first bytes of the content, decompressed; the place of reading stays."""
        if self.compressed:
            return _decompressed(io.BytesIO(self._head)).read(HEAD_BYTES)
        return self._head

    def rewind(self) -> None:
        """Go back to the beginning."""
        if self._file.tell():
            self._file.seek(0)
        if self.compressed:
            self._stream = _decompressed(self._file)
        self.line = self.line_start = self.offset = 0
        self._ended = True

    def start_at(self, offset: int, line: int) -> None:
        """Go on where an earlier reading ended."""
        self._stream.seek(offset)
        self.line, self.line_start, self.offset = line, offset, offset
        self._ended = True

    @property
    def lines_before(self) -> int:
        """How many whole lines come before `offset`: a last line without its end is not over."""
        return self.line if self._ended else self.line - 1

    def lines(self) -> Iterator[bytes]:
        """Every line that is not blank and not too long, keeping count of where it stands."""
        readline, limit = self._stream.readline, self._max_line_bytes + 1
        while raw := readline(limit):
            self.line += 1
            self.line_start = start = self.offset
            self.offset = start + len(raw)
            self._ended = ended = raw.endswith(b"\n")
            if not ended and len(raw) == limit:
                self._skip_rest()
            elif not raw.isspace():
                self.current = line = raw if start else raw.removeprefix(BYTE_ORDER_MARK)
                yield line
        if self.compressed and cast("_Unpacked", cast("io.BufferedReader", self._stream).raw).damaged:
            self.findings.truncated_at = self.line + self._ended

    def _skip_rest(self) -> None:
        """Pass over a line that is too long."""
        while not self._ended and (raw := self._stream.readline(self._max_line_bytes)):
            self.offset += len(raw)
            self._ended = raw.endswith(b"\n")
        self.findings.note("too_long", self.line)
        if not self._ended:
            # It may still be being written: its rest must not be taken for a line of its own next time.
            self.offset = self.line_start

    def current_value(self) -> object:
        """The current line, decoded without any shape in mind: for lines whose type is not known."""
        return _any_value.decode(self.current.decode(errors="replace"))

    def records(self, decoder: "msgspec.json.Decoder[T]") -> Iterator["T | Unshaped"]:
        """Every line, decoded; what is JSON of another shape comes as Unshaped, what is not JSON is noted."""
        decode = decoder.decode
        for raw in self.lines():
            try:
                yield decode(raw)
            except (ValueError, RecursionError):
                record = self._second_look(raw, decoder)
                if record is not None:
                    yield record

    def _second_look(self, raw: bytes, decoder: "msgspec.json.Decoder[T]") -> "T | Unshaped | None":
        """A line the decoder refused: of another shape, mendable, still being written, or broken."""
        try:
            value, text = _any_value.decode(raw), raw
        except (ValueError, RecursionError):
            value, text = self._mended(raw)
            if text is None:
                return None
            self.current = text
        try:
            return decoder.decode(text)
        except (ValueError, RecursionError):
            return Unshaped(value)

    def _mended(self, raw: bytes) -> tuple[object, bytes | None]:
        """JSON that strict decoding refuses: bytes that are no UTF-8, half a surrogate pair, control characters."""
        try:
            value = json.loads(raw.decode(errors="replace"), strict=False)
            text = json.dumps(value, ensure_ascii=False).encode(errors="replace")
            value = _any_value.decode(text)
        except (ValueError, RecursionError):
            if self._ended:
                self.findings.note("broken", self.line)
            else:
                # The host is in the middle of writing this line: leave it for the next reading.
                self.findings.truncated_at = self.line
                self.offset = self.line_start
            return None, None
        self.findings.note("mended", self.line)
        return value, text

    def values(self) -> Iterator[object]:
        """Every line, decoded without any shape in mind."""
        self.rewind()
        yield from self.records(_any_value)

    def items(self, *prefixes: str) -> Iterator[object]:
        """The items of one JSON document's array, found at the first of `prefixes` that is there.

        A prefix is a key path as ijson writes it (`messages`, `` for the document itself). Small documents are
        decoded at once; large ones, and ones that break off, are streamed: memory holds one item.
        """
        self.rewind()
        document = self.document()
        if document is not None:
            for prefix in prefixes:
                found = _at(document, prefix)
                if isinstance(found, list):
                    yield from self._counted(iter(cast("list[object]", found)))
                    return
            return
        for prefix in prefixes:
            seen = False
            for item in self._counted(self._streamed(f"{prefix}.item".lstrip("."))):
                seen = True
                yield item
            if seen:
                return

    def document(self) -> object:
        """The whole document where it is whole and small enough, else None."""
        if not self._document_looked_for:
            self._document_looked_for = True
            self.rewind()
            data = self._stream.read(WHOLE_DOCUMENT_BYTES + 1)
            self.rewind()
            if len(data) <= WHOLE_DOCUMENT_BYTES:
                try:
                    self._document = _any_value.decode(data.removeprefix(BYTE_ORDER_MARK))
                except (ValueError, RecursionError):
                    with contextlib.suppress(ValueError, RecursionError):
                        self._document = _any_value.decode(data.decode("utf-8-sig", errors="replace"))
        return self._document

    def outline(self, *prefixes: str) -> dict[str, object]:
        """The values at `prefixes` in a document of any size, for what stands beside its array."""
        document = self.document()
        if document is not None:
            return {prefix: _at(document, prefix) for prefix in prefixes}
        found: dict[str, object] = {}
        builder: ijson.ObjectBuilder | None = None
        for place, event, value in self._parsed(ijson.parse):
            if builder is None and place in prefixes and place not in found:
                builder = ijson.ObjectBuilder()
            if builder is not None:
                cast("Callable[[str, object], None]", builder.event)(event, value)  # pyright: ignore[reportUnknownMemberType]
                if place in prefixes and event not in {"start_map", "start_array", "map_key"}:
                    found[place] = _plain(cast("object", builder.value))  # pyright: ignore[reportUnknownMemberType]
                    builder = None
        return found

    def _streamed(self, prefix: str) -> Iterator[object]:
        """The values at a prefix; one that is nested too deeply is noted and left out."""
        for value in self._parsed(lambda stream: ijson.items(stream, prefix)):
            try:
                yield _plain(value)
            except RecursionError:
                self.findings.note("broken", self.line + 1)

    def _parsed(self, parse: "Callable[[_Utf8], Iterator[T]]") -> Iterator[T]:
        """What ijson makes of the document, up to where it breaks off or is broken."""
        self.rewind()
        self.findings.broken, self.findings.broken_at, self.findings.truncated_at = 0, [], None
        try:
            yield from parse(_Utf8(self._stream))
        except ijson.JSONError as error:
            if "EOF" in str(error) or "Incomplete" in str(error):
                self.findings.truncated_at = self.line + 1
            else:
                self.findings.note("broken", self.line + 1)

    def _counted(self, items: Iterator[object]) -> Iterator[object]:
        self.line = 0
        for item in items:
            self.line += 1
            yield item


class _Utf8:
    """Hands ijson text it can always read: bytes that are not UTF-8 are replaced."""

    def __init__(self, stream: IO[bytes]) -> None:
        self._text = io.TextIOWrapper(cast("IO[bytes]", _Unclosed(stream)), encoding="utf-8-sig", errors="replace")

    def read(self, size: int = -1) -> bytes:
        return self._text.read(size).encode()


class _Unclosed(io.RawIOBase):
    """A stream that outlives the wrapper around it."""

    def __init__(self, stream: IO[bytes]) -> None:
        self._stream = stream

    def readable(self) -> bool:
        return True

    def read(self, size: int = -1) -> bytes:
        return self._stream.read(size)

    read1 = read


def _at(document: object, prefix: str) -> object:
    value = document
    for key in filter(None, prefix.split(".")):
        if not isinstance(value, dict):
            return None
        value = cast("dict[str, object]", value).get(key)
    return value


def _plain(value: object) -> object:
    """What ijson made, as the other decoder makes it: ijson reads fractions as Decimal, so as to lose nothing."""
    if isinstance(value, Decimal):
        return float(value)
    if isinstance(value, dict):
        return {key: _plain(inner) for key, inner in cast("dict[str, object]", value).items()}
    if isinstance(value, list):
        return [_plain(inner) for inner in cast("list[object]", value)]
    return value


def _open(path: Path) -> io.BufferedReader:
    try:
        mode = path.stat().st_mode
        if not (stat.S_ISREG(mode) or stat.S_ISDIR(mode)):
            message = f"{path} is no regular file: save what it gives to one, and name that."
            raise UnreadableSource(message)
        return io.BufferedReader(io.FileIO(path), buffer_size=1024 * 1024)
    except FileNotFoundError:
        message = f"There is no file {path}: check the path."
    except IsADirectoryError:
        message = f"{path} is a folder, not a transcript: name a file in it."
    except PermissionError:
        message = f"{path} may not be read by this user: change its permissions or run as its owner."
    except OSError as error:
        message = f"{path} cannot be read ({os.strerror(error.errno or 0)}): check the disk or the path."
    raise UnreadableSource(message)


class _Unpacked(io.RawIOBase):
    """The content of a compressed file, as far as it can be unpacked: where it is damaged, it breaks off."""

    damaged = False

    def __init__(self, file: IO[bytes]) -> None:
        self._reader = zstandard.ZstdDecompressor().stream_reader(file, read_across_frames=True, closefd=False)

    def readable(self) -> bool:
        return True

    def readinto(self, buffer: "WriteableBuffer", /) -> int:
        try:
            # In small steps: of the step with the damage nothing is had.
            return self._reader.readinto(memoryview(buffer)[:UNPACKED_BYTES])  # pyright: ignore[reportUnknownMemberType]
        except zstandard.ZstdError:
            self.damaged = True
            return 0


def _decompressed(file: IO[bytes]) -> io.BufferedReader:
    return io.BufferedReader(_Unpacked(file), buffer_size=1024 * 1024)
