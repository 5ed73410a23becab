"""Copilot CLI: `{type, data, id, timestamp, parentId}` a line."""

from collections.abc import Iterator

import msgspec

from afterwit.intake import shapes
from afterwit.intake.detect import Head, Item, Usage
from afterwit.intake.source import Source, Unshaped
from afterwit.model.event import Event, Kind
from afterwit.model.session import Session

QUIET = frozenset({"assistant.turn_start", "assistant.turn_end", "hook.start", "hook.end"})
"""Lines that only mark time; kept as progress."""

FAMILIES = ("session.", "assistant.", "user.", "tool.", "hook.", "system.", "subagent.", "skill.", "abort")


class _Line(msgspec.Struct, rename={"agent_id": "agentId"}, gc=False):
    type: str = ""
    data: dict[str, object] = msgspec.field(default_factory=dict[str, object])
    id: str = ""
    timestamp: str | int | None = None
    agent_id: str | None = None


_lines = msgspec.json.Decoder(_Line)


class Copilot:
    """Sessions of Copilot CLI."""

    host = "copilot"
    resumable = True

    def sniff(self, head: Head) -> bool:
        """Lines have `type`, `data`, `id` and `parentId`, and types of the host's families."""
        return any(
            "data" in value and "id" in value and "parentId" in value and str(value.get("type")).startswith(FAMILIES)
            for value in head.values
        )

    def read(self, source: Source) -> Iterator[Item]:
        """Yield the session at its first line and every line's events."""
        session: Session | None = None
        for record in source.records(_lines):
            number = source.line
            if isinstance(record, Unshaped):
                source.findings.unknown[f"{shapes.mapping(record.value).get('type', '?')} (unexpected shape)"] += 1
                line, events = _Line(), [shapes.raw(record.value)]
            else:
                line, events = record, _events(record, source)
            if session is None:
                session = Session(host=self.host, native_id=source.path.stem)
                _tell(session, line)
                yield session
            model = shapes.string(line.data, "model", "newModel")
            if model and model != session.model:
                session.model = model
                yield session
            if line.type == "session.shutdown":
                yield from _usage(line.data)
            for event in events:
                event.at = shapes.moment(line.timestamp)
                event.line = number
                event.line_id = line.id
                event.native_id = event.native_id or line.id
                event.agent = line.agent_id or ""
                yield event


def _tell(session: Session, line: _Line) -> None:
    context = shapes.mapping(line.data.get("context"))
    session.native_id = shapes.string(line.data, "sessionId") or session.native_id
    session.project = shapes.string(context, "cwd", "gitRoot")
    session.branch = shapes.string(context, "branch")
    session.agent = f"Copilot CLI {shapes.string(line.data, 'copilotVersion')}".rstrip()
    session.model = shapes.string(line.data, "selectedModel")


def _events(line: _Line, source: Source) -> list[Event]:  # noqa: PLR0911 - one return a line type reads best
    data = line.data
    match line.type:
        case "user.message":
            return [Event(kind="user", text=shapes.text_of(data.get("content")))]
        case "assistant.message":
            thought = shapes.string(data, "reasoningText", "reasoning")
            thoughts = [Event(kind="thought", text=thought)] if thought else []
            return [*thoughts, Event(kind="agent", text=shapes.text_of(data.get("content")))]
        case "assistant.reasoning":
            return [Event(kind="thought", text=shapes.text_of(data.get("content")))]
        case "tool.execution_start":
            call_id, tool = shapes.string(data, "toolCallId"), shapes.string(data, "toolName", "mcpToolName")
            given = shapes.arguments(data.get("arguments"))
            return [Event(kind="tool_call", tool=tool, input=given, native_id=call_id)]
        case "tool.execution_complete":
            return [_result(data)]
        case "session.error":
            return [Event(kind="error", text=shapes.string(data, "message") or shapes.text_of(data))]
        case "session.compaction_complete":
            return [Event(kind="compaction", text=shapes.string(data, "summaryContent"))]
        case _ if line.type in QUIET:
            return [Event(kind="progress", text=f"{line.type} {shapes.string(data, 'hookType', 'turnId')}".rstrip())]
        case _ if line.type.startswith(FAMILIES):
            text = shapes.string(data, "content", "message", "reason", "newModel", "shutdownType")
            return [Event(kind="system", text=f"{line.type}: {text}".rstrip(": "))]
        case _:
            source.findings.unknown[line.type or "?"] += 1
            return [shapes.raw(source.current_value(), line.type)]


def _result(data: dict[str, object]) -> Event:
    result, error = shapes.mapping(data.get("result")), shapes.mapping(data.get("error"))
    text = shapes.text_of(result.get("content")) or shapes.string(error, "message")
    success = data.get("success")
    kind: Kind = "tool_result"
    if shapes.string(error, "code") in {"rejected", "denied"}:
        kind = "refusal"
    # A tool that ran is a success to this host even where the command in it failed: only its "no" is final.
    ok = False if success is False else None
    return Event(kind=kind, text=text, ok=ok, native_id=shapes.string(data, "toolCallId"))


def _usage(data: dict[str, object]) -> Iterator[Usage]:
    for model, metrics in shapes.mapping(data.get("modelMetrics")).items():
        usage = shapes.mapping(shapes.mapping(metrics).get("usage"))
        read, written = usage.get("inputTokens"), usage.get("outputTokens")
        if isinstance(read, int) and isinstance(written, int):
            yield Usage(f"total {model}", read, written)
