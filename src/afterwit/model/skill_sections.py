"""Sections: the parts of a skill's body, by whatever heading they stand under."""

from collections.abc import Callable

import msgspec

from afterwit.model import markdown

_ALIASES: dict[str, tuple[str, ...]] = {
    "Situation": ("situation", "trigger conditions", "triggers", "when to use", "when to apply", "use when"),
    "Problem": ("problem", "the problem", "problem statement"),
    "Root cause": ("root cause", "root causes"),
    "Guidance": ("guidance", "solution", "steps", "instructions", "how to", "how to use", "procedure"),
    "Verification": ("verification", "verify", "how to verify"),
    "Anti-patterns": ("anti-patterns", "anti patterns", "antipatterns", "pitfalls", "common mistakes"),
    "Annotations": ("annotations", "notes from reviews"),
    "Related": ("related", "related memory", "related skills", "see also"),
}
SECTIONS = tuple(_ALIASES)
"""Our names for the sections, in the order in which they are written."""
LEVEL = 2
"""The level of the headings we write."""
NONE = "- None"
"""What an empty list of annotations says."""

_CANONICAL = {alias: section for section, aliases in _ALIASES.items() for alias in aliases}
_LONGER = ("when to use ", "when to apply ", "use when ", "trigger conditions ")


class Place(msgspec.Struct, frozen=True):
    """Where a section stands in the body."""

    heading: markdown.Heading
    start: int
    """Where its text begins, after blank lines."""
    end: int
    """Where its text ends, before blank lines."""
    next: int
    """Where the next section begins."""


def plain_title(title: str) -> str:
    """A heading without numbering, emphasis, emoji and colon, in small letters."""
    words = title.strip("*_`: \t").casefold().split()
    while words and not any(character.isalpha() for character in words[0]):
        words.pop(0)
    return " ".join(words).rstrip(":*_ ?")


def canonical(title: str) -> str:
    """Our name for a heading; empty where we have none."""
    plain = plain_title(title)
    return _CANONICAL.get(plain) or ("Situation" if plain.startswith(_LONGER) else "")


def places(body: str) -> dict[str, Place]:
    """The sections we know, in the order in which they stand; one under our own name goes before one under another.

    A section ends at a heading that is not below its own, and at any heading of another section we know.
    """
    found = markdown.headings(body)
    names = [canonical(heading.title) for heading in found]
    chosen: dict[str, int] = {}
    for number, name in enumerate(names):
        if name and (name not in chosen or _better(found[number], found[chosen[name]], name)):
            chosen[name] = number
    ends = [len(body)] * len(found)
    last: list[int] = [len(body)] * (markdown.DEEPEST + 1)
    known, other, before = "", len(body), len(body)
    for number in range(len(found) - 1, -1, -1):
        heading, name = found[number], names[number]
        # `before` is the next heading of a known section, `other` the next one of another than that.
        stranger = other if name == known else before
        ends[number] = min(*last[: heading.level + 1], stranger if name else len(body))
        last[heading.level] = heading.start
        if name:
            other, known = (other if name == known else before), name
            before = heading.start
    return {name: _place(body, found[number], ends[number]) for name, number in sorted(chosen.items(), key=_second)}


def sections(body: str) -> dict[str, str]:
    """The text of each section we know, with plain line ends."""
    found = places(body).items()
    return {name: markdown.unescaped(body[place.start : place.end].replace("\r\n", "\n")) for name, place in found}


def embedded(text: str, level: int = LEVEL, *, fences: bool = True) -> str:
    """A text that nobody vouches for, so that it stays within its section and is read back as it is."""
    return markdown.escaped(text, keep_below(level), fences=fences)


def keep_below(level: int) -> Callable[[int, str], bool]:
    """Says of a heading whether it may stand within a section of this level."""
    return lambda deeper, title: deeper > level and not canonical(title)


def newline_of(text: str) -> str:
    """How the lines of a text end."""
    return "\r\n" if "\r\n" in text else "\n"


def with_section(body: str, name: str, text: str, newline: str) -> str:
    """The body with other text in a section; one that is not there is added in its place."""
    known = places(body)
    level = known[name].heading.level if name in known else LEVEL
    found = _with_content(body, name, known, embedded(text, level).replace("\n", newline), newline)
    if sections(found).get(name) == text:
        return found
    # A fence that the body leaves open would be closed by one in the text.
    plain = embedded(text, level, fences=False).replace("\n", newline)
    return _with_content(body, name, known, plain, newline)


def _with_content(body: str, name: str, known: dict[str, Place], content: str, newline: str) -> str:
    place = known.get(name)
    if place and place.start < place.end:
        return body[: place.start] + content + body[place.end :]
    if place:
        head = body[: place.heading.after]
        lead = "" if head.endswith("\n") else newline
        tail = newline if place.heading.after == place.next < len(body) else ""
        return f"{head}{lead}{newline}{content}{newline}{tail}{body[place.heading.after :]}"
    later = [known[other] for other in known if SECTIONS.index(other) > SECTIONS.index(name)]
    at = min((place.heading.start for place in later), default=len(body))
    head = body[:at]
    if head and not head.endswith("\n"):
        head += newline
    lead = "" if not head.strip() or head.endswith(("\n\n", "\n\r\n")) else newline
    tail = newline if body[at:] else ""
    return f"{head}{lead}{'#' * LEVEL} {name}{newline}{newline}{content}{newline}{tail}{body[at:]}"


def _better(heading: markdown.Heading, chosen: markdown.Heading, name: str) -> bool:
    own = name.casefold()
    return plain_title(heading.title) == own and plain_title(chosen.title) != own


def _place(body: str, heading: markdown.Heading, following: int) -> Place:
    text = body[heading.after : following]
    start = heading.after + len(text) - len(text.lstrip())
    # An indent at the beginning belongs to the text: it may be a list or code.
    start = max(heading.after, body.rfind("\n", 0, start) + 1) if text.strip() else heading.after
    end = heading.after + len(text.rstrip()) if text.strip() else start
    return Place(heading, start, end, following)


def _second(pair: tuple[str, int]) -> int:
    return pair[1]
