"""Event: one thing that happened in a session."""

from typing import Literal

import msgspec

Kind = Literal[
    "user",
    "agent",
    "thought",
    "tool_call",
    "tool_result",
    "refusal",
    "error",
    "compaction",
    "system",
    "progress",
    "raw",
]
"""What a line of the transcript is.

`refusal` is a tool result that says the user declined the call; its text is what the user said instead.
`error` is a failure of the host or the model service, not of a tool.
`system` is text the host put there: instructions, reminders, hook output, summaries, bookkeeping.
`raw` is a line of a type the reader does not know, kept as it came.
"""

Purpose = Literal["", "file_write", "verification", "skill_loaded", "learning_start", "learning_finish"]
"""What a call was for, as far as it can be told from the call alone; its result carries the same word."""


class Event(msgspec.Struct, kw_only=True, omit_defaults=True, gc=False):
    """One thing that happened. The hot path: a plain struct, made millions of times, and never part of a cycle."""

    seq: int = 0
    """Place in the session, from 1. `e17` is the event whose seq is 17, in transcript, log and bundle alike."""

    kind: Kind
    """What it is."""

    purpose: Purpose = ""
    """What a call was for; empty where nothing can be said."""

    at: int | None = None
    """When, in milliseconds since 1970 UTC; None where the host does not say."""

    text: str = ""
    """What was said, thought, returned or refused with."""

    tool: str = ""
    """The tool's name, on calls and on their results."""

    input: dict[str, object] | None = None
    """A call's arguments."""

    ok: bool | None = None
    """On results: True done, False failed, None cannot be told. Decided by `intake.outcome`."""

    why: str = ""
    """On failed results: the rule that decided so, e.g. `exit-code` or `command-not-found`."""

    answers: int | None = None
    """On results: the seq of the call."""

    native_id: str = ""
    """The host's own id: the tool-use id on calls and results, the line's id elsewhere; empty if it has none."""

    line_id: str = ""
    """The host's id of the line or message this event came from, where it has one."""

    agent: str = ""
    """The subagent that did it; empty for the session's main agent."""

    line: int = 0
    """Where it came from: the line of the file, or the place in a one-document transcript, from 1."""

    @property
    def id(self) -> str:
        """The event's name within its session."""
        return f"e{self.seq}"
