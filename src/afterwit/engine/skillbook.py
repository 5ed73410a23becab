"""The skillbook for readers: the views that are made from it, and one skill with all that is known of it."""

import msgspec

from afterwit.engine.kernel import Kernel
from afterwit.engine.view import NOTES
from afterwit.errors import NotFound
from afterwit.keep.domains import Entry, views
from afterwit.keep.notes import refreshed
from afterwit.model.change import Change
from afterwit.model.package import Tree
from afterwit.model.skill import Metrics, Skill
from afterwit.ports import Judged

VIEWS = "skillbook"


class Known(msgspec.Struct, frozen=True, kw_only=True):
    """One skill, and everything that led to it."""

    skill: Skill
    metrics: Metrics
    proposals: list[Judged]
    """What was ever proposed about it, the latest first, with every gate's verdict."""
    changes: list[Change]


def refresh(kernel: Kernel) -> None:
    """Bring the index, NOTES.md and the views for progressive disclosure up to what is on disk.

    They are made from the skills, so they are written when they differ and need no history of their own.
    """
    kernel.look()
    active = kernel.index.entries("active")
    listed = [Entry(name=entry.name, domain=entry.domain, description=entry.description) for entry in active]
    wanted = {f"{VIEWS}/{path}": content for path, content in views(listed).items()} if active else {}
    elsewhere = {entry.name for entry in kernel.index.entries() if entry.state != "active"}
    learned = {entry.name: (entry.domain, entry.description) for entry in active if kernel.source(entry) == "learned"}
    notes = refreshed(kernel.book.text(NOTES) or "", learned, elsewhere - {entry.name for entry in active})
    wanted[NOTES] = notes.encode("utf-8", "surrogateescape")
    with kernel.journal.alone():
        for path, content in wanted.items():
            if content != (kernel.book.text(path) or "").encode("utf-8", "surrogateescape"):
                kernel.zone.put(path, Tree(files={"": content}))
        for name in {*kernel.zone.names(VIEWS)} - {path.split("/")[1] for path in wanted if path.startswith(VIEWS)}:
            kernel.zone.put(f"{VIEWS}/{name}", None)


def known(name: str, kernel: Kernel) -> Known:
    """All there is to say about a skill."""
    skill = kernel.book.skill(name)
    if skill is None:
        raise NotFound(f"There is no skill {name}: see `afterwit skills`.")
    return Known(
        skill=skill,
        metrics=kernel.ratings.metrics(name),
        proposals=kernel.docket.proposals(subject=name),
        changes=kernel.history.changes(subject=name),
    )
