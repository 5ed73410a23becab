"""The skillbook's tables of contents: DOMAINS.md, which is always at hand, and an INDEX.md a domain."""

from collections.abc import Iterable, Mapping

import msgspec

from afterwit.keep.bullets import find, one_line
from afterwit.model.domain import folder
from afterwit.model.package import State

DOMAINS = "DOMAINS.md"
INDEX = "INDEX.md"
DASH = "\N{EN DASH}"
DOMAIN_BYTES = 80
"""The most bytes of a domain's line: about 20 tokens, as it is in every context."""
SKILL_BYTES = 240
"""The most bytes of what the index says of a skill."""
_DASHES = (f" {DASH} ", " \N{EM DASH} ", ": ", " - ")
_ABBREVIATIONS = (" e.g.", " i.e.", " etc.", " vs.", " cf.", " approx.", " incl.", " No.", "(e.g.", "(i.e.", "(cf.")


class Entry(msgspec.Struct, frozen=True, kw_only=True):
    """What the tables say of a skill."""

    name: str
    domain: str
    description: str
    state: State = "active"


def views(skills: Iterable[Entry], descriptions: Mapping[str, str] | None = None) -> dict[str, bytes]:
    """Every table by its path: active skills only, and only domains that have any."""
    by_domain: dict[str, list[Entry]] = {}
    for skill in skills:
        if skill.state == "active":
            by_domain.setdefault(folder(skill.domain), []).append(skill)
    told = {folder(domain): one_line(words) for domain, words in (descriptions or {}).items()}
    files = {f"{domain}/{INDEX}": _index(domain, told.get(domain, ""), by_domain[domain]) for domain in by_domain}
    lines = [_domain_line(domain, told.get(domain, ""), len(by_domain[domain])) for domain in sorted(by_domain)]
    return {path: text.encode() for path, text in {DOMAINS: _page("Domains", "", lines), **files}.items()}


def descriptions(domains: str) -> dict[str, str]:
    """What a DOMAINS.md, ours or another tool's, says of each domain that it says anything of."""
    found = (told(bullet.text) for bullet in find(domains.split("\n")))
    return {folder(name): words for name, words in found if words}


def with_edits(known: Mapping[str, str], table: str) -> dict[str, str]:
    """What is known of each domain, with what a person wrote into a DOMAINS.md since; its words may have been cut."""
    edits = descriptions(table)
    return dict(known) | {
        domain: words
        for domain, words in edits.items()
        if not known.get(domain, "").startswith(words.removesuffix("…"))
    }


def told(line: str) -> tuple[str, str]:
    """A line of a table as the name and what is said of it, whichever sign stands between them."""
    name, words = line, ""
    for sign in _DASHES:
        head, _, tail = line.partition(sign)
        if tail and len(head) < len(name):
            name, words = head, tail
    name = name.split("](", 1)[0].strip("[]*`/ ")
    head, _, count = words.rpartition(" (")
    if head and count.removesuffix(")").rstrip("s").removesuffix(" skill").isdigit():
        words = head
    elif " (" in name:
        name = name.split(" (", 1)[0]
    return name.rstrip("/ "), words.strip()


def brief(description: str) -> str:
    """The first sentence of a description, and the one that says when to use it."""
    sentences = _sentences(one_line(description))
    when = [words for words in sentences[1:2] if words.casefold().startswith("use ")] or [
        words for words in sentences[2:] if words.casefold().startswith(("use when", "use this when", "use it when"))
    ][:1]
    return cut(" ".join(sentences[:1] + when), SKILL_BYTES)


def cut(text: str, size: int) -> str:
    """As many whole words as there is room for, in bytes."""
    if len(text.encode("utf-8", "replace")) <= size:
        return text
    head = text.encode("utf-8", "replace")[: max(size - 3, 0)].decode("utf-8", "ignore")
    at_word = head.rsplit(" ", 1)[0] if " " in head else head
    return at_word.rstrip(" ,;:-" + DASH) + "…"


def _index(domain: str, description: str, skills: list[Entry]) -> str:
    lines = [
        f"- {skill.name} {DASH} {brief(skill.description)}" for skill in sorted(skills, key=lambda skill: skill.name)
    ]
    return _page(domain, description, lines)


def _domain_line(domain: str, description: str, count: int) -> str:
    number = f" ({count} skill{'s' if count != 1 else ''})"
    room = DOMAIN_BYTES - len(f"- {domain}: {number}".encode())
    return f"- {domain}: {cut(description, room)}{number}" if description and room > 0 else f"- {domain}{number}"


def _page(title: str, description: str, lines: list[str]) -> str:
    return "\n\n".join(part for part in (f"# {title}", description, "\n".join(lines)) if part) + "\n"


def _sentences(text: str) -> list[str]:
    found: list[str] = []
    start = 0
    space = text.find(" ")
    while space > 0:
        if text[space - 1] in ".!?" and not text[max(space - 10, 0) : space].endswith(_ABBREVIATIONS):
            found.append(text[start:space])
            start = space + 1
        space = text.find(" ", space + 1)
    return [*found, text[start:]] if text[start:] else found
