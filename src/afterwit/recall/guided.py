"""Guide: what a skill tells to do and what it warns of, as far as it can be seen in what an agent then does.

Commands stand in code spans and fences; calls of tools as the mechanical learner words them. What comes first in the
text is not always what comes first in time, so only which of them there are counts, not their order.
"""

import re
from collections.abc import Iterator, Sequence
from functools import cached_property
from itertools import islice

import msgspec
import re2

from afterwit.model import markdown, skill_sections
from afterwit.model.event import Event
from afterwit.model.package import Package
from afterwit.model.skill_document import Document, read
from afterwit.model.skill_draft import reference
from afterwit.model.step import Step
from afterwit.model.way import ALIKE, PLAIN, Way, ways_of
from afterwit.recall.in_code import Code, codes_in

LONGEST_TEXT = 40_000
"""Characters of a skill that are looked at."""
MOST_COMMANDS = 40
"""So many commands of one skill are looked for."""
MOST_CODES = 200
"""So many pieces of code in one item of a list are looked at."""
SHORTEST_ERROR = 6
NO_PROGRAMS = frozenset(
    """import from def class return const let var function fn func async await if else elif for while do try except
    catch switch case new print type interface export public private static struct enum package the a an and or not no
    is in to with""".split()  # noqa: SIM905 - words read best as text
)
"""What begins a line of code or of prose, and is no program anybody would name."""
KNOWN = PLAIN.union(*ALIKE, {"git", "ruff", "tox", "nox", "ctest", "vitest", "mocha", "biome", "pre-commit", "prek"})
"""Programs that are known by their name alone."""

CHECKERS = frozenset(
    """pytest jest eslint tsc mypy pyright prettier black flake8 pylint gofmt javac gcc clang cmake psql sqlite3 mysql
    rsync""".split()  # noqa: SIM905
)
EVERYDAY = PLAIN - CHECKERS
"""Programs that are run all day: bare, they say nothing, and in a pipe they only pass on what another works on."""
ANYWHERE = EVERYDAY.union(*ALIKE, {"git", "gh", "cargo", "go", "kubectl", "sudo", "open"})
"""Programs that agents run in whatever project, so that one run of them hardly comes of one skill."""

_STANDS_FOR = re.compile(r"<[^<>\s]{1,40}>")
_PROGRAM = re.compile(r"[a-z0-9][a-z0-9._+-]*\Z")
_FILE = re.compile(r"\.(?:md|json|toml|ya?ml|txt|lock|cfg|ini|ts|js|rs|go|html|css)\Z")
_AGAINST = re2.compile(
    r"(?i)\bnot\b|\bnever\b|n['\x{2019}]t\b|\bavoid|\binstead of\b|\brather than\b|\bwithout\b|\bwrong\b|\bbad\b|"
    r"\bno longer\b|[\x{274c}\x{2717}\x{2718}]"
)
_FORBIDS = re2.compile(
    r"(?i)(?:\bnot|\bnever|n['\x{2019}]t) (?:run|use|call|execute|try|do)\b|\b(?:instead of|rather than)\b"
)
_NOT_AGAINST = re2.compile(r"(?i)\bnot (?:only|just|forget|hesitate)\b|n['\x{2019}]t (?:forget|hesitate)\b")
_TELLS = re2.compile(
    r"(?i)\b(?:run|use|call|execute|do|try|invoke|type|enter|start|then|first|prefer|with|and|via)\W*$"
)
_RUNS = re2.compile(r"(?i)\b(?:run|execute|invoke|type|enter|start)\W*$")
_PREFERS = re2.compile(r"(?i)^\W*(?:instead|use|run|prefer|rather|better)\b")
_MAY = re2.compile(r"(?i)^\W*(?:if|when|where|unless|optional|optionally|for|in case|should)\b")
_OR = re2.compile(r"(?i)\bor\b|\balternatively\b|\botherwise\b|\beither\b")
_FAILS = re2.compile(r"(?i)\bfail|\berror|\bdoes not (?:work|give)|\bdoesn['\x{2019}]t work|\bis refused")
_BROKEN = re2.compile(r"(?i)^\W{0,3}(?:fails|does not work|doesn['\x{2019}]t work|is wrong|is not enough)\b")
_QUOTED = re2.compile("\u201c([^\u201c\u201d]{4,400})\u201d")
_FOLDED = re.compile(r"<[a-z]{1,12}>|\u2026|\.\.\.")
_CALL = re2.compile(r"(?i)^(?:first |then |or )?(?:call )?([\w.:-]{1,64})((?: with(?:out)? [^.\x{201c}]{1,400})?)[.,]")
_CALLS = re2.compile(r"(?i)^(?:first |then )?call |^or [\w.:-]{1,64} with")
_FAILING_CALL = re2.compile(
    r"^([\w.:-]{1,64})( with(?:out)? [^.\x{201c}]{1,400}?)? (?:at once )?(?:fails with|does not give)\b"
)


