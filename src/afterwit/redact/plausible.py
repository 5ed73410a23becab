"""What speaks for and against a value being a secret. Bytes in, a yes or no out."""

from collections import Counter
from functools import cache
from math import log2

from afterwit.redact.matching import NOWHERE, Matching, matching_in

LETTERS = b"abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"
DIGITS = b"0123456789"
WORD = LETTERS + DIGITS + b"_"
_HEX = b"0123456789abcdefABCDEF"

# A key whose characters are this few was typed to show where a key goes.
FEWEST_CHARACTERS = 6

_SHOWN_NOT_MEANT = (
    rb"(?i)your|example|xxxx|placeholder|redacted|insert|replace|changeme|[.]{4}|[*]{4}|abcdefghijklmnopqrst"
)


@cache
def _shown_not_meant() -> Matching:
    return matching_in(_SHOWN_NOT_MEANT)


# How often a byte occurs, times the logarithm of that: entropy is asked for by attackers too.
_SURPRISE = (0.0, *(count * log2(count) for count in range(1, 1024)))


def entropy(value: bytes) -> float:
    """Give the bits per byte that the value's own bytes carry."""
    size = len(value)
    if size >= len(_SURPRISE):
        return entropy(value[: len(_SURPRISE) - 1])
    return log2(size) - sum(map(_SURPRISE.__getitem__, Counter(value).values())) / size


def is_varied(value: bytes, bits: float) -> bool:
    """Say whether the value carries more bits per byte than these."""
    size = len(value)
    # As many different bytes as there are carry at least this; mostly that settles it.
    repeated = size - len(set(value)) + 1
    if repeated < len(_SURPRISE) and log2(size) - _SURPRISE[repeated] / size > bits:
        return True
    return entropy(value) > bits


def is_shown(value: bytes) -> bool:
    """Say whether the value says of itself that it only marks a place."""
    return _shown_not_meant()(value, 0, len(value))[0] != NOWHERE


def is_dense(value: bytes) -> bool:
    """Say whether a value of a known format looks generated, not typed to fill in."""
    return len(set(value)) >= FEWEST_CHARACTERS and not is_shown(value)


def is_hex(value: bytes) -> bool:
    """Say whether there is nothing but hexadecimal digits."""
    return not value.translate(None, _HEX)


def begins_word_in_prose(data: bytes, low: int, at: int) -> bool:
    """Say whether a token may begin here, and not only a part of base64."""
    return begins_word(data, low, at) and (at == 0 or data[at - 1] not in b"+/")


def begins_word(data: bytes, _low: int, at: int) -> bool:
    r"""Say whether a token may begin here.

    The byte before must not be part of a word, unless it only looks so: the n of
    a literal \n, the D of %3D, the m that ends a colour sequence.
    """
    if at == 0 or data[at - 1] not in WORD:
        return True
    before = data[max(0, at - 12) : at]
    return (
        before[-2:-1] == b"\\"
        or (before[-3:-2] == b"%" and is_hex(before[-2:]))
        or colour_before(before) > 0
        or before[-6:-4] == b"\\u"
    )


def colour_before(head: bytes) -> int:
    """Give how long the sequence is that ends here and sets a colour; 0 for none."""
    if head[-1:] != b"m":
        return 0
    begin = head.rfind(b"\x1b[", max(0, len(head) - 24))
    return len(head) - begin if begin >= 0 and not head[begin + 2 : -1].strip(b"0123456789;") else 0
