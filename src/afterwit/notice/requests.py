"""Requests: the user asks in so many words for something to be remembered, or to be done so from now on."""

from collections.abc import Iterator, Sequence
from functools import lru_cache

import msgspec
import re2

from afterwit.config import Notice
from afterwit.model.event import Event
from afterwit.model.session import Session
from afterwit.model.signal import Correction, Signal
from afterwit.model.words import tokens
from afterwit.notice import wording
from afterwit.notice.around import LONGEST_SAID, digest, next_action
from afterwit.notice.own_words import Sentence, Spoken, hints, spoken

BY_PEOPLE = frozenset({"person"})
"""Who may have spoken to the agent: elsewhere the user is a script or an agent, too."""
FEWEST_WORDS = 2
"""A sentence with fewer words that say something does not say what is to be remembered."""
SURE, TOLD, LIKELY, PREFERRED, UNSURE = 0.9, 0.85, 0.8, 0.75, 0.55

_MEMORISE = re2.compile(
    r"^(?:remember|memori[sz]e|(?:keep|bear) in mind|make a (?:mental )?note|take a? ?note) "
    r"(?:that|to|we|i|you|our|my|this|these|it|never|always|not|in|when|for|of|don't|the|all|how|only|codeword) "
)
_REMEMBER = re2.compile(
    r"^(?:(?:please|also|and|ok|so|but)[, ]+)*(?:remember|memori[sz]e|note to self|note for (?:next time"
    r"|the future|later))[ ]?[:,\x{2013}-]"
)
_NO_REQUEST = re2.compile(
    r"^remember (?:when|me|the (?:last|user|users|scroll|selected|previous|state|choice|selection|position|old"
    r"|one|time)|my (?:last|previous)|we (?:had|did|were|saw|talked|discussed)|i (?:had|did|was)|it is|this is just)"
)
_INTO_MEMORY = re2.compile(
    r" (?:add|put|save|store|record|write|note|commit|document|include) (?:[^.;]{0,200} )?(?:to|in|into|as|down in) "
    r"(?:(?:your|the|my|our|project|agent|agents|a|long-term|global|local|user|permanent) )*"
    r"(?:memory|memories|memory file|claude\.?md|agents\.?md|gemini\.?md|cursor ?rules|copilot-instructions\S*"
    r"|skill|lessons?|lessons?\.md|preferences|instructions file|rules file|notes for next time)\b"
)
_WHOSE_MEMORY = re2.compile(
    r" (?:your|project|agent|long-term|permanent|global) (?:long-term )?(?:memory|memories)|\.md| (?:to"
    r"|in) (?:claude|agents)md"
    r"| rules| instructions| lessons?\b| preferences| skill\b| (?:commit|add|save|put) (?:this|that|it|these"
    r"|the following) (?:to|in|into) (?:the |your )?memory| for next time"
)
_LASTING = re2.compile(
    r" (?:from now on|from here on(?: out)?|going forward|moving forward|in (?:the )?future|for next time|next time"
    r"|for future (?:reference|sessions?|runs?|tasks?|work|chats?|conversations?|prs?)|henceforth"
    r"|as a (?:general )?rule"
    r"|(?:every|each) time you|whenever you|in (?:all )?future (?:sessions?|tasks?|runs?|conversations?|prs?"
    r"|commits?)|for all future \w+|in every session|across sessions|until further notice)\b"
)
_PRODUCT_TALK = re2.compile(
    r" (?:may|might|could|would|will|can) (?:want|need|be|have|add|support|extend|change|break|happen)\b"
    r"| (?:in the future|next time) (?:we|i|it|they|this|that|users?|someone) (?:may|might|could|would|will|can|want)"
    r"| (?:next time|whenever) (?:the|a|an|it|they|users?|someone|i)\b"
)
_PREFERENCE = re2.compile(r"^(?:i (?:always |generally |usually |really |strongly )?prefer|my preference is|i like) ")
_CHOICE = re2.compile(r" (?:option|approach|first|second|third|one|version|variant|choice|former|latter|this|that) ")


_HINTS = re2.compile(
    rb"(?i)remember|memor|in mind|\bnote\b|always|never|from now|from here|forward|future|next time|henceforth|rule"
    rb"|(?:every|each) time|whenever|every session|across sessions|further notice|prefer|i like|skill|lesson"
    rb"|claude|agents|gemini|copilot|instructions"
)
"""Cheap first: a message without one of these asks for nothing lasting."""


_OF_THE_AGENT = re2.compile(r" (?:(?:every|each) time you|whenever you|for future reference|for next time)\b")
_ADVERBIAL = frozenset(
    """from now on here out going moving forward in the future for next time as a general rule henceforth until further
    notice all sessions session tasks every across""".split()  # noqa: SIM905 - a list of words is read best as text
)


class Asked(msgspec.Struct, frozen=True):
    """What a user asked for, and how sure it is that they did."""

    start: int
    end: int
    telling: tuple[str, ...]
    confidence: float


