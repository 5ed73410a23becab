"""Batches: what a reader says, numbered and paired, with a place to go on from."""

import contextlib
import json
from collections.abc import Callable
from pathlib import Path

import msgspec
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from afterwit.errors import UnreadableSource
from afterwit.intake.detect import choose
from afterwit.intake.readers import READERS
from afterwit.intake.source import Source
from afterwit.intake.transcript import BATCH_EVENTS, Batch, batches, reopen
from afterwit.model.bookmark import Bookmark
from afterwit.model.event import Event
from afterwit.model.session import REVIEW_MARK, Session
from tests.transcripts import Line, answered, append, called, claude, codex, encoded, said, write


def read(path: Path, before: Batch | None = None) -> list[Batch]:
    """Read a file on from where `before` ended, as the engine does."""
    with Source(path) as source:
        reader = choose(source, READERS)
        if before is not None and reopen(source, reader, before.bookmark):
            known = msgspec.structs.replace(before.session)
            return list(batches(source, reader, before.bookmark, known))
        return list(batches(source, reader, Bookmark(source="x")))


def events_of(parts: list[Batch]) -> list[Event]:
    return [event for part in parts for event in part.events]


def session_of(parts: list[Batch]) -> Session:
    return parts[-1].session


class TestNumbersAndPairs:
    """One session, read whole."""

    @pytest.mark.proves("event-ids-stable")
    def test_events_are_numbered_from_one_in_the_order_of_the_file(self, tmp_path: Path) -> None:
        path = write(tmp_path / "a.jsonl", claude(2))
        ids = [event.id for event in events_of(read(path))]
        assert ids == ["e1", "e2", "e3", "e4", "e5", "e6"]
        assert [event.id for event in events_of(read(path))] == ids

    def test_a_result_carries_its_calls_number_tool_and_purpose(self, tmp_path: Path) -> None:
        path = write(tmp_path / "a.jsonl", [said(1, "Test it."), called(2, "pytest -q"), answered(3, 2, "3 passed")])
        result = events_of(read(path))[-1]
        assert (result.answers, result.tool, result.purpose) == (2, "Bash", "verification")

    def test_a_result_without_its_call_is_kept_unpaired(self, tmp_path: Path) -> None:
        path = write(tmp_path / "a.jsonl", [said(1, "Go on."), answered(2, 99, "out of nowhere")])
        result = events_of(read(path))[-1]
        assert (result.answers, result.text) == (None, "out of nowhere")

    def test_a_message_told_over_several_lines_is_counted_once(self, tmp_path: Path) -> None:
        line = called(2, "ls")
        path = write(tmp_path / "a.jsonl", [said(1, "Look."), line, {**line, "uuid": "again"}, called(4, "pwd")])
        session = session_of(read(path))
        assert (session.input_tokens, session.output_tokens) == (20, 10)

    def test_a_claim_of_tokens_beyond_belief_is_cut(self, tmp_path: Path) -> None:
        line = called(2, "ls")
        message: Line = {"id": "m", "role": "assistant", "content": "x", "usage": {"input_tokens": 10**30}}
        path = write(tmp_path / "a.jsonl", [said(1, "Look."), {**line, "message": message}])
        assert session_of(read(path)).input_tokens < 2**63

    def test_an_unknown_line_type_is_counted_and_kept_as_it_came(self, tmp_path: Path) -> None:
        odd = {"type": "hologram", "uuid": "h", "sessionId": "s", "beams": [{"colour": "teal"}]}
        path = write(tmp_path / "a.jsonl", [*claude(1), odd, odd])
        with Source(path) as source:
            parts = list(batches(source, choose(source, READERS), Bookmark(source="x")))
        raw = [event for event in events_of(parts) if event.kind == "raw"]
        assert [event.input for event in raw] == [odd, odd]
        assert source.findings.unknown == {"hologram": 2}


