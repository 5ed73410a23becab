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
from afterwit.keep.spool import MATCH, Spool
from afterwit.model.learning import Counts, SeenSession, SpoolBatch
from afterwit.ports import Turns

TOOL_CALLS = frozenset({"PostToolUse", "PostToolUseFailure", "AfterTool"})
TURN_ENDS = frozenset({"Stop", "AfterAgent"})
ENDS = frozenset({"SessionEnd"})
COMPACTIONS = frozenset({"PreCompact", "PreCompress"})
SEEN_ONLY = frozenset(
    {
        "SessionStart",
        "UserPromptSubmit",
        "PreToolUse",
        "SubagentStart",
        "SubagentStop",
        "StopFailure",
        "PostCompact",
        "PermissionRequest",
        "Notification",
        "BeforeAgent",
        "BeforeTool",
    }
)
"""Events that only show that a session goes on."""
KNOWN = TOOL_CALLS | TURN_ENDS | ENDS | COMPACTIONS | SEEN_ONLY

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


class Drained(msgspec.Struct, kw_only=True):
    """What was taken from the spool."""

    lines: int = 0
    skipped: int = 0
    """Lines among them that are broken or tell of nothing that is known."""


def drain(kernel: Kernel) -> Drained:
    """Count what was left; where the store cannot be written, it waits on."""
    return drain_into(kernel.turns, kernel.zone.root, lambda: {entry.name for entry in kernel.index.entries()})


def drain_into(turns: Turns, state: Path, skills: Callable[[], Collection[str]]) -> Drained:
    """The same for whoever has the rooms at hand; the names of the skills that there are, asked for once, if at all."""
    drained = Drained()
    known: Collection[str] | None = None
    with closing(Spool(state).take()) as files:
        for taken in files:
            try:
                for name, lines in taken.batches():
                    known = skills() if known is None else known
                    batch = added_up(name, lines, known)
                    if turns.take_in(batch):
                        drained.lines += len(lines)
                        drained.skipped += batch.skipped
                taken.done()
            except (StoreFailed, OSError):
                break
    return drained


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
            elif line.event in TURN_ENDS:
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
        ended=line.event in ENDS,
        compactions=int(line.event in COMPACTIONS),
    )
