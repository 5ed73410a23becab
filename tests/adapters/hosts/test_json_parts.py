"""Our entries in JSON settings."""

import json
from typing import Any, cast

import pytest
from hypothesis import given
from hypothesis import strategies as st

from afterwit.adapters.hosts.host import Given, Hook, Part, Server
from afterwit.adapters.hosts.json_edit import Document
from afterwit.adapters.hosts.json_parts import lacking, merged, stripped
from afterwit.adapters.hosts.json_text import NotJson, value_of
from tests.adapters.hosts.written import SETTINGS, documents

STOP: dict[str, object] = {"type": "command", "command": "afterwit hook Stop --host claude-code", "timeout": 10}
START: dict[str, object] = {"type": "command", "command": "afterwit hook SessionStart --host claude-code"}
SERVER = Server(below="mcpServers", value={"command": "afterwit", "args": ["mcp"]})
PARTS: tuple[Part, ...] = (Hook(event="SessionStart", handler=START), Hook(event="Stop", handler=STOP), SERVER)
THEIRS = {"hooks": [{"type": "command", "command": "make lint"}]}


def meaning(text: str) -> Any:  # noqa: ANN401 - JSON is what it is
    root = Document(text).root
    assert root is not None
    return value_of(text, root)


@given(documents(SETTINGS))
def test_settings_become_what_they_were_and_ours_and_then_again_what_they_were(document: tuple[object, str]) -> None:
    value, text = document
    after, notes = merged(text, PARTS, text)
    expected = json.loads(json.dumps(value))
    for event, handler in (("SessionStart", START), ("Stop", STOP)):
        expected.setdefault("hooks", {}).setdefault(event, []).append({"hooks": [handler]})
    expected.setdefault("mcpServers", {})["afterwit"] = SERVER.value
    assert meaning(after) == expected
    assert notes == []
    assert lacking(after, PARTS) == []
    assert merged(after, PARTS, text) == (after, [])
    assert stripped(after, PARTS, text) == text


@given(documents(SETTINGS), st.sampled_from(["theme", "hooks", "mcpServers"]))
def test_what_a_person_adds_meanwhile_stays_when_ours_goes(document: tuple[object, str], where: str) -> None:
    value, text = document
    after = Document(merged(text, PARTS, text)[0])
    assert after.root is not None
    place = after.root if where == "theme" else after.root.get(where)
    assert place is not None
    added: object = [THEIRS] if where == "hooks" else "dark"
    edited = after.added(place, "later", added)
    expected = cast("dict[str, Any]", json.loads(json.dumps(value)))
    (expected if where == "theme" else expected.setdefault(where, {}))["later"] = added
    assert meaning(stripped(edited.text, PARTS, text)) == expected


def test_a_file_that_was_not_there_is_written_and_leaves_nothing() -> None:
    after, _ = merged("", PARTS, None)
    assert after.endswith("}\n")
    assert stripped(after, PARTS, None) == ""


@pytest.mark.parametrize("before", ["", "\n", "// for later\n"])
def test_a_file_with_nothing_in_it_is_that_again(before: str) -> None:
    after, _ = merged(before, PARTS, before)
    assert after.startswith(before)
    assert meaning(after)["mcpServers"] == {"afterwit": SERVER.value}


def test_others_hooks_of_the_same_event_come_first_and_stay() -> None:
    before = json.dumps({"hooks": {"Stop": [THEIRS]}}, indent=2)
    after, _ = merged(before, PARTS, before)
    assert meaning(after)["hooks"]["Stop"] == [THEIRS, {"hooks": [STOP]}]
    assert stripped(after, PARTS, before) == before


def test_an_older_entry_is_replaced_where_it_stands() -> None:
    old = {"type": "command", "command": "/opt/old/bin/afterwit hook Stop"}
    before = json.dumps({"hooks": {"Stop": [{"hooks": [old]}, THEIRS]}, "mcpServers": {"afterwit": {
        "command": "/opt/old/bin/afterwit", "args": ["mcp"]}, "files": {}}}, indent=4)  # fmt: skip
    after, notes = merged(before, PARTS, None)
    assert notes == []
    assert meaning(after)["hooks"]["Stop"] == [{"hooks": [STOP]}, THEIRS]
    assert meaning(after)["mcpServers"] == {"afterwit": SERVER.value, "files": {}}


