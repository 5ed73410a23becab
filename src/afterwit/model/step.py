"""Step: a call and what came of it, the unit in which one thinks about what an agent did."""

from collections.abc import Iterable, Iterator
from functools import cached_property
from typing import cast

import msgspec

from afterwit.model.command import pipelines
from afterwit.model.event import Event

COMMANDS = ("command", "cmd", "script", "commandLine", "commands")
"""The arguments that hold a command line."""
TRIVIAL = frozenset({"", "cd", "pwd", "echo", "true", "sleep", "exit", "export", "set"})
"""Programs that look into nothing."""


class Step(msgspec.Struct, frozen=True, kw_only=True, dict=True):
    """A call and what came of it."""

    session: str
    call: Event
    result: Event
    cited: bool = False
    """Whether a proposal rests on it."""
    doubted: bool = False
    """Whether it gave nothing, or the agent itself said that it went wrong, though no flag says so."""

    @property
    def seq(self) -> int:
        """The place of its result."""
        return self.result.seq

    @property
    def writes(self) -> bool:
        """Whether it changes a file, as far as the call tells."""
        return self.call.purpose == "file_write"

    @property
    def verifies(self) -> bool:
        """Whether it checks something."""
        return "verification" in {self.call.purpose, self.result.purpose}

    @cached_property
    def command(self) -> str:
        """The command line it runs; empty where it is no such call."""
        return command_line(self.call)

    @cached_property
    def programs(self) -> frozenset[str]:
        """The programs that its command line runs, without those that look into nothing."""
        return frozenset(stage.program for pipeline in pipelines(self.command) for stage in pipeline) - TRIVIAL

    @cached_property
    def about(self) -> frozenset[str]:
        """What it is about: the programs it runs, else its tool with the places it names, else its tool."""
        if self.command:
            return self.programs
        places = [text for text in texts(self.call.input) if "/" in text or "." in text]
        named = (f"{self.call.tool} {place}" for place in places if "\n" not in place)
        return frozenset(named) or frozenset({self.call.tool})

    @cached_property
    def does(self) -> str:
        """The call as text: two calls with the same one did the same."""
        return f"{self.call.tool} {self.call.input!r}"

    @property
    def investigates(self) -> bool:
        """Whether it looks into something: neither a write nor bookkeeping nor a program that does nothing."""
        if self.call.purpose in {"file_write", "skill_loaded", "learning_start", "learning_finish"}:
            return False
        return bool(self.programs) if self.command else True


def steps_of(session: str, events: Iterable[Event]) -> Iterator[Step]:
    """The calls among these events that were answered, in the order of their answers."""
    calls: dict[int, Event] = {}
    for event in events:
        if event.kind == "tool_call":
            calls[event.seq] = event
        elif event.kind in {"tool_result", "refusal"} and event.answers in calls:
            yield Step(session=session, call=calls.pop(event.answers), result=event)


def command_line(call: Event) -> str:
    """The command line that a call gives to a shell; empty where it has none."""
    for name in COMMANDS:
        value = (call.input or {}).get(name)
        if isinstance(value, str):
            return value
        if isinstance(value, list):
            words = [word for word in cast("list[object]", value) if isinstance(word, str)]
            # `["bash", "-lc", "the command"]`: what was meant is the last word.
            shell = len(words) > 1 and words[-2].startswith("-") and words[-2].endswith("c")
            return words[-1] if shell else " ".join(words)
    return ""


def texts(value: object) -> Iterator[str]:
    """Every text in a call's arguments."""
    pending = [value]
    while pending:
        part = pending.pop()
        if isinstance(part, str):
            yield part
        elif isinstance(part, dict):
            pending.extend(reversed(list(cast("dict[str, object]", part).values())))
        elif isinstance(part, list):
            pending.extend(reversed(cast("list[object]", part)))
