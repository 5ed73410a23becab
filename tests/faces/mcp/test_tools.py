"""What stands in every agent's context: short, and true to the codes."""

import json
from typing import Any, cast, get_args

import pytest

from afterwit.adapters.tokens import tokeniser
from afterwit.faces.mcp.calls import _CALLS  # pyright: ignore[reportPrivateUsage]
from afterwit.faces.mcp.server import tool_list
from afterwit.faces.mcp.tools import BY_NAME, INSTRUCTIONS, TOOLS, Tool
from afterwit.model.learning import CREATE_TRIGGERS, DEFERRALS, EFFECTS, ISSUES, Action, Status
from afterwit.model.proposal import Category

MOST_CHARACTERS = 300
MOST_TOKENS = 1500
LONGEST_INSTRUCTIONS = 600


def enum(tool: str, *path: str) -> tuple[str, ...]:
    schema = cast("dict[str, Any]", BY_NAME[tool].schema())
    for field in path:
        schema = schema["items"] if field == "[]" else schema["properties"][field]
    return tuple(schema["enum"])


@pytest.mark.parametrize("tool", TOOLS, ids=lambda tool: tool.name)
def test_a_description_is_short(tool: Tool) -> None:
    assert 0 < len(tool.description) <= MOST_CHARACTERS


def test_all_tools_together_cost_little() -> None:
    told = [
        {"name": tool.name, "description": tool.description, "input_schema": tool.input_schema} for tool in tool_list()
    ]
    tokens = sum(tokeniser("rs_bpe.bpe").count(json.dumps(each, separators=(",", ":"))) for each in told)
    assert tokens <= MOST_TOKENS


def test_the_instructions_are_short_and_name_only_tools_that_there_are() -> None:
    assert len(INSTRUCTIONS) <= LONGEST_INSTRUCTIONS
    named = {word.strip(",.;") for word in INSTRUCTIONS.split() if "_" in word}
    assert named <= {tool.name for tool in TOOLS}


@pytest.mark.parametrize(
    ("path", "codes"),
    [
        (("skill_learning_start", "action"), get_args(Action)),
        (("skill_learning_start", "reason"), (*CREATE_TRIGGERS, *ISSUES)),
        (("skill_learning_finish", "action"), get_args(Action)),
        (("skill_learning_finish", "status"), get_args(Status)),
        (("report_turn", "learning_signal", "trigger"), CREATE_TRIGGERS),
        (("report_turn", "learning_signal", "reason_not_written"), DEFERRALS),
        (("report_turn", "skill_issue_signal", "issue"), ISSUES),
        (("report_turn", "skill_issue_signal", "reason_not_patched"), DEFERRALS),
        (("report_turn", "skill_issue_signal", "observed_effect"), EFFECTS),
        (("report_turn", "self_corrections", "[]", "category"), get_args(Category)),
        (("add_lesson", "category"), get_args(Category)),
    ],
)
def test_closed_codes_are_told_in_the_schema(path: tuple[str, ...], codes: tuple[str, ...]) -> None:
    assert enum(*path) == codes


@pytest.mark.proves("learn-call-fields")
def test_start_and_finish_carry_what_the_protocol_asks_for() -> None:
    assert BY_NAME["skill_learning_start"].required == ("action", "skill_name", "reason", "event_refs", "message")
    assert BY_NAME["skill_learning_finish"].required == ("action", "skill_name", "status", "message", "summary")


@pytest.mark.proves("structured-output")
def test_a_report_has_receipts_and_signals_and_no_receipt_of_a_finish() -> None:
    taken = BY_NAME["report_turn"].takes
    assert {"used_skill_receipts", "learning_signal", "skill_issue_signal"} <= set(taken)
    assert "skill_receipt" not in taken


def test_only_what_learns_is_no_mere_reading() -> None:
    reading = {tool.name for tool in tool_list() if tool.annotations and tool.annotations.read_only_hint}
    assert reading == {"search_skills", "read_skill", "list_domains", "learning_status"}


def test_every_tool_that_is_offered_does_something() -> None:
    assert set(_CALLS) == set(BY_NAME)