def requests(session: Session, events: Sequence[Event], config: Notice) -> Iterator[Signal]:
    """The messages in which the user asks for something to be remembered."""
    if session.origin not in BY_PEOPLE:
        return
    spoke = False
    for place, event in enumerate(events):
        if event.kind != "user" or event.agent:
            continue
        first, spoke = not spoke, True
        if not config.requests and not hints(event.text, _HINTS):
            continue
        asked = asked_for(spoken(event.text), config.requests, first=first)
        if asked is None:
            continue
        done = next_action(events, place)
        yield Signal(
            session=session.key,
            sort="request",
            trigger="explicit_user_request",
            about=f"said {digest(*sorted(set(asked.telling)))}",
            events=(event.id, *((done.call,) if done else ())),
            what=Correction(said=event.text[asked.start : asked.end], event=event.id, done=done),
            confidence=asked.confidence,
            at=event.at,
            project=session.project,
            phase=session.phase,
        )


def asked_for(said: Spoken, patterns: tuple[str, ...], *, first: bool) -> Asked | None:
    """What the user asks to be remembered; `first` where the message opens the session and so is a task as well."""
    best: Asked | None = None
    sentences = said.sentences
    for place, sentence in enumerate(sentences):
        confidence = _confidence(sentence, patterns, task=first or said.document)
        if not confidence:
            continue
        start, telling = sentence.start, sentence.telling
        follows = _says_after_colon(sentence)
        names_nothing = (wording.points(sentence) and not follows) or len(telling) < FEWEST_WORDS
        if names_nothing and place and sentence.end - sentences[place - 1].start <= LONGEST_SAID:
            # “We deploy with make ship. Remember that.”: what is meant was said just before.
            before = sentences[place - 1]
            start, telling = before.start, (*before.telling, *telling)
            names_nothing = wording.points(before) or len(before.telling) < FEWEST_WORDS
        lasts = follows or _LASTING.search(sentence.plain) is not None
        if names_nothing or (wording.for_now(sentence) and not lasts):
            confidence = min(confidence, UNSURE - 0.05)
        if best is None or confidence > best.confidence:
            best = Asked(start, min(sentence.end, start + LONGEST_SAID), telling, confidence)
    return best


def _says_after_colon(sentence: Sentence) -> bool:
    """Whether what is meant by “this” follows: “add this to your memory: …”."""
    _, _, after = sentence.plain.partition(":")
    return len(tokens(after)) >= FEWEST_WORDS


def _confidence(sentence: Sentence, patterns: tuple[str, ...], *, task: bool) -> float:
    """How sure it is that a sentence asks for something lasting; 0 where it does not."""
    plain = sentence.plain
    if patterns and matches(patterns, plain):
        return SURE
    if sentence.question and not plain.startswith((" can you", " could you", " please")):
        return 0.0
    openings = wording.openings(plain)
    if _INTO_MEMORY.search(plain) is not None and _WHOSE_MEMORY.search(plain) is not None:
        return SURE if any(wording.orders(words) for words in openings) else 0.0
    if _LASTING.search(plain) is not None:
        lasts = _PRODUCT_TALK.search(plain) is None and _is_for_the_agent(plain, openings)
        return (LIKELY if task else SURE) if lasts else 0.0
    return _asked_of_the_agent(sentence, openings, task=task)


def _asked_of_the_agent(sentence: Sentence, openings: list[list[str]], *, task: bool) -> float:
    """The same for “remember …”, “always …” and “I prefer …”."""
    plain, work = sentence.plain, wording.of_work(sentence)
    noted = _REMEMBER.search(plain.strip()) is not None
    for words in openings:
        clause = f"{' '.join(words)} "
        if _NO_REQUEST.search(clause) is None and (noted or _MEMORISE.search(clause) is not None):
            # At the end of a task, “remember to update the tests” is part of it.
            of_the_task = task and " to " in clause[:14] and not wording.standing(sentence)
            weak = of_the_task or clause.startswith(("keep in", "bear in", "take")) or (task and not work)
            return UNSURE if weak else TOLD
        if _always(words):
            # What a product should always do is part of a task; how work is always done is not.
            return TOLD if work else UNSURE
    preferred = _PREFERENCE.search(plain.strip()) is not None and _CHOICE.search(plain) is None
    return PREFERRED if preferred and work else 0.0


def _is_for_the_agent(plain: str, openings: list[list[str]]) -> bool:
    """Whether it is the agent that is to do something from now on, and not what is being made."""
    if _OF_THE_AGENT.search(plain) is not None:
        return True
    for words in openings:
        at = 0
        while at < len(words) and (words[at] in _ADVERBIAL or words[at] in wording.LEADS):
            at += 1
        rest = words[at:]
        if rest and (wording.orders(rest) or wording.forbids(rest) or rest[0] in {"i", "you"}):
            return True
    return False


def _always(words: list[str]) -> bool:
    """Whether a clause tells what is always or never to be done."""
    while words[:2] == ["always", "always"]:
        words = words[1:]
    if words[:1] == ["you"] and words[1:2] in (["should"], ["must"]):
        words = words[2:]
    elif words[:3] in (["you", "need", "to"], ["you", "have", "to"], ["make", "sure", "to"]):
        words = words[3:]
    elif words[:1] == ["we"]:
        words = words[1:]
    return len(words) > FEWEST_WORDS and words[0] in {"always", "never"} and words[1] in wording.VERBS


def matches(patterns: tuple[str, ...], plain: str) -> bool:
    """Whether one of a config's patterns is in a sentence."""
    return any(pattern.search(plain.strip()) is not None for pattern in _compiled(patterns))


@lru_cache(maxsize=16)
def _compiled(patterns: tuple[str, ...]) -> "tuple[re2.TextRegexp, ...]":
    return tuple(re2.compile(f"(?i){pattern}") for pattern in patterns)
