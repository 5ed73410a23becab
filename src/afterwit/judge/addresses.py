"""Addresses and absolute paths in a text, in a form in which two that mean the same are the same."""

import re
from collections.abc import Iterator

LONGEST = 400
"""No longer address or path is compared: it is one that nobody knows."""

_SCHEME = re.compile(r"[A-Za-z][A-Za-z0-9+.-]{1,20}://[^\s\"'`<>)\]}|\\,]{1,400}")
_MAIL = re.compile(
    r"(?<![\w.@/-])[\w.+-]{1,64}@(?:[A-Za-z0-9-]{1,63}\.){0,8}[A-Za-z][A-Za-z0-9-]{1,30}(?::[^\s\"'`<>)\]},]{1,200})?"
)
_BARE = re.compile(
    r"(?:(?<![\w@./\\:~$*-])|(?<=[^:]//)|(?<=^//))(?:[A-Za-z0-9](?:[A-Za-z0-9-]{0,61})\.){1,8}([A-Za-z]{2,24})(?![\w.]*[\w(@])"
    r"(?::[0-9]{1,5})?(/[^\s\"'`<>)\]}|\\,]{0,300})?"
)
_NUMBERS = re.compile(
    r"(?<![\w.])(?:[0-9]{1,3}\.){3}[0-9]{1,3}(?::[0-9]{1,5})?(?:/[^\s\"'`<>)\]}|\\,]{0,300})?(?![\w.]*\w)"
)
_PATH = re.compile(
    r"(?:(?<=[\s\"'`=(:,>|*])|^)((?:~|\$HOME|\$\{HOME\})(?:/[A-Za-z0-9_.@+<>\[\]:…-]{1,100}){1,20}"
    r"|/[A-Za-z0-9_.@+-]{1,100}(?:/[A-Za-z0-9_.@+<>\[\]:…-]{1,100}){1,20}|[A-Za-z]:\\[^\s\"'`]{1,300})"
)
_WITHIN = re.compile(r"(?<=/)<[\w-]{1,40}>(?=/)")
HOME = re.compile(r"(?:/home|/Users)/[^/\s\"'`]{1,100}|/root(?=/)|\$HOME|\$\{HOME\}")

HARMLESS = frozenset(
    {"localhost", "127.0.0.1", "0.0.0.0", "[::1]", "example.com", "example.org", "example.net"}  # noqa: S104 - names
)
"""Hosts that are nobody's or one's own."""
ANYWHERE = frozenset(
    {"/dev/null", "/dev/stdin", "/dev/stdout", "/dev/stderr", "/usr/bin/env", "/bin/sh", "/bin/bash", "/usr/bin/bash"}
)
"""Paths that every machine has and that hold nothing."""
_HOSTS_END = frozenset(
    """com net org io dev ai co info biz xyz cloud site online top ru cn uk de fr jp eu us tech store club live link
    click app page me tv gg ly to cc tk ml ga cf pw icu sbs shop host space website fun vip win bid loan work edu gov
    mil int br in it nl es se no fi ch at be cz gr hu ie pt ro ua ca mx ar cl au nz kr tw hk sg""".split()  # noqa: SIM905
)
"""How a name ends that is a host's even where nothing follows it; an ending of files is not among them."""
_FOLDERS_END = frozenset(
    "js ts jsx tsx go cs kt xcodeproj framework bundle lproj xcassets local test tests git".split()  # noqa: SIM905
)
"""How a folder's name may end, and no host's."""


def addresses_in(text: str) -> Iterator[tuple[int, str]]:
    """Each address with its place, whatever its scheme or none; those of harmless hosts are left out."""
    end = -1
    for place, stop, address in sorted(_found(text)):
        if place >= end and host(address) not in HARMLESS:
            yield place, address
            end = stop


def _found(text: str) -> Iterator[tuple[int, int, str]]:
    if "://" in text:
        for found in _SCHEME.finditer(text):
            if not found[0].lower().startswith("file://"):
                yield found.start(), found.end(), found[0].rstrip(".,;:!?*_")
    if "@" in text:
        for found in _MAIL.finditer(text):
            if ":" in found[0] or found[0].rpartition(".")[2].lower() in _HOSTS_END:
                yield found.start(), found.end(), found[0].rstrip(".,;:!?*_")
    for found in _BARE.finditer(text) if "." in text else ():
        ending = found[1].lower()
        if ending in _HOSTS_END or (found[2] and len(found[2]) > 1 and ending not in _FOLDERS_END):
            yield found.start(), found.end(), found[0].rstrip(".,;:!?*_")
    for found in _NUMBERS.finditer(text) if "." in text else ():
        yield found.start(), found.end(), found[0].rstrip(".,;:!?*_")


def host(address: str) -> str:
    """The host of an address; empty where somebody is named before it, since that hides whose it is."""
    rest = address.partition("://")[2] or address
    for sign in "/?#":
        rest = rest.partition(sign)[0]
    if "@" in rest:
        return ""
    name, colon, port = rest.rpartition(":")
    return (name if colon and port.isdigit() else rest).rstrip(".").lower()


def bare(address: str) -> str:
    """An address without its scheme, its host in small letters: what it is known by."""
    rest = address.partition("://")[2] or address
    name, slash, path = rest.partition("/")
    return (name.lower() + slash + path).rstrip("/")


def paths_in(text: str) -> Iterator[tuple[int, str]]:
    """Each absolute path with its place."""
    # A placeholder within a path is part of it: what comes after it begins no other one.
    masked = _WITHIN.sub(lambda found: f"_{found[0][1:-1]}_", text) if "<" in text else text
    for found in _PATH.finditer(masked) if "/" in text or ":\\" in text else ():
        path = at_home(text[found.start(1) : found.end(1)]).rstrip(".:,")
        if path not in ANYWHERE:
            yield found.start(), path


def at_home(text: str) -> str:
    """The text with every home folder as `~`."""
    return HOME.sub("~", text)


def above(place: str) -> Iterator[str]:
    """An address or a path, and each that it lies below."""
    if len(place) > LONGEST:
        return
    yield place
    at = place.rfind("/")
    while at > 0:
        yield place[:at]
        at = place.rfind("/", 0, at)
