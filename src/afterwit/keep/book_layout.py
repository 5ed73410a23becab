"""A skillbook as folders that other tools read: written without loss, and read back whoever wrote it.

    DOMAINS.md                               what there is, in brief
    <domain>/INDEX.md                        a line a skill
    <domain>/<skill>.md                      Situation, Guidance, Annotations
    metrics.json                             how each skill has fared, by its id <domain>/<skill>
    .afterwit-book/manifest.json             what was exported, so that an edit is seen (see outside.py)
    .afterwit-book/packages/<domain>/…       the whole packages, because the layout above has no room for them

A `<skill>.md` that is as it was exported gives its package back byte for byte. One that was edited wins over the
package where the two differ; one that was taken out takes its package along; one in no manifest is another tool's.
"""

import hashlib
import itertools
from collections.abc import Iterable, Mapping
from pathlib import PurePosixPath
from typing import TypeVar

import msgspec

from afterwit.errors import BadSkill, WrongUse
from afterwit.keep import domains
from afterwit.keep.bullets import one_line
from afterwit.model import frontmatter, markdown
from afterwit.model.domain import LONGEST_NAME
from afterwit.model.frontmatter_edit import scalar, with_fields, with_metadata
from afterwit.model.package import MAIN, Package
from afterwit.model.skill import Metrics
from afterwit.model.skill_document import Document, read
from afterwit.model.skill_sections import LEVEL, NONE, canonical, embedded, newline_of, with_section

BELOW = "skillbook/"
"""Some tools write the book into a folder of this name."""
METRICS = "metrics.json"
MANIFEST = ".afterwit-book/manifest.json"
PACKAGES = ".afterwit-book/packages/"
PACKAGE_DEPTH = 4
DESCRIPTION_BYTES = 1000
"""Somewhat less than a description may have."""
PARTS = ("Situation", "Guidance", "Annotations")


_Kind = TypeVar("_Kind")


class _Exported(msgspec.Struct, frozen=True, kw_only=True):
    """What is known of a skill that was exported."""

    name: str
    page: str
    """The digest of its page as it was written."""
    executable: tuple[str, ...] = ()


class _Manifest(msgspec.Struct, frozen=True, kw_only=True):
    skills: dict[str, _Exported] = msgspec.field(default_factory=dict[str, _Exported])


def export_book(
    skills: Iterable[tuple[Package, Metrics]], descriptions: Mapping[str, str] | None = None
) -> dict[str, bytes]:
    """The files of a book that holds these skills, by path."""
    files: dict[str, bytes] = {}
    exported: dict[str, _Exported] = {}
    metrics: dict[str, Metrics] = {}
    entries: list[domains.Entry] = []
    taken: dict[str, set[str]] = {}
    for package, fared in sorted(skills, key=lambda skill: (skill[0].name, skill[0].digest())):
        _refuse_what_cannot_be_written(package)
        document = read(package.text)
        domain = domains.folder(document.domain)
        stem = _free(domains.folder(package.name), taken.setdefault(domain, set()))
        skill, page = f"{domain}/{stem}", _page(document)
        files[f"{skill}.md"] = page
        files |= {f"{PACKAGES}{skill}/{path}": content for path, content in package.files.items()}
        exported[skill] = _Exported(name=package.name, page=_digest(page), executable=tuple(sorted(package.executable)))
        metrics[skill] = fared
        entries.append(domains.Entry(name=stem, domain=domain, description=document.description))
    files |= domains.views(entries, descriptions)
    files[METRICS] = _json(metrics)
    files[MANIFEST] = _json(_Manifest(skills=exported))
    return files


def import_book(files: Mapping[str, bytes], prefix: str = "") -> list[tuple[Package, Metrics]]:
    """The skills of a book by their ids' order; those of another tool get names that begin with the prefix."""
    root = _root(files)
    pages = {path[len(root) : -3]: content for path, content in files.items() if _is_page(path, root)}
    manifest = _decoded(files, MANIFEST, _Manifest) or _Manifest()
    counted = {
        **(_decoded(files, root + METRICS, dict[str, Metrics]) or {}),
        **(_decoded(files, METRICS, dict[str, Metrics]) or {}),
    }
    if unreadable := no_text(files):
        message = f"These files of the book are no UTF-8 text: {', '.join(unreadable)}; mend or remove them."
        raise WrongUse(message)
    found: dict[str, tuple[Package, Metrics]] = {}
    packed = _packed(files)
    for skill, origin in _origins(pages, manifest).items():
        package = _exported(packed.get(origin, {}), manifest.skills[origin])
        if package is None:
            continue
        if _digest(pages[skill]) != manifest.skills[origin].page:
            package = _merged(package, pages[skill].decode())
        if skill != origin:
            package = package.with_text(with_metadata(package.text, {"domain": skill.split("/")[0]}))
        found[skill] = package, counted.get(skill) or counted.get(origin) or Metrics()
    names = {package.name for package, _ in found.values()}
    strangers = sorted(pages.keys() - found.keys())
    told = {domain: _index(files, root + domain) for domain in {skill.split("/")[0] for skill in strangers}}
    for skill in strangers:
        package = _foreign(skill, pages[skill].decode(), told[skill.split("/")[0]], prefix, names)
        found[skill] = package, counted.get(skill, Metrics())
    return [found[skill] for skill in sorted(found)]


