"""What a failure says: the line in which it says it, and what kind of obstacle that is."""

from collections.abc import Callable, Iterator
from functools import lru_cache
from typing import Literal, cast

import re2

from afterwit.model.exit_code import exit_code

Obstacle = Literal["usage", "rule", "environment", "state", "answer", "checks", "own_code", "place", "passing"]
"""What stood in the way.

`usage`: the call is not one that the program knows: a flag, a field, a number of arguments. `rule`: a tool says how it
wants to be used. `environment`: something is missing or forbidden here. `state`: something has to be done first, or is
in the way. `answer`: any other no. `checks`: tests, types or a compiler find fault with the work. `own_code`: a
pattern, a query or a script that was written for this one call is wrong. `place`: a file or text is not where it was
thought to be. `passing`: the network, a lock, a timeout.
"""

LONGEST_LINE = 300
LOOKED_AT = 6000
"""Characters of an output that are looked at, from both ends."""
MOST_LINES = 200
PLAIN_SPEECH = frozenset[Obstacle]({"usage", "rule", "environment"})
"""Obstacles that are told in so many words: a line that does is the one to remember."""
FEW_LINES = 8
"""An output of so few lines is all complaint; of a longer one its ends are looked at."""


def _any(*patterns: str) -> Callable[[bytes], object]:
    return cast("Callable[[bytes], object]", re2.compile(("(?i)" + "|".join(patterns)).encode()).search)


