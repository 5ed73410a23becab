"""Codex's rollouts, old and new, and lists of Responses items."""

import json
from pathlib import Path

import pytest
import zstandard

from afterwit.intake.readers.codex import TOLD_TWICE
from tests.reading import SESSIONS, lines_of, read, reading, session_of, written

MAIN = "codex.jsonl"


def enveloped(kind: str, **payload: object) -> dict[str, object]:
    """A line in the host's envelope."""
    return {"timestamp": "2026-03-02T08:00:00Z", "type": kind, "payload": payload}


META = enveloped("session_meta", id="c", cwd="/home/ines/orchard", cli_version="0.140.0", source="cli")


def test_the_session_is_told_from_its_first_line() -> None:
    session = session_of(MAIN).session
    assert session.key == "codex:c-main"
    assert (session.project, session.branch) == ("/home/ines/orchard", "ripe")
    assert (session.agent, session.origin) == ("Codex 0.140.0", "person")


def test_the_model_is_the_latest_and_the_title_the_threads_name() -> None:
    session = session_of(MAIN).session
    assert (session.model, session.title) == ("gpt-5.5-mini", "Apple trees counted")


def test_the_running_total_of_tokens_is_not_added_up() -> None:
    session = session_of(MAIN).session
    assert (session.input_tokens, session.output_tokens) == (900, 50)


def test_a_count_without_totals_counts_nothing(tmp_path: Path) -> None:
    file = written(tmp_path / "a.jsonl", [META, enveloped("event_msg", type="token_count", info=None)])
    session = reading(file).session
    assert (session.input_tokens, session.output_tokens) == (0, 0)


def test_every_line_is_an_event_but_those_that_tell_a_thing_twice() -> None:
    told = {event.line for event in session_of(MAIN).events}
    for number, line in enumerate(lines_of(MAIN), start=1):
        payload = line["payload"]
        assert isinstance(payload, dict)
        twice = line["type"] == "event_msg" and payload["type"] in TOLD_TWICE | {"token_count"}
        assert (number in told) is not twice


def test_nothing_is_told_twice() -> None:
    read_in = session_of(MAIN)
    assert read_in.texts("user") == ["Count the apple trees.", "[input_image]"]
    assert read_in.texts("agent") == ["I count the rows."]


def test_a_thought_is_kept_even_where_it_is_encrypted() -> None:
    assert session_of(MAIN).texts("thought") == ["", "Trees are rows."]


def test_what_the_host_writes_in_the_users_place_is_the_hosts() -> None:
    starts = ("<permissions instructions>", "<environment_context>", "<turn_aborted>")
    for start in starts:
        assert any(text.startswith(start) for text in session_of(MAIN).texts("system"))


def test_calls_of_all_kinds_have_a_tool_and_its_input() -> None:
    assert [(call.tool, call.input) for call in session_of(MAIN).of("tool_call")] == [
        ("exec_command", {"cmd": "wc -l trees.csv"}),
        ("shell", {"command": ["bash", "-lc", "pytest -q"]}),
        ("apply_patch", {"input": "*** Begin Patch\n*** Update File: trees.py\n-41\n+42\n*** End Patch"}),
        ("local_shell", {"type": "exec", "command": ["ls", "orchard"]}),
        ("web_search", {"type": "search", "query": "apple trees per acre"}),
        ("mcp__orchard.fetch_row", {}),
    ]


def test_results_of_all_kinds_find_their_calls() -> None:
    read_in = session_of(MAIN)
    calls = {call.native_id: call for call in read_in.of("tool_call")}
    for result in read_in.of("tool_result"):
        assert result.answers == calls[result.native_id].seq
        assert result.purpose == calls[result.native_id].purpose
    assert len(read_in.of("tool_result")) == 5


def test_outcomes_follow_exit_codes_and_the_hosts_word() -> None:
    outcomes = {result.native_id: (result.ok, result.why) for result in session_of(MAIN).of("tool_result")}
    assert outcomes == {
        "call_wc": (True, ""),
        "call_sh": (False, "exit-code"),
        "call_patch": (True, ""),
        "call_local": (True, ""),
        "call_mcp": (False, "host-flag"),
    }


def test_a_patch_is_a_file_write_and_a_test_run_a_verification() -> None:
    purposes = {call.native_id: call.purpose for call in session_of(MAIN).of("tool_call") if call.purpose}
    assert purposes == {"call_sh": "verification", "call_patch": "file_write"}


