"""What setting a host up, or taking it out again, makes of each of its files."""

import os
from pathlib import Path

import msgspec

from afterwit.adapters.hosts import Ground, Host, Settings, files, forms
from afterwit.core_skills import NAMES, bundled
from afterwit.engine.install_record import Kept, Record, digest
from afterwit.engine.install_scope import Scope


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


class Written(msgspec.Struct, frozen=True, kw_only=True):
    """One file with our entries, and what has to be known to take them out again."""

    change: FileChange | None
    """None where it is left alone."""
    kept: Kept | None
    """What is written down about it; None where nothing of it is ours."""
    copies: dict[str, bytes] = msgspec.field(default_factory=dict[str, bytes])
    """What it was before, by the name of the copy; empty where that is known already."""
    notes: tuple[str, ...] = ()


def every(host: Host, ground: Ground) -> tuple[Settings, ...]:
    """All files of a host that have something of ours."""
    return (*host.settings(ground), *_own_skills(host, ground))


def written(settings: Settings, scope: Scope, record: Record | None) -> Written:
    """A file with our entries. Raises WrongUse where it cannot be read."""
    known = _known(settings, scope, record)
    change, base, notes = _merged(settings, scope, record, known)
    if change is None or (known and change.before == change.after):
        return Written(change=change, kept=known, notes=tuple(notes))
    copy = None if base is None else f"{change.path.name.lstrip('.')}.{digest(base)[:12]}"
    kept = Kept(path=scope.records.named(change.path), before=copy, after=digest(change.after or b""))
    copies = {copy: base} if copy and base is not None else {}
    return Written(change=change, kept=kept, copies=copies, notes=tuple(notes))


def stripped(settings: Settings, scope: Scope, record: Record | None) -> tuple[FileChange | None, list[str]]:
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


def elsewhere(host: Host, ground: Ground, scope: Scope, record: Record | None) -> tuple[list[FileChange], list[str]]:
    """Files that an earlier version, or another environment, had its entries in: restored where nobody touched them."""
    now = {path for settings in every(host, ground) for path in settings.paths}
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
