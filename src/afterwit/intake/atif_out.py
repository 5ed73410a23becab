"""Events → an ATIF document, for every tool that reads the interchange form.

A step is one turn of the agent: what it thought, said and called, with the results of those calls. Our events know
more than ATIF has words for; they ride along whole in each step's `extra`, so that reading the document back gives
the same events.
"""

from collections.abc import Iterable
from datetime import UTC, datetime, timedelta

import msgspec

from afterwit.model.event import Event
from afterwit.model.session import Session

SCHEMA_VERSION = "ATIF-v1.8"
EPOCH = datetime(1970, 1, 1, tzinfo=UTC)
TURN_ORDER = {"thought": 0, "agent": 1, "tool_call": 2}
"""Within one turn these come in this order; going back in it starts the next turn."""


class _Turn:
    """The events of one step, results that came later included."""

    def __init__(self, first: Event) -> None:
        self.events = [first]
        self.results: list[Event] = []

    def takes(self, event: Event) -> bool:
        last, new = TURN_ORDER.get(self.events[-1].kind), TURN_ORDER.get(event.kind)
        same_agent = self.events[-1].agent == event.agent
        return (
            last is not None
            and new is not None
            and same_agent
            and (new > last or new == last == TURN_ORDER["tool_call"])
        )

    def step(self, number: int) -> dict[str, object]:
        step: dict[str, object] = {"step_id": number, "source": self._source(), "message": self._text("agent")}
        at = self.events[0].at
        if at is not None:
            step["timestamp"] = iso(at)
        if step["source"] != "agent":
            step["message"] = self.events[0].text
        thought = self._text("thought")
        if thought:
            step["reasoning_content"] = thought
        calls = [event for event in self.events if event.kind == "tool_call"]
        if calls:
            step["tool_calls"] = [
                {"tool_call_id": _call_id(call), "function_name": call.tool, "arguments": call.input or {}}
                for call in calls
            ]
        if self.results:
            known = {call.seq: _call_id(call) for call in calls}
            step["observation"] = {
                "results": [
                    {"content": result.text, **_from(known.get(result.answers or 0))} for result in self.results
                ]
            }
        whole = [msgspec.to_builtins(event) for event in (*self.events, *self.results)]
        step["extra"] = {"afterwit": {"events": whole}}
        return step

    def _source(self) -> str:
        kind = self.events[0].kind
        return "user" if kind == "user" else "agent" if kind in TURN_ORDER else "system"

    def _text(self, kind: str) -> str:
        return "\n".join(event.text for event in self.events if event.kind == kind)


def document(session: Session, events: Iterable[Event]) -> dict[str, object]:
    """The whole session as one ATIF document."""
    turns: list[_Turn] = []
    turn_of_call: dict[int, _Turn] = {}
    for event in events:
        if event.kind in {"tool_result", "refusal"} and event.answers in turn_of_call:
            turn_of_call[event.answers].results.append(event)
            continue
        if turns and turns[-1].takes(event):
            turns[-1].events.append(event)
        else:
            turns.append(_Turn(event))
        if event.kind == "tool_call":
            turn_of_call[event.seq] = turns[-1]
    name, _, version = session.agent.rpartition(" ")
    agent: dict[str, object] = {"name": name or session.agent or session.host, "version": version or "unknown"}
    if session.model:
        agent["model_name"] = session.model
    return {
        "schema_version": SCHEMA_VERSION,
        "session_id": session.native_id,
        "agent": agent,
        "steps": [turn.step(number) for number, turn in enumerate(turns, start=1)],
        "extra": {"afterwit": msgspec.to_builtins(session)},
    }


def iso(at: int) -> str:
    """Milliseconds since 1970 as ISO 8601 text."""
    return (EPOCH + timedelta(milliseconds=at)).isoformat(timespec="milliseconds").replace("+00:00", "Z")


def _call_id(call: Event) -> str:
    return call.native_id or call.id


def _from(call_id: str | None) -> dict[str, str]:
    return {} if call_id is None else {"source_call_id": call_id}
