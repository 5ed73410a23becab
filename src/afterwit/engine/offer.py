"""Offers: what an agent is told unasked, when its session starts, at a prompt, and where a tool fails.

All of it as facts, each skill once in a session, and no more than there is room for. It needs the shelf alone: no agent
waits for the store.
"""

from collections.abc import Sequence
from itertools import islice

import msgspec

from afterwit.adapters.tokens import Bytes
from afterwit.adapters.tokens import tokeniser as best_tokeniser
from afterwit.engine.matched import leave_matches
from afterwit.engine.offered import Offered
from afterwit.engine.shelf import Shelf
from afterwit.errors import BadSkill, WriteFailed
from afterwit.keep.book import place
from afterwit.keep.lessons import newest_first
from afterwit.keep.store import lessons_file
from afterwit.model import skill_document
from afterwit.model.package import MAIN
from afterwit.ports import Tokeniser
from afterwit.recall import known_errors, levels
from afterwit.recall.disclosure import Disclosure, Section, disclose

MOST_SKILLS = 3
MOST_CHARACTERS = 10_000
"""What hosts take; the rest they would cut off or put into a file."""
FOR_THE_NAME = 500
"""Characters that are left for what else is told when a session starts."""
LONGEST_GUIDANCE = 800
AT_ERROR = "error "
"""What stands before a skill's name where it was told at its error."""
COMMON = 5
"""An error that more skills than this are about is `command failed` or the like, and tells none of them apart."""
FEW = 8
"""So many skills are embedded while an agent waits; where there are more, they are found by words alone."""

_Fitting = Sequence[tuple[str, float]]
"""Skills by name, with how sure it is that each fits."""


class Capped:
    """A tokeniser to which a text that has too many characters has too many tokens."""

    def __init__(self, inner: Tokeniser, budget: int, characters: int) -> None:
        self.name = inner.name
        self._inner = inner
        self._budget = budget
        self._characters = characters

    def count(self, text: str) -> int:
        """How many tokens a text is, or what part of the budget it is by its length, whichever is more."""
        return max(self._inner.count(text), -(-len(text) * self._budget // self._characters))


def at_start(shelf: Shelf, offered: Offered) -> str:
    """What a session is told when it starts: the domains of the skills, and the lessons."""
    from afterwit.engine.context import Asked, context  # noqa: PLC0415 - loads what no other offer needs

    offered.forget_old()
    counter = Capped(best_tokeniser(), shelf.config.recall.budget, MOST_CHARACTERS - FOR_THE_NAME)
    told = context(Asked(), shelf, count=False, tokeniser=counter).text
    offered.told(_lessons(shelf))
    return told


def for_prompt(prompt: str, shelf: Shelf, offered: Offered) -> str:
    """The few skills that fit a prompt, and the lessons that came since the session was last told of them."""
    from afterwit.engine.find import search  # noqa: PLC0415 - loads arrays, which no other offer needs

    least = shelf.config.recall.unasked_threshold
    found = search(prompt, _quick(shelf), MOST_SKILLS * 2, threshold=least).results
    fitting = [(one.name, one.score) for one in found if one.score >= least and not offered.has(one.name)]
    new = offered.new_lessons(_lessons(shelf))
    lessons = Section(
        head="Lessons of this project that came since:\n",
        items=tuple(map(levels.lesson, new)),
        share=shelf.config.recall.lessons_share,
    )
    text = _told("Skills of this project (by Afterwit) about something like this:\n", fitting, shelf, offered, lessons)
    offered.told(new)
    return text


def for_error(shown: str, shelf: Shelf, offered: Offered, command: str = "") -> str:
    """The skills that are about the very error that a tool has shown, where it is known after what command.

    One that was told at a prompt is told here once more: this is when it counts.
    """
    about = known_errors.about(shelf.index, shown, command)
    if len(about) > COMMON:
        return ""
    known = [(entry.name, 1.0) for entry in about if not offered.has(f"{AT_ERROR}{entry.name}")]
    head = "This error is known in this project (by Afterwit):\n"
    return _told(head, known, shelf, offered, occasion=AT_ERROR)


def _told(head: str, found: _Fitting, shelf: Shelf, offered: Offered, *beside: Section, occasion: str = "") -> str:
    """As much of these as there is room for; each that is told is claimed for this occasion, and counted."""
    readable = (item for name, score in found if (item := _item(name, score, shelf)) is not None)
    items = list(islice(readable, MOST_SKILLS))

    def disclosed(some: Sequence[levels.Item]) -> Disclosure:
        return _within([Section(head=head, items=tuple(some), by_worth=True), *beside], shelf.config.recall.budget)

    told = disclosed(items)
    room = {one.name for one in told.disclosed if one.kind == "skill"}
    mine = [item for item in items if item.name in room and offered.claim(f"{occasion}{item.name}")]
    if len(mine) < len(items):
        told = disclosed(mine)
    leave_matches([item.name for item in mine], shelf, "hook")
    return told.text


def _within(sections: Sequence[Section], budget: int) -> Disclosure:
    """As much as there is room for; tokens are counted only where not even as many bytes are within the budget."""
    forms = {(item.kind, item.name): item.forms[-1].name for section in sections for item in section.items}
    told = disclose(sections, min(budget, MOST_CHARACTERS), Bytes())
    if all(forms[one.kind, one.name] == one.form for one in told.disclosed) and not told.left_out:
        return told
    return disclose(sections, budget, Capped(best_tokeniser(), budget, MOST_CHARACTERS))


def _item(called: str, score: float, shelf: Shelf) -> levels.Item | None:
    """A skill as it is told: a line with what it is about, or also with its guidance; None where it cannot be read."""
    try:
        skill = shelf.book.at("active", called)
    except (BadSkill, WriteFailed):  # `doctor` tells of it
        return None
    if skill is None:
        return None
    document = skill_document.read(skill.package.text)
    path = str(shelf.zone.root / place("active", called) / MAIN)
    name, where = (levels.one_line(text).replace("`", "'") for text in (called, path))
    about = levels.cut(levels.situation(document.use_when or document.description), levels.FITTING).rstrip(".")
    line = f"- Skill `{name}` ({where}) is about: {about}."
    forms = [levels.Form("line", f"{line}\n", score * levels.LINE_WORTH)]
    if guidance := levels.cut(levels.one_line(document.guidance), LONGEST_GUIDANCE):
        forms.append(levels.Form("guidance", f"{line} {guidance}\n", score))
    return levels.Item(kind="skill", name=called, level=1, forms=tuple(forms))


def _lessons(shelf: Shelf) -> list[str]:
    """The lessons for everyone, the newest first."""
    return [lesson.text for lesson in newest_first(shelf.book.text(lessons_file()) or "")]


def _quick(shelf: Shelf) -> Shelf:
    """The shelf, without its model where that would first have to read more than a few skills."""
    if shelf.embedder is None or shelf.index.without_vector(shelf.embedder) <= FEW:
        return shelf
    return msgspec.structs.replace(shelf, embedder=None)
