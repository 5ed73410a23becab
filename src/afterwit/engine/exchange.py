"""Skills in and out: folders of Agent Skills packages, and whole skillbooks."""

import os
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path

import msgspec

from afterwit.engine.decisions import person
from afterwit.engine.kernel import Kernel
from afterwit.engine.review_and_learn import decide
from afterwit.engine.skillbook import domain_descriptions, refresh, say_of_domains
from afterwit.errors import BadProposal, BadSkill, WriteFailed, WrongUse
from afterwit.judge.safety import SafetyGate
from afterwit.keep.book_layout import MANIFEST, METRICS, export_book, import_book, no_text, told_of_domains
from afterwit.keep.domains import DOMAINS
from afterwit.keep.outside import write_out
from afterwit.keep.zone import Zone
from afterwit.model.domain import folder
from afterwit.model.package import MAIN, Package, State
from afterwit.model.proposal import AddLesson, CreateSkill
from afterwit.model.skill import Metrics, Skill
from afterwit.model.skill_document import read
from afterwit.model.verdict import Outcome, Overrule

AS_IS = frozenset({"boundary", "safety"})
"""The gates that judge what a person takes in as it is; the others only report."""
DUPLICATE = "duplicate"
WRITTEN = ".afterwit-skills.json"
"""The manifest of exported packages."""
BOOK_FOLDER = MANIFEST.split("/", maxsplit=1)[0]
LONGEST = 255
"""The most bytes of a name that file systems take: with a longer one, no gate could look whether it is there."""
TOO_LONG = f"Its name has more than {LONGEST} bytes: give it a shorter one."
LINK = "It is a symbolic link, and none is followed: name what it leads to instead."


class Found(msgspec.Struct, frozen=True, kw_only=True):
    """A skill that is to be taken in, or what could not be read."""

    path: Path
    package: Package | None = None
    problem: str = ""
    """Why there is no package."""
    metrics: Metrics = Metrics()
    ours: bool = False
    """Whether it is of a book that we exported: what lay side by side there may do so again."""
    domain: tuple[str, str] = ("", "")
    """Its domain, and what its book says of that."""


class Taken(msgspec.Struct, kw_only=True):
    """What became of all that was found."""

    outcomes: list[Outcome] = msgspec.field(default_factory=list[Outcome])
    problems: list[str] = msgspec.field(default_factory=list[str])


def packages_in(place: Path, kernel: Kernel, *, as_is: bool) -> Iterator[Found]:
    """Every skill below a folder: of a skillbook, or each folder that has a SKILL.md; what is no skill says why."""
    if not place.is_dir():
        raise WrongUse(f"There is no folder {place}: name one that holds skills.")
    if (place / DOMAINS).is_file():
        yield from _of_book(place, kernel)
    else:
        yield from _of_folders(place, kernel, as_is=as_is)


def take_in_all(
    found: Iterable[Found], kernel: Kernel, *, state: State | None, as_is: bool, advance: Callable[[int], None]
) -> Taken:
    """Take in one after the other; what was kept is in the views too, wherever this ends."""
    taken = Taken()
    said: dict[str, str] = {}
    try:
        for each in found:
            if each.package is None:
                taken.problems.append(f"{each.path}: {each.problem}")
            elif len(each.package.name.encode("utf-8", "replace")) > LONGEST:
                taken.problems.append(f"{each.path}: {TOO_LONG}")
            else:
                try:
                    outcome = take_in(each, each.package, kernel, state=state, as_is=as_is)
                except BadProposal as problem:
                    taken.problems.append(f"{each.path}: {problem}")
                else:
                    taken.outcomes.append(outcome)
                    said |= [each.domain] if all(each.domain) and outcome.fate == "applied" else ()
            advance(1)
    finally:
        say_of_domains(said, kernel)
        refresh(kernel)
    return taken


def take_in(found: Found, package: Package, kernel: Kernel, *, state: State | None, as_is: bool) -> Outcome:
    """Judge a foreign package as a person's act, and keep it."""
    overrule = None
    if as_is:
        reported = frozenset(kernel.config.judge.gates) - AS_IS
        overrule = Overrule(gates=reported, reason="Imported as it is.", by=kernel.user)
    elif found.ours and kernel.book.skill(package.name) is None:
        overrule = Overrule(gates=frozenset({DUPLICATE}), reason="Imported with its skillbook.", by=kernel.user)
    outcome = decide(person(CreateSkill(package=package, state=state), kernel, "Imported."), kernel.rooms, overrule)
    if outcome.fate == "applied" and found.metrics != Metrics() and kernel.ratings.metrics(package.name) == Metrics():
        kernel.ratings.count(package.name, found.metrics)
    return outcome