class TestWhoDroveIt:
    """Only what a person drove is learned from without further thought."""

    def origin(self, path: Path, lines: list[Line]) -> str:
        return session_of(read(write(path, lines))).origin

    def test_a_person(self, tmp_path: Path) -> None:
        assert self.origin(tmp_path / "a.jsonl", claude(1, entrypoint="cli")) == "person"

    def test_a_script(self, tmp_path: Path) -> None:
        assert self.origin(tmp_path / "a.jsonl", claude(1, entrypoint="sdk-py")) == "headless"
        assert self.origin(tmp_path / "b.jsonl", codex(1, source="exec")) == "headless"

    def test_another_agent(self, tmp_path: Path) -> None:
        path = tmp_path / "a.jsonl"
        assert self.origin(path, claude(1, isSidechain=True, agentId="a1")) == "subagent"
        assert session_of(read(path)).parent == str(claude(1)[0]["sessionId"])
        assert self.origin(tmp_path / "b.jsonl", codex(1, source={"subagent": "review"})) == "subagent"

    def test_afterwit_itself_by_the_mark_in_its_prompt(self, tmp_path: Path) -> None:
        prompt = said(1, f"{REVIEW_MARK}\nReview this.", entrypoint="sdk-py")
        assert self.origin(tmp_path / "a.jsonl", [prompt]) == "reviewer"

    def test_afterwit_itself_where_the_host_names_the_session_before_the_prompt(self, tmp_path: Path) -> None:
        titled: Line = {"type": "summary", "summary": "A review", "leafUuid": "x"}
        assert self.origin(tmp_path / "a.jsonl", [titled, said(1, f"{REVIEW_MARK}\nReview this.")]) == "reviewer"

    @pytest.mark.parametrize("folder", ["/code/lantern/.afterwit/review", "C:\\work\\lantern\\.afterwit"])
    def test_afterwit_itself_by_the_folder_it_works_in(self, tmp_path: Path, folder: str) -> None:
        assert self.origin(tmp_path / "a.jsonl", claude(1, cwd=folder)) == "reviewer"

    def test_the_folder_tells_even_where_the_first_line_does_not_name_it(self, tmp_path: Path) -> None:
        queued: Line = {"type": "queue-operation", "sessionId": str(claude(1)[0]["sessionId"]), "operation": "enqueue"}
        lines = [queued, *claude(1, cwd="/code/lantern/.afterwit")]
        assert self.origin(tmp_path / "a.jsonl", lines) == "reviewer"

    def test_a_project_whose_name_only_resembles_the_folder_is_a_persons(self, tmp_path: Path) -> None:
        assert self.origin(tmp_path / "a.jsonl", claude(1, cwd="/code/x.afterwit/y")) == "person"


class TestThePhaseOfWork:
    """The user begins one with a command; what was said last counts."""

    def phase(self, path: Path, *lines: Line) -> str:
        return session_of(read(write(path, lines))).phase

    def test_is_none_until_the_user_begins_one(self, tmp_path: Path) -> None:
        assert self.phase(tmp_path / "a.jsonl", *claude(2)) == ""

    def test_is_the_one_begun_last(self, tmp_path: Path) -> None:
        marked = "<command-message>review is running</command-message>\n<command-name>/review-sprint</command-name>"
        lines = [said(1, "/implement sprint-1"), said(2, "Go on."), said(3, marked), said(4, "And /plan the rest.")]
        assert self.phase(tmp_path / "a.jsonl", *lines) == "review"
        assert self.phase(tmp_path / "b.jsonl", *lines[:2]) == "implement"

    def test_is_begun_by_nobody_but_the_user(self, tmp_path: Path) -> None:
        lines = [said(1, "Go."), called(2, "echo /plan"), answered(3, 2, "/plan"), said(4, "/plan", isMeta=True)]
        told = said(5, "/architect a lamp", isSidechain=True, agentId="a1")
        assert self.phase(tmp_path / "a.jsonl", *lines, told) == ""

    def test_lasts_while_the_file_is_read_on(self, tmp_path: Path) -> None:
        path = write(tmp_path / "a.jsonl", [said(1, "/audit")])
        first = read(path)
        append(path, claude(2)[1:])
        second = read(path, first[-1])
        assert session_of(second).phase == "audit"
        append(path, [said(9, "/deploy-production")])
        assert session_of(read(path, second[-1])).phase == session_of(read(path)).phase == "deploy"


