"""Revoking a session: everything that was learned from it goes, and nothing is learned from it again.

A skill that began with the session goes altogether; one that was there before goes back to what it was then, as every
later version builds on what the session put in. Lessons and memory lose what it put in and get back what it took out.
It is a person's act that only takes away, so no gate is asked; it is a change of the history like any other.
"""

from collections.abc import Iterator, Sequence

import msgspec

from afterwit.engine.kernel import Kernel
from afterwit.engine.timeline import of_session
from afterwit.keep.book import place
from afterwit.keep.drafts import EARLIER
from afterwit.keep.merge import merge_trees
from afterwit.keep.staging import Staging
from afterwit.model.change import About, Change, Edit
from afterwit.model.package import FOLDERS, MAIN, STATES, Tree
from afterwit.model.proposal import CreateSkill
from afterwit.model.provenance import essence
from afterwit.model.skill_document import with_metadata

SKILL_FOLDERS = frozenset(FOLDERS.values())


class Revoked(msgspec.Struct, kw_only=True):
    """What was taken back."""

    session: str
    removed: list[str] = msgspec.field(default_factory=list[str])
    """Skills that are gone."""
    reverted: list[str] = msgspec.field(default_factory=list[str])
    """Skills that are what they were before."""
    kept: list[str] = msgspec.field(default_factory=list[str])
    """Skills that another session taught as well, word for word."""
    lines: dict[str, list[str]] = msgspec.field(default_factory=dict[str, list[str]])
    """Lines that are gone, by file."""
    proposals: int = 0
    signals: int = 0
    """What had been noticed in it."""
    uses: int = 0
    """Skills that its agents had."""
    attempts: int = 0
    """What its agents started to learn, or others from it."""
    notes: int = 0
    """What its agents left at the end of their turns, or others about it."""
    staged: int = 0
    """Files of the scratch pad that had something of it."""
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
        gone.signals = kernel.signals.forget(gone.session)
        gone.uses = kernel.uses.forget(gone.session)
        _drafts(kernel, gone.session)
        gone.attempts = kernel.attempts.forget(gone.session)
        gone.notes = kernel.turns.forget(gone.session)
        gone.staged = Staging(kernel.zone.root).forget(gone.session)
        gone.events = kernel.log.forget(gone.session)
        kernel.index.start_afresh()
        kernel.look()
        kernel.index.forget_old_vectors()
    return gone


def _drafts(kernel: Kernel, session: str) -> None:
    """Empty the drafts that its agents wrote: whoever wrote on in one built on that."""
    for name in {attempt.skill for attempt in kernel.attempts.attempts() if session in attempt.sessions}:
        for draft in kernel.drafts.names():
            if draft == name or draft.startswith(f"{name}{EARLIER}"):
                kernel.drafts.clear(draft)


def _skills(tainted: Sequence[Change], kernel: Kernel, gone: Revoked) -> Iterator[Edit]:
    first: dict[str, int] = {}
    for change in tainted:
        for edit in change.edits:
            folder, _, name = edit.path.partition("/")
            if folder in SKILL_FOLDERS:
                first.setdefault(name, change.id)
    for name, number in first.items():
        clean = _before(name, number, kernel)
        others = _supporters(name, kernel, gone.session)
        if others and not any(clean.values()):
            gone.kept.append(name)
            yield from _credited(name, others, kernel)
            continue
        (gone.reverted if any(clean.values()) else gone.removed).append(name)
        for path, tree in clean.items():
            there = kernel.zone.read(path)
            if there != tree:
                yield Edit(path=path, before=there, after=tree)


def _supporters(name: str, kernel: Kernel, session: str) -> list[str]:
    """The other sessions from which the very same skill was proposed: it stands without this one."""
    skill = kernel.book.at("active", name) or kernel.book.at("pending", name)
    if skill is None:
        return []
    proposals = (judged.proposal for judged in kernel.docket.proposals(subject=name, fate="applied"))
    others = [proposal for proposal in proposals if proposal is not None and session not in proposal.sessions]
    same = essence(skill.package)
    return [
        supporter
        for proposal in others
        if isinstance(proposal.op, CreateSkill) and essence(proposal.op.package) == same
        for supporter in proposal.sessions
    ]


def _credited(name: str, sessions: Sequence[str], kernel: Kernel) -> Iterator[Edit]:
    """The skill as it is, with the sessions that it now rests on."""
    for state in STATES:
        there = kernel.zone.read(place(state, name))
        skill = kernel.book.at(state, name)
        if there is not None and skill is not None:
            text = with_metadata(skill.package.text, {"sessions": " ".join(sessions)})
            after = Tree(files={**there.files, MAIN: text.encode()}, executable=there.executable)
            yield Edit(path=place(state, name), before=there, after=after)


def _before(name: str, first: int, kernel: Kernel) -> dict[str, Tree | None]:
    """What a skill's places held before its first change that rests on the session."""
    places: dict[str, Tree | None] = {place(state, name): None for state in STATES}
    for path in places:
        earlier = next((done for done in kernel.history.changes(path=path) if done.id < first), None)
        whole = kernel.history.change(earlier.id) if earlier else None
        for edit in whole.edits if whole else ():
            if edit.path == path:
                places[path] = edit.after
    return places


def _lines(tainted: Sequence[Change], kernel: Kernel, gone: Revoked) -> Iterator[Edit]:
    """Each file without what the session put in, and with what it took out, as far as nobody else has been there."""
    files: dict[str, tuple[Tree, Tree]] = {}
    added: dict[str, list[str]] = {}
    for change in reversed(tainted):
        for edit in change.edits:
            there = files.get(edit.path, (None, None))[1] or kernel.zone.read(edit.path)
            if edit.path.partition("/")[0] in SKILL_FOLDERS or there is None:
                continue
            before, after = (tree or Tree(files={"": b""}) for tree in (edit.before, edit.after))
            merged, _ = merge_trees(after, there, before)
            files[edit.path] = files.get(edit.path, (there, there))[0], merged
            had = _text(before).split("\n")
            added.setdefault(edit.path, []).extend(line for line in _text(after).split("\n") if line not in had)
    for path, (there, merged) in files.items():
        # Where a merge was not possible, what was put in still goes, line by line.
        kept = [line for line in _text(merged).split("\n") if line not in added[path] or not line.strip()]
        gone.lines[path] = [line for line in _text(there).split("\n") if line in added[path] and line.strip()]
        after = "\n".join(kept)
        whole = Tree(files={"": after.encode("utf-8", "surrogateescape")}) if after.strip() else None
        yield Edit(path=path, before=there, after=whole)


def _text(tree: Tree) -> str:
    return tree.files[""].decode("utf-8", "surrogateescape")
