"""Document: a SKILL.md as it was found, read leniently, and changed without touching what nobody asked about."""

import re
from functools import cached_property
from typing import Literal, cast

import msgspec

from afterwit.model import frontmatter, markdown, skill_sections
from afterwit.model.frontmatter import Value
from afterwit.model.frontmatter_edit import with_fields, with_metadata
from afterwit.model.package import Package, SourceClass
from afterwit.model.skill_draft import USE_WHEN, Draft, folded, link, plain_block, reference, write
from afterwit.model.skill_sections import NONE, SECTIONS

__all__ = [
    "SECTIONS",
    "Document",
    "Draft",
    "draft_of",
    "read",
    "with_annotation",
    "with_fields",
    "with_metadata",
    "with_parts",
    "write",
]

_BEGINS = re.compile(rf"(?i)(?:\A|[.!?:;)\u2014\u2013\n-]\s+)({USE_WHEN})")
_WITHIN = re.compile(rf"(?i)\b({USE_WHEN})")
_AGAINST = re.compile(r"(?i)[.!?;]\s+(?:do not|don't|don\u2019t|not for|not to be|never|avoid)\b")
_DENIED = ("not ", "n't ", "n\u2019t ", "never ")
_SOURCES: dict[str, SourceClass] = {
    "learned": "learned",
    "custom": "custom",
    "manual": "manual",
    "hub": "hub",
    "core": "core",
}
_LONGEST_NUMBER = 9
_LONGEST_DESCRIPTION = 1024
_NO_PROSE = ("#", "---", "```", "~~~", "<", "![", "[!", "|", "===")


class Document(msgspec.Struct, frozen=True, kw_only=True, dict=True):
    """What a SKILL.md says."""

    name: str
    description: str
    fields: dict[str, Value]
    """Every field of the frontmatter, scalars as they are written."""
    metadata: dict[str, str]
    """The fields below `metadata`; what is no text there is given as JSON."""
    body: str
    problems: tuple[str, ...]
    """What is wrong with the file, in words."""

    @cached_property
    def sections(self) -> dict[str, str]:
        """The text under each heading that we know, by our name for it."""
        return skill_sections.sections(self.body)

    def section(self, name: str) -> str:
        """The text of a section; empty where there is none."""
        return self.sections.get(name, "")

    @property
    def domain(self) -> str:
        """The domain it belongs to."""
        return self.metadata.get("domain") or "general"

    @property
    def agent(self) -> str:
        """The agent that it was learned by."""
        return self.metadata.get("loa-agent") or _told(self.fields.get("loa-agent", ""))

    @property
    def version(self) -> int:
        """Its version, from 1."""
        number = self.metadata.get("version", "")
        return int(number) if number.isascii() and number.isdigit() and len(number) <= _LONGEST_NUMBER else 1

    @property
    def pinned(self) -> bool:
        """Whether it is to be left alone."""
        return self.metadata.get("pinned", "").casefold() == "true"

    @property
    def source_class(self) -> SourceClass | Literal[""]:
        """Where it says it came from; empty where it does not."""
        return _SOURCES.get(self.metadata.get("source", ""), "")

    @property
    def fingerprints(self) -> tuple[str, ...]:
        """The fingerprints of the errors it is about."""
        return tuple(self.metadata.get("fingerprints", "").split())

    @property
    def sessions(self) -> tuple[str, ...]:
        """The sessions it was learned from."""
        return tuple(self.metadata.get("sessions", "").split())

    @property
    def scope(self) -> Literal["", "project", "user"]:
        """Where it holds; empty where it does not say."""
        said = self.metadata.get("scope", "")
        return "project" if said == "project" else "user" if said == "user" else ""

    @cached_property
    def use_when(self) -> str:
        """When to use it: what the description says of that, else the first sentence of the situation."""
        return _use_when(self.description) or _first_sentence(self.section("Situation"))

    @property
    def trigger(self) -> str:
        """What a search would be made with to find it."""
        found = "\n".join(part for part in (self.use_when, self.section("Situation")) if part)
        return found or self.description

    @property
    def guidance(self) -> str:
        """What to do: the section of that name, else all of the body but the annotations."""
        return self.section("Guidance") or _without_annotations(self.body)


def read(text: str) -> Document:
    """The document; what is wrong with it is told, never raised."""
    parts = frontmatter.split(text)
    matter = frontmatter.parse(parts)
    fields = cast("dict[str, Value]", matter.root.value())
    problems = list(matter.problems)
    metadata = fields.get("metadata", "")
    if metadata and not isinstance(metadata, dict):
        problems.append("The field metadata holds no fields of its own: give it some, each with a key and a text.")
    name = _told(fields.get("name") or fields.get("Name") or "")
    description = _told(fields.get("description") or fields.get("Description") or "")
    if not name:
        name = _name_from(parts.body)
        problems.append(f"There is no name: {'the first heading was taken for it' if name else 'give it one'}.")
    if not description:
        description = _description_from(parts.body)
        taken = "the first paragraph was taken for it" if description else "say what it does and when to use it"
        problems.append(f"There is no description: {taken}.")
    return Document(
        name=name,
        description=description,
        fields=fields,
        metadata={key: _told(value) for key, value in metadata.items()} if isinstance(metadata, dict) else {},
        body=parts.body,
        problems=tuple(problems),
    )


