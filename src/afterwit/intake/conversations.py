"""Chat transcripts as people keep them: a list of messages, an object with one, a list of runs, lines of either."""

import hashlib
import json
from collections import Counter
from collections.abc import Iterator
from itertools import islice

import msgspec

from afterwit.intake import shapes
from afterwit.intake.detect import VALUES_LOOKED_AT, Head, decoded, look
from afterwit.intake.source import Source
from afterwit.model.session import Session

MESSAGE_KEYS = ("messages", "traj", "conversation", "conversations", "trajectory", "history")
IDENTITY_KEYS = ("session_id", "conversation_id", "chat_id", "run_id", "trace_id", "id")
LINE_LOOKED_AT = 1024 * 1024
ROLES = frozenset({"system", "developer", "user", "assistant", "tool", "function", "model"})


class Conversation:
    """One conversation: the facts that stand beside its messages, and the messages."""

    def __init__(
        self, facts: dict[str, object], messages: Iterator[dict[str, object]], seen: Counter[str] | None = None
    ) -> None:
        self.facts = facts
        self.messages = messages
        self._seen = Counter[str]() if seen is None else seen

    def opened(self, host: str) -> tuple[Session, Iterator[dict[str, object]]]:
        """The session, named by its own id or by its first exchange, and all its messages.

        Up to and including the first answer: two conversations that open with the same words part there, and a
        longer copy of one still has the same beginning. Runs in one list that are equal so far are numbered.
        """
        first: list[dict[str, object]] = []
        for message in self.messages:
            first.append(message)
            if shapes.string(message, "role") in {"assistant", "model"}:
                break
        own = shapes.string(self.facts, *IDENTITY_KEYS)
        trial = [self.facts.get("task_id"), self.facts.get("trial")]
        name = own or hashlib.blake2b(_sorted_json([trial, first]), digest_size=12).hexdigest()
        self._seen[name] += 1
        reward = self.facts.get("reward")
        session = Session(
            host=host,
            native_id=name if self._seen[name] == 1 else f"{name}#{self._seen[name]}",
            model=shapes.string(self.facts, "model"),
            origin="headless" if reward is not None else "person",
            reward=float(reward) if isinstance(reward, int | float) else None,
        )
        return session, _chained(first, self.messages)


def seem(head: Head) -> list[dict[str, object]]:
    """The first messages in the content, wherever they stand; empty where it is no conversation."""
    for value in head.values:
        if shapes.string(value, "role") in ROLES and ("content" in value or "tool_calls" in value):
            return [value for value in head.values if shapes.string(value, "role") in ROLES]
        for key in MESSAGE_KEYS:
            messages = [shapes.mapping(message) for message in shapes.sequence(value.get(key))]
            if messages and shapes.string(messages[0], "role") in ROLES:
                return messages
    return []


def conversations(source: Source) -> Iterator[Conversation]:
    """Every conversation in the source, whichever of the shapes it has."""
    head = look(source)
    if head.array:
        yield from _grouped(source.items(""))
        return
    document = source.document()
    if document is None and in_lines(source):
        yield from _grouped(source.values())
        return
    whole = shapes.mapping(document)
    first = whole or head.values[0]
    key = _messages_key(first)
    if key:
        facts = whole or source.outline(*IDENTITY_KEYS, "model", "reward", "system", "task_id", "trial")
        yield Conversation(facts, map(shapes.arguments, source.items(key)))
    else:
        yield Conversation({}, iter([first]))


def _grouped(values: Iterator[object]) -> Iterator[Conversation]:
    """Runs one by one; loose messages are one conversation."""
    seen = Counter[str]()
    for value in values:
        item = shapes.arguments(value)
        key = _messages_key(item)
        if key:
            yield Conversation(item, map(shapes.arguments, shapes.sequence(item[key])), seen)
        else:
            yield Conversation({}, _chained([item], map(shapes.arguments, values)))
            return


def _messages_key(item: dict[str, object]) -> str:
    return next((key for key in MESSAGE_KEYS if isinstance(item.get(key), list)), "")


def in_lines(source: Source) -> bool:
    """True where one of the first lines is an object by itself, or there are several too long to tell.

    A second look at the file, so that nothing is noted of the first.
    """
    with Source(source.path, max_line_bytes=LINE_LOOKED_AT) as again:
        first_lines = islice(again.lines(), VALUES_LOOKED_AT)
        whole = any(isinstance(value, dict) for line in first_lines for value in decoded([line]))
        return whole or again.findings.too_long > 1


def _chained(first: list[dict[str, object]], rest: Iterator[dict[str, object]]) -> Iterator[dict[str, object]]:
    yield from first
    yield from rest


def _sorted_json(value: object) -> bytes:
    try:
        return msgspec.json.encode(value, order="deterministic")
    except OverflowError:
        return json.dumps(value, sort_keys=True).encode()
