"""Fields of what agents send: read one by one, every problem told in its own sentence, nothing believed.

What comes in may have any shape and size that JSON has. Nothing is looked at deeper than it is needed, and no text
longer than it may be is looked through.
"""

import unicodedata
from collections.abc import Collection, Mapping, Sequence
from typing import TypeVar, cast

from afterwit.model.skill_name import name_problems

LONGEST_RAW = 10_000
"""A text of more characters is too long, whatever is in it."""
MOST_TOLD = 5
"""So many fields or entries of one kind are named."""
LONGEST_TOLD = 40
"""Characters of what was sent that are told back."""

_Code = TypeVar("_Code", bound=str)

_UNSEEN = frozenset({"Cc", "Cf", "Cs", "Co"})
_BLANK = frozenset("\u115f\u1160\u2800\u3164\uffa0")
"""Signs that are letters or symbols by class and show nothing."""
_SELECTORS = range(0xE0100, 0xE01F0)
_JOINERS = "\u200c\u200d"
"""Written in Persian, in Hindi and in emoji; in a row, or among plain letters, they only hide something."""


def flat(text: str) -> str:
    """The text in one line, without signs that nobody sees."""
    kept: list[str] = []
    for sign in text:
        if sign in _JOINERS:
            if kept and not kept[-1].isascii() and kept[-1] not in _JOINERS:
                kept.append(sign)
        elif sign.isspace():
            kept.append(" ")
        elif unicodedata.category(sign) not in _UNSEEN and sign not in _BLANK and ord(sign) not in _SELECTORS:
            kept.append(sign)
    return " ".join("".join(kept).split()).rstrip(_JOINERS)


def listed(names: Sequence[str]) -> str:
    """`a`, `a or b`, `a, b or c`."""
    return " or ".join(part for part in (", ".join(names[:-1]), names[-1]) if part)


def told(names: Sequence[str]) -> str:
    """The first of some names that somebody sent, and how many more there are."""
    shown = ", ".join(ascii(name[:LONGEST_TOLD]) for name in names[:MOST_TOLD])
    return f"{shown} and {len(names) - MOST_TOLD} more" if len(names) > MOST_TOLD else shown


class Fields:
    """An object that an agent sent; what is wrong with it gathers in `problems` while it is read."""

    def __init__(self, of: str, raw: object, allowed: Mapping[str, str]) -> None:
        """`allowed` has each field with what to give for it."""
        self.of = of
        self.problems: list[str] = []
        self._allowed = allowed
        self._is_object = isinstance(raw, dict)
        self._raw = cast("dict[str, object]", raw) if isinstance(raw, dict) else {}
        names = ", ".join(allowed)
        if not self._is_object:
            self.problems.append(f"{of} is no object: give one with {names}.")
        elif unknown := unknown_fields(self._raw, allowed):
            self.problems.append(f"{of} does not take {told(unknown)}: give only {names}.")

    def value(self, name: str) -> object:
        """A field as it came; None where it is missing or null, which are the same."""
        return self._raw.get(name)

    def text(self, name: str, most: int, *, required: bool = True) -> str:
        """A field of words on one line; empty where it has none, or is not as it should be."""
        value = self.value(name)
        if value is None:
            if required:
                self.missing(name)
            return ""
        if not isinstance(value, str):
            self.wrong(name, "is no text")
            return ""
        length = len(value)
        if length <= LONGEST_RAW:
            line = flat(value)
            length = len(line)
            if length <= most:
                if any(sign.isalnum() for sign in line):
                    return line
                if required or line:
                    self.wrong(name, "says nothing")
                return ""
        self.problems.append(f"In {self.of} {name} has {length:,} characters: say it in {most} at most.")
        return ""

    def code(self, name: str, allowed: Sequence[_Code]) -> _Code | None:
        """A field that is one of some codes; None where it is not."""
        value = self.value(name)
        if value is None:
            self.missing(name, f"one of {', '.join(allowed)}" if len(allowed) > 1 else allowed[0])
            return None
        found = next((code for code in allowed if code == value), None) if isinstance(value, str) else None
        if found is None:
            shown = ascii(value[:LONGEST_TOLD]) if isinstance(value, str) else "no text"
            self.problems.append(f"In {self.of} {name} is {shown}: give {listed(allowed)}.")
        return found

    def name(self, name: str) -> str:
        """A field that names a skill; empty where it does not."""
        value = self.value(name)
        if value is None:
            self.missing(name)
            return ""
        if not isinstance(value, str):
            self.wrong(name, "is no text")
            return ""
        problems = [f"In {self.of} {name} is not valid: {problem}." for problem in name_problems(value)]
        self.problems += problems
        return "" if problems else value

    def missing(self, name: str, give: str = "") -> None:
        """Tell that a field is not there; where there is no object at all, that was told."""
        if self._is_object:
            self.problems.append(f"{self.of} has no {name}: give {give or self._allowed[name]}.")

    def wrong(self, name: str, what: str) -> None:
        """Tell that a field is not what it should be."""
        self.problems.append(f"In {self.of} {name} {what}: give {self._allowed[name]}.")


def unknown_fields(raw: Mapping[str, object], allowed: Collection[str]) -> list[str]:
    """The fields that nobody asked for; one that is null is as good as missing."""
    return [str(name) for name, value in raw.items() if name not in allowed and value is not None]
