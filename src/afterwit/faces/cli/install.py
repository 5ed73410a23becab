"""`afterwit install` and `afterwit uninstall`: what a host has of Afterwit, put in place and taken out again."""

import os
from collections.abc import Iterable, Iterator
from pathlib import Path, PurePosixPath
from typing import TYPE_CHECKING, Annotated, Literal

from cyclopts import Parameter

from afterwit.engine import install as journey
from afterwit.engine.install import Plan, Scope
from afterwit.engine.install_record import Link
from afterwit.engine.links import Linking
from afterwit.faces.cli.common import Common, Rows, console, counted, hanging, print_json
from afterwit.faces.cli.diff import unified

if TYPE_CHECKING:
    from rich.console import Console

HostName = Literal["claude-code", "codex", "gemini", "opencode", "copilot"]
User = Annotated[bool, Parameter(name="--user", negative="")]
Show = Annotated[bool, Parameter(name="--print", negative="")]


def install(
    host: Annotated[HostName, Parameter(metavar="HOST")],
    /,
    *,
    user: User = False,
    show: Show = False,
    common: Common = Common(),  # noqa: B008 - frozen, and cyclopts reads the default
) -> int:
    """Set a host up: its hooks, the MCP server and links to the skills, in this project or for you in all of them.

    What else is in its settings stays as it is, byte for byte; `afterwit uninstall HOST` takes it all back.

    Parameters
    ----------
    host
        The agent host.
    user
        In your own settings, for all projects, instead of this project's.
    show
        Only show what would change, file by file.
    """
    scope = _scope(common, user=user)
    plan = journey.install(host, scope, common.config(), rehearse=show)
    if not show and not user:
        common.chosen()
    _print(plan, scope, common, show=show, undo=False)
    return 0


def uninstall(
    host: Annotated[HostName, Parameter(metavar="HOST")],
    /,
    *,
    user: User = False,
    show: Show = False,
    common: Common = Common(),  # noqa: B008 - frozen, and cyclopts reads the default
) -> int:
    """Take a host's hooks, MCP server and links out again: each file is as it was before, or without our entries.

    What was learned stays.

    Parameters
    ----------
    host
        The agent host.
    user
        From your own settings instead of this project's.
    show
        Only show what would change, file by file.
    """
    scope = _scope(common, user=user)
    plan = journey.uninstall(host, scope, common.config(), rehearse=show)
    _print(plan, scope, common, show=show, undo=True)
    return 0


def _scope(common: Common, *, user: bool) -> Scope:
    return Scope(project=None if user else common.here(), home=Path.home(), environment=os.environ)


def _print(plan: Plan, scope: Scope, common: Common, *, show: bool, undo: bool) -> None:
    if common.json:
        print_json(_document(plan, scope, show=show))
        return
    out = console()
    if show:
        for line in _diff(plan, scope):
            out.print(line, soft_wrap=True)
        _say(out, _told(plan, show=show, undo=undo))
        return
    everywhere = "for you" if undo else "for you, in all projects"
    where = everywhere if scope.project is None else f"in {scope.project.root}"
    if not plan.changes:
        out.print(f"{plan.host.title} was set up {where} already: nothing had to change.", soft_wrap=True)
    else:
        done = "no longer set up" if undo else "set up"
        out.print(f"{plan.host.title} is {done} {where}.", soft_wrap=True)
        out.print()
        rows = Rows("what", "where", "done", flexible="done")
        for what, place, did in _rows(plan, scope):
            rows.add(what, place, did)
        rows.print(out)
    _say(out, _told(plan, show=show, undo=undo))


def _told(plan: Plan, *, show: bool, undo: bool) -> Iterator[tuple[str, str]]:
    """What a person does next, should know, and does to go back: each with the word before it."""
    name = f"{plan.host.name}{'' if plan.ground.project else ' --user'}"
    if not show and not undo:
        yield from (("Next", sentence) for sentence in plan.host.then(plan.ground))
    yield from (("Note", note) for note in (*plan.notes, *(() if undo else plan.host.lacks)))
    if undo and plan.ground.project:
        yield "Note", "What was learned stays in .afterwit."
    if show and plan.changes:
        yield "Next", f"Nothing was changed yet: afterwit {'un' if undo else ''}install {name} does it."
    if not show and not undo:
        yield "Undo", f"afterwit uninstall {name}"