def test_of_several_entries_of_ours_one_stays() -> None:
    many = {"hooks": {"Stop": [{"hooks": [STOP, STOP]}, THEIRS, {"hooks": [STOP]}]}}
    after, _ = merged(json.dumps(many), PARTS, None)
    assert meaning(after)["hooks"]["Stop"] == [{"hooks": [STOP]}, THEIRS]
    assert "hooks" not in meaning(
        stripped(json.dumps({"a": 1, "hooks": {"Stop": [{"hooks": [STOP, STOP]}]}}), PARTS, "{}")
    )


def test_an_event_that_is_not_wanted_any_more_goes() -> None:
    before = json.dumps({"hooks": {"Notification": [{"hooks": [STOP]}], "Stop": [THEIRS]}})
    after, _ = merged(before, PARTS, "{}")
    assert set(meaning(after)["hooks"]) == {"Stop", "SessionStart"}


def test_ours_in_somebodys_group_goes_alone() -> None:
    mixed = json.dumps({"hooks": {"Stop": [{"matcher": "*", "hooks": [*THEIRS["hooks"], STOP]}]}}, indent=2)
    assert meaning(merged(mixed, PARTS, None)[0])["hooks"]["Stop"] == meaning(mixed)["hooks"]["Stop"]
    assert meaning(stripped(mixed, PARTS, mixed)) == {"hooks": {"Stop": [{"matcher": "*", **THEIRS}]}}


def test_what_a_person_added_to_our_entry_stays() -> None:
    theirs = {"mcpServers": {"afterwit": {**SERVER.value, "env": {"AFTERWIT_AGENT": "me"}}}}
    assert meaning(merged(json.dumps(theirs), (SERVER,), None)[0]) == theirs


def test_a_server_of_our_name_that_is_somebody_elses_is_left() -> None:
    before = '{"mcpServers": {"afterwit": {"command": "docker", "args": ["run", "other"]}}}'
    after, notes = merged(before, (SERVER,), before)
    assert after == before
    assert notes == ["mcpServers has an entry afterwit of somebody else, which was left as it is"]
    assert stripped(after, (SERVER,), before) == before
    assert lacking(after, (SERVER,)) == ["the MCP server"]


def test_what_was_empty_before_is_empty_again() -> None:
    before = '{\n  "hooks": {  },\n  "mcpServers": {\n\n  }\n}\n'
    assert stripped(merged(before, PARTS, before)[0], PARTS, before) == before


def test_hooks_without_groups_and_a_version_that_must_be_there() -> None:
    parts = (Given(key="version", value=1), Hook(event="Stop", handler=STOP, grouped=False))
    after, _ = merged("", parts, None)
    assert meaning(after) == {"version": 1, "hooks": {"Stop": [STOP]}}
    assert merged(after, parts, None)[0] == after
    assert stripped(after, parts, None) == ""
    commented = after.replace("{", "{ // mine", 1)
    assert "mine" in stripped(commented, parts, None)


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("[]", "the document is a list, where an object belongs"),
        ('{"hooks": []}', "hooks is a list, where an object belongs"),
        ('{"hooks": {"Stop": {}}}', "hooks.Stop is an object, where a list belongs"),
        ('{"mcpServers": "none"}', "mcpServers is a text, where an object belongs"),
        ('{"hooks": null}', "hooks is a plain word, where an object belongs"),
    ],
)
def test_settings_of_another_shape_are_refused(text: str, why: str) -> None:
    with pytest.raises(NotJson, match=why):
        merged(text, PARTS, text)


def test_what_is_missing_is_named() -> None:
    after, _ = merged("", PARTS, None)
    assert lacking(after.replace("hook Stop", "hoop Stop"), PARTS) == ["the hook for Stop"]
    assert lacking("{}", PARTS) == ["the hook for SessionStart", "the hook for Stop", "the MCP server"]
