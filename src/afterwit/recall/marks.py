"""Marks: what a skill and a need may share besides words, each written as a term that no word can be.

An error line with its particulars folded, so that the same error met on another machine is known again; the program and
verb of a command line; the kind of a file.
"""

import re
from collections.abc import Iterator

import re2

from afterwit.model.command import pipelines
from afterwit.model.fingerprint import MARK, fingerprint, template

MOST_LINES = 60
"""Lines of one text that are looked at for errors, half from its beginning and half from its end."""
FEWEST_WORDS = 3
"""A line of fewer words is no message that anybody would know again."""
COMMAND = "$"
"""How the term of a command begins."""
LONGEST_LINE = 400

_COMPLAINS = re2.compile(
    r"(?i)error|fatal|fail|cannot|can't|denied|invalid|unknown|not found|no such|refused|missing|unexpected|unable"
    r"|exception|timed out|timeout|reject|exceed|unrecogni[sz]ed|unsupported|not allowed|not permitted|no module"
    r"|warning"
)
_FENCES = ("```", "~~~")
_SPAN = re.compile(r"`([^`\n]{2,200})`")
_CITED = re.compile(r"\u201c([^\u201d\n]{2,300})\u201d")
_PROMPT = re.compile(r"^[ \t]*[$#>%][ \t]+(\S[^\n]*)$", re.MULTILINE)
_FILE = re.compile(r"(?<=[\w/-])\.([A-Za-z][A-Za-z0-9]{1,5})\b")
_PROGRAM = re.compile(r"[a-z][a-z0-9._+-]{1,30}")
_VERB = re.compile(r"[a-z][a-z0-9-]{1,20}")


def errors(text: str) -> Iterator[str]:
    """The fingerprints of the lines that complain, whatever program said them."""
    lines = [line.strip() for line in text.splitlines() if line.strip()]
    if len(lines) > MOST_LINES:
        lines = [*lines[: MOST_LINES // 2], *lines[-MOST_LINES // 2 :]]
    for line in lines:
        told = line[:LONGEST_LINE].strip("`*-> ")
        if len(told.split()) >= FEWEST_WORDS and _COMPLAINS.search(told):
            yield fingerprint("", template(told))


def quoted(text: str) -> str:
    """What a text shows as it is: its fenced blocks and its code spans, a line each."""
    shown, told = _parted(text)
    return "\n".join([*shown, *(span for line in told for span in _SPAN.findall(line))])


def _parted(text: str) -> tuple[list[str], list[str]]:
    """The lines within fenced blocks, and the others; a block that does not end goes to the end."""
    shown: list[str] = []
    told: list[str] = []
    fence = ""
    for line in text.splitlines():
        begins = line.lstrip(" \t")[:3]
        if begins in _FENCES and fence in {"", begins}:
            fence = "" if fence else begins
        else:
            (shown if fence else told).append(line)
    return shown, told


def cited(text: str) -> str:
    """What a text shows as it is or puts in quotation marks, a line each."""
    return "\n".join([quoted(text), *_CITED.findall(text)])


def without_blocks(text: str) -> str:
    """A text without its fenced blocks."""
    return "\n".join(_parted(text)[1])


def commands(text: str) -> Iterator[str]:
    """The programs that a text shows being run, each alone and with its verb."""
    for line in (*quoted(text).splitlines(), *_PROMPT.findall(text)):
        for pipeline in pipelines(line[:LONGEST_LINE]):
            for stage in pipeline:
                if stage.meant and _PROGRAM.fullmatch(stage.meant[0]):
                    yield COMMAND + stage.meant[0]
                    if len(stage.meant) > 1 and _VERB.fullmatch(stage.meant[1]):
                        yield f"{COMMAND}{stage.meant[0]} {stage.meant[1]}"


def kinds_of_files(text: str) -> frozenset[str]:
    """The endings of the files that a text names."""
    return frozenset(ending.casefold() for ending in _FILE.findall(text))


def is_error(term: str) -> bool:
    """Whether a term is the fingerprint of an error."""
    return term.startswith(MARK)


def is_command(term: str) -> bool:
    """Whether a term is a command."""
    return term.startswith(COMMAND)
