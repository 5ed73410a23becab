"""`afterwit history`, `undo` and `revoke`: every change, and back."""

from typing import Annotated

from cyclopts import Parameter
from cyclopts.validators import Number

from afterwit.engine.decisions import undo as undo_one
from afterwit.engine.revoke import Revoked
from afterwit.engine.revoke import revoke as revoke_session
from afterwit.engine.skillbook import refresh
from afterwit.engine.wire import kernel, rehearsal
from afterwit.faces.cli.common import Common, Rows, console, counted, print_json
from afterwit.faces.cli.decisions import opened, tell
from afterwit.faces.cli.shown import iso, when
from afterwit.keep.journal import BY_HAND
from afterwit.model.change import Change

DONE = {
    "create_skill": "created",
    "update_skill": "updated",
    "merge_skills": "merged",
    "annotate_skill": "annotated",
    "move_skill": "moved",
    "pin_skill": "pin changed",
    "add_lesson": "lesson added",
    "retire_lesson": "lesson retired",
    "add_memory": "memory added",
    "replace_memory": "memory replaced",
    "remove_memory": "memory removed",
    BY_HAND: "edited by hand",
    "revoke_session": "session revoked",
}


def history(
    name: str = "",
    /,
    *,
    limit: Annotated[int, Parameter(name=["--limit", "-n"], metavar="N", validator=Number(gte=0))] = 0,
    common: Common = Common(),  # noqa: B008 - frozen, and cyclopts reads the default
) -> int:
    """List every change to skills, lessons and memory, the latest first.

    Parameters
    ----------
    name
        Only those of this skill.
    limit
        At most this many; 0 for all.
    """
    with kernel(common.here(), common.config(), to_write=False) as here:
        changes = here.history.changes(subject=name, limit=limit)
    if common.json:
        print_json({"changes": [change_document(change) for change in changes]})
        return 0
    out = console()
    if not changes:
        out.print(f"No change of {name} yet." if name else "No change yet.")
        return 0
    rows = Rows("change", "when", "who", "did", "what", "why", flexible="why", right=("change",))
    for change in changes:
        about = change.about
        style = "dim" if change.stage == "revoked" else ""
        rows.add(
            str(change.id),
            when(change.at),
            about.by or about.author,
            did(change),
            about.subject,
            about.why,
            style=style,
        )
    rows.print(out)
    return 0


def undo(
    change: int | None = None,
    /,
    *,
    common: Common = Common(),  # noqa: B008 - frozen, and cyclopts reads the default
) -> int:
    """Take back a change: everything it touched is as before. That is a change as well, and can be taken back.

    Parameters
    ----------
    change
        The change's number [the latest that is still in force].
    """
    with opened(common) as here:
        outcome = undo_one(change, here)
        refresh(here)
    return tell([outcome], common)


def revoke(
    session: str,
    /,
    *,
    dry_run: Annotated[bool, Parameter(negative="")] = False,
    common: Common = Common(),  # noqa: B008 - frozen, and cyclopts reads the default
) -> int:
    """Take back everything that was learned from one session, for good, and never learn from it again.

    Skills, lessons and memory that came from it go, with their old versions, and so do the session's events.
    This cannot be undone.

    Parameters
    ----------
    session
        The session: its id, or the beginning of it.
    dry_run
        Say what would go, and leave everything as it is.
    """
    with rehearsal(common.here(), common.config()) if dry_run else opened(common) as here:
        gone = revoke_session(session, here)
        refresh(here)
    if common.json:
        print_json({"dry_run": dry_run, **revoked_document(gone)})
        return 0
    out = console()
    would = "would be " if dry_run else ""
    titles = ("skill", "skill taken back to an earlier version", "skill kept, as another session taught it too")
    for title, names in zip(titles, (gone.removed, gone.reverted, gone.kept), strict=True):
        for name in names:
            out.print(f"{title}: {name}")
    for place, lines in gone.lines.items():
        for line in lines:
            out.print(f"{place}: {line}")
    out.print(
        f"{counted(len(gone.removed), 'skill')} {would}removed, {len(gone.reverted):,} {would}taken back, "
        f"{counted(sum(map(len, gone.lines.values())), 'line')} of lessons and memory {would}removed, "
        f"{counted(gone.proposals, 'proposal')} and {counted(gone.events, 'event')} {would}erased."
    )
    return 0


def revoked_document(gone: Revoked) -> dict[str, object]:
    """What a revocation took back, as JSON."""
    return {
        "session": gone.session,
        "removed": gone.removed,
        "reverted": gone.reverted,
        "kept": gone.kept,
        "lines": gone.lines,
        "proposals": gone.proposals,
        "signals": gone.signals,
        "events": gone.events,
    }


def change_document(change: Change) -> dict[str, object]:
    """A change as JSON."""
    about = change.about
    return {
        "change": change.id,
        "at": iso(change.at),
        "op": about.does,
        "subject": about.subject,
        "author": about.author,
        "by": about.by,
        "why": about.why,
        "undoes": about.undoes,
        "proposal": about.proposal,
        "sessions": list(about.sessions),
        "stage": change.stage,
        "places": [edit.path for edit in change.edits],
    }


def did(change: Change) -> str:
    """What a change did, in a word or two."""
    if change.about.undoes is not None:
        return f"undid change {change.about.undoes}"
    if change.about.does == "move_skill":
        return " → ".join(_states(change))
    if change.about.does == BY_HAND and all(edit.after is None for edit in change.edits):
        return "deleted by hand"
    return DONE.get(change.about.does, change.about.does)


def _states(change: Change) -> list[str]:
    """Where a skill was and where it is now, by the folders that a move touched."""
    folders = [
        edit.path.partition("/")[0].removeprefix("skills").removeprefix("-") or "active" for edit in change.edits
    ]
    return list(reversed(folders[:2]))
