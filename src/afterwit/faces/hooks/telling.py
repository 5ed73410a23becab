"""What a hook tells an agent: opens the project's shelf, without its store, and asks the engine."""

import re
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import cast

from afterwit.configured import load
from afterwit.engine import offer
from afterwit.engine.offered import Offered
from afterwit.engine.project import Project
from afterwit.engine.shelf import shelf
from afterwit.faces.hooks.edge import Edge
from afterwit.faces.hooks.hook import TOOL_ANSWERS

ANSWERS = ("error", *TOOL_ANSWERS)
"""Where hosts put what a tool answered, and what it complained of."""
LONGEST = 12_000
"""Characters of one text of an answer that are looked at: its end, where errors stand."""
MOST_TEXTS = 20
DEEPEST = 4
_TAG = re.compile(
    r"<(?=/?(?:system-reminder|hook_context|local-command-|command-|bash-|task-notification|user-prompt-|skill\b))",
    re.IGNORECASE,
)
"""How the marks begin by which hosts set apart who speaks: within them nobody else is to speak."""


def tell(event: str, facts: Mapping[str, object], edge: Edge, state: str, session: str) -> str:
    """What an agent is told at an event; empty where there is nothing that it has not been told.

    It is told once, so the edge has to know: where the agent does not hear it after all, it was not told. Text of
    skills and lessons is anybody's: a mark of a host in it is made one no longer.
    """
    return _TAG.sub("\N{SINGLE LEFT-POINTING ANGLE QUOTATION MARK}", _told(event, facts, edge, state, session))


def _told(event: str, facts: Mapping[str, object], edge: Edge, state: str, session: str) -> str:
    project, offered = Project(Path(state).parent), Offered(state, session)
    edge.promise = offered
    shown = "" if event in {"SessionStart", "UserPromptSubmit"} else answered(facts)
    config, _ = load(project.root)
    with shelf(project, config) as here:
        if event == "SessionStart":
            return offer.at_start(here, offered)
        if event == "UserPromptSubmit":
            return offer.for_prompt(str(facts.get("prompt", "")), here, offered)
        return offer.for_error(shown, here, offered, _command(facts))


def answered(facts: Mapping[str, object]) -> str:
    """What a tool answered, as far as it is text."""
    found = (text for key in ANSWERS for text in _texts(facts.get(key), DEEPEST))
    return "\n".join(text[-LONGEST:] for text, _ in zip(found, range(MOST_TEXTS), strict=False))


def _command(facts: Mapping[str, object]) -> str:
    """The command line that was run; empty where the tool is no shell."""
    given = facts.get("tool_input", facts.get("toolArgs"))
    said = cast("dict[str, object]", given).get("command") if isinstance(given, dict) else None
    if isinstance(said, list):
        said = " ".join(word for word in cast("list[object]", said) if isinstance(word, str))
    return said if isinstance(said, str) else ""


def _texts(value: object, deep: int) -> Iterator[str]:
    if isinstance(value, str):
        yield value
    elif isinstance(value, dict | list) and deep:
        inner = cast("dict[str, object]", value).values() if isinstance(value, dict) else cast("list[object]", value)
        for each in inner:
            yield from _texts(each, deep - 1)
