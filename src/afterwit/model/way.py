"""Way: a call seen as a way to reach an end, so that two of them can be compared.

A way has a program, what it was told to do, with what options, and to what. A tool that is no shell has its name for a
program, its arguments for options, and what they name for operands.
"""

import re
from collections.abc import Mapping, Sequence
from difflib import SequenceMatcher
from functools import cached_property

import msgspec

from afterwit.model.command import Stage, pipelines, without_redirections
from afterwit.model.event import Event
from afterwit.model.step import Step, texts

TRIVIAL = frozenset(
    "cd pwd echo true false : sleep exit export set source . printf done fi esac wait read test [ [[ for".split()  # noqa: SIM905
)
"""Programs that get nowhere by themselves."""
PLAIN = frozenset(
    """cat ls grep egrep fgrep rg ag sed awk find fd python python3 node ruby perl cp mv rm mkdir touch head
    tail curl wget diff sort wc chmod chown ln tar zip unzip tee xargs jq yq bash sh zsh ssh scp rsync psql
    sqlite3 mysql pytest jest eslint tsc mypy pyright prettier black flake8 pylint gofmt javac gcc clang cmake
    which type man less tree du df ps kill strings file""".split()  # noqa: SIM905 - words read best as text
)
"""Programs that are told no verb: their first word is what they work on."""
DEEP = frozenset({"gh", "aws", "gcloud", "az"})
"""Programs whose verb has two words: `gh pr diff`."""
SCRIPTS = frozenset(
    {("npm", "run"), ("pnpm", "run"), ("yarn", "run"), ("bun", "run"), ("mise", "run"), ("docker", "compose")}
)
"""Verbs that have another one."""
ALIKE = (
    frozenset({"npm", "pnpm", "yarn", "bun", "npx", "bunx"}),
    frozenset({"python", "python3", "py", "uv"}),
    frozenset({"pip", "pip3", "uv", "poetry", "conda"}),
    frozenset({"grep", "egrep", "rg", "ag", "fgrep", "sed", "gsed", "perl", "awk"}),
    frozenset({"docker", "podman"}),
    frozenset({"make", "gmake", "just", "mise"}),
    frozenset({"timeout", "gtimeout"}),
    frozenset({"node", "bun", "deno", "tsx", "ts-node"}),
    frozenset({"apt", "apt-get", "brew", "apk", "dnf", "yum"}),
    frozenset({"curl", "wget", "gh", "http"}),
    frozenset({"sha256sum", "shasum", "md5sum", "md5"}),
)
"""Programs that people use for the same ends."""
LOOKS = frozenset(
    """cat ls head tail less find fd tree which type man wc file stat grep egrep rg ag sed awk jq du df ps env
    view list show status log diff help get describe info search blame version whoami""".split()  # noqa: SIM905
)
"""Programs and verbs that only look: that one of them worked says nothing about an end they do not serve."""
ASKS = frozenset({"--help", "--version"})
"""Options that make any program tell of itself."""
SHORT_ASKS = frozenset({"-h", "-V"})
"""Those that do so where nothing comes after them."""
GENERIC = frozenset({"api", "exec", "x", "run"})
"""Verbs by which a program can do whatever its other verbs do."""
SAME_END = tuple(map(frozenset, (
    ("checkout", "switch", "worktree"), ("pull", "fetch", "merge", "rebase"),
    ("build", "test", "vet", "check", "compile"),
    ("install", "add", "sync", "ci", "i"), ("edit", "update", "set", "patch"), ("view", "show", "get", "list", "logs"),
    ("create", "new", "init"), ("rm", "remove", "delete", "uninstall"), ("start", "up", "serve", "dev", "run"),
)))  # fmt: skip
"""Verbs that serve the same end."""
WITH_VALUE = frozenset(
    """-n -c -C -k -p -f -w --namespace --context --project --profile --region --filter --cwd --dir --prefix --repo -R
    --user --token --config --kubeconfig --git-dir --work-tree --log-level""".split()  # noqa: SIM905
)
"""Options before a verb that have a value of their own."""
TOOLS_THAT_LOOK = ("read", "view", "get", "list", "search", "find", "grep", "glob", "lsp", "webfetch", "fetch")
"""How the names of tools begin that only look."""
UNIMPORTANT = frozenset(
    """description timeout timeout_ms workdir yield_time_ms max_output_tokens explanation justification
    run_in_background with_escalated_permissions sandbox_permissions prefix_rule""".split()  # noqa: SIM905
)
"""Arguments that a host wants and that say nothing about what is done."""
LONGEST_OPERAND = 200
MOST_WAYS = 12
HALF = 0.5
NEARLY = 0.8
LONGEST_COMPARED = 120

