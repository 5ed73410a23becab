"""lessons.md: timestamped bullets, each with the category it is of or without one.

    - 2026-11-15T09:30:00Z [behavioral] One question per response.

Everything else in the file belongs to whoever wrote it and is kept as it is.
"""

import re
from collections.abc import Sequence
from datetime import UTC, datetime, timedelta
from typing import cast, get_args

from afterwit.errors import OverBudget
from afterwit.keep import bullets
from afterwit.model.lesson import Lesson
from afterwit.model.proposal import Category

UNTAGGED = ""
"""Lessons without a category are one of their own."""
_CATEGORIES: tuple[str, ...] = (*get_args(Category), UNTAGGED)
"""In the order in which equal claims to a slot are met."""
BEFORE_ALL = -(1 << 62)
_EPOCH = datetime(1970, 1, 1, tzinfo=UTC)
_TIME = r"\d{2}:\d{2}(?::\d{2}(?:\.\d{1,9})?)?(?:Z|[+-]\d{2}:?\d{2})?"
_DATE = rf"\d{{4}}-\d{{2}}-\d{{2}}(?:[T ]{_TIME})?"
# Both are tried where a text begins, and nothing in them repeats without bound: no text can make them slow.
_STAMP = re.compile(rf"(?:({_DATE})|\[({_DATE})\]):?(?: |\Z)", re.ASCII)
_TAG = re.compile(rf"\[({'|'.join(get_args(Category))})\]:?(?: |\Z)", re.ASCII | re.IGNORECASE)


def parse(text: str) -> list[Lesson]:
    """The lessons of a file, in its order."""
    return [_read(bullet) for bullet in bullets.find(text.split("\n"))]


def newest_first(text: str) -> list[Lesson]:
    """The lessons of a file, the newest first; of two of the same time, the one further down."""
    found = sorted(parse(text), key=lambda lesson: (BEFORE_ALL if lesson.at is None else lesson.at, lesson.line))
    return found[::-1]


def add(text: str, lesson: Lesson, limit: int) -> tuple[str, list[Lesson]]:
    """The file with one more lesson, and the lessons that had to make room; the same file where it has it already."""
    words = bullets.worded(lesson.text)
    same = bullets.key(words)
    lines = text.split("\n")
    found = bullets.find(lines)
    read = [_read(bullet) for bullet in found]
    if any(bullets.key(known.text) == same for known in read):
        return text, []
    if limit < 1:
        raise OverBudget("No lessons are kept here: raise keep.lessons_global or keep.lessons_scope above 0.")
    lines, new = bullets.append(lines, found, _written(words, lesson))
    kept = _newest([*read, _read(new)], limit, sure=len(found))
    gone = [number for number in range(len(found)) if number not in kept]
    return "\n".join(bullets.without(lines, [found[number] for number in gone])), [read[number] for number in gone]


def retire(text: str, words: str) -> str | None:
    """The file without the lesson of these words; None where there is none."""
    lines = text.split("\n")
    same = bullets.key(words)
    gone = [bullet for bullet in bullets.find(lines) if bullets.key(_read(bullet).text) == same]
    return "\n".join(bullets.without(lines, gone)) if gone else None


def keep_newest(lessons: Sequence[Lesson], limit: int) -> list[Lesson]:
    """As many lessons as there is room for, in their order.

    Every category keeps at least one and has a share by its number of lessons; within it the newest stay. Where there
    are more categories than room, the largest keep one each. A lesson without a time is as old as the one above it.
    """
    kept = _newest(lessons, limit)
    return [lesson for number, lesson in enumerate(lessons) if number in kept]


def _newest(lessons: Sequence[Lesson], limit: int, sure: int | None = None) -> set[int]:
    """The numbers of the lessons that stay; `sure` does in any case."""
    members: dict[str, list[int]] = {name: [] for name in _CATEGORIES}
    for number, lesson in enumerate(lessons):
        members[lesson.category or UNTAGGED].append(number)

    def age(number: int) -> tuple[bool, int, int]:
        at = lessons[number].at
        return number == sure, BEFORE_ALL if at is None else at, number

    counts = {name: len(numbers) for name, numbers in members.items() if numbers}
    slots = _slots(counts, limit, None if sure is None else lessons[sure].category or UNTAGGED)
    return {number for name, count in slots.items() for number in sorted(members[name], key=age, reverse=True)[:count]}


def _slots(counts: dict[str, int], limit: int, first: str | None) -> dict[str, int]:
    """How many lessons each category keeps: by largest remainder, none below one, and `first` before all others."""
    if sum(counts.values()) <= limit:
        return counts
    if limit <= len(counts):
        by_size = sorted(counts, key=lambda name: (name == first, counts[name]), reverse=True)
        return dict.fromkeys(by_size[: max(limit, 0)], 1)
    slots: dict[str, int] = {}
    rest = dict(counts)
    # Whoever is due less than one slot gets one; that leaves less for the others, so it is looked at again.
    while small := [name for name in rest if rest[name] * (limit - len(slots)) < sum(rest.values())]:
        for name in small:
            slots[name] = 1
            del rest[name]
    seats, total = limit - len(slots), sum(rest.values())
    shares = {name: divmod(count * seats, total) for name, count in rest.items()}
    slots |= {name: whole for name, (whole, _) in shares.items()}
    by_remainder = sorted(shares, key=lambda name: (shares[name][1], counts[name]), reverse=True)
    for name in by_remainder[: limit - sum(slots.values())]:
        slots[name] += 1
    return slots


def _written(words: str, lesson: Lesson) -> str:
    stamp = "" if lesson.at is None else f"{_iso(lesson.at)} "
    tag = "" if lesson.category is None else f"[{lesson.category}] "
    return stamp + tag + (f"\\{words}" if _looks_marked(words) else words)


def _read(bullet: bullets.Bullet) -> Lesson:
    rest, at, category = bullet.text, None, None
    if (stamp := _STAMP.match(rest)) and stamp.end() < len(rest):
        at = _moment(stamp.group(1) or stamp.group(2))
        rest = rest if at is None else rest[stamp.end() :]
    if (tag := _TAG.match(rest)) and tag.end() < len(rest):
        category, rest = cast("Category", tag.group(1).lower()), rest[tag.end() :]
    rest = rest[1:] if rest.startswith("\\") and _looks_marked(rest) else rest
    return Lesson(text=rest, category=category, at=at, line=bullet.first)


def _looks_marked(words: str) -> bool:
    """Whether a text would be taken for a time or a tag at its beginning, but for backslashes before it."""
    bare = words.lstrip("\\")
    return bool(_STAMP.match(bare) or _TAG.match(bare))


def _iso(at: int) -> str:
    return (_EPOCH + timedelta(milliseconds=at)).isoformat(timespec="seconds").replace("+00:00", "Z")


def _moment(stamp: str) -> int | None:
    try:
        when = datetime.fromisoformat(stamp)
    except ValueError:
        return None
    return ((when if when.tzinfo else when.replace(tzinfo=UTC)) - _EPOCH) // timedelta(milliseconds=1)