def write_book(place: Path, kernel: Kernel) -> int:
    """Write the active skills as a skillbook folder; give their number."""
    skills = list(_active(kernel))
    fared = ((skill.package, kernel.ratings.metrics(skill.name)) for skill in skills)
    write_out(place, export_book(fared, domain_descriptions(kernel)), (), MANIFEST)
    return len(skills)


def write_packages(place: Path, kernel: Kernel) -> int:
    """Write the active skills as Agent Skills packages, a folder each; give their number."""
    files = {WRITTEN: b"{}"}
    executable = set[str]()
    number = 0
    for number, skill in enumerate(_active(kernel), start=1):  # noqa: B007 - the last is the number of all
        files |= {f"{skill.name}/{path}": content for path, content in skill.package.files.items()}
        executable |= {f"{skill.name}/{path}" for path in skill.package.executable}
    write_out(place, files, executable, WRITTEN)
    return number


def _active(kernel: Kernel) -> Iterator[Skill]:
    """The active skills that are there now, and whole: others may be at work in the folder."""
    for entry in kernel.index.entries("active"):
        try:
            skill = kernel.book.at("active", entry.name)
        except BadSkill:  # `doctor` tells of it
            continue
        if skill is not None:
            yield skill


def _of_book(place: Path, kernel: Kernel) -> Iterator[Found]:
    files: dict[str, bytes] = {}
    for path in _files(place):
        if path.is_symlink():
            yield Found(path=path, problem=LINK)
            continue
        try:
            files[path.relative_to(place).as_posix()] = path.read_bytes()
        except OSError as error:
            yield Found(path=path, problem=_cannot(error))
    for name in no_text(files):
        del files[name]
        yield Found(path=place / name, problem="It is no UTF-8 text: mend or remove it.")
    try:
        skills = import_book(files)
    except WrongUse as problem:
        yield Found(path=place, problem=str(problem))
        return
    said = {domain: words for domain, words in told_of_domains(files).items() if _is_safe(words, kernel)}
    for package, metrics in skills:
        domain = folder(read(package.text).domain)
        yield Found(
            path=place / package.name,
            package=package,
            metrics=metrics,
            ours=MANIFEST in files,
            domain=(domain, said.get(domain, "")),
        )


def _files(place: Path) -> Iterator[Path]:
    """What may belong to a book: not what else lies beside it, such as a repository's own files."""
    failed: list[OSError] = []
    for above, folders, names in os.walk(place, onerror=failed.append):
        here = Path(above)
        if here == place:
            folders[:] = [name for name in folders if not name.startswith(".") or name == BOOK_FOLDER]
            names[:] = [name for name in names if name in {DOMAINS, METRICS}]
        folders.sort()
        yield from sorted(here / name for name in (*names, *folders) if name in names or (here / name).is_symlink())
    yield from (Path(error.filename) for error in failed)


def _is_safe(words: str, kernel: Kernel) -> bool:
    """What is said of a domain is in every context, so it is judged as any other text that is kept."""
    proposal = person(AddLesson(text=words), kernel)
    return SafetyGate(kernel.config.judge).judge(proposal, kernel.rooms.view).passed


def _of_folders(place: Path, kernel: Kernel, *, as_is: bool) -> Iterator[Found]:
    """The folders that hold a SKILL.md; what is below one belongs to it."""
    left = [place]
    while left:
        path = left.pop()
        try:
            if path != place and path.is_symlink():
                yield Found(path=path, problem=LINK)
            elif (path / MAIN).is_file():
                yield Found(path=path, package=_package(path, kernel, as_is=as_is))
            else:
                left += sorted((entry for entry in path.iterdir() if _leads_on(entry)), reverse=True)
        except (BadSkill, WriteFailed) as problem:
            yield Found(path=path, problem=str(problem))
        except OSError as error:
            yield Found(path=path, problem=_cannot(error))


def _leads_on(entry: Path) -> bool:
    """Whether there may be skills in it; a link to nowhere may have led to some."""
    return entry.name != ".git" and (entry.is_dir() or (entry.is_symlink() and not entry.exists()))


def _package(found: Path, kernel: Kernel, *, as_is: bool) -> Package:
    found = found.resolve()
    limits = kernel.config.judge
    tree = Zone(found.parent, max_files=limits.max_files, max_bytes=limits.max_bytes).read(found.name)
    if tree is None or MAIN not in tree.files:
        raise BadSkill(str(found), ["it has gone"])
    text = tree.files[MAIN].decode("utf-8", "replace")
    name = folder(found.name) if as_is else read(text).name
    return Package(name=name, files=tree.files, executable=tree.executable)


def _cannot(error: OSError) -> str:
    return f"It cannot be read ({error.strerror}): check its permissions."
