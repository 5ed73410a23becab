"""Sureness: how likely it is that a skill fits a need, from what speaks for it.

Fitted by logistic regression to labelled needs in books of six to four thousand skills; of half of them no skill in the
book fitted. `make bench-recall` says how well it holds on needs that it was not fitted to.
"""

from collections.abc import Mapping
from math import exp, log1p

import msgspec


class Signs(msgspec.Struct, frozen=True, kw_only=True):
    """What speaks for a skill."""

    words: float
    """What the terms tell that the need and the skill have in common, in nats."""
    asked: float
    """What all terms of the need tell that any skill has."""
    terms: int
    """How many those are."""
    purpose: float
    """The part of the skill's name and description that the need has."""
    lead: float
    """How far it is ahead of the many, in rank."""
    same_error: bool
    """Whether the need shows an error that the skill is about."""
    all_of_it: bool
    """Whether the need is a few words, and the skill has every one of them."""
    meaning: float | None = None
    """How near they are in meaning; None where no model could say."""


_WITH_MODEL: Mapping[str, float] = {
    "constant": -9.12,
    "words": 0.647,
    "share": 1.088,
    "terms": 0.485,
    "purpose": 2.467,
    "lead": 1.767,
    "same_error": 6.0,
    "meaning": 5.464,
}
_WITHOUT_MODEL: Mapping[str, float] = {
    "constant": -7.907,
    "words": 1.204,
    "share": 0.977,
    "terms": -0.114,
    "purpose": 7.015,
    "lead": 1.894,
    "same_error": 6.0,
    "meaning": 0.0,
}
# An error in common was right each time that it was seen, too seldom to fit how much it tells: it is set.

OF_KEYWORDS = 0.45
"""Somebody who types a few telling words and nothing else wants what has them: so sure it is then at least."""
TELLING = 6.0
"""Nats that such words tell at least together."""


def sureness(signs: Signs) -> float:
    """From 0 to 1."""
    least = OF_KEYWORDS if signs.all_of_it and signs.words >= TELLING else 0.0
    return max(least, _fitted(signs))


def _fitted(signs: Signs) -> float:
    weights = _WITHOUT_MODEL if signs.meaning is None else _WITH_MODEL
    total = weights["constant"] + sum(weights[name] * value for name, value in measures(signs).items())
    return 1 / (1 + exp(-max(-60.0, min(60.0, total))))


def measures(signs: Signs) -> dict[str, float]:
    """The signs as the numbers that are weighed."""
    return {
        "words": log1p(signs.words),
        "share": signs.words / signs.asked if signs.asked else 0.0,
        "terms": log1p(signs.terms),
        "purpose": signs.purpose,
        "lead": signs.lead,
        "same_error": float(signs.same_error),
        "meaning": signs.meaning or 0.0,
    }