_PASSING = _any(
    r"connection (?:reset|refused|timed out|closed)", r"could not resolve host", r"network is unreachable",
    r"temporary failure", r"\b(?:502|503|504)\b", r"rate limit", r"\b(?:etimedout|econnreset|econnrefused|enotfound)\b",
    r"tls handshake", r"i/o timeout", r"service unavailable", r"too many requests", r"overloaded",
    r"index\.lock", r"resource temporarily unavailable", r"server disconnected",
)  # fmt: skip
_USAGE = _any(
    r"\b(?:unknown|unrecogni[sz]ed|unexpected|invalid|illegal|unsupported|undefined|bad)(?: \w+){0,2} ?"
    r"(?:flag|option|switch|argument|subcommand|command|json field|field|parameter|choice|property|key|predicate|"
    r"primary|shorthand|keyword|format|value for|task|target|recipe|script)",
    r"\bno such (?:flag|option|command|subcommand|target|task|recipe|script|service)",
    r"\b(?:option|flag|argument|command|subcommand|parameter|switch)\b.{0,40}\b(?:does not exist|not found|"
    r"not (?:recogni[sz]ed|supported|allowed)|was (?:replaced|removed|renamed)|has been (?:removed|renamed))",
    r"must be (?:specified|provided|set|given|one of|supplied)", r"wasn't supplied|not supplied",
    r"flag provided but not defined", r"is not a (?:git|valid|recogni[sz]ed|known|docker) ?\w*",
    r"\b(?:takes|accepts|expects|expected|requires?|required|needs|needed|missing)\b.{0,60}\b(?:argument|arg|parameter|"
    r"flag|option|revision|value|operand|input|field|property)",
    r"(?:cannot|can't|can not|may not|must not) be (?:used|combined|specified|set|mixed)",
    r"mutually exclusive|none of the others can be|are incompatible|incompatible with",
    r"(?:arguments?|options?|id|ids) (?:is|are)? ?required",
    r"too (?:many|few) (?:arguments|args|operands|positional)", r"needed a single", r"ambiguous (?:option|argument)",
    r"(?:has no|no) (?:option|flag|parameter|script|target|rule to make)", r"missing script",
    r"^usage:", r"did you mean", r"not defined for", r"illegal (?:byte|line|time|day|use)", r"inputvalidationerror",
    r"validation error", r"is a required", r"unexpected keyword", r"got an unexpected", r"wrong number of",
    r"invalid \w+:? [\"'`]?-",
)  # fmt: skip
_RULE = _any(
    r"has not been read yet|read it first|must (?:first )?(?:read|call|use|be called|run|be run)",
    r"exceeds (?:the )?(?:maximum|max|limit)", r"too (?:large|long|big|many)\b",
    r"please (?:use|provide|run|specify|set)", r"\buse (?:the )?[\w`'\"-]+ (?:instead|tool|parameter|option|flag|to )",
    r"instead of\b", r"not (?:allowed|permitted|supported|available) ",
    r"is not (?:allowed|permitted|supported|available|enabled)", r"only (?:supports?|works?|accepts?|allowed)",
    r"deprecat(?:ed|ion)", r"no longer (?:supported|available|exists)",
    r"disallowed|blocked by|denied by|policy|^blocked\b",
    r"was blocked",
)  # fmt: skip
_ENVIRONMENT = _any(
    r"command not found", r"not found in path", r"executable file not found", r"could not determine executable",
    r"is not recogni[sz]ed as", r"externally.managed", r"no module named|modulenotfounderror|no such module",
    r"cannot find (?:module|package)", r"permission denied|operation not permitted|eacces|eperm",
    r"read-only (?:file ?system|variable|transaction)|erofs", r"\bsandbox",
    r"not (?:logged in|authenticated|authori[sz]ed)|unauthori[sz]ed", r"authentication (?:failed|required)",
    r"not installed", r"unsupported (?:engine|platform|version)|wrong version|sdk version",
    r"requires (?:node|python|go|ruby|java|version)", r"no tty|not a tty|inappropriate ioctl|terminal is dumb",
    r"cannot connect to the docker", r"no matches found", r"\bno space left", r"address already in use|eaddrinuse",
    r"could not (?:find|load) (?:a |the )?(?:driver|library|interpreter|shared)", r"bad interpreter",
    r"unbound variable|parameter not set|editor unset|must not be empty|improperlyconfigured", r"not a git repository",
    r"executable (?:doesn't|does not) exist", r"unable to locate credentials", r"no medium found",
    r"within one of the workspace|outside (?:the )?(?:workspace|allowed)",
)  # fmt: skip
_STATE = _any(
    r"already (?:used|checked out|exists|in use|running|open|merged|been)", r"is (?:locked|busy|dirty|protected)",
    r"non-fast-forward|fetch first|\[rejected\]|failed to push", r"uncommitted changes|would be overwritten",
    r"(?:no|has no) upstream|no tracking information",
    r"not (?:initiali[sz]ed|trusted|configured|running|started)(?:\W|$)",
    r"detached head", r"unrelated histories", r"out of date|outdated|stale", r"initiali[sz]ation required",
)  # fmt: skip
_STOPPED = _any(
    r"conflict \((?:content|modify|add|rename)", r"automatic merge failed", r"could not apply [0-9a-f]{7}",
    r"permission for this tool use was denied", r"the user (?:doesn't want|rejected|denied|declined)",
    r"tool use was rejected", r"request interrupted",
)  # fmt: skip
_GONE = _any(
    r"(?:file|path|directory) does not exist", r"file not found", r"occurrences? found", r"string to replace",
    r"modified since", r"old_str(?:ing)?\b.*\b(?:not found|no match)", r"(?:lines|context) (?:not found|did not match)",
)  # fmt: skip
_CHECKS = _any(
    r"^\S+:[0-9]+(?::[0-9]+)?:? ", r"\bundefined: ", r"\berror ts[0-9]", r"^error\[e[0-9]", r"assert(?:ion)?",
    r"^(?:--- )?fail\b", r"[0-9]+ (?:tests? )?fail", r"expected .* (?:got|but|to)\b", r"syntaxerror", r"type ?error",
    r"cannot use .* as ", r"does not (?:compile|typecheck)", r"compilation failed|build failed", r"[0-9]+ errors?\b",
    r"declared and not used", r"would (?:be )?reformat", r"code style issues",
    r"nameerror|attributeerror|keyerror|valueerror|indexerror",
)  # fmt: skip
_OWN_CODE = _any(
    r"\b(?:jq|awk|gawk|mawk|sed|perl|psql|sqlite3?|ruby|node|xmllint|yq)\b.{0,12}(?:error|syntax|unexpected|unterminated)",
    r"^(?:jq|awk|sed|perl): ", r"syntax ?error", r"parse error", r"unexpected eof", r"unmatched|unterminated|unclosed",
    r"regex parse error|invalid (?:regular expression|pattern|regexp)|error parsing regexp", r"bad substitution",
    r"no such (?:column|table|function)|unknown column|relation .* does not exist",
    r"file \"<(?:string|stdin)>\"", r"eval\]?:1", r"near unexpected token", r"unexpected token",
)  # fmt: skip
_PLACE = _any(
    r"no such file or directory", r"(?:file|path|directory|folder) (?:does not exist|not found)", r"enoent",
    r"does not exist", r"string to replace not found", r"no match found for", r"no replacement was", r"cannot access",
    r"pathspec .* did not match", r"failed to find expected lines", r"unknown revision|bad revision|not a valid object",
    r"verification failed", r"could not find",
    r"no (?:files|results|matches|occurrences|tests?) (?:found|to run|match)",
    r"\b404\b|not found", r"eisdir|is a directory|not a directory",
)  # fmt: skip
_RAISED = _any(
    r"^(?:uncaught )?(?:type|attribute|key|name|value|index|assertion|reference|zerodivision|unboundlocal)error\b",
    r"^error\[e[0-9]", r"\berror ts[0-9]", r"^\S+\.[a-z]{1,6}[:(][0-9]",
    r"in call to\b|in call$|arguments? (?:was|were) supplied",
    r"strict decoding error",
)  # fmt: skip
"""What is said of code or data that was written, whatever words are used for it."""
_OPTION = _any(r"\b(?:unknown|unrecogni[sz]ed|unsupported|invalid|illegal) (?:option|flag)(?: name)?\W{1,4}-")
"""An option that is not known is one, even to a program that is mostly given code."""
_MISSING = _any(r"command not found", r"not recogni[sz]ed as (?:an|the name)")
_KINDS: tuple[tuple[Obstacle, Callable[[bytes], object]], ...] = (
    ("place", _GONE),
    ("passing", _PASSING),
    ("usage", _OPTION),
    ("own_code", _OWN_CODE),
    ("checks", _RAISED),
    ("environment", _MISSING),
    ("usage", _USAGE),
    ("rule", _RULE),
    ("environment", _ENVIRONMENT),
    ("state", _STATE),
    ("place", _PLACE),
    ("checks", _CHECKS),
)
"""The first that knows a line decides."""