class TestReadingOn:
    """A file that grew is read on from where it was left."""

    def test_a_file_that_grew_is_read_on_from_where_it_was_left(self, tmp_path: Path) -> None:
        path = write(tmp_path / "a.jsonl", claude(3)[:7])
        first = read(path)
        append(path, claude(3)[7:])
        second = read(path, first[-1])
        assert [event.seq for event in events_of(second)] == [8, 9]
        assert first[-1].bookmark.offset == len(encoded(claude(3)[:7]))
        assert events_of(first) + events_of(second) == events_of(read(path))
        assert session_of(second) == session_of(read(path))

    def test_a_result_meets_its_call_from_an_earlier_reading(self, tmp_path: Path) -> None:
        path = write(tmp_path / "a.jsonl", claude(1)[:2])
        first = read(path)
        append(path, claude(1)[2:])
        (result,) = events_of(read(path, first[-1]))
        assert (result.answers, result.tool) == (2, "Bash")

    def test_tokens_told_again_are_not_counted_again(self, tmp_path: Path) -> None:
        path = write(tmp_path / "a.jsonl", claude(1))
        first = read(path)
        append(path, [claude(1)[1]])
        assert session_of(read(path, first[-1])).input_tokens == session_of(first).input_tokens == 10

    def test_tokens_that_another_copy_brought_are_not_counted_again(self, tmp_path: Path) -> None:
        path = write(tmp_path / "a.jsonl", claude(2))
        first = read(path)[-1]
        append(path, claude(3)[6:])
        further = session_of(read(write(tmp_path / "copy.jsonl", claude(3))))
        on = read(path, msgspec.structs.replace(first, session=further))
        assert session_of(on).input_tokens == further.input_tokens == 30

    def test_a_title_that_comes_late_is_taken(self, tmp_path: Path) -> None:
        path = write(tmp_path / "a.jsonl", claude(1))
        first = read(path)
        append(path, [*claude(2)[3:], {"type": "ai-title", "sessionId": "s", "aiTitle": "Parts of the lantern"}])
        assert session_of(read(path, first[-1])).title == session_of(read(path)).title == "Parts of the lantern"

    def test_a_file_that_was_rewritten_is_read_anew(self, tmp_path: Path) -> None:
        path = write(tmp_path / "a.jsonl", claude(3))
        first = read(path)
        write(path, [said(1, "Something else."), *claude(9)])
        assert events_of(read(path, first[-1]))[0].seq == 1

    def test_a_file_that_became_shorter_is_read_anew(self, tmp_path: Path) -> None:
        path = write(tmp_path / "a.jsonl", claude(3))
        first = read(path)
        write(path, claude(1))
        assert len(events_of(read(path, first[-1]))) == 3

    def test_a_document_is_read_as_a_whole_every_time(self, tmp_path: Path) -> None:
        path = tmp_path / "a.json"
        path.write_text(json.dumps([{"role": "user", "content": "hi"}, {"role": "assistant", "content": "ho"}]))
        first = read(path)
        path.write_text(path.read_text()[:-1] + ', {"role": "user", "content": "and?"}]')
        assert [event.text for event in events_of(read(path, first[-1]))] == ["hi", "ho", "and?"]

    @pytest.mark.parametrize("made", [claude, codex])
    @settings(suppress_health_check=[HealthCheck.function_scoped_fixture], deadline=None, max_examples=60)
    @given(data=st.data())
    def test_any_prefix_and_then_the_whole_is_the_whole(
        self, tmp_path: Path, made: Callable[[int], list[Line]], data: st.DataObject
    ) -> None:
        content = encoded([*made(2), {"type": "hologram", "uuid": "h", "sessionId": "s", "text": "caf\u00e9"}])
        content = content.replace(b"\\u00e9", b"\xe9") + b"not json\n" + encoded(made(3))[len(encoded(made(2))) :]
        cuts = sorted(data.draw(st.lists(st.integers(1, len(content)), min_size=1, max_size=3)))
        path = tmp_path / "a.jsonl"
        path.write_bytes(content)
        whole = read(path)
        told: list[Event] = []
        last: Batch | None = None
        for cut in (*cuts, len(content)):
            path.write_bytes(content[:cut])
            if not _known(path):
                continue
            parts = read(path, last)
            told += events_of(parts)
            last = parts[-1] if parts else last
        assert told == events_of(whole)
        assert last is not None
        assert last.session == session_of(whole)


def _known(path: Path) -> bool:
    """Whether enough of it has been written to tell whose it is."""
    with Source(path) as source, contextlib.suppress(UnreadableSource):
        choose(source, READERS)
        return True
    return False


class TestBatches:
    """A long session comes in parts, each of which a reading can go on from."""

    def test_a_reading_can_stop_after_any_batch_and_go_on(self, tmp_path: Path) -> None:
        path = write(tmp_path / "a.jsonl", claude(BATCH_EVENTS))
        whole = read(path)
        assert len(whole) == 3
        for stopped, part in enumerate(whole[:-1]):
            rest = read(path, part)
            assert events_of(whole[: stopped + 1]) + events_of(rest) == events_of(whole)
            assert session_of(rest) == session_of(whole)

    def test_a_batch_ends_at_a_line_and_its_open_calls_are_in_the_bookmark(self, tmp_path: Path) -> None:
        lines = [said(1, "Go."), *(called(number, "ls") for number in range(2, BATCH_EVENTS + 1))]
        path = write(tmp_path / "a.jsonl", [*lines, answered(9000, BATCH_EVENTS, "done")])
        first, second = read(path)
        assert first.bookmark.offset == len(encoded(lines))
        assert first.bookmark.line == len(lines)
        assert f"call-{BATCH_EVENTS}" in first.bookmark.calls
        assert [event.answers for event in second.events] == [BATCH_EVENTS]

    def test_long_arguments_fill_a_batch_as_long_texts_do(self, tmp_path: Path) -> None:
        path = write(tmp_path / "a.jsonl", [said(1, "Go."), *(called(n, "x" * 1_000_000) for n in range(2, 12))])
        assert len(read(path)) > 1

    def test_only_the_last_batch_says_that_the_file_was_read_to_its_end(self, tmp_path: Path) -> None:
        path = write(tmp_path / "a.jsonl", claude(BATCH_EVENTS))
        assert [part.bookmark.size for part in read(path)] == [-1, -1, path.stat().st_size]
