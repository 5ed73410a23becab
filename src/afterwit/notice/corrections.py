"""Corrections: the user's word against what the agent did, in a message or where they refused a call.

A message corrects only what came before it, so the first one never does. How much there is to learn from one is told by
its words: a wish that holds beyond the task and says what is meant weighs most; “that's wrong” teaches nothing.
"""

from collections.abc import Iterator, Sequence

import msgspec

from afterwit.config import Notice
from afterwit.model.event import Event
from afterwit.model.session import Session
from afterwit.model.signal import Action, Correction, Signal, Sort
from afterwit.notice import correcting_phrases as phrases
from afterwit.notice import wording
from afterwit.notice.around import LONGEST_SAID, action, call_at, digest, next_action
from afterwit.notice.own_words import Sentence, Spoken, hints, spoken
from afterwit.notice.requests import BY_PEOPLE, FEWEST_WORDS, matches

SKILL_MESSAGES, SKILL_CALLS = 3, 40
"""So many messages of the user, and so many calls, after a skill was loaded a correction may be of what came of it."""
STANDING, EXPLICIT, TOLD, STEERED, BARE, DOUBTED = 0.85, 0.75, 0.6, 0.5, 0.4, 0.3
FEWEST_IN_A_FACT = 3
FOREIGN = ("mcp__", "webfetch", "websearch", "fetch", "browser")
LEADING = 3
"""Sentences of a message that may correct: what comes later is about what is wanted next."""
END_OF_AN_ANSWER = 300
SHORT = 8
"""Words of a sentence that is all contrast: “origin/main, not main”."""


class Word(msgspec.Struct, frozen=True):
    """What of a message corrects, and how much there is to learn from it."""

    start: int
    end: int
    telling: tuple[str, ...]
    confidence: float


class _Before(msgspec.Struct):
    """What had happened before the user spoke."""

    acted: bool = False
    """Whether the agent did or said anything yet."""
    spoke: bool = False
    """Whether the user did."""
    answer: str = ""
    """What the agent said last."""
    calls: int = 0
    """Calls since the user's last message."""
    last: Event | None = None
    """The last of them."""
    skill: str = ""
    """The skill that was loaded last, and what has happened since."""
    messages_since: int = 0
    calls_since: int = 0

    def called(self, call: Event) -> None:
        """The agent did something."""
        self.acted = True
        self.last = call
        self.calls += 1
        self.calls_since += 1
        if call.purpose == "skill_loaded":
            self.skill, self.messages_since, self.calls_since = _name(call), 0, 0

    def heard(self) -> None:
        """The user sent a message: what comes now is done because of it."""
        self.spoke = True
        self.calls, self.last = 0, None

    @property
    def lately_loaded(self) -> str:
        """The skill that what was done may have come of."""
        return self.skill if self.messages_since <= SKILL_MESSAGES and self.calls_since <= SKILL_CALLS else ""


def corrections(session: Session, events: Sequence[Event], config: Notice) -> Iterator[Signal]:
    """The messages that correct, and the refusals that say what is wanted instead."""
    if session.origin not in BY_PEOPLE:
        return
    before = _Before()
    told: set[str] = set()
    for place, event in enumerate(events):
        kind = event.kind
        if kind == "tool_call":
            before.called(event)
        elif event.agent:
            continue
        elif kind == "agent":
            before.acted, before.answer = True, event.text
        elif kind in {"user", "refusal"}:
            before.messages_since += 1
            word = _word_of(event, before, config)
            if word is not None and event.text not in told:
                # A message that a host stopped is sent again.
                told.add(event.text)
                yield _signal(session, events, place, word, before)
            if kind == "user":
                before.heard()


def _word_of(event: Event, before: _Before, config: Notice) -> Word | None:
    """What an event of the user corrects, if it does; where it asks for something lasting, that is told elsewhere."""
    text = event.text
    if not before.acted or not text:
        return None
    if event.kind == "refusal":
        return refusing(spoken(text), config.corrections)
    if not config.corrections and not hints(text, phrases.HINTS):
        return None
    said = spoken(text)
    asked = before.answer[-END_OF_AN_ANSWER:].rstrip().endswith("?")
    return correcting(said, config.corrections, asked=asked)


