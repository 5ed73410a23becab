"""The harm in a package or a text: every place, with its file and line and what is wrong there in a plain sentence."""

import re
from bisect import bisect_left, bisect_right
from collections.abc import Iterator
from functools import cache
from itertools import islice
from typing import Literal, NamedTuple

from afterwit.judge.excuses import Stated, excused
from afterwit.judge.hidden_text import hidden
from afterwit.judge.installers import downloads_run, is_official
from afterwit.judge.passages import EXECUTABLE_HEADS, Passage, decoded, passages, plain, without_accents
from afterwit.judge.payloads import payloads
from afterwit.judge.secrets_in import secrets_in
from afterwit.judge.threats import (
    CODE,
    COMMENT,
    FAR_READ,
    FAR_SEND,
    FOREIGN,
    INSTALLS,
    OVERRIDE,
    UNSEEN,
    Excuse,
    Family,
    Threat,
    compiled,
    ready,
)
from afterwit.judge.unfolding import spelled_out, unfolded
from afterwit.model.package import Package
from afterwit.redact.matching import Matching

Kind = Family | Literal["hidden text", "binary", "secrets"]

MOST = 40
"""So many places of one rule in one file are told; what is excused does not count."""
FLOOD = 2000
"""With more places than this a file hides something in their number."""
SEAM = "\n\0\n"
QUOTES = frozenset("\"'`\u201c\u2018\u300c\u00ab")
NEAR = 1500
"""Code that reads keys and code that sends, so near to each other, are taken for one thing."""
UNASKED = "tells the agent to act without the user's word"
_DENIED = re.compile(r"(?i)\b(?:do not|don't|never) $")
"""Not to act without it is right, whoever says so."""
DEPTH = 2
"""So often something that was wrapped is opened again."""


class Harm(NamedTuple):
    """One thing that may do harm."""

    kind: Kind
    path: str
    line: int
    what: str
    note: bool = False
    """True where it is worth a word and no reason to refuse."""
    text: str = ""
    """The words that do the harm, where it is they alone; never shown."""

    @property
    def same(self) -> tuple[str, str, str]:
        """What makes it the same harm in another version."""
        return self.kind, self.what, self.text


@cache
def _rules() -> tuple[tuple[tuple[Threat, Matching], ...], tuple[tuple[Threat, Matching], ...]]:
    return compiled(OVERRIDE), compiled(CODE)


@cache
def _other() -> dict[str, Matching]:
    return {
        "comment": ready(COMMENT, any_case=True),
        "unseen": ready(UNSEEN, any_case=True),
        "read": ready(FAR_READ),
        "fetch": ready("curl|wget|iwr|invoke-webrequest|base64", any_case=True),
        "send": ready(FAR_SEND, any_case=True),
    }


def harm_in(package: Package, *, learned: bool) -> list[Harm]:
    """All harm in a package. What a machine wrote (`learned`) may do less than what a person brings."""
    stated = Stated.of(package)
    found: list[Harm] = []
    for path in sorted(package.files):
        found += _in_file(path, package.files[path], stated, learned=learned)
    return found


def harm_in_text(text: str, *, learned: bool) -> list[Harm]:
    """All harm in a lesson, a note or an entry of a memory."""
    found = _in_file("text.md", text.encode("utf-8", "replace"), Stated(), learned=learned)
    return [each._replace(path="") for each in found]


def _in_file(path: str, content: bytes, stated: Stated, *, learned: bool) -> list[Harm]:
    if content.startswith(EXECUTABLE_HEADS):
        return [Harm("binary", path, 0, "is a program in machine code, which nobody can read")]
    text, is_text = decoded(content)
    found: list[Harm] = []
    if is_text:
        found += (
            Harm("hidden text", path, _line(text, each.place), f"has {each.what}")
            for each in hidden(text, strict=learned)
        )
    elif path.startswith("scripts/"):
        found.append(Harm("binary", path, 0, "is no text, so that nobody can read what it does"))
    scan = _Scan(path, stated, learned=learned)
    found += scan.text(text, 0)
    if is_text:
        found += (
            Harm("secrets", path, line, what, text=value) for line, what, value in secrets_in(text, learned=learned)
        )
    return list(dict.fromkeys(found))