class Told(msgspec.Struct, frozen=True, kw_only=True, dict=True):
    """One command or call that a skill names."""

    way: Way
    text: str
    """As it stands there."""
    without: frozenset[str] = frozenset()
    """The words that what is warned of has in its place; of a tool, arguments that it is to be called without."""
    telling: frozenset[str] = frozenset()
    """The words that make the difference to what the skill warns of."""
    fails: bool = False
    """Of what is warned of: whether it is said to fail. Then it is no mistake where it worked."""

    @cached_property
    def options(self) -> frozenset[str]:
        """The options that it is to have."""
        return _options(self.way.options)

    @cached_property
    def literal(self) -> tuple[str, ...]:
        """What it works on, where that tells it from other runs of the same program; half of it is enough."""
        words = tuple(word for word in self.way.operands if not _is_placeholder(word))
        if self.way.program in PLAIN:
            return words
        # Of a program that is rarely run its name and options tell enough, and files in an example are an example's.
        return () if self.way.options else tuple(word for word in words if "." not in word and "/" not in word)

    def begins(self, verb: tuple[str, ...]) -> bool:
        """Whether it leaves open what a verb goes on with: `npm run <script>` is `npm run build` as well."""
        own = self.way.verb
        return 0 < len(own) < len(verb) and verb[: len(own)] == own and any(map(_is_placeholder, self.way.operands))


class Deed(msgspec.Struct, frozen=True, dict=True):
    """One way that an agent went."""

    step: Step
    way: Way

    @cached_property
    def options(self) -> frozenset[str]:
        """The options it had."""
        return _options(self.way.options)

    @cached_property
    def given(self) -> frozenset[str]:
        """Every word of it."""
        return frozenset((*self.way.full, *self.way.words, *self.way.options))

    @cached_property
    def had(self) -> frozenset[str]:
        """What it worked on, and the pieces of that."""
        return self.way.pieces.union(self.way.operands)


class Part(msgspec.Struct, frozen=True, kw_only=True):
    """One thing to do; of several ways to do it one is enough."""

    ways: tuple[Told, ...]
    needed: bool = True
    """Whether it is to be done in any case."""


class Guide(msgspec.Struct, frozen=True, kw_only=True):
    """What can be seen of a skill in events."""

    parts: tuple[Part, ...] = ()
    against: tuple[Told, ...] = ()
    errors: tuple[str, ...] = ()
    """What the failures say that it helps against, in small letters."""

    def failed_the_same_way(self, output: str) -> bool:
        """Whether an output has the error that the skill is about."""
        said = output.casefold()
        return any(error in said for error in self.errors)


def guide_of(package: Package) -> Guide:
    """The guide of a skill, however odd; one without commands is empty."""
    document = read(package.text[:LONGEST_TEXT])
    guidance = _section(document, package, "Guidance")
    parts, warned = _parts(guidance or _own_words(document), all_of_it=bool(guidance))
    warned += _warnings(_section(document, package, "Anti-patterns"))
    against = tuple(warned[:MOST_COMMANDS])
    told = [
        Part(ways=tuple(_telling(way, against) for way in part.ways), needed=part.needed)
        for part in parts[:MOST_COMMANDS]
    ]
    quoting = (document.description, document.section("Situation"), document.section("Anti-patterns"))
    return Guide(parts=tuple(told), against=against, errors=tuple(_errors("\n".join(quoting))))


