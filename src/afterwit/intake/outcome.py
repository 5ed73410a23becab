"""Did a tool's work succeed? Decided from the host's flag, the exit code and the output, in that order.

Hosts say less than one thinks: a flag that is not raised, an exit code that a pipe swallowed. And they say more than
is meant: `grep` without a match exits with 1, and a file that is shown may be full of error words. So error words
count only where a failing program would put them: at the start of a line, in the voice of the program that ran or of
the shell, and never in the output of a program whose business is to show text.
"""

import re
from collections.abc import Callable
from typing import NamedTuple, cast

import re2

from afterwit.model.command import Pipeline, commands, pipelines
from afterwit.model.event import Event
from afterwit.model.exit_code import CODEX_HEADER, STILL_RUNNING, exit_code

HEAD, TAIL = 600, 1200
"""How much of a long output is looked at, from both ends."""


class Outcome(NamedTuple):
    """What became of a call: ok is None where it cannot be told yet; why names the rule that said failed."""

    ok: bool | None
    why: str = ""


DONE = Outcome(ok=True)
RUNNING = Outcome(ok=None)

ERROR_OPENINGS = (
    ("<tool_use_error>sibling tool call errored", "cancelled"),
    ("<tool_use_error>cancelled", "cancelled"),
    ("<tool_use_error>", "tool-error"),
    ("error:", "error-answer"),
    ("error ", "error-answer"),
    ("error executing", "error-answer"),
    ("failed to ", "error-answer"),
    ("apply_patch verification failed", "edit-not-applied"),
    ("your proposed edit has introduced", "edit-not-applied"),
    ("mcp error ", "error-answer"),
    ("unknown tool", "error-answer"),
    ("permission to use ", "denied"),
    ("path does not exist", "missing-file"),
    ("file does not exist", "missing-file"),
    ("file not found", "missing-file"),
    ("no such file or directory", "missing-file"),
    ("enoent", "missing-file"),
    ("string to replace not found", "edit-not-applied"),
    ("no match found for old_str", "edit-not-applied"),
    ("no replacement was performed", "edit-not-applied"),
    ("execution timed out", "timed-out"),
    ("request failed with status", "error-answer"),
)
"""How a tool other than a shell begins an answer that says it failed."""

NOT_APPLIED = tuple(opening for opening, why in ERROR_OPENINGS if why == "edit-not-applied")
"""Some hosts offer their editor as a command of the shell."""

SHELL_VOICES = (
    ("command not found", "command-not-found"),
    ("no such file or directory", "missing-file"),
    ("permission denied", "denied"),
    ("no matches found", "shell-error"),
    ("syntax error", "shell-error"),
    ("parse error", "shell-error"),
    ("unmatched", "shell-error"),
    ("bad substitution", "shell-error"),
    ("unexpected eof", "shell-error"),
    ("is not recognized as", "command-not-found"),
)
"""What a shell says itself, on a line that starts with its own name."""

SHELL_NAMES = ("bash: ", "sh: ", "zsh:", "/bin/sh: ", "/bin/bash: ", "(eval):", "-bash: ", "dash: ")

COMPLAINTS = (
    ("fatal: ", "fatal"),
    ("error: ", "error-line"),
    ("unknown flag", "bad-arguments"),
    ("unknown option", "bad-arguments"),
    ("unknown command", "bad-arguments"),
    ("unknown shorthand flag", "bad-arguments"),
    ("unrecognized option", "bad-arguments"),
    ("unrecognized arguments", "bad-arguments"),
    ("invalid option", "bad-arguments"),
    ("regex parse error", "bad-arguments"),
    ("usage error", "bad-arguments"),
    ("traceback (most recent call last)", "exception"),
    ("panic: ", "exception"),
    ("npm err!", "error-line"),
    ("npm error", "error-line"),
    ("error[e", "error-line"),
    ("make: *** ", "error-line"),
    ("unknown json field", "bad-arguments"),
    ("unexpected argument", "bad-arguments"),
    ("error unexpected argument", "bad-arguments"),
    ("unable to locate credentials", "denied"),
    ("importerror while loading", "exception"),
    ("could not execute because", "command-not-found"),
    ("failed to parse cli arguments", "bad-arguments"),
    ("validation error:", "bad-arguments"),
    ("throw new cacerror", "bad-arguments"),
    ("execution timed out", "timed-out"),
    ("command timed out", "timed-out"),
    ("segmentation fault", "exception"),
    ("killed", "killed"),
)
"""How a program begins a line that says it gave up."""

VERDICTS = ("--- fail", "fail\t", "fail ", "failed ", "✗ ", "error task failed", "not ok ", "tests failed")
"""How a test run begins a line that says something failed."""