class _Scan:
    """One file's scan."""

    def __init__(self, path: str, stated: Stated, *, learned: bool) -> None:
        self._path = path
        self._stated = stated
        self._learned = learned

    def text(self, text: str, depth: int, line: int = 0) -> list[Harm]:
        """The harm in a text; where it was wrapped in another, at that one's line."""
        found: list[Harm] = []
        pieces = list(passages("wrapped.md" if depth else self._path, text))
        override, code = _rules()
        bare = Sheet([_bare(piece) for piece in pieces])
        found += self._matches(bare, override)
        found += self._matches(Sheet([form for piece in bare.pieces if (form := spelled_out(piece))]), override)
        found += self._orders(bare)
        for sheet in (Sheet(pieces), Sheet([form for piece in pieces if (form := unfolded(piece))])):
            found += self._matches(sheet, code)
            found += self._theft(sheet)
            for piece in sheet.pieces if sheet.has(_other()["fetch"]) else ():
                found += self._runs(piece)
        found += self._foreign(text)
        if depth < DEPTH:
            found += self._wrapped(plain(text), depth)
        return [each._replace(line=line) for each in found] if depth else found

    def _matches(self, sheet: "Sheet", rules: tuple[tuple[Threat, Matching], ...]) -> Iterator[Harm]:
        for threat, search in rules:
            if threat.learned and not self._learned:
                continue
            told = 0
            for number, (piece, start, end) in enumerate(sheet.spans(search)):
                if told >= MOST:
                    break
                if not threat.prose and not sheet.is_code(piece, start):
                    continue
                if self._learned and threat.what == UNASKED and _DENIED.search(piece.text[max(0, start - 9) : start]):
                    continue
                if number >= FLOOD or not self._excused(threat.excuse, piece, start, end):
                    told += 1
                    note = threat.family == "download and run" and is_official(
                        piece.text[start : end + 200], *(("github.com",) if threat.what == INSTALLS else ())
                    )
                    yield Harm(threat.family, self._path, piece.line(start), threat.what, note, piece.text[start:end])

    def _orders(self, sheet: "Sheet") -> Iterator[Harm]:
        comments = Sheet([piece for piece in sheet.pieces if piece.kind == "comment"])
        for piece, start, _ in islice(comments.spans(_other()["comment"]), MOST):
            if piece.kind == "comment":
                what = "hides orders for the agent in a comment that no page shows"
                yield Harm("override", self._path, piece.line(start), what)
        for piece, start, _ in islice(sheet.spans(_other()["unseen"]), MOST):
            what = "hides text for the agent in a part that no page shows"
            yield Harm("override", self._path, piece.line(start), what)

    def _runs(self, piece: Passage) -> Iterator[Harm]:
        for place, name, official in downloads_run(piece.text):
            if not self._excused("warned", piece, place, place):
                what = f"downloads {name} and then runs it"
                yield Harm("download and run", self._path, piece.line(place), what, official)

    def _theft(self, sheet: "Sheet") -> Iterator[Harm]:
        code = Sheet([piece for piece in sheet.pieces if piece.kind == "code"])
        if not code.has(_other()["read"]):
            return
        sends: dict[int, list[int]] = {}
        for piece, start, _ in code.spans(_other()["send"]):
            sends.setdefault(id(piece), []).append(start)
        told = 0
        for piece, start, _ in code.spans(_other()["read"]):
            places = sends.get(id(piece), [])
            after = bisect_right(places, start - NEAR)
            near = after < len(places) and places[after] < start + NEAR
            if near and told < MOST and not self._excused("warned", piece, start, start):
                told += 1
                what = "reads keys or passwords and sends something over the network"
                yield Harm("exfiltration", self._path, piece.line(start), what)

    def _excused(self, excuse: Excuse, piece: Passage, start: int, end: int) -> bool:
        return excused(excuse, piece, start, end, self._stated, learned=self._learned)

    def _foreign(self, text: str) -> Iterator[Harm]:
        if text.isascii():
            return
        folded = text.lower()
        for phrase in FOREIGN:
            place = folded.find(phrase)
            while place >= 0 and not self._learned and folded[place - 1 : place] in QUOTES:
                place = folded.find(phrase, place + 1)
            if place >= 0:
                what = f"tells the agent to set aside instructions or to hide something ({phrase})"
                yield Harm("override", self._path, _line(folded, place), what)

    def _wrapped(self, text: str, depth: int) -> Iterator[Harm]:
        for payload in payloads(text):
            line = _line(text, payload.place)
            if payload.content.startswith(EXECUTABLE_HEADS[:1]) or payload.content[:64].startswith(b"#!/"):
                yield Harm("payload", self._path, line, "carries a wrapped program")
            inner = self.text(payload.text, depth + 1, line) if payload.text else []
            if any(not each.note for each in inner):
                yield Harm("payload", self._path, line, f"carries a wrapped text that {inner[0].what}")


def _bare(passage: Passage) -> Passage:
    """Prose without its emphasis, a letter for a letter so that places stay, but for marks inside a word."""
    text = passage.text
    if passage.kind != "code":
        text = text.replace("`", '"')
        if "*" in text or "_" in text or "~" in text:
            text = text.replace("**", "").replace("__", "").replace("*", "").replace("~~", "")
            return passage._replace(text=text, starts=[min(start, len(text)) for start in passage.starts])
    return passage if text is passage.text else passage._replace(text=text)


class Sheet:
    """All passages of a file as one text, so that each rule goes over it once; no rule sees across a seam."""

    def __init__(self, pieces: list[Passage]) -> None:
        self.pieces = pieces
        self._starts: list[int] = []
        self._ticks: dict[int, list[int]] = {}
        at = 0
        for piece in pieces:
            self._starts.append(at)
            at += len(piece.text) + len(SEAM)
        self._data = without_accents(SEAM.join(piece.text for piece in pieces)).encode("ascii", "replace")

    def spans(self, search: Matching) -> Iterator[tuple[Passage, int, int]]:
        """The places that match, each with its passage and where it begins and ends there."""
        at = 0
        for _ in range(FLOOD + 1):
            start, end = search(self._data, at, len(self._data))[0]
            if start < 0:
                break
            number = bisect_right(self._starts, start) - 1
            yield self.pieces[number], start - self._starts[number], end - self._starts[number]
            at = max(end, start + 1)

    def has(self, search: Matching) -> bool:
        """Whether there is a place that matches."""
        return any(True for _ in self.spans(search))

    def is_code(self, piece: Passage, place: int) -> bool:
        """Whether a place is in code: in a fence, or between backticks."""
        if piece.kind == "code":
            return True
        if id(piece) not in self._ticks:
            self._ticks[id(piece)] = [at for at, letter in enumerate(piece.text) if letter == "`"]
        return bisect_left(self._ticks[id(piece)], place) % 2 == 1


def _line(text: str, place: int) -> int:
    return text.count("\n", 0, place) + 1
