"""Everything Afterwit raises on purpose, one tree.

AfterwitError
├── WrongUse            the caller's input is bad; nothing was done (exit code 2)
│   ├── ConfigError     settings that cannot be used, all of them at once
│   ├── UnreadableSource  a path that is no transcript: missing, empty, binary, unknown
│   └── BadSkill        a folder or text that is no skill, all its problems at once
├── NotFound            the answer is no: there is no such thing (exit code 1)
└── MachineryFailed     Afterwit or what it stands on broke (exit code 3)
    ├── StoreFailed     the database could not be opened, read or written
    ├── ModelFailed     a model could not be loaded, reached or understood
    ├── WriteFailed     an approved write did not succeed; what was there before still is
    │   ├── Conflict    what it was to change is no longer as it was (exit code 1)
    │   └── OverBudget  there is no room for it (exit code 1)
    └── PassStopped     a learning pass ended early, closed
        ├── BadProposal a proposal is of the wrong shape
        └── GateFailed  a gate broke, so that nothing can be said

Each message is one sentence that says what is wrong and what to do next.
"""

from collections.abc import Sequence


class AfterwitError(Exception):
    """The root: catch this to catch everything Afterwit raises on purpose."""

    exit_code = 3


class WrongUse(AfterwitError):
    """Bad input; nothing was done."""

    exit_code = 2


class ConfigError(WrongUse):
    """Settings that cannot be used; carries every problem, not the first."""

    def __init__(self, problems: Sequence[str]) -> None:
        self.problems = tuple(problems)
        told = "; ".join(self.problems).rstrip(".")
        super().__init__(told if told.endswith("?") else f"{told}.")


class UnreadableSource(WrongUse):
    """A path that cannot be read as a transcript."""


class NotFound(AfterwitError):
    """There is no such thing."""

    exit_code = 1


class MachineryFailed(AfterwitError):
    """Afterwit, or something it stands on, broke."""

    exit_code = 3


class StoreFailed(MachineryFailed):
    """The database could not be opened, read or written."""


class ModelFailed(MachineryFailed):
    """A model could not be loaded, reached or understood."""


class BadSkill(WrongUse):
    """What is no skill; carries every problem, not the first."""

    def __init__(self, name: str, problems: Sequence[str]) -> None:
        self.problems = tuple(problems)
        super().__init__(f"{name} is no valid skill: {'; '.join(self.problems)}.")


class WriteFailed(MachineryFailed):
    """An approved write did not succeed; what was there before still is."""


class Conflict(WriteFailed):
    """What was to be changed is no longer as it was when the change was proposed."""

    exit_code = 1


class OverBudget(WriteFailed):
    """There is no room for it."""

    exit_code = 1


class PassStopped(MachineryFailed):
    """A learning pass ended early, closed."""


class BadProposal(PassStopped):
    """A proposal is of the wrong shape."""


class GateFailed(PassStopped):
    """A gate broke, so that nothing can be said about a proposal."""
