"""Skills as others are given them: what the frontmatter says, and every file with its digest.

A host that takes a skill over holds what it reads against this, field by field and byte by byte. So only a skill whose
frontmatter reads the same to everybody is published: strict YAML of the 1.2 core, no anchors, no tags.
"""

import hashlib
import re
from collections.abc import Iterator
from functools import cache
from itertools import islice
from typing import cast

import msgspec
import yaml

from afterwit.engine.kernel import Kernel
from afterwit.errors import BadSkill, WriteFailed
from afterwit.model import frontmatter
from afterwit.model.package import Package

MOST_FILES = 512
MOST_BYTES = 16 * 1024 * 1024
"""What every host takes."""


class PublishedFile(msgspec.Struct, frozen=True, kw_only=True):
    """One file of a skill."""

    path: str
    digest: str
    """The SHA-256 of what is in it, in small hexadecimal letters."""
    size: int


class Published(msgspec.Struct, frozen=True, kw_only=True):
    """One skill."""

    name: str
    frontmatter: dict[str, object]
    """Everything that its author wrote there."""
    files: tuple[PublishedFile, ...]


def published(name: str, kernel: Kernel) -> Published | None:
    """An active skill as it is now; None where there is none, or none that could be taken over."""
    try:
        skill = kernel.book.at("active", name)
    except (BadSkill, WriteFailed):  # `doctor` tells of it
        return None
    if skill is None or len(skill.package.files) > MOST_FILES or skill.package.size > MOST_BYTES:
        return None
    fields = frontmatter_of(skill.package)
    if fields is None or fields.get("name") != name or not isinstance(fields.get("description"), str):
        return None
    files = tuple(
        PublishedFile(path=path, digest=hashlib.sha256(content).hexdigest(), size=len(content))
        for path, content in sorted(skill.package.files.items())
    )
    return Published(name=name, frontmatter=fields, files=files)


def published_after(name: str, kernel: Kernel, most: int) -> list[Published]:
    """The published skills whose names come after this one, in their order, as many as wanted at the most."""
    names = sorted(entry.name for entry in kernel.index.entries("active"))
    every = (found for each in names if each > name and (found := published(each, kernel)) is not None)
    return list(islice(every, most))


def frontmatter_of(package: Package) -> dict[str, object] | None:
    """The fields of a SKILL.md with their types; None where not everybody would read them so."""
    parts = frontmatter.split(package.text)
    if parts.shape != "fenced" or not package.text.startswith(frontmatter.FENCE):
        return None
    if len(parts.matter) > frontmatter.LIMIT:
        return None
    try:
        if not _is_plain(parts.matter):
            return None
        fields: object = yaml.load(parts.matter, Loader=_core())  # noqa: S506 - a safe loader of fewer types
    except (yaml.YAMLError, ValueError):
        return None
    plain = cast("dict[str, object]", fields) if isinstance(fields, dict) else None
    return plain if plain is not None and _is_json(plain) else None


def _is_plain(matter: str) -> bool:
    """Whether it is neither deep nor has what stands for something else; looked at event by event, so it is cheap."""
    depth = 0
    events = cast("Iterator[yaml.Event]", yaml.parse(matter, Loader=_core()))  # pyright: ignore[reportUnknownMemberType]  the stubs leave it open
    for event in events:
        if isinstance(event, yaml.AliasEvent) or getattr(event, "tag", None):
            return False
        depth += isinstance(event, yaml.CollectionStartEvent) - isinstance(event, yaml.CollectionEndEvent)
        if depth > frontmatter.DEPTH:
            return False
    return True


def _is_json(value: object) -> bool:
    if isinstance(value, dict):
        entries = cast("dict[object, object]", value)
        return all(isinstance(key, str) and _is_json(each) for key, each in entries.items())
    if isinstance(value, list):
        return all(map(_is_json, cast("list[object]", value)))
    return value is None or isinstance(value, str | int | float)


@cache
def _core() -> type[yaml.SafeLoader]:
    """A loader for which, as in YAML 1.2, `yes` and `2026-01-01` are texts."""
    base: type[yaml.SafeLoader] = getattr(yaml, "CSafeLoader", yaml.SafeLoader)
    core = cast("type[yaml.SafeLoader]", type("_Core", (base,), {"yaml_implicit_resolvers": {}}))
    for tag, pattern, first in (
        ("bool", r"true|True|TRUE|false|False|FALSE", "tTfF"),
        ("null", r"~|null|Null|NULL|", ["~", "n", "N", ""]),
        ("int", r"[-+]?(?:0|[1-9][0-9]{0,18})", "-+0123456789"),
        ("float", r"[-+]?(?:\.[0-9]{1,99}|[0-9]{1,99}\.[0-9]{0,99})(?:[eE][-+]?[0-9]{1,2})?", "-+.0123456789"),
    ):
        core.add_implicit_resolver(  # pyright: ignore[reportUnknownMemberType]  the stubs leave it open
            f"tag:yaml.org,2002:{tag}", re.compile(rf"^(?:{pattern})$"), list(first)
        )
    return core
