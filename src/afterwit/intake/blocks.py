"""Anthropic message blocks → events: the shape shared by the Messages API and Claude Code's `message`."""

from collections.abc import Callable

import msgspec

from afterwit.intake import shapes
from afterwit.intake.source import Findings
from afterwit.model.event import Event, Kind

REFUSED = "The user doesn't want to proceed with this tool use."
REFUSED_WITH_WORDS = "the user said:"
REMINDER, REMINDER_END = "<system-reminder>", "</system-reminder>"


class Tokens(msgspec.Struct, gc=False):
    """What a message cost."""

    input_tokens: int = 0
    cache_creation_input_tokens: int | None = 0
    cache_read_input_tokens: int | None = 0
    output_tokens: int = 0

    @property
    def read(self) -> int:
        """All the model read, from the cache or not."""
        return self.input_tokens + (self.cache_creation_input_tokens or 0) + (self.cache_read_input_tokens or 0)


class Block(msgspec.Struct, gc=False):
    """Any block: the fields of all kinds side by side, since a strict union would refuse kinds yet to come.

    Here and in `Message`, fields stand in the order hosts write them, in which they are found soonest.
    """

    tool_use_id: str = ""
    type: str = ""
    thinking: str = ""
    text: str = ""
    id: str = ""
    name: str = ""
    input: dict[str, object] | None = None
    content: object = None
    is_error: bool | None = None


class Message(msgspec.Struct, gc=False):
    """One message, or the part of one that a line holds."""

    model: str = ""
    id: str = ""
    role: str = ""
    content: str | list[Block] = ""
    usage: Tokens | None = None


def events_of(
    message: Message, role: str, speaker: Callable[[str], Kind], findings: Findings, whole: Callable[[], object]
) -> list[Event]:
    """The events of one message; `speaker` says who speaks in a user's text, `whole` gives the line it came from."""
    if isinstance(message.content, str):
        return [_said(message.content, role, speaker)]
    events: list[Event] = []
    for block in message.content:
        what = block.type
        if what == "text":
            events.append(_said(block.text, role, speaker))
        elif what in {"tool_use", "server_tool_use", "mcp_tool_use"}:
            events.append(Event(kind="tool_call", tool=block.name, input=block.input or {}, native_id=block.id))
        elif what.endswith("tool_result"):
            events += _result(block)
        elif what == "thinking":
            events.append(Event(kind="thought", text=block.thinking))
        elif what in {"image", "document"}:
            events.append(Event(kind="agent" if role == "assistant" else "user", text=f"[{what}]"))
        elif what == "redacted_thinking":
            events.append(Event(kind="thought"))
        else:
            findings.unknown[f"{role} block {what or '?'}"] += 1
            events.append(shapes.raw(whole(), what))
    return events or [_said("", role, speaker)]


def _said(text: str, role: str, speaker: Callable[[str], Kind]) -> Event:
    return Event(kind="agent" if role == "assistant" else speaker(text), text=text)


def _result(block: Block) -> list[Event]:
    text = shapes.text_of(block.content)
    if block.is_error and text.startswith(REFUSED):
        _, _, words = text.partition(REFUSED_WITH_WORDS)
        return [Event(kind="refusal", text=words.strip(), native_id=block.tool_use_id, ok=False)]
    # A false flag is no promise: hosts say it of "command not found" too. Only true is taken as said.
    ok = False if block.is_error else None
    if REMINDER not in text:
        return [Event(kind="tool_result", text=text, native_id=block.tool_use_id, ok=ok)]
    text, reminders = _without_reminders(text)
    result = Event(kind="tool_result", text=text, native_id=block.tool_use_id, ok=ok)
    return [result, *(Event(kind="system", text=reminder) for reminder in reminders)]


def _without_reminders(text: str) -> tuple[str, list[str]]:
    """A tool's own output, and the reminders that the host put at its end."""
    reminders: list[str] = []
    end = len(text.rstrip())
    while text.endswith(REMINDER_END, 0, end) and (start := text.rfind(REMINDER, 0, end)) >= 0:
        reminders.append(text[start:end])
        end = start
        while end and text[end - 1].isspace():
            end -= 1
    return (text[:end] if reminders else text), reminders[::-1]
