"""`afterwit install` and `afterwit uninstall`: what a host has of Afterwit, put in place and taken out again."""

import difflib
import os
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Literal

from cyclopts import Parameter

from afterwit.engine import install as journey
from afterwit.engine.install import Plan, Scope
from afterwit.faces.cli.common import Common, Rows, console, hanging, print_json

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
    for link in plan.linking.make:
        yield "skills", link.path, f"linked to {link.target}"
    for link in plan.linking.keep:
        yield "skills", link.path, "as it was"
    for link in plan.linking.drop:
        yield "skills", link.path, "removed"
    for edit in plan.core.edits:
        if edit.path.startswith("skills/"):
            did = "removed" if edit.after is None else "made" if edit.before is None else "changed"
            yield "core skill", f".afterwit/{edit.path}", did


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
    """Every change as a unified diff; a link is a file with one line, as in git."""
    pieces = [(_shown(change.path, scope), change.before, change.after) for change in plan.files]
    pieces += [(link.path, None, link.target.encode()) for link in plan.linking.make]
    pieces += [(link.path, link.target.encode(), None) for link in plan.linking.drop]
    for edit in plan.core.edits:
        both = [edit.before.files if edit.before else {}, edit.after.files if edit.after else {}]
        for path in sorted({*both[0], *both[1]}):
            name = f".afterwit/{edit.path}/{path}".rstrip("/")
            pieces.append((name, both[0].get(path), both[1].get(path)))
    empty = True
    for name, before, after in pieces:
        if before != after:
            empty = False
            yield from _unified(name, before, after)
    if empty:
        yield "Nothing would change."


def _unified(name: str, before: bytes | None, after: bytes | None) -> Iterator[str]:
    old, new = (_lines(content) for content in (before, after))
    sides = ("/dev/null" if before is None else f"a/{name}", "/dev/null" if after is None else f"b/{name}")
    for line in difflib.unified_diff(old, new, *sides, lineterm=""):
        yield "".join(sign if sign.isprintable() or sign == "\t" else "\N{REPLACEMENT CHARACTER}" for sign in line)


def _lines(content: bytes | None) -> list[str]:
    if not content:
        return []
    lines = content.decode("utf-8", "replace").split("\n")
    return [*(line.removesuffix("\r") for line in lines[:-1]), *([f"{lines[-1]} (no line end)"] if lines[-1] else [])]
