"""Domain: what a skill is about, in one spelling."""

import unicodedata

GENERAL = "general"
LONGEST_NAME = 64
_LONGEST_BYTES = 200
_RESERVED = {
    "con",
    "prn",
    "aux",
    "nul",
    "index",
    *(f"{port}{number}" for port in ("com", "lpt") for number in range(10)),
}


def folder(name: str) -> str:
    """A domain's or skill's name as every file system takes it, in one spelling; a valid name stays as it is."""
    plain = unicodedata.normalize("NFKC", unicodedata.normalize("NFKC", name).casefold())
    words = "".join(sign if sign.isalnum() else " " for sign in plain).split()
    short = "-".join(words)[:LONGEST_NAME].encode()[:_LONGEST_BYTES].decode("utf-8", "ignore")
    safe = short.strip("-") or GENERAL
    return f"{safe}-skills" if safe in _RESERVED else safe
