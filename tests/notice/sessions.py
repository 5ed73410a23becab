"""Invented sessions for detectors: a task, something done, and what the user says then."""

from collections.abc import Iterable

from afterwit.model.event import Event, Kind, Purpose
from afterwit.model.session import Session

SESSION = Session(host="claude-code", native_id="one", project="/home/ada/shop")


class Script:
    """A session told line by line."""

    def __init__(self) -> None:
        self.events: list[Event] = []

    def says(self, kind: Kind, text: str, *, agent: str = "") -> Event:
        return self._tell(Event(kind=kind, text=text, agent=agent))

    def runs(self, command: str, *, ok: bool | None = True) -> tuple[Event, Event]:
        return self.calls("Bash", {"command": command}, ok=ok)

    def calls(
        self, tool: str, given: dict[str, object], *, ok: bool | None = True, purpose: Purpose = ""
    ) -> tuple[Event, Event]:
        call = self._tell(Event(kind="tool_call", tool=tool, input=given, purpose=purpose))
        return call, self._tell(Event(kind="tool_result", tool=tool, ok=ok, answers=call.seq))

    def refuses(self, command: str, words: str) -> tuple[Event, Event]:
        call = self._tell(Event(kind="tool_call", tool="Bash", input={"command": command}))
        return call, self._tell(Event(kind="refusal", tool="Bash", ok=False, answers=call.seq, text=words))

    def _tell(self, event: Event) -> Event:
        event.seq = len(self.events) + 1
        event.at = 1_700_000_000_000 + event.seq
        self.events.append(event)
        return event


def after_a_task(*words: str) -> Script:
    """A task that the agent has worked on, and what the user says next."""
    script = Script()
    script.says("user", "Make the shop faster")
    script.runs("npm install")
    script.says("agent", "Done.")
    for text in words:
        script.says("user", text)
        script.says("agent", "I see.")
    return script


def session_of(commands: Iterable[str], name: str = "one") -> tuple[Session, list[Event]]:
    """A session in which these commands worked, one after the other."""
    script = Script()
    script.says("user", "Release it")
    for command in commands:
        script.runs(command)
    return Session(host="claude-code", native_id=name), script.events
