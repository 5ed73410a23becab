"""Small invented sessions for what looks at calls and their results, with the outcome and purpose that intake tells."""

from collections.abc import Iterable

import msgspec

from afterwit.config import Judge, Notice
from afterwit.intake import outcome
from afterwit.intake.purpose import command_of, purpose_of
from afterwit.model.event import Event, Kind
from afterwit.model.session import Session
from afterwit.model.signal import Recovery, Signal
from afterwit.notice.attempts import attempts
from afterwit.notice.recoveries import recoveries
from afterwit.notice.surprises import surprises

SESSION = Session(host="claude-code", native_id="tale", project="/home/ada/shop")
NOTICE = Notice()
SURE = Judge().score_threshold
"""From here on a signal becomes a proposal by itself."""
BEGAN = 1_760_000_000_000


class Deed(msgspec.Struct, frozen=True, kw_only=True):
    """A call and what came of it; or words, where there is no tool."""

    tool: str = ""
    given: dict[str, object] = msgspec.field(default_factory=dict[str, object])
    text: str = ""
    flagged: bool = False
    """Whether the host calls it an error."""
    refused: bool = False
    kind: Kind = "agent"
    """Whose words these are."""
    agent: str = ""


Told = Deed | tuple[Deed, ...]
"""Deeds in a tuple are begun at once: all calls are made before the first result comes."""


def ran(command: str, output: str = "", code: int = 0) -> Deed:
    """A command line, in the form of Claude Code."""
    text = f"Exit code {code}\n{output}" if code else output
    return Deed(tool="Bash", given={"command": command}, text=text, flagged=bool(code))


def codex(command: str, output: str = "", code: int = 0) -> Deed:
    """A command line, in the form of Codex."""
    return Deed(tool="exec_command", given={"cmd": command, "workdir": "/home/ada/shop"}, text=ended(output, code))


def ended(output: str = "", code: int = 0) -> str:
    """What Codex says of a command that is done."""
    head = f"Chunk ID: 7f31aa\nWall time: 0.2000 seconds\nProcess exited with code {code}"
    return f"{head}\nOriginal token count: 9\nOutput:\n{output}"


def running(number: int) -> str:
    """What Codex says of a command that is not."""
    head = f"Chunk ID: 51c0de\nWall time: 10.0000 seconds\nProcess running with session ID {number}"
    return f"{head}\nOriginal token count: 0\nOutput:\n"


def used(tool: str, given: dict[str, object], text: str = "done", *, wrong: bool = False) -> Deed:
    """Any other tool."""
    return Deed(tool=tool, given=given, text=text, flagged=wrong)


def edited(path: str = "/home/ada/shop/src/cart.py") -> Deed:
    """A file that is written."""
    given: dict[str, object] = {"file_path": path, "old_string": "total", "new_string": "sum"}
    return used("Edit", given, f"The file {path} has been updated.")


def remarked(text: str) -> Deed:
    """The agent says something."""
    return Deed(text=text)


def by(agent: str, deed: Deed) -> Deed:
    """The same, done by a subagent."""
    return msgspec.structs.replace(deed, agent=agent)


def refused(deed: Deed, words: str = "") -> Deed:
    """The same, but that the user did not want it."""
    return msgspec.structs.replace(deed, refused=True, text=words)


def happened(*told: Told, began: int = BEGAN) -> list[Event]:
    """The events of a session in which these things were done, one after the other."""
    events = [Event(kind="user", text="Please see to it.")]
    for each in told:
        batch = each if isinstance(each, tuple) else (each,)
        calls = {place: _call(deed) for place, deed in enumerate(batch) if deed.tool}
        events += calls.values()
        for number, event in enumerate(events, 1):
            event.seq = number
        for place, deed in enumerate(batch):
            done = _result(deed, calls[place]) if place in calls else _words(deed)
            done.seq = len(events) + 1
            events.append(done)
    for number, event in enumerate(events, 1):
        event.seq, event.at, event.line = number, began + 1000 * number, number
    return events


def _words(deed: Deed) -> Event:
    return Event(kind=deed.kind, text=deed.text, agent=deed.agent)


def _call(deed: Deed) -> Event:
    call = Event(kind="tool_call", tool=deed.tool, input=deed.given, agent=deed.agent)
    call.purpose = purpose_of(call, command_of(call))
    return call


def _result(deed: Deed, call: Event) -> Event:
    result = Event(
        kind="refusal" if deed.refused else "tool_result",
        tool=deed.tool,
        text=deed.text,
        answers=call.seq,
        agent=deed.agent,
        purpose=call.purpose,
        ok=False if deed.flagged else None,
    )
    result.ok, result.why = outcome.decide(result, command_of(call))
    return result


def noticed_in(events: Iterable[Event], window: int = NOTICE.window) -> list[Signal]:
    """The recoveries and surprises among these events, however unsure."""
    tried = attempts(SESSION.key, list(events))
    config = Notice(window=window)
    return [*recoveries(SESSION, tried, config), *surprises(SESSION, tried, config)]


def sure_of(events: Iterable[Event], window: int = NOTICE.window) -> list[Signal]:
    """Those that are sure enough to be proposed."""
    return [signal for signal in noticed_in(events, window) if signal.confidence >= SURE]


def recovery(signal: Signal) -> Recovery:
    """What a signal says, where it is a recovery."""
    assert isinstance(signal.what, Recovery)
    return signal.what


def told_by(signal: Signal) -> tuple[list[str], str]:
    """What failed, and what worked."""
    what = recovery(signal)
    return [action.text for action in what.failed], what.worked.text
