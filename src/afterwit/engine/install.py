"""The journey of an installation: work out everything, write it down, then do all of it or nothing."""

import os
import shutil
from collections.abc import Callable, Mapping, Sequence
from contextlib import ExitStack
from pathlib import Path
from typing import Literal

from afterwit.adapters.hosts import HOSTS, files, forms
from afterwit.config import Config
from afterwit.engine import bundled_skills, links
from afterwit.engine.install_files import FileChange
from afterwit.engine.install_notes import counted_twice
from afterwit.engine.install_plan import Plan, to_install, to_uninstall
from afterwit.engine.install_record import FILE_MODE, Link, Record, Records
from afterwit.engine.install_scope import Scope
from afterwit.engine.project import Project
from afterwit.errors import AfterwitError, Conflict, WriteFailed, WrongUse

Finding = tuple[str, Literal["well", "note", "wrong"], str]
"""The name of a check, how it stands, and what was found."""
NAMED = 3
"""Skills that a finding names one by one."""

__all__ = ["Plan", "Scope", "carry_out", "install", "installed_checks", "uninstall"]


def install(name: str, scope: Scope, config: Config, *, rehearse: bool = False) -> Plan:
    """Set a host up, and say what was done; a rehearsal works it all out and touches nothing."""
    plan = to_install(name, scope)
    if not rehearse:
        carry_out(plan, scope, config, f"afterwit install {name}")
    return plan


def uninstall(name: str, scope: Scope, config: Config, *, rehearse: bool = False) -> Plan:
    """Take a host out again, and say what was done."""
    plan = to_uninstall(name, scope)
    if not rehearse:
        carry_out(plan, scope, config, f"afterwit uninstall {name}")
    return plan


def carry_out(plan: Plan, scope: Scope, config: Config, why: str) -> None:
    """Do what was worked out, all of it or nothing."""
    records = scope.records
    if plan.known and not plan.changes:
        return
    if scope.project is not None and plan.record is not None:
        scope.project.key()  # makes the state folder with all that belongs in it: hooks do nothing without one
    known = (path for settings in plan.host.settings(plan.ground) for path in settings.paths)
    for path in {*known, *(change.real for change in plan.files)}:
        files.sweep(path)
    try:
        with ExitStack() as undo:
            _write_down(plan, records, undo)
            for change in plan.files:
                _change(change, undo)
            if scope.project is not None:
                _link(scope.project.root, plan, undo)
                bundled_skills.carry_out(scope.project, config, plan.core.edits, why)
            undo.pop_all()
    except OSError as error:
        told = f"{error.filename or plan.host.title} cannot be written ({error.strerror or error})"
        raise WriteFailed(f"{told}: check the disk and the permissions; everything is as it was.") from error
    if plan.record is not None:
        records.tidy(plan.record)
    else:
        files.remove_folders(list(plan.empty))
        records.forget(plan.host.name)


def _write_down(plan: Plan, records: Records, undo: ExitStack) -> None:
    """First of all the record: whatever ends too early, it says what there is to take back."""
    if plan.record is None:
        return
    place = records.file(plan.host.name)
    before = files.read(place)
    if before is None:
        undo.callback(records.forget, plan.host.name)
    else:
        undo.callback(files.write, place, before, FILE_MODE)
    records.write(plan.record, plan.copies)


def _change(change: FileChange, undo: ExitStack) -> None:
    if change.before == change.after:
        return
    if files.read(change.real) != change.before:
        raise Conflict(f"{change.path} has changed meanwhile: run this again; nothing was changed.")
    mode = files.mode_of(change.real)
    undo.callback(_back_to, change.real, change.before, mode, files.make_folders(change.real.parent))
    if change.after is None:
        change.real.unlink()
        files.flush(change.real.parent)
    else:
        files.write(change.real, change.after)


def _back_to(path: Path, before: bytes | None, mode: int | None, made: list[Path]) -> None:
    if before is not None:
        files.write(path, before, mode)
    else:
        path.unlink(missing_ok=True)
        files.remove_folders(made)


def _link(root: Path, plan: Plan, undo: ExitStack) -> None:
    for link in plan.linking.drop:
        undo.callback(links.apply, root, links.Linking(make=(link,)))
        links.drop(root, link)
    for link in plan.linking.make:
        made = files.make_folders((root / link.path).parent)
        undo.callback(files.remove_folders, made)
        undo.callback(links.drop, root, link)
        links.apply(root, links.Linking(make=(link,)))


def installed_checks(
    project: Project, home: Path | None = None, environment: Mapping[str, str] | None = None
) -> list[Finding]:
    """How each host stands that is set up here or for the user: whether it finds Afterwit, and has all of it."""
    home, environment = home or Path.home(), os.environ if environment is None else environment
    scopes = [Scope(project=each, home=home, environment=environment) for each in (project, None)]
    return [_checked(record.host, scope) for scope in scopes for record in scope.records.all() if record.host in HOSTS]


def _checked(name: str, scope: Scope) -> Finding:
    what = f"{name}{'' if scope.project else ' (user)'}"
    again = f"afterwit install {name}{'' if scope.project else ' --user'}"
    record = scope.records.read(name)
    if record is None:
        return what, "note", "not set up"
    problems: list[str] = []
    program = record.command[0]
    if shutil.which(program, path=scope.environment.get("PATH")) is None:
        problems.append(f"{program}, which its hooks call, is not found")
    for settings in HOSTS[name].settings(scope.ground(record.command)):
        path = next((path for path in settings.paths if path.exists()), settings.paths[0])
        problems += _told(lambda path=path, settings=settings: forms.lacking(settings, path, files.read(path)), path)
    unlinked, notes = _unlinked(record, scope)
    if problems := [*problems, *unlinked]:
        return what, "wrong", f"{'; '.join(problems)}: {again}"
    if notes := [*counted_twice(HOSTS[name], scope), *notes]:
        return what, "note", "; ".join(note.rstrip(".") for note in notes)
    return what, "well", f"set up by version {record.version}"


def _unlinked(record: Record, scope: Scope) -> tuple[list[str], tuple[str, ...]]:
    """What is wrong with the links to skills in a host's folder, and what should be known of them."""
    if scope.project is None or not record.skills:
        return [], ()
    folder, names = scope.records.path(record.skills), links.active(scope.project.state)
    try:
        linking = links.planned(scope.project.root, folder, names, record.links)
    except WrongUse as error:
        return [str(error).rstrip(".")], ()
    wrong = [("without a link", linking.make), ("gone, but still linked", linking.drop)]
    return [f"skills {how} in {record.skills} ({_named(some)})" for how, some in wrong if some], linking.notes


def _named(some: Sequence[Link]) -> str:
    """The first few names: there may be hundreds."""
    names = ", ".join(Path(link.path).name for link in some[:NAMED])
    return f"{names} and {len(some) - NAMED} more" if len(some) > NAMED else names


def _told(look: Callable[[], list[str]], path: Path) -> list[str]:
    try:
        return [f"{what} is missing in {path}" for what in look()]
    except AfterwitError as error:
        return [str(error).rstrip(".")]