_PIECE = re.compile(r"[\w@.#-]{2,}")  # linear on any input: one class, repeated once


class Way(msgspec.Struct, frozen=True, kw_only=True, dict=True):
    """One program with what it was told."""

    program: str
    verb: tuple[str, ...]
    options: frozenset[str]
    operands: tuple[str, ...]
    words: tuple[str, ...]
    """What is meant by it, in order."""
    full: tuple[str, ...] = ()
    """All of it, as it was run."""
    shell: bool = True
    """Whether it is a program; a tool has its name for one, and its arguments by name for options."""

    @cached_property
    def pieces(self) -> frozenset[str]:
        """What its operands are made of: names, numbers, parts of paths."""
        found: set[str] = set()
        for operand in self.operands:
            parts = [part for part in operand.split("/") if part] if "/" in operand else _PIECE.findall(operand)
            # Of a path its end tells what it is, and numbers do; the folders above are shared by everything.
            found.update(parts[-1:] if "/" in operand else parts)
            found.update(part for part in parts if part.isdigit())
            found.add(operand)
        return frozenset(piece for piece in found if len(piece) > 1)

    @property
    def looks(self) -> bool:
        """Whether it only looks."""
        if not self.shell:
            return self.program.casefold().startswith(TOOLS_THAT_LOOK)
        return (self.verb[-1] if self.verb else self.program) in LOOKS or self.asks

    @property
    def asks(self) -> bool:
        """Whether it asks the program to tell of itself."""
        return not ASKS.isdisjoint(self.options) or (bool(self.words) and self.words[-1] in SHORT_ASKS)

    @property
    def named(self) -> str:
        """The program with its verb: `gh pr diff`."""
        return " ".join((self.program, *self.verb))


def ways_of(step: Step) -> tuple[tuple[Way, ...], tuple[Way, ...]]:
    """The programs that a call runs and that get somewhere, or the tool it calls; and those that lead a pipe."""
    if not step.command:
        tool = (_of_tool(step.call),)
        return tool, tool
    return ways_in(step.command)


def ways_in(command: str) -> tuple[tuple[Way, ...], tuple[Way, ...]]:
    """The programs that a command line runs and that get somewhere; and those that lead a pipe."""
    ways: list[Way] = []
    heads: list[Way] = []
    for line in pipelines(command):
        own = [_of_stage(stage) for stage in line if stage.meant and stage.program not in TRIVIAL]
        ways += own
        heads += own[:1]
    return tuple(ways[:MOST_WAYS]), tuple(heads[:MOST_WAYS])


def _of_stage(stage: Stage) -> Way:
    words, full = without_redirections(stage.meant), without_redirections(stage.words)
    program, *rest = words
    verb: list[str] = []
    if program not in PLAIN:
        depth = 2 if program in DEEP else 1
        for word in after_options(rest):
            if len(verb) == depth or not _is_verb(word):
                break
            verb.append(word)
            if (program, word) in SCRIPTS:
                depth = 2
    options = frozenset(word.partition("=")[0] for word in rest if word.startswith("-") and len(word) > 1)
    plain = [word for word in rest if not word.startswith("-")]
    operands = tuple(word[:LONGEST_OPERAND] for word in plain if word not in verb)
    return Way(program=program, verb=tuple(verb), options=options, operands=operands, words=words, full=full)


