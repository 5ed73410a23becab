"""The boundary: what may be written at all, by whom, and where. The one gate that nobody overrules."""

from collections.abc import Generator, Iterator, Mapping
from fnmatch import fnmatchcase

from afterwit.config import Judge
from afterwit.judge.places import is_usual, package_problems, part_problem
from afterwit.judge.validity import format_problems
from afterwit.model.package import MAIN, Package, SourceClass
from afterwit.model.proposal import (
    MOVES,
    AddLesson,
    AddMemory,
    AnnotateSkill,
    CreateSkill,
    Decision,
    MergeSkills,
    MoveSkill,
    PinSkill,
    Proposal,
    RemoveMemory,
    ReplaceMemory,
    RetireLesson,
    UndoChange,
    UpdateSkill,
)
from afterwit.model.skill import Skill
from afterwit.model.skill_document import read
from afterwit.model.skill_name import LONGEST_NAME, folded, name_problems
from afterwit.model.verdict import Finding, Verdict
from afterwit.ports import View

CLASSES: Mapping[str, SourceClass] = {
    "learned": "learned", "custom": "custom", "manual": "manual", "hub": "hub",
    "core": "core", "platform": "core", "bundled": "core", "generated": "core", "codegen": "core",
}  # fmt: skip
"""What a skill may say of its source, and what that makes it."""

TOLD = 5
"""So many problems are told in the reason; all are among the findings."""

BY_MACHINE = frozenset({"archive", "prune"})
"""The moves that need no person: both can be taken back."""


def source_class(name: str, metadata: Mapping[str, str], config: Judge, installed: frozenset[str]) -> SourceClass:
    """Where a skill comes from: what the settings and the installation say counts more than what it says itself."""
    plain = folded(name[: 4 * LONGEST_NAME])
    if plain in {folded(each) for each in installed} or any(fnmatchcase(plain, folded(core)) for core in config.core):
        return "core"
    said = CLASSES.get(metadata.get("source", "").strip().lower())
    if said:
        return said
    return "learned" if plain.startswith(folded(config.prefix)) else "manual"


