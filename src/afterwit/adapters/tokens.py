"""Counting tokens: as a model's own tokeniser does, or, where that is not installed, never too few."""

import importlib
from functools import cache
from typing import Protocol, cast

from afterwit.ports import Tokeniser

PACKAGE = "rs_bpe.bpe"


class O200k:
    """The o200k_base tokeniser. Its tables are made at the first count, which takes longer than all others."""

    name = "o200k_base"

    def __init__(self, package: "_Package") -> None:
        self._package = package

    def count(self, text: str) -> int:
        """How many tokens a text is; half of a surrogate pair, which is no character, counts as a question mark."""
        return self._package.openai.o200k_base().count(text.encode("utf-8", "replace").decode())


class Bytes:
    """An upper bound: every token of a byte-pair tokeniser is at least one byte.

    Less than a byte is true of no text in general: digits and signs in turn are a token a byte, and so is what is rare.
    """

    name = "UTF-8 bytes, an upper bound"

    def count(self, text: str) -> int:
        """How many tokens a text is at the most."""
        return len(text.encode("utf-8", "replace"))


@cache
def tokeniser(package: str = PACKAGE) -> Tokeniser:
    """The best there is here."""
    try:
        found = importlib.import_module(package)
    except ImportError:  # there is none for this Python or this machine
        return Bytes()
    return O200k(cast("_Package", found))


class _Counter(Protocol):
    def count(self, text: str, /) -> int: ...


class _OpenAi(Protocol):
    def o200k_base(self) -> _Counter:
        """Makes the tables once, and remembers them."""
        ...


class _Package(Protocol):
    @property
    def openai(self) -> _OpenAi: ...
