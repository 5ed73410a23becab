"""Runs of words: what a text took over from another, word for word.

Text that was read is an attacker's, and much of it: it is taken apart only where a cheap look says that it may matter.
"""

import re
import unicodedata
from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from itertools import pairwise

import re2

from afterwit.judge.passages import plain, without_accents

RUN = 5
"""So many words in a row, as they were read, are no chance."""
CONTENT = 3
"""So many of them have to say something."""
LONGEST_REMEMBERED = 4000

_WORD = re.compile("[\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af]|[^\\W\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af]+")
_LIGHT = frozenset(
    """to of in on at for with and or but if is are was were be been it its this that these those as by from not no do
    does did has have had will would can could should may must when then than so you your we our they i he she
    there here up out into over all any each one""".split()  # noqa: SIM905
)
_ARTICLES = frozenset({"a", "an", "the"})

Run = tuple[str, ...]


class Runs:
    """The runs of words that a proposal has, to be looked for in what was said and read."""

    def __init__(self, given: Iterable[str]) -> None:
        texts = [_words(text) for text in given]
        self._runs = {run for words in texts for run in _of_words(words)}
        self._vocabulary = frozenset(word for words in texts for word in words)
        longest = sorted({max(pairwise(run), key=lambda pair: len(pair[0] + pair[1])) for run in self._runs})
        between = rb"[^a-z0-9_]+(?:(?:a|an|the)[^a-z0-9_]+)*"
        pairs = [re2.escape(one.encode()) + between + re2.escape(other.encode()) for one, other in longest]
        self._anchors = re2.compile(b"|".join(pairs), _bytes()) if pairs else None

    def within(self, given: Iterable[str]) -> set[Run]:
        """Those that occur in these texts."""
        return {run for text in given if self._may_be_in(text) for run in self._found(_words(text))}

    def _may_be_in(self, text: str) -> bool:
        """Cheap first: a text that has no run's longest two words has no run; only plain text is that simple."""
        if self._anchors is None:
            return False
        return not _is_plain(text) or self._anchors.search(text.lower().encode()) is not None

    def _found(self, words: Sequence[str]) -> Iterator[Run]:
        """Cheap first: a run can only stand where so many words in a row are all among the proposal's."""
        vocabulary, known = self._vocabulary, 0
        for place, word in enumerate(words, 1):
            known = known + 1 if word in vocabulary else 0
            if known >= RUN and (run := tuple(words[place - RUN : place])) in self._runs:
                yield run


def _bytes() -> re2.Options:
    """Bytes as they are: to know all letters there are would make a machine many times the size."""
    options = re2.Options()
    options.encoding = re2.Options.Encoding.LATIN1
    options.log_errors = False
    return options


def _is_plain(text: str) -> bool:
    """Whether the words of a text are spelled as they look: beside ASCII there are only signs and spaces in it."""
    if text.isascii():
        return True
    return all(_is_sign(sign) for sign in set(text) if sign > "\x7f")


def _is_sign(sign: str) -> bool:
    """Whether it is no letter, and stands for none: a letter in a circle is a sign that reads as one."""
    plainly = unicodedata.normalize("NFKC", sign)
    return unicodedata.category(sign)[0] in "SPZ" and not any(letter.isalnum() for letter in plainly)


def _of_words(words: Sequence[str]) -> Iterator[Run]:
    """Every run of words that says something."""
    for at in range(len(words) - RUN + 1):
        run = tuple(words[at : at + RUN])
        if sum(word not in _LIGHT and not word.isdigit() for word in run) >= CONTENT:
            yield run


def _words(text: str) -> Sequence[str]:
    """The words of a text without articles; short texts are remembered, as one session is cited again and again."""
    return _short_words(text) if len(text) <= LONGEST_REMEMBERED else _all_words(text)


def _all_words(text: str) -> list[str]:
    return [word for word in _WORD.findall(_base(text)) if word not in _ARTICLES]


_short_words = lru_cache(maxsize=2048)(_all_words)


def _base(text: str) -> str:
    text = plain(text).lower()
    return text if text.isascii() else text.translate(_bases(text))


def _bases(text: str) -> dict[int, str]:
    """For each letter of a text that has one, the letter without its accent."""
    letters = "".join(sorted(set(text)))
    bases = without_accents(letters)
    return {ord(letter): base for letter, base in zip(letters, bases, strict=True) if base != "?"}


def runs_of(text: str) -> set[Run]:
    """Every run of words in a text that says something."""
    return set(_of_words(_words(text)))
