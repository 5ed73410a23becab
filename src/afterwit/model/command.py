"""A shell command line, taken apart as far as it takes to say what was run: no shell, no expansion, never an error."""

import re
from functools import lru_cache

import msgspec

WRAPPERS = frozenset(
    {
        "sudo",
        "time",
        "nohup",
        "command",
        "exec",
        "npx",
        "bunx",
        "env",
        "stdbuf",
        "if",
        "elif",
        "while",
        "until",
        "then",
        "do",
        "else",
        "!",
        "(",
        "{",
    }
)
"""Words before the program that is really meant."""
RUNNERS = frozenset({
    ("uv", "run"), ("poetry", "run"), ("pipenv", "run"), ("hatch", "run"), ("pdm", "run"), ("rye", "run"),
    ("pnpm", "exec"), ("pnpm", "dlx"), ("npm", "exec"), ("yarn", "dlx"), ("bundle", "exec"), ("mise", "exec"),
    ("python", "-m"), ("python3", "-m"), ("py", "-m"), ("conda", "run"), ("docker", "exec"),
})  # fmt: skip
RUNNERS_VALUES = frozenset({"--with", "--extra", "--group", "--package", "--python", "--directory", "--filter"})
"""Options of runners that have a value of their own."""
TIMERS = frozenset({"timeout", "gtimeout", "nice"})
"""Wrappers that take a number."""
ASKED = frozenset({("command", "-v"), ("command", "-V")})
"""A wrapper's word that here is no wrapper, but a question."""


LONGEST_COMMAND = 4000
"""What comes after it in a command line is mostly a program or a text given to one, and not looked at."""


class Stage(msgspec.Struct, frozen=True):
    """One program of a pipeline."""

    words: tuple[str, ...]
    """All its words."""
    meant: tuple[str, ...]
    """The words from the program that is meant on, without wrappers, assignments, runners and the program's folder:
    `pytest -q` in `CI=1 uv run /x/pytest -q`."""

    @property
    def program(self) -> str:
        """The program that is meant."""
        return self.meant[0] if self.meant else ""

    def runs(self, *program: str) -> bool:
        """True where the stage runs this program with these first words."""
        return self.meant[: len(program)] == program

    def runs_any(self, programs: frozenset[tuple[str, ...]]) -> bool:
        """True where the stage runs one of these, each of at most three words."""
        meant = self.meant
        return meant[:1] in programs or meant[:2] in programs or meant[:3] in programs


Pipeline = tuple[Stage, ...]


_TOKEN = re.compile(
    r"""
      (?: [^\s'"\\|&;()<\#]++           # a word: plain characters,
        | (?<=\$)'(?:[^'\\]++|\\.)*+'     #   $'with escapes, but single',
        | '[^']*+'                       #   'as it stands',
        | "(?:[^"\\]++|\\.)*+"           #   "with escapes",
        | \\.                            #   one escaped character,
        | (?<=\S)\#                      #   a # that starts no comment,
        | (?<=>)&                        #   and the & of 2>&1
      )++
    | (?<!<)<<(?!<)-?+[ \t]*+(?:'[^'\n]*+'|"[^"\n]*+"|[^\s'"|&;()<>]++)?+   # where a here-document will end
    | \#[^\n]*+                          # a comment
    | \|[|&]?+ | &>{0,2}+&?+ | [;\n()]      # what parts commands
    """,
    re.VERBOSE | re.DOTALL,
)
"""Linear on any input: every quantifier is possessive, so nothing is ever tried twice."""


def commands(listed: str) -> frozenset[tuple[str, ...]]:
    """Commands written out, parted by commas: `grep, git grep`."""
    return frozenset(tuple(command.split()) for command in listed.split(",") if command.strip())


def without_redirections(words: tuple[str, ...]) -> tuple[str, ...]:
    """A command without where its output goes to."""
    if not any(">" in word for word in words):
        return words
    kept: list[str] = []
    skip = False
    for word in words:
        target = word.lstrip("0123456789&")
        if skip:
            skip = False
        elif target.startswith(">") and kept:
            skip = not target.lstrip(">")
        else:
            kept.append(word)
    return tuple(kept)


def pipelines(command: str) -> tuple[Pipeline, ...]:
    """The pipelines of a command line in order, each a tuple of stages; `;`, `&&`, `||`, `&` and newline part them."""
    return _pipelines(command[:LONGEST_COMMAND])


@lru_cache(maxsize=512)
def _pipelines(command: str) -> tuple[Pipeline, ...]:  # noqa: C901 - one kind of token after another
    found: list[Pipeline] = []
    stages: list[Stage] = []
    words: list[str] = []

    def end_stage() -> None:
        if words:
            stages.append(Stage(tuple(words), _meant(tuple(words))))
            words.clear()

    def end_pipeline() -> None:
        end_stage()
        if stages:
            found.append(tuple(stages))
            stages.clear()

    at, awaited = 0, list[str]()
    while (match := _TOKEN.search(command, at)) is not None:
        token, at = match[0], match.end()
        first = token[0]
        if first == "\n" and awaited:
            at = _after_data(command, at, awaited)
            awaited.clear()
        if token.startswith("<<"):
            awaited.append(token)
        elif token in _SEPARATORS:
            end_pipeline()
        elif first == "|" or first in "()":
            end_stage()
        elif first == "<" or (first == "#" and not token.startswith("#!")) or token.startswith("&>"):
            continue
        else:
            words.append(_unquoted(token))
    end_pipeline()
    return tuple(found)


_SEPARATORS = frozenset({"||", "&&", "&", ";", "\n"})


def _after_data(command: str, at: int, awaited: list[str]) -> int:
    """Where the command goes on behind its here-documents, which begin on the next line and are data."""
    for opening in awaited:
        end = _unquoted(opening[2:].removeprefix("-").strip()).replace("\\", "")
        tabs = opening.startswith("<<-")
        while at < len(command):
            stop = command.find("\n", at)
            line = command[at : stop if stop >= 0 else len(command)]
            at = stop + 1 if stop >= 0 else len(command)
            if (line.lstrip("\t") if tabs else line) == end:
                break
    return at


def _unquoted(token: str) -> str:
    if "\\" in token:
        token = token.replace("\\\n", "")
    return token.replace('"', "").replace("'", "") if "'" in token or '"' in token else token


def _meant(words: tuple[str, ...]) -> tuple[str, ...]:
    at = 0
    while at < len(words):
        first = words[at].rpartition("/")[2] or words[at]
        if words[at : at + 2] in ASKED:
            return words[at:]
        if first in WRAPPERS or first in TIMERS or _is_assignment(words[at]):
            at += 1
        elif (first, *words[at + 1 : at + 2]) in RUNNERS:
            at += 2
        else:
            return (first, *words[at + 1 :])
        while at < len(words) and (words[at][:1] == "-" or (first in TIMERS and words[at][:1] in _AMOUNTS)):
            at += 2 if words[at] in RUNNERS_VALUES else 1
    return ()


_AMOUNTS = frozenset("0123456789<\u2026")
"""How a time begins, or what stands for one."""


def _is_assignment(word: str) -> bool:
    name, equals, _ = word.partition("=")
    return bool(equals) and name.replace("_", "a").isalnum() and not name[:1].isdigit()
