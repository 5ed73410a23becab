"""Approvals that an agent asked for: a list of requests, an object with `pending` or `approvals`, or a request a line.

Each request is a session of its own, its decision a second event: such a file is rewritten as requests are decided, and
of a session that is known only what is new is taken in.
"""

import hashlib
from collections.abc import Iterator

import msgspec

from afterwit.intake import log_lines, shapes
from afterwit.intake.conversations import in_lines
from afterwit.intake.detect import Head, Item, look
from afterwit.intake.source import Source
from afterwit.model.event import Event
from afterwit.model.session import Session
from afterwit.model.signal_sources import APPROVAL_DENIED, APPROVAL_GRANTED, APPROVAL_PENDING, APPROVALS, told

LISTS = {
    "pending": APPROVAL_PENDING,
    "pending_approvals": APPROVAL_PENDING,
    "approvals": "",
    "approval_requests": "",
    "approved": APPROVAL_GRANTED,
    "granted": APPROVAL_GRANTED,
    "denied": APPROVAL_DENIED,
    "rejected": APPROVAL_DENIED,
    "decided": "",
    "history": "",
}
"""The lists in one object, and what being in one says of a request that does not say it itself."""
LEADING = ("pending", "pending_approvals", "approvals", "approval_requests")
"""An object is taken for this only where it has one of these lists."""

STATES = {
    **dict.fromkeys(
        ("pending", "waiting", "awaiting", "awaiting_approval", "pending_approval", "requested"), APPROVAL_PENDING
    ),
    **dict.fromkeys(("approved", "granted", "accepted", "allowed", "confirmed"), APPROVAL_GRANTED),
    **dict.fromkeys(("denied", "rejected", "declined", "refused"), APPROVAL_DENIED),
    **dict.fromkeys(("expired", "timed_out", "cancelled", "canceled", "withdrawn"), APPROVAL_DENIED),
}
SAME_WORD = {"approved": "granted", "rejected": "denied"}
STATE_KEYS = ("status", "state", "decision", "approval_status")
REQUESTED = (
    "requested_at",
    "created_at",
    "asked_at",
    "submitted_at",
    "requested",
    "created",
    "timestamp",
    "ts",
    "time",
)
DECIDED = ("decided_at", "approved_at", "denied_at", "rejected_at", "granted_at", "resolved_at", "updated_at")
IDENTITY = ("id", "approval_id", "request_id", "uuid", "token", "key")
WHAT = ("what", "action", "description", "summary", "title", "request", "text", "message", "question", "name", "type")
MARKS = frozenset({"requested_at", "requested_by", "approval_id", "approved", "approved_by", "approved_at", "approver"})
FOREIGN = frozenset({"role", "messages", "sessionId", "parentUuid", "payload", "parentId", "call_id", "schema_version"})
"""Keys of agent hosts' transcripts."""

FIRST_FEW = 3


class _Request(msgspec.Struct):
    """One request as far as the entries tell of it."""

    name: str
    place: int
    what: str = ""
    at: int | None = None
    decision: str = ""
    decided_at: int | None = None
    how: str = ""
    native_id: str = ""
    raw: Event | None = None


class Approvals:
    """Requests for a person's approval, and what became of them."""

    host = APPROVALS
    resumable = False  # requests are decided where they stand

    def sniff(self, head: Head) -> bool:
        """Objects with a time and the state of an approval; where they are in a list called so, the time will do."""
        if not head.values or any(FOREIGN & value.keys() for value in head.values):
            return False
        requests = sum(map(_is_request, head.values))
        if requests == len(head.values):
            return True
        if _is_request(head.values[0]) and requests * 2 >= len(head.values) and any(map(_is_marked, head.values)):
            return True
        return _by_ids(head.values[0]) or _has_lists(head.values[0])

    def read(self, source: Source) -> Iterator[Item]:
        """Yield every request as a session: what was asked for, and the decision."""
        book = _Book()
        for place, (value, implied) in enumerate(_entries(source), start=1):
            book.take(value, implied, place, source)
        for request in book.requests.values():
            title = log_lines.without_numbers(request.what)
            yield Session(host=self.host, native_id=request.name, origin="headless", title=title)
            yield from _events(request)


def _listed(value: object) -> list[object]:
    """The requests in a list, or in an object by their ids."""
    by_id = {key: shapes.mapping(one) for key, one in shapes.mapping(value).items()}
    return shapes.sequence(value) or [{"id": key, **one} for key, one in by_id.items() if one]


def _is_request(value: dict[str, object]) -> bool:
    """Whether an object says what it is, since when, and how it stands."""
    named = _own_id(value) or shapes.string(value, *WHAT)
    return bool(named) and _state(value) in STATES and shapes.moment(_first(value, REQUESTED)) is not None


def _by_ids(value: dict[str, object]) -> bool:
    """Whether an object holds nothing but requests, each under its id."""
    requests = [shapes.mapping(one) for one in _listed(value)]
    return 0 < len(requests) == len(value) and all(_is_request(one) and _is_marked(one) for one in requests)