def no_text(files: Mapping[str, bytes]) -> list[str]:
    """The pages of a book that cannot be read."""
    root = _root(files)
    return sorted(path for path, content in files.items() if _is_page(path, root) and not _is_text(content))


def told_of_domains(files: Mapping[str, bytes]) -> dict[str, str]:
    """What a book says of its domains: in DOMAINS.md, or at more length at the top of an index."""
    root = _root(files)
    brief = domains.descriptions(files.get(root + domains.DOMAINS, b"").decode("utf-8", "replace"))
    return {domain: _in_full(files.get(f"{root}{domain}/{domains.INDEX}", b""), said) for domain, said in brief.items()}


def _in_full(index: bytes, said: str) -> str:
    paragraphs = index.decode("utf-8", "replace").replace("\r\n", "\n").split("\n\n", 2)[1:2]
    words = one_line("".join(paragraphs))
    return words if words.startswith(said.removesuffix("…")) else said


def _root(files: Mapping[str, bytes]) -> str:
    return BELOW if f"{BELOW}{domains.DOMAINS}" in files else ""


def _page(document: Document) -> bytes:
    """A skill in the three sections of the layout."""
    notes = document.section("Annotations").strip() or NONE
    notes = notes if notes.startswith(("-", "*", "+")) else f"- {one_line(notes)}"
    parts = (document.section("Situation") or document.description, document.guidance, notes)
    text = "\n\n".join(f"## {name}\n\n{embedded(_lowered(part))}" for name, part in zip(PARTS, parts, strict=True))
    return (text + "\n").encode("utf-8", "replace")


def _lowered(text: str) -> str:
    """The text with its headings below those of the layout."""
    text = text.replace("\r\n", "\n").strip()
    found = markdown.headings(text)
    deeper = LEVEL + 1 - min((heading.level for heading in found), default=LEVEL + 1)
    if deeper <= 0:
        return text
    parts, done = list[str](), 0
    for heading in found:
        signs = "#" * min(heading.level + deeper, markdown.DEEPEST)
        parts += [text[done : heading.start], f"{signs} {heading.title}\n"]
        done = heading.after
    return ("".join(parts) + text[done:]).strip()


def _merged(package: Package, page: str) -> Package:
    """The package with what was edited in its page."""
    before, after = read(_page(read(package.text)).decode()), read(page.removeprefix("\ufeff"))
    text = package.text
    for name in PARTS:
        if after.section(name) != before.section(name):
            wanted = after.section(name) or (NONE if name == "Annotations" else "")
            body = read(text).body
            head = text[: len(text) - len(body)]
            gap = "" if not head or head.endswith("\n") else "\n"  # Fields that no line closes may be all there is.
            text = head + gap + with_section(body, name, wanted, newline_of(text))
    for other in _beyond_the_layout(after.body):
        text = text if other in text else f"{text.rstrip()}\n\n{other}\n"
    return package.with_text(text)


def _beyond_the_layout(body: str) -> list[str]:
    """What a page says outside the three sections."""
    tops = [heading for heading in markdown.headings(body) if heading.level <= LEVEL]
    ends = [*(heading.start for heading in tops[1:]), len(body)]
    parts = [body[: tops[0].start] if tops else body]
    parts += [body[top.start : end] for top, end in zip(tops, ends, strict=False) if canonical(top.title) not in PARTS]
    return [part.strip() for part in parts if part.strip()]


