"""A file as passages: pieces of prose, code or hidden comment, in a plain form that tricks of spelling do not survive.

A rule is tried on passages, so a command that goes on over lines and a sentence that is broken into four are seen
whole; each passage knows which line a place in it came from, and what was said just before it.
"""

import codecs
import re
import unicodedata
from bisect import bisect_right
from collections.abc import Iterator
from typing import Literal, NamedTuple

IGNORABLE = (
    "\u00ad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180b-\u180f\u200b-\u200f\u202a-\u202e\u2060-\u206f\u3164"
    "\ufe00-\ufe0f\ufeff\uffa0\U000e0000-\U000e0fff"
)
"""What no screen shows, as the inside of a character class."""
_IGNORED = re.compile(f"[{IGNORABLE}]+")

PROSE_ENDINGS = (".md", ".markdown", ".mdx", ".txt", ".rst", ".html", ".htm")
EXECUTABLE_HEADS = (
    b"\x7fELF", b"MZ", b"\xfe\xed\xfa\xce", b"\xfe\xed\xfa\xcf", b"\xce\xfa\xed\xfe", b"\xcf\xfa\xed\xfe",
    b"\xca\xfe\xba\xbe", b"\x00asm", b"dex\n",
)  # fmt: skip
"""How programs begin that are no text: Linux, Windows, macOS, Java, WebAssembly, Android."""

MANY = 32
"""A longer run of foreign letters is folded by the letters there are in it, not one by one."""
LEAD = 300
"""So much of what was said before a passage is kept with it, in characters."""

Kind = Literal["prose", "code", "table", "comment"]


class Passage(NamedTuple):
    """One piece of a file."""

    kind: Kind
    text: str
    """The piece without what no screen shows, its letters in their plain form."""
    starts: list[int]
    """Where each of its lines begins."""
    numbers: list[int]
    """The number of each of its lines in the file."""
    about: str = ""
    """The heading above it and what was said just before."""
    language: str = ""
    """What a fence says it holds."""

    def line(self, place: int) -> int:
        """The number of the line at this place."""
        return self.numbers[max(0, bisect_right(self.starts, place) - 1)]


def decoded(content: bytes) -> tuple[str, bool]:
    """A file's text in whatever encoding it is, and whether it is text at all."""
    for mark, encoding in (
        (codecs.BOM_UTF8, "utf-8-sig"),
        (codecs.BOM_UTF32_LE, "utf-32"),
        (codecs.BOM_UTF32_BE, "utf-32"),
        (codecs.BOM_UTF16_LE, "utf-16"),
        (codecs.BOM_UTF16_BE, "utf-16"),
    ):
        if content.startswith(mark):
            return content.decode(encoding, "replace"), True
    if b"\0" in content:
        for encoding, zeros in (("utf-16-le", content[1::2]), ("utf-16-be", content[::2])):
            text = content.decode(encoding, "replace")
            if zeros.count(0) * 10 >= len(zeros) * 7 and text.count("\0") * 10 < len(text):
                return text, True
        return content.decode("latin-1"), False
    try:
        return content.decode(), True
    except UnicodeDecodeError:
        return content.decode("latin-1"), True


def plain(text: str) -> str:
    """The text without what no screen shows, every character in its compatible form (wide letters are narrow).

    Character by character: normalising a whole text takes quadratic time on a long run of combining marks.
    """
    if text.isascii():
        return text
    return _FOREIGN.sub(_folded, _MARKED.sub("", _IGNORED.sub("", text)))


_FOREIGN = re.compile(r"[^\x00-\x7f]+")
_MARKED = re.compile(r"(?<=[A-Za-z])[\u0300-\u036f]+")
"""Accents that stand after their letter."""
_QUOTES = str.maketrans({**dict.fromkeys("“”„«»", '"'), **dict.fromkeys("\u2018\u2019\u201a", "'")})


def _folded(run: re.Match[str]) -> str:
    letters = run[0].translate(_QUOTES)
    if len(letters) > MANY:
        return letters.translate({ord(letter): unicodedata.normalize("NFKC", letter) for letter in set(letters)})
    return "".join(unicodedata.normalize("NFKC", letter) for letter in letters)


def passages(path: str, text: str) -> Iterator[Passage]:
    """The passages of a file in order."""
    lines = plain(text).replace("\r\n", "\n").replace("\r", "\n").split("\n")
    if path.lower().endswith(PROSE_ENDINGS) and not text.startswith("#!"):
        yield from _Walk(lines).passages()
    elif lines:
        yield _code(list(enumerate(lines, 1)), "", "")


_FENCE = re.compile(r" {0,12}(?:[-*+>] +|[0-9]{1,3}[.)] +)?(`{3,}|~{3,}) *([^`\n]*)$")
_ITEM = re.compile(r"\s*(?:[-*+]|[0-9]{1,3}[.)])\s")


