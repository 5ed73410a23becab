"""A recovery as a skill: what fails, what to do instead, and no word about a cause that nobody looked into."""

from collections import Counter
from collections.abc import Collection, Sequence

import re2

from afterwit.model.signal import Recovery, Signal
from afterwit.model.skill_document import Draft
from afterwit.model.words import STOP_WORDS
from afterwit.reflect.telling import beforehand, subject_of, told

LONGEST_NAME = 44
LONGEST_ERROR = 160
MOST_WAYS = 3
LONGEST_WAY = 120
"""So many ways that worked are told, the most frequent first."""
MOST_NAME_WORDS = 4
SHORTEST_ERROR = 8
_DOTTED = re2.compile(r"\b[\w-]+(?:\.[\w-]+){2,}\b")
"""What is mostly a host."""
_ADVICE = re2.compile(
    r"(?i)(?:[;.] |\s->\s|\s[\x{2013}\x{2014}]\s|"
    r"[,:(.]?\s[(\[]?(?:please|try|run|use|using|you|your|hint|must|should|always|never|do not|"
    r"don't|ignore|disable|to (?:fix|resolve|see)|see)\b)"
)
"""Where an error turns from what is wrong to what somebody would have one do."""
_UNTELLING = (STOP_WORDS | {"error", "fatal"}) - {"no", "not"}
_QUOTED = "\u201c{}\u201d"


def draft(signals: Sequence[Signal], prefix: str, taken: Collection[str]) -> Draft | None:
    """One skill for all recoveries from the same obstacle, in however many sessions; None where it cannot be told."""
    telling = max(signals, key=lambda signal: (signal.confidence, signal.session))
    what = _recovery(telling)
    both = told(what)
    if both is None:
        return None
    sessions = dict.fromkeys(signal.session for signal in signals)
    each = filter(None, (told(_recovery(signal)) for signal in signals))
    ways = [way for way, _ in Counter(one.working for one in each).most_common(MOST_WAYS)]
    wasted = sum(signal.steps_wasted for signal in signals)
    error = _error(what)
    fails = f"fails with {_QUOTED.format(error)}" if error else "does not give what is wanted"
    return Draft(
        name=_name(what, telling.about, prefix, taken),
        description=f"{_short(ways[0])} worked where {subject_of(what)} {fails}.",
        use_when=f"Use when {subject_of(what)} {fails}, and before running it the same way in another session.",
        domain=_domain(what),
        agent=telling.session.partition(":")[0],
        situation=f"{both.failing} {fails}{' as long as the first step has not been done' if what.first else ''}.",
        problem=f"Seen in {_counted(len(sessions), 'session')}; "
        f"{_counted(wasted, 'call')} went by until another way was found.",
        root_cause=_cause(what),
        guidance=tuple(_guidance(ways, what)),
        verification=(f"{ways[0]} succeeds.",),
        anti_patterns=(f"{both.failing} {'at once ' if what.first else ''}{fails}.",),
        fingerprints=(telling.about,),
        scope="user" if len({root_of(signal.project) for signal in signals if signal.project}) > 1 else "project",
    )


def in_short(what: Recovery) -> str:
    """A recovery in one line."""
    both = told(what)
    if both is None:
        return f"{subject_of(what)} was done differently"
    first = f"{beforehand(what)}, then " if what.first else ""
    return f"{first}{both.working} worked, not {both.failing}" if not what.first else f"{first}{both.working} worked"


def _recovery(signal: Signal) -> Recovery:
    assert isinstance(signal.what, Recovery)  # noqa: S101 - only those are put together here
    return signal.what


def _error(what: Recovery) -> str:
    """What the error says, without quotes of its own that would end ours."""
    if not what.error:
        return ""
    told = _DOTTED.sub("<name>", what.template).replace("<given>", "<name>").replace("\u201d", '"').replace("`", "'")
    # What an error advises is an order from who knows where: what worked is told below.
    advice = _ADVICE.search(told)
    if advice is not None and advice.start() >= SHORTEST_ERROR:
        told = told[: advice.start()].rstrip(" ,;:(.")
    return told if len(told) <= LONGEST_ERROR else f"{told[:LONGEST_ERROR].rsplit(' ', 1)[0]} …"


def _guidance(ways: Sequence[str], what: Recovery) -> list[str]:
    verb = "Run" if what.shell else "Call"
    steps = [f"First {'run' if what.first[0].shell else 'call'} {beforehand(what)}."] if what.first else []
    steps.append(f"{verb} {ways[0]}.")
    return [*steps, *(f"Or {way}, which worked as well." for way in ways[1:])]


def _short(way: str) -> str:
    """A way in one line of a description; one with signs that a frontmatter would escape is told further down."""
    return way if len(way) <= LONGEST_WAY and not any(sign in way for sign in '\\"') else "Another way"


def _cause(what: Recovery) -> str:
    if what.named:
        return "Not looked into. The error names what was changed."
    return "Not looked into. The error does not name what was changed; it is only known that the other way worked."


def _domain(what: Recovery) -> str:
    word = what.subject.partition(" ")[0].casefold()
    cleaned = "".join(sign if sign.isalnum() else "-" for sign in word).strip("-")
    return cleaned[:32] or "general"


def _name(what: Recovery, about: str, prefix: str, taken: Collection[str]) -> str:
    """What fails and how, in a few words; where another skill has that name, with the end of the fingerprint."""
    words = [*what.subject.partition("@")[0].split(), *_telling(_error(what) or "no output")]
    slug: list[str] = []
    for word in words:
        plain = "".join(sign if sign.isascii() and sign.isalnum() else "-" for sign in word.casefold()).strip("-")
        plain = "-".join(part for part in plain.split("-") if part)
        if plain and plain not in slug and len(prefix + "-".join([*slug, plain])) <= LONGEST_NAME:
            slug.append(plain)
    name = prefix + "-".join(slug)
    return f"{name}-{about[-4:]}" if name in taken else name


def _telling(error: str) -> list[str]:
    """The first words of an error that tell something."""
    bare = [word.strip("'\"`:,.;()[]\u2018\u2019") for word in error.split() if "<" not in word]
    said = [word for word in bare if word and word.casefold().strip("-") not in _UNTELLING]
    return [word for word in said if any(sign.isalpha() for sign in word)][:MOST_NAME_WORDS]


def root_of(project: str) -> str:
    """A project's folder, the same from each of its worktrees."""
    for mark in ("/.worktrees/", "/.claude/worktrees/", "__worktrees/", ".worktrees/", "/worktrees/"):
        project = project.partition(mark)[0]
    return project.rstrip("/")


def _counted(number: int, noun: str) -> str:
    return f"{number} {noun}{'' if number == 1 else 's'}"