def _has_lists(value: dict[str, object]) -> bool:
    """Whether an object has a list called so, and what is in its lists has a time."""
    listed = [shapes.mapping(one) for key in LISTS for one in _listed(value.get(key))[:FIRST_FEW]]
    timed = [shapes.moment(_first(one, REQUESTED)) is not None for one in listed if one]
    return bool(value.keys() & {*LEADING}) and bool(timed) and all(timed)


def _is_marked(value: dict[str, object]) -> bool:
    """Whether an object speaks of approval, and not just of something that is pending."""
    return bool(MARKS & value.keys()) or "appro" in _state(value)


def _entries(source: Source) -> Iterator[tuple[object, str]]:
    """Every entry, and what the list it is in says of it."""
    document = source.document()
    if document is None:
        yield from _entries_of_much(source)
        return
    whole = shapes.mapping(document)
    found = [(key, value) for key in LISTS if (value := _listed(whole.get(key)))]
    if found and not _is_request(whole):
        for key, values in found:
            yield from ((value, LISTS[key]) for value in values)
    elif _by_ids(whole):
        yield from ((value, "") for value in _listed(whole))
    else:
        yield from ((value, "") for value in (shapes.sequence(document) or [document]))


def _entries_of_much(source: Source) -> Iterator[tuple[object, str]]:
    """The same where there is no whole document: lines, or one that is too large or breaks off."""
    if not look(source).array and in_lines(source):
        yield from ((value, "") for value in source.values())
        return
    for key, implied in (("", ""), *LISTS.items()):
        yield from ((value, implied) for value in source.items(key))


class _Book:
    """The requests so far, by the names of their sessions and by their own ids."""

    def __init__(self) -> None:
        self.requests: dict[str, _Request] = {}
        self._by_id: dict[str, _Request] = {}

    def take(self, value: object, implied: str, place: int, source: Source) -> None:
        """Put what an entry tells to what is known of its request."""
        entry = shapes.mapping(value)
        word, at, own = _state(entry), shapes.moment(_first(entry, REQUESTED)), _own_id(entry)
        state = STATES.get(word) or implied
        if not state or not (own or at is not None):
            source.findings.unknown[f"state {word}" if word else "?"] += 1
            text = shapes.as_json(value)
            name = _digest(text, "")
            self.requests[name] = _Request(name, place, raw=shapes.raw(log_lines.without_numbers(text)))
            return
        what = _what(entry)
        name = _digest(own or what, str(at))
        # A line that only tells the decision is of the last request with that id.
        request = self.requests.get(name) or (self._by_id.get(own) if at is None else None)
        if request is None:
            request = _Request(name, place, what or own, at, native_id=own)
            self.requests[name] = self._by_id[own] = request
        if state != APPROVAL_PENDING:
            request.decision, request.decided_at = state, shapes.moment(_first(entry, DECIDED))
            request.how = "" if state.endswith(SAME_WORD.get(word, word)) else word


def _state(entry: dict[str, object]) -> str:
    """The word for the state of a request, in one spelling; empty where it has none."""
    word = shapes.string(entry, *STATE_KEYS).lower().replace("-", "_").replace(" ", "_")
    if word:
        return word
    if entry.get("approved") is True or entry.get("approved_at"):
        return "approved"
    if entry.get("denied_at") or entry.get("rejected_at"):
        return "denied"
    if entry.get("approved") is False:
        # Without a time it has not been approved yet.
        return "denied" if entry.get("decided_at") else "pending"
    return ""


def _own_id(entry: dict[str, object]) -> str:
    own = _first(entry, IDENTITY)
    return str(own) if isinstance(own, str | int) else ""


def _what(entry: dict[str, object]) -> str:
    values = map(entry.get, WHAT)
    return next(filter(None, (shapes.text_of(value) for value in values if not isinstance(value, int | float))), "")


def _first(entry: dict[str, object], keys: tuple[str, ...]) -> object:
    return next((entry[key] for key in keys if entry.get(key)), None)


def _digest(*told: str) -> str:
    """A name that is the same wherever the file lies, and whatever else is in it."""
    return hashlib.blake2b("\n".join(told).encode(errors="replace"), digest_size=12).hexdigest()


def _events(request: _Request) -> Iterator[Event]:
    if request.raw is not None:
        request.raw.line = request.place
        yield request.raw
        return
    what = log_lines.without_numbers(" ".join(request.what.split()))
    native_id = log_lines.without_numbers(request.native_id)
    yield Event(
        kind="system", text=told(APPROVAL_PENDING, what), at=request.at, native_id=native_id, line=request.place
    )
    if request.decision:
        how = f" ({request.how})" if request.how else ""
        text = told(request.decision, what) + how
        yield Event(kind="system", text=text, at=request.decided_at, native_id=native_id, line=request.place)
