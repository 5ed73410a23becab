"""The boundary: what may be written at all, by whom, and where. The one gate that nobody overrules."""

from collections.abc import Generator, Iterator, Mapping
from fnmatch import fnmatchcase

from afterwit.config import Judge
from afterwit.judge.places import LONGEST_NAME, folded, is_usual, name_problems, package_problems, part_problem
from afterwit.model.package import MAIN, Package, SourceClass
from afterwit.model.proposal import (
    AddLesson,
    AddMemory,
    AnnotateSkill,
    CreateSkill,
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

    def __init__(self, config: Judge, installed: frozenset[str] = frozenset()) -> None:
        self._config = config
        self._installed = installed

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
                yield from self._existing(name, view)
                if not person and decision not in BY_MACHINE:
                    yield Finding("", f"only a person may {decision} a skill")
            case PinSkill(name=name, pinned=pinned):
                yield from self._existing(name, view, unpin=not pinned)
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
        for field in ("source", "pinned"):
            if before.get(field, "") != after.get(field, ""):
                yield Finding(MAIN, f"changes {field} in the metadata, which an update may not")
        if source_class(package.name, after, self._config, self._installed) != current.source:
            yield Finding(MAIN, f"is no longer of the class {current.source}, which an update may not change")

    def _existing(self, name: str, view: View, *, unpin: bool = False) -> Generator[Finding, None, Skill | None]:
        problem = part_problem(name) if name else "is empty"
        if problem or "/" in name:
            yield Finding("", f"the name {name[:80]!a} {problem or 'has a slash in it'}")
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
        if person and current is None:
            return  # what others wrote is taken in under the name of its folder
        said = read(text).fields.get("name", "")
        if said not in (package.name, read(current.package.text).fields.get("name", "") if current else package.name):
            yield Finding(
                MAIN, f"is named {ascii(said)[:80]} in its frontmatter, and its folder {ascii(package.name)[:80]}"
            )


def _scope(scope: str) -> Iterator[Finding]:
    if scope:
        yield from (Finding("", problem) for problem in name_problems(scope))
