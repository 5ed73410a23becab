"""What a shell would make of a line that was written so that a scanner does not know it again."""

import re

from afterwit.judge.passages import Passage

LONGEST_VALUE = 40
MOST_VARIABLES = 200

_SPACE = re.compile(r"\$\{IFS\}|\$IFS\b(?:\$[0-9])?")
_QUOTES = re.compile(
    r"(?<=[A-Za-z])(?:''|\"\"|``)(?=[A-Za-z])|(?<![ =(,])(['\"])([A-Za-z]{1,8})\1(?![ ,):\]])|"
    r"(?<=[ |;])(['\"])([A-Za-z]{1,3})\3(?=[A-Za-z])"
)
_JOINS = re.compile(r"['\"] ?\+ ?['\"]")
_ESCAPED = re.compile(r"(?<=[A-Za-z])\\(?=[A-Za-z])|(?<=[\s|;&])\\(?=[a-z])")
_HEX = re.compile(r"\\x([0-9a-fA-F]{2})")
_SET = re.compile(
    r"(?:^|(?<=[\s;&]))([A-Za-z_][A-Za-z0-9_]{0,20})=['\"]?([A-Za-z0-9_./:-]{1,40})['\"]?(?=[\s;&]|$)", re.MULTILINE
)
_USED = re.compile(r"\$(?:\{([A-Za-z_][A-Za-z0-9_]{0,20})\}|([A-Za-z_][A-Za-z0-9_]{0,20}))")
_SUBSTITUTED = re.compile(r"\$\((?:printf|echo) (?:-e )?['\"]([a-z]{2,20})['\"]\)")


def unfolded(passage: Passage) -> Passage | None:
    """The passage with its variables, quotes and escapes put in place, line for line; None where nothing changes."""
    text = passage.text
    if "$" in text:
        text = _SPACE.sub(" ", text)
        values = dict[str, str](_SET.findall(text)[:MOST_VARIABLES])
        # A text of nothing but variables is left as it is, or it would grow by the length of what they hold.
        if values and text.count("$") * LONGEST_VALUE <= len(text) * 4 + 4096:
            text = _USED.sub(lambda used: values.get(used[1] or used[2], used[0]), text)
    if "\\" in text:
        text = _ESCAPED.sub("", _HEX.sub(_letter, text))
    if "'" in text or '"' in text:
        text = _JOINS.sub("", _QUOTES.sub(lambda found: found[2] or found[4] or "", _SUBSTITUTED.sub(r"\1", text)))
    if text == passage.text:
        return None
    return passage._replace(text=text, starts=_line_starts(text), numbers=_line_numbers(passage))


_SPACED = re.compile(r"\b(?:[A-Za-z] ){5,}[A-Za-z]\b")
_DISGUISED = re.compile(r"[A-Za-z][013457@$][a-z]|\b[015@$][a-z]{2}")
_DIGITS = str.maketrans("013457@$", "oieastas")


def spelled_out(passage: Passage) -> Passage | None:
    """Prose with l e t t e r s drawn together and d1g1ts read as letters; None where there are none."""
    text = passage.text
    if " " in text and _SPACED.search(text):
        text = _SPACED.sub(
            lambda found: found[0].replace(" ", ""), text.replace("   ", " \u00a0").replace("  ", " \u00a0")
        )
        text = text.replace("\u00a0", "").replace(" \u00a0", " ")
    if _DISGUISED.search(text):
        text = text.translate(_DIGITS)
    if text == passage.text:
        return None
    return passage._replace(text=text, starts=[min(start, len(text)) for start in passage.starts])


def _letter(found: re.Match[str]) -> str:
    letter = chr(int(found[1], 16))
    return letter if letter.isprintable() else found[0]


def _line_starts(text: str) -> list[int]:
    return [0, *(at + 1 for at, letter in enumerate(text) if letter == "\n")]


def _line_numbers(passage: Passage) -> list[int]:
    """The line each logical line begins on: nothing above adds or takes away a line break."""
    return [passage.line(start) for start in _line_starts(passage.text)]
