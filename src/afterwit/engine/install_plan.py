"""What setting a host up, or taking it out again, would change: worked out in full before anything is touched."""

import os
import shutil
import sys
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path

import msgspec

from afterwit import __version__
from afterwit.adapters.clock import now as time_now
from afterwit.adapters.hosts import HOSTS, Ground, Host, Settings, files, forms
from afterwit.adapters.hosts.host import NAME
from afterwit.core_skills import NAMES, bundled
from afterwit.engine import core_skill, links
from afterwit.engine.core_skill import Core
from afterwit.engine.install_record import Kept, Link, Record, Records, digest
from afterwit.engine.links import Linking
from afterwit.engine.project import Project
from afterwit.engine.shelf import refuse_links
from afterwit.errors import NotFound, WrongUse


class Scope(msgspec.Struct, frozen=True, kw_only=True):
    """Where a host is set up: in a project, or for the user in all of them."""

    project: Project | None
    home: Path
    environment: Mapping[str, str]
    python: Path = Path(sys.executable)
    """The program that runs this, beside which Afterwit's own command is."""

    @property
    def records(self) -> Records:
        """What is known of earlier installations."""
        if self.project is not None:
            return Records.of_project(self.project)
        return Records.of_user(self.home, self.environment)

    @property
    def root(self) -> Path | None:
        """The project's root."""
        return None if self.project is None else self.project.root

    def ground(self, command: tuple[str, ...]) -> Ground:
        """The same, as hosts want it."""
        return Ground(home=self.home, environment=self.environment, project=self.root, command=command)


class FileChange(msgspec.Struct, frozen=True, kw_only=True):
    """One file before and after."""

    path: Path
    real: Path
    """The file itself, where the path is a symbolic link."""
    holds: str
    """What of ours is in it, for people."""
    before: bytes | None
    after: bytes | None
    restores: bool = False
    """Whether this makes it what it once was."""

    @property
    def does(self) -> str:
        """What happens to it, for people."""
        if self.before == self.after:
            return "as it was"
        if self.before is None:
            return "made"
        changed = "restored" if self.restores else "changed"
        return "removed" if self.after is None else changed


class Plan(msgspec.Struct, frozen=True, kw_only=True):
    """All that is to be done."""

    host: Host
    ground: Ground
    files: tuple[FileChange, ...]
    linking: Linking
    core: Core
    empty: tuple[Path, ...] = ()
    """Folders that were made earlier, and go when nothing is in them."""
    record: Record | None
    """What is written down about it; None where the record goes."""
    known: bool = False
    """Whether it says nothing new."""
    copies: dict[str, bytes] = msgspec.field(default_factory=dict[str, bytes])
    notes: tuple[str, ...] = ()

    @property
    def changes(self) -> bool:
        """Whether there is anything to do but to write it down."""
        changed = any(change.before != change.after for change in self.files)
        return changed or bool(self.linking.make or self.linking.drop or self.core.edits)


def to_install(name: str, scope: Scope) -> Plan:
    """What setting a host up would change. Raises WrongUse where a file cannot be read, with nothing touched."""
    host = _host(name)
    if scope.project is not None:
        refuse_links(scope.project)
    command, notes = command_of(scope)
    records, ground = scope.records, scope.ground(command)
    record = records.read(name)
    changes: list[FileChange] = []
    kept: list[Kept] = []
    copies: dict[str, bytes] = {}
    for settings in (*host.settings(ground), *_own_skills(host, ground)):
        known = _known(settings, scope, record)
        change, base, said = _merged(settings, scope, record, known)
        notes += said
        if change is None or (known and change.before == change.after):
            kept += [known] if known else []
        else:
            copy = None if base is None else f"{change.path.name.lstrip('.')}.{digest(base)[:12]}"
            copies.update({copy: base} if copy and base is not None else {})
            kept.append(Kept(path=records.named(change.path), before=copy, after=digest(change.after or b"")))
        changes += [change] if change else []
    skills = host.skills(ground)
    core, linking = Core(), Linking()
    if scope.project is not None:
        core = core_skill.to_put(scope.project.state, _digests(records))
        standing = [link for link in (record.links if record else []) if links.is_link(scope.project.root, link)]
        names = {*links.active(scope.project.state), *core.digests}
        linking = links.planned(scope.project.root, skills, names, standing)
        notes += _twice(host, scope)
    else:
        notes.append("It works in every project that has an .afterwit folder: `afterwit learn` makes one.")
    made = _missing([*(change.real for change in changes), *_paths(scope, linking.make)])
    earlier = [folder for folder in (record.folders if record else []) if records.path(folder).is_dir()]
    new = Record(
        host=name,
        version=__version__,
        at=record.at if record else time_now(),
        command=command,
        files=kept,
        folders=list(dict.fromkeys([*earlier, *map(records.named, made)])),
        skills=records.named(skills) if scope.project is not None else "",
        links=linking.ours,
        core=core.digests or (record.core if record else {}),
    )
    return Plan(
        host=host,
        ground=ground,
        files=tuple(changes),
        linking=linking,
        core=core,
        record=new,
        known=new == record,
        copies=copies,
        notes=(*notes, *linking.notes, *core.notes),
    )


