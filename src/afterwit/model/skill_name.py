"""Names of skills, scopes and memories by the rules of Agent Skills, safe as folders on every file system."""

import unicodedata
from collections.abc import Iterator

LONGEST_NAME = 64

_DEVICES = frozenset({"con", "prn", "aux", "nul", "conin$", "conout$", "clock$"}) | {
    f"{port}{number}" for port in ("com", "lpt") for number in "0123456789¹²³"
}


def folded(name: str) -> str:
    """The form under which file systems that fold take two names for one."""
    return unicodedata.normalize("NFKC", unicodedata.normalize("NFKC", name).casefold())


def is_device(name: str) -> bool:
    """True where Windows takes a name for a device, whatever its ending."""
    return folded(name).partition(".")[0].rstrip(" ") in _DEVICES


def name_problems(name: str) -> Iterator[str]:
    """What is wrong with the name of a skill, a scope or a memory by the rules of Agent Skills."""
    shown = ascii(name[:80])
    if not 1 <= len(name) <= LONGEST_NAME:
        yield f"the name {shown} has {len(name)} characters: give it 1 to {LONGEST_NAME}"
        return
    if not all(letter in "abcdefghijklmnopqrstuvwxyz0123456789-" for letter in name):
        yield f"the name {shown} has other characters than a to z, 0 to 9 and hyphens"
    if name.startswith("-") or name.endswith("-") or "--" in name:
        yield f"the name {shown} begins or ends with a hyphen or has two in a row"
    if is_device(name):
        yield f"the name {shown} is that of a device on some systems"