_SUMMARY = re.compile(
    r"[= ]*(?:tests?(?: \w+)?:?[ \t]+)?[1-9]\d* fail(?:ed|ing|ures?)\b|fail$|test result: failed"
    r"|found [1-9]\d* errors?\b(?! \(\d+ fixed, 0)|✖ \d+ problems? \([1-9]|\S+\(\d+,\d+\): error ts\d"
)
"""How a run of tests, types or a linter sums up, often all that is left of it behind `| tail -1`."""
_REFUSED = re.compile(r"(?:invalid|illegal|unrecognized|unrecognised|unknown) (?:option|argument|flag|command)")
"""What a program says first that does not know a word it was given."""
_NONE_FAILED = re.compile(r"(?<!\d)0 fail")

SHOWS_TEXT = commands("""
    cat, bat, head, tail, less, more, sed, awk, grep, rg, ag, egrep, fgrep, jq, yq, diff, ls, find, fd, tree,
    echo, printf, nl, cut, sort, uniq, wc, strings, xxd, hexdump, column, journalctl, dmesg, curl, wget, http,
    man, tee, xargs, comm, decompile, open, goto, search_file,
    git log, git show, git diff, git grep, git blame, git cat-file, gh api, gh run, gh pr, gh issue, gh search,
    docker logs, kubectl logs, kubectl get
""")
"""Programs whose output is somebody else's text."""

OWN_VOICES = {
    "git": ("fatal: ",),
    "gh": ("unknown flag", "unknown command", "unknown shorthand flag", "unknown json field"),
}
"""How these begin a complaint, where it is not their name."""

EXIT_CODE_INFORMS = commands("""
    grep, egrep, fgrep, rg, ag, git grep, diff, cmp, git diff, test, [, [[, git config, gh pr checks, which,
    command, pgrep, git merge-base, git check-ignore, git show-ref, git rev-parse, type, hash, lsof, fuser,
    cargo-fmt, git ls-remote, docker inspect, systemctl is-active, false, expr, pidof, killall, pkill, kill
""")
"""Commands that answer a question with exit code 1."""
INFORMING_CODES = frozenset({1, 8})
"""1 is "no" by custom; 8 is how `gh pr checks` says "pending"."""
TEXT_FILTERS = frozenset(
    {"tail", "head", "grep", "rg", "jq", "sed", "awk", "cut", "sort", "uniq", "wc", "tee", "cat", "less", "tr"}
)


_ORNAMENTS = "\u00d7\u25cf\u2718"
"""What programs put before a complaint."""
_ERROR_OPENINGS = tuple(opening for opening, _ in ERROR_OPENINGS)
_COMPLAINTS = tuple(opening for opening, _ in COMPLAINTS)
_FIRST_WORDS = (*_ERROR_OPENINGS, *_COMPLAINTS)
_SIGNS = cast(
    "Callable[[bytes], object]",
    re2.compile(
        rf"(?m)^[\s={_ORNAMENTS}]*(?:{'|'.join(map(re.escape, (*_COMPLAINTS, *VERDICTS, *SHELL_NAMES)))}"
        r"|error\s+unexpected argument"
        r"|(?:tests?(?: \w+)?:?[ \t]+)?[1-9]\d* fail|fail\s*$|test result: failed|found [1-9]|✖ "
        r"|\S+\(\d+,\d+\): error ts)".encode()
    ).search,
)
"""An output with no line that begins so hides no failure."""


def decide(result: Event, command: str) -> Outcome:
    """The outcome of a result; `command` is the command line it answers, empty for tools that are no shell."""
    if result.why:
        # Decided before, by whoever made the export that is read here.
        return Outcome(result.ok, result.why)
    if result.kind == "refusal":
        return Outcome(ok=False, why="refused")
    flagged = result.ok is False
    return _of_command(result.text, command, flagged=flagged) if command else _of_tool(result.text, flagged=flagged)


def _of_command(text: str, command: str, *, flagged: bool) -> Outcome:
    code, body = exit_code(text)
    if code is None and body.startswith(STILL_RUNNING):
        return RUNNING
    if code == 0 and "|" not in command:
        # The shell says so, and no pipe stands between: a step before the last that failed was of no account.
        return DONE
    lowered = body[:HEAD].lower() if len(body) <= HEAD else f"{body[:HEAD]}\n{body[-TAIL:]}".lower()
    if code or (code is None and flagged):
        if code in INFORMING_CODES and _informs(command, lowered):
            return DONE
        opening = _opening(lowered)
        return Outcome(ok=False, why=opening or ("exit-code" if code else "host-flag"))
    why = _hidden_failure(command, lowered, certain=code == 0)
    if not why and code is None and lowered.startswith(NOT_APPLIED):
        why = "edit-not-applied"
    return Outcome(ok=False, why=why) if why else DONE


