"""Where what a skill tells comes from.

The user said it, the agent did it with success, or it was only read: in a tool's output, on a page, in a file. Read
text may support a lesson; it may never author what an agent is told to run, fetch, touch or do. What an agent wrote as
an answer, into a file or into the prompt of another does not count either, since it may repeat what it read.
"""

import re
from collections.abc import Iterable, Iterator, Mapping
from functools import cached_property, lru_cache

from afterwit.judge.addresses import LONGEST, above, addresses_in, at_home, bare, paths_in
from afterwit.judge.cited import look_up
from afterwit.judge.orders import KNOWN, NEGATED, Found, folded, found_in
from afterwit.judge.passages import decoded
from afterwit.judge.runs import Runs, runs_of
from afterwit.model.command import LONGEST_COMMAND, Pipeline, Stage, pipelines
from afterwit.model.proposal import Proposal
from afterwit.model.step import COMMANDS, Step, texts
from afterwit.model.typed import typed
from afterwit.ports import View

__all__ = ["Found", "Origins", "found_in"]

MOST_PLACEHOLDERS = 5
LONGEST_NAME = 300
MOST_LOOKED = 100
"""Of so many things it is looked up whether they were read; of more nobody is told."""

_LOOSE = re.compile(r"<[^>\s]{0,60}>|\$\{?\w{1,40}\}?|\{\w{1,40}\}|\[REDACTED_\w{1,30}:[0-9]{1,9}\]|\.\.\.|…")
_ANGLED = re.compile(r"<[^<>|&;$`()]{0,60}>")
"""A placeholder, which a shell would take for a file to read."""
_NAMED = re.compile(
    r"(?:[A-Z0-9]{1,20}_)*(?:ADDRESS|ARGS|BRANCH|COMMIT|COMMAND|DATABASE|DATE|DIR|DIRECTORY|DOMAIN|FILE|FILENAME|FOLDER"
    r"|HASH|HOST|ID|IMAGE|INDEX|KEY|MESSAGE|MODULE|N|NAME|NUMBER|OPTIONS|ORG|OWNER|PACKAGE|PATH|PATTERN|PID|PORT|PROJECT"
    r"|QUERY|REF|REPO|REPOSITORY|REVISION|SERVICE|SHA|TABLE|TAG|TARGET|TEST|TEXT|TITLE|URL|USER|VALUE|VERSION|YEAR)"
)
"""A placeholder as people write it, by what it stands for: a word in capitals may also be an order to a program."""
_DESTROYS = frozenset("rm rmdir dd shred truncate mkfs wipefs del erase rd".split())  # noqa: SIM905 - reads best as text
"""Programs of which nothing may be left open: another argument destroys something else."""
_INSTALLS = frozenset(
    "pip pip3 pipx uv uvx npm npx pnpm yarn bun bunx cargo gem brew apt apt-get dnf yum apk conda go".split()  # noqa: SIM905
)
"""Programs that fetch what they are given the name of, and run it."""
_CHANGES = frozenset(
    """apply clean delete -delete deploy destroy drop --force -exec -execdir kill merge publish prune purge push release
    remove replace reset rollback rm truncate uninstall upgrade wipe --write""".split()  # noqa: SIM905 - reads best as text
)
"""Words of a command that changes something which cannot be brought back."""
_LIMITS = re.compile(
    r"--?(?:dry-run|check|diff|diff-only|plan|simulate|no-act|what-if|preview|target|name|iname|path|type|maxdepth|mindepth"
    r"|newer|include|exclude|only|limit|scope|filter|selector|namespace|test)(?:=.*)?",
    re.IGNORECASE,
)
"""Options that bound what a command does: without them it is another command."""
_JOINS = frozenset("|;&$<>`()")
"""Signs by which a shell does more than one thing."""
_COMPLAINS = re.compile(
    r"(?i)\b(?:error|fatal|failed|cannot|can't|denied|invalid|unknown|not found|no such|refused|missing|unexpected"
    r"|unable|exception|unrecogni[sz]ed|unsupported|not allowed|not permitted|no module|ambiguous|requires?|must)\b"
)
_CLAUSE = re.compile(r"[^,;:.!?\n\u2014\u2013]*(?:[.:,!?](?=\S)[^,;:.!?\n\u2014\u2013]*)*")
_TURNS = re.compile(r"(?i)\s(?=(?:but|instead of|rather than)\s)")
_SCAFFOLD = frozenset({"time", "if", "elif", "while", "until", "then", "do", "else", "!", "{"})
"""What stands before a program and changes nothing of what it does."""
_ENDS = ("", ".", "!", "?", "\u2026")
"""What stands where a sentence has ended, or none has begun."""
_TALK = frozenset({"echo", "printf", "print", "true", "false", ":"})
"""Programs whose words are text."""
_SEARCH = frozenset({"grep", "egrep", "fgrep", "rg", "ag", "ack", "sed", "awk", "jq"})
"""Programs whose first word is text."""
_FETCH = frozenset(
    """curl wget git gh pip pip3 uv uvx npm npx pnpm yarn bun bunx cargo go gem brew apt apt-get conda poetry docker
    podman ssh scp sftp rsync http https httpie dig host ping nc psql mysql redis-cli kubectl helm terraform aws
    az gcloud open xdg-open playwright nats deno composer""".split()  # noqa: SIM905 - words read best as text
)
"""Programs that go to the addresses they are given."""