def is_done(told: Told, deed: Deed) -> bool:
    """Whether a deed is what a skill tells: the same program, told the same, with its options."""
    aim, way = told.way, deed.way
    if aim.shell != way.shell or plain(aim.program) != plain(way.program):
        return False
    if not aim.shell:
        return aim.options <= way.options and told.without.isdisjoint(way.options)
    if not told.options <= deed.options or not told.telling <= deed.given or not told.without.isdisjoint(deed.given):
        return False
    if (way.asks and not aim.asks) or not (aim.verb == way.verb or told.begins(way.verb)):
        return False
    shared = sum(word in deed.had or word.rpartition("/")[2] in deed.had for word in told.literal)
    return 2 * shared >= len(told.literal)


def plain(program: str) -> str:
    """A program by the name that both its versions have: `python` for `python3`."""
    return program.removesuffix("3")


def _section(document: Document, package: Package, name: str) -> str:
    """A section with what was moved out of it for want of room."""
    moved = package.files.get(reference(name), b"")[:LONGEST_TEXT].decode("utf-8", "replace")
    rest = markdown.unescaped(moved.partition("\n")[2]) if moved else ""
    return f"{document.section(name)}\n{rest}".strip()[:LONGEST_TEXT]


def _own_words(document: Document) -> str:
    """The body of a skill that has no guidance, without the sections that tell of something else."""
    kept, at = list[str](), 0
    for place in skill_sections.places(document.body).values():
        if place.heading.start >= at:
            kept.append(document.body[at : place.heading.start])
            at = place.next
    return "".join((*kept, document.body[at:]))


def _parts(text: str, *, all_of_it: bool) -> tuple[list[Part], list[Told]]:
    """The things that a text tells to do, and those that it tells not to."""
    parts: list[Part] = []
    warned: list[Told] = []
    for item in markdown.items_of(text):
        may = _MAY.search(item) is not None
        if len(parts) + len(warned) > MOST_COMMANDS:
            break
        for code in islice(codes_in(item), MOST_CODES):
            commands = _commands(code.text, named=code.fence or _RUNS.search(code.lead) is not None)
            if not code.fence and _is_against(code):
                fails = _FAILS.search(code.after) is not None
                warned += [msgspec.structs.replace(each, fails=fails) for each in commands]
                continue
            commands = [each for each in commands if each.options or each.literal or each.way.program not in EVERYDAY]
            needed = all_of_it and not may and (code.fence or not code.lead.strip() or bool(_TELLS.search(code.lead)))
            if commands and parts and not code.fence and _OR.search(code.between):
                parts[-1] = msgspec.structs.replace(parts[-1], ways=(*parts[-1].ways, *commands))
            else:
                parts += [Part(ways=(each,), needed=needed) for each in commands]
        if call := _call(item, parts):
            parts = call
    return (parts if all_of_it else _own(parts)), warned


def _own(parts: list[Part]) -> list[Part]:
    """Of what is merely offered, that which the skill is about: not how it is installed or how work is committed."""
    own = [part for part in parts if any(way.way.program not in ANYWHERE for way in part.ways)]
    return own or parts


def _call(item: str, parts: list[Part]) -> list[Part]:
    """The parts with the call of a tool that an item asks for in words; empty where it asks for none."""
    if "`" in item or _CALLS.search(item) is None or (found := _CALL.search(item)) is None:
        return []
    told = _tool(found[1], found[2])
    if told is None:
        return []
    if parts and item[:3].casefold() == "or ":
        return [*parts[:-1], msgspec.structs.replace(parts[-1], ways=(*parts[-1].ways, told))]
    return [*parts, Part(ways=(told,))]


def _warnings(text: str) -> list[Told]:
    """What a section of warnings names; the first command of an item is always meant."""
    warned: list[Told] = []
    for item in markdown.items_of(text):
        fails = _FAILS.search(item) is not None
        first = True
        if len(warned) > MOST_COMMANDS:
            break
        for code in islice(codes_in(item), MOST_CODES):
            if first or not _PREFERS.search(code.lead) or _AGAINST.search(code.lead):
                commands = _commands(code.text, named=first)
                warned += [msgspec.structs.replace(each, fails=fails) for each in commands]
            first = False
        if first and (found := _FAILING_CALL.search(item)) is not None and (told := _tool(found[1], found[2] or "")):
            warned.append(msgspec.structs.replace(told, fails=True))
    return warned


