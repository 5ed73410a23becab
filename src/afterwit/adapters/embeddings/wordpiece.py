"""Text to numbers as BERT's uncased models know it: words in lower case, in the longest pieces of a vocabulary.

One table says what becomes of each character, so a text takes one pass whatever is in it. The original does the same
by the categories of Unicode 8; a few hundred signs of rare scripts that came later are told apart here, and not there.
"""

import re
import unicodedata
from collections.abc import Sequence
from pathlib import Path
from typing import Self

from afterwit.errors import ModelFailed

LONGEST_WORD = 100
"""A word of more characters is not looked up."""
CHARACTERS_PER_TOKEN = 64
"""No text has more to a token, but for runs of spaces and words that are not looked up: what is beyond is cut."""

MOST_CHARACTERS = 20_000
"""So many different ones are remembered: more than any honest mix of languages has."""

_INSIDE = "##"
_NEEDED = ("[PAD]", "[UNK]", "[CLS]", "[SEP]")
_SPECIAL = re.compile(r"(\[(?:PAD|UNK|CLS|SEP|MASK)\])")
_ASCII_LAST = 0x7E
_IDEOGRAPHS = (
    (0x3400, 0x4DBF),
    (0x4E00, 0x9FFF),
    (0xF900, 0xFAFF),
    (0x20000, 0x2A6DF),
    (0x2A700, 0x2B81F),
    (0x2B920, 0x2CEAF),
    (0x2F800, 0x2FA1F),
)
"""Each of these is a word of its own."""


class _Characters(dict[int, str]):
    """What becomes of each character, by its code point; worked out when it is first met."""

    def __missing__(self, code: int) -> str:
        became = _became(code)
        if len(self) < MOST_CHARACTERS:
            self[code] = became
        return became


def _became(code: int) -> str:
    character = chr(code)
    if character in "\t\n\r":
        return " "
    if character == "\N{REPLACEMENT CHARACTER}" or unicodedata.category(character) in {"Cc", "Cf", "Co", "Cs"}:
        return ""
    if character.isspace():
        return " "
    bare = (part for part in unicodedata.normalize("NFD", character) if unicodedata.category(part) != "Mn")
    letters = "".join(f" {letter} " if _is_punctuation(letter) else letter for part in bare for letter in part.lower())
    return f" {letters} " if any(first <= code <= last for first, last in _IDEOGRAPHS) else letters


def _is_punctuation(letter: str) -> bool:
    if "!" <= letter <= chr(_ASCII_LAST):
        return not letter.isalnum()
    return unicodedata.category(letter).startswith("P")


_CHARACTERS = _Characters()


class WordPiece:
    """Turns texts into the numbers of their pieces."""

    def __init__(self, pieces: Sequence[str]) -> None:
        self._numbers = {piece: number for number, piece in enumerate(pieces)}
        missing = [piece for piece in _NEEDED if piece not in self._numbers]
        if missing:
            raise ModelFailed(
                f"The vocabulary has no {', '.join(missing)}: give the vocab.txt of a BERT model, a piece a line."
            )
        self.padding, self._unknown, self._begin, self._end = (self._numbers[piece] for piece in _NEEDED)
        self._inside = {
            piece[len(_INSIDE) :]: number for piece, number in self._numbers.items() if piece.startswith(_INSIDE)
        }
        self._longest = max(map(len, pieces))

    @classmethod
    def read(cls, path: Path) -> Self:
        """The one of a vocabulary file, a piece a line."""
        try:
            text = path.read_text(encoding="utf-8")
        except (OSError, UnicodeDecodeError) as error:
            raise ModelFailed(f"{path} cannot be read as a vocabulary: {error}.") from error
        return cls(text.removesuffix("\n").split("\n"))

    def encode(self, text: str, limit: int) -> list[int]:
        """The numbers of a text between those for beginning and end, no more than the limit in all."""
        room = limit - 2
        found: list[int] = []
        for place, part in enumerate(_SPECIAL.split(text[: limit * CHARACTERS_PER_TOKEN])):
            if place % 2:
                found.append(self._numbers.get(part, self._unknown))
                continue
            for word in part.translate(_CHARACTERS).split():
                if len(found) >= room:
                    break
                found += self._pieces(word)
        return [self._begin, *found[:room], self._end]

    def _pieces(self, word: str) -> list[int]:
        """The longest piece that it begins with, then the longest that the rest does; unknown where one has none."""
        if len(word) > LONGEST_WORD:
            return [self._unknown]
        found: list[int] = []
        numbers, start, size = self._numbers, 0, len(word)
        while start < size:
            for end in range(min(size, start + self._longest), start, -1):
                number = numbers.get(word[start:end])
                if number is not None:
                    found.append(number)
                    numbers, start = self._inside, end
                    break
            else:
                return [self._unknown]
        return found
