"""Context: what a host is given, and no more than it has room for.

Level 0 is the domains, 1 a domain's index or the skills that fit a prompt, 2 a skill, 3 one of its files.
"""

from collections.abc import Iterable, Sequence
from difflib import get_close_matches

import msgspec

from afterwit.adapters.tokens import tokeniser as best_tokeniser
from afterwit.engine.domains import by_domain, examples
from afterwit.engine.find import search
from afterwit.engine.kernel import Kernel
from afterwit.engine.matched import leave_matches, note_matches
from afterwit.engine.shelf import Shelf
from afterwit.engine.skillbook import domain_descriptions
from afterwit.errors import BadSkill, NotFound, WriteFailed, WrongUse
from afterwit.keep.book import place
from afterwit.keep.lessons import newest_first
from afterwit.keep.store import lessons_file
from afterwit.model import skill_document
from afterwit.model.domain import folder
from afterwit.model.package import FOLDERS, MAIN
from afterwit.model.skill import Skill
from afterwit.ports import Tokeniser
from afterwit.recall import levels
from afterwit.recall.disclosure import Disclosed, Disclosure, LeftOut, Section, disclose, disclose_one
from afterwit.recall.index import Entry

BESIDE_AN_INDEX = 0.35
"""The part of the budget that the domains are sure of beside one domain's index."""
BESIDE_A_PROMPT = 0.15
"""The same beside the skills that fit a prompt."""
FITTING_BESIDE_AN_INDEX = 0.4
"""What those are sure of where a domain is asked for as well."""
LONGEST_NAME = 200
NEAREST = 3

Ranked = dict[str, list[Entry]]
"""The skills of each domain, the most used first; the most used domain first, and of those the largest."""


class Asked(msgspec.Struct, frozen=True, kw_only=True):
    """What a host asks for."""

    prompt: str = ""
    """What is to be done, in words; empty where that is not known."""
    domain: str = ""
    skill: str = ""
    reference: str = ""
    """A file of that skill, by its path in it."""
    budget: int | None = None
    """The most tokens; None for what the settings say."""


class Context(msgspec.Struct, frozen=True, kw_only=True):
    """What it is given."""

    text: str
    tokens: int
    budget: int
    tokeniser: str
    """Who counted."""
    disclosed: tuple[Disclosed, ...]
    left_out: tuple[LeftOut, ...]
    notes: tuple[str, ...] = ()
    """What whoever asked should know: that meaning was not looked at, that the index had to be made anew."""
    uncounted: str = ""
    """Why it was not noted which skills were given, where that could not be done."""


def context(asked: Asked, here: Shelf, *, count: bool = True, tokeniser: Tokeniser | None = None) -> Context:
    """What a host is given; each skill that is given for a prompt or by its name counts as found, unless not wanted.

    A shelf alone will do: then nothing is known of what was used, and what is found is counted later.
    """
    _refuse_what_makes_no_sense(asked)
    counter = tokeniser or best_tokeniser()
    notes: tuple[str, ...] = ()
    budget = here.config.recall.budget if asked.budget is None else asked.budget
    if asked.skill:
        told = _one(asked, here, budget, counter)
        given = {asked.skill} if told.disclosed else set[str]()
    else:
        fitting, notes = _fitting(asked.prompt, here)
        told = disclose(_sections(asked, fitting, here), budget, counter)
        given = {item.name for item in fitting} & {one.name for one in told.disclosed if one.kind == "skill"}
    return Context(
        text=told.text,
        tokens=told.tokens,
        budget=budget,
        tokeniser=counter.name,
        disclosed=told.disclosed,
        left_out=told.left_out,
        notes=notes,
        uncounted=_counted(given, here) if count else "",
    )


def _counted(given: set[str], here: Shelf) -> str:
    if isinstance(here, Kernel):
        return note_matches(given, here, "context")
    return leave_matches(given, here, "context")


def _refuse_what_makes_no_sense(asked: Asked) -> None:
    problems = [f"a budget is 0 tokens or more, not {asked.budget}"] if (asked.budget or 0) < 0 else []
    if asked.reference and not asked.skill:
        problems.append("a reference is a file of a skill, so say of which")
    if asked.skill and (asked.prompt.strip() or asked.domain):
        problems.append("a skill is asked for alone, without a prompt or a domain")
    if problems:
        told = "; ".join(problems)
        raise WrongUse(f"{told[0].upper()}{told[1:]}.")


def _sections(asked: Asked, fitting: Sequence[levels.Item], here: Shelf) -> list[Section]:
    ranked = _ranked(here.index.entries("active"), here)
    domain = folder(asked.domain) if asked.domain else ""
    if domain and domain not in ranked:
        raise NotFound(_none(f"There is no domain {asked.domain}", domain, ranked, "afterwit context"))
    beside = BESIDE_A_PROMPT if fitting else BESIDE_AN_INDEX
    if domain:
        index = _index(domain, ranked.pop(domain))
        return [_fits(fitting, here, FITTING_BESIDE_AN_INDEX), index, _names(ranked, beside, "Other domains")]
    if fitting:
        return [_fits(fitting, here), _names(ranked, beside, "Skill domains"), _lessons(here)]
    return [_domains(ranked, here), _lessons(here)]


