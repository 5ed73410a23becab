"""From hits to findings: RE2 decides in a small window what a trigger only suspects."""

from collections import defaultdict
from collections.abc import Iterable, Sequence
from typing import NamedTuple

from afterwit.redact.matching import NOWHERE, Matching, Span, follow, matching_at
from afterwit.redact.rule import PERSONAL, REACH, SEPARATOR, Origin, Place, Rule, Spans
from afterwit.redact.scanner import Hit

# A placeholder is never a secret, nor a part of one.
PLACEHOLDER = b"[REDACTED_"
_PLACEHOLDER_BYTES = b"[ABCDEFGHIJKLMNOPQRSTUVWXYZ_:0123456789"
_LONGEST_PLACEHOLDER = 40
# Between a trigger and a placeholder may be a blank, a quote and an escape before it.
_JUST_BEHIND = 4 + len(PLACEHOLDER)

# A rule that sees no further than this is not asked twice about the same bytes.
MEMORABLE = 512
MOST_ANSWERS = 2048

# A rule that sees further than this does not look for one long word.
FAR = 2048

# So often a rule may refuse what begins inside of what it refused before.
MOST_REFUSALS = 16


class Suspect(NamedTuple):
    """A span of the data that a rule takes for a secret."""

    start: int
    end: int
    rank: int
    """The rule's place in the table: the earlier, the stronger."""


Answer = tuple[Spans, int]


class Progress:
    """How far one rule has come in the data: asking again is what an attacker wants."""

    __slots__ = ("asked", "covered", "refusals", "refused", "skipped")

    def __init__(self) -> None:
        """Begin before the data."""
        self.asked = self.covered = self.skipped = -1
        self.refused = self.refusals = 0

    def refuse(self, at: int, seen: int) -> None:
        """Note that what begins here was matched that far, and refused."""
        self.refusals = self.refusals + 1 if at < self.refused else 1
        self.refused = seen
        if self.refusals > MOST_REFUSALS:
            self.skipped = seen


class Confirmer:
    """Knows which rule each trigger belongs to, and asks it."""

    def __init__(self, rules: Sequence[Rule]) -> None:
        """Lay out the triggers; a pattern is compiled when it is first needed."""
        self.rules = tuple(rules)
        triggers = [(each, rank) for rank, rule in enumerate(self.rules) for each in rule.triggers]
        self.expressions = tuple(trigger.expression for trigger, _ in triggers)
        # Flat tuples: an attacker decides how often the loop below runs.
        self._owners = tuple(
            (rank, self.rules[rank].origin, trigger.width, self.rules[rank].run, self.rules[rank].guard)
            for trigger, rank in triggers
        )
        self.far = frozenset(index for index, (_, rank) in enumerate(triggers) if self.rules[rank].limit > FAR)
        """The numbers of the triggers whose rules read lines on lines."""
        self._patterns: list[Matching | None] = [None] * len(self.rules)

    def confirm(self, data: bytes, hits: Iterable[Hit]) -> list[Suspect]:
        """Give what remains of the hits, ordered and free of overlaps.

        Every text in the data is followed by a separator.
        """
        return self.judge(data, hits)[0]

    def judge(self, data: bytes, hits: Iterable[Hit]) -> tuple[list[Suspect], list[int]]:  # noqa: C901, PLR0912 - one loop
        """Give what remains of the hits, and where a rule for secrets saw one and refused it."""
        doubts: list[int] = []
        suspects: list[Suspect] = []
        rules, owners = self.rules, self._owners
        marked = PLACEHOLDER in data
        progress = defaultdict[int, Progress](Progress)
        # Logs, and attackers, repeat themselves: the same bytes get the same answer.
        answers: dict[tuple[int, int, int, bytes], Answer] = {}
        repeats = 0
        # An attacker decides how often this runs: what is cheap to refuse is refused first.
        for hit_end, index in hits:
            rank, origin, width, run, guard = owners[index]
            past = progress[rank]
            if hit_end <= past.skipped or (marked and is_in_placeholder(data, hit_end)):
                continue
            if origin is Origin.START:
                low = at = hit_end - width
            else:
                low, at = placed(data, hit_end, run, past.covered, marked=marked)
                if at < 0:
                    past.skipped = follow(data, hit_end, run) if run else hit_end
                    continue
            if at == past.asked or at < past.covered:
                continue
            past.asked = at
            if guard is not None and not guard(data, low, at):
                continue
            rule = rules[rank]
            scene = answer = None
            # Where little is repeated, remembering costs more than it saves.
            if rule.limit <= MEMORABLE and (len(answers) < MOST_ANSWERS or repeats > MOST_ANSWERS):
                before = min(at, REACH)
                scene = (rank, at - low, before, data[at - before : at + MEMORABLE])
                answer = answers.get(scene)
            if answer is None:
                answer = self._ask(rank, data, low, at, hit_end)
                if scene is not None and len(answers) < MOST_ANSWERS:
                    answers[scene] = answer
            else:
                repeats += 1
            spans, length = answer
            if not spans:
                past.refuse(at, at + length)
                if length and rule.label not in PERSONAL:
                    doubts.append(at)
            for start, end in spans:
                suspect = _whole(data, at + start, at + end, rule.tail, rank)
                if not marked or not touches_placeholder(data, suspect.start, suspect.end):
                    past.covered = suspect.end
                    suspects.append(suspect)
        return resolve(suspects, rules), doubts

    def _match(self, rank: int, data: bytes, at: int, high: int) -> Span:
        rule = self.rules[rank]
        if not rule.pattern:
            ahead = data[at:high]
            return at, high - len(ahead.lstrip(rule.run))
        pattern = self._patterns[rank]
        if pattern is None:
            pattern = self._patterns[rank] = matching_at(rule.pattern)
        # The pattern sees the separator, as the end of a word; the secret ends before it.
        found = pattern(data, at, min(high + 1, len(data)))
        if found[0] == NOWHERE:
            return NOWHERE
        # Without a group the whole match is the secret.
        start, end = found[-1]
        return start, min(end, high)

    def _ask(self, rank: int, data: bytes, low: int, at: int, hit_end: int) -> Answer:
        """Give what the rule finds at this place, counted from it, and how much it matched."""
        rule = self.rules[rank]
        high = data.find(SEPARATOR, at, at + rule.limit)
        if high < 0:
            high = at + rule.limit
        elif high < hit_end:
            return (), 0  # the trigger reached into the next text
        start, end = self._match(rank, data, at, high)
        if end < 0:
            return (), 0
        if rule.check is None:
            return ((start - at, end - at),), end - at
        spans = rule.check(Place(data, low, high, at, start, end))
        return tuple([(start - at, end - at) for start, end in spans]), end - at


