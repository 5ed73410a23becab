"""Which paths a place, or a file within it, may have: none that could lead anywhere else."""

import unicodedata

from afterwit.errors import WriteFailed

STAGING = ".staging"
"""Where content waits, on the same filesystem as the places. What a crash leaves there is swept."""

DEEPEST = 32
"""The most names of a path: whoever walks it holds a folder open for each."""


def parts(path: str) -> tuple[str, ...]:
    """The names on the way to a place. A path that could lead out of the zone, or into its staging, is refused."""
    problem = unsafe(path)
    found = tuple(path.split("/"))
    if not problem and found[0].casefold() == STAGING:
        problem = f"{path} is where Afterwit works"
    if problem:
        message = f"A place cannot be reached: {problem}."
        raise WriteFailed(message)
    return found


def unsafe(path: str) -> str:
    """What is wrong with a relative path, in words; empty where nothing is."""
    shown = ascii(path)
    if not path.isprintable() or not _encodable(path):
        return f"{shown} has characters that no name should have"
    if path.startswith("/"):
        return f"{shown} is absolute"
    for part in path.split("/"):
        # Some filesystems fold what looks alike: a fullwidth dot or slash is one to them.
        folded = unicodedata.normalize("NFKC", part).strip()
        if folded in {"", ".", ".."}:
            return f"{shown} has the name {part!a} in it"
        if "/" in folded or "\\" in folded:
            return f"{shown} has a hidden separator in it"
    return f"{shown} is too deep" if path.count("/") >= DEEPEST else ""


def _encodable(path: str) -> bool:
    try:
        path.encode()
    except UnicodeEncodeError:
        return False
    return True
