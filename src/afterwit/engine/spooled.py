"""What hooks and searches left in the spool is counted, each line once, by whoever opens the store."""

import json
from collections import Counter
from collections.abc import Callable, Collection, Iterable, Iterator
from contextlib import closing
from pathlib import Path
from typing import Annotated

import msgspec

from afterwit.engine.kernel import Kernel
from afterwit.errors import StoreFailed
from afterwit.keep.faults import note_daily
from afterwit.keep.spool import MATCH, Spool
from afterwit.model.learning import Counts, SeenSession, SpoolBatch
from afterwit.ports import Turns

TOOL_CALLS = frozenset({"PostToolUse", "PostToolUseFailure"})
TURN_END = "Stop"
END = "SessionEnd"
COMPACTION = "PreCompact"
SEEN_ONLY = frozenset({"SessionStart", "UserPromptSubmit", "SubagentStop"})
"""Events that only show that a session goes on."""
KNOWN = TOOL_CALLS | SEEN_ONLY | {TURN_END, END, COMPACTION}
"""The events that a hook writes down, whatever its host calls them."""
COUNTING = "counting what hooks left"
"""What goes wrong here, to `afterwit doctor`."""

LATEST = 2**63 - 1
"""No time is later that a store can hold."""


class Line(msgspec.Struct, frozen=True, kw_only=True, gc=False):
    """A line of the spool. Whatever can write to the project's folder can write one."""

    at: Annotated[int, msgspec.Meta(ge=0, le=LATEST)]
    event: Annotated[str, msgspec.Meta(max_length=100)]
    agent: Annotated[str, msgspec.Meta(max_length=200)] = ""
    session: Annotated[str, msgspec.Meta(max_length=1000)] = ""
    transcript: Annotated[str, msgspec.Meta(max_length=4096)] = ""
    skill: Annotated[str, msgspec.Meta(max_length=200)] = ""


HALF_A_PAIR = b"\\ud"
"""Stands in a line with the name of a file that is no proper text, which only the slower reader takes."""

_line = msgspec.json.Decoder(Line)


def drain(kernel: Kernel) -> None:
    """Count what was left; where the store cannot be written, it waits on, and `afterwit doctor` tells of it."""
    drain_into(kernel.turns, kernel.zone.root, lambda: {entry.name for entry in kernel.index.entries()})


def drain_into(turns: Turns, state: Path, skills: Callable[[], Collection[str]]) -> None:
    """The same for whoever has the rooms at hand; the names of the skills that there are, asked for once, if at all."""
    known: Collection[str] | None = None
    with closing(Spool(state).take()) as files:
        for taken in files:
            try:
                for name, lines in taken.batches():
                    known = skills() if known is None else known
                    turns.take_in(added_up(name, lines, known))
                taken.done()
            except (StoreFailed, OSError) as error:
                note_daily(str(state), COUNTING, type(error).__name__, str(error))
                break


def added_up(name: str, lines: Iterable[bytes], skills: Collection[str]) -> SpoolBatch:
    """The lines as one batch; of what was found, only skills that there are."""
    tool_calls, turns = Counter[str](), Counter[str]()
    sessions: dict[tuple[str, str], SeenSession] = {}
    matches: dict[str, tuple[int, int]] = {}
    skipped = 0
    for raw in lines:
        line = _read(raw)
        if line is None:
            skipped += 1
        elif line.event == MATCH:
            times, last = matches.get(line.skill, (0, line.at))
            matches[line.skill] = times + 1, max(last, line.at)
        else:
            if line.event in TOOL_CALLS:
                tool_calls[line.agent] += 1
            elif line.event == TURN_END:
                turns[line.agent] += 1
            if line.session:
                key = (line.agent, line.session)
                seen = _seen(line)
                sessions[key] = sessions[key].joined(seen) if key in sessions else seen
    return SpoolBatch(
        name=name,
        counts={
            agent: Counts(tool_iters_since_review=tool_calls[agent], turns_since_review=turns[agent])
            for agent in tool_calls | turns
        },
        sessions=tuple(sessions.values()),
        matches={skill: found for skill, found in matches.items() if skill in skills},
        skipped=skipped,
    )


def transcripts_waiting(state: Path) -> Iterator[str]:
    """The transcripts that lines of the spool tell of which nobody has counted yet."""
    for raw in Spool(state).waiting():
        line = _read(raw)
        if line is not None and line.transcript:
            yield line.transcript


def _read(raw: bytes) -> Line | None:
    """The line, if it tells of something that is known."""
    try:
        line = _line.decode(raw) if HALF_A_PAIR not in raw else msgspec.convert(json.loads(raw), Line)
    except (msgspec.DecodeError, ValueError, RecursionError):  # cut off by a full disk, or none of ours
        return None
    known = bool(line.skill) if line.event == MATCH else line.event in KNOWN and bool(line.agent)
    return line if known else None


def _seen(line: Line) -> SeenSession:
    return SeenSession(
        session=line.session,
        agent=line.agent,
        transcript=line.transcript,
        at=line.at,
        ended=line.event == END,
        compactions=int(line.event == COMPACTION),
    )