def placed(data: bytes, hit_end: int, run: bytes, covered: int, *, marked: bool) -> tuple[int, int]:
    """Give how far back a rule may look and where its pattern is matched; -1 for nowhere."""
    low = max(hit_end - REACH, 0)
    low = data.rfind(SEPARATOR, low, hit_end) + 1 or low
    if not run:
        replaced = marked and data.find(PLACEHOLDER, hit_end, hit_end + _JUST_BEHIND) >= 0
        return low, -1 if replaced else hit_end
    at = low + len(data[low:hit_end].rstrip(run))
    if at == low and low == hit_end - REACH and covered < low:
        return low, -1  # longer than anything the rule knows
    # What a finding before took of the run is gone from it.
    return low, max(at, covered)


def is_in_placeholder(data: bytes, place: int) -> bool:
    """Say whether this is a place inside a placeholder."""
    before = data.rfind(PLACEHOLDER, max(0, place - _LONGEST_PLACEHOLDER), place)
    return before >= 0 and not data[before:place].translate(None, _PLACEHOLDER_BYTES)


def touches_placeholder(data: bytes, start: int, end: int) -> bool:
    """Say whether the span holds the beginning of a placeholder, or begins inside one."""
    return data.find(PLACEHOLDER, start, end) >= 0 or is_in_placeholder(data, start)


def _whole(data: bytes, start: int, end: int, tail: bytes, rank: int) -> Suspect:
    """Move an end that a window cut behind what belongs to it."""
    if tail:
        end = follow(data, end, tail)
    else:
        # A check may look further than its window; what it gives never reaches into the next text.
        apart = data.find(SEPARATOR, start, end)
        end = end if apart < 0 else apart
    return Suspect(start, whole_character(data, end), rank)


def whole_character(data: bytes, end: int) -> int:
    """Move an end that a bounded pattern put inside a character behind it."""
    while end < len(data) and data[end] & 0xC0 == 0x80:  # noqa: PLR2004 - UTF-8 continuation
        end += 1
    return end


def resolve(suspects: list[Suspect], rules: Sequence[Rule]) -> list[Suspect]:
    """Make overlapping suspects one.

    Two secrets that overlap become one span under the label of the longer (or,
    if they are equally long, of the stronger rule), so that no rest of either
    remains. Personal data gives way: in `password@host` the host may stay.
    """
    secrets = _merge([s for s in suspects if rules[s.rank].label not in PERSONAL])
    personal = _merge([s for s in suspects if rules[s.rank].label in PERSONAL])
    if not secrets or not personal:
        return secrets or personal
    kept: list[Suspect] = []
    position = 0
    for suspect in personal:
        while position < len(secrets) and secrets[position].end <= suspect.start:
            position += 1
        if position == len(secrets) or secrets[position].start >= suspect.end:
            kept.append(suspect)
    return sorted(secrets + kept)


def _merge(suspects: list[Suspect]) -> list[Suspect]:
    suspects.sort()
    merged: list[Suspect] = []
    for suspect in suspects:
        last = merged[-1] if merged else None
        if last is None or suspect.start >= last.end:
            merged.append(suspect)
            continue
        strongest = min(last, suspect, key=_strength)
        merged[-1] = Suspect(last.start, max(last.end, suspect.end), strongest.rank)
    return merged


def _strength(suspect: Suspect) -> tuple[int, int]:
    return suspect.start - suspect.end, suspect.rank
