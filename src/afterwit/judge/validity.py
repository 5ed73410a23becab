"""Whether a SKILL.md is what the specification of Agent Skills asks for: what its validator refuses is refused here."""

from collections import Counter
from collections.abc import Iterator

from afterwit.model import frontmatter
from afterwit.model.frontmatter import Entry, Node
from afterwit.model.skill_name import name_problems

LONGEST = {"description": 1024, "compatibility": 500}
"""The most characters of a field."""
TEXTS = ("name", "description", "license", "compatibility", "allowed-tools")
"""The fields that hold text."""
FIELDS = frozenset({*TEXTS, "metadata"})


def format_problems(text: str) -> Iterator[str]:
    """Everything that is wrong with the frontmatter, each in words."""
    matter = frontmatter.parse(frontmatter.split(text))
    yield from (problem.rstrip(".") for problem in matter.problems)
    if not text.startswith(frontmatter.FENCE):
        yield "its first line is not one of three hyphens"
    fields = {entry.key: entry.node for entry in matter.root.entries}
    for field in ("name", "description"):
        if field not in fields or not _text(fields[field]).strip():
            yield f"it has no {field}"
    yield from name_problems(_text(fields["name"])) if "name" in fields else ()
    for field, longest in LONGEST.items():
        if field in fields and (length := len(_text(fields[field]))) > longest:
            yield f"its {field} has {length:,} characters: the most is {longest:,}"
    for field in sorted(set(fields) - FIELDS):
        yield f"it has a field {field[:80]!a}, which is none of {', '.join(sorted(FIELDS))}: put it below metadata"
    for field in TEXTS:
        if field in fields and fields[field].kind != "scalar":
            yield f"its {field} is no text"
    if "metadata" in fields:
        yield from _metadata_problems(fields["metadata"])


def _metadata_problems(node: Node) -> Iterator[str]:
    if node.kind != "mapping" or node.flow:
        yield "its metadata is no list of keys, each on its own line with a text"
        return
    for key, times in Counter(entry.key for entry in node.entries).items():
        if times > 1:
            yield f"its metadata has {key[:80]!a} more than once"
    yield from (f"its metadata has no text for {entry.key[:80]!a}" for entry in node.entries if not _has_text(entry))


def _has_text(entry: Entry) -> bool:
    return bool(entry.key) and entry.node.kind == "scalar"


def _text(node: Node) -> str:
    return node.text if node.kind == "scalar" else ""
