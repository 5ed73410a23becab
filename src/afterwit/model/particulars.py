"""Particulars: what in a text was there only once, such as dates, hashes, ticket numbers and somebody's folders."""

from collections.abc import Iterator

import re2

# What a code of a standard, an algorithm or a compiler looks like is no ticket.
_CODES = frozenset(
    """AES AWS BS CVE CWE DES DIN DL ECMA EIP EN ERC ES EU FIPS GPT HTTP IEEE IEC ISO KB LC MD MSB NIST ORA OWASP PEP
    RFC RS RSA SC SHA SOC SQL SQLSTATE TLS TS USB UTF WCAG X XEP ZIP""".split()  # noqa: SIM905 - reads best as text
)
_PLACEHOLDER_USERS = frozenset(
    {"user", "username", "you", "yourname", "your-name", "me", "name", "runner", "node", "app"}
)

_EXAMPLES = ("123", "1234", "12345", "abc123", "a1b2c3", "550e8400-", "00000000", "deadbeef", "x")
"""How that begins which people write where any identifier could stand."""
_NUMBERED = frozenset({"a ticket number", "a pull request or issue", "a branch of one task"})
MOST = 50
"""Identifiers that are told; a text with more is not looked at further."""
BEFORE = 200
"""Bytes before an identifier that may say what it is."""

_KINDS = (
    ("a redaction placeholder", re2.compile(rb"\[REDACTED_[A-Z_]+(?::[0-9]+)?\]")),
    ("a UUID", re2.compile(rb"(?i)\b[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}\b")),
    ("a date or time", re2.compile(rb"\b20[0-9]{2}-[01][0-9]-[0-3][0-9](?:[T ][0-9]{2}:[0-9]{2}[0-9:.Z+-]*)?")),
    ("a time stamp", re2.compile(rb"\b1[5-9][0-9]{8}(?:[0-9]{3})?\b")),
    (
        "a pull request or issue",
        re2.compile(rb"(?i)\b(?:PR|pull request|issue|MR|merge request|ticket) ?#?[0-9]{2,}\b"),
    ),
    ("a pull request or issue", re2.compile(rb"\(#[0-9]{2,6}\)|\b[\w.-]+/[\w.-]+#[0-9]{2,6}\b")),
    (
        "a branch of one task",
        re2.compile(rb"\b(?:feature|feat|fix|bugfix|hotfix|chore|task|user)/[\w-]*[0-9]{3,}[\w-]*"),
    ),
    ("a ticket number", re2.compile(rb"\b[A-Z][A-Z0-9]{1,9}-[1-9][0-9]{1,5}\b")),
    ("somebody's folder", re2.compile(rb"(?:/home/|/Users/|[A-Z]:\\Users\\)[\w.-]+[^\s`'\"<>)\]]*")),
    ("a temporary folder", re2.compile(rb"(?:/private)?/var/folders/[^\s`'\")]+|/tmp/[\w.-]*[0-9]{4,}[^\s`'\")]*")),
    ("a hash", re2.compile(rb"\b[0-9a-f]{12,64}\b")),
    ("a random name", re2.compile(rb"\b[A-Za-z0-9_]{20,}\b")),
)


def particulars(text: str) -> Iterator[tuple[int, str, str]]:
    """What in a text was there only once: the lines before it, its kind, and itself, in order of place.

    A place counts for the first kind that knows it.
    """
    whole = text.encode("utf-8", "replace")
    taken: dict[int, tuple[int, str]] = {}
    for kind, pattern in _KINDS:
        at = 0
        while len(taken) < MOST and (hit := pattern.search(whole, at)):
            start, at = hit.span()
            line = whole[max(0, start - BEFORE) : start].rpartition(b"\n")[2]
            overlaps = any(start < stop and begin < at for begin, (stop, _) in taken.items())
            if not overlaps and _one_off(kind, whole[start:at].decode("utf-8", "replace"), line):
                taken[start] = (at, kind)
    for start, (end, kind) in sorted(taken.items()):
        yield whole.count(b"\n", 0, start), kind, whole[start:end].decode("utf-8", "replace")


def _one_off(kind: str, identifier: str, before: bytes) -> bool:
    """What the pattern alone cannot tell, from what was found and what stands before it in its line."""
    start = identifier.casefold()
    number = "".join(sign for sign in start if sign.isdigit()) if kind in _NUMBERED else start
    if kind in _NUMBERED | {"a UUID", "a hash", "a time stamp"} and number.startswith(_EXAMPLES):
        return False
    if kind == "a date or time":
        return b"version" not in before.lower()
    if kind == "a ticket number":
        prefix = identifier.partition("-")[0]
        return prefix not in _CODES and (len(number) > 2 or len(prefix) > 2)  # noqa: PLR2004 - AB-12 says little
    if kind == "somebody's folder":
        return start.replace("\\", "/").split("/")[2] not in _PLACEHOLDER_USERS
    mixed = start.upper() != start and any(sign.isdigit() for sign in start)
    random = _digit_runs(identifier) > 2 and identifier != identifier.upper() and "_" not in identifier  # noqa: PLR2004
    return {"a hash": mixed, "a random name": random}.get(kind, True)


def _digit_runs(identifier: str) -> int:
    """How often digits begin after a letter."""
    return sum(
        sign.isdigit() and not before.isdigit() for before, sign in zip("a" + identifier, identifier, strict=False)
    )
