"""Attempts: what the agents of a session tried, each with what came of it and what they said about it."""

from collections.abc import Mapping, Sequence
from functools import cached_property

import msgspec

from afterwit.model.command import Pipeline, pipelines
from afterwit.model.event import Event
from afterwit.model.exit_code import STILL_RUNNING, exit_code
from afterwit.model.step import Step, steps_of
from afterwit.model.way import Way, after_options, ways_of
from afterwit.notice.complaints import Obstacle, kind_of, said

BY_RULE: dict[str, Obstacle] = {"edit-not-applied": "place", "missing-file": "place", "checks-failed": "checks"}
"""What kind of obstacle it was, where the rule by which it counts as failed knows."""
LONGEST_REMARK = 800
ELSEWHERE = ("/dev/", "/tmp/", "&")  # noqa: S108 - names that are looked for, not used
"""Places that nobody works on."""
EDITORS = frozenset({"sed", "perl", "gsed"})
PUT_BACK = frozenset({"checkout", "restore", "apply", "stash", "reset", "revert", "cherry-pick", "rebase", "merge"})
"""What git does to files."""


class Attempt(msgspec.Struct, frozen=True, kw_only=True, dict=True):
    """A step, seen as an attempt to reach something."""

    step: Step
    number: int
    """Its place among the attempts of its agent."""
    remark: str = ""
    """What the agent said or thought after it, before it went on."""
    among: int = 1
    """How many calls the remark is about: those that were made at once."""

    @cached_property
    def _parted(self) -> tuple[tuple[Way, ...], tuple[Way, ...]]:
        return ways_of(self.step)

    @property
    def ways(self) -> tuple[Way, ...]:
        """The programs it runs that get somewhere, or the tool it calls."""
        return self._parted[0]

    @property
    def heads(self) -> tuple[Way, ...]:
        """The ways without those that only pass on what another one gives."""
        return self._parted[1]

    def voices(self, line: str) -> tuple[Way, ...]:
        """The ways that a complaint can be about: the one that speaks, else all that lead."""
        speaker = line.partition(":")[0].casefold()
        return tuple(way for way in self.ways if way.program.casefold() == speaker) or self.heads

    @cached_property
    def writes(self) -> bool:
        """Whether it changes files, by a tool or by a command."""
        return self.step.writes or any(_writes(line) for line in pipelines(self.step.command))

    @cached_property
    def complaint(self) -> str:
        """The line in which a failure says what is wrong."""
        return said(self.step.result.text)

    @cached_property
    def obstacle(self) -> Obstacle:
        """What kind of thing that is."""
        known = BY_RULE.get(self.step.result.why)
        return known or (kind_of(self.complaint) if self.complaint else "passing")

    @cached_property
    def output(self) -> str:
        """What came of it, as text."""
        return exit_code(self.step.result.text)[1]

    @property
    def asks(self) -> bool:
        """Whether all of it only asks how to do something."""
        return bool(self.ways) and all(way.asks or way.program == "man" for way in self.ways)


Tried = Mapping[str, Sequence[Attempt]]
"""What each agent of a session tried, in order; the main one's name is empty."""


def attempts(session: str, events: Sequence[Event]) -> dict[str, list[Attempt]]:
    """What each agent of a session tried, in order; the main one's name is empty.

    A command that ran on has the result that it came to in the end.
    """
    found: dict[str, list[Attempt]] = {}
    remarks = _remarks(events)
    running: dict[str, Step] = {}
    for step in steps_of(session, events):
        waited = _session_of(step)
        if step.result.ok is None and STILL_RUNNING in step.result.text[:400]:
            running.setdefault(_said_session(step.result.text), step)
            continue
        begun = running.pop(waited, None) if waited else None
        if begun is not None:
            if step.result.ok is None:
                running[waited] = begun
                continue
            step = msgspec.structs.replace(begun, result=step.result)  # noqa: PLW2901 - one call, its final result
        own = found.setdefault(step.call.agent, [])
        remark, among = remarks.get(step.result.seq, ("", 1))
        own.append(Attempt(step=step, number=len(own) + 1, remark=remark, among=among))
    return found


def _remarks(events: Sequence[Event]) -> dict[int, tuple[str, int]]:
    """By the place of each result, what its agent said next, and about how many results at once."""
    found: dict[int, tuple[str, int]] = {}
    batches: dict[str, list[int]] = {}
    told_by: dict[str, str] = {}
    for event in events:
        if event.kind == "tool_result":
            if event.agent in told_by:
                batches[event.agent] = []
                del told_by[event.agent]
            batches.setdefault(event.agent, []).append(event.seq)
        elif event.kind in {"agent", "thought"} and event.text.strip() and batches.get(event.agent):
            told = f"{told_by.get(event.agent, '')} {event.text[:LONGEST_REMARK]}".strip()[: 2 * LONGEST_REMARK]
            told_by[event.agent] = told
            batch = batches[event.agent]
            found.update(dict.fromkeys(batch, (told, len(batch))))
    return found


def _session_of(step: Step) -> str:
    """The running command that a call asks about; Codex numbers them."""
    number = (step.call.input or {}).get("session_id") if step.call.tool == "write_stdin" else None
    return str(number) if isinstance(number, int | str) else ""


def _said_session(text: str) -> str:
    return text.partition(STILL_RUNNING)[2].strip().partition("\n")[0].strip()


def _writes(line: Pipeline) -> bool:
    """Whether a command changes files that somebody works on."""
    for stage in line:
        words = stage.words
        if stage.program in EDITORS and any(word.startswith(("-i", "--in-place", "-pi")) for word in words):
            return True
        if stage.program in {"tee", "patch"} or (stage.program == "git" and _verb(stage.meant) in PUT_BACK):
            return True
        for place, word in enumerate(words[1:], 1):
            target = word.lstrip("0123456789&")
            into = target.lstrip(">") or "".join(words[place + 1 : place + 2])
            if target.startswith(">") and into and not into.startswith(ELSEWHERE):
                return True
    return False


def _verb(words: Sequence[str]) -> str:
    """What git is told to do: `restore` in `git -C shop restore`."""
    return next(iter(after_options(words[1:])), "")