def _say(out: "Console", told: Iterator[tuple[str, str]]) -> None:
    sentences = [(f"{word}: ", sentence) for word, sentence in told]
    if sentences:
        out.print()
    for lead, sentence in sentences:
        out.print(f"{lead}{hanging(out, sentence, len(lead))}", soft_wrap=True)


def _rows(plan: Plan, scope: Scope) -> Iterator[tuple[str, str, str]]:
    for change in plan.files:
        yield change.holds, _shown(change.path, scope), change.does
    for folder in dict.fromkeys(_folder(link) for link in _links(plan.linking)):
        yield "skills", folder, ", ".join(_linked(plan.linking, folder))
    for edit in plan.core.edits:
        if edit.path.startswith("skills/"):
            did = "removed" if edit.after is None else "made" if edit.before is None else "changed"
            yield "core skill", f".afterwit/{edit.path}", did


def _linked(linking: Linking, folder: str) -> Iterator[str]:
    """What was done about the links in a folder: there may be hundreds, so they are counted."""
    made, gone, kept = (
        sum(_folder(link) == folder for link in some) for some in (linking.make, linking.drop, linking.keep)
    )
    if made:
        yield f"{counted(made, 'skill')} linked"
    if gone:
        yield f"{counted(gone, 'link')} removed"
    if kept:
        yield f"{counted(kept, 'link')} as before"


def _links(linking: Linking) -> tuple[Link, ...]:
    return (*linking.make, *linking.drop, *linking.keep)


def _folder(link: Link) -> str:
    return PurePosixPath(link.path).parent.as_posix()


def _shown(path: Path, scope: Scope) -> str:
    for base, lead in ((scope.root, ""), (scope.home, "~/")):
        if base is not None and path.is_relative_to(base):
            return f"{lead}{path.relative_to(base).as_posix()}"
    return str(path)


def _document(plan: Plan, scope: Scope, *, show: bool) -> dict[str, object]:
    document: dict[str, object] = {
        "host": plan.host.name,
        "scope": "user" if scope.project is None else "project",
        "changed": plan.changes and not show,
        "files": [
            {"path": str(change.path), "holds": change.holds, "does": change.does, "link": change.path != change.real}
            for change in plan.files
        ],
        "links": [
            {"path": link.path, "target": link.target, "does": does}
            for does, links in (
                ("made", plan.linking.make),
                ("as it was", plan.linking.keep),
                ("removed", plan.linking.drop),
            )
            for link in links
        ],
        "core": [edit.path for edit in plan.core.edits],
        "notes": [*plan.notes, *(plan.host.lacks if plan.record else ())],
        "next": list(plan.host.then(plan.ground)) if plan.record else [],
    }
    if show:
        document["diff"] = "\n".join(_diff(plan, scope))
    return document


def _diff(plan: Plan, scope: Scope) -> Iterator[str]:
    """Every change as a unified diff, and the links by their names."""
    pieces = [(_shown(change.path, scope), change.before, change.after) for change in plan.files]
    for edit in plan.core.edits:
        both = [edit.before.files if edit.before else {}, edit.after.files if edit.after else {}]
        for path in sorted({*both[0], *both[1]}):
            name = f".afterwit/{edit.path}/{path}".rstrip("/")
            pieces.append((name, both[0].get(path), both[1].get(path)))
    for name, before, after in pieces:
        if before != after:
            yield from unified(name, before, after)
    yield from _link_lines("+", plan.linking.make)
    yield from _link_lines("-", plan.linking.drop)
    if not plan.changes:
        yield "Nothing would change."


def _link_lines(sign: str, links: Iterable[Link]) -> Iterator[str]:
    """Links of one folder to another in two lines, however many there are: only their names differ."""
    names: dict[tuple[str, str], list[str]] = {}
    for link in links:
        names.setdefault((_folder(link), os.path.dirname(link.target)), []).append(PurePosixPath(link.path).name)  # noqa: PTH120 - as it is written, not as a path
    for (folder, target), some in names.items():
        yield f"{sign}{sign}{sign} {counted(len(some), 'link')} in {folder}/ to {target}/"
        yield f"{sign}{', '.join(some)}"
