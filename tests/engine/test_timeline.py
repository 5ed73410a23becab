"""One session's events, from the store or straight from a file."""

import json

import pytest

from afterwit.config import Config, Redact
from afterwit.engine.project import Project
from afterwit.engine.timeline import of_file, of_session
from afterwit.engine.wire import event_log
from afterwit.errors import NotFound, UnreadableSource
from tests.engine.reading import events, learn
from tests.machine import Machine
from tests.transcripts import CLAUDE, chat, claude, codex, said, write


def found(machine: Machine, name: str) -> str:
    with event_log(Project(machine.project), Config()) as log:
        return of_session(name, log).session.key


class TestStored:
    """A session by its name, or the beginning of it."""

    @pytest.mark.parametrize("name", [CLAUDE, f"claude-code:{CLAUDE}", CLAUDE[:4], "claude-code:7d"])
    def test_key_id_and_the_beginning_of_either_will_do(self, machine: Machine, name: str) -> None:
        learn(machine.project, write(machine.home / "a.jsonl", claude(1)))
        assert found(machine, name) == f"claude-code:{CLAUDE}"

    def test_a_beginning_that_several_share_is_refused_with_their_names(self, machine: Machine) -> None:
        for name in ("abc-1", "abc-2"):
            learn(machine.project, write(machine.home / name, claude(1, sessionId=name)))
        with pytest.raises(NotFound, match=r"abc is the beginning of 2 sessions \(.*abc-[12].*\): write more of it"):
            found(machine, "abc")

    def test_a_whole_id_wins_over_longer_ones_that_begin_with_it(self, machine: Machine) -> None:
        for name in ("abc", "abc-2"):
            learn(machine.project, write(machine.home / name, claude(1, sessionId=name)))
        assert found(machine, "abc") == "claude-code:abc"

    def test_the_beginning_of_a_session_with_subagents_means_the_session(self, machine: Machine) -> None:
        learn(machine.project, write(machine.home / "a.jsonl", claude(1)))
        for agent in ("one", "two"):
            lines = claude(1, isSidechain=True, agentId=agent)
            learn(machine.project, write(machine.home / agent, lines))
        assert found(machine, CLAUDE[:6]) == f"claude-code:{CLAUDE}"
        assert found(machine, f"{CLAUDE}/t") == f"claude-code:{CLAUDE}/two"

    def test_a_name_that_nothing_has_is_not_found(self, machine: Machine) -> None:
        with pytest.raises(NotFound, match="There is no session or file nothing"):
            found(machine, "nothing")


class TestFile:
    """A file is shown as it would be stored, and stored nowhere."""

    def test_the_events_are_those_that_would_be_stored(self, machine: Machine) -> None:
        token = "ghp_" + "a1B2c3D4e5F6" * 3
        path = write(machine.home / "a.jsonl", [said(1, f"use {token}"), *claude(900)])
        (shown,) = [(one, list(one.events)) for one in of_file(path, Config())]
        assert not machine.state.exists()
        learn(machine.project, path)
        assert shown[1] == events(machine.project)
        assert found(machine, CLAUDE) == shown[0].session.key

    def test_several_sessions_come_one_after_the_other(self, machine: Machine) -> None:
        path = machine.home / "runs.json"
        path.write_text(json.dumps([{"id": f"r{n}", "messages": chat(3)} for n in range(3)]), encoding="utf-8")
        told = [(one.session.native_id, len(list(one.events))) for one in of_file(path, Config())]
        assert told == [("r0", 3), ("r1", 3), ("r2", 3)]

    def test_what_is_learned_late_of_a_session_is_there_when_its_events_are_through(self, machine: Machine) -> None:
        late = {"type": "ai-title", "sessionId": CLAUDE, "aiTitle": "Late title"}
        (one,) = [one for one in of_file(write(machine.home / "a", [*claude(900), late]), Config()) if list(one.events)]
        assert one.session.title == "Late title"

    def test_the_settings_say_what_is_taken_out(self, machine: Machine) -> None:
        path = write(machine.home / "a.jsonl", [said(1, "write to mira@lantern.dev")])
        config = Config(redact=Redact(personal=False))
        texts = [[event.text for event in one.events] for one in of_file(path, config)]
        assert texts == [["write to mira@lantern.dev"]]

    def test_what_cannot_be_read_is_refused(self, machine: Machine) -> None:
        with pytest.raises(UnreadableSource):
            list(of_file(machine.home / "gone", Config()))


def test_a_codex_session_is_found_by_its_own_id(machine: Machine) -> None:
    learn(machine.project, write(machine.home / "rollout.jsonl", codex(1)))
    assert found(machine, "019f") == f"codex:{codex(1)[0]['payload']['id']}"  # type: ignore[index]