def _signal(session: Session, events: Sequence[Event], place: int, word: Word, before: _Before) -> Signal:
    event = events[place]
    refusal = event.kind == "refusal"
    against = call_at(events, place, event.answers) if refusal else before.last
    refused = action(against, event if refusal else None) if against else None
    done = next_action(events, place)
    skill = before.lately_loaded
    sort: Sort = "skill_correction" if skill else "refusal" if refusal else "correction"
    return Signal(
        session=session.key,
        sort=sort,
        trigger="user_correction",
        about=f"said {digest(*sorted(set(word.telling)))}",
        events=_cited(refused, event, done),
        what=Correction(
            said=event.text[word.start : word.end], event=event.id, refused=refused, done=done, skill=skill
        ),
        steps_wasted=before.calls,
        # What a tool from outside says of the user, the user need not have said.
        confidence=min(word.confidence, STEERED) if refusal and _is_foreign(event.tool) else word.confidence,
        at=event.at,
        project=session.project,
        phase=session.phase,
    )


def _is_foreign(tool: str) -> bool:
    """Whether a tool's answers are written by whoever runs it."""
    return tool.casefold().startswith(FOREIGN)


def _cited(refused: Action | None, event: Event, done: Action | None) -> tuple[str, ...]:
    calls = [refused.call] if refused else []
    after = [name for name in (done.call, done.result) if name] if done else []
    return (*calls, event.id, *after)


def _name(call: Event) -> str:
    """The skill that a call loads."""
    given = call.input or {}
    values = (given.get(name) for name in ("skill", "name", "skill_name", "command", "path"))
    return next((value for value in values if isinstance(value, str) and value), call.tool)[:LONGEST_SAID]


def correcting(said: Spoken, patterns: tuple[str, ...], *, asked: bool) -> Word | None:
    """What of a message corrects; `asked` where the agent had asked something, so that a “no” may be the answer."""
    found = [
        (place, confidence)
        for place, sentence in enumerate(said.sentences[:LEADING])
        if (confidence := _confidence(sentence, patterns, asked=asked))
    ]
    if not found:
        return None
    if said.document:
        found = [(place, min(confidence, STEERED)) for place, confidence in found]
    # After a “no”, the next sentence says what is meant instead.
    place = found[0][0] + 1
    if place < len(said.sentences) and all(at != place for at, _ in found) and not said.document:
        meant = said.sentences[place]
        if wording.of_work(meant) and (
            phrases.FACT.search(meant.plain) or phrases.CONTRAST.search(meant.plain) or _directs(meant)
        ):
            found.append((place, _held(meant, EXPLICIT)))
    return _word(said, found)


def refusing(said: Spoken, patterns: tuple[str, ...]) -> Word | None:
    """What a user said who refused a call; whatever it is, it is said against the call."""
    found: list[tuple[int, float]] = []
    for place, sentence in enumerate(said.sentences[:LEADING]):
        confidence = _confidence(sentence, patterns, asked=False)
        if not confidence and _states(sentence):
            # Why a call is refused, told as a fact: “main is checked out in another worktree”.
            confidence = _held(sentence, EXPLICIT)
        found.append((place, confidence or (STEERED if len(sentence.telling) >= FEWEST_WORDS else DOUBTED)))
    return _word(said, found) if found else None


def _states(sentence: Sentence) -> bool:
    """Whether a sentence says how something stands that work depends on."""
    plain = sentence.plain
    return (
        len(sentence.telling) >= FEWEST_IN_A_FACT
        and wording.of_work(sentence)
        and phrases.STATED.search(plain) is not None
        and phrases.OF_ONESELF.search(plain) is None
        and not plain.startswith(" quoteword")
        and not _directs(sentence)
    )


def _word(said: Spoken, found: list[tuple[int, float]]) -> Word:
    """The best of the sentences that correct, with those right beside it that do, too."""
    best, confidence = max(found, key=lambda each: (each[1], -each[0]))
    places = {place for place, _ in found}
    first = last = best
    sentences = said.sentences
    while first - 1 in places and sentences[last].end - sentences[first - 1].start <= LONGEST_SAID:
        first -= 1
    while last + 1 in places and sentences[last + 1].end - sentences[first].start <= LONGEST_SAID:
        last += 1
    start = sentences[first].start
    end = min(sentences[last].end, start + LONGEST_SAID)
    return Word(start, end, sentences[best].telling, confidence)