def to_uninstall(name: str, scope: Scope) -> Plan:
    """What taking a host out again would change: back to what was, or, where that was edited, without our entries."""
    host = _host(name)
    if scope.project is not None:
        refuse_links(scope.project)
    records = scope.records
    record = records.read(name)
    command = record.command if record else command_of(scope)[0]
    ground = scope.ground(command)
    changes: list[FileChange] = []
    notes: list[str] = []
    for settings in (*host.settings(ground), *_own_skills(host, ground)):
        change, said = _stripped(settings, scope, record)
        changes += [change] if change else []
        notes += said
    moved, said = _elsewhere(host, ground, scope, record)
    changes += moved
    notes += said
    core, linking = Core(), Linking()
    if scope.project is not None:
        others = [other for other in records.all() if other.host != name]
        known = record.links if record else _found(scope.project, host.skills(ground))
        theirs = {_real(scope.project, link) for other in others for link in other.links}
        mine = (link for link in known if _real(scope.project, link) not in theirs)
        linking = Linking(drop=tuple(link for link in mine if links.is_link(scope.project.root, link)))
        if not others and record is not None:
            core = core_skill.to_take(scope.project.state, _digests(records))
    plan = Plan(
        host=host,
        ground=ground,
        files=tuple(changes),
        linking=linking,
        core=core,
        empty=tuple(records.path(folder) for folder in record.folders) if record else (),
        record=None,
        notes=(*notes, *core.notes),
    )
    if record is None and not plan.changes:
        where = "for you" if scope.project is None else f"in {scope.project.root}"
        raise NotFound(
            f"{host.title} is not set up {where}, so there is nothing to take out: see --user and --project."
        )
    return plan


def command_of(scope: Scope) -> tuple[tuple[str, ...], list[str]]:
    """How hosts are to call Afterwit, and what a person should know about that.

    What a project has in it is shared with others, so that a plain name is best there, if it is found by it here.
    """
    on_path = shutil.which(NAME, path=scope.environment.get("PATH", os.defpath))
    if scope.project is not None and on_path:
        return (NAME,), list(_in_environment(scope, on_path))
    beside = scope.python.with_name(f"{NAME}.exe" if os.name == "nt" else NAME)
    command = (str(beside),) if beside.is_file() else (on_path,) if on_path else (str(scope.python), "-m", NAME)
    if scope.project is None:
        return command, []
    told = f"{NAME} is not on your PATH, so {' '.join(command)} was written: others who share this project have no such"
    return command, [f"{told} file. Put {NAME} on the PATH and run this again."]


def _in_environment(scope: Scope, on_path: str) -> Iterator[str]:
    environment = scope.environment.get("VIRTUAL_ENV")
    if environment and Path(on_path).is_relative_to(environment):
        yield f"{NAME} is on your PATH while the environment {environment} is active: start the host from there too."


def _host(name: str) -> Host:
    if name not in HOSTS:
        raise WrongUse(f"There is no host {name} that Afterwit knows: name one of {', '.join(HOSTS)}.")
    return HOSTS[name]


def _twice(host: Host, scope: Scope) -> Iterator[str]:
    """Where hooks would run twice, and so count everything twice."""
    if Records.of_user(scope.home, scope.environment).read(host.name) is not None:
        yield f"{host.title} is set up for you in all projects too, so that its hooks run twice here: keep one of both."
    for other in (HOSTS[record.host] for record in scope.records.all() if record.host in HOSTS):
        for one, two in ((host, other), (other, host)):
            if one.also_runs == two.name:
                yield f"{one.title} also runs the hooks of {two.title}, and would count twice here: keep one of both."


def _own_skills(host: Host, ground: Ground) -> tuple[Settings, ...]:
    """The skills that come with Afterwit, as files in the user's own skills folder; a project has them anyway."""
    if ground.project is not None:
        return ()
    return tuple(
        Settings(paths=(host.skills(ground) / name / path,), form="text", text=content.decode())
        for name in NAMES
        for path, content in bundled(name).files.items()
    )


