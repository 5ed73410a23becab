"""The rules of behaviour: the built-in ones, and what the settings add to them or change in them."""

from collections.abc import Iterator, Sequence
from functools import lru_cache

import msgspec
import re2

from afterwit.config import Profile, Rule
from afterwit.errors import ConfigError
from afterwit.model.behaviour import BehaviourRule
from afterwit.model.signal_sources import SIGNAL_HOSTS

CHAT_HOSTS = frozenset({*SIGNAL_HOSTS, "openai-chat", "anthropic"})
"""The hosts whose sessions are conversations with people; all others are coding agents."""

WORDED = frozenset({"phrases", "feedback"})
"""The kinds that look for patterns."""
LIMITED = frozenset({"questions", "length", "stale_approval"})
"""The kinds that count."""

LEAD = r"(?:^|[,;:\x{2013}\x{2014}-] *)(?:(?:please|just|and|but|so|no|nope|ok|okay|hey|now|again|also|wait)[, ]+)*"
"""Where an order or a judgement begins: at the start of a sentence or clause, but for small words before it."""
END = r"(?:[\s.,;:!?)]|$)"
"""A word's end: `right` is not meant in `right-aligned`."""

BUILT_IN: tuple[BehaviourRule, ...] = (
    BehaviourRule(
        name="one-question",
        kind="questions",
        profile="chat",
        limit=1,
        skill="social",
        lesson="Ask one question per response and wait for the answer; never stack several in one message.",
    ),
    BehaviourRule(
        name="no-conditions",
        kind="phrases",
        profile="chat",
        patterns=(r"\bbefore i (?:can )?(?:proceed|save|help|continue)\b", r"\bi need to know\b"),
        unless=(r"\b(?:all|everything|what|whatever|that) i need to know\b", r"\bdo i need to know\b"),
        skill="social",
        lesson="Help with what is known, and ask for what is missing without making it a condition.",
    ),
    BehaviourRule(
        name="short-responses",
        kind="length",
        profile="chat",
        limit=500,
        skill="social",
        lesson="Keep a response under 320 characters (2 SMS segments) where possible.",
    ),
    BehaviourRule(
        name="few-questions",
        kind="questions",
        profile="coding",
        limit=3,
        skill="communication",
        lesson="Ask few questions at once: those that change what is done next.",
        score=0.6,
    ),
    BehaviourRule(
        name="checked-claims",
        kind="phrases",
        profile="coding",
        patterns=(
            r"\b(?:that|this|it|everything) should (?:now )?(?:work|be fixed|pass)(?: now| again)?[.!]?$",
            r"\bshould (?:now work|work now|now pass|pass now|be fixed now|now be fixed)\b",
        ),
        unless=(r"\b(?:if|once|after|when|how|why|whether|i ran|verified|checked|tested)\b", r"\?$"),
        skill="verification",
        lesson="Say that something works only after a check has shown it, and name the check.",
        score=0.6,
    ),
    BehaviourRule(
        name="user-says-wrong",
        kind="feedback",
        patterns=(
            rf"\b(?:that|this|it)(?:'s| is| was) (?:still |just |all )?(?:wrong|incorrect|not right|not correct){END}",
            r"\b(?:that|this|it) (?:isn't|is not|wasn't) (?:right|correct)" + END,
            r"\byou(?:'re| are) (?:wrong|incorrect)" + END,
            rf"{LEAD}(?:that's )?(?:incorrect|wrong)(?:[.,!;:]|$)",
        ),
        unless=(
            r"\bright (?:now|away|after|before|there|here|side|hand)\b",
            r"\b(?:if|when|whether|unless) (?:that|this|it|you)\b",
        ),
        skill="corrections",
        lesson="When the user says that something is wrong, look it up again before answering, and say what changed.",
    ),
    BehaviourRule(
        name="user-says-stop",
        kind="feedback",
        patterns=(
            rf"{LEAD}(?:do not|don't) (?:ever )?do (?:that|this)\b",
            rf"{LEAD}stop doing\b",
            rf"{LEAD}never (?:ever )?do\b",
            r"\byou (?:should|must|need to|have to) (?:stop doing|never do)\b",
        ),
        skill="corrections",
        lesson="When the user says to stop doing something, stop at once and do not do it again later.",
    ),
    BehaviourRule(
        name="user-repeats",
        kind="feedback",
        patterns=(
            r"\bi (?:already |just )?told you\b",
            r"\bi(?:'ve| have)? (?:already|just) (?:said|told|mentioned|answered|explained)\b",
        ),
        unless=(r"\b(?:what|did|have|if|until) i (?:already |just )?(?:told|said)\b", r"\?$"),
        skill="corrections",
        lesson="Look for what the user has said already before asking or acting; do not have them say it twice.",
    ),
    BehaviourRule(
        name="blocked-response",
        kind="blocked",
        skill="privacy",
        lesson="Leave out of a response what the audit holds responses back for; its log names the reasons.",
        category="operational",
        score=0.7,
    ),
    BehaviourRule(
        name="unknown-sender",
        kind="unknown_sender",
        skill="privacy",
        lesson="Tell an unknown sender nothing personal; somebody responsible has to add them or turn them away.",
        category="operational",
        score=0.7,
    ),
    BehaviourRule(
        name="stale-approval",
        kind="stale_approval",
        limit=18,
        skill="approvals",
        lesson="Remind whoever has to approve something before it has waited for a whole day.",
        category="operational",
        score=0.7,
    ),
    BehaviourRule(
        name="poller-trouble",
        kind="poller",
        skill="operations",
        lesson="Look at the poller's errors and warnings first when messages seem to be missing or late.",
        category="operational",
        score=0.7,
    ),
)


