"""Where a skill's commands, addresses and paths come from.

The user said it, the agent did it with success, or it was only read: in a tool's output, on a page, in a file. Read
text may support a lesson; it may never author what an agent is told to run, fetch or touch. What an agent wrote as an
answer does not count either, since it may repeat what it read.
"""

import re
from collections.abc import Iterable, Iterator
from typing import Literal, NamedTuple

from afterwit.judge.capabilities import SHELLS
from afterwit.judge.cited import look_up, texts
from afterwit.judge.passages import Passage, decoded, passages
from afterwit.model.command import Stage, pipelines
from afterwit.model.package import MAIN
from afterwit.model.proposal import Proposal
from afterwit.ports import View

Sort = Literal["command", "address", "path", "script"]

MOST = 400
"""So many commands, addresses and paths of one file are looked at."""
LONGEST_PATH = 300
BRACE = 3
"""A line of a script that is no longer closes something."""
DESCRIBES = ("situation", "problem", "root cause", "anti-pattern", "annotation", "related", "context", "symptom")
"""Sections that tell what happened and not what to do: there, what was tried and failed may be named as well."""

_SPAN = re.compile(r"`([^`\n]{2,400})`")
_ADDRESS = re.compile(r"https?://[^\s\"'`<>)\]}|\\]{3,400}")
_PATH = re.compile(
    r"(?:(?<=[\s\"'`=(:])|^)((?:~|\$HOME)?/[A-Za-z0-9_.@+-]{1,100}(?:/[A-Za-z0-9_.@+<>\[\]:-]{1,100}){1,20})"
)
_HOME = re.compile(r"(?:/home|/Users)/[^/\s\"'`]{1,100}|/root(?=/)|\$HOME|\$\{HOME\}")
_LOOSE = re.compile(r"<[^>\s]{0,60}>|\$\{?\w{1,40}\}?|\{[\w ]{1,40}\}|\[REDACTED_\w{1,30}:[0-9]{1,9}\]|\.\.\.|…|\*+")
_ANGLED = re.compile(r"<[^<>|&;]{0,60}>")
"""A placeholder, which a shell would take for a file to read."""
_PROGRAM = re.compile(r"[a-z][a-z0-9_.+-]{0,40}|(?:\./|~/|/)[^\s]{1,200}")
_ANYWHERE = ("/dev/null", "/dev/stdin", "/dev/stdout", "/dev/stderr", "/usr/bin/env", "/bin/sh", "/bin/bash")
_HARMLESS_HOSTS = ("localhost", "127.0.0.1", "0.0.0.0", "example.com", "example.org", "[::1]")  # noqa: S104 - a name
KNOWN = frozenset(
    """apt apt-get awk az bash brew bun bunx cargo cat cd chmod chown cmake conda cp crontab curl deno dig docker
    dotnet echo env eval export find flask gcc gcloud gem gh git go gradle grep helm java jq just kill kubectl
    launchctl less ln ls make mkdir mv mvn mypy mysql nc node npm npx nvm openssl perl php pip pip3 pnpm
    poetry powershell pre-commit psql pytest python python3 rails redis-cli rg rm rsync ruby ruff rustc rustup
    scp sed service sh sqlite3 ssh sudo systemctl tar tee terraform tox touch tsc unzip uv uvx vite vitest
    wget xargs yarn zip zsh""".split()  # noqa: SIM905 - words read best as text
)
"""Programs that make a span of code a command."""


class Found(NamedTuple):
    """One thing a text tells an agent to run, fetch or touch."""

    sort: Sort
    text: str
    line: int
    describes: bool = False


class Origins:
    """What the cited sessions show the user to have said and the agent to have done."""

    def __init__(self, proposal: Proposal, view: View) -> None:
        said: list[str] = []
        done: list[str] = []
        tried: list[str] = []
        wrote: list[str] = []
        read_text: list[str] = []
        cited = look_up(proposal, view)
        for session, events in cited.events.items():
            first, last = min(events), max(events)
            for event in view.events(session, first, last):
                if event.kind in {"user", "refusal"}:
                    said.append(event.text)
                elif event.kind in {"tool_result", "system", "raw", "agent", "thought"}:
                    read_text.append(event.text)
        for steps in cited.steps.values():
            for step in steps:
                given = list(texts(step.call.input))
                tried += (_without_data(text) for text in given if not step.writes or _is_name(text))
                if step.result.ok is not False:
                    wrote += given
                    done += (_without_data(text) for text in given if not step.writes or _is_name(text))
        self._said = _plain("\n".join(said))
        self._done = _plain("\n".join(done))
        self._tried = _plain("\n".join(tried))
        self._read = _plain("\n".join(read_text))
        self._wrote = {_plain(line) for text in wrote for line in text.splitlines()}
        self._did = [line for text in done for line in pipelines(_at_home(text))]
        self._attempted = [line for text in tried for line in pipelines(_at_home(text))]

    def knows(self, found: Found) -> bool:
        """Whether the user said it or the agent did it."""
        if found.sort == "script":
            return _plain(found.text) in self._wrote
        if found.sort == "command":
            return all(
                self._ran(line, describes=found.describes) for line in pipelines(_ANGLED.sub("…", _at_home(found.text)))
            )
        return self._has(found.text, describes=found.describes)

    def has_read(self, found: Found) -> bool:
        """Whether it occurs in something that was read."""
        return all(piece in self._read for piece in _pieces(found.text))

    def _ran(self, line: tuple[Stage, ...], *, describes: bool) -> bool:
        if all(_plain(" ".join(stage.words)) in self._said for stage in line):
            return True
        stages = [stage for stage in line if stage.meant]
        return any(_within(stages, known) for known in (self._attempted if describes else self._did))

    def _has(self, text: str, *, describes: bool) -> bool:
        places = (self._said, self._done, self._tried) if describes else (self._said, self._done)
        pieces = list(_pieces(text))
        return any(all(piece in place for piece in pieces) for place in places)


