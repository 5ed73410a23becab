"""Cleansing: no string of a batch leaves without having been looked at."""

import json

import pytest

from afterwit.intake.cleanse import COMMAND_LENGTH, TITLE_LENGTH, cleanse
from afterwit.intake.transcript import Batch
from afterwit.model.bookmark import Bookmark, OpenCall
from afterwit.model.event import Event
from afterwit.model.session import Session
from afterwit.redact import Redactor

PASSWORD = "Qu1ckBr0wnF0x!9"
TOKEN = "ghp_" + "a1B2c3D4e5F6" * 3


def batch(*events: Event, **facts: str) -> Batch:
    session = Session(host="claude-code", native_id="s")
    for name, value in facts.items():
        setattr(session, name, value)
    return Batch(session=session, events=list(events), bookmark=Bookmark(source="x"))


def call(**arguments: object) -> Event:
    return Event(kind="tool_call", tool="connect", input=arguments)


def cleansed(given: dict[str, object]) -> dict[str, object]:
    clean = cleanse(batch(call(**given)), Redactor()).events[0].input
    assert clean is not None
    return clean


class TestArguments:
    """A call's arguments are values with keys, nested as deep as the tool likes."""

    @pytest.mark.parametrize("key", ["password", "api_key", "client_secret", "DB_PASSWORD"])
    def test_a_value_that_only_its_key_gives_away_is_taken_out(self, key: str) -> None:
        clean = cleansed({"host": "db", key: PASSWORD})
        assert PASSWORD not in json.dumps(clean)
        assert clean["host"] == "db"
        assert str(clean[key]).startswith("[REDACTED_")

    def test_it_is_taken_out_of_dicts_and_lists_at_any_depth(self) -> None:
        clean = cleansed({"servers": [{"auth": {"password": PASSWORD, "user": "export"}}, {"note": f"use {TOKEN}"}]})
        assert clean == {
            "servers": [
                {"auth": {"password": "[REDACTED_PASSWORD:1]", "user": "export"}},
                {"note": "use [REDACTED_API_KEY:1]"},
            ]
        }

    def test_a_list_of_values_stands_under_the_key_of_the_list(self) -> None:
        assert PASSWORD not in json.dumps(cleansed({"passwords": [PASSWORD], "password": [PASSWORD]})["password"])

    def test_a_secret_used_as_a_key_is_taken_out(self) -> None:
        clean = cleansed({"sessions": {TOKEN: {"password": PASSWORD}}})
        assert TOKEN not in json.dumps(clean)
        assert PASSWORD not in json.dumps(clean)

    @pytest.mark.parametrize("password", ['Qu1ck"Br0wnF0x!9', "Qu1ck'Br0wnF0x!9", "Qu1ck\\Br0wnF0x!9"])
    def test_quotes_and_backslashes_in_a_password_do_not_save_it(self, password: str) -> None:
        assert cleansed({"password": password}) == {"password": "[REDACTED_PASSWORD:1]"}

    @pytest.mark.parametrize(
        "value", ["", "plain", 'say "hi" twice', 'one"word', "C:\\temp\\x", "two\nlines", "x" * 500, "caf\u00e9"]
    )
    def test_what_is_no_secret_stays_to_the_letter(self, value: str) -> None:
        assert cleansed({"what": value, "more": [value, {"what": value}]}) == {
            "what": value,
            "more": [value, {"what": value}],
        }

    def test_part_of_a_value_is_replaced_in_its_place(self) -> None:
        clean = cleansed({"command": f'curl -H "Authorization: Bearer {TOKEN}" x', "word": f'a"{TOKEN}"b'})
        assert clean == {
            "command": 'curl -H "Authorization: Bearer [REDACTED_API_KEY:1]" x',
            "word": 'a"[REDACTED_API_KEY:1]"b',
        }

    def test_numbers_truth_and_nothing_stay(self) -> None:
        assert cleansed({"n": 5, "f": 1.5, "t": True, "none": None}) == {"n": 5, "f": 1.5, "t": True, "none": None}

    def test_a_number_that_no_store_takes_becomes_text(self) -> None:
        assert cleansed({"n": 2**80, "m": -(2**80)}) == {"n": str(2**80), "m": str(-(2**80))}

    def test_what_is_nested_beyond_reason_is_kept_as_text_and_cleansed_too(self) -> None:
        value: object = {"password": PASSWORD}
        for _ in range(600):
            value = [value]
        clean = json.dumps(cleansed({"deep": value}))
        assert "REDACTED" in clean
        assert PASSWORD not in clean


class TestTheRest:
    """Texts, the session's facts, the bookmark."""

    def test_what_was_said_is_cleansed_in_every_event(self) -> None:
        clean = cleanse(batch(*(Event(kind="agent", text=f"{n} {TOKEN}") for n in range(3))), Redactor())
        assert [event.text for event in clean.events] == [f"{n} [REDACTED_API_KEY:1]" for n in range(3)]

    def test_a_raw_events_strings_are_cleansed(self) -> None:
        raw = Event(kind="raw", text="odd", input={"type": "odd", "env": {"password": PASSWORD}})
        assert PASSWORD not in json.dumps(cleanse(batch(raw), Redactor()).events[0].input)

    def test_title_project_and_branch_are_cleansed(self) -> None:
        session = cleanse(
            batch(title=f"Use {TOKEN}", project="/home/mirabel/lantern", branch=f"fix-{TOKEN}"), Redactor()
        ).session
        assert session.title == "Use [REDACTED_API_KEY:1]"
        assert "mirabel" not in session.project
        assert TOKEN not in session.branch

    @pytest.mark.parametrize("before", range(60, 100, 3))
    def test_no_part_of_a_secret_is_left_where_the_title_is_cut(self, before: int) -> None:
        title = cleanse(batch(title="w" * before + " " + TOKEN + " then more"), Redactor()).session.title
        assert len(title) <= TITLE_LENGTH
        assert TOKEN[:8] not in title

    def test_a_title_is_one_line_of_bounded_length(self) -> None:
        title = cleanse(batch(title="Look\n\tat   this " + "long " * 100), Redactor()).session.title
        assert title.startswith("Look at this long long")
        assert len(title) == TITLE_LENGTH

    @pytest.mark.parametrize("before", [0, COMMAND_LENGTH - 60, COMMAND_LENGTH - 20])
    def test_a_command_that_waits_for_its_result_is_cleansed_before_it_is_cut(self, before: int) -> None:
        waiting = batch()
        waiting.bookmark.calls["c"] = OpenCall(1, "Bash", "", "x" * before + f" push {TOKEN}")
        kept = cleanse(waiting, Redactor()).bookmark.calls["c"]
        assert TOKEN[:8] not in kept.command
        assert len(kept.command) <= COMMAND_LENGTH
        assert (kept.seq, kept.tool) == (1, "Bash")

    def test_personal_data_stays_where_the_settings_say_so(self) -> None:
        given = batch(Event(kind="user", text=f"write to mira@lantern.dev, {TOKEN}"))
        text = cleanse(given, Redactor(personal=False)).events[0].text
        assert "mira@lantern.dev" in text
        assert TOKEN not in text