class _Cues(msgspec.Struct, frozen=True):
    """How a sentence corrects."""

    forbids: bool
    alternative: bool
    """It says what is wanted instead."""
    contrasts: bool
    """What is wanted stands beside what is not."""
    complains: bool
    reminds: bool
    told: bool
    """It was said before."""
    denies: bool
    says_no: bool
    unwanted: bool
    fact: bool
    """It says how something is done or stands here."""

    @property
    def explicit(self) -> bool:
        """Whether it says more than that something is wrong."""
        return self.forbids or self.alternative or self.complains or self.reminds or self.denies


def _cues(sentence: Sentence) -> _Cues:
    plain = sentence.plain
    openings = wording.openings(plain)
    says_no = phrases.NO.search(plain) is not None and phrases.POLITE_NO.search(plain) is None
    reminds = phrases.REMINDS.search(plain) is not None
    denies = phrases.DENIES.search(plain) is not None
    fact = phrases.FACT.search(plain) is not None
    contrasts = phrases.CONTRAST.search(wording.without_denial(sentence)) is not None
    spoken_against = says_no or denies or reminds or fact or len(plain.split()) <= SHORT
    alternative = (contrasts and (says_no or denies)) or (
        phrases.ALTERNATIVE.search(plain) is not None
        and (
            _directs(sentence)
            or (spoken_against and not sentence.question)
            or plain.startswith((" it ", " that ", " this ", " not ", " instead"))
        )
    )
    return _Cues(
        # In a later clause it is a task with its limits: “fix the bug, and don't break the old flag”.
        forbids=bool(openings) and wording.forbids(openings[0]) and not sentence.question,
        alternative=alternative,
        contrasts=contrasts,
        complains=phrases.COMPLAINS.search(plain) is not None and phrases.WHY_NOT.search(plain) is None,
        reminds=reminds,
        told=phrases.TOLD_BEFORE.search(plain) is not None,
        denies=denies,
        says_no=says_no,
        unwanted=phrases.UNWANTED.search(plain) is not None,
        fact=fact,
    )


def _confidence(sentence: Sentence, patterns: tuple[str, ...], *, asked: bool) -> float:
    """How much there is to learn from a sentence that corrects; 0 where it does not."""
    if patterns and matches(patterns, sentence.plain):
        return _held(sentence, EXPLICIT)
    if phrases.HOUSE_RULE.search(sentence.plain) is not None and not sentence.question:
        return STANDING if len(sentence.telling) >= FEWEST_WORDS else STEERED
    if _names_another(sentence):
        return EXPLICIT
    if phrases.ANY.search(sentence.plain) is None:
        return 0.0
    cues = _cues(sentence)
    corrects = cues.explicit or (cues.says_no and not asked) or (cues.unwanted and not (cues.says_no and asked))
    return _weight(cues, sentence) if corrects else 0.0


def _names_another(sentence: Sentence) -> bool:
    """Whether it says to use one named thing and not another: “no, use httpx, not requests”."""
    found = phrases.ONE_NOT_THE_OTHER.search(sentence.plain)
    if found is None or sentence.question or len(sentence.telling) < FEWEST_WORDS:
        return False
    words = sentence.plain[found.end() :].split()
    return bool(words) and words[0] not in phrases.AT_HAND


def _weight(cues: _Cues, sentence: Sentence) -> float:
    work = wording.of_work(sentence)
    directs = cues.forbids or cues.alternative or cues.told
    if work and wording.standing(sentence) and (directs or cues.fact or cues.complains or cues.denies or cues.unwanted):
        return _held(sentence, STANDING if directs else EXPLICIT)
    if directs or (cues.fact and (cues.reminds or cues.says_no or cues.denies or cues.unwanted)):
        contrast = cues.alternative and cues.contrasts
        general = work and not wording.at_hand(sentence, contrast=contrast, reason=cues.fact or cues.told)
        return _held(sentence, EXPLICIT if general else TOLD)
    if cues.complains or cues.reminds:
        return _held(sentence, STEERED)
    return BARE if len(sentence.telling) >= FEWEST_WORDS else DOUBTED


def _held(sentence: Sentence, confidence: float) -> float:
    """The confidence as far as the sentence can stand alone, and beyond this moment."""
    if len(sentence.telling) < FEWEST_WORDS:
        return min(confidence, BARE)
    if wording.points(sentence) or wording.for_now(sentence) or sentence.question:
        return min(confidence, STEERED)
    return confidence


def _directs(sentence: Sentence) -> bool:
    return any(wording.orders(words) or wording.forbids(words) for words in wording.openings(sentence.plain))
