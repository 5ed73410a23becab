"""Verification: it was seen to work after the last failure, and the skill says how to see it again."""

from collections.abc import Iterator

from afterwit.judge.cited import Cited, folded, recoveries
from afterwit.judge.depth import Side
from afterwit.judge.users_word import Word
from afterwit.model.command import pipelines
from afterwit.model.skill_document import Document
from afterwit.model.step import Step

SHORTEST_COMMAND = 4
"""A shorter one is found in any text."""


def verification(cited: Cited, document: Document, said: Word) -> Side:
    """Yes where a cited check or the working call succeeded last and the skill has the check or the command."""
    working = [step for steps in cited.steps.values() for step in _working(list(steps))]
    section = bool(document.section("Verification").strip())
    text = folded(f"{document.guidance} {document.section('Verification')}")
    command = any(_stands_in(step, text) for step in working)
    seen = working[-1].result.id if working else ""
    if seen:
        told = f"{seen} worked after the last failure"
    elif said:
        told = f"the user's own word ({said.event})"
    else:
        told = "no cited call worked after the last failure"
    if section or command:
        told += ", and the skill has " + ("a Verification section" if section else "the working command")
    else:
        told += ", and the skill has neither a Verification section nor the working command"
    return Side(
        # Where the user said how things are to be, there is nothing to try out: their word is what it rests on.
        passed=bool((seen and (section or command)) or (said and not working)),
        reason=told,
        measured={"worked": seen, "verification_section": section, "command_in_guidance": command},
    )


def _working(steps: list[Step]) -> Iterator[Step]:
    """The cited calls that show it works: checks, commands and recoveries, with no failure after them."""
    last_failure = max((step.seq for step in steps if step.result.ok is False), default=0)
    recovered = {later.seq for _, later in recoveries(steps)}
    for step in steps:
        shows = step.verifies or step.seq in recovered or bool(step.programs)
        if step.cited and step.result.ok and shows and step.seq > last_failure:
            yield step


def _stands_in(step: Step, text: str) -> bool:
    """Whether the command, or one that is part of it, stands in the text."""
    parts = [" ".join(stage.meant) for pipeline in pipelines(step.command) for stage in pipeline]
    wanted = [folded(part) for part in (step.command, *parts)]
    return any(len(part) >= SHORTEST_COMMAND and " " in part and part in text for part in wanted)
