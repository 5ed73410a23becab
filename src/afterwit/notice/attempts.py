"""Attempts: calls seen as ways to reach an end, so that two of them can be compared.

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
from afterwit.model.exit_code import STILL_RUNNING, exit_code
from afterwit.model.step import Step, steps_of, texts
from afterwit.notice.complaints import Obstacle, kind_of, said

TRIVIAL = frozenset(
    "cd pwd echo true false : sleep exit export set source . printf done fi esac wait read test [ [[ for".split()  # noqa: SIM905
)
"""Programs that get nowhere by themselves."""
PLAIN = frozenset(
    """cat ls grep egrep fgrep rg ag sed awk find fd python python3 node ruby perl cp mv rm mkdir touch head
    tail curl wget diff sort wc chmod chown ln tar zip unzip tee xargs jq yq bash sh zsh ssh scp rsync psql
    sqlite3 mysql which type man less tree du df ps kill strings file""".split()  # noqa: SIM905 - words read best as text
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
SHELL_KEYS = frozenset({"command", "cmd", "script", "commandline"})
WITH_VALUE = frozenset(
    "-n -C -p -f -w --namespace --context --project --profile --region --filter --cwd --dir --prefix --repo -R".split()  # noqa: SIM905
)
"""Options before a verb that have a value of their own."""
TOOLS_THAT_LOOK = ("read", "view", "get", "list", "search", "find", "grep", "glob", "lsp", "webfetch", "fetch")
"""How the names of tools begin that only look."""
UNIMPORTANT = frozenset(
    """description timeout timeout_ms workdir yield_time_ms max_output_tokens explanation justification
    run_in_background with_escalated_permissions sandbox_permissions prefix_rule""".split()  # noqa: SIM905
)
"""Arguments that a host wants and that say nothing about what is done."""
BY_RULE: dict[str, Obstacle] = {"edit-not-applied": "place", "missing-file": "place", "checks-failed": "checks"}
"""What kind of obstacle it was, where the rule by which it counts as failed knows."""
LONGEST_OPERAND = 200
MOST_WAYS = 12
LONGEST_REMARK = 800
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


class Attempt(msgspec.Struct, frozen=True, kw_only=True, dict=True):
    """A step, seen as an attempt to reach something."""

    step: Step
    number: int
    """Its place among the attempts of its agent."""
    remark: str = ""
    """What the agent said or thought after it, before it went on."""
    among: int = 1
    """How many calls the remark is about: those that were made at once."""

    @cached_property
    def ways(self) -> tuple[Way, ...]:
        """The programs it runs that get somewhere, or the tool it calls."""
        return self._parted[0] if self.step.command else (_of_tool(self.step.call),)

    @cached_property
    def heads(self) -> tuple[Way, ...]:
        """The ways without those that only pass on what another one gives."""
        return self._parted[1] or self.ways

    @cached_property
    def _parted(self) -> tuple[tuple[Way, ...], tuple[Way, ...]]:
        """All ways of a command line, and those that begin a pipe."""
        ways: list[Way] = []
        heads: list[Way] = []
        for line in pipelines(self.step.command):
            own = [_of_stage(stage) for stage in line if stage.meant and stage.program not in TRIVIAL]
            ways += own
            heads += own[:1]
        return tuple(ways[:MOST_WAYS]), tuple(heads[:MOST_WAYS])

    def voices(self, line: str) -> tuple[Way, ...]:
        """The ways that a complaint can be about: the one that speaks, else all that lead."""
        speaker = line.partition(":")[0].casefold()
        return tuple(way for way in self.ways if way.program.casefold() == speaker) or self.heads

    @cached_property
    def complaint(self) -> str:
        """The line in which a failure says what is wrong."""
        return said(self.step.result.text)

    @cached_property
    def obstacle(self) -> Obstacle:
        """What kind of thing that is."""
        known = BY_RULE.get(self.step.result.why)
        return known or (kind_of(self.complaint) if self.complaint else "passing")

    @cached_property
    def output(self) -> str:
        """What came of it, as text."""
        return exit_code(self.step.result.text)[1]

    @property
    def asks(self) -> bool:
        """Whether all of it only asks how to do something."""
        return bool(self.ways) and all(way.asks or way.program == "man" for way in self.ways)


Tried = Mapping[str, Sequence[Attempt]]
"""What each agent of a session tried, in order; the main one's name is empty."""


def attempts(session: str, events: Sequence[Event]) -> dict[str, list[Attempt]]:
    """What each agent of a session tried, in order; the main one's name is empty.

    A command that ran on has the result that it came to in the end.
    """
    found: dict[str, list[Attempt]] = {}
    remarks = _remarks(events)
    running: dict[str, Step] = {}
    for step in steps_of(session, events):
        waited = _session_of(step)
        if step.result.ok is None and STILL_RUNNING in step.result.text[:400]:
            running.setdefault(_said_session(step.result.text), step)
            continue
        begun = running.pop(waited, None) if waited else None
        if begun is not None:
            if step.result.ok is None:
                running[waited] = begun
                continue
            step = msgspec.structs.replace(begun, result=step.result)  # noqa: PLW2901 - one call, its final result
        own = found.setdefault(step.call.agent, [])
        remark, among = remarks.get(step.result.seq, ("", 1))
        own.append(Attempt(step=step, number=len(own) + 1, remark=remark, among=among))
    return found


def _remarks(events: Sequence[Event]) -> dict[int, tuple[str, int]]:
    """By the place of each result, what its agent said next, and about how many results at once."""
    found: dict[int, tuple[str, int]] = {}
    batches: dict[str, list[int]] = {}
    told_by: dict[str, str] = {}
    for event in events:
        if event.kind == "tool_result":
            if event.agent in told_by:
                batches[event.agent] = []
                del told_by[event.agent]
            batches.setdefault(event.agent, []).append(event.seq)
        elif event.kind in {"agent", "thought"} and event.text.strip() and batches.get(event.agent):
            told = f"{told_by.get(event.agent, '')} {event.text[:LONGEST_REMARK]}".strip()[: 2 * LONGEST_REMARK]
            told_by[event.agent] = told
            batch = batches[event.agent]
            found.update(dict.fromkeys(batch, (told, len(batch))))
    return found


def _session_of(step: Step) -> str:
    """The running command that a call asks about; Codex numbers them."""
    number = (step.call.input or {}).get("session_id") if step.call.tool == "write_stdin" else None
    return str(number) if isinstance(number, int | str) else ""


def _said_session(text: str) -> str:
    return text.partition(STILL_RUNNING)[2].strip().partition("\n")[0].strip()


def _of_stage(stage: Stage) -> Way:
    words, full = without_redirections(stage.meant), without_redirections(stage.words)
    program, *rest = words
    verb: list[str] = []
    if program not in PLAIN:
        depth = 2 if program in DEEP else 1
        for word in _after_options(rest):
            if len(verb) == depth or not _is_verb(word):
                break
            verb.append(word)
            if (program, word) in SCRIPTS:
                depth = 2
    options = frozenset(word.partition("=")[0] for word in rest if word.startswith("-") and len(word) > 1)
    plain = [word for word in rest if not word.startswith("-")]
    operands = tuple(word[:LONGEST_OPERAND] for word in plain if word not in verb)
    return Way(program=program, verb=tuple(verb), options=options, operands=operands, words=words, full=full)


def _after_options(words: Sequence[str]) -> Sequence[str]:
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
