"""Skills in and out: folders of Agent Skills packages, and whole skillbooks."""

import secrets
import shutil
from collections.abc import Iterator
from pathlib import Path

from afterwit.engine.decisions import person
from afterwit.engine.kernel import Kernel
from afterwit.engine.review_and_learn import decide
from afterwit.errors import BadSkill, WrongUse
from afterwit.keep.book_layout import export_book, import_book
from afterwit.keep.domains import DOMAINS, folder
from afterwit.keep.zone import Zone
from afterwit.model.package import MAIN, Package, State
from afterwit.model.proposal import CreateSkill
from afterwit.model.skill import Metrics
from afterwit.model.skill_document import read
from afterwit.model.verdict import Outcome, Overrule

AS_IS = frozenset({"boundary", "safety"})
"""The gates that judge what a person takes in as it is; the others only report."""

Found = Iterator[tuple[Path, Package | BadSkill, Metrics]]


def packages_in(place: Path, kernel: Kernel, *, as_is: bool) -> Found:
    """Every skill below a folder: of a skillbook, or each folder that has a SKILL.md; what is no skill says why."""
    if not place.is_dir():
        raise WrongUse(f"There is no folder {place}: name one that holds skills.")
    if (place / DOMAINS).is_file():
        yield from _of_book(place)
        return
    for found in _with_main(place):
        try:
            yield found, _package(found, kernel, as_is=as_is), Metrics()
        except BadSkill as problem:
            yield found, problem, Metrics()


def take_in(package: Package, metrics: Metrics, kernel: Kernel, *, state: State | None, as_is: bool) -> Outcome:
    """Judge a foreign package as a person's act, and keep it."""
    reported = frozenset(kernel.config.judge.gates) - AS_IS
    overrule = Overrule(gates=reported, reason="Imported as it is.", by=kernel.user) if as_is else None
    outcome = decide(person(CreateSkill(package=package, state=state), kernel, "Imported."), kernel.rooms, overrule)
    if outcome.fate == "applied" and metrics != Metrics() and kernel.ratings.metrics(package.name) == Metrics():
        kernel.ratings.count(package.name, metrics)
    return outcome


def write_book(place: Path, kernel: Kernel) -> int:
    """Write the active skills as a skillbook folder; give their number."""
    skills = [skill for entry in kernel.index.entries("active") if (skill := kernel.book.at("active", entry.name))]
    files = export_book((skill.package, kernel.ratings.metrics(skill.name)) for skill in skills)
    _write(place, files, frozenset())
    return len(skills)


def write_packages(place: Path, kernel: Kernel) -> int:
    """Write the active skills as Agent Skills packages, a folder each; give their number."""
    files: dict[str, bytes] = {}
    executable = set[str]()
    names = [entry.name for entry in kernel.index.entries("active")]
    for name in names:
        if (skill := kernel.book.at("active", name)) is not None:
            files |= {f"{name}/{path}": content for path, content in skill.package.files.items()}
            executable |= {f"{name}/{path}" for path in skill.package.executable}
    _write(place, files, frozenset(executable))
    return len(names)


def _of_book(place: Path) -> Found:
    files: dict[str, bytes] = {}
    for path in sorted(place.rglob("*")):
        if path.is_file() and not path.is_symlink():
            files[path.relative_to(place).as_posix()] = path.read_bytes()
    for package, metrics in import_book(files):
        yield place / package.name, package, metrics


def _with_main(place: Path) -> Iterator[Path]:
    """The folders that hold a SKILL.md; what is below one belongs to it."""
    if (place / MAIN).is_file():
        yield place
        return
    for entry in sorted(place.iterdir()):
        if entry.is_dir() and not entry.is_symlink() and entry.name != ".git":
            yield from _with_main(entry)


def _package(found: Path, kernel: Kernel, *, as_is: bool) -> Package:
    found = found.resolve()
    limits = kernel.config.judge
    tree = Zone(found.parent, max_files=limits.max_files, max_bytes=limits.max_bytes).read(found.name)
    if tree is None:
        raise BadSkill(str(found), ["it has gone"])
    text = tree.files[MAIN].decode("utf-8", "replace")
    name = folder(found.name) if as_is else read(text).name
    return Package(name=name, files=tree.files, executable=tree.executable)


def _write(place: Path, files: dict[str, bytes], executable: frozenset[str]) -> None:
    """The whole folder or nothing of it: written beside, then put in its place."""
    if place.exists() and (not place.is_dir() or (any(place.iterdir()) and not (place / DOMAINS).is_file())):
        raise WrongUse(f"{place} is there already and is no skillbook: name a new or empty folder.")
    draft = place.with_name(f"{place.name}.{secrets.token_hex(4)}")
    try:
        for path, content in files.items():
            target = draft / path
            target.parent.mkdir(parents=True, exist_ok=True)
            target.write_bytes(content)
            target.chmod(0o755 if path in executable else 0o644)
        draft.mkdir(parents=True, exist_ok=True)
        if place.exists():
            aside = draft.with_name(f"{draft.name}.old")
            place.replace(aside)
            draft.replace(place)
            shutil.rmtree(aside)
        else:
            draft.replace(place)
    except OSError as error:
        shutil.rmtree(draft, ignore_errors=True)
        message = f"{place} cannot be written ({error.strerror}): name a folder that you may write to."
        raise WrongUse(message) from error
