"""What was changed between a way that failed and one that worked, and how much that says.

Where the same thing was done in another way (a flag, a wrapper, a folder, another program), the way is the lesson.
Where another thing was done in the same way (another path, another pattern), it mostly was a slip of that one call.
"""

import re

import msgspec

from afterwit.model.command import pipelines
from afterwit.model.way import Way
from afterwit.notice.attempts import Attempt
from afterwit.notice.complaints import Obstacle

SURE: dict[Obstacle, tuple[float, float]] = {
    "usage": (0.85, 0.7),
    "rule": (0.85, 0.65),
    "environment": (0.85, 0.65),
    "state": (0.75, 0.6),
    "answer": (0.7, 0.5),
    "checks": (0.7, 0.3),
    "place": (0.7, 0.3),
    "own_code": (0.7, 0.3),
    "passing": (0.55, 0.1),
}
"""How likely it is that knowing of such an obstacle helps again: where the way was changed, and where the thing was."""
THE_WORK = frozenset[Obstacle]({"checks", "own_code"})
"""Obstacles in what was written, for good or for one call."""
FIXES = frozenset({"--fix", "--write", "--apply", "-w", "-i", "--in-place", "-u", "--update", "--update-snapshot"})
"""Options by which a check mends what it finds."""
BYPASSES = frozenset(
    """--no-verify --passWithNoTests --force --force-with-lease --allow-empty --no-gpg-sign --skip-checks --no-check
    --insecure --no-verify-ssl --break-system-packages --no-sandbox --ignore-scripts --skip-tests --skip-signature
    --unsafe-perm --allow-root --index-url --extra-index-url --trusted-host""".split()  # noqa: SIM905
)
"""Options that get round something instead of doing it right."""
SHORT_BYPASSES = {"git push": "f", "git commit": "n", "curl": "k"}
"""The same in one letter, by the program that means it so."""
DESTROYS = frozenset("rm rmdir dd mkfs shred clean delete destroy drop purge prune truncate kill pkill".split())  # noqa: SIM905
"""Programs and verbs that take something away."""
CHECKS = frozenset({"--check", "--diff", "-l", "--list-different", "-c"})
"""Options without which a formatter does its work."""
NAMED, TOLD, MANY, FAR_OFF = 0.05, 0.05, 0.05, -0.1
FAR = 6
SUREST, DOUBTFUL = 0.95, 0.5
LONGEST = 2000


class Change(msgspec.Struct, frozen=True, kw_only=True):
    """What is different between two ways."""

    removed: tuple[str, ...]
    added: tuple[str, ...]
    way: bool
    """Whether the same thing was done in another way."""


def change(failed: Attempt, one: Way, worked: Attempt, other: Way) -> Change:
    """What is different between a way of one attempt and its counterpart in another."""
    removed = tuple(word for word in dict.fromkeys(one.full) if word not in other.full)
    added = tuple(word for word in dict.fromkeys(other.full) if word not in one.full)
    return Change(removed=removed, added=added, way=_other_way(failed, one, worked, other))


def _other_way(failed: Attempt, one: Way, worked: Attempt, other: Way) -> bool:
    """Whether the same thing was done in another way."""
    if not one.shell:
        return one.program != other.program or (one.options != other.options and _same_thing(one, other))
    fixed = not FIXES.isdisjoint(other.options - one.options) or not CHECKS.isdisjoint(one.options - other.options)
    narrowed = (one.program, one.verb) == (other.program, other.verb) and set(other.operands) > set(one.operands)
    if dangerous(one, other):
        return False  # to get round a check is no way to pass it, and what destroys is no way to recommend
    if failed.obstacle in THE_WORK and (one.full == other.full or narrowed or fixed or _same_verb(one, other)):
        return False  # a script that was given to it, fewer of the tests, or the same work under other options
    left, went = _folder(failed), _folder(worked)
    if left != went and left and left in failed.complaint:
        return False  # the folder was what was wrong
    if one.full == other.full or left != went:
        return _same_thing(one, other)  # what is around it was changed: a variable, a folder, quotes
    way = (one.program, one.verb, one.options) != (other.program, other.verb, other.options)
    before = _before(one) != _before(other)
    return (way or before or ("" in other.full and "" not in one.full)) and _same_thing(one, other)