def _ranked(entries: Sequence[Entry], here: Shelf) -> Ranked:
    ratings = here.ratings if isinstance(here, Kernel) else None
    followed = ratings.all_metrics() if ratings else {}
    matched = ratings.all_matches() if ratings else {}

    def used(entry: Entry) -> tuple[float, int]:
        metrics, matches = followed.get(entry.name), matched.get(entry.name)
        return (metrics.times_followed if metrics else 0.0), (matches.count if matches else 0)

    found = by_domain(sorted(entries, key=lambda entry: (*(-times for times in used(entry)), entry.name)))
    uses = {domain: sum(sum(map(int, used(entry))) for entry in its) for domain, its in found.items()}
    order = sorted(found, key=lambda domain: (-uses[domain], -len(found[domain]), domain))
    return {domain: found[domain] for domain in order}


def _fitting(prompt: str, here: Shelf) -> tuple[list[levels.Item], tuple[str, ...]]:
    """The skills that fit a prompt, the surest first, and what there is to say about the search for them."""
    if not prompt.strip():
        return [], ()
    settings = here.config.recall
    found = search(prompt, here, settings.results, threshold=settings.unasked_threshold)
    items: list[levels.Item] = []
    for one in found.results:
        skill = _readable(one.name, here) if one.score >= settings.unasked_threshold else None
        if skill is not None:
            document = skill_document.read(skill.package.text)
            when = document.use_when or document.description
            items.append(levels.fitting(one.name, when, document.guidance, one.score))
    return items, found.notes


def _readable(name: str, here: Shelf) -> Skill | None:
    """An active skill; None where it has gone or been broken meanwhile: the others are given all the same."""
    try:
        return here.book.at("active", name)
    except (BadSkill, WriteFailed):
        return None


def _fits(items: Sequence[levels.Item], here: Shelf, share: float | None = None) -> Section:
    where = levels.one_line(str(here.zone.root / FOLDERS["active"]))
    return Section(
        head=f"# Skills that fit, and when to use them\nBefore you rely on one, read {where}/NAME/{MAIN}\n",
        items=tuple(items),
        more="- {} more: `afterwit search` lists them.\n",
        share=share,
        by_worth=True,
    )


def _index(domain: str, entries: Sequence[Entry]) -> Section:
    return Section(
        head=f"# {domain}: skills, and when to use them\nRead one with `afterwit context --skill NAME`.\n",
        items=tuple(levels.listed(entry.name, _when(entry)) for entry in entries),
        more=f"- {{}} more: `afterwit skills --domain {domain}` lists them.\n",
    )


def _when(entry: Entry) -> str:
    """When to use a skill: what its description says of that, else the first that it would be searched with."""
    said = skill_document.Document(
        name=entry.name, description=entry.description, fields={}, metadata={}, body="", problems=()
    )
    return said.use_when or entry.trigger.split("\n", 1)[0]


def _domains(ranked: Ranked, here: Shelf) -> Section:
    """Every domain with what it is about."""
    said = domain_descriptions(here)
    return _table(
        "Skill domains",
        [
            levels.domain(domain, len(entries), said.get(domain) or examples(entries))
            for domain, entries in ranked.items()
        ],
    )


def _names(ranked: Ranked, share: float, title: str) -> Section:
    """Every domain by its name, beside what was asked for."""
    return _table(title, [levels.domain(domain, len(entries)) for domain, entries in ranked.items()], share)


def _table(title: str, items: Iterable[levels.Item], share: float | None = None) -> Section:
    return Section(
        head=f"# {title} (number of skills)\nSee one with `afterwit context --domain NAME`.\n",
        items=tuple(items),
        more="- {} more: `afterwit context` with a larger --budget names them.\n",
        share=share,
    )


def _lessons(here: Shelf) -> Section:
    """The lessons for everyone."""
    items = tuple(levels.lesson(lesson.text) for lesson in newest_first(here.book.text(lessons_file()) or ""))
    return Section(head="# Lessons\n", items=items, share=here.config.recall.lessons_share)


def _one(asked: Asked, here: Shelf, budget: int, counter: Tokeniser) -> Disclosure:
    """A skill, or one of its files: looked up among what was read of the skill, so no path leads out of it."""
    skill = _skill(asked.skill, here)
    lies = here.zone.root / place("active", skill.name)
    files = sorted(skill.package.files.keys() - {MAIN})
    if not asked.reference:
        item = levels.skill(skill_document.read(skill.package.text), skill.name, str(lies / MAIN), files)
        return disclose_one(item, budget, counter, levels.one_line(str(lies / MAIN)))
    if asked.reference not in files:
        missing = f"The skill {skill.name} has no file {asked.reference}"
        raise NotFound(_none(missing, asked.reference, files, f"afterwit context --skill {skill.name}"))
    try:
        content = skill.package.files[asked.reference].decode()
    except UnicodeDecodeError as error:
        raise WrongUse(f"{asked.reference} of {skill.name} is no text: open it at {lies / asked.reference}.") from error
    item = levels.reference(skill.name, asked.reference, content)
    return disclose_one(item, budget, counter, levels.one_line(str(lies / asked.reference)))


def _skill(name: str, here: Shelf) -> Skill:
    skill = here.book.at("active", name)
    if skill is not None:
        return skill
    if (other := here.book.skill(name)) is not None:
        decision = "approve" if other.state == "pending" else "restore"
        raise NotFound(f"The skill {name} is {other.state} and not given to hosts: see `afterwit {decision} {name}`.")
    active = [entry.name for entry in here.index.entries("active")]
    raise NotFound(_none(f"There is no active skill {name}", name, active, "afterwit skills"))


def _none(missing: str, asked: str, names: Iterable[str], lists: str) -> str:
    asked, known = asked[:LONGEST_NAME], list(names)
    near = [name for name in known if asked in name][:NEAREST] or get_close_matches(asked, known, n=NEAREST)
    perhaps = f"perhaps {' or '.join(near)} is meant; " if near else ""
    return f"{missing}: {perhaps}`{lists}` lists what there is."
