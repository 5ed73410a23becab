"""The labelled case, and the plain-text form its templates are written in."""

import hashlib
import re
from typing import NamedTuple


class Case(NamedTuple):
    """One labelled text."""

    text: str
    """What an event's text would be."""
    secrets: tuple[str, ...]
    """Exact substrings that must be gone from the redacted text."""
    kind: str
    """What is in it, such as "github-classic" or "negative-git-sha"."""
    family: str
    """api-key, private-key, jwt, connection-string, bearer, password, email, ip,
    home-user or negative."""
    half: str
    """Either "dev" or "held-out"."""


class Template(NamedTuple):
    """A text with slots; see `render` for their syntax."""

    kind: str
    text: str
    framed: bool
    """Whether random surroundings may be put around it."""


_HEADER = re.compile(r"^=== ([a-z0-9-]+)( raw)?$", re.MULTILINE)


def parse(block: str) -> tuple[Template, ...]:
    """Read templates, each under a line "=== kind" ("=== kind raw": never framed)."""
    pieces = _HEADER.split(block)
    return tuple(
        Template(kind, text.strip("\n"), not raw)
        for kind, raw, text in zip(pieces[1::3], pieces[2::3], pieces[3::3], strict=True)
    )


def half_of(kind: str, index: int) -> str:
    """Place the template at this index of its kind, with all of its renderings."""
    digest = hashlib.sha256(f"{kind}:{index}".encode()).digest()
    return "dev" if digest[0] % 2 else "held-out"
