"""The main journey: files in, events in the store, each once."""

import contextlib
import json
import os
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path

import msgspec
import pytest
import zstandard

from afterwit.adapters.database import SqlEventLog, open_database
from afterwit.config import Config, Intake
from afterwit.engine import reading as journey
from afterwit.engine.project import Project
from afterwit.engine.reading import read_sessions
from afterwit.engine.wire import event_log, intake
from afterwit.intake.readers import READERS
from afterwit.intake.transcript import BATCH_EVENTS
from afterwit.model.bookmark import Bookmark
from afterwit.model.event import Event
from afterwit.model.session import Session
from afterwit.ports import EventLog, Replaced
from tests.engine.reading import events, learn, sessions, told
from tests.machine import Machine
from tests.transcripts import CLAUDE, answered, append, called, chat, claude, codex, encoded, said, write

TOKEN = "ghp_" + "a1B2c3D4e5F6" * 3
OTHER = "ghp_" + "Z9y8X7w6V5u4" * 3


class Killed(Exception):
    """The process ends here."""


class DyingLog(SqlEventLog):
    """A log whose process is killed at its n-th append, before or after the transaction."""

    def __init__(self, log: EventLog, lives: int, *, after: bool) -> None:
        self.__dict__.update(vars(log))
        self._lives = lives
        self._after = after

    def append(
        self, session: Session, events: Sequence[Event], bookmark: Bookmark, replaced: Sequence[Replaced]
    ) -> int:
        self._lives -= 1
        if self._lives < 0 and not self._after:
            raise Killed
        new = super().append(session, events, bookmark, replaced)
        if self._lives < 0:
            raise Killed
        return new


def learn_and_die(project: Path, path: Path, *, lives: int, after: bool) -> None:
    place = Project(project)
    with event_log(place, Config(), to_write=True) as log, contextlib.suppress(Killed):
        needed = journey.Intake(
            log=DyingLog(log, lives, after=after), readers=READERS, key=place.key(), config=Config()
        )
        list(read_sessions([path], needed))


def seen(project: Path) -> tuple[Session, list[Event]]:
    (stored,) = sessions(project)
    assert stored.events == len(events(project))
    return stored.session, events(project)


