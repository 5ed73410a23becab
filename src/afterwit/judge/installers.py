"""What is downloaded and then run in a second step, and whose installers are known."""

import re
from collections.abc import Iterator

from afterwit.judge.threats import OFFICIAL

MOST = 50

_ADDRESS = re.compile(r"(https?)://([^\s\"'`<>|)\\]{1,300})", re.IGNORECASE)
_DOWNLOAD = re.compile(r"\b(?:curl|wget|iwr|invoke-webrequest|base64\s+(?:-d|--decode))\b[^\n|]{0,400}", re.IGNORECASE)
_TARGET = re.compile(
    r"(?:\s-o|\s--output|\s-outfile|\s>|\s--output-document)[\s=]*[\"']?([^\s\"'|;&]{1,200})", re.IGNORECASE
)
_WGET_TARGET = re.compile(r"\s-(?:q|c|n|v)*O[\s=]*[\"']?([^\s\"'|;&]{1,200})")
_RUNS = r"(?:\b(?:ba|z|da|k)?sh|\bsource|\bpython[0-9.]*|\bnode|\bperl|\bruby|(?:^|[\s;&])\.)\s+(?:-\S+\s+){0,3}"


def is_official(text: str, *others: str) -> bool:
    """True where every address in a text is a known installer's, over https."""
    addresses = _ADDRESS.findall(text.partition("\n")[0])
    return bool(addresses) and all(scheme.lower() == "https" and _known(rest, *others) for scheme, rest in addresses)


def _known(rest: str, *others: str) -> bool:
    return any(
        rest.startswith(place) if place.endswith("/") else rest.partition("/")[0] == place
        for place in (*OFFICIAL, *others)
    )


def downloads_run(text: str) -> Iterator[tuple[int, str, bool]]:
    """Where something is downloaded that is run farther down: the place, the file, whether its source is known."""
    for number, download in enumerate(_DOWNLOAD.finditer(text)):
        if number >= MOST:
            return
        line, end = download[0], download.end()
        for name in _names(line):
            if _is_run(name, text, download.start(), end):
                yield download.start(), name, is_official(line) or "https://github.com/" in line
                break
    yield from _kept(text)


def _names(line: str) -> Iterator[str]:
    pattern = _WGET_TARGET if line[:4].lower() == "wget" else _TARGET
    target = pattern.search(line)
    if target and target[1] != "-":
        yield target[1].rpartition("/")[2]
    for _, rest in _ADDRESS.findall(line)[:3]:
        yield rest.partition("?")[0].rpartition("/")[2]


def _is_run(name: str, text: str, start: int, end: int) -> bool:
    if not name.replace(".", "a").replace("-", "a").replace("_", "a").isalnum():
        return False
    place = rf"(?:\S{{0,100}}/)?{re.escape(name)}(?:[\s;&|\"'`)]|$)"
    alone = rf"(?:^|[\n;&])\s*(?:sudo\s+)?(?:\./|/|~/|\$HOME/|%TEMP%)\S{{0,100}}?{re.escape(name)}(?:[\s;&|\"'`)]|$)"
    return bool(re.search(f"{_RUNS}[\"']?{place}|{alone}", text[start : end + 2000]))


_KEPT = re.compile(r"\b([A-Za-z_]\w{0,30})=[\"']?(?:\$\(|`)\s*(?:curl|wget)\b[^\n]{0,300}")


def _kept(text: str) -> Iterator[tuple[int, str, bool]]:
    """What is downloaded into a variable that is run farther down."""
    for number, found in enumerate(_KEPT.finditer(text)):
        if number >= MOST:
            return
        run = rf"(?:\beval|sh\s+-c|<<<)\s+[\"']?\$\{{?{found[1]}\b|\$\{{?{found[1]}\}}?[\"']?\s*\|\s*(?:ba|z)?sh\b"
        if re.search(run, text[found.end() : found.end() + 2000]):
            yield found.start(), found[1], is_official(found[0])
