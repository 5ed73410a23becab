"""What there is to disclose: domains, skills and lessons as items, each in a shorter and in fuller forms.

What skills and lessons say is other people's text: an item is one line, or lines that stay within it, and nothing in it
is hidden from a person who reads the same.
"""

import re
from collections.abc import Sequence
from typing import Literal

import msgspec

from afterwit.model import bullets
from afterwit.model.skill_document import Document

Kind = Literal["domain", "skill", "reference", "lesson"]
FormName = Literal["name", "line", "guidance", "text", "part"]

DASH = "\N{EM DASH}"
ABOUT = 60
"""The most characters of what is said of a domain: it is in every context."""
SHORT, LONG = 72, 160
"""The most characters of when to use a skill, in an index with little room and in one with more."""
FITTING = 160
"""The same for a skill that fits what was asked."""
LINE_WORTH = 0.5
"""What the line of a skill is worth beside its guidance in full: a reader has yet to open it."""
MOST_FILES = 12
"""So many files of a skill are named below its text."""

_HIDDEN = re.compile(
    "[\u00ad\u034f\u061c\u115f\u1160\u180b-\u180f\u200b-\u200f\u202a-\u202e\u2060-\u206f\u3164\ufeff\uffa0\U000e0000-\U000e0fff]+"
)
"""What no screen shows, or what turns the order of other characters round."""
_BREAKS = re.compile("[\x00-\x08\x0b-\x1f\x7f-\x9f\u2028\u2029]")
_HALVES = re.compile("[\ud800-\udfff]")
_WHEN = re.compile(r"use (?:this |it )?(?:skill )?(?:when|whenever) ", re.IGNORECASE)


class Form(msgspec.Struct, frozen=True):
    """One way to tell an item, ended by a line feed."""

    name: FormName
    text: str
    worth: float = 1.0


class Item(msgspec.Struct, frozen=True, kw_only=True):
    """One thing that can be told."""

    kind: Kind
    name: str
    level: int
    forms: tuple[Form, ...]
    """From the shortest to the fullest."""


def domain(name: str, skills: int, about: str = "") -> Item:
    """A domain: its name and how many skills it has, or also what it is about."""
    name, about = one_line(name), cut(one_line(about), ABOUT)
    forms = [Form("name", f"- {name} ({skills:,})\n")]
    forms += [Form("line", f"- {name}: {about} ({skills:,})\n")] if about else []
    return Item(kind="domain", name=name, level=0, forms=tuple(forms))


def listed(name: str, when: str) -> Item:
    """A skill in its domain's index: its name, or also when to use it, in few words or in more."""
    when = situation(when)
    texts = dict.fromkeys(_line(name, cut(when, most)) for most in (SHORT, LONG))
    forms = [Form("line", text) for text in texts if text != _line(name)]
    return Item(kind="skill", name=name, level=1, forms=(Form("name", _line(name)), *forms))


def fitting(name: str, when: str, guidance: str, score: float) -> Item:
    """A skill that fits what was asked: a line, or also its guidance in full; worth as much as it is sure to fit."""
    line = _line(name, cut(situation(when), FITTING))
    forms = [Form("line", line, score * LINE_WORTH)]
    if steps := lines(guidance):
        within = "".join(f"  {step}\n" if step else "\n" for step in steps)
        forms.append(Form("guidance", line + within, score))
    return Item(kind="skill", name=name, level=1, forms=tuple(forms))


def lesson(text: str) -> Item:
    """A lesson, which is a line."""
    words = one_line(text)
    return Item(kind="lesson", name=words, level=0, forms=(Form("line", f"- {words}\n"),))


def skill(document: Document, name: str, path: str, files: Sequence[str]) -> Item:
    """One skill: its guidance alone, or its whole text with the names of its other files."""
    title = f"# {one_line(name)}\n"
    guidance = "\n".join(lines(document.guidance))
    body = "\n".join(lines(document.body))
    named = ", ".join(map(one_line, files[:MOST_FILES])) + (" …" if len(files) > MOST_FILES else "")
    more = f"\nIts other files, for `--reference`: {named}\n" if files else ""
    text = f"{title}{one_line(document.description)}\n\n{body}\n{more}"
    only = (
        f"{title}{situation(document.use_when)}\nThis is its guidance; the whole is in {one_line(path)}\n\n{guidance}\n"
    )
    return Item(kind="skill", name=name, level=2, forms=(Form("guidance", only), Form("text", text)))


def reference(name: str, file: str, content: str) -> Item:
    """One file of a skill."""
    title = f"# {one_line(name)}: {one_line(file)}\n\n"
    return Item(kind="reference", name=file, level=3, forms=(Form("text", title + "\n".join(lines(content)) + "\n"),))


def one_line(text: str) -> str:
    """A text as one line with nothing hidden in it."""
    return bullets.one_line(_HIDDEN.sub("", text))


def lines(text: str) -> list[str]:
    """A text as lines with nothing hidden in them, without blank ones at either end."""
    seen = _HALVES.sub("\ufffd", _BREAKS.sub(" ", _HIDDEN.sub("", text.replace("\r\n", "\n"))))
    return [line.rstrip() for line in seen.strip("\n").rstrip().split("\n")] if seen.strip() else []


def situation(when: str) -> str:
    """When to use a skill, without the words that say that it is this."""
    words = one_line(when)
    return words[found.end() :] if (found := _WHEN.match(words)) else words


def cut(text: str, most: int) -> str:
    """As many whole words as there is room for, in characters."""
    if len(text) <= most:
        return text
    head = text[: most - 1]
    return (head.rsplit(" ", 1)[0] if " " in head else head).rstrip(f" ,;:-{DASH}") + "…"


def _line(name: str, words: str = "") -> str:
    return f"- {one_line(name)} {DASH} {words}\n" if words else f"- {one_line(name)}\n"
