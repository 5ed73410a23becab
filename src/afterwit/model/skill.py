"""Skill: a package plus what Afterwit knows of it."""

import msgspec

from afterwit.model.package import Package, SourceClass, State


class Skill(msgspec.Struct, frozen=True, kw_only=True):
    """A skill of the skillbook."""

    package: Package
    state: State
    source: SourceClass
    pinned: bool = False

    @property
    def name(self) -> str:
        """Its name."""
        return self.package.name


class Match(msgspec.Struct, frozen=True, kw_only=True):
    """A skill that a search found."""

    name: str
    state: State
    score: float
    """How well it fits: a similarity from 0 to 1 from `similar`, any positive number from `search`."""
    trigger: str = ""
    """What it would be searched with, where the search could tell that without a look at its files."""


class Metrics(msgspec.Struct, frozen=True, kw_only=True):
    """How a skill has fared, counted by reviews."""

    times_requested: int = 0
    times_followed: float = 0.0
    """A skill that was followed in part counts one half."""
    positive_impact: int = 0
    negative_impact: int = 0
    neutral_impact: int = 0

    @property
    def times_not_followed(self) -> float:
        """How often it was asked for and then not followed."""
        return self.times_requested - self.times_followed
