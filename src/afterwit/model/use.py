"""Use: a skill that was put before an agent, and whether the agent then did what it says."""

from collections.abc import Iterable
from typing import Literal

import msgspec

from afterwit.model.skill import Metrics

How = Literal["disclosed", "read"]
"""Named to the agent among others, or asked for: loaded by the host, opened as a file, shown by a command."""

Followed = Literal["unknown", "not", "partially", "followed"]
"""What the agent made of it, from the least that can be said to the most.

`followed` is where all that the skill tells was done and nothing that it warns of, `partially` where only some was, or
only after the old mistake; `not` is where a skill was read and nothing of it was done. `unknown` is where nothing that
the skill tells can be seen in events, and where it was merely disclosed and nobody acted upon it.
"""


RANKS: tuple[Followed, ...] = ("unknown", "not", "partially", "followed")


class Use(msgspec.Struct, frozen=True, kw_only=True):
    """One skill before one agent of one session."""

    session: str
    """The session's key."""
    skill: str
    how: How
    event: str
    """Where it was first read; where it never was, where it was first disclosed: e17."""
    followed: Followed = "unknown"
    evidence: tuple[str, ...] = ()
    """The events that show what the agent did of what the skill tells, in order."""
    agent: str = ""
    """The subagent that had it; empty for the session's main agent."""
    at: int | None = None
    """When that was, in milliseconds since 1970 UTC."""
    matched: bool = False
    """Whether it is a match that nobody has counted: commands of Afterwit's own count themselves."""

    @property
    def key(self) -> str:
        """Its name within its session: the same whenever that is looked at again."""
        return f"{self.skill}\n{self.agent}"

    @property
    def moment(self) -> str:
        """What tells it from other uses of the skill: a session that was forked has those of its parent again."""
        return f"{self.session} {self.event}" if self.at is None else f"{self.at} {self.agent}"


class Tally(msgspec.Struct, frozen=True, kw_only=True):
    """The uses of one skill, counted: each once, in however many copies of a session it stands."""

    sessions: int = 0
    """Sessions in which it was read."""
    disclosed: int = 0
    """How often it was disclosed and neither read nor acted upon."""
    followed: int = 0
    partially: int = 0
    ignored: int = 0
    """How often it was read and not followed."""
    unknown: int = 0
    """How often it was read and nothing can be said."""
    matches: int = 0
    """Matches that nobody else has counted."""
    last: int | None = None
    """When the last of those was, in milliseconds since 1970 UTC."""

    @property
    def metrics(self) -> Metrics:
        """The same as a review would count it: what cannot be told is no request that was not followed."""
        return Metrics(
            times_requested=self.followed + self.partially + self.ignored,
            times_followed=self.followed + self.partially / 2,
        )


def tally(uses: Iterable[Use]) -> Tally:
    """The uses of one skill, counted; of copies the one that tells the most."""
    once: dict[str, list[Use]] = {}
    for use in uses:
        once.setdefault(use.moment, []).append(use)
    best = [max((RANKS.index(use.followed) for use in same), default=0) for same in once.values()]
    read = [any(use.how == "read" for use in same) for same in once.values()]
    told = [(RANKS[rank], asked) for rank, asked in zip(best, read, strict=True)]
    matched = [[use.at for use in same if use.matched] for same in once.values()]
    return Tally(
        sessions=len(
            {min(use.session for use in same) for same, asked in zip(once.values(), read, strict=True) if asked}
        ),
        disclosed=told.count(("unknown", False)),
        followed=best.count(RANKS.index("followed")),
        partially=best.count(RANKS.index("partially")),
        ignored=best.count(RANKS.index("not")),
        unknown=told.count(("unknown", True)),
        matches=sum(map(bool, matched)),
        last=max((at for same in matched for at in same if at is not None), default=None),
    )
