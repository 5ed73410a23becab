"""ATIF, the interchange form of the field: one document of steps, each with its calls and what came of them.

What Afterwit itself wrote (`intake.atif_out`) carries the events as they were in `extra`, and is read back whole.
"""

import math
from collections.abc import Iterable, Iterator

import msgspec

from afterwit.intake import shapes
from afterwit.intake.detect import Head, Item, Usage
from afterwit.intake.source import Source
from afterwit.model.event import Event, Kind
from afterwit.model.session import Session

SPEAKERS: dict[str, Kind] = {"user": "user", "agent": "agent", "system": "system"}
HEADER = ("session_id", "trajectory_id", "agent", "extra")


class Atif:
    """ATIF trajectories of any 1.x version."""

    host = "atif"
    resumable = False

    def sniff(self, head: Head) -> bool:
        """A schema version that says so."""
        return any(str(value.get("schema_version", "")).startswith("ATIF") for value in head.values)

    def read(self, source: Source) -> Iterator[Item]:
        """Yield the session, its steps' events, and the same for subagents embedded in it."""
        session = _session(source.outline(*HEADER), source.path.stem)
        yield from _opened(session)
        yield from _steps(source.items("steps"), source)
        for place, value in enumerate(source.items("subagent_trajectories"), start=1):
            trajectory = shapes.mapping(value)
            child = _session(trajectory, f"{session.native_id}/{place}")
            child.native_id = f"{session.native_id}/{shapes.string(trajectory, 'trajectory_id') or place}"
            child.origin, child.parent = "subagent", session.native_id
            yield from _opened(child)
            yield from _steps(shapes.sequence(trajectory.get("steps")), source)


def _session(header: dict[str, object], fallback: str) -> Session:
    kept = shapes.mapping(shapes.mapping(header.get("extra")).get("afterwit"))
    if kept:
        try:
            return msgspec.convert(kept, Session)
        except msgspec.ValidationError:
            pass
    agent = shapes.mapping(header.get("agent"))
    return Session(
        host=Atif.host,
        native_id=shapes.string(header, "session_id", "trajectory_id") or fallback,
        agent=f"{shapes.string(agent, 'name')} {shapes.string(agent, 'version')}".strip(),
        model=shapes.string(agent, "model_name"),
    )


def _opened(session: Session) -> tuple[Session, Usage]:
    """A session, and what it is known to have cost before any of its steps is read."""
    return session, Usage("before", session.input_tokens, session.output_tokens)


def _steps(steps: Iterable[object], source: Source) -> Iterator[Item]:
    waiting: list[Event] = []
    for place, value in enumerate(steps, start=1):
        step = shapes.arguments(value)
        kept = shapes.mapping(shapes.mapping(step.get("extra")).get("afterwit")).get("events")
        if kept is not None:
            yield from _as_they_were(shapes.sequence(kept), waiting, source)
            continue
        yield from _due(waiting)
        for item in _step(step, place, source):
            if isinstance(item, Event):
                item.line = place
                item.at = shapes.moment(step.get("timestamp"))
            yield item
    yield from _due(waiting)


def _as_they_were(kept: list[object], waiting: list[Event], source: Source) -> Iterator[Event]:
    """Events in their old order: a result stands with its call in ATIF, but came later."""
    try:
        events = msgspec.convert(kept, list[Event])
    except msgspec.ValidationError:
        source.findings.unknown["afterwit events (unexpected shape)"] += 1
        events = [shapes.raw(value) for value in kept]
    # Nothing in this step or after it comes before the step's first event: what waits for less is due.
    yield from _due(waiting, min((event.seq for event in events), default=0))
    waiting += events


def _due(waiting: list[Event], before: float = math.inf) -> list[Event]:
    """The waiting events numbered below `before`, in order; they wait no longer."""
    due = sorted((event for event in waiting if event.seq < before), key=lambda event: event.seq)
    waiting[:] = [event for event in waiting if event.seq >= before]
    return due


def _step(step: dict[str, object], place: int, source: Source) -> Iterator[Item]:
    speaker = shapes.string(step, "source")
    if speaker not in SPEAKERS:
        source.findings.unknown[f"step of {speaker or '?'}"] += 1
        yield shapes.raw(step, speaker)
        return
    kind: Kind = "compaction" if step.get("is_copied_context") else SPEAKERS[speaker]
    thought = shapes.string(step, "reasoning_content")
    if thought:
        yield Event(kind="thought", text=thought)
    calls = [shapes.mapping(call) for call in shapes.sequence(step.get("tool_calls"))]
    text = shapes.text_of(step.get("message"))
    if text or not (thought or calls):
        yield Event(kind=kind, text=text)
    for call in calls:
        given = shapes.arguments(call.get("arguments"))
        tool, call_id = shapes.string(call, "function_name"), shapes.string(call, "tool_call_id")
        yield Event(kind="tool_call", tool=tool, input=given, native_id=call_id)
    for value in shapes.sequence(shapes.mapping(step.get("observation")).get("results")):
        result = shapes.mapping(value)
        call_id = shapes.string(result, "source_call_id")
        yield Event(kind="tool_result", text=shapes.text_of(result.get("content")), native_id=call_id)
    metrics = shapes.mapping(step.get("metrics"))
    read, written = metrics.get("prompt_tokens"), metrics.get("completion_tokens")
    if isinstance(read, int) and isinstance(written, int):
        yield Usage(f"step {place}", read, written)