class Origins:
    """What the cited sessions show the user to have said and the agent to have done."""

    def __init__(self, proposal: Proposal, view: View) -> None:
        self._answers: dict[tuple[str, str, bool], bool] = {}
        self._looked = 0
        said: list[str] = []
        read: list[str] = []
        failed: list[str] = []
        cited = look_up(proposal, view)
        for session, events in cited.events.items():
            # From the beginning: what was read before the first cited event was read all the same.
            for event in view.events(session, 1, max(events)):
                if event.kind in {"user", "refusal"}:
                    # The prompt of a subagent is another agent's word, which may repeat what that one read.
                    (said if not event.agent else read).append(typed(event.text))
                elif event.kind == "tool_result":
                    (failed if event.ok is False else read).append(event.text)
        steps = [step for several in cited.steps.values() for step in several]
        done = [step for step in steps if step.result.ok is True]
        self._sayings = [folded(text).casefold() for text in said]
        self._said = _Words(said)
        self._did = _Deeds(done)
        self._tried = _Deeds(steps)
        self._wrote = {folded(line) for step in done for text in _written(step) for line in text.splitlines()}
        self._wrote |= {folded(line) for text in said for line in text.splitlines()}
        self._happened = _Words(failed)
        self._failures = failed
        told = Runs(_proposed(proposal))
        own = told.within([*said, *(step.command for step in done)])
        self._read_runs = told.within(read) - own
        self._failed_runs = told.within(failed) - own
        self._texts = [*read, *failed]

    def knows(self, found: Found) -> bool:
        """Whether the user said it or the agent did it; of a sentence, that it is not one that was only read."""
        key = (found.sort, found.text, found.describes)
        if key not in self._answers:
            self._answers[key] = self._knows(found)
        return self._answers[key]

    def _knows(self, found: Found) -> bool:
        match found.sort:
            case "script":
                return folded(found.text) in self._wrote
            case "field":
                return folded(found.text) in self._wrote
            case "sentence":
                runs = runs_of(found.text)
                # What an error said may be told as what happened, wherever else it was read.
                only_read = (
                    self._read_runs - self._failed_runs if found.describes else self._read_runs | self._failed_runs
                )
                return runs.isdisjoint(only_read)
            case "command":
                return self._knows_command(found)
            case "address":
                return self._knows_place(bare(found.text), describes=found.describes, sort="addresses")
            case "path":
                return self._knows_place(at_home(found.text), describes=found.describes, sort="paths")

    def said(self, text: str) -> bool:
        """Whether all of it is what the user said, from the beginning of a sentence to the end of one.

        A part of a sentence may say the opposite of the whole.
        """
        wanted = folded(text).casefold().strip(" .!")
        for saying in self._sayings if wanted else ():
            at = saying.find(wanted)
            while at >= 0:
                before, after = saying[:at].rstrip(), saying[at + len(wanted) :].lstrip()
                if before[-1:] in _ENDS and after[:1] in _ENDS:
                    return True
                at = saying.find(wanted, at + 1)
        return False

    def has_read(self, found: Found) -> bool:
        """Whether it occurs in something that was read."""
        self._looked += 1
        if found.sort == "sentence" or self._looked > MOST_LOOKED:
            return True
        return all(folded(piece) in self._read for piece in _LOOSE.split(at_home(found.text)) if piece.strip("/ "))

    @cached_property
    def _read(self) -> str:
        """All that was read: put together only where something is not known."""
        return folded("\n".join(self._texts))

    def _knows_command(self, found: Found) -> bool:
        if len(found.text) >= LONGEST_COMMAND:
            return False
        if found.describes and self._complained(found.text):
            return True
        lines = pipelines(_ANGLED.sub("…", at_home(found.text)))
        deeds = self._tried if found.describes else self._did
        return bool(lines) and all(
            self._said.has_command(line, denied=found.describes) or deeds.ran(line) for line in lines
        )

    def _complained(self, text: str) -> bool:
        """Whether it is no command but what an error said: one with options in its words looks like one."""
        told = folded(text)
        first = told.partition(" ")[0].rpartition("/")[2].lower()
        if not _COMPLAINS.search(told) or first in KNOWN or not _JOINS.isdisjoint(told) or any(addresses_in(told)):
            return False
        return any(told in folded(line) for text in self._failures for line in text.splitlines())

    def _knows_place(self, place: str, *, describes: bool, sort: str) -> bool:
        if len(place) > LONGEST:
            return False
        sources: list[_Words | _Deeds] = [self._said, self._did]
        if describes:
            sources += [self._tried, self._happened]
        return any(_has_place(place, source.addresses if sort == "addresses" else source.paths) for source in sources)


