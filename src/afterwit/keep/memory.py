"""A memory: bullets in a file, each an entry, with room for so many characters. All else in the file is kept."""

import textwrap
from collections.abc import Sequence

from afterwit.errors import Conflict, OverBudget
from afterwit.keep import bullets
from afterwit.keep.bullets import Bullet


def entries(text: str) -> list[str]:
    """What is remembered."""
    return [bullet.text for bullet in bullets.find(text.split("\n"))]


def add(text: str, entry: str, budget: int) -> str:
    """The file with one more entry; the same file where it has it already."""
    words = bullets.worded(entry)
    lines = text.split("\n")
    found = bullets.find(lines)
    if _saying(found, words):
        return text
    _spend(_size(found), _size(found) + len(words), budget)
    return "\n".join(bullets.append(lines, found, words)[0])


def replace(text: str, old: str, entry: str, budget: int) -> str:
    """The file with one entry reading differently; where it has the new one too, only the old one goes."""
    words = bullets.worded(entry)
    lines = text.split("\n")
    found = bullets.find(lines)
    known = _saying(found, words)
    if known and not _saying(found, old) and not _having(found, old):
        return text  # Done already: asking twice changes nothing.
    meant = _meant(found, old)
    if known and meant != known:
        return "\n".join(bullets.without(lines, meant))
    _spend(_size(found), _size(found) - _size(meant) + len(words), budget)
    return "\n".join(bullets.reword(bullets.without(lines, meant[1:]), meant[0], words))


def remove(text: str, old: str) -> str:
    """The file without an entry."""
    lines = text.split("\n")
    return "\n".join(bullets.without(lines, _meant(bullets.find(lines), old)))


def _size(found: Sequence[Bullet]) -> int:
    return sum(len(bullet.text) for bullet in found)


def _saying(found: Sequence[Bullet], words: str) -> list[Bullet]:
    """The entry that says just this; more than one bullet only where somebody wrote it twice."""
    same = bullets.key(words)
    return [bullet for bullet in found if bullets.key(bullet.text) == same]


def _having(found: Sequence[Bullet], part: str) -> list[Bullet]:
    part = bullets.one_line(part).casefold()
    return [bullet for bullet in found if part in bullet.text.casefold()] if part else []


def _meant(found: Sequence[Bullet], old: str) -> list[Bullet]:
    """The entry that is meant: the one that says just this, or the only one that has it in it."""
    if whole := _saying(found, old):
        return whole
    having = _having(found, old)
    if len({bullets.key(bullet.text) for bullet in having}) == 1:
        return having
    part = textwrap.shorten(bullets.one_line(old), 80, placeholder="…")
    told = f"{len(having)} entries have" if having else "No entry has"
    message = f"{told} “{part}” in this memory: give the words of the one that is meant."
    raise Conflict(message)


def _spend(used: int, then: int, budget: int) -> None:
    # A file that is over its budget by hand may still shrink.
    if then > budget and then >= used:
        message = (
            f"This memory uses {used} of {budget} characters and would use {then}: shorten the entry, replace or "
            "remove others first, or raise keep.memory_characters."
        )
        raise OverBudget(message)
