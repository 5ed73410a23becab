"""Audit logs of a chat agent: one JSON object a line, with a word for what happened and a time.

What is told is that an answer was held back or a stranger wrote, and why. What was held back, what the stranger wrote
and their numbers are left where they are: to keep them from going further is what such a log is for.
"""

import hashlib
from collections.abc import Iterator

import msgspec

from afterwit.intake import log_lines, shapes
from afterwit.intake.detect import Head, Item
from afterwit.intake.source import Source, Unshaped
from afterwit.model.event import Event
from afterwit.model.session import Session
from afterwit.model.signal_sources import AUDIT_LOG, BLOCKED, UNKNOWN_SENDER, told

ONE_SPELLING = str.maketrans("-. ", "___")
ACTIONS = ("event", "action", "event_type", "type", "kind")
TIMES = ("timestamp", "ts", "time", "at", "created_at", "logged_at", "datetime", "date")
SENDERS = ("sender", "from", "from_number", "phone", "phone_number", "number", "to", "to_number", "recipient", "party")
REASONS = ("reason", "why", "rule", "detail", "details", "category", "categories", "matched", "description", "note")
ORDINARY_REASONS = (*REASONS, "message", "summary")
"""In other entries the message is the log's own; in these two kinds it may be the one that was kept back."""

TURNED_AWAY = frozenset({"unknown", "rejected", "unauthorized", "unauthorised", "unrecognized", "blocked"})
PEOPLE = frozenset({"number", "sender", "phone", "party", "caller", "contact"})
"""`unknown_number`, `rejected_sender` and the like: one word of each."""
GUARDS = frozenset({"phi", "audit"})
WAYS = frozenset({"inbound", "outbound"})
"""Words that a log of this kind has in its other entries; ways of messages only beside those who send them."""
FOREIGN = frozenset(
    {
        *("uuid", "sessionId", "parentUuid", "leafUuid", "projectHash", "payload", "parentId", "role", "messages"),
        *("tool_calls", "call_id", "trajectory", "steps", "schema_version"),
    }
)
"""Keys of agent hosts' transcripts."""

_lines = msgspec.json.Decoder(dict[str, object])


class AuditLog:
    """What a guard around a chat agent let through and what it did not."""

    host = AUDIT_LOG
    resumable = True

    def sniff(self, head: Head) -> bool:
        """The first object, or one where half have a word and a time, is a guard's; none is an agent host's."""
        if head.array or any(FOREIGN & value.keys() for value in head.values):
            return False
        entries = [value for value in head.values if shapes.moment(_first(value, TIMES)) is not None and _word(value)]
        if entries and entries[0] is head.values[0] and _is_guards(entries[0]):
            return True
        return len(entries) * 2 >= len(head.values) and any(map(_is_guards, entries))

    def read(self, source: Source) -> Iterator[Item]:
        """Yield the session, named by its first entry, and every entry."""
        started = False
        for record in source.records(_lines):
            value = record.value if isinstance(record, Unshaped) else record
            if not started:
                started = True
                name = hashlib.blake2b(shapes.as_json(value).encode(errors="replace"), digest_size=12).hexdigest()
                yield Session(host=self.host, native_id=name, origin="headless")
            event = _event(shapes.mapping(value)) or _unknown(value, source)
            event.line = source.line
            yield event


def _is_guards(entry: dict[str, object]) -> bool:
    parts, keys = {*_word(entry).split("_")}, entry.keys()
    if entry.get("blocked") is True and not keys & {*REASONS, *SENDERS}:
        return False  # anything may be blocked: a task, a door
    return bool(_told(_word(entry)) or parts & GUARDS or (parts & WAYS and keys & {*SENDERS}))


def _event(entry: dict[str, object]) -> Event | None:
    """What an entry tells; None where it has no word for it."""
    word = _word(entry)
    if not word:
        return None
    kept_back = _told(word)
    if kept_back:
        event = Event(kind="error", text=told(kept_back, _reason(entry, REASONS)))
    else:
        event = Event(kind="system", text=told(word, _reason(entry, ORDINARY_REASONS)))
    event.at = shapes.moment(_first(entry, TIMES))
    event.line_id = event.native_id = _without_numbers(shapes.string(entry, "id", "event_id", "entry_id"), entry)
    return event


def _word(entry: dict[str, object]) -> str:
    """The word for what happened, in one spelling."""
    words = [shapes.string(entry, key).lower().translate(ONE_SPELLING) for key in ACTIONS]
    known = next(filter(_told, words), "")
    return known or ("blocked" if entry.get("blocked") is True else next(filter(None, words), ""))


def _told(word: str) -> str:
    """Which of the two things a word tells; empty where it is neither."""
    parts = {*word.split("_")}
    if parts & PEOPLE and parts & TURNED_AWAY:
        return UNKNOWN_SENDER
    return BLOCKED if "blocked" in parts and "not" not in parts else ""


def _reason(entry: dict[str, object], keys: tuple[str, ...]) -> str:
    values = map(entry.get, keys)
    reason = next(filter(None, (shapes.text_of(value) for value in values if not isinstance(value, int | float))), "")
    return _without_numbers(", ".join(reason.split("\n")), entry)


def _without_numbers(text: str, entry: dict[str, object]) -> str:
    parties = [party for key in SENDERS if log_lines.is_number(party := shapes.string(entry, key))]
    return log_lines.without_numbers(text, parties)


def _first(entry: dict[str, object], keys: tuple[str, ...]) -> object:
    return next((entry[key] for key in keys if entry.get(key)), None)


def _unknown(value: object, source: Source) -> Event:
    source.findings.unknown["?"] += 1
    return shapes.raw(_without_numbers(shapes.as_json(value), shapes.mapping(value)))