def dangerous(one: Way, other: Way) -> bool:
    """Whether what worked gets round a guard, or destroys something: nothing to learn without a person's thought."""
    new = other.options - one.options
    letters = "".join(option for option in new if not option.startswith("--"))
    if not BYPASSES.isdisjoint(new) or any(sign in letters for sign in SHORT_BYPASSES.get(other.named, "")):
        return True
    added = " ".join(word for word in other.full if word not in one.full).casefold()
    return (
        other.program in DESTROYS
        or not DESTROYS.isdisjoint((*other.verb, *other.operands[: len(other.verb)]))  # `docker volume prune`
        or any(sign in added for sign in ("sslverify=false", "stricthostkeychecking=no", "sudo "))
        or added.startswith("sudo")
    )


def _same_verb(one: Way, other: Way) -> bool:
    """Whether the same program was told the same, or a part of it: `test` and `test:unit`."""
    if one.program != other.program or _before(one) != _before(other):
        return False
    mine, theirs = " ".join(one.verb), " ".join(other.verb)
    return mine == theirs or theirs.startswith(f"{mine}:") or mine.startswith(f"{theirs}:")


def _before(way: Way) -> tuple[str, ...]:
    """What stands before the program that is meant: variables, wrappers, runners."""
    return way.full[: len(way.full) - len(way.words)]


def _same_thing(one: Way, other: Way) -> bool:
    """Whether the second works on all that the first worked on."""
    gone = {word for word in one.operands if word and word not in other.operands and word not in other.pieces}
    return gone <= _values_of_removed(one, other)


def _values_of_removed(one: Way, other: Way) -> set[str]:
    """What stands behind an option that the second no longer has: it went with it."""
    words = one.words
    return {
        words[place + 1]
        for place in range(len(words) - 1)
        if words[place].startswith("-") and words[place].partition("=")[0] not in other.options
    }


def _folder(attempt: Attempt) -> str:
    """Where a command line goes before it does anything."""
    lines = pipelines(attempt.step.command) if attempt.step.command.lstrip().startswith("cd ") else ()
    return lines[0][0].words[-1] if lines else ""


def names(text: str, words: tuple[str, ...]) -> bool:
    """Whether a text names one of these words: options with or without their dashes, also one of several in `-oP`."""
    looked = text[:LONGEST]
    said = frozenset(_WORD.findall(looked))
    return any(_is_named(word, looked, said) for word in words)


def _is_named(word: str, text: str, said: frozenset[str]) -> bool:
    bare = word.lstrip("-").partition("=")[0]
    if len(bare) > 1 and (bare in said or (not bare.isalnum() and bare in text)):
        return True
    if word.startswith("-") and not word.startswith("--"):
        return any(f"-- {sign}" in text or f"'{sign}'" in text or f" -{sign} " in f" {text} " for sign in bare)
    # An argument that an error calls by a part of its name: `payment` for `payment_methods`.
    return "=" in word and any(len(part) > LONGEST_SHORT and part in said for part in bare.split("_"))


LONGEST_SHORT = 3
_WORD = re.compile(r"\w[\w-]*")  # linear on any input: one class, repeated once


def quotes(line: str, changed: Change) -> bool:
    """Whether something that the error quotes is gone from the words that changed."""
    parts = line.replace('"', "\0").replace("'", "\0").replace("`", "\0").split("\0")[1::2]
    quoted = [part for part in parts if len(part) > 1]
    gone = any(part in word for part in quoted for word in changed.removed)
    return gone and not any(part in word for part in quoted for word in changed.added)


class Signs(msgspec.Struct, frozen=True, kw_only=True):
    """What speaks for a recovery, and against it."""

    way: bool
    """The same thing was done in another way."""
    named: bool
    """The error names what was changed."""
    told: bool
    """The agent said that the first way was wrong."""
    attempts: int
    """How many failed."""
    distance: int
    """How many calls lie between the last that failed and the one that worked."""
    dangerous: bool = False
    """What worked gets round a guard, or destroys."""


def sureness(kind: Obstacle, signs: Signs) -> float:
    """How sure one may be that there is something to learn, from 0 to 1."""
    sure = SURE[kind][0 if signs.way else 1]
    sure += NAMED * signs.named + TOLD * signs.told + MANY * (signs.attempts > 1) + FAR_OFF * (signs.distance > FAR)
    return round(min(DOUBTFUL if signs.dangerous else SUREST, max(0.0, sure)), 2)
