"""An agent in its own turn, for tests: a session that stumbled, and what the agent writes of it."""

from collections.abc import Generator, Mapping
from contextlib import contextmanager
from pathlib import Path

import msgspec

from afterwit.config import Config
from afterwit.engine import foreground
from afterwit.engine.foreground import Finished, Reported, Started
from afterwit.engine.kernel import Kernel
from afterwit.engine.live import Live
from afterwit.engine.project import Project
from afterwit.engine.wire import learning
from afterwit.model.learning import Caller
from tests.engine.stumbling import DIFF, told_in

NAME = "rl-gh-pr-diff-no-stat"
SKILL = f"""\
---
name: {NAME}
description: gh pr diff has no --stat flag. Use when gh pr diff fails with unknown flag --stat, or the changed files of
  a pull request are wanted.
---

## Situation
`gh pr diff` says `unknown flag: --stat`.

## Guidance
1. Run `gh pr diff NUMBER --name-only`.

## Verification
The command lists a path for each changed file.

## Anti-patterns
- `gh pr diff --stat`: there is no such flag.
"""
POOR = (
    SKILL.partition("description:")[0]
    + "description: gh.\n---\n"
    + SKILL.partition("---\n\n")[2].replace("## Situation\n`gh pr diff` says `unknown flag: --stat`.\n", "")
)
"""What the gates have something to say about: it does not tell when to use it."""
START: Mapping[str, object] = {
    "action": "create",
    "skill_name": NAME,
    "reason": "recovered_surprise",
    "event_refs": ["e2", "e3", "e4", "e5"],
    "message": "Learning how to list the files of a pull request.",
}
FINISH: Mapping[str, object] = {
    "action": "create",
    "skill_name": NAME,
    "status": "created",
    "message": f"Gelernt: {NAME}",
    "summary": "gh pr diff has no --stat flag.",
}


class Agent(msgspec.Struct):
    """An agent with a session in a project, and the tools it calls."""

    kernel: Kernel
    live: Live
    caller: Caller

    def start(self, **other: object) -> Started:
        return foreground.start({**START, **other}, self.caller, self.kernel, self.live)

    def finish(self, **other: object) -> Finished:
        return foreground.finish({**FINISH, **other}, self.caller, self.kernel, self.live)

    def report(self, **told: object) -> Reported:
        return foreground.report(told, self.caller, self.kernel, self.live)

    def writes(self, started: Started, text: str = SKILL, path: str = "SKILL.md") -> None:
        place = Path(started.folder) / path
        place.parent.mkdir(parents=True, exist_ok=True)
        place.write_text(text, encoding="utf-8")

    def learns(self, text: str = SKILL, **other: object) -> Finished:
        self.writes(self.start(), text)
        return self.finish(**other)


@contextmanager
def at_work(
    root: Path, config: Config | None = None, *, invocation: str = "run-1", reviewer: bool = False
) -> Generator[Agent, None, None]:
    """An agent whose session tried a flag that does not exist, and found another."""
    path = root / "transcripts" / "one.jsonl"
    if not path.exists():
        path.parent.mkdir(parents=True, exist_ok=True)
        told_in(path.parent, *DIFF)
    with learning(Project(root), config or Config()) as (intake, kernel):
        caller = Caller(agent="claude-code", invocation=invocation, reviewer=reviewer)
        yield Agent(kernel, Live(intake, kernel, lambda: [path]), caller)
