"""The skillbook for readers: the views that are made from it, and one skill with all that is known of it."""

from collections.abc import Mapping
from typing import TypeVar

import msgspec

from afterwit.engine import links
from afterwit.engine.kernel import Kernel
from afterwit.engine.project import Project
from afterwit.engine.shelf import Shelf
from afterwit.engine.view import NOTES
from afterwit.errors import NotFound
from afterwit.keep.domains import DOMAINS, Entry, views, with_edits
from afterwit.keep.faults import note_daily
from afterwit.keep.notes import line_of, mark, refreshed
from afterwit.model.change import Change
from afterwit.model.package import Tree
from afterwit.model.skill import Metrics, Skill
from afterwit.ports import Judged

VIEWS = "skillbook"
SAID = f"{VIEWS}/domains.json"
MARKS = f"{VIEWS}/notes.json"
LINKING, UNLINKED = "linking skills for hosts", "NotLinked"
"""What goes wrong with the links, to `afterwit doctor`: nobody looks at whoever refreshes them."""

_Kind = TypeVar("_Kind")


class Known(msgspec.Struct, frozen=True, kw_only=True):
    """One skill, and everything that led to it."""

    name: str
    skill: Skill | None
    """None where what was proposed was never kept."""
    metrics: Metrics
    proposals: list[Judged]
    """What was ever proposed about it, the latest first, with every gate's verdict."""
    changes: list[Change]


def refresh(kernel: Kernel) -> None:
    """Bring the index, NOTES.md, the views for progressive disclosure and hosts' links up to what is on disk.

    They are made from the skills, so they are written when they differ and need no history of their own.
    """
    with kernel.journal.alone():
        kernel.look()
        active = kernel.index.entries("active")
        listed = [Entry(name=entry.name, domain=entry.domain, description=entry.description) for entry in active]
        said = domain_descriptions(kernel)
        wanted = {f"{VIEWS}/{path}": content for path, content in views(listed, said).items()} if active else {}
        if said:
            wanted[SAID] = _json(said)
        wanted |= _refresh_notes(kernel)
        for path, content in wanted.items():
            _put(path, content, kernel)
        for name in {*kernel.zone.names(VIEWS)} - {path.split("/")[1] for path in wanted if path.startswith(VIEWS)}:
            kernel.zone.put(f"{VIEWS}/{name}", None)
        for note in links.refresh(Project(kernel.zone.root.parent)).notes:
            note_daily(str(kernel.zone.root), LINKING, UNLINKED, note)


def domain_descriptions(kernel: Shelf) -> dict[str, str]:
    """What is said of each domain: kept whole, as DOMAINS.md has no room for much and none for a domain in waiting."""
    return with_edits(_kept(SAID, dict[str, str], kernel) or {}, kernel.book.text(f"{VIEWS}/{DOMAINS}") or "")


def say_of_domains(said: Mapping[str, str], kernel: Kernel) -> None:
    """Keep what another book says of its domains, where nothing is said of them here; `refresh` shows it."""
    with kernel.journal.alone():
        here = domain_descriptions(kernel)
        if new := {domain: words for domain, words in said.items() if not here.get(domain)}:
            _put(SAID, _json(here | new), kernel)


def _refresh_notes(kernel: Kernel) -> dict[str, bytes]:
    """Write NOTES.md, and give the marks of the lines in it that are ours.

    People write there too, so a line is ours only if we remember having written it, by a mark that tells nothing of
    what it said; or if it is what we would write for a skill that is here, in whatever state, should the memory be
    lost. So the line of a skill that was undone or revoked goes with it, and a person's own stays.
    """
    about = {
        (entry.name, entry.state): (entry.domain, entry.description)
        for entry in kernel.index.entries()
        if kernel.source(entry) == "learned"
    }
    before = set(_kept(MARKS, list[str], kernel) or ())
    would = {mark(line_of(name, *told)) for (name, _), told in about.items()}
    learned = {name: told for (name, state), told in about.items() if state == "active"}
    notes, marks = refreshed(kernel.book.text(NOTES) or "", learned, before | would)
    if before or marks:
        # Both what we wrote and what we will write is ours until the notes are in place, so that a crash in between
        # leaves no line that nobody knows.
        _put(MARKS, _json(sorted(before | marks)), kernel)
    _put(NOTES, notes.encode("utf-8", "surrogateescape"), kernel)
    return {MARKS: _json(sorted(marks))} if marks else {}


def _put(path: str, content: bytes, kernel: Kernel) -> None:
    if content != (kernel.book.text(path) or "").encode("utf-8", "surrogateescape"):
        kernel.zone.put(path, Tree(files={"": content}))


def _kept(path: str, kind: type[_Kind], kernel: Shelf) -> _Kind | None:
    """A view's own memory; none where it is not there or somebody broke it: it is made anew."""
    try:
        return msgspec.json.decode((kernel.book.text(path) or "null").encode("utf-8", "surrogateescape"), type=kind)
    except (msgspec.DecodeError, RecursionError):
        return None


def _json(value: object) -> bytes:
    return msgspec.json.format(msgspec.json.encode(value), indent=1) + b"\n"


def known(name: str, kernel: Kernel) -> Known:
    """All there is to say about a skill."""
    skill = kernel.book.skill(name)
    proposals = kernel.docket.proposals(subject=name)
    if skill is None and not proposals:
        raise NotFound(f"There is no skill {name}: see `afterwit skills`.")
    return Known(
        name=name,
        skill=skill,
        metrics=kernel.ratings.metrics(name),
        proposals=proposals,
        changes=kernel.history.changes(subject=name),
    )