def _known(settings: Settings, scope: Scope, record: Record | None) -> Kept | None:
    """What the record says of a file, wherever of its places it is."""
    found = (record.kept(scope.records.named(path)) for path in settings.paths) if record else ()
    return next((kept for kept in found if kept is not None), None)


def _place(settings: Settings, scope: Scope, known: Kept | None) -> tuple[Path, Path]:
    there = next((path for path in settings.paths if os.path.lexists(path)), settings.paths[0])
    path = scope.records.path(known.path) if known else there
    return path, files.target_of(path, scope.root)


def _merged(
    settings: Settings, scope: Scope, record: Record | None, known: Kept | None
) -> tuple[FileChange | None, bytes | None, list[str]]:
    """A file with our entries, None where it is left alone; what it is to be when they go; and what is to be said."""
    path, real = _place(settings, scope, known)
    now = files.read(real)
    base = scope.records.before(record.host, known) if record and known else None
    if now is None:
        base = None
    elif known is not None and digest(now) == known.after:
        pass
    elif settings.form == "text":
        if now != settings.text.encode() and (known or not forms.is_ours(settings, now)):
            whose = "was changed by hand" if known else "is not Afterwit's"
            return None, None, [f"{path} {whose}, and was left as it is."]
        base = None
    elif known is not None:
        base = forms.stripped(settings, path, now, base)
    else:
        base = forms.unmerged(settings, path, now)
    after, notes = forms.merged(settings, path, now, base)
    return FileChange(path=path, real=real, holds=settings.holds, before=now, after=after), base, notes


def _stripped(settings: Settings, scope: Scope, record: Record | None) -> tuple[FileChange | None, list[str]]:
    """A file without our entries, None where it is left alone; and what is to be said."""
    known = _known(settings, scope, record)
    path, real = _place(settings, scope, known)
    now = files.read(real)
    if now is None or (record is not None and known is None):
        return None, []
    base = scope.records.before(record.host, known) if record and known else None
    if known is None:
        after = forms.unmerged(settings, path, now)
    elif digest(now) == known.after:
        after = base
    else:
        after = forms.stripped(settings, path, now, base)
    if settings.form == "text" and after == now:
        return None, [f"{path} was changed by hand, and stays: remove it if you do not want it."] if known else []
    restores = known is not None and digest(now) == known.after
    change = FileChange(path=path, real=real, holds=settings.holds, before=now, after=after, restores=restores)
    return change, []


def _elsewhere(host: Host, ground: Ground, scope: Scope, record: Record | None) -> tuple[list[FileChange], list[str]]:
    """Files that an earlier version, or another environment, had its entries in: restored where nobody touched them."""
    now = {path for settings in (*host.settings(ground), *_own_skills(host, ground)) for path in settings.paths}
    changes: list[FileChange] = []
    notes: list[str] = []
    # In a project every host has its own fixed places, and a record that names others is not ours.
    for kept in record.files if record and scope.project is None else ():
        path = scope.records.path(kept.path)
        content = None if path in now else files.read(files.target_of(path, scope.root))
        if record is None or content is None:
            continue
        if digest(content) == kept.after:
            real, before = files.target_of(path, scope.root), scope.records.before(record.host, kept)
            changes.append(
                FileChange(path=path, real=real, holds="settings", before=content, after=before, restores=True)
            )
        else:
            notes.append(f"{path} was changed since: take Afterwit's entries out of it by hand.")
    return changes, notes


def _found(project: Project, folder: Path) -> tuple[Link, ...]:
    """The links that an installation would have made, where no record says which it did."""
    return links.planned(project.root, folder, links.active(project.state), ()).keep


def _real(project: Project, link: Link) -> Path:
    """Where a link itself is: two hosts may share a folder by another link."""
    path = project.root / link.path
    return Path(os.path.realpath(path.parent), path.name)


def _digests(records: Records) -> set[str]:
    return {core for record in records.all() for core in record.core.values()}


def _paths(scope: Scope, made: Iterable[Link]) -> list[Path]:
    return [] if scope.root is None else [scope.root / link.path for link in made]


def _missing(paths: Iterable[Path]) -> list[Path]:
    """The folders that have to be made for these files, the outermost first."""
    above = {folder for path in paths for folder in path.parents if not os.path.lexists(folder)}
    return sorted(above, key=lambda folder: len(folder.parts))