def draft_of(package: Package) -> Draft:
    """The draft that a package was written from, with what had been moved to references/."""
    document = read(package.text)
    texts: dict[str, str] = {}
    for name in SECTIONS:
        text, path = document.section(name), reference(name)
        if path in package.files:
            rest = package.files[path].decode("utf-8", "replace").split("\n", 1)[-1].strip()
            text = f"{text.removesuffix(link(name)).rstrip()}\n{markdown.unescaped(rest)}".strip()
        texts[name] = text
    use_when = document.use_when if document.use_when in document.description else ""
    notes = markdown.items_of(texts["Annotations"])
    return Draft(
        name=document.name,
        description=document.description.removesuffix(use_when).strip(),
        use_when=use_when,
        domain=document.domain,
        agent=document.agent,
        problem=texts["Problem"],
        situation=texts["Situation"],
        root_cause=texts["Root cause"],
        guidance=markdown.items_of(texts["Guidance"]),
        verification=markdown.items_of(texts["Verification"]),
        anti_patterns=markdown.items_of(texts["Anti-patterns"]),
        annotations=() if notes == (NONE[2:],) else notes,
        related=markdown.items_of(texts["Related"]),
        fingerprints=document.fingerprints,
        sessions=document.sessions,
        scope=document.scope,
        version=document.version,
        source=document.source_class or "learned",
    )


def with_annotation(text: str, note: str) -> str:
    """The text with one more note under Annotations, all else as it was."""
    parts = frontmatter.split(text)
    head, body = text[: len(text) - len(parts.body)], parts.body
    newline = skill_sections.newline_of(text)
    line = "- " + skill_sections.embedded(folded(note))
    place = skill_sections.places(body).get("Annotations")
    if place is None or place.start == place.end:
        return _joined(head, skill_sections.with_section(body, "Annotations", line, newline), newline)
    if body[place.start : place.end].strip().casefold().rstrip(".") in (NONE.casefold(), "none", "* none"):
        return head + body[: place.start] + line + body[place.end :]
    return head + body[: place.end] + newline + line + body[place.end :]


def with_parts(
    text: str, description: str | None = None, situation: str | None = None, guidance: str | None = None
) -> str:
    """The text with another description, situation or guidance; what is None stays, and so does every other byte."""
    parts = frontmatter.split(text)
    body, newline = parts.body, skill_sections.newline_of(text)
    for name, wanted in (("Situation", situation), ("Guidance", guidance)):
        if wanted is not None:
            body = skill_sections.with_section(body, name, plain_block(wanted), newline)
    text = _joined(text[: len(text) - len(parts.body)], body, newline)
    return text if description is None else with_fields(text, {"description": folded(description)})


def _joined(head: str, body: str, newline: str) -> str:
    """Both in one text; a head whose last line is not ended gets its line end, where a body now follows."""
    ended = not body or head in ("", "\ufeff") or head.endswith("\n")
    return head + ("" if ended else newline) + body


def _told(value: Value) -> str:
    return value.strip() if isinstance(value, str) else msgspec.json.encode(value).decode() if value else ""


def _use_when(description: str) -> str:
    """From the first words that say when, to the end or to where it says when not."""
    found = _BEGINS.search(description)
    if not found:
        found = _WITHIN.search(description)
        if not found or description[: found.start(1)].lower().endswith(_DENIED):
            return ""
    rest = description[found.start(1) :]
    against = _AGAINST.search(rest)
    return (rest[: against.start() + 1] if against else rest).strip()


def _without_annotations(body: str) -> str:
    place = skill_sections.places(body).get("Annotations")
    return (body[: place.heading.start] + body[place.next :]).strip() if place else body.strip()


def _first_sentence(text: str) -> str:
    paragraph = " ".join(text.replace("\r\n", "\n").split("\n\n", 1)[0].split()).lstrip("-*+ ")
    ends = [at + 1 for sign in (". ", "! ", "? ") if (at := paragraph.find(sign)) >= 0]
    return paragraph[: min(ends, default=len(paragraph))]


def _name_from(body: str) -> str:
    for heading in markdown.headings(body):
        letters = "".join(sign if sign.isalnum() else " " for sign in heading.title.casefold())
        if letters.split():
            return "-".join(letters.split())[:64].strip("-")
    return ""


def _description_from(body: str) -> str:
    named = (
        heading.after
        for heading in markdown.headings(body)
        if skill_sections.plain_title(heading.title) == "description"
    )
    for start in (*named, 0):
        prose: list[str] = []
        for line in map(str.strip, markdown.lines_of(body[start:])):
            if line and not line.startswith(_NO_PROSE):
                prose.append(line)
            elif prose:
                break
        if prose:
            return " ".join(prose)[:_LONGEST_DESCRIPTION]
    return ""