def _origins(pages: Mapping[str, bytes], manifest: _Manifest) -> dict[str, str]:
    """The exported skill that each page is of; a page that was moved is known by what is in it."""
    left = {entry.page: skill for skill, entry in sorted(manifest.skills.items()) if skill not in pages}
    known = {skill: skill if skill in manifest.skills else left.get(_digest(page)) for skill, page in pages.items()}
    return {skill: origin for skill, origin in sorted(known.items()) if origin is not None}


def _packed(files: Mapping[str, bytes]) -> dict[str, dict[str, bytes]]:
    """The files of each package, by the skill's id."""
    found: dict[str, dict[str, bytes]] = {}
    for path, content in files.items():
        if path.startswith(PACKAGES) and path.count("/") >= PACKAGE_DEPTH:
            _, _, domain, stem, inner = path.split("/", PACKAGE_DEPTH)
            found.setdefault(f"{domain}/{stem}", {})[inner] = content
    return found


def _exported(files: dict[str, bytes], entry: _Exported) -> Package | None:
    if MAIN not in files:
        return None
    # The name is a folder's: one that would lead elsewhere is not taken from a file that anyone may have written.
    name = entry.name if _is_plain(entry.name) and "/" not in entry.name else domains.folder(entry.name)
    return Package(name=name, files=files, executable=frozenset(entry.executable) & files.keys())


def _foreign(skill: str, page: str, index: Mapping[str, str], prefix: str, taken: set[str]) -> Package:
    """A package of a page that another tool wrote: all of it, below the fields that a package needs."""
    page = page.removeprefix("\ufeff")
    domain, stem = skill.split("/")
    plain = domains.folder(stem)
    name = plain if plain.startswith(prefix) else prefix + plain
    if name in taken:
        name = prefix + domains.folder(f"{domain} {stem}")
    name = _free(name[:LONGEST_NAME].rstrip("-"), taken)
    document = read(page)
    own = document.description if "description" in document.fields else ""
    described = own or index.get(plain) or document.section("Situation") or document.description or stem
    description = domains.cut(one_line(described), DESCRIPTION_BYTES)
    if frontmatter.split(page).shape == "fenced":
        page = with_fields(page, {"name": name, "description": description})
    else:
        page = f"---\nname: {scalar(name)}\ndescription: {scalar(description)}\n---\n\n{page}"
    text = with_metadata(page, {"domain": domain})
    return Package(name=name, files={MAIN: text.encode()})


def _index(files: Mapping[str, bytes], domain: str) -> dict[str, str]:
    """What a domain's index says of each skill."""
    text = files.get(f"{domain}/{domains.INDEX}", b"").decode("utf-8", "replace")
    return {name.removesuffix("-md"): words for name, words in domains.descriptions(text).items()}


def _is_page(path: str, root: str) -> bool:
    inner = path[len(root) :] if path.startswith(root) else ""
    return (
        inner.count("/") == 1
        and inner.endswith(".md")
        and not inner.startswith(".")
        and inner.split("/")[1].casefold() != "index.md"
    )


def _is_text(content: bytes) -> bool:
    try:
        content.decode()
    except UnicodeDecodeError:
        return False
    return True


def _is_plain(path: str) -> bool:
    """Whether a path stays in the folder it is put in."""
    pure = PurePosixPath(path)
    return (
        bool(pure.parts)
        and str(pure) == path
        and not pure.is_absolute()
        and not ({".."} & {*pure.parts} or {*path} & {*"\\\0"})
    )


def _refuse_what_cannot_be_written(package: Package) -> None:
    problems = [
        f"its file {path!r} would not stay in its folder" for path in sorted(package.files) if not _is_plain(path)
    ]
    problems += [] if MAIN in package.files else [f"it has no {MAIN}"]
    if problems:
        raise BadSkill(package.name, problems)


def _free(name: str, taken: set[str]) -> str:
    """The name, or the first with a number after it that is not taken; it is from then on."""
    free = next(
        free for number in itertools.count(1) if (free := f"{name}-{number}" if number > 1 else name) not in taken
    )
    taken.add(free)
    return free


def _digest(content: bytes) -> str:
    return hashlib.sha256(content).hexdigest()


def _json(value: object) -> bytes:
    return msgspec.json.format(msgspec.json.encode(value), indent=2) + b"\n"


def _decoded(files: Mapping[str, bytes], path: str, kind: type[_Kind]) -> _Kind | None:
    if path not in files:
        return None
    try:
        return msgspec.json.decode(files[path], type=kind)
    except (msgspec.DecodeError, RecursionError) as error:
        message = f"{path} of the book cannot be read ({error}): mend or remove it."
        raise WrongUse(message) from error
