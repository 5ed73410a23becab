"""A correction as a lesson: in the user's own words, since nobody else knows what they meant."""

from afterwit.model.proposal import AddLesson, Category
from afterwit.model.signal import Correction, Signal

LONGEST_LESSON = 400
LONGEST_COMMAND = 80


def lesson(signal: Signal) -> AddLesson | None:
    """What to remember; None where the user said nothing that could be remembered."""
    what = signal.what
    if not isinstance(what, Correction):
        return None
    said = _sentence(what.said)
    return AddLesson(text=said, category=_category(signal, what)) if said else None


def annotation(what: Correction) -> str:
    """What a loaded skill is to be known for."""
    return f"After this skill had been loaded, the user said: {_sentence(what.said)}"


def _sentence(said: str) -> str:
    words = " ".join(said.split())
    if len(words) > LONGEST_LESSON:
        words = f"{words[: LONGEST_LESSON - 1].rsplit(' ', 1)[0]}…"
    return words[:1].upper() + words[1:]


def _category(signal: Signal, what: Correction) -> Category:
    if what.category:
        return what.category
    shell = what.refused is not None and what.refused.shell
    return "operational" if signal.sort == "refusal" and shell else "behavioral"