@pytest.fixture
def whole(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A project of its own, for what one undisturbed reading gives."""
    return tmp_path_factory.mktemp("whole")


class TestOnce:
    """A second run reads only what is new."""

    def test_an_unchanged_file_is_not_opened_again(self, machine: Machine) -> None:
        path = write(machine.home / "a.jsonl", claude(4))
        assert told(learn(machine.project, path)) == [(12, 12, False, "")]
        assert told(learn(machine.project, path)) == [(0, 0, True, "")]

    def test_a_file_that_grew_is_read_on_from_where_it_was_left(self, machine: Machine, whole: Path) -> None:
        path = write(machine.home / "a.jsonl", claude(4)[:5])
        learn(machine.project, path)
        append(path, claude(4)[5:])
        assert told(learn(machine.project, path)) == [(7, 7, False, "")]
        learn(whole, path)
        assert seen(machine.project) == seen(whole)

    def test_a_file_that_was_only_touched_brings_nothing(self, machine: Machine) -> None:
        path = write(machine.home / "a.jsonl", claude(4))
        learn(machine.project, path)
        os.utime(path, (1, 1))
        assert told(learn(machine.project, path)) == [(0, 0, False, "")]

    @pytest.mark.proves("event-ids-stable")
    def test_ids_are_the_same_however_often_the_session_is_read(self, machine: Machine) -> None:
        path = write(machine.home / "a.jsonl", claude(4))
        learn(machine.project, path)
        before = seen(machine.project)
        write(path, claude(5)[:1] + claude(4))
        learn(machine.project, path)
        write(path, claude(4))
        learn(machine.project, path)
        assert seen(machine.project)[1][:12] == before[1]

    def test_a_last_line_still_being_written_is_read_when_it_is_there(self, machine: Machine, whole: Path) -> None:
        content = encoded(claude(2))
        path = machine.home / "a.jsonl"
        path.write_bytes(content[:-40])
        (first,) = learn(machine.project, path)
        assert (first.new, first.findings.truncated_at) == (5, 6)
        path.write_bytes(content)
        (second,) = learn(machine.project, path)
        assert (second.events, second.findings.clean) == (1, True)
        learn(whole, path)
        assert seen(machine.project) == seen(whole)

    def test_the_same_file_named_twice_counts_once(self, machine: Machine) -> None:
        path = write(machine.home / "a.jsonl", claude(2))
        link = machine.home / "b.jsonl"
        link.symlink_to(path)
        assert told(learn(machine.project, path, link, path)) == [(6, 6, False, "")] + 2 * [(0, 0, True, "")]
        append(path, claude(3)[6:])
        learn(machine.project, path, link)
        assert seen(machine.project)[0].input_tokens == 30

    def test_a_session_removed_from_the_store_is_read_anew_from_its_beginning(self, machine: Machine) -> None:
        path = write(machine.home / "a.jsonl", claude(2))
        learn(machine.project, path)
        with open_database(machine.database) as database, database.writing() as connection:
            connection.exec_driver_sql("DELETE FROM sessions")
        append(path, claude(3)[6:])
        assert told(learn(machine.project, path)) == [(9, 9, False, "")]


class TestOneSessionManyFiles:
    """A session is the same from whatever path it is read."""

    def test_a_copy_brings_nothing_new(self, machine: Machine) -> None:
        paths = [write(machine.home / name / "a.jsonl", claude(3)) for name in ("here", "there")]
        assert told(learn(machine.project, *paths)) == [(9, 9, False, ""), (9, 0, False, "")]
        assert len(sessions(machine.project)) == 1

    def test_a_shorter_copy_does_not_take_facts_away(self, machine: Machine) -> None:
        learn(machine.project, write(machine.home / "a.jsonl", claude(3)))
        before = seen(machine.project)
        learn(machine.project, write(machine.home / "old.jsonl", claude(1)))
        assert seen(machine.project) == before

    def test_a_longer_copy_brings_what_is_new_and_tokens_stay_right(self, machine: Machine, whole: Path) -> None:
        path = write(machine.home / "a.jsonl", claude(1))
        learn(machine.project, path)
        learn(machine.project, write(machine.home / "longer.jsonl", claude(3)))
        append(path, claude(3)[3:])
        assert told(learn(machine.project, path)) == [(6, 0, False, "")]
        learn(whole, path)
        assert seen(machine.project) == seen(whole)

    def test_several_sessions_in_one_file_are_each_their_own(self, machine: Machine) -> None:
        runs = [{"id": f"run-{number}", "messages": chat(4 + number)} for number in range(3)]
        path = machine.home / "runs.json"
        path.write_text(json.dumps(runs), encoding="utf-8")
        (read,) = learn(machine.project, path)
        assert [session.native_id for session in read.sessions] == ["run-0", "run-1", "run-2"]
        assert sorted(stored.events for stored in sessions(machine.project)) == [4, 5, 6]
        assert told(learn(machine.project, path)) == [(0, 0, True, "")]


class TestRewritten:
    """A file that did not only grow is read anew."""

    def test_another_session_in_the_same_file_is_read_from_its_beginning(self, machine: Machine) -> None:
        path = write(machine.home / "a.jsonl", claude(3))
        learn(machine.project, path)
        write(path, claude(4, sessionId="another"))
        assert told(learn(machine.project, path)) == [(12, 12, False, "")]
        assert len(sessions(machine.project)) == 2

    def test_a_compressed_rollout_reads_as_the_plain_one_did(self, machine: Machine) -> None:
        path = write(machine.home / "rollout-1.jsonl", codex(3))
        learn(machine.project, path)
        before = seen(machine.project)
        packed = machine.home / "rollout-1.jsonl.zst"
        packed.write_bytes(zstandard.ZstdCompressor().compress(path.read_bytes()))
        (read,) = learn(machine.project, packed)
        assert (read.host, read.events, read.new) == ("codex", 10, 0)
        assert seen(machine.project) == before


class TestKilled:
    """Whenever the process ends, nothing is lost and nothing is there twice."""

    @pytest.mark.parametrize("after", [False, True])
    @pytest.mark.parametrize("lives", [0, 1])
    def test_the_next_run_goes_on_between_batches(
        self, machine: Machine, whole: Path, lives: int, *, after: bool
    ) -> None:
        opening = [said(1, f"use {TOKEN}"), called(2, f"push {OTHER}"), *claude(BATCH_EVENTS)[3:]]
        path = write(machine.home / "a.jsonl", [*opening, answered(9000, 2, f"{OTHER} {TOKEN}")])
        learn_and_die(machine.project, path, lives=lives, after=after)
        learn(machine.project, path)
        learn(whole, path)
        assert seen(machine.project) == seen(whole)
        assert told(learn(machine.project, path)) == [(0, 0, True, "")]

    def test_what_was_kept_is_not_read_again(self, machine: Machine) -> None:
        path = write(machine.home / "a.jsonl", claude(BATCH_EVENTS))
        learn_and_die(machine.project, path, lives=2, after=False)
        (read,) = learn(machine.project, path)
        assert read.events == 3 * BATCH_EVENTS - len(events(machine.project)[: 2 * BATCH_EVENTS])


class TestRedaction:
    """No secret reaches the disk."""

    def test_none_is_in_the_stores_bytes_wherever_it_stood(self, machine: Machine) -> None:
        password = "Qu1ckBr0wnF0x!9"
        odd = {"type": "odd", "uuid": "o", "sessionId": CLAUDE, "env": [{"password": password, "also": TOKEN}]}
        nested = called(3, "x")
        block = {"type": "tool_use", "id": "n", "name": "connect", "input": {"auth": {"password": password, TOKEN: 1}}}
        nested["message"] = {"id": "m", "role": "assistant", "content": [block]}
        lines = [
            said(1, f"the token is {TOKEN}", cwd=f"/code/{TOKEN}", gitBranch=f"fix-{TOKEN}"),
            nested,
            odd,
            {"type": "ai-title", "sessionId": CLAUDE, "aiTitle": f"Use {TOKEN}"},
            called(5, f"curl -H 'Authorization: Bearer {TOKEN}' --data password={password}"),
        ]
        (read,) = learn(machine.project, write(machine.home / "a.jsonl", lines))
        stored = machine.stored_bytes()
        assert b"REDACTED" in stored
        for secret in (TOKEN, password):
            assert secret.encode() not in stored
        assert read.redacted == {"API_KEY": 1, "PASSWORD": 1}

    def test_the_path_of_the_file_is_not_stored(self, machine: Machine) -> None:
        path = write(machine.home / "secret-folder" / "a.jsonl", claude(1))
        learn(machine.project, path)
        assert b"secret-folder" not in machine.stored_bytes()

    def test_placeholders_are_the_same_in_every_run(self, machine: Machine) -> None:
        path = write(machine.home / "a.jsonl", [said(1, f"first {TOKEN}")])
        learn(machine.project, path)
        append(path, [said(2, f"then {OTHER}"), said(3, f"again {TOKEN}")])
        learn(machine.project, path)
        assert [event.text for event in events(machine.project)] == [
            "first [REDACTED_API_KEY:1]",
            "then [REDACTED_API_KEY:2]",
            "again [REDACTED_API_KEY:1]",
        ]


class TestWhatIsAmiss:
    """Each file a clear outcome, and none costs another."""

    def test_bad_files_are_told_and_the_good_one_is_read(self, machine: Machine) -> None:
        good = write(machine.home / "good.jsonl", claude(1))
        empty, binary = machine.home / "empty", machine.home / "binary"
        empty.touch()
        binary.write_bytes(bytes(range(256)) * 9)
        reads = learn(machine.project, machine.home / "gone", empty, machine.home, binary, good)
        assert [bool(read.problem) for read in reads] == [True, True, True, True, False]
        assert reads[-1].new == 3

    def test_broken_long_and_unknown_lines_are_told_with_their_places(self, machine: Machine) -> None:
        path = machine.home / "a.jsonl"
        odd = {"type": "odd", "uuid": "o", "sessionId": CLAUDE}
        path.write_bytes(encoded(claude(1)) + b"{broken\n" + b'"' + b"y" * 5000 + b'"\n' + encoded([odd, odd]))
        config = Config(intake=Intake(max_line_bytes=2000))
        (read,) = learn(machine.project, path, config=config)
        found = read.findings
        assert (found.broken_at, found.too_long_at, dict(found.unknown)) == ([4], [5], {"odd": 2})
        assert read.new == 5

    def test_a_name_that_is_no_unicode_is_a_name(self, machine: Machine) -> None:
        path = Path(os.fsdecode(os.fsencode(machine.home) + b"/caf\xe9.jsonl"))
        assert told(learn(machine.project, write(path, claude(1)))) == [(3, 3, False, "")]

    def test_numbers_and_depths_that_no_store_takes_cost_nothing(self, machine: Machine) -> None:
        deep: object = 1
        for _ in range(700):
            deep = [deep]
        odd = {"type": "odd", "uuid": "o", "sessionId": CLAUDE, "n": 10**40, "deep": deep}
        late = said(2, "late", timestamp="9999-12-31T23:59:59-12:00")
        (read,) = learn(machine.project, write(machine.home / "a.jsonl", [said(1, "Go."), odd, late]))
        assert read.new == 3
        assert [event.kind for event in events(machine.project)] == ["user", "raw", "user"]


class TestDryRun:
    """The same report as the run that follows, and nothing kept."""

    def test_a_project_that_has_nothing_gets_nothing(self, machine: Machine) -> None:
        path = write(machine.home / "a.jsonl", claude(2))
        planned = learn(machine.project, path, dry_run=True)
        assert not machine.state.exists()
        assert told(planned) == told(learn(machine.project, path))

    def test_the_store_stays_to_the_byte_and_the_report_is_that_of_the_real_run(self, machine: Machine) -> None:
        path = write(machine.home / "a.jsonl", claude(3)[:4])
        learn(machine.project, path)
        append(path, [*claude(3)[4:], said(10, f"use {TOKEN}")])
        copy = write(machine.home / "copy.jsonl", claude(5))
        other = write(machine.home / "other.jsonl", codex(2))
        before = machine.database.read_bytes(), machine.stored_bytes()
        planned = learn(machine.project, path, copy, other, machine.home / "gone", dry_run=True)
        assert (machine.database.read_bytes(), machine.stored_bytes()) == before
        real = learn(machine.project, path, copy, other, machine.home / "gone")
        assert [msgspec.to_builtins(read, enc_hook=str) for read in planned] == [
            msgspec.to_builtins(read, enc_hook=str) for read in real
        ]
        assert [read.new for read in real] == [6, 5, 7, 0]


def test_progress_is_told_in_bytes_of_the_file(machine: Machine) -> None:
    path = write(machine.home / "a.jsonl", claude(BATCH_EVENTS))
    advanced: list[int] = []
    for _ in range(2):
        with intake(Project(machine.project), Config()) as needed:
            list(read_sessions([path], needed, advanced.append))
    assert sum(advanced) == 2 * path.stat().st_size


def test_several_processes_reading_the_same_session_keep_it_once(machine: Machine, whole: Path) -> None:
    path = write(machine.home / "a.jsonl", claude(300))
    learn(machine.project, path)
    append(path, claude(900)[900:])
    command = [sys.executable, "-m", "afterwit", "learn", str(path)]
    started = [subprocess.Popen(command, stdout=subprocess.DEVNULL) for _ in range(3)]  # noqa: S603 - our interpreter
    assert [process.wait() for process in started] == [0, 0, 0]
    learn(whole, path)
    assert seen(machine.project) == seen(whole)
