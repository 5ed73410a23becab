"""Reusability: does the skill hold beyond the one case it came from? One-off identifiers in it say no."""

from collections.abc import Iterator

from afterwit.judge.cited import Cited, plural
from afterwit.judge.depth import Side
from afterwit.model.package import MAIN
from afterwit.model.particulars import particulars
from afterwit.model.skill_document import Document
from afterwit.model.verdict import Finding

FORGIVEN = 1
"""Seen in two sessions or more, a skill may hold one identifier: what came twice is hardly a one-off."""
SECTIONS = ("Situation", "Problem", "Root cause", "Verification", "Anti-patterns")
"""What is looked at beside the guidance; annotations and links to others may name cases."""


def reusability(document: Document, text: str, cited: Cited) -> tuple[Side, tuple[Finding, ...]]:
    """Yes where the guidance names nothing that was there only once; the findings say where it does."""
    found: dict[str, Finding] = {}
    for first, part in _parts(document, text):
        for before, kind, identifier in particulars(part):
            where = f"{MAIN}:{first + before}" if first else MAIN
            found.setdefault(identifier, Finding(where, f"{kind}: {identifier[:80]}"))
    allowed = FORGIVEN if cited.sessions > 1 else 0
    told = f"{plural(len(found), 'one-off identifier')} in the text, seen in {plural(cited.sessions, 'session')}"
    if found:
        told += f" ({'; '.join(f'{seen.where} {seen.what}' for seen in found.values())})"
    side = Side(
        passed=len(found) <= allowed,
        reason=told,
        measured={"identifiers": len(found), "sessions": cited.sessions},
    )
    return side, tuple(found.values())


def _parts(document: Document, text: str) -> Iterator[tuple[int, str]]:
    """The texts that are looked at, each with the number of its first line in the file; 0 where that is not known."""
    guidance = document.guidance
    sections = (document.section(name) for name in SECTIONS)
    for part in (document.description, guidance, *(section for section in sections if section not in guidance)):
        start = text.find(part)
        yield (text.count("\n", 0, start) + 1 if start >= 0 else 0), part
