"""Revoking a session: everything that was learned from it goes, and nothing is learned from it again.

A skill that began with the session goes altogether; one that was there before goes back to what it was then, as every
later version builds on what the session put in. Lines of lessons and memory go one by one.
"""

from collections.abc import Iterable

import msgspec

from afterwit.engine.kernel import Kernel
from afterwit.engine.timeline import of_session
from afterwit.keep.book import STATES, place
from afterwit.model.change import About, Change, Edit
from afterwit.model.package import FOLDERS, Tree

SKILL_FOLDERS = frozenset(FOLDERS.values())


class Revoked(msgspec.Struct, kw_only=True):
    """What was taken back."""

    session: str
    removed: list[str] = msgspec.field(default_factory=list[str])
    """Skills that are gone."""
    reverted: list[str] = msgspec.field(default_factory=list[str])
    """Skills that are what they were before."""
    lines: dict[str, list[str]] = msgspec.field(default_factory=dict[str, list[str]])
    """Lines that are gone, by file."""
    proposals: int = 0
    events: int = 0


def revoke(session: str, kernel: Kernel) -> Revoked:
    """Take back what came of a session, erase it from the history, and have its events forgotten."""
    known = bool(kernel.history.changes_from(session))
    gone = Revoked(session=session if known else of_session(session, kernel.log).session.key)
    with kernel.journal.alone():
        kernel.journal.reconcile()
        found = map(kernel.history.change, kernel.history.changes_from(gone.session))
        tainted = [change for change in found if change is not None]
        edits = [*_skills(tainted, kernel, gone), *_lines(tainted, kernel, gone)]
        numbers = [change.id for change in tainted]
        if edits:
            about = About(
                does="revoke_session", subject=gone.session, author="person", by=kernel.user, sessions=(gone.session,)
            )
            numbers.append(kernel.journal.commit(edits, about, kernel.clock()))
        gone.proposals = kernel.docket.forget(gone.session)
        kernel.history.forget(numbers)
        for name in gone.removed:
            kernel.ratings.forget(name)
        gone.events = kernel.log.forget(gone.session)
        kernel.index.start_afresh()
        kernel.look()
    return gone


def _skills(tainted: Iterable[Change], kernel: Kernel, gone: Revoked) -> Iterable[Edit]:
    names = dict.fromkeys(
        edit.path.partition("/")[2]
        for change in tainted
        for edit in change.edits
        if edit.path.partition("/")[0] in SKILL_FOLDERS
    )
    first = {change.id for change in tainted}
    for name in names:
        clean = _before(name, first, kernel)
        (gone.reverted if any(clean.values()) else gone.removed).append(name)
        for path, tree in clean.items():
            there = kernel.zone.read(path)
            if there != tree:
                yield Edit(path=path, before=there, after=tree)


def _before(name: str, tainted: set[int], kernel: Kernel) -> dict[str, Tree | None]:
    """What a skill's places held before the first change that rests on the session."""
    places: dict[str, Tree | None] = {place(state, name): None for state in STATES}
    for path in places:
        for done in reversed(kernel.history.changes(path=path)):
            if done.id >= min(tainted):
                break
            whole = kernel.history.change(done.id)
            for edit in whole.edits if whole else ():
                if edit.path == path:
                    places[path] = edit.after
    return places


def _lines(tainted: Iterable[Change], kernel: Kernel, gone: Revoked) -> Iterable[Edit]:
    added: dict[str, list[str]] = {}
    for change in tainted:
        for edit in change.edits:
            if edit.path.partition("/")[0] not in SKILL_FOLDERS:
                added.setdefault(edit.path, []).extend(_new_lines(edit))
    for path, lines in added.items():
        text = kernel.book.text(path)
        if text is None:
            continue
        kept = [line for line in text.split("\n") if line not in lines]
        gone.lines[path] = [line for line in text.split("\n") if line in lines]
        after = "\n".join(kept)
        whole = Tree(files={"": after.encode("utf-8", "surrogateescape")}) if after.strip() else None
        yield Edit(path=path, before=kernel.zone.read(path), after=whole)


def _new_lines(edit: Edit) -> list[str]:
    before, after = (
        [] if tree is None else tree.files[""].decode("utf-8", "surrogateescape").split("\n")
        for tree in (edit.before, edit.after)
    )
    return [line for line in after if line.strip() and line not in before]