class _Words:
    """What somebody said, or what an error said."""

    def __init__(self, given: Iterable[str]) -> None:
        clauses = [clause for text in given for clause in _clauses(at_home(text))]
        self._all = _spaced(clauses)
        self._plainly = _spaced(clause for clause in clauses if not NEGATED.search(clause))
        self.addresses = {each for text in given for _, found in addresses_in(text) for each in above(bare(found))}
        self.paths = {each for text in given for _, found in paths_in(text) for each in above(found)}

    def has_command(self, line: Pipeline, *, denied: bool) -> bool:
        """Whether all of a pipeline was named; what was named as not to be done counts where that is what is told."""
        text = self._all if denied else self._plainly
        return all(f" {' '.join(stage.words)} " in text for stage in line)


class _Deeds:
    """What an agent did."""

    def __init__(self, steps: Iterable[Step]) -> None:
        self._lines: dict[str, list[Pipeline]] = {}
        self._words: set[str] = set()
        self.addresses: set[str] = set()
        self.paths: set[str] = set()
        for step in steps:
            for command in _command_lines(step):
                for line in pipelines(at_home(command)):
                    self._add(line)
            for name in _names(step):
                self.addresses.update(each for _, found in addresses_in(name) for each in above(bare(found)))
                self.paths.update(each for _, found in paths_in(name) for each in above(found))

    def _add(self, line: Pipeline) -> None:
        for program in {stage.program for stage in line}:
            self._lines.setdefault(program, []).append(line)
        for stage in line:
            self._words.update(stage.words)
            for word in stage.words[: len(stage.words) - len(stage.meant)]:
                value = word.partition("=")[2]
                self.addresses.update(each for _, found in addresses_in(value) for each in above(bare(found)))
            words = list(stage.words[1:])
            if stage.program in _TALK or stage.runs("git", "commit"):
                continue
            if stage.program in _SEARCH:
                first = next((word for word in stage.meant[1:] if not word.startswith("-")), "")
                words = [word for word in words if word != first]
            for word in words:
                if len(word) < LONGEST_NAME and " " not in word:
                    self.paths.update(each for _, found in paths_in(word) for each in above(found))
                    if stage.program in _FETCH:
                        self.addresses.update(each for _, found in addresses_in(word) for each in above(bare(found)))

    def ran(self, line: Pipeline) -> bool:
        """Whether each stage was one of a pipeline that was run, in order, with no word that this did not have."""
        stages = [stage for stage in line if stage.meant]
        if any(word not in self._words for stage in line if not stage.meant for word in stage.words):
            return False
        return not stages or any(_within(stages, known) for known in self._lines.get(stages[0].program, ()))


