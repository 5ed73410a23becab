"""Secrets that a text still carries: what redaction finds, less what documentation makes up."""

import re
from collections.abc import Iterator

from afterwit.redact import find
from afterwit.redact.rule import API_KEY, JWT, PASSWORD, PERSONAL, PRIVATE_KEY, TOKEN

MOST = 20

_MADE_UP = re.compile(
    r"example|sample|dummy|placeholder|changeme|your|xxx|\.\.\.|…|abc123|123abc|12345|abcdef|foo|bar|test|fake|secret|"
    r"password|passwd|redacted|<|>|\{|\}|\$|%|\*\*|§|\^|admin|welcome|hunter2|letmein|summer|spring|winter|demo|mock",
    re.IGNORECASE,
)
_SURE = {
    PRIVATE_KEY: "a private key",
    JWT: "a signed token",
    API_KEY: "a key",
    TOKEN: "a token",
    PASSWORD: "a password",
}
LONG = 20
"""A made-up key is seldom this long and without order."""


def secrets_in(text: str, *, learned: bool) -> Iterator[tuple[int, str, str]]:
    """The line, the kind and the value of each secret.

    In what a machine wrote every password counts: it was there in the session. In what a person brings only what can
    hardly be an example does.
    """
    told = 0
    for each in find(text):
        value = text[each.start : each.end]
        if each.label in PERSONAL or _MADE_UP.search(value):
            continue
        if not learned and each.label != PRIVATE_KEY and not _is_random(value):
            continue
        yield text.count("\n", 0, each.start) + 1, f"holds {_SURE.get(each.label, 'a secret')} ({each.rule})", value
        told += 1
        if told >= MOST:
            return


def _is_random(value: str) -> bool:
    mixed = all(any(map(kind, value)) for kind in (str.isdigit, str.islower, str.isupper))
    return len(value) >= LONG and mixed and len(set(value)) * 2 >= min(len(value), 40)