def in_force(changes: Sequence[Rule]) -> list[BehaviourRule]:
    """The rules that apply: the built-in ones as changed by name, then those that were added; every problem at once."""
    built_in = {rule.name: rule for rule in BUILT_IN}
    found, off = dict(built_in), set[str]()
    problems: list[str] = []
    for number, change in enumerate(changes, 1):
        where = f"review.rules entry {number} ({change.name})"
        given = {name: value for name, value in msgspec.structs.asdict(change).items() if value is not None}
        off = off | {change.name} if not given.pop("enabled") else off - {change.name}
        known = found.get(change.name)
        wrong = [f"it has no {need}" for need in ("kind", "lesson") if known is None and need not in given]
        if known is None and not wrong:
            known = BehaviourRule(name=change.name, kind=given["kind"])
        if known is not None:
            found[change.name] = msgspec.structs.replace(known, **given)
            wrong += _wrong(found[change.name], given)
        if change.name not in off:
            problems += (f"{where}: {problem}" for problem in wrong)
    if problems:
        raise ConfigError(problems)
    return [rule for rule in found.values() if rule.name not in off]


def rules_for(host: str, rules: Sequence[BehaviourRule], profile: Profile | str = "auto") -> list[BehaviourRule]:
    """The rules that a host's sessions are held against."""
    meant = profile if profile != "auto" else "chat" if host in CHAT_HOSTS else "coding"
    return [rule for rule in rules if rule.profile in {"any", meant}]


@lru_cache(maxsize=256)
def compiled(patterns: tuple[str, ...]) -> "re2.Regexp | None":
    """Patterns ready to be looked for in UTF-8, whatever their case, all at once; None where there is none."""
    any_of = "|".join(f"(?:{pattern})" for pattern in patterns)
    return re2.compile(f"(?i){any_of}".encode(), _quiet()) if patterns else None


def _quiet() -> re2.Options:
    options = re2.Options()
    options.log_errors = False
    return options


def _wrong(rule: BehaviourRule, given: dict[str, object]) -> Iterator[str]:
    if rule.kind in WORDED and not rule.patterns:
        yield f"the kind {rule.kind} needs patterns"
    if rule.kind in LIMITED and not rule.limit:
        yield f"the kind {rule.kind} needs a limit above 0"
    if len(rule.lesson.splitlines()) != 1 or not rule.lesson.strip():
        yield "the lesson is one line of words"
    for name, patterns in (("patterns", rule.patterns), ("unless", rule.unless)):
        if name in given and rule.kind not in WORDED:
            yield f"the kind {rule.kind} looks for no {name}"
            continue
        for pattern in patterns if name in given else ():
            try:
                ready = re2.compile(pattern.encode("utf-8", "replace"), _quiet())  # by itself: `a)(b` is none
            except re2.error as error:
                said = error.args[0].decode("utf-8", "replace") if error.args else ""
                yield f"{pattern!a} in {name} is no RE2 pattern ({said})"
                continue
            if ready.search(b"") is not None:
                yield f"{pattern!a} in {name} fits any text"