_TELLING = _any(
    r"^\s*(?:error|fatal|usage|failed|failure|exception|panic|abort|invalid|unknown|unrecogni[sz]ed|unexpected|cannot|"
    r"can't|could not|unable|no such|not |missing|illegal|graphql|http)\b",
    r"^[\w@-]{1,30}: [A-Za-z\"'`]", r"^\S{0,3} ?(?:unknown|invalid|unexpected|refusing)", r"^npm err",
)  # fmt: skip
_ORNAMENT = "\u2502\u2577\u274c\u2717\u2716\u2718\u00d7\u25cf\u29d7^>*|!# "
"""What programs put before a complaint to make it stand out."""
_PYTEST = "E   "
"""How pytest begins the lines that say what went wrong."""
_HEADINGS = ("# ", "$ ", "> ", "+ ")
"""How lines begin that repeat what is run."""
_EMPTY = frozenset({"usage", "error", "error output", "output", "stderr", "### error"})
"""Lines that announce what comes next."""
_SHELLS = re2.compile(r"^(?:\(eval\)|zsh|bash|sh|-bash|/bin/(?:ba|z)?sh)(?:: line)?:? ?[0-9]*: ")
"""How a shell begins a complaint of its own."""
_TAGS = ("<tool_use_error>", "</tool_use_error>")
_EXCEPTION = _any(r"^[\w.]*(?:error|exception|exit|interrupt|warning)\b(?:: |$)")


def said(text: str) -> str:
    """The line of an output in which a failure says what is wrong; the first one where none stands out."""
    lines = list(_lines(text))
    if not lines:
        return ""
    if any(line.startswith("Traceback (most recent") for line in lines):
        raised = [line for line in lines if _EXCEPTION(line.encode("utf-8", "replace"))]
        if raised:
            return raised[-1]
    if len(lines) > FEW_LINES:
        # Much of a long output is somebody else's text: only what begins as a complaint is one.
        lines = [line for line in (*lines[:FEW_LINES], *lines[-FEW_LINES:]) if _tells(line)] or lines[:1]
    kinds = [kind_of(line) for line in lines]
    for wanted in (PLAIN_SPEECH, frozenset({"state"})):
        for line, kind in zip(lines, kinds, strict=True):
            if kind in wanted:
                return line
    told = next((line for line in lines if _tells(line)), None)
    return told or next((line for line, kind in zip(lines, kinds, strict=True) if kind != "answer"), lines[0])


def _tells(line: str) -> bool:
    return bool(_TELLING(line.encode("utf-8", "replace")))


def stopped(text: str) -> bool:
    """Whether it was no failure of the call: a merge that needs a hand, or somebody who did not want it."""
    return bool(_STOPPED(text[:LOOKED_AT].encode("utf-8", "replace")))


@lru_cache(maxsize=4096)
def kind_of(line: str) -> Obstacle:
    """What kind of obstacle a line tells of, by its words alone."""
    text = line.encode("utf-8", "replace")
    for kind, knows in _KINDS:
        if knows(text):
            return kind
    return "answer"


def body_of(text: str) -> str:
    """What a program or tool said, without what the host wrote around it."""
    _, body = exit_code(text)
    for tag in _TAGS:
        body = body.replace(tag, "")
    return body.strip()


def _says_something(words: str) -> bool:
    return any(sign.isalnum() for sign in words) and words.casefold().strip(": ") not in _EMPTY


def _voiceless(line: str) -> str:
    found = _SHELLS.match(line)
    return line[found.end() :] if found else line


def _lines(text: str) -> Iterator[str]:
    body = body_of(text)
    if len(body) > LOOKED_AT:
        body = f"{body[: LOOKED_AT // 2]}\n{body[-LOOKED_AT // 2 :]}"
    kept = 0
    for line in body.splitlines():
        words = " ".join(line.removeprefix(_PYTEST).split()).lstrip(_ORNAMENT)
        words = _voiceless(words)
        if _says_something(words) and not line.startswith(_HEADINGS):
            yield words[:LONGEST_LINE]
            kept += 1
            if kept == MOST_LINES:
                return
