"""Draft: what a new skill is to say, and the package that says it.

There is one form of body for both shapes that skills come in. The text of a draft is untrusted: whatever stands in it
stays within its section and is read back as it was.
"""

import re
import unicodedata
from collections.abc import Iterator
from typing import Literal

import msgspec

from afterwit.model import markdown, skill_sections
from afterwit.model.frontmatter_edit import scalar
from afterwit.model.package import MAIN, Package
from afterwit.model.skill_sections import NONE

DESCRIPTION = 1024
"""The most characters of a description."""
USE_WHEN = r"use (?:this |it )?(?:skill )?(?:when|whenever|for|if|before|after|while)\b"
"""How the words begin that say when to use a skill."""
_USES = re.compile(rf"(?i){USE_WHEN}")
_LONGEST_USE_WHEN = 640
# What goes first where there is too much: the least needed while the skill is being followed.
_GIVEN_UP = (
    "Related",
    "Anti-patterns",
    "Verification",
    "Root cause",
    "Problem",
    "Guidance",
    "Situation",
    "Annotations",
)


class Draft(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What a skill is to say; what is not known stays empty."""

    name: str
    description: str = ""
    """What it does, in one line."""
    use_when: str = ""
    domain: str = "general"
    agent: str = ""
    problem: str = ""
    situation: str = ""
    root_cause: str = ""
    guidance: tuple[str, ...] = ()
    """The steps, without numbers."""
    verification: tuple[str, ...] = ()
    anti_patterns: tuple[str, ...] = ()
    annotations: tuple[str, ...] = ()
    related: tuple[str, ...] = ()
    fingerprints: tuple[str, ...] = ()
    sessions: tuple[str, ...] = ()
    scope: Literal["", "project", "user"] = ""
    """Where it holds: in the project it was learned in, or wherever its user works; empty where nobody said."""
    version: int = 1
    source: Literal["learned", "custom", "manual", "hub", "core"] = "learned"

    def normal(self) -> "Draft":
        """The same draft as it is read back: control characters gone, one-line fields on one line, nothing empty."""
        return msgspec.structs.replace(
            self,
            description=folded(self.description),
            use_when=_said(folded(self.use_when)),
            domain=folded(self.domain) or "general",
            agent=folded(self.agent),
            problem=plain_block(self.problem),
            situation=plain_block(self.situation),
            root_cause=plain_block(self.root_cause),
            guidance=_filled(map(plain_block, self.guidance)),
            verification=_filled(map(plain_block, self.verification)),
            anti_patterns=_filled(map(plain_block, self.anti_patterns)),
            annotations=tuple(note for note in _filled(map(folded, self.annotations)) if note != NONE[2:]),
            related=_filled(map(folded, self.related)),
            fingerprints=_filled("-".join(folded(part).split()) for part in self.fingerprints),
            sessions=_filled("-".join(folded(part).split()) for part in self.sessions),
        )


def folded(text: str) -> str:
    """The text on one line."""
    return " ".join(_clean(text).split())


def plain_block(text: str) -> str:
    """The text with plain line ends, without control characters and without blank lines around it."""
    lines = [line.rstrip() for line in _clean(text).split("\n")]
    return "\n".join(lines).strip()


def write(draft: Draft, body_bytes: int = 8000) -> Package:
    """The package of a skill; where SKILL.md would not stay below `body_bytes`, the rest goes into references/."""
    draft = draft.normal()
    description = _description(draft)
    head = _frontmatter(draft, description) + f"\n# {_title(draft.name)}\n"
    if draft.description not in description:
        head += f"\n{skill_sections.embedded(draft.description, markdown.DEEPEST)}\n"
    kept = _blocks(draft, description)
    moved: dict[str, list[str]] = {}
    excess = len(_rendered(head, kept, moved).encode()) - body_bytes + 1
    for name in _GIVEN_UP:
        while excess > 0 and kept.get(name):
            gone = moved.setdefault(name, [])
            while excess > 0 and kept[name]:
                gone.insert(0, kept[name].pop())
                excess -= len(_joined(name, gone[:1], first=len(kept[name]) + 1).encode()) + len("\n")
            excess = len(_rendered(head, kept, moved).encode()) - body_bytes + 1
    files = {MAIN: _rendered(head, kept, moved).encode()}
    for name, gone in moved.items():
        text = _joined(name, gone, first=len(kept[name]) + 1)
        files[reference(name)] = f"# {name}\n\n{text}\n".encode()
    return Package(name=draft.name, files=files)


def _frontmatter(draft: Draft, description: str) -> str:
    metadata = {
        "domain": draft.domain,
        "loa-agent": draft.agent,
        "source": draft.source,
        "scope": draft.scope,
        "version": str(draft.version),
        "sessions": " ".join(draft.sessions),
        "fingerprints": " ".join(draft.fingerprints),
    }
    lines = [f"  {key}: {scalar(value)}" for key, value in metadata.items() if value]
    return "\n".join(
        ["---", f"name: {scalar(draft.name)}", f"description: {scalar(description)}", "metadata:", *lines, "---", ""]
    )


def _description(draft: Draft) -> str:
    """What it does and when to use it, within what the specification allows."""
    use_when = _shortened(draft.use_when, _LONGEST_USE_WHEN)
    told = draft.description or ("" if use_when else f"{_title(draft.name)}.")
    if use_when and told and told[-1] not in ".!?":
        told += "."
    told = _shortened(told, DESCRIPTION - len(use_when) - 1)
    return f"{told} {use_when}".strip()


def _shortened(text: str, longest: int) -> str:
    return text if len(text) <= longest else f"{text[: longest - 2].rsplit(' ', 1)[0].rstrip(' .')}…."


def _blocks(draft: Draft, description: str) -> dict[str, list[str]]:
    """The items of each section; a text is a section of one item."""
    situation = draft.situation
    if draft.use_when not in description and not situation:
        situation = draft.use_when
    texts = {"Situation": situation, "Problem": draft.problem, "Root cause": draft.root_cause}
    lists = {
        "Guidance": draft.guidance,
        "Verification": draft.verification,
        "Anti-patterns": draft.anti_patterns,
        "Annotations": draft.annotations or (NONE[2:],),
        "Related": draft.related,
    }
    found = {name: [text] if text else [] for name, text in texts.items()} | {k: list(v) for k, v in lists.items()}
    return {name: [skill_sections.embedded(item) for item in items] for name, items in found.items() if items}


def _rendered(head: str, kept: dict[str, list[str]], moved: dict[str, list[str]]) -> str:
    parts = [head]
    for name in skill_sections.SECTIONS:
        told = [_joined(name, kept[name])] if kept.get(name) else []
        told += [link(name)] if name in moved else []
        if told:
            parts.append("\n\n".join([f"\n## {name}", *told]) + "\n")
    return "".join(parts)


def _joined(name: str, items: list[str], first: int = 1) -> str:
    if name in ("Situation", "Problem", "Root cause"):
        return "\n\n".join(items)
    return markdown.bullets(items, numbered=name == "Guidance", first=first)


def reference(name: str) -> str:
    """The file that takes what is too much of a section."""
    return f"references/{name.lower().replace(' ', '-')}.md"


def link(name: str) -> str:
    """The line that says where the rest of a section is."""
    return f"More: [{reference(name)}]({reference(name)})"


def _title(name: str) -> str:
    words = " ".join(folded(name).removeprefix("rl-").replace("-", " ").split())
    return (words[:1].upper() + words[1:]).strip("#") or "Skill"


def _said(use_when: str) -> str:
    if not use_when or _USES.match(use_when):
        return use_when
    first, _, rest = use_when.partition(" ")
    return f"Use when {rest if first.lower().rstrip(',:') == 'when' else use_when}".strip()


def _filled(items: Iterator[str]) -> tuple[str, ...]:
    return tuple(item for item in items if item)


def _clean(text: str) -> str:
    """The text without control characters, its lines ending in one way."""
    for end in ("\r\n", "\r", "\x0b", "\x0c", "\x85", "\u2028", "\u2029"):
        text = text.replace(end, "\n")
    return "".join(sign for sign in text if sign in "\n\t" or unicodedata.category(sign) not in ("Cc", "Cs"))