def _within(stages: list[Stage], known: Pipeline) -> bool:
    at = 0
    for stage in stages:
        while at < len(known) and not _is_part(stage, known[at]):
            at += 1
        if at == len(known):
            return False
        at += 1
    return True


@lru_cache(maxsize=4096)
def _is_part(stage: Stage, known: Stage) -> bool:
    if stage.program != known.program:
        return False
    words = set(known.words)
    before = stage.words[: len(stage.words) - len(stage.meant)]
    program = stage.words[len(before)]
    if any(word not in words and word not in _SCAFFOLD and not _fits(word, words) for word in before) or (
        "/" in program and program not in words
    ):
        return False
    kept = {word.partition("=")[0] for word in stage.meant}
    if not kept.isdisjoint(_CHANGES) and any(
        _LIMITS.fullmatch(word) and word.partition("=")[0] not in kept for word in known.meant[1:]
    ):
        return False
    if stage.program in _DESTROYS:
        return tuple(stage.meant[1:]) == tuple(known.meant[1:])
    named = stage.program not in _INSTALLS
    return all(word in words or _fits(word, words, named=named) for word in stage.meant[1:])


def _fits(word: str, words: Iterable[str], *, named: bool = True) -> bool:
    """Whether a word with placeholders stands for one of these; a placeholder is part of one word and of one name."""
    pieces = ["", ""] if named and _NAMED.fullmatch(word) else _LOOSE.split(word)
    if len(pieces) == 1 or len(pieces) > MOST_PLACEHOLDERS + 1 or "$(" in word or "`" in word:
        return False
    whole = not any(pieces) or (pieces[0].endswith("=") and not any(pieces[1:]))
    one = r"[^\s;|&$`()<>]{1,200}" if whole else r"[^\s/;|&$`()<>]{1,100}"
    pattern = re.compile(one.join(map(re.escape, pieces)))
    return any(len(each) < LONGEST_NAME and pattern.fullmatch(each) for each in words)


def _has_place(place: str, known: set[str]) -> bool:
    place = place.rstrip("/")
    return place in known or (len(_LOOSE.split(place)[0].strip("/~.")) > 0 and _fits(place, known))


def _command_lines(step: Step) -> Iterator[str]:
    given: Mapping[str, object] = step.call.input or {}
    for name in COMMANDS:
        value = given.get(name)
        if isinstance(value, str):
            yield value
        elif value is not None:
            yield " ".join(texts(value))


def _names(step: Step) -> Iterator[str]:
    """The arguments of a call that name one thing: a file, an address."""
    given: Mapping[str, object] = step.call.input or {}
    for name, value in given.items():
        if (
            name not in COMMANDS
            and isinstance(value, str)
            and len(value) < LONGEST_NAME
            and not any(map(str.isspace, value))
        ):
            yield value


def _written(step: Step) -> Iterator[str]:
    """What a call put into a file, or ran."""
    yield from texts(step.call.input) if step.writes else _command_lines(step)


def _proposed(proposal: Proposal) -> Iterator[str]:
    """Every text that is to be written."""
    package = getattr(proposal.op, "package", None)
    if package is not None:
        yield from (decoded(content)[0] for content in package.files.values())
    for name in ("text", "annotation"):
        if isinstance(value := getattr(proposal.op, name, None), str):
            yield value


def _clauses(text: str) -> Iterator[str]:
    for clause in _CLAUSE.findall(text):
        yield from _TURNS.split(clause)


def _spaced(clauses: Iterable[str]) -> str:
    """Clauses as words with a space on either side, without the signs around them; none goes on in the next."""
    told = (" ".join(word.strip("`\"'()[].,;:!?*") for word in clause.split()) for clause in clauses)
    return " \n ".join(["", *told, ""])
