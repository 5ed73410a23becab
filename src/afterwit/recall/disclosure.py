"""Disclosure: as much of what there is to tell as a budget of tokens has room for, the best value per token first.

Parts are counted one by one to choose among them, and the whole once more at the end, since no tokeniser promises that
a text costs what its parts do: where it is over the budget, the choice is made again with less room.
"""

from collections.abc import Callable, Sequence
from functools import cache

import msgspec

from afterwit.ports import Tokeniser
from afterwit.recall.levels import FormName, Item, Kind

DESCRIBED = 1
"""The form in which the first items are told where there is no room to name them all."""

_Count = Callable[[str], int]
_Chosen = dict[int, int]
"""The number of the form in which an item is told, by the number of the item."""


class Section(msgspec.Struct, frozen=True, kw_only=True):
    """Items that stand together under a heading."""

    head: str
    items: tuple[Item, ...]
    """Those that matter most first."""
    more: str = ""
    """The last line where some were left out, with `{}` for how many; empty where none is to say it."""
    share: float | None = None
    """The part of the budget that is set aside for it; None for a section that gets all that others leave."""
    by_worth: bool = False
    """Whether forms are chosen by their worth for each token; otherwise the first items come first."""


class Disclosed(msgspec.Struct, frozen=True, kw_only=True):
    """Something that was told."""

    kind: Kind
    name: str
    level: int
    form: FormName


class LeftOut(msgspec.Struct, frozen=True, kw_only=True):
    """Something for which there was no room."""

    kind: Kind
    name: str
    level: int


class Disclosure(msgspec.Struct, frozen=True, kw_only=True):
    """A text within its budget, and what is in it."""

    text: str = ""
    tokens: int = 0
    disclosed: tuple[Disclosed, ...] = ()
    left_out: tuple[LeftOut, ...] = ()


def disclose(sections: Sequence[Section], budget: int, tokeniser: Tokeniser) -> Disclosure:
    """The sections as far as there is room, with an empty line between them.

    A section with a share is sure of that; what it does not need goes to the others, and what those leave comes back.
    """
    sections = [section for section in sections if section.items]
    count = cache(tokeniser.count)
    room = budget
    while room > 0:
        filled = _filled(sections, room, count)
        text = "\n".join(part for section, chosen in filled if (part := _text(section, chosen)))
        over = tokeniser.count(text) - budget
        if over <= 0:
            return _disclosure(text, over + budget, filled)
        room -= over
    return _disclosure("", 0, [(section, None) for section in sections])


def disclose_one(item: Item, budget: int, tokeniser: Tokeniser, where: str) -> Disclosure:
    """One item in the fullest form there is room for.

    Where there is room for none, the fullest is cut after a line, and the second line says so and where all of it is.
    """
    for form in reversed(item.forms):
        if (tokens := tokeniser.count(form.text)) <= budget:
            return Disclosure(text=form.text, tokens=tokens, disclosed=(_told(item, form.name),))
    title, *rest = item.forms[-1].text.splitlines(keepends=True)

    def part(length: int) -> str:
        note = f"These are the first {length:,} of {len(rest):,} lines; all of it is in {where}\n"
        return "".join((title, note, *rest[:length]))

    # Halving finds it in few counts; the rest is for a tokeniser to which a longer text may be fewer tokens.
    least, most = 0, len(rest)
    while least < most:
        middle = (least + most + 1) // 2
        least, most = (middle, most) if tokeniser.count(part(middle)) <= budget else (least, middle - 1)
    while least and (not rest[least - 1].strip() or tokeniser.count(part(least)) > budget):
        least -= 1
    if not least:
        return Disclosure(left_out=(_left(item),))
    text = part(least)
    return Disclosure(text=text, tokens=tokeniser.count(text), disclosed=(_told(item, "part"),))