def _of_tool(text: str, *, flagged: bool) -> Outcome:
    if text.startswith(CODEX_HEADER):
        # What a command that ran on has printed since comes by another tool, in the shell's own form.
        code, body = exit_code(text)
        if code or body.startswith(STILL_RUNNING):
            return RUNNING if not code else Outcome(ok=False, why=_opening(body[:HEAD].lower()) or "exit-code")
    if flagged:
        return Outcome(ok=False, why=_opening(text[:120].lstrip().lower()) or "host-flag")
    # A file that is read may begin with anything; what the tool itself says is short, and comes first.
    if len(text) < TAIL and text[:40].lstrip().lower().startswith(_FIRST_WORDS):
        return Outcome(ok=False, why=_opening(text[:120].lstrip().lower()))
    return DONE


def _opening(lowered: str) -> str:
    """Why, where the text opens as a failure does."""
    if lowered.startswith(_ERROR_OPENINGS):
        return next(why for opening, why in ERROR_OPENINGS if lowered.startswith(opening))
    for line in lowered.split("\n", 4)[:4]:
        if line.startswith(_COMPLAINTS):
            return next(why for opening, why in COMPLAINTS if line.startswith(opening))
    return ""


def _informs(command: str, lowered: str) -> bool:
    """True where the exit code is an answer: the command that set it is one that answers so, and nobody complains."""
    parts = pipelines(command)
    if not parts or lowered.lstrip().startswith(SHELL_NAMES) or _voices(lowered):
        return False
    if _opening(lowered.lstrip()) == "bad-arguments" or _REFUSED.search(lowered.lstrip().partition("\n")[0]):
        return False
    last = parts[-1][-1]
    if last.runs_any(EXIT_CODE_INFORMS):
        return True
    # `a && grep x && b`: without a match the chain ends there, which is an answer too, if nothing was said.
    return not lowered.strip() and any(line[-1].runs_any(EXIT_CODE_INFORMS) for line in parts)


def _hidden_failure(command: str, lowered: str, *, certain: bool) -> str:
    """A failure that no flag and no exit code tells; `certain` where the exit code is known to be 0."""
    if not _worth_a_look(command, lowered):
        return ""
    parts = pipelines(command)
    if certain and not any(len(line) > 1 and line[-1].program in TEXT_FILTERS for line in parts):
        return ""
    shown = _shows_text(parts)
    voice = _voices(lowered)
    if voice and (not shown or _all_complaint(lowered)):
        return voice
    if shown:
        return "error-line" if _own_complaint(parts, lowered) else ""
    if _own_complaint(parts, lowered) and _REFUSED.search(lowered[:HEAD].partition("\n")[0]):
        # A stage in the middle of a pipe gave up: what came after it had nothing to work on, and did not mind.
        return "bad-arguments"
    return next((why for why in map(_complaint, lowered.split("\n")) if why), "")


def _worth_a_look(command: str, lowered: str) -> bool:
    """Cheap first: most outputs hide no failure, and most commands need not be taken apart."""
    if _SIGNS(lowered.encode(errors="replace")):
        return True
    first = lowered[:40].split(None, 1)[:1]
    return bool(first) and first[0].endswith(":") and first[0][:-1] in command


def _complaint(line: str) -> str:
    start = line.strip(f"{_ORNAMENTS} \t\r")
    if start.startswith("error  "):
        start = " ".join(start.split())
    if start.startswith(_COMPLAINTS):
        return next(why for opening, why in COMPLAINTS if start.startswith(opening))
    failed = _SUMMARY.match(start) or (start.startswith(VERDICTS) and not _NONE_FAILED.search(start))
    return "checks-failed" if failed else ""


def _own_complaint(parts: tuple[Pipeline, ...], lowered: str) -> bool:
    """True where a program that shows text has nothing to show but its own complaint."""
    programs = {stage.program for line in parts for stage in line if stage.program}
    voices = (voice for program in programs for voice in (f"{program}: ", *OWN_VOICES.get(program, ())))
    return lowered.lstrip().startswith((*voices, "regex parse error"))


def _voices(lowered: str) -> str:
    """What the shell itself complains of, at the start or the end of the output."""
    lines = [line for line in lowered.split("\n") if line]
    for line in (*lines[:3], *lines[-3:]):
        if line.startswith(SHELL_NAMES):
            for words, why in SHELL_VOICES:
                if words in line:
                    return why
    return ""


def _all_complaint(lowered: str) -> bool:
    return len([line for line in lowered.split("\n") if line.strip()]) <= 2  # noqa: PLR2004 - a complaint and its hint


def _shows_text(parts: tuple[Pipeline, ...]) -> bool:
    """True where what is printed is text that was asked to be shown."""
    return all(line[0].runs_any(SHOWS_TEXT) or line[0].program in {"cd", "export", "set"} for line in parts)