class BoundaryGate:
    """Lets nothing out of the zone, and nobody at what is not theirs."""

    name = "boundary"

    def __init__(self, config: Judge, installed: frozenset[str] = frozenset(), body_bytes: int = 8000) -> None:
        self._config = config
        self._installed = installed
        self._body_bytes = body_bytes

    def judge(self, proposal: Proposal, view: View) -> Verdict:
        """No if anything at all is wrong; every problem is told."""
        findings = tuple(self._problems(proposal, view))
        if not findings:
            return Verdict(gate=self.name, passed=True, reason="It stays within what may be written.")
        told = "; ".join(f"{each.where} {each.what}".strip() for each in findings[:TOLD])
        more = f"; and {len(findings) - TOLD} more" if len(findings) > TOLD else ""
        return Verdict(
            gate=self.name,
            passed=False,
            reason=f"It goes beyond what may be written: {told}{more}.",
            measured={"problems": len(findings)},
            findings=findings,
        )

    def _problems(self, proposal: Proposal, view: View) -> Iterator[Finding]:  # noqa: C901, PLR0912 - a case an operation
        person = proposal.author == "person"
        match proposal.op:
            case CreateSkill() as op:
                yield from self._create(op, view, person=person)
            case UpdateSkill(package=package):
                yield from self._change(package, view, person=person)
            case MergeSkills(package=package, source=source):
                yield from self._change(package, view, person=person)
                yield from self._existing(source, view)
                if folded(source) == folded(package.name):
                    yield Finding("", "a skill cannot be merged with itself")
            case AnnotateSkill(name=name):
                yield from self._existing(name, view)
            case MoveSkill(name=name, decision=decision):
                yield from self._moved(name, decision, view)
                if not person and decision not in BY_MACHINE:
                    yield Finding("", f"only a person may {decision} a skill")
                elif not person and (skill := view.at(MOVES[decision][0], name)) and skill.source != "learned":
                    yield Finding("", f"only a person may {decision} what a person brought")
            case PinSkill(name=name, pinned=pinned):
                yield from self._existing(name, view, unpin=person)
                if not person:
                    yield Finding("", f"only a person may {'pin' if pinned else 'unpin'} a skill")
            case AddLesson(text=text, scope=scope):
                yield from _scope(scope)
                if len(text.splitlines()) != 1:
                    yield Finding("", "a lesson is one line")
            case RetireLesson(scope=scope):
                yield from _scope(scope)
            case AddMemory(memory=memory) | ReplaceMemory(memory=memory) | RemoveMemory(memory=memory):
                yield from (Finding("", problem) for problem in name_problems(memory))
            case UndoChange():
                if not person:
                    yield Finding("", "only a person may take a change back")

    def _create(self, op: CreateSkill, view: View, *, person: bool) -> Iterator[Finding]:
        package = op.package
        yield from (Finding("", problem) for problem in name_problems(package.name))
        yield from self._package(package, None, person=person)
        if not person:
            if not package.name.startswith(self._config.prefix):
                yield Finding("", f"a learned skill's name begins with {self._config.prefix}")
            if op.state not in {None, "pending"}:
                yield Finding("", f"only a person or the publish policy makes a new skill {op.state}")
        metadata = read(package.text).metadata
        if source_class(package.name, metadata, self._config, self._installed) == "core":
            yield Finding("", f"{package.name} is a core skill or says that it is one: those are never written")
        if not person and metadata.get("pinned"):
            yield Finding(MAIN, "says that it is pinned: only a person pins a skill")
        if not person and metadata.get("replaces"):
            yield Finding(MAIN, "says that it replaces another skill: only a merge does")
        if not person and metadata.get("source", "learned") != "learned":
            yield Finding(MAIN, "says that it comes from elsewhere: what a machine writes is learned")
        existing = view.skill(package.name) if not any(name_problems(package.name)) else None
        if existing and existing.package.digest() != package.digest():
            yield from self._untouchable(existing)

    def _change(self, package: Package, view: View, *, person: bool) -> Iterator[Finding]:
        current = yield from self._existing(package.name, view)
        yield from self._package(package, current, person=person)
        if current is None:
            return
        before, after = read(current.package.text).metadata, read(package.text).metadata
        for field in ("source", "pinned", "replaces"):
            if before.get(field, "") != after.get(field, ""):
                yield Finding(MAIN, f"changes {field} in the metadata, which an update may not")
        if source_class(package.name, after, self._config, self._installed) != current.source:
            yield Finding(MAIN, f"is no longer of the class {current.source}, which an update may not change")

    def _moved(self, name: str, decision: Decision, view: View) -> Iterator[Finding]:
        """What is wrong with the skill that moves, and with those that make room for it."""
        skill = None if any(_place_problems(name)) else view.at(MOVES[decision][0], name)
        if skill is None:
            # Where one of this name has another state, the store says so: it alone can look and move at once.
            yield from self._existing(name, view)
            return
        replaced = read(skill.package.text).metadata.get("replaces", "")
        names = {"approve": (name, replaced), "restore": (name,)}.get(decision, ())
        sound = (each for each in names if not any(_place_problems(each)))
        for each in (skill, *(view.at("active", other) for other in sound)):
            yield from self._untouchable(each) if each else ()

    def _existing(self, name: str, view: View, *, unpin: bool = False) -> Generator[Finding, None, Skill | None]:
        if problems := tuple(_place_problems(name)):
            yield from problems
            return None
        skill = view.skill(name)
        if skill is None or skill.name != name:
            yield Finding("", f"there is no skill {name!a}: create it, or name one that is there")
            return None
        yield from self._untouchable(skill, unpin=unpin)
        return skill

    def _untouchable(self, skill: Skill, *, unpin: bool = False) -> Iterator[Finding]:
        metadata = read(skill.package.text).metadata
        if "core" in {skill.source, source_class(skill.name, metadata, self._config, self._installed)}:
            yield Finding("", f"{skill.name} is a core skill: those are never changed")
        if skill.pinned and not unpin:
            yield Finding("", f"{skill.name} is pinned: a person can unpin it")

    def _package(self, package: Package, current: Skill | None, *, person: bool) -> Iterator[Finding]:
        yield from package_problems(package, max_files=self._config.max_files, max_bytes=self._config.max_bytes)
        if not person:
            known = current.package.files if current else {}
            for path in sorted(package.files):
                if path not in known and not is_usual(path):
                    yield Finding(ascii(path)[1:-1], "is new and not in scripts/, references/ or assets/")
        try:
            text = package.files.get(MAIN, b"").decode()
        except UnicodeDecodeError as error:
            yield Finding(MAIN, f"is no valid UTF-8 (byte {error.start})")
            return
        if not person:
            yield from self._form(text, current)
        if person and current is None:
            return  # what others wrote is taken in under the name of its folder
        said = read(text).fields.get("name", "")
        if said not in (package.name, read(current.package.text).fields.get("name", "") if current else package.name):
            yield Finding(
                MAIN, f"is named {ascii(said)[:80]} in its frontmatter, and its folder {ascii(package.name)[:80]}"
            )

    def _form(self, text: str, current: Skill | None) -> Iterator[Finding]:
        """What a machine's SKILL.md is refused for; what was so before it came is not its doing."""
        before = current.package.text if current else ""
        known = frozenset(format_problems(before)) if before else frozenset[str]()
        yield from (Finding(MAIN, problem) for problem in format_problems(text) if problem not in known)
        size = len(text.encode())
        if size > max(self._body_bytes, len(before.encode())):
            yield Finding(MAIN, f"has {size:,} bytes: the most is {self._body_bytes:,}, more goes into references/")


def _place_problems(name: str) -> Iterator[Finding]:
    """What is wrong with the name of a skill that is said to be there, whose folder others may have named."""
    problem = part_problem(name) if name else "is empty"
    if problem or "/" in name:
        yield Finding("", f"the name {name[:80]!a} {problem or 'has a slash in it'}")


def _scope(scope: str) -> Iterator[Finding]:
    if scope:
        yield from (Finding("", problem) for problem in name_problems(scope))