def test_a_compaction_and_a_failure_of_the_service_are_kept_as_such() -> None:
    assert session_of(MAIN).texts("compaction") == ["So far: 42 trees."]
    assert session_of(MAIN).texts("error") == ["The service is overloaded."]


def test_an_aborted_turn_is_known() -> None:
    assert "turn_aborted" in session_of(MAIN).texts("system")


def test_unknown_types_at_every_level_are_kept_and_told() -> None:
    read_in = session_of(MAIN)
    assert read_in.texts("raw") == ["weather_report", "hologram", "moon_phase"]
    assert set(read_in.findings.unknown) == {"event_msg weather_report", "response_item hologram", "moon_phase"}


@pytest.mark.parametrize(
    ("told", "origin", "parent"),
    [
        ({"source": "exec"}, "headless", ""),
        ({"originator": "codex_exec"}, "headless", ""),
        ({"originator": "codex_sdk_ts"}, "headless", ""),
        ({"source": {"subagent": {"thread_spawn": {}}}}, "subagent", ""),
        ({"parent_thread_id": "above"}, "subagent", "above"),
    ],
)
def test_who_drove_the_session_is_known(tmp_path: Path, told: dict[str, object], origin: str, parent: str) -> None:
    session = reading(written(tmp_path / "a", [enveloped("session_meta", id="c", **told)])).session
    assert (session.origin, session.parent) == (origin, parent)


def test_the_old_form_without_envelopes_is_read() -> None:
    read_in = session_of("codex-bare.jsonl")
    assert read_in.session.native_id == "c-old"
    assert read_in.session.branch == "main"
    assert read_in.texts("user", "thought", "agent") == [
        "Prune the pear tree.",
        "Where are the shears?",
        "There are no shears.",
    ]
    (result,) = read_in.of("tool_result")
    assert (result.ok, result.answers) == (False, 5)
    assert [event.line for event in read_in.events] == list(range(1, 9))


def test_a_bare_line_of_an_unexpected_shape_is_kept_raw(tmp_path: Path) -> None:
    odd = {"type": "function_call", "call_id": 7, "name": ["shell"]}
    *_, event = read(written(tmp_path / "a", [*lines_of("codex-bare.jsonl"), odd]))
    assert (event.kind, event.input) == ("raw", odd)


def test_a_list_of_responses_items_is_read(tmp_path: Path) -> None:
    items = [
        {"role": "user", "content": "Prune the pear tree."},
        *lines_of("codex-bare.jsonl")[4:5],
        *lines_of("codex-bare.jsonl")[6:],
        {"type": "hologram"},
        "a note",
    ]
    path = tmp_path / "items.json"
    path.write_text(json.dumps(items, indent=2), encoding="utf-8")
    assert [event.kind for event in read(path)] == ["user", "tool_call", "tool_result", "agent", "raw", "raw"]
    assert [event.line for event in read(path)] == [1, 2, 3, 4, 5, 6]


def test_a_cold_rollout_is_read_as_a_warm_one(tmp_path: Path) -> None:
    path = tmp_path / "rollout.jsonl.zst"
    path.write_bytes(zstandard.ZstdCompressor().compress((SESSIONS / MAIN).read_bytes()))
    assert read(path) == session_of(MAIN).events


@pytest.mark.parametrize(
    ("output", "text", "ok"),
    [
        ("plain", "plain", True),
        ('{"output":"gone","metadata":{"exit_code":2}}', "Exit code: 2\ngone", False),
        ('{"output":"no code"}', '{"output":"no code"}', True),
        ({"content": "done", "success": True}, "done", True),
        ([{"type": "input_text", "text": "one"}, {"type": "input_text", "text": "two"}], "one\ntwo", True),
        (None, "", True),
    ],
)
def test_an_output_is_read_in_every_form(tmp_path: Path, output: object, text: str, ok: object) -> None:
    call = enveloped("response_item", type="function_call", name="shell", call_id="k", arguments='{"command":"x"}')
    answer = enveloped("response_item", type="function_call_output", call_id="k", output=output)
    result = read(written(tmp_path / "a", [META, call, answer]))[-1]
    assert (result.text, result.ok) == (text, ok)


@pytest.mark.proves("event-ids-stable")
def test_an_event_keeps_its_id_in_a_longer_copy(tmp_path: Path) -> None:
    shorter = read(written(tmp_path / "shorter", lines_of(MAIN)[:25]))
    longer = read(SESSIONS / MAIN)
    assert {event.id: event.text for event in shorter} == {event.id: event.text for event in longer[: len(shorter)]}
