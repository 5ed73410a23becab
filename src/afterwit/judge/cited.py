"""What a proposal cites, as far as it is in the log, and what happened around it: calls with their results."""

from collections.abc import Iterator, Mapping, Sequence
from functools import cached_property
from typing import cast

import msgspec

from afterwit.model.command import pipelines
from afterwit.model.event import Event
from afterwit.model.proposal import Proposal
from afterwit.ports import View

ANSWERED_WITHIN = 64
"""How many events after a cited call its result is looked for."""
MOST_EVENTS = 2000
"""How many events of one session are looked at, the last ones."""
COMMANDS = ("command", "cmd", "script", "commandLine")
"""The arguments that hold a command line."""
TRIVIAL = frozenset({"", "cd", "pwd", "echo", "true", "sleep", "exit", "export", "set"})
"""Programs that look into nothing."""
ASKED_BY_USER = frozenset({"explicit_user_request", "user_correction"})


class Step(msgspec.Struct, frozen=True, kw_only=True, dict=True):
    """A call and what came of it."""

    session: str
    call: Event
    result: Event
    cited: bool

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
        given = self.call.input or {}
        return next((value for name in COMMANDS if isinstance(value := given.get(name), str)), "")

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


class Cited(msgspec.Struct, frozen=True, kw_only=True):
    """The events that a proposal cites, by session."""

    events: Mapping[str, Mapping[int, Event]]
    steps: Mapping[str, Sequence[Step]]
    """By session, the calls from the first cited event to the last, with their results, in order."""

    @property
    def sessions(self) -> int:
        """How many sessions the evidence is from."""
        return len(self.events)

    def every(self) -> Iterator[tuple[str, Event]]:
        """Each cited event with its session."""
        for session, events in self.events.items():
            for event in events.values():
                yield session, event

    def users_word(self, proposal: Proposal) -> str:
        """The id of a cited event in which the user asked for it or corrected the agent; empty where there is none."""
        if proposal.trigger not in ASKED_BY_USER:
            return ""
        said = {"user", "refusal"} if proposal.trigger == "user_correction" else {"user"}
        return next((event.id for _, event in self.every() if event.kind in said), "")


def look_up(proposal: Proposal, view: View) -> Cited:
    """What a proposal cites, and what happened in between."""
    cited: dict[str, dict[int, Event]] = {}
    for ref in proposal.evidence:
        if (event := view.event(ref.session, ref.event)) is not None:
            cited.setdefault(ref.session, {})[event.seq] = event
    return Cited(events=cited, steps={session: _steps(session, events, view) for session, events in cited.items()})


def _steps(session: str, cited: Mapping[int, Event], view: View) -> list[Step]:
    """The calls between the first and the last cited event: a result brings its call, and a call its result."""
    first = min(min(event.seq, event.answers or event.seq) for event in cited.values())
    last = max(cited)
    first = max(first, last - MOST_EVENTS)
    calls: dict[int, Event] = {}
    found: list[Step] = []
    for event in view.events(session, first, last + ANSWERED_WITHIN):
        if event.kind == "tool_call" and event.seq <= last:
            calls[event.seq] = event
        elif event.kind == "tool_result" and event.answers in calls:
            call = calls[event.answers]
            named = event.seq in cited or call.seq in cited
            if event.seq <= last or named:
                found.append(Step(session=session, call=call, result=event, cited=named))
    return found


def recoveries(steps: Sequence[Step]) -> list[tuple[Step, Step]]:
    """Each failed attempt with the first later call about the same that worked: another, or the same after a change."""
    found: list[tuple[Step, Step]] = []
    for place, failed in enumerate(steps):
        if failed.result.ok is not False:
            continue
        changed = False
        for later in steps[place + 1 :]:
            related = bool(later.about & failed.about) or (later.verifies and failed.verifies)
            if later.result.ok and related and (later.does != failed.does or changed):
                found.append((failed, later))
                break
            changed = changed or (later.result.ok is not False and later.writes)
    return found


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


def folded(text: str) -> str:
    """The text with every run of white space as one space."""
    return " ".join(text.split())


def plural(number: int, noun: str) -> str:
    """A number with its noun."""
    return f"{number} {noun}{'' if number == 1 else 's'}"