def _within(stages: list[Stage], known: tuple[Stage, ...]) -> bool:
    """Whether each stage is one of a known pipeline, in order, with no word that this did not have."""
    at = 0
    for stage in stages:
        while at < len(known) and not _is_part(stage, known[at]):
            at += 1
        if at == len(known):
            return False
        at += 1
    return True


def _is_part(stage: Stage, known: Stage) -> bool:
    if stage.program != known.program and not _LOOSE.fullmatch(stage.program):
        return False
    words = set(known.words) | set(known.meant)
    return all(word in words or _fits(word, words) for word in stage.meant[1:])


def _fits(word: str, words: Iterable[str]) -> bool:
    """Whether a word with placeholders stands for one of these."""
    pieces = _LOOSE.split(word)
    if len(pieces) == 1:
        return False
    return not any(pieces) or any(each.startswith(pieces[0]) and each.endswith(pieces[-1]) for each in words)


def found_in(path: str, content: bytes, known: str = "") -> Iterator[Found]:
    """What a file tells an agent to run, fetch or touch; what the known text says already is left out."""
    text, _ = decoded(content)
    before = _plain(known)
    told = 0
    for found in _script(text) if path.startswith("scripts/") else _prose(path, text):
        if before and _plain(found.text) in before:
            continue
        yield found
        told += 1
        if told >= MOST:
            return


def _script(text: str) -> Iterator[Found]:
    for number, line in enumerate(text.splitlines(), 1):
        stripped = line.strip()
        if len(stripped) > BRACE and not stripped.startswith(("#", "//", "--")):
            yield Found("script", line, number)


def _prose(path: str, text: str) -> Iterator[Found]:
    for piece in passages(path, text):
        describes = piece.about.lower().partition("\n")[0].strip("# ").startswith(DESCRIBES) or (
            path == MAIN and piece.line(0) < _body_line(text)
        )
        for place, command in _commands(piece):
            yield Found("command", command, piece.line(place), describes)
        if describes and piece.kind == "code" and not _is_shell(piece):
            continue  # what an error said
        for found in _ADDRESS.finditer(piece.text):
            address = found[0].rstrip(".,;:!?*_")
            if not address.partition("://")[2].startswith(_HARMLESS_HOSTS):
                yield Found("address", address, piece.line(found.start()), describes)
        for found in () if describes else _PATH.finditer(piece.text):
            if not found[1].startswith(_ANYWHERE) and not found[1].startswith("//"):
                yield Found("path", found[1].rstrip(".:,"), piece.line(found.start()))


def _commands(piece: Passage) -> Iterator[tuple[int, str]]:
    if piece.kind == "code":
        place = 0
        for line in piece.text.split("\n"):
            command = line.strip().removeprefix("$ ").removeprefix("> ")
            if (
                command
                and not command.startswith("#")
                and (_is_shell(piece) or (not piece.language and _is_command(command)))
            ):
                yield place, command
            place += len(line) + 1
        return
    for span in _SPAN.finditer(piece.text):
        command = span[1].strip().removeprefix("$ ")
        if _is_command(command):
            yield span.start(), command


def _is_shell(piece: Passage) -> bool:
    return piece.language.partition(" ")[0] in SHELLS


def _is_command(text: str) -> bool:
    """Whether a span of code is something to run: a known program with words, or any with options or a pipe."""
    first = next((stage for line in pipelines(text) for stage in line), None)
    if first is None or not first.meant:
        return False
    if first.program in KNOWN:
        return len(first.words) > 1 or "|" in text
    if not _PROGRAM.fullmatch(first.words[0]) or len(first.words) == 1:
        return False
    return any(word.startswith("-") and len(word) > 1 for word in first.words[1:]) or " | " in text or " && " in text


def _body_line(text: str) -> int:
    """The line on which the body begins."""
    if not text.startswith("---"):
        return 0
    end = text.find("\n---", 3)
    return text.count("\n", 0, end) + 2 if end >= 0 else 0


def _pieces(text: str) -> Iterator[str]:
    for piece in _LOOSE.split(_at_home(text)):
        if piece.strip("/ "):
            yield _plain(piece)


def _plain(text: str) -> str:
    return " ".join(_at_home(text).split())


def _at_home(text: str) -> str:
    return _HOME.sub("~", text)


def _without_data(text: str) -> str:
    """A command without the here-document in it: that is text, and may be one that was read."""
    return text.partition("<<")[0] if "<<" in text and "<<<" not in text else text


def _is_name(text: str) -> bool:
    return len(text) < LONGEST_PATH and "\n" not in text and " " not in text.strip()