class _Walk:
    """One walk over the lines of a Markdown file."""

    def __init__(self, lines: list[str]) -> None:
        self._lines = lines
        self._heading = ""
        self._lead = ""
        self._open: list[tuple[int, str]] = []

    def passages(self) -> Iterator[Passage]:  # noqa: C901 - one state after another
        fence, language, inside = "", "", list[tuple[int, str]]()
        comment: list[tuple[int, str]] | None = None
        for number, whole in enumerate(self._lines, 1):
            line = whole
            if comment is not None:
                before, end, line = line.partition("-->")
                comment.append((number, before))
                if not end:
                    continue
                yield _joined("comment", comment, self._about())
                comment = None
            if fence:
                if line.strip().startswith(fence) and not line.strip().strip(fence[0]):
                    yield _code(inside, self._about(), language)
                    fence = ""
                else:
                    inside.append((number, line))
                continue
            opened = _FENCE.match(line)
            if opened:
                yield from self._close()
                fence, language, inside = opened[1], opened[2].strip().lower(), []
                continue
            while "<!--" in line:
                line, _, rest = line.partition("<!--")
                hidden, end, after = rest.partition("-->")
                if not end:
                    comment = [(number, hidden)]
                    break
                yield _joined("comment", [(number, hidden)], self._about())
                line += after
            yield from self._prose(number, line)
        if comment is not None:
            yield _joined("comment", comment, self._about())
        if inside and fence:
            yield _code(inside, self._about(), language)
        yield from self._close()

    def _prose(self, number: int, line: str) -> Iterator[Passage]:
        stripped = line.strip()
        if not stripped or stripped == "---":
            yield from self._close()
        elif stripped[0] == "#":
            yield from self._close()
            self._heading, self._lead = stripped, ""
            yield _joined("prose", [(number, line)], "")
        elif stripped.startswith(("[//]:", "[comment]:")):
            yield from self._close()
            yield _joined("comment", [(number, line)], self._about())
        elif stripped[0] == "|":
            yield from self._close()
            yield _joined("table", [(number, line)], self._about())
        else:
            if _ITEM.match(line):
                yield from self._close()
            self._open.append((number, line))

    def _close(self) -> Iterator[Passage]:
        if self._open:
            passage = _joined("prose", self._open, self._about())
            item = _ITEM.match(self._open[0][1])
            if not item or len(self._lead) < LEAD:
                self._lead = (self._lead if item else "") + "\n" + passage.text[-LEAD:]
            self._open = []
            yield passage

    def _about(self) -> str:
        return f"{self._heading}\n{self._lead}"


def _joined(kind: Kind, numbered: list[tuple[int, str]], about: str) -> Passage:
    """Lines as one line of prose."""
    if len(numbered) == 1:
        return Passage(kind, numbered[0][1].strip(), [0], [numbered[0][0]], about)
    pieces: list[str] = []
    starts: list[int] = []
    numbers: list[int] = []
    at = 0
    for number, line in numbered:
        piece = line.strip()
        starts.append(at)
        numbers.append(number)
        pieces.append(piece)
        at += len(piece) + 1
    return Passage(kind, " ".join(pieces), starts, numbers, about)


def joined(text: str) -> Iterator[tuple[int, str]]:
    """The lines of a script with their numbers, each with those it goes on in behind a backslash."""
    start, parts = 0, list[str]()
    for number, line in enumerate(text.splitlines(), 1):
        start = start if parts else number
        if line.endswith("\\"):
            parts.append(line[:-1])
        else:
            yield start, "".join([*parts, line])
            parts = []
    if parts:
        yield start, "".join(parts)


def without_accents(text: str) -> str:
    """The text in ASCII, a letter for a letter: each without its accent, `?` for what is none."""
    if text.isascii():
        return text
    return text.translate({ord(letter): _base(letter) for letter in set(text) if letter > "\x7f"})


_STROKES = dict(zip("\u0131\u0142\u0141\u00f8\u00d8\u0111\u0127\u017f\u0261\u0251", "ilLoOdhsga", strict=True))


def _base(letter: str) -> str:
    base = _STROKES.get(letter) or unicodedata.normalize("NFKD", letter)[:1]
    return base if base.isascii() else "?"


def _code(numbered: list[tuple[int, str]], about: str, language: str) -> Passage:
    """Lines of code, those that go on behind a backslash or a pipe joined."""
    pieces: list[str] = []
    starts: list[int] = []
    numbers: list[int] = []
    at = 0
    for number, line in numbered:
        piece = line.rstrip()
        goes_on = piece.endswith(("\\", "`")) and not piece.endswith("``")
        piece = piece[:-1] if goes_on else piece + (" " if piece.endswith("|") else "\n")
        starts.append(at)
        numbers.append(number)
        pieces.append(piece)
        at += len(piece)
    return Passage("code", "".join(pieces), starts or [0], numbers or [1], about, language)
