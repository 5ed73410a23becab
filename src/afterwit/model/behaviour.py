"""Behaviour: the rules an agent's conversations are held against, and what was seen of them being broken."""

import msgspec

from afterwit.config import Profile, RuleKind
from afterwit.model.proposal import Category, Evidence


class BehaviourRule(msgspec.Struct, frozen=True, kw_only=True):
    """A rule with all that it needs: what it looks for, and what is to be learned where it finds that."""

    name: str
    kind: RuleKind
    profile: Profile | str = "any"
    """The conversations it is for: chat, coding or any."""
    patterns: tuple[str, ...] = ()
    """RE2, case ignored: what is not to be said, or how users say that something was wrong."""
    unless: tuple[str, ...] = ()
    """RE2, case ignored: a sentence that has one of these is no finding."""
    limit: int = 0
    """The most questions or characters of a reply, or the hours that an approval may wait."""
    skill: str = ""
    """The skill or guidance that is not followed."""
    lesson: str = ""
    """What is to be remembered."""
    category: Category = "behavioral"
    score: float = 0.75
    """How sure one finding makes."""


class Observation(msgspec.Struct, frozen=True, kw_only=True):
    """One place in one session where a rule was broken."""

    rule: str
    """The rule's name."""
    skill: str
    """The skill or guidance that was not followed."""
    session: str
    """The session's key."""
    evidence: tuple[Evidence, ...]
    """The events that show it, in order: what the user said and what the agent did, as far as there is both."""
    excerpt: str
    """The words that matter, as they stand in one of the events."""
    told: str
    """What is wrong with them, with the number that was seen: `3 questions`."""
    at: int | None = None
    """When it happened, in milliseconds since 1970 UTC."""


class Habit(msgspec.Struct, frozen=True, kw_only=True):
    """All that was seen of one rule being broken."""

    rule: BehaviourRule
    times: int
    sessions: int
    """In how many sessions."""
    latest: tuple[Observation, ...]
    """The last few observations, in order."""

    @property
    def seen(self) -> str:
        """How often it was seen, in words."""
        times = "once" if self.times == 1 else f"{self.times:,} times"
        return f"seen {times} in {self.sessions:,} session{'' if self.sessions == 1 else 's'}"
