"""Behaviour: how an agent answered, held against rules. Each event is looked at once, whatever the number of rules."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cached_property

import msgspec

from afterwit.model.behaviour import BehaviourRule, Observation
from afterwit.model.event import Event
from afterwit.model.proposal import Evidence
from afterwit.model.session import Session
from afterwit.model.signal_sources import (
    APPROVAL_DENIED,
    APPROVAL_GRANTED,
    APPROVAL_PENDING,
    BLOCKED,
    POLLER_ERROR,
    POLLER_WARNING,
    SIGNAL_HOSTS,
    UNKNOWN_SENDER,
    tells,
)
from afterwit.notice.behaviour_rules import compiled
from afterwit.notice.behaviour_text import excerpt, questions, reply_in, sentences, spoken

OPENING = 400
"""Characters at the beginning of a user's message in which feedback stands: what comes later is a task's text."""
HOUR = 60 * 60 * 1000
TELLING: Mapping[str, tuple[str, ...]] = {
    "blocked": (BLOCKED,),
    "unknown_sender": (UNKNOWN_SENDER,),
    "poller": (POLLER_ERROR, POLLER_WARNING),
}
"""The words by which the logs around an agent tell of such things."""


class Talk(msgspec.Struct, frozen=True, kw_only=True, dict=True):
    """One message."""

    text: str
    """The message as whoever it is for reads it."""
    said: str
    """The same without code, quotations and addresses, as long as it is with them."""

    @cached_property
    def sentences(self) -> list[tuple[int, int, bytes]]:
        """Where each sentence begins and ends, and what it says."""
        said = self.said
        return [(start, end, said[start:end].encode("utf-8", "replace")) for start, end in sentences(said)]


def kinds_needed(session: Session) -> tuple[str, ...]:
    """The kinds of event in which something of a session's behaviour shows."""
    return (
        ("user", "agent", "error", "system")
        if session.host in SIGNAL_HOSTS
        else ("user", "agent", "tool_call", "refusal")
    )


def observe(
    session: Session, events: Iterable[Event], rules: Sequence[BehaviourRule], now: int
) -> Iterator[Observation]:
    """Where a session breaks rules, in its order."""
    replies = [_CHECKS[rule.kind](rule) for rule in rules if rule.kind in {"questions", "phrases", "length"}]
    feedback = [_Phrases(rule) for rule in rules if rule.kind == "feedback"]
    signals = [rule for rule in rules if rule.kind in TELLING] if session.host in SIGNAL_HOSTS else []
    pending: Event | None = None
    user: Event | None = None
    agent: Event | None = None
    for event in events:
        if event.agent:
            continue  # what a subagent says, it says to an agent
        match event.kind:
            case "agent" if event.text.strip():
                yield from _checked(replies, session.key, event, user)
                agent = event
            case "tool_call":
                agent = event
            case "user" | "refusal" if event.text.strip():
                if agent is not None:  # before the agent has done anything there is nothing to correct
                    yield from _checked(feedback, session.key, event, agent)
                user = event
            case "error" | "system":
                yield from _told(signals, session.key, event)
                pending = _waiting(event, pending)
            case _:
                continue
    if pending is not None and session.host in SIGNAL_HOSTS:
        stale = (rule for rule in rules if rule.kind == "stale_approval")
        yield from _stale(stale, session.key, pending, now)


class _Questions:
    def __init__(self, rule: BehaviourRule) -> None:
        self.rule = rule

    def find(self, talk: Talk) -> tuple[str, str] | None:
        """The questions and how many there are, where there are too many."""
        found = questions(talk.said)
        if len(found) <= self.rule.limit:
            return None
        first = next((start for start, end, _ in talk.sentences if end >= found[0]), 0)
        return excerpt(talk.text, first, found[-1]), f"{len(found)} questions"


class _Phrases:
    def __init__(self, rule: BehaviourRule) -> None:
        self.rule = rule
        self._wanted = compiled(rule.patterns)
        self._cleared = compiled(rule.unless)

    def find(self, talk: Talk) -> tuple[str, str] | None:
        """The first sentence that has one of the patterns and none that clears it."""
        wanted, cleared = self._wanted, self._cleared
        for start, end, words in talk.sentences if wanted else ():
            if wanted and wanted.search(words) and not (cleared and cleared.search(words)):
                whose = "the user's feedback" if self.rule.kind == "feedback" else "a phrase to avoid"
                return excerpt(talk.text, start, end), whose
        return None


class _Length:
    def __init__(self, rule: BehaviourRule) -> None:
        self.rule = rule

    def find(self, talk: Talk) -> tuple[str, str] | None:
        """How the message begins, where it is too long."""
        text = talk.text.strip()
        if len(text) <= self.rule.limit:
            return None
        return excerpt(text, 0, len(text)), f"{len(text):,} characters"


_CHECKS: Mapping[str, type[_Questions] | type[_Phrases] | type[_Length]] = {
    "questions": _Questions,
    "phrases": _Phrases,
    "length": _Length,
}


def _checked(
    checks: Sequence[_Questions | _Phrases | _Length], session: str, event: Event, before: Event | None
) -> Iterator[Observation]:
    if not checks:
        return
    text = reply_in(event.text) if event.kind == "agent" else event.text
    talk = Talk(text=text, said=spoken(text) if event.kind == "agent" else spoken(text)[:OPENING])
    for check in checks:
        found = check.find(talk)
        if found is not None:
            words, told = found
            refs = [] if before is None else [_ref(session, before, excerpt(before.text, 0, len(before.text)))]
            quote = words if words in event.text else ""  # in an object of JSON it may be written otherwise
            yield _observation(check.rule, session, event, (*refs, _ref(session, event, quote)), words, told)


def _told(rules: Sequence[BehaviourRule], session: str, event: Event) -> Iterator[Observation]:
    for rule in rules:
        word = next((word for word in TELLING[rule.kind] if tells(word, event.text)), "")
        if word:
            words = excerpt(event.text, 0, len(event.text.partition("\n")[0]))
            yield _observation(rule, session, event, (_ref(session, event, words),), words, word)


def _waiting(event: Event, pending: Event | None) -> Event | None:
    """The approval that waits for a decision after this event."""
    if tells(APPROVAL_PENDING, event.text):
        return event
    return None if any(tells(word, event.text) for word in (APPROVAL_GRANTED, APPROVAL_DENIED)) else pending


def _stale(rules: Iterable[BehaviourRule], session: str, pending: Event, now: int) -> Iterator[Observation]:
    for rule in rules:
        if pending.at is not None and now - pending.at > rule.limit * HOUR:
            hours = (now - pending.at) // HOUR
            words = excerpt(pending.text, 0, len(pending.text.partition("\n")[0]))
            told = f"pending for {hours:,} hours"
            yield _observation(rule, session, pending, (_ref(session, pending, words),), words, told)


def _ref(session: str, event: Event, quote: str) -> Evidence:
    return Evidence(session=session, event=event.id, quote=quote)


def _observation(  # noqa: PLR0913, PLR0917 - all that an observation is made of
    rule: BehaviourRule, session: str, event: Event, evidence: tuple[Evidence, ...], words: str, told: str
) -> Observation:
    return Observation(
        rule=rule.name, skill=rule.skill, session=session, evidence=evidence, excerpt=words, told=told, at=event.at
    )
