"""OpenAI chat messages: a list, an object with `messages`, lines of either, or a list of runs with a reward."""

from collections.abc import Iterator

from afterwit.intake import shapes
from afterwit.intake.conversations import conversations, seem
from afterwit.intake.detect import Head, Item
from afterwit.intake.source import Source
from afterwit.model.event import Event, Kind

SPEAKERS: dict[str, Kind] = {
    "user": "user",
    "assistant": "agent",
    "model": "agent",
    "system": "system",
    "developer": "system",
}


class OpenAIChat:
    """Chat completions transcripts."""

    host = "openai-chat"
    resumable = False

    def sniff(self, head: Head) -> bool:
        """Messages with a role."""
        return bool(seem(head))

    def read(self, source: Source) -> Iterator[Item]:
        """Yield a session for every conversation, and its events."""
        for conversation in conversations(source):
            session, messages = conversation.opened(self.host)
            yield session
            for place, message in enumerate(messages, start=1):
                at = shapes.moment(message.get("timestamp") or message.get("created_at"))
                line_id = shapes.string(message, "id")
                for event in _events(message, source):
                    event.line = place
                    event.at = at
                    event.line_id = line_id
                    event.native_id = event.native_id or line_id
                    yield event


def _events(message: dict[str, object], source: Source) -> list[Event]:
    role = shapes.string(message, "role")
    text = shapes.text_of(message.get("content"))
    if role in {"tool", "function"}:
        call_id = shapes.string(message, "tool_call_id", "name")
        return [Event(kind="tool_result", tool=shapes.string(message, "name"), text=text, native_id=call_id)]
    if role not in SPEAKERS:
        source.findings.unknown[f"role {role or '?'}"] += 1
        return [shapes.raw(message, role)]
    events: list[Event] = []
    thought = shapes.string(message, "reasoning_content", "reasoning")
    if thought:
        events.append(Event(kind="thought", text=thought))
    calls = [_call(shapes.mapping(call)) for call in shapes.sequence(message.get("tool_calls"))]
    legacy = shapes.mapping(message.get("function_call"))
    if legacy:
        calls.append(_call({"id": shapes.string(legacy, "name"), "function": legacy}))
    text = text or shapes.string(message, "refusal")
    if text or not (calls or events):
        events.append(Event(kind=SPEAKERS[role], text=text))
    return events + calls


def _call(call: dict[str, object]) -> Event:
    function = shapes.mapping(call.get("function")) or shapes.mapping(call.get("custom"))
    given = function.get("arguments", function.get("input"))
    tool = shapes.string(function, "name")
    return Event(kind="tool_call", tool=tool, input=shapes.arguments(given), native_id=shapes.string(call, "id"))