def after_options(words: Sequence[str]) -> Sequence[str]:
    """The words behind the options that stand before a verb: `logs` in `kubectl -n stage logs`."""
    at = 0
    while at < len(words) and words[at].startswith("-"):
        at += 2 if words[at] in WITH_VALUE else 1
    return words[at:]


def _is_verb(word: str) -> bool:
    return (
        word[:1].isalpha()
        and word.replace("-", "").replace(":", "").replace("_", "").isalnum()
        and word == word.lower()
    )


def _of_tool(call: Event) -> Way:
    given: Mapping[str, object] = call.input or {}
    kept = {name: value for name, value in given.items() if name not in UNIMPORTANT}
    operands = tuple(text for text in texts(kept) if 1 < len(text) <= LONGEST_OPERAND and "\n" not in text)
    words = tuple(f"{name}={str(value)[:LONGEST_OPERAND]}" for name, value in kept.items())
    full = (call.tool, *words)
    return Way(
        program=call.tool, verb=(), options=frozenset(kept), operands=operands, words=full, full=full, shell=False
    )


def kinship(failed: Way, worked: Way) -> float:
    """How surely two ways serve the same end, from 0 to 1."""
    if worked.looks and not failed.looks:
        return 0.0
    if _wraps(worked.full, failed.full):
        return 0.95
    if failed.program == worked.program:
        return _same_program(failed, worked)
    return _other_program(failed, worked)


def _other_program(failed: Way, worked: Way) -> float:
    shared = bool(failed.pieces & worked.pieces)
    if (shared or not failed.operands) and any({failed.program, worked.program} <= group for group in ALIKE):
        return 0.75
    if failed.operands:
        # Another program, given all that the first was given.
        given = set(failed.operands) <= {*worked.operands, *worked.pieces} and not (failed.shell and worked.looks)
        return 0.7 if given else 0.0
    # Another program, told the same.
    told = failed.shell and worked.shell and not worked.operands and failed.options == worked.options
    return 0.7 if told and failed.options else 0.0


def _wraps(longer: Sequence[str], shorter: Sequence[str]) -> bool:
    """Whether a call is another one with something put before it."""
    return len(longer) > len(shorter) > 1 and tuple(longer[-len(shorter) :]) == tuple(shorter)


def _nearly(one: str, other: str) -> bool:
    """Whether two short commands are almost the same, letter by letter; comparing long ones would take too long."""
    if max(len(one), len(other)) > LONGEST_COMPARED or abs(len(one) - len(other)) > LONGEST_COMPARED * (1 - NEARLY):
        return False
    return SequenceMatcher(None, one, other, autojunk=False).ratio() >= NEARLY


def _is_operand(verb: tuple[str, ...], other: Way) -> bool:
    """Whether what looks like a verb in one way is what the other works on."""
    return bool(verb) and set(verb) <= set(other.operands)


def _same_program(failed: Way, worked: Way) -> float:
    shared = len(failed.pieces & worked.pieces) / max(1, len(failed.pieces))
    generic = not GENERIC.isdisjoint(worked.verb)
    if failed.verb == worked.verb or _is_operand(failed.verb, worked) or _is_operand(worked.verb, failed):
        if generic and failed.operands:
            return 0.8 if shared >= HALF else 0.4
        if shared >= HALF or not failed.operands:
            return 0.9
        return 0.65 if shared or failed.options != worked.options else 0.3
    if _nearly(" ".join(failed.words), " ".join(worked.words)):
        return 0.8
    ends = {*failed.verb[-1:], *worked.verb[-1:]}
    serves = bool(failed.verb and worked.verb) and (len(ends) == 1 or any(ends <= end for end in SAME_END))
    if serves or generic or not failed.verb or not worked.verb:
        return 0.75 if shared or (serves and not failed.operands) else 0.0
    return 0.6 if shared and failed.verb[:-1] == worked.verb[:-1] and len(failed.verb) > 1 else 0.0
