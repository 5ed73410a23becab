"""The user's own word: did they really ask for this to be learned, or correct the agent? Measured, not believed.

A proposer says that the user asked for it. That counts where an event of the user is cited in which a sentence asks for
something lasting, or corrects, and where what is said there is what the proposal is about. The phrases are English: in
another language the counts decide that decide without the user's word.
"""

from collections.abc import Iterator

import msgspec

from afterwit.judge.cited import Cited, folded, plural
from afterwit.model import skill_document
from afterwit.model.event import Event
from afterwit.model.proposal import (
    AddLesson,
    AddMemory,
    AnnotateSkill,
    CreateSkill,
    MergeSkills,
    Operation,
    Proposal,
    RemoveMemory,
    ReplaceMemory,
    RetireLesson,
    UpdateSkill,
)
from afterwit.model.typed import typed
from afterwit.model.users_phrases import PHRASES, asks, corrects, sentences
from afterwit.model.words import tokens

FEWEST_SHARED = 2
"""Telling words that the user's sentences and the proposal have in common."""
LONGEST = 20_000
"""Characters of one event that are looked at: a request is no file that was pasted."""

_SAID = frozenset(tokens(PHRASES))
"""The words of the asking itself, which tell nothing of what is asked for."""
ASKED_BY_USER = {
    "explicit_user_request": ("asks for nothing lasting", frozenset({"user"})),
    "user_correction": ("corrects nothing", frozenset({"user", "refusal"})),
}
"""What can be claimed: how it is told that it is not so, and the events in which it is said."""


class Word(msgspec.Struct, frozen=True):
    """The event in which the user said it; empty where none is, and then why not, if it was claimed."""

    event: str = ""
    why_not: str = ""

    def __bool__(self) -> bool:
        return bool(self.event)


def users_word(proposal: Proposal, cited: Cited) -> Word:
    """The cited event in which the user asked for it or corrected the agent."""
    claimed = ASKED_BY_USER.get(proposal.trigger)
    if claimed is None:
        return Word()
    nothing, kinds = claimed
    about = frozenset(tokens(_about(proposal.op))) - _SAID
    why_not = "no event of the user is cited for it"
    for session, event in cited.every():
        if event.kind not in kinds or event.agent:  # the prompt of a subagent is another agent's word
            continue
        passages = [
            passage for text in _quoted(proposal, session, event) for passage in _asking(text, proposal.trigger)
        ]
        shared = max((len(about & set(tokens(passage))) for passage in passages), default=0)
        if shared >= FEWEST_SHARED:
            return Word(event.id)
        told = f"shares {plural(shared, 'telling word')} with it, {FEWEST_SHARED} needed" if passages else nothing
        why_not = f"{event.id} {told}"
    return Word(why_not=f"the user's word does not count: {why_not}")


def _quoted(proposal: Proposal, session: str, event: Event) -> list[str]:
    """What is quoted of an event, else all of it."""
    refs = [ref.quote for ref in proposal.evidence if ref.session == session and ref.event == event.id]
    said = typed(event.text)
    whole = folded(said)
    quotes = [quote[:LONGEST] for quote in refs if folded(quote) and folded(quote) in whole]
    return quotes or [said[:LONGEST]]


def _asking(text: str, trigger: str) -> Iterator[str]:
    """The sentences that ask or correct, each with those beside it."""
    found = sentences(text)
    for place, sentence in enumerate(found):
        if asks(sentence) or (trigger == "user_correction" and corrects(sentence)):
            yield " ".join(found[max(0, place - 1) : place + 2])


def _about(op: Operation) -> str:
    """What the proposal says."""
    match op:
        case CreateSkill(package=package) | UpdateSkill(package=package) | MergeSkills(package=package):
            document = skill_document.read(package.text)
            return f"{document.trigger}\n{document.guidance}"
        case AddLesson(text=text) | RetireLesson(text=text) | AddMemory(text=text) | ReplaceMemory(text=text):
            return text
        case AnnotateSkill(annotation=text) | RemoveMemory(old=text):
            return text
        case _:
            return ""
