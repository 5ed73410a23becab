"""Text that a person does not see and a model reads: found by character, wherever it stands.

Emoji joined by a joiner, flags, one variation selector, and joiners in scripts that need them are as they should be.
"""

import re
import unicodedata
from collections.abc import Iterator
from typing import NamedTuple

from afterwit.judge.passages import IGNORABLE

MOST = 20
"""So many places of one file are told; more say no more."""

SLIP = 3
"""A slip of the keyboard leaves so many characters of no width in a row, and no more."""
SHORTEST = 3
"""A shorter word is a symbol of a science."""
REACH = 60
"""So far from where two scripts meet the word around is looked for."""


class Hidden(NamedTuple):
    """A place where something is hidden."""

    place: int
    what: str


_FLAG = "\U0001f3f4"
_SUSPECT = re.compile(
    "(?P<tags>[\U000e0000-\U000e007f]+)"
    "|(?P<selectors>[\ufe00-\ufe0f\U000e0100-\U000e01ef]+)"
    "|(?P<directions>[\u202a-\u202e\u2066-\u2069]+)"
    "|(?P<fillers>[\u115f\u1160\u3164\uffa0]+)"
    "|(?P<nothing>[\u00ad\u034f\u180e\u200b-\u200f\u2060-\u2065\u206a-\u206f\ufeff]+)"
)
_INVISIBLE = re.compile(f"[{IGNORABLE}]")
_LATIN_TWINS = frozenset("аеорсухіјѕԁԛԝһӏьАВЕКМНОРСТХІЈЅԌονιρΑΒΕΖΗΙΚΜΝΟΡΤΥΧ")
_TWINS = "".join(sorted(_LATIN_TWINS))
_MIXED = re.compile(f"[A-Za-z][{_TWINS}]|[{_TWINS}][A-Za-z]")
_TAG_LETTERS = re.compile("[\U000e0030-\U000e0039\U000e0061-\U000e007a]{2,6}\U000e007f")


_STRICT = re.compile(
    "[\u00ad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180b-\u180f\u200b-\u200f\u2028-\u202e\u2060-\u206f\u2800\u3164"
    "\ufe00-\ufe0f\ufeff\uffa0\ufff0-\ufffb\U0001bca0-\U0001bca3\U0001d173-\U0001d17a\U000e0000-\U000e0fff"
    "\x00-\x08\x0e-\x1f\x7f-\x84\x86-\x9f\ue000-\uf8ff\U000f0000-\U0010ffff]+"
)
"""Whatever a screen shows nothing of, or nothing that is agreed upon."""
_EMOJI_JOIN = re.compile("\ufe0f?\u200d|[\ufe0e\ufe0f]")
_EMOJI_SIGNS = "#*0123456789\u00a9\u00ae\u203c\u2049\u20e3\u2122\u2139"
_JOINING = (
    "ARABIC",
    "DEVANAGARI",
    "BENGALI",
    "TAMIL",
    "TELUGU",
    "KANNADA",
    "MALAYALAM",
    "GUJARATI",
    "SINHALA",
    "SYRIAC",
)


def _strictly(text: str) -> Iterator[Hidden]:
    """Every run of what is not seen, but for what emoji and scripts that join their letters are made with."""
    told = 0
    for found in _STRICT.finditer(text):
        run, before, after = found[0], text[found.start() - 1 : found.start()], text[found.end() : found.end() + 1]
        emoji = _is_emoji(before) and (run in {"\ufe0e", "\ufe0f"} or (_EMOJI_JOIN.fullmatch(run) and _is_emoji(after)))
        flag = before == _FLAG and _TAG_LETTERS.fullmatch(run)
        joins = run in {"\u200c", "\u200d"} and _joins(before) and _joins(after)
        if emoji or flag or joins or (found.start() == 0 and run == "\ufeff"):
            continue
        yield Hidden(found.start(), f"{len(run)} characters that no screen shows (U+{ord(run[0]):04X})")
        told += 1
        if told >= MOST:
            return


def _is_emoji(letter: str) -> bool:
    return bool(letter) and (
        letter in _EMOJI_SIGNS or (unicodedata.category(letter) in {"So", "Sk"} and letter != "\u2800")
    )


def _joins(letter: str) -> bool:
    return bool(letter) and unicodedata.name(letter, "").startswith(_JOINING)


def hidden(text: str, *, strict: bool = False) -> Iterator[Hidden]:
    """Every place where something is hidden, at most MOST of a kind; strictly, where a machine wrote it."""
    if strict:
        yield from _strictly(text)
    if text.isascii():
        return
    told = 0
    for found in _SUSPECT.finditer(text) if _INVISIBLE.search(text) else ():
        what = _judge(text, str(found.lastgroup), found.start(), found.end())
        if what:
            yield Hidden(found.start(), what)
            told += 1
            if told >= MOST:
                return
    yield from _mixed(text)


def _judge(text: str, group: str, start: int, end: int) -> str:
    run = text[start:end]
    before, after = text[start - 1 : start], text[end : end + 1]
    match group:
        case "tags":
            flag = before == _FLAG and _TAG_LETTERS.fullmatch(run)
            return "" if flag else f"{len(run)} tag characters that no screen shows"
        case "selectors":
            if len(run) == 1 and (run < "\U000e0100" or _is_ideograph(before)):
                return ""
            return f"{len(run)} variation selectors that may carry a hidden message"
        case "directions":
            return f"a control that turns the direction of writing (U+{ord(run[0]):04X}), so that text reads otherwise"
        case "fillers":
            return "" if _is_hangul(before) or _is_hangul(after) else "an invisible letter (a Hangul filler)"
        case _:
            return _nothing(run, before, after, at_start=start == 0)


def _nothing(run: str, before: str, after: str, *, at_start: bool) -> str:
    if at_start and run == "\ufeff":
        return ""
    if len(run) > SLIP:
        return f"{len(run)} characters of no width in a row that may carry a hidden message"
    if _is_ascii_word(before) and _is_ascii_word(after):
        return f"a character of no width (U+{ord(run[0]):04X}) inside a word"
    return ""


def _mixed(text: str) -> Iterator[Hidden]:
    """Words that look like Latin letters throughout and are not."""
    told, end = 0, -1
    for found in _MIXED.finditer(text):
        if found.start() < end:
            continue
        start, end = _word(text, found.start())
        word = text[start:end]
        foreign = [letter for letter in word if letter.isalpha() and not letter.isascii()]
        if len(word) >= SHORTEST and len(word) - len(foreign) > 0 and all(letter in _LATIN_TWINS for letter in foreign):
            script = unicodedata.name(foreign[0], "").partition(" ")[0].capitalize()
            yield Hidden(start, f"the word {word[:40]!a} mixes Latin letters with {script} ones that look the same")
            told += 1
            if told >= MOST:
                return


def _word(text: str, at: int) -> tuple[int, int]:
    """Where the word around a place begins and ends, looked for so far and no farther."""
    start, end = at, at + 1
    while start > 0 and at - start < REACH and text[start - 1].isalpha():
        start -= 1
    while end < len(text) and end - at < REACH and text[end].isalpha():
        end += 1
    return start, end


def _is_ascii_word(letter: str) -> bool:
    return letter.isascii() and letter.isalnum()


def _is_ideograph(letter: str) -> bool:
    return "CJK" in unicodedata.name(letter, "") if letter else False


def _is_hangul(letter: str) -> bool:
    return "HANGUL" in unicodedata.name(letter, "") and letter not in "\u115f\u1160\u3164\uffa0" if letter else False
