"""Resources: the active skills file by file, the lessons, the domains, how learning stands, and how to learn.

The skills are also given by the methods of the skills extension (SEP-2640), each as an entry with what its frontmatter
says and the digest of every file, so that a host can hold what it reads against what a user approved.

Runs on the desk's thread, where the kernel is. Imported at the first call, not before.
"""

import base64
from collections.abc import Callable, Mapping
from typing import Any, Literal
from urllib.parse import quote, unquote

import mcp_types as types
import msgspec
from mcp.shared.exceptions import MCPError

from afterwit.core_skills import bundled
from afterwit.engine.domains import domains
from afterwit.engine.kernel import Kernel
from afterwit.engine.learning_status import learning_status
from afterwit.engine.matched import note_matches
from afterwit.engine.published import Published, published, published_after
from afterwit.faces.mcp.answer import sendable, whole
from afterwit.faces.mcp.offers import MARKDOWN, RESOURCES, SCHEME
from afterwit.faces.mcp.words import of_domains
from afterwit.keep.store import lessons_file
from afterwit.model.package import MAIN

FRESH_MS = 5000
"""Skills change while an agent works, by its own hand: so long a host may rely on what it was told."""
SCOPE: Literal["public", "private"] = "private"
AT_ONCE = 50
"""Entries of a page."""
LONGEST_URI = 2000
LONGEST_SHOWN = 200
_TYPES = {".md": MARKDOWN, ".json": "application/json", ".py": "text/x-python", ".sh": "text/x-shellscript"}


def listed(cursor: str | None, kernel: Kernel) -> types.ListResourcesResult:
    """The resources, a page of them: ours first, then every active skill."""
    after = _after(cursor)
    every = sorted((entry.name, entry.description) for entry in kernel.index.entries("active"))
    skills = [(name, about) for name, about in every if name > after][:AT_ONCE]
    page = [
        types.Resource(uri=_uri(name, MAIN), name=name, description=whole(about), mime_type=MARKDOWN)
        for name, about in skills
    ]
    if not after:
        page[:0] = [
            types.Resource(uri=uri, name=offer.name, description=offer.about, mime_type=offer.kind)
            for uri, offer in RESOURCES.items()
        ]
    more = _cursor(skills[-1][0]) if len(skills) == AT_ONCE else None
    return types.ListResourcesResult(resources=page, next_cursor=more, ttl_ms=FRESH_MS, cache_scope=SCOPE)


def read(uri: str, kernel: Kernel, *, count: bool) -> types.ReadResourceResult:
    """One resource; to read a skill counts as finding it, where that is wanted."""
    if uri in _GENERAL:
        text = whole(_GENERAL[uri](kernel))
        contents = types.TextResourceContents(uri=uri, mime_type=RESOURCES[uri].kind, text=text)
    else:
        contents = _file(uri, kernel, count=count)
    return types.ReadResourceResult(contents=[contents], ttl_ms=FRESH_MS, cache_scope=SCOPE)


def skills_listed(cursor: str | None, kernel: Kernel) -> dict[str, Any]:
    """What `skills/list` answers: a page of entries."""
    found = published_after(_after(cursor), kernel, AT_ONCE)
    more = {"nextCursor": _cursor(found[-1].name)} if len(found) == AT_ONCE else {}
    return _fresh({"skills": [_entry(each) for each in found], **more})


def skill_given(uri: str, kernel: Kernel) -> dict[str, Any]:
    """What `skills/get` answers: the entry of one skill, by the address of its SKILL.md."""
    name, path = _parts(uri)
    found = published(name, kernel) if path == MAIN else None
    if found is None:
        raise _unknown(uri)
    return _fresh({"skill": _entry(found)})


def _fresh(result: dict[str, Any]) -> dict[str, Any]:
    return {**result, "ttlMs": FRESH_MS, "cacheScope": SCOPE, "resultType": "complete"}


def _entry(found: Published) -> object:
    files = [
        {"uri": _uri(found.name, file.path), "digest": f"sha256:{file.digest}", "size": file.size}
        for file in found.files
    ]
    return sendable({"uri": _uri(found.name, MAIN), "frontmatter": found.frontmatter, "resources": files})


def _file(uri: str, kernel: Kernel, *, count: bool) -> types.TextResourceContents | types.BlobResourceContents:
    """A file of an active skill, looked up among what was read of the skill, so no path leads out of it."""
    name, path = _parts(uri)
    skill = kernel.book.at("active", name)
    content = None if skill is None else skill.package.files.get(path)
    if content is None:
        raise _unknown(uri)
    if count and path == MAIN:
        note_matches([name], kernel, "mcp")
    try:
        text = content.decode()
    except UnicodeDecodeError:
        blob = base64.b64encode(content).decode()
        return types.BlobResourceContents(uri=uri, mime_type="application/octet-stream", blob=blob)
    kind = _TYPES.get(path[path.rfind(".") :], "text/plain")
    return types.TextResourceContents(uri=uri, mime_type=kind, text=text)


_GENERAL: Mapping[str, Callable[[Kernel], str]] = {
    "afterwit://lessons": lambda kernel: kernel.book.text(lessons_file()) or "There are no lessons yet.\n",
    "afterwit://domains": lambda kernel: of_domains(domains(kernel), 0),
    "afterwit://status": lambda kernel: msgspec.json.encode(learning_status(kernel)).decode(),
    "afterwit://learn-skill": lambda _: bundled("learn-skill").text,
}


def _uri(name: str, path: str) -> str:
    return f"{SCHEME}{quote(name, safe='')}/{quote(path, safe='/', errors='replace')}"


def _parts(uri: str) -> tuple[str, str]:
    if len(uri) > LONGEST_URI or not uri.startswith(SCHEME):
        raise _unknown(uri)
    name, _, path = uri.removeprefix(SCHEME).partition("/")
    return unquote(name), unquote(path)


def _unknown(uri: str) -> MCPError:
    shown = whole(uri[:LONGEST_SHOWN])
    return MCPError(
        types.INVALID_PARAMS, f"Nothing is served at {shown}: resources/list names what is.", {"uri": shown}
    )


def _cursor(name: str) -> str:
    return base64.urlsafe_b64encode(name.encode("utf-8", "replace")).decode()


def _after(cursor: str | None) -> str:
    try:
        return base64.urlsafe_b64decode((cursor or "").encode("ascii")).decode()
    except ValueError as error:
        raise MCPError(types.INVALID_PARAMS, "The cursor is none that was given out: begin without one.") from error
