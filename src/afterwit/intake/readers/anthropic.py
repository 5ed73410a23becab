"""Anthropic messages: a Messages API request or response kept as a file, or lines and lists of them."""

from collections.abc import Callable, Iterator

import msgspec

from afterwit.intake import shapes
from afterwit.intake.blocks import Message, events_of
from afterwit.intake.conversations import conversations, seem
from afterwit.intake.detect import Head, Item, Usage
from afterwit.intake.source import Source
from afterwit.model.event import Event, Kind

OWN_BLOCKS = frozenset({"tool_use", "tool_result", "thinking", "redacted_thinking", "server_tool_use"})


class AnthropicMessages:
    """Transcripts in the shape of the Messages API."""

    host = "anthropic"
    resumable = False

    def sniff(self, head: Head) -> bool:
        """Messages whose blocks are Anthropic's own, or a request with its system text beside the messages."""
        messages = seem(head)
        if any(shapes.string(message, "role") in {"tool", "function", "developer"} for message in messages):
            return False
        blocks = (shapes.mapping(block) for message in messages for block in shapes.sequence(message.get("content")))
        return any(shapes.string(block, "type") in OWN_BLOCKS for block in blocks) or (
            bool(messages) and head.any_has("system", "messages")
        )

    def read(self, source: Source) -> Iterator[Item]:
        """Yield a session for every conversation, and its events."""
        for conversation in conversations(source):
            session, messages = conversation.opened(self.host)
            yield session
            system = shapes.text_of(conversation.facts.get("system"))
            if system:
                yield Event(kind="system", text=system)
            for place, fields in enumerate(messages, start=1):
                for item in _items(fields, source):
                    if isinstance(item, Event):
                        item.line = place
                        item.at = shapes.moment(fields.get("timestamp") or fields.get("created_at"))
                    yield item


def _items(fields: dict[str, object], source: Source) -> Iterator[Item]:
    try:
        message = msgspec.convert(fields, Message)
    except msgspec.ValidationError:
        message = Message()
    if not message.role:
        source.findings.unknown["message (unexpected shape)"] += 1
        yield shapes.raw(fields)
        return
    for event in events_of(message, message.role, _speaker(message.role), source.findings, lambda: fields):
        event.line_id = message.id
        event.native_id = event.native_id or message.id
        yield event
    if message.usage is not None:
        yield Usage(message.id, message.usage.read, message.usage.output_tokens)


def _speaker(role: str) -> Callable[[str], Kind]:
    kind: Kind = "system" if role == "system" else "user"

    def speaker(_: str) -> Kind:
        return kind

    return speaker
