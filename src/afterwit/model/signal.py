"""Signal: something in a session that deserves a look, found by rule, with the events that show it.

A signal is kept from the moment it is noticed until it has been judged, and beyond: the same thing in another session
makes both weigh more. So it carries all that a proposal is made from, and no event need be read again.
"""

from typing import Literal

import msgspec

from afterwit.model.proposal import Category, Trigger

Sort = Literal[
    "recovery",
    "misleading_error",
    "surprise",
    "correction",
    "refusal",
    "self_correction",
    "request",
    "skill_correction",
    "pattern",
]
"""What kind of thing was noticed.

`recovery` is a failed action after which another reached the same end; `misleading_error` one whose error did not name
what had to be changed. `surprise` is a call that succeeded with something other than was expected, and was then made
differently. `correction` is the user's word against what was done, `refusal` the same where it stopped a call,
`self_correction` the agent's own note of it, `skill_correction` one after a skill had been loaded. `request` asks for
something to be remembered. `pattern` is a row of commands as they are run in every session.
"""


class Action(msgspec.Struct, frozen=True, kw_only=True):
    """One thing an agent did: the call with its result, as far as a skill may tell of it."""

    call: str
    """The event of the call: e17."""
    result: str
    """The event of its result; empty where there is none."""
    tool: str
    text: str
    """What was done: the command line, else the arguments, as they were."""
    words: tuple[str, ...] = ()
    """The words of what it mainly did."""
    shell: bool = True
    """Whether it was a command line; the words of a tool are its name and its arguments as `name=value`."""


class Recovery(msgspec.Struct, frozen=True, kw_only=True, tag="recovery"):
    """What failed, and what then worked."""

    failed: tuple[Action, ...]
    """Every attempt that failed, in order."""
    worked: Action
    error: str
    """The line in which a failure says what is wrong: of several attempts, the one that says it best."""
    template: str
    """That line with everything folded away that differs from machine to machine and from time to time."""
    failing: tuple[str, ...]
    """The words of the failing action that matter: the one program of a long command line, the arguments of a tool."""
    working: tuple[str, ...]
    """The words of the working one that stand in their place."""
    subject: str
    """What failed, by its name: `gh pr diff`."""
    first: tuple[Action, ...] = ()
    """What was done in between, where the same action worked only after it."""
    named: bool = False
    """Whether the error names something that was changed."""
    shell: bool = True
    """Whether the words are a command line; those of a tool are its name and arguments as `name=value`."""


class Correction(msgspec.Struct, frozen=True, kw_only=True, tag="correction"):
    """What the user would rather have."""

    said: str
    """The user's words that correct or ask."""
    event: str = ""
    """Where they stand."""
    refused: Action | None = None
    """What the user did not want done."""
    done: Action | None = None
    """What was done next."""
    skill: str = ""
    """The skill that had been loaded before."""
    category: Category | None = None
    """What the lesson is about, where the agent said so itself."""


class Routine(msgspec.Struct, frozen=True, kw_only=True, tag="routine"):
    """A row of commands that worked, one after the other."""

    actions: tuple[Action, ...]


class Signal(msgspec.Struct, frozen=True, kw_only=True):
    """One thing that was noticed in one session."""

    session: str
    """The session's key."""
    sort: Sort
    trigger: Trigger
    about: str
    """What it is about: signals with the same word here are about the same thing, in whatever session."""
    events: tuple[str, ...]
    """The events that show it, in order."""
    what: Recovery | Correction | Routine
    steps_wasted: int = 0
    """The calls that a session which knew this beforehand would not have made."""
    confidence: float
    """How sure the rule is that there is something to learn here, from 0 to 1."""
    at: int | None = None
    """When it happened, in milliseconds since 1970 UTC."""
    project: str = ""
    """The folder that the session worked in."""
    phase: str = ""
    """The phase of work it happened in, as far as it was told: implement, review, plan …"""

    @property
    def key(self) -> str:
        """Its name: the same whenever the same session is looked at again."""
        return f"{self.session} {self.events[0] if self.events else ''} {self.sort} {self.about}"
