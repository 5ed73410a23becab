"""Chat transcripts as people keep them: a list of messages, an object with one, a list of runs, lines of either."""

import hashlib
from collections.abc import Iterator

import msgspec

from afterwit.intake import shapes
from afterwit.intake.detect import Head, look
from afterwit.intake.source import Source
from afterwit.model.session import Session

MESSAGE_KEYS = ("messages", "traj", "conversation", "conversations", "trajectory", "history")
IDENTITY_KEYS = ("session_id", "conversation_id", "chat_id", "run_id", "trace_id", "id")
ROLES = frozenset({"system", "developer", "user", "assistant", "tool", "function", "model"})


class Conversation:
    """One conversation: the facts that stand beside its messages, and the messages."""

    def __init__(self, facts: dict[str, object], messages: Iterator[dict[str, object]]) -> None:
        self.facts = facts
        self.messages = messages

    def opened(self, host: str) -> tuple[Session, Iterator[dict[str, object]]]:
        """The session, named by its own id or by its first exchange, and all its messages.

        Up to and including the first answer: two conversations that open with the same words part there, and a
        longer copy of one still has the same beginning.
        """
        first: list[dict[str, object]] = []
        for message in self.messages:
            first.append(message)
            if message.get("role") in {"assistant", "model"}:
                break
        own = shapes.string(self.facts, *IDENTITY_KEYS)
        trial = [self.facts.get("task_id"), self.facts.get("trial")]
        digest = hashlib.blake2b(msgspec.json.encode([trial, first], order="deterministic"), digest_size=12)
        reward = self.facts.get("reward")
        session = Session(
            host=host,
            native_id=own or digest.hexdigest(),
            model=shapes.string(self.facts, "model"),
            origin="headless" if reward is not None else "person",
            reward=float(reward) if isinstance(reward, int | float) else None,
        )
        return session, _chained(first, self.messages)


def seem(head: Head) -> list[dict[str, object]]:
    """The first messages in the content, wherever they stand; empty where it is no conversation."""
    for value in head.values:
        if value.get("role") in ROLES and ("content" in value or "tool_calls" in value):
            return [value for value in head.values if value.get("role") in ROLES]
        for key in MESSAGE_KEYS:
            messages = [shapes.mapping(message) for message in shapes.sequence(value.get(key))]
            if messages and messages[0].get("role") in ROLES:
                return messages
    return []


def conversations(source: Source) -> Iterator[Conversation]:
    """Every conversation in the source, whichever of the shapes it has."""
    head = look(source)
    if head.array:
        yield from _grouped(source.items(""))
        return
    document = source.document()
    first_line_is_whole = b"\n" in source.head().strip() and _decodes(source.head().split(b"\n", 1)[0])
    if document is None and first_line_is_whole:
        yield from _grouped(source.values())
        return
    key = next((key for key in MESSAGE_KEYS if key in head.values[0]), "")
    facts = shapes.mapping(document) or source.outline(*IDENTITY_KEYS, "model", "reward", "system", "task_id", "trial")
    if key:
        yield Conversation(facts, map(shapes.mapping, source.items(key)))
    else:
        yield Conversation({}, iter([shapes.mapping(document)]))


def _grouped(values: Iterator[object]) -> Iterator[Conversation]:
    """Runs one by one; loose messages are one conversation."""
    for value in values:
        item = shapes.mapping(value)
        key = next((key for key in MESSAGE_KEYS if isinstance(item.get(key), list)), "")
        if key:
            yield Conversation(item, map(shapes.mapping, iter(shapes.sequence(item[key]))))
        elif item:
            yield Conversation({}, _chained([item], map(shapes.mapping, values)))
            return


def _chained(first: list[dict[str, object]], rest: Iterator[dict[str, object]]) -> Iterator[dict[str, object]]:
    yield from first
    yield from rest


def _decodes(line: bytes) -> bool:
    try:
        msgspec.json.decode(line)
    except msgspec.DecodeError:
        return False
    return True
