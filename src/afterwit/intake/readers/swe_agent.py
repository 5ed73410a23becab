"""SWE-agent trajectories: `{trajectory: [{action, observation, response, thought, state}], history, info}`.

`trajectory` tells what was done, `history` what the model was shown: the opening messages are taken from the second,
the steps from the first.
"""

import hashlib
from collections.abc import Iterator

import msgspec

from afterwit.intake import shapes
from afterwit.intake.detect import Head, Item
from afterwit.intake.source import Source
from afterwit.model.event import Event
from afterwit.model.session import Session

TOOL = "shell"
"""An action is a line for SWE-agent's shell, which also knows the commands of its own."""


class SweAgent:
    """Trajectory files of SWE-agent and its relatives."""

    host = "swe-agent"
    resumable = False

    def sniff(self, head: Head) -> bool:
        """A trajectory of steps with an action and an observation."""
        return any(
            "action" in shapes.mapping(step) and "observation" in shapes.mapping(step)
            for value in head.values
            for step in shapes.sequence(value.get("trajectory"))[:1]
        )

    def read(self, source: Source) -> Iterator[Item]:
        """Yield the session, the messages it opened with, and every step."""
        opening = self._opening(source)
        environment = shapes.text_of(source.outline("environment").get("environment"))
        started = False
        for step_value in source.items("trajectory"):
            place = source.line
            step = shapes.arguments(step_value)
            if not started:
                started = True
                yield _session(opening, step, environment)
                yield from _opening_events(opening)
            for event in _step_events(step, place):
                event.line = place
                yield event
        if not started:
            yield _session(opening, {}, environment)
            yield from _opening_events(opening)

    def _opening(self, source: Source) -> list[dict[str, object]]:
        messages: list[dict[str, object]] = []
        for value in source.items("history"):
            message = shapes.mapping(value)
            if message.get("role") == "assistant" and not message.get("is_demo"):
                break
            messages.append(message)
        return messages


def _session(opening: list[dict[str, object]], first: dict[str, object], environment: str) -> Session:
    told = [environment, opening, first.get("action"), first.get("observation"), first.get("response")]
    digest = hashlib.blake2b(msgspec.json.encode(told, order="deterministic"), digest_size=12)
    state = shapes.arguments(first.get("state"))
    return Session(
        host=SweAgent.host,
        native_id=digest.hexdigest(),
        agent="SWE-agent",
        origin="headless",
        project=shapes.string(state, "working_dir"),
        title=environment,
    )


def _opening_events(opening: list[dict[str, object]]) -> Iterator[Event]:
    for message in opening:
        user = message.get("role") == "user" and not message.get("is_demo")
        yield Event(kind="user" if user else "system", text=shapes.text_of(message.get("content")))


def _step_events(step: dict[str, object], place: int) -> list[Event]:
    call_id = f"step-{place}"
    events: list[Event] = []
    thought = shapes.string(step, "thought", "response")
    if thought:
        events.append(Event(kind="agent", text=thought, native_id=call_id))
    action = shapes.string(step, "action")
    observation = shapes.text_of(step.get("observation"))
    if action:
        events.append(Event(kind="tool_call", tool=TOOL, input={"command": action}, native_id=call_id))
        events.append(Event(kind="tool_result", text=observation, native_id=call_id))
    elif observation:
        events.append(Event(kind="system", text=observation, native_id=call_id))
    return events or [shapes.raw(step)]