def _filled(sections: Sequence[Section], room: int, count: _Count) -> list[tuple[Section, _Chosen | None]]:
    """What is told of each section; None where nothing is, not even how much there is."""
    shared = [number for number, section in enumerate(sections) if section.share is not None]
    others = [number for number, section in enumerate(sections) if section.share is None]
    filled: dict[int, _Chosen | None] = {}
    spent: dict[int, int] = {}
    for number, most in (
        *((number, int(room * (sections[number].share or 0))) for number in shared),
        *((number, room) for number in (*others, *shared)),
    ):
        left = room - sum(tokens for other, tokens in spent.items() if other != number)
        filled[number] = _chosen(sections[number], min(most, left), count)
        spent[number] = count(_text(sections[number], filled[number]))
    return [(section, filled[number]) for number, section in enumerate(sections)]


def _chosen(section: Section, room: int, count: _Count) -> _Chosen | None:
    """The forms of the items that there is room for, beside the heading and the last line."""
    room -= count(section.head)
    items = section.items[: max(room, 0)]  # none is less than a token, so of ten thousand most need no look
    costs = [[count(form.text) for form in item.forms] for item in items]
    choose = _by_worth if section.by_worth else _in_order
    chosen = choose(items, costs, room)
    if len(chosen) == len(section.items) or not section.more:
        return chosen or None
    room -= count(_more(section, len(section.items)))
    return choose(items, costs, room) if room >= 0 else None


def _in_order(items: Sequence[Item], costs: Sequence[Sequence[int]], room: int) -> _Chosen:
    """All of them in the fullest form that leaves none out, then the first ones fuller; else the first, described."""
    deepest = max((len(item.forms) for item in items), default=0)
    for form in reversed(range(deepest)):
        every = {number: min(form, len(cost) - 1) for number, cost in enumerate(costs)}
        spent = sum(costs[number][chosen] for number, chosen in every.items())
        if spent <= room:
            return _fuller(every, costs, room - spent)
    chosen: _Chosen = {}
    for number, cost in enumerate(costs):
        form = min(DESCRIBED, len(cost) - 1)
        if cost[form] <= room:
            chosen[number] = form
            room -= cost[form]
    return chosen


def _fuller(chosen: _Chosen, costs: Sequence[Sequence[int]], room: int) -> _Chosen:
    for form in range(1, max(map(len, costs))):
        for number, cost in enumerate(costs):
            if chosen[number] < form < len(cost) and (extra := cost[form] - cost[chosen[number]]) <= room:
                chosen[number] = form
                room -= extra
    return chosen


def _by_worth(items: Sequence[Item], costs: Sequence[Sequence[int]], room: int) -> _Chosen:
    """Step by step whatever adds the most worth for each token that it adds."""
    chosen: _Chosen = {}
    while True:
        steps: list[tuple[float, int, int, int]] = []
        for number, (item, cost) in enumerate(zip(items, costs, strict=True)):
            now = chosen.get(number, -1)
            worth, paid = (item.forms[now].worth, cost[now]) if now >= 0 else (0.0, 0)
            for form in range(now + 1, len(cost)):
                extra = cost[form] - paid
                if extra <= room:
                    steps.append(((item.forms[form].worth - worth) / max(extra, 1), -number, form, extra))
        if not steps:
            return chosen
        _, number, form, extra = max(steps)
        chosen[-number] = form
        room -= extra


def _text(section: Section, chosen: _Chosen | None) -> str:
    if chosen is None:
        return ""
    told = [section.items[number].forms[chosen[number]].text for number in sorted(chosen)]
    left = len(section.items) - len(told)
    return "".join((section.head, *told, _more(section, left) if left else ""))


def _more(section: Section, left: int) -> str:
    return section.more.replace("{}", f"{left:,}")


def _disclosure(text: str, tokens: int, filled: Sequence[tuple[Section, _Chosen | None]]) -> Disclosure:
    told: list[Disclosed] = []
    left: list[LeftOut] = []
    for section, chosen in filled:
        for number, item in enumerate(section.items):
            if chosen is not None and number in chosen:
                told.append(_told(item, item.forms[chosen[number]].name))
            else:
                left.append(_left(item))
    return Disclosure(text=text, tokens=tokens, disclosed=tuple(told), left_out=tuple(left))


def _told(item: Item, form: FormName) -> Disclosed:
    return Disclosed(kind=item.kind, name=item.name, level=item.level, form=form)


def _left(item: Item) -> LeftOut:
    return LeftOut(kind=item.kind, name=item.name, level=item.level)
