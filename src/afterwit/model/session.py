"""Session: one run of one agent, as its host knows it."""

from typing import Literal

import msgspec

Origin = Literal["person", "headless", "subagent", "reviewer", "revoked"]
"""Who drove the session. Only what a person drove is learned from without further thought.

`headless` is a scripted run, `subagent` a run another agent started, `reviewer` a run of Afterwit's own.
What came of a `revoked` session was taken back: nothing more of it is taken in.
"""

REVIEW_MARK = "<!-- afterwit:review -->"
"""Every prompt Afterwit sends to an agent host starts with this, so that no review learns from a review."""


class Session(msgspec.Struct, kw_only=True, omit_defaults=True):
    """One run of one agent. Readers fill it in as they go: a host tells its facts line by line."""

    host: str
    """The agent host, by the name of its reader: claude-code, codex, copilot, …"""

    native_id: str
    """The host's own id of the session, or one made from its first exchange where the host has none."""

    origin: Origin = "person"
    """Who drove it."""

    parent: str = ""
    """The native id of the session that started this one, or that it was forked from."""

    agent: str = ""
    """The agent's name and version, as the host says it."""

    model: str = ""
    """The language model that answered last."""

    project: str = ""
    """The folder it worked in."""

    branch: str = ""
    """The git branch it started on."""

    phase: str = ""
    """The phase of work it is in, where the user said so: implement, review, plan …"""

    title: str = ""
    """What the session was about: the host's own title, else the first thing the user said."""

    started: int | None = None
    """Time of the first event, in milliseconds since 1970 UTC."""

    finished: int | None = None
    """Time of the last event read so far."""

    input_tokens: int = 0
    """Tokens the model read, each message counted once."""

    output_tokens: int = 0
    """Tokens the model wrote."""

    reward: float | None = None
    """The score of a benchmark run, where the transcript carries one."""

    @property
    def key(self) -> str:
        """The session's name in Afterwit: the same from whatever path it is read."""
        return f"{self.host}:{self.native_id}"
