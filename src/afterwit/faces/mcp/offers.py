"""What is offered beside tools: resources and prompts, by name and with what each is for."""

from collections.abc import Mapping
from typing import NamedTuple

SCHEME = "skill://"
SKILL_FILES = f"{SCHEME}{{name}}/{{+path}}"
EXTENSION = "io.modelcontextprotocol/skills"
"""Skills over MCP (SEP-2640)."""
MARKDOWN = "text/markdown"


class Offer(NamedTuple):
    """One thing that can be asked for."""

    name: str
    about: str
    kind: str = MARKDOWN


RESOURCES: Mapping[str, Offer] = {
    "afterwit://lessons": Offer("lessons", "The lessons of this project, a line each."),
    "afterwit://domains": Offer("domains", "What the learned skills of this project are about."),
    "afterwit://status": Offer("status", "Counters, open attempts, what waits, budgets.", "application/json"),
    "afterwit://learn-skill": Offer("learn-skill", "When and how to keep what was found out as a skill."),
}
"""By address, what is no skill's."""
TEMPLATE = Offer("skill file", "A file of an active skill; skill://NAME/SKILL.md is the skill itself.")

PROMPTS: Mapping[str, str] = {
    "learn-skill": "Keep what was just found out as a skill: when to, how to name it, what it holds.",
    "retrospective": "Look back over this session, and learn what it taught.",
}
"""By name, what each is for."""

RETROSPECTIVE = """\
Look back over this session from its beginning, with `session_events`.

Find what cost more than it should have: a command, tool or API that failed until you found what works; a point in
which the user corrected you; steps that nobody would guess; a skill that was followed and was wrong or lacked a step.
Leave out what was particular to this task, what you did not see work, and what any engineer knows.

For each finding that will be needed again, search for a skill that is about it (`search_skills`). Update that one, or
write a new one: `skill_learning_start`, the files, `skill_learning_finish`. What fits into one line goes to
`add_lesson`. What you cannot settle now goes into `report_turn`, as one signal.

Then tell the user in a few lines what was learned and what was not, with the reasons. To have learned nothing is a
valid outcome.
"""
