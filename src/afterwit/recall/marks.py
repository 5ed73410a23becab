"""Marks: what a skill and a need may share besides words, each written as a term that no word can be.

An error line with its particulars folded, so that the same error met on another machine is known again; the program and
verb of a command line; the kind of a file.
"""

import re
from collections.abc import Iterator

import re2

from afterwit.model import markdown
from afterwit.model.command import pipelines
from afterwit.model.fingerprint import MARK, fingerprint, template

MOST_LINES = 60
"""Lines of one text that are looked at for errors, half from its beginning and half from its end."""
FEWEST_WORDS = 3
"""A line of fewer words is no message that anybody would know again."""
COMMAND = "$"
"""How the term of a command begins."""
LONGEST_LINE = 400
MOST_PREFIXES = 2

_COMPLAINS = re2.compile(
    r"(?i)error|fatal|fail|cannot|can't|denied|invalid|unknown|not found|no such|refused|missing|unexpected|unable"
    r"|exception|timed out|timeout|reject|exceed|unrecogni[sz]ed|unsupported|not allowed|not permitted|no module"
    r"|warning"
)
_FENCES = ("```", "~~~")
_SPAN = re.compile(r"`([^`\n]{2,200})`")
_CITED = re.compile(r"\u201c([^\u201d\n]{2,300})\u201d")
_PREFIX = re.compile(r"[\w.!\[\]/-]{1,40}(?: [\w!]{1,10})?: +")
_PROMPT = re.compile(r"^[ \t]*[$#>%][ \t]+(\S[^\n]*)$", re.MULTILINE)
_FILE = re.compile(r"(?<=[\w/-])\.([A-Za-z][A-Za-z0-9]{1,5})\b")
_PROGRAM = re.compile(r"[a-z][a-z0-9._+-]{1,30}")
_VERB = re.compile(r"[a-z][a-z0-9-]{1,20}")


def errors(text: str) -> dict[str, str]:
    """The lines that complain by their fingerprint, whatever program said them and whatever stands before it."""
    lines = [line.strip() for line in text.splitlines() if line.strip()]
    if len(lines) > MOST_LINES:
        lines = [*lines[: MOST_LINES // 2], *lines[-MOST_LINES // 2 :]]
    found: dict[str, str] = {}
    for line in lines:
        told = line[:LONGEST_LINE].strip("`*-> ")
        if _COMPLAINS.search(told):
            found |= {fingerprint("", template(part)): told for part in _without_prefixes(told)}
    return found


def _without_prefixes(line: str) -> Iterator[str]:
    """A line, and what is left of it without `error:` or the name of a program before it."""
    for _ in range(MOST_PREFIXES + 1):
        if len(line.split()) < FEWEST_WORDS:
            return
        yield line
        prefix = _PREFIX.match(line)
        if prefix is None:
            return
        line = line[prefix.end() :]


def quoted(text: str) -> str:
    """What a text shows as it is: its fenced blocks and its code spans, a line each."""
    shown, told = _parted(text)
    return "\n".join([*shown, *(span for line in told for span in _SPAN.findall(line))])


def _parted(text: str) -> tuple[list[str], list[str]]:
    """The lines within fenced blocks, and the others."""
    lines = text.splitlines()
    inside = markdown.fenced(lines)
    shown = [line for number, line in enumerate(lines) if number in inside and not line.lstrip().startswith(_FENCES)]
    return shown, [line for number, line in enumerate(lines) if number not in inside]


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
