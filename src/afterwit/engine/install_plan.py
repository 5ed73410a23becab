"""What setting a host up, or taking it out again, would change: worked out in full before anything is touched."""

import os
from collections.abc import Iterable
from pathlib import Path

import msgspec

from afterwit import __version__
from afterwit.adapters.clock import now as time_now
from afterwit.adapters.hosts import HOSTS, Ground, Host
from afterwit.engine import bundled_skills, install_files, links
from afterwit.engine.bundled_skills import Core
from afterwit.engine.install_files import FileChange
from afterwit.engine.install_notes import counted_twice, learned_from
from afterwit.engine.install_record import Kept, Link, Record, Records
from afterwit.engine.install_scope import Scope, command_of
from afterwit.engine.links import Linking
from afterwit.engine.project import Project
from afterwit.engine.shelf import refuse_links
from afterwit.errors import NotFound, WrongUse

EVERYWHERE = "It works in every project that has an .afterwit folder: `afterwit learn` makes one."


class Plan(msgspec.Struct, frozen=True, kw_only=True):
    """All that is to be done."""

    host: Host
    ground: Ground
    files: tuple[FileChange, ...]
    linking: Linking
    core: Core
    empty: tuple[Path, ...] = ()
    """Folders that were made earlier, and go when nothing is in them."""
    record: Record | None = None
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
    host = _host(name, scope)
    command, notes = command_of(scope)
    ground, record = scope.ground(command), scope.records.read(name)
    written = [install_files.written(settings, scope, record) for settings in install_files.every(host, ground)]
    core, linking = _skills(host, ground, scope, record)
    plan = Plan(
        host=host,
        ground=ground,
        files=tuple(one.change for one in written if one.change),
        linking=linking,
        core=core,
        copies={copy: content for one in written for copy, content in one.copies.items()},
        notes=(
            *notes,
            *(note for one in written for note in one.notes),
            *counted_twice(host, scope),
            *([] if scope.project else [EVERYWHERE]),
            *linking.notes,
            *core.notes,
            *learned_from(host, ground),
        ),
    )
    new = _recorded(plan, [one.kept for one in written if one.kept], scope, record)
    return msgspec.structs.replace(plan, record=new, known=new == record)


def to_uninstall(name: str, scope: Scope) -> Plan:
    """What taking a host out again would change: back to what was, or, where that was edited, without our entries."""
    host, records = _host(name, scope), scope.records
    record = records.read(name)
    ground = scope.ground(record.command if record else command_of(scope)[0])
    stripped = [install_files.stripped(settings, scope, record) for settings in install_files.every(host, ground)]
    moved, left = install_files.elsewhere(host, ground, scope, record)
    core, linking = _skills_to_take(host, ground, scope, record)
    plan = Plan(
        host=host,
        ground=ground,
        files=(*(change for change, _ in stripped if change), *moved),
        linking=linking,
        core=core,
        empty=_emptied(scope, record, linking),
        notes=(*(note for _, said in stripped for note in said), *left, *core.notes),
    )
    if record is None and not plan.changes:
        where = "for you" if scope.project is None else f"in {scope.project.root}"
        raise NotFound(
            f"{host.title} is not set up {where}, so there is nothing to take out: see --user and --project."
        )
    return plan


def _host(name: str, scope: Scope) -> Host:
    if name not in HOSTS:
        raise WrongUse(f"There is no host {name} that Afterwit knows: name one of {', '.join(HOSTS)}.")
    if scope.project is not None:
        refuse_links(scope.project)
    return HOSTS[name]


def _skills(host: Host, ground: Ground, scope: Scope, record: Record | None) -> tuple[Core, Linking]:
    """What brings the skills to a host in a project; for the user it has files of its own."""
    if scope.project is None:
        return Core(), Linking()
    root, state = scope.project.root, scope.project.state
    core = bundled_skills.to_put(state, _digests(scope.records))
    standing = [link for link in (record.links if record else []) if links.is_link(root, link)]
    names = {*links.active(state), *core.digests}
    return core, links.planned(root, host.skills(ground), names, standing)


def _skills_to_take(host: Host, ground: Ground, scope: Scope, record: Record | None) -> tuple[Core, Linking]:
    """What takes them from it again, except what other hosts have a use for."""
    project, records = scope.project, scope.records
    if project is None:
        return Core(), Linking()
    others = [other for other in records.all() if other.host != host.name]
    known = record.links if record else _found(project, host.skills(ground))
    theirs = {_real(project, link) for other in others for link in other.links}
    mine = (link for link in known if _real(project, link) not in theirs)
    linking = Linking(drop=tuple(link for link in mine if links.is_link(project.root, link)))
    last = record is not None and not others
    return bundled_skills.to_take(project.state, _digests(records)) if last else Core(), linking


def _emptied(scope: Scope, record: Record | None, linking: Linking) -> tuple[Path, ...]:
    """The folders that were made for what goes: where no record says which, those that had links of ours."""
    if record is not None:
        return tuple(scope.records.path(folder) for folder in record.folders)
    return tuple({path.parent for path in _paths(scope, linking.drop)})


def _recorded(plan: Plan, kept: list[Kept], scope: Scope, earlier: Record | None) -> Record:
    """What is written down of a plan, so that all of it can be taken back."""
    records = scope.records
    made = records.missing([*(change.real for change in plan.files), *_paths(scope, plan.linking.make)])
    still = [folder for folder in (earlier.folders if earlier else []) if records.path(folder).is_dir()]
    return Record(
        host=plan.host.name,
        version=__version__,
        at=earlier.at if earlier else time_now(),
        command=plan.ground.command,
        files=kept,
        folders=list(dict.fromkeys([*still, *made])),
        skills=records.named(plan.host.skills(plan.ground)) if scope.project is not None else "",
        links=plan.linking.ours,
        core=plan.core.digests or (earlier.core if earlier else {}),
    )


def _found(project: Project, folder: Path) -> tuple[Link, ...]:
    """The links that an installation would have made, where no record says which it did."""
    return links.planned(project.root, folder, links.active(project.state), ()).keep


def _real(project: Project, link: Link) -> Path:
    """Where a link itself is: two hosts may share a folder by another link."""
    path = project.root / link.path
    return Path(os.path.realpath(path.parent), path.name)


def _digests(records: Records) -> set[str]:
    return {core for record in records.all() for core in record.core.values()}


def _paths(scope: Scope, some: Iterable[Link]) -> list[Path]:
    return [] if scope.root is None else [scope.root / link.path for link in some]
