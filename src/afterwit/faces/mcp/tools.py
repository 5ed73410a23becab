"""The tools: what each is called, what it is for, and what it takes.

All of this stands in the context of every agent that is connected, so it is short, and tests hold it to that. Nothing
of the engine is imported here: a host asks for the list at once, and most sessions call few of them.
"""

from collections.abc import Mapping
from typing import get_args

import msgspec

from afterwit.model.learning import CREATE_TRIGGERS, DEFERRALS, EFFECTS, ISSUES, Action, Status
from afterwit.model.proposal import Category

Schema = Mapping[str, object]

MOST_RESULTS = 20
MOST_EVENTS = 200
LONGEST_QUERY = 100_000
LONGEST_NAME = 200
LONGEST_PATH = 500
LONGEST_LESSON = 4000


class Tool(msgspec.Struct, frozen=True, kw_only=True):
    """One tool."""

    name: str
    description: str
    takes: Mapping[str, Schema]
    """A schema for each parameter."""
    required: tuple[str, ...] = ()
    learns: bool = False
    """Whether it may leave something in the project; one that only reads leaves no trace where there is nothing yet."""
    ours: bool = True
    """Whether what it is given is checked here; the signal contract is checked where it is written down."""

    def schema(self) -> dict[str, object]:
        """What it takes, as JSON Schema."""
        schema: dict[str, object] = {
            "type": "object",
            "properties": {key: dict(one) for key, one in self.takes.items()},
        }
        return {**schema, "required": list(self.required)} if self.required else schema


def _text(longest: int = 0, about: str = "") -> Schema:
    schema: dict[str, object] = {"type": "string"}
    return schema | ({"maxLength": longest} if longest else {}) | ({"description": about} if about else {})


def _one_of(*codes: str) -> Schema:
    return {"type": "string", "enum": list(codes)}


def _object(**fields: Schema) -> Schema:
    return {"type": "object", "properties": {name: dict(schema) for name, schema in fields.items()}}


def _or_null(schema: Schema) -> Schema:
    """What a host's structured output says where there is nothing to say."""
    return {**schema, "type": [schema["type"], "null"]}


def _count(most: int) -> Schema:
    return {"type": "integer", "minimum": 1, "maximum": most}


_REFS: Schema = {"type": "array", "items": {"type": "string"}}
_SESSION = _text(LONGEST_NAME, "yours, as told at its start")
_NEW = _text(about="rl-...")
_REASON = {
    **_one_of(*CREATE_TRIGGERS, *ISSUES),
    "description": f"create: one of the first {len(CREATE_TRIGGERS)}; update: the others, or the user's word",
}

TOOLS: tuple[Tool, ...] = (
    Tool(
        name="search_skills",
        description="Find learned skills that fit a task, an error message or a command. Do so before you try your own "
        "way, and whenever something fails.",
        takes={"query": _text(LONGEST_QUERY), "k": _count(MOST_RESULTS), "domain": _text(LONGEST_NAME)},
        required=("query",),
    ),
    Tool(
        name="read_skill",
        description="Read a skill by its name, or one of its files.",
        takes={"name": _text(LONGEST_NAME), "file": _text(LONGEST_PATH)},
        required=("name",),
    ),
    Tool(
        name="list_domains",
        description="List the domains of learned skills; with domain, the skills of one.",
        takes={"domain": _text(LONGEST_NAME)},
    ),
    Tool(
        name="session_events",
        description="List the events of this session, the latest last, with the ids to cite (e17). query: words, a "
        "tool, a kind or a tool-call id.",
        takes={
            "query": _text(LONGEST_NAME),
            "last": _count(MOST_EVENTS),
            "session": _text(LONGEST_NAME, "its id, if another is meant"),
        },
        learns=True,
    ),
    Tool(
        name="skill_learning_start",
        description="Call before you write a skill. Checks name, reason and evidence; answers with the folder to write "
        "to, the rules, and similar skills to update instead. event_refs: ids of session_events or of your tool calls. "
        "message: for the user, in their language.",
        takes={
            "action": _one_of(*get_args(Action)),
            "skill_name": _text(about="a new one: rl-..."),
            "reason": _REASON,
            "event_refs": _REFS,
            "message": _text(),
            "session": _SESSION,
        },
        required=("action", "skill_name", "reason", "event_refs", "message"),
        learns=True,
        ours=False,
    ),
    Tool(
        name="skill_learning_finish",
        description="Call when the files are written, and also when you gave up. Judges what lies in the folder; "
        "answers with the receipt for the user or with every reason it was refused. message: the receipt in the user's "
        "language.",
        takes={
            "action": _one_of(*get_args(Action)),
            "skill_name": _text(),
            "status": _one_of(*get_args(Status)),
            "message": _text(),
            "summary": _text(),
            "session": _SESSION,
        },
        required=("action", "skill_name", "status", "message", "summary"),
        learns=True,
        ours=False,
    ),
    Tool(
        name="report_turn",
        description="At the end of a turn: learned skills that guided it, what the user corrected you in, and at most "
        "one signal about a skill that you did not write (learning_signal) or not mend (skill_issue_signal).",
        takes={
            "used_skill_receipts": {"type": "array", "items": _object(skill_name=_text(), message=_text())},
            "learning_signal": _or_null(
                _object(
                    kind={"const": "create_candidate"},
                    package_name_hint=_NEW,
                    trigger=_one_of(*CREATE_TRIGGERS),
                    reason_not_written=_one_of(*DEFERRALS),
                    event_refs=_REFS,
                    summary=_text(),
                )
            ),
            "skill_issue_signal": _or_null(
                _object(
                    kind={"const": "update_candidate"},
                    skill_name=_text(),
                    issue=_one_of(*ISSUES),
                    reason_not_patched=_one_of(*DEFERRALS),
                    observed_effect=_one_of(*EFFECTS),
                    event_refs=_REFS,
                    patch_hint=_text(),
                )
            ),
            "self_corrections": {
                "type": "array",
                "items": _object(text=_text(), category=_one_of(*get_args(Category))),
            },
            "session": _SESSION,
        },
        learns=True,
        ours=False,
    ),
    Tool(
        name="add_lesson",
        description="Remember one line for every later session: a fact or a wish of the user that needs no skill.",
        takes={
            "text": _text(LONGEST_LESSON),
            "category": _one_of(*get_args(Category)),
            "session": _SESSION,
        },
        required=("text",),
        learns=True,
    ),
    Tool(
        name="learning_status",
        description="Show what is learned and counted here: counters, open attempts, what waits, budgets.",
        takes={},
    ),
)
BY_NAME: Mapping[str, Tool] = {tool.name: tool for tool in TOOLS}

INSTRUCTIONS = (
    "Afterwit keeps what sessions in this project found out the hard way, as skills. Before a task, and whenever "
    "something fails, call search_skills with the task or the error text, and read_skill on what fits. When you have "
    "found out something that will be needed again, or the user corrects you or asks you to remember a workflow, read "
    "afterwit://learn-skill, then skill_learning_start, write the files, skill_learning_finish; a plain fact goes to "
    "add_lesson. At the end of a turn that used a skill, or could have taught one, call report_turn."
)
"""When to use all this, for agents."""
