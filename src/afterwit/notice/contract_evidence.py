"""Evidence that agents cite: the events behind their ids, whether they are enough, and whether anything worked."""

from collections.abc import Sequence
from typing import cast

from afterwit.model.event import Event
from afterwit.model.learning import Ref
from afterwit.notice.contract_fields import Fields, told
from afterwit.notice.known import Known

MOST_REFS = 50
"""Events that may be cited at once."""
LONGEST_REF = 200
FEWEST_REFS = 2
"""Useful events that are needed where the user did not ask."""

REFS = "the ids of the events that show it (e17, or a tool call's own id) as a list of strings"
"""What to give where events are to be cited."""
NOT_USEFUL = frozenset({"system", "progress", "raw", "compaction"})
"""The host's own lines: they show nothing that was said or done."""
ASKED = frozenset({"user"})
"""Where users ask."""
STEPPED_IN = frozenset({"user", "refusal"})
"""Where users correct: in what they say, and in what they refuse."""

Cited = dict[Ref, Event]


def cited_events(fields: Fields, known: Known, users_word: frozenset[str]) -> Cited:
    """The events that are cited, each once; empty where one cannot be found or they are too few.

    `users_word` are the kinds of events in which the user's own word would be enough, where it is claimed.
    """
    value = fields.value("event_refs")
    if value is None:
        fields.missing("event_refs")
        return {}
    if not isinstance(value, list):
        fields.wrong("event_refs", "is no list")
        return {}
    refs = cast("list[object]", value)
    if len(refs) > MOST_REFS:
        fields.problems.append(f"In {fields.of} event_refs has {len(refs):,} entries: cite {MOST_REFS} at most.")
        return {}
    if not all(isinstance(ref, str) and len(ref) <= LONGEST_REF and ref.isprintable() for ref in refs):
        fields.wrong("event_refs", "has entries that are no ids")
        return {}
    ids = list(dict.fromkeys(ref.strip() for ref in refs if isinstance(ref, str)))
    found = {ref: known.event(ref) if ref else None for ref in ids}
    cited = dict(each for each in found.values() if each is not None)
    lost = [ref for ref, each in found.items() if each is None]
    if lost:
        fields.problems.append(
            f"In {fields.of} event_refs has {told(lost)}, which this session does not have: "
            "look the ids up with session_events."
        )
    # One that is lost is told already: with its right id it may well count.
    useful = sum(event.kind not in NOT_USEFUL for event in cited.values()) + len(lost)
    asked = any(event.kind in users_word and not event.agent for event in cited.values())
    if useful < FEWEST_REFS and not asked:
        fields.problems.append(
            f"{fields.of} cites {useful} useful event{'' if useful == 1 else 's'}: "
            f"cite {FEWEST_REFS} or more, or the message in which the user asked for it."
        )
        return {}
    return {} if lost else cited


def _outcomes(cited: Cited, known: Known) -> Sequence[tuple[int, bool | None]]:
    """The place and the outcome of everything done that is cited; None where the outcome is not known."""
    found: list[tuple[int, bool | None]] = []
    for ref, event in cited.items():
        if event.kind in {"tool_result", "refusal"}:
            found.append((event.seq, event.ok))
        elif event.kind == "tool_call":
            result = known.result(ref, event)
            found.append((result.seq, result.ok) if result else (event.seq, None))
    return found


def nothing_worked_since(cited: Cited, known: Known) -> bool:
    """Whether something failed, and nothing can have worked after it."""
    outcomes = _outcomes(cited, known)
    last = max((seq for seq, ok in outcomes if ok is False), default=None)
    return last is not None and not any(seq > last for seq, ok in outcomes if ok is not False)


def everything_failed(cited: Cited, known: Known) -> bool:
    """Whether something was done, and all of it failed."""
    outcomes = _outcomes(cited, known)
    return bool(outcomes) and all(ok is False for _, ok in outcomes)