def _is_against(code: Code) -> bool:
    said = _NOT_AGAINST.sub("", code.lead)
    # In “if it is not there run …” the condition is denied, not the command.
    denied = _FORBIDS if _MAY.search(said) else _AGAINST
    return denied.search(said) is not None or _BROKEN.search(code.after) is not None


def _commands(text: str, *, named: bool) -> list[Told]:
    """The commands that a piece of code runs; none where it is a name, a flag or some other code."""
    # A shell would take the signs of a placeholder for redirections.
    call = Event(kind="tool_call", tool="shell", input={"command": _STANDS_FOR.sub("\u2026", text)})
    step = Step(session="", call=call, result=Event(kind="tool_result"))
    every, heads = ways_of(step)
    ways = [way for way in every if way.program not in EVERYDAY] or heads
    return [Told(way=way, text=text) for way in ways if text and _is_command(way, named=named)]


def _is_command(way: Way, *, named: bool) -> bool:
    program, *rest = way.words
    if _PROGRAM.match(program) is None or program in NO_PROGRAMS or program.isdigit():
        return False
    if not rest:
        return (named or program in KNOWN) and _FILE.search(program) is None
    return rest[0][-1:] not in {":", ","} and rest[0] not in {"=", ":=", "==", "=>", "->", "{", "in", "is"}


def _tool(name: str, arguments: str) -> Told | None:
    """A call of a tool in words: with these arguments, without those; None where a value is what matters."""
    given: dict[str, set[str]] = {"with": set(), "without": set()}
    side = "with"
    for word in arguments.replace(",", " ").split():
        if word in given:
            side = word
        elif word == "another":
            return None
        elif word != "and":
            given[side].add(word)
    words = (name, *sorted(given["with"]))
    way = Way(
        program=name, verb=(), options=frozenset(given["with"]), operands=(), words=words, full=words, shell=False
    )
    return Told(way=way, text=f"{name}{arguments}".strip(), without=frozenset(given["without"]))


def _telling(told: Told, against: Sequence[Told]) -> Told:
    """The same with the words that set it off from what is warned of: a wrapper; options, else what it works on."""
    aim = told.way
    telling, without = set[str](), set(told.without)
    for other in (each.way for each in against if each.way.program == aim.program and aim.shell):
        ours, theirs = aim.options, other.options
        if ours == theirs:
            ours, theirs = _literal(aim), _literal(other)
        ours, theirs = ours | _wrapper(aim), theirs | _wrapper(other)
        telling |= ours - theirs
        without |= theirs - ours
    return msgspec.structs.replace(told, telling=frozenset(telling), without=frozenset(without - telling))


def _wrapper(way: Way) -> frozenset[str]:
    """What stands before the program that is meant: `uv run`."""
    return frozenset(way.full[: len(way.full) - len(way.words)])


def _literal(way: Way) -> frozenset[str]:
    """The words of a way that stand for themselves."""
    return frozenset(word for word in (*way.full, *way.words) if not _is_placeholder(word))


def _errors(text: str) -> Iterator[str]:
    """The longest stretch of each quoted error that is the same wherever it is met."""
    seen: set[str] = set()
    for quoted in _QUOTED.findall(text)[:MOST_COMMANDS]:
        longest = max((part.strip(" .:") for part in _FOLDED.split(quoted)), key=len).casefold()
        if len(longest) >= SHORTEST_ERROR and longest not in seen:
            seen.add(longest)
            yield longest


def _options(options: frozenset[str]) -> frozenset[str]:
    """Options with `-rf` as `-r` and `-f`, without those that only stand for some."""
    found: set[str] = set()
    for option in options:
        if _is_placeholder(option):
            continue
        short = len(option) in {3, 4} and option[1] != "-" and option[1:].isalpha()
        found.update(f"-{letter}" for letter in option[1:]) if short else found.add(option)
    return frozenset(found)


def _is_placeholder(word: str) -> bool:
    name = len(word) > 1 and word[0].isalpha() and word.isupper()
    return name or "..." in word or any(sign in word for sign in "<>{}$\u2026*")
