"""The redactor: texts in, the same texts without secrets out."""

import secrets
from bisect import bisect_left
from collections.abc import Mapping, Sequence
from functools import cache
from pathlib import Path
from types import MappingProxyType
from typing import NamedTuple

from afterwit.redact.confirm import MEMORABLE, Confirmer, Suspect
from afterwit.redact.ledger import Ledger
from afterwit.redact.rule import PERSONAL, REACH, SEPARATOR
from afterwit.redact.rules import RULES
from afterwit.redact.scanner import Hit, Scanner, best_scanner

# More texts than this are scanned in several goes, to bound what is held in memory.
BATCH_BYTES = 500_000

# What one replacement uncovers, the next round sees. Real texts need one.
ROUNDS = 6

# So far ahead of where its trigger ended a rule looks, unless it is one of the far-sighted.
AHEAD = MEMORABLE + REACH

# Between these bytes a replacement changes nothing for what stands beside it.
APART = b" \t\r\n/\\\"'`<>(),;|[]{}" + SEPARATOR


class Finding(NamedTuple):
    """Where in a text a secret stands, in characters."""

    start: int
    end: int
    rule: str
    label: str


@cache
def _confirmer() -> Confirmer:
    return Confirmer(RULES)


_made: list[Scanner] = []


def default_scanner(folder: Path | None = None) -> Scanner:
    """Give the scanner for the rules: made once in a process, by the first who asks, who may say where to keep it."""
    if not _made:
        _made.append(best_scanner(_confirmer().expressions, folder))
    return _made[0]


class Redactor:
    """Takes secrets and personal data out of texts, and remembers how many."""

    def __init__(
        self,
        ledger: Ledger | None = None,
        *,
        personal: bool = True,
        scanner: Scanner | None = None,
        cache_folder: Path | None = None,
    ) -> None:
        """Redact into this ledger; without one, into a ledger with a random key.

        `personal=False` leaves e-mail addresses, IP addresses and user names in.
        `scanner` is for tests and for a host without hyperscan; `cache_folder`
        is where compiled rules may be kept between processes.
        """
        self._ledger = ledger or Ledger(secrets.token_bytes(32))
        self._personal = personal
        self._scanner = scanner
        self._cache_folder = cache_folder
        self._counts: dict[str, int] = {}

    @property
    def counts(self) -> Mapping[str, int]:
        """How many were replaced so far, by label."""
        return MappingProxyType(self._counts)

    @property
    def engine(self) -> str:
        """Which engine scans: "hyperscan+re2" or "re2"."""
        return self._ready().engine

    def redact(self, text: str) -> str:
        """Redact one text."""
        return self.redact_all((text,))[0]

    def redact_all(self, texts: Sequence[str]) -> list[str]:
        """Redact many texts with one scan."""
        redacted: list[str] = []
        begin = size = 0
        for index, text in enumerate(texts):
            if size + len(text) > BATCH_BYTES and index > begin:
                redacted += self._redact_batch(texts[begin:index])
                begin, size = index, 0
            size += len(text)
        return redacted + self._redact_batch(texts[begin:])

    def _ready(self) -> Scanner:
        if self._scanner is None:
            self._scanner = default_scanner(self._cache_folder)
        return self._scanner

    def _redact_batch(self, texts: Sequence[str]) -> list[str]:
        # A transcript may hold half of a surrogate pair; it passes through unchanged.
        parts = [text.encode("utf-8", "surrogatepass") for text in texts]
        clean = self._clean(parts, ROUNDS)
        if clean is parts:
            return list(texts)
        return [
            text if old == new else new.decode("utf-8", "surrogatepass")
            for text, old, new in zip(texts, parts, clean, strict=True)
        ]

    def _clean(self, parts: list[bytes], rounds: int) -> list[bytes]:
        data = _join(parts)
        hits = self._ready().scan(data)
        suspects, doubts = _confirmer().judge(data, hits)
        if not self._personal:
            suspects = [each for each in suspects if _confirmer().rules[each.rank].label not in PERSONAL]
        if not suspects:
            return parts
        after = _split(self._replace(data, suspects))
        changed = _parts_to_scan_again(data, suspects, doubts, hits)
        if changed and rounds > 1:
            again = self._clean([after[index] for index in changed], rounds - 1)
            for index, part in zip(changed, again, strict=True):
                after[index] = part
        return after

    def _replace(self, data: bytes, suspects: list[Suspect]) -> bytes:
        rules = _confirmer().rules
        known: dict[tuple[str, bytes], bytes] = {}
        pieces: list[bytes] = []
        position = 0
        for start, end, rank in suspects:
            label, secret = rules[rank].label, data[start:end]
            placeholder = known.get((label, secret))
            if placeholder is None:
                placeholder = known[label, secret] = self._ledger.placeholder(label, secret)
            pieces += (data[position:start], placeholder)
            position = end
            self._counts[label] = self._counts.get(label, 0) + 1
        pieces.append(data[position:])
        return b"".join(pieces)


def _parts_to_scan_again(data: bytes, suspects: list[Suspect], doubts: list[int], hits: list[Hit]) -> list[int]:
    """Give the numbers of the parts in which a replacement may uncover more.

    Personal data that stood apart uncovers nothing where no rule for secrets was in doubt:
    most texts have a home folder in them, and few of those are scanned twice. (Where one
    was, a placeholder longer than the name moves what the rule sees in its window.)
    """
    confirmer = _confirmer()
    doubts = sorted(doubts)
    far_sighted = [end for end, index in hits if index in confirmer.far]
    numbers: dict[int, None] = {}
    number = position = end = 0
    watched = False
    for suspect in suspects:
        if suspect.start >= end:
            number += data.count(SEPARATOR, position, suspect.start)
            position, end = suspect.start, data.find(SEPARATOR, suspect.start)
            watched = _any_between(far_sighted, data.rfind(SEPARATOR, 0, suspect.start) + 1, end)
        if number not in numbers and (
            watched
            or confirmer.rules[suspect.rank].label not in PERSONAL
            or not _stands_apart(data, suspect)
            or _any_between(doubts, suspect.start - AHEAD, suspect.end + REACH)
        ):
            numbers[number] = None
    return list(numbers)


def _any_between(places: list[int], begin: int, end: int) -> bool:
    first = bisect_left(places, begin)
    return first < len(places) and places[first] <= end


def _stands_apart(data: bytes, suspect: Suspect) -> bool:
    return data[suspect.end] in APART and (suspect.start == 0 or data[suspect.start - 1] in APART)


def _join(parts: list[bytes]) -> bytes:
    """Put a separator behind every part, the last one too: it ends words."""
    return SEPARATOR.join((*parts, b""))


def _split(data: bytes) -> list[bytes]:
    return data.split(SEPARATOR)[:-1]


def find(text: str) -> list[Finding]:
    """Give what a redactor would replace, for reports."""
    data = _join([text.encode("utf-8", "surrogatepass")])
    confirmer = _confirmer()
    findings: list[Finding] = []
    # Counted on from finding to finding: from the start each time would take quadratic time on a text full of them.
    position = begin = 0
    for start, end, rank in confirmer.confirm(data, default_scanner().scan(data)):
        begin += len(data[position:start].decode("utf-8", "surrogatepass"))
        length = len(data[start:end].decode("utf-8", "surrogatepass"))
        rule = confirmer.rules[rank]
        findings.append(Finding(begin, begin + length, rule.name, rule.label))
        position, begin = end, begin + length
    return findings
