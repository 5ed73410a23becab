"""The running session, read on while the agent works."""

import time
from collections.abc import Generator
from contextlib import contextmanager
from pathlib import Path

import msgspec

from afterwit.config import Config
from afterwit.engine.live import Live
from afterwit.engine.project import Project
from afterwit.engine.wire import learning
from afterwit.model.learning import SeenSession, SpoolBatch
from tests.engine.stumbling import DIFF, PUSH, told_in, transcript
from tests.transcripts import write


@contextmanager
def live(root: Path, *found: Path, told: tuple[SeenSession, ...] = ()) -> Generator[Live, None, None]:
    with learning(Project(root), Config()) as (intake, kernel):
        kernel.turns.take_in(SpoolBatch(name="one", sessions=told))
        yield Live(intake, kernel, lambda: found)


def seen(path: Path, at: int, session: str = "") -> SeenSession:
    return SeenSession(session=session or path.stem, agent="claude-code", transcript=str(path), at=at)


def test_the_session_that_a_hook_told_of_last_is_the_running_one(tmp_path: Path) -> None:
    first, second = told_in(tmp_path, *DIFF, name="first"), told_in(tmp_path, *PUSH, name="second")
    with live(tmp_path, told=(seen(first, 1), seen(second, 2))) as here:
        assert here.catch_up() == "claude-code:second"
        assert here.catch_up("first") == here.catch_up("claude-code:first") == "claude-code:first"


def test_the_agents_own_session_that_has_not_ended_goes_first(tmp_path: Path) -> None:
    mine, ended, other = (told_in(tmp_path, *DIFF, name=name) for name in ("mine", "ended", "other"))
    told = (
        seen(mine, 1),
        msgspec.structs.replace(seen(ended, 2), ended=True),
        msgspec.structs.replace(seen(other, 3), agent="codex"),
    )
    with live(tmp_path, told=told) as here:
        assert here.catch_up(agent="claude-code") == "claude-code:mine"
        assert here.catch_up(agent="codex") == "claude-code:other"
        assert here.catch_up("ended", "claude-code") == "claude-code:ended"


def test_sessions_at_work_are_those_of_the_agent_that_were_heard_of_just_now(tmp_path: Path) -> None:
    now = int(time.time() * 1000)
    told = [seen(tmp_path / f"{name}.jsonl", at) for name, at in (("a", now), ("b", now), ("ended", now), ("old", 1))]
    told[2] = msgspec.structs.replace(told[2], ended=True)
    with live(tmp_path, told=tuple(told)) as here:
        assert sorted(here.at_work("claude-code")) == ["a", "b"]
        assert here.at_work("codex") == []


def test_without_hooks_the_latest_transcript_is_the_running_one(tmp_path: Path) -> None:
    with live(tmp_path, told_in(tmp_path, *DIFF, name="first"), told_in(tmp_path, *PUSH, name="second")) as here:
        assert here.catch_up() == "claude-code:first"
        assert here.catch_up("second") == "claude-code:second"


def test_nothing_is_running_where_nothing_is_known(tmp_path: Path) -> None:
    with live(tmp_path) as here:
        assert here.catch_up() == here.catch_up("nobody") == ""
        assert here.resolve("e1", "") is None
        assert here.events("") == []


def test_a_transcript_that_has_gone_hides_no_other(tmp_path: Path) -> None:
    there = told_in(tmp_path, *DIFF, name="there")
    with live(tmp_path, told=(seen(there, 1), seen(tmp_path / "gone.jsonl", 2))) as here:
        assert here.catch_up() == "claude-code:there"


def test_what_is_added_while_the_agent_works_is_read_on(tmp_path: Path) -> None:
    whole = transcript((*DIFF, *PUSH))
    path = write(tmp_path / "one.jsonl", whole[:3])
    with live(tmp_path, told=(seen(path, 1),)) as here:
        assert [event.id for event in here.events(here.catch_up())] == ["e1", "e2", "e3"]
        write(path, whole)
        assert len(here.events(here.catch_up())) == len(whole)
        assert here.catch_up() == "claude-code:one"


def test_a_session_that_was_read_before_is_known_when_its_transcript_is_gone(tmp_path: Path) -> None:
    path = told_in(tmp_path, *DIFF)
    with live(tmp_path, told=(seen(path, 1),)) as here:
        here.catch_up()
        path.unlink()
        assert here.catch_up("one") == "claude-code:one"


def test_an_event_is_found_by_our_id_and_by_the_hosts_own(tmp_path: Path) -> None:
    with live(tmp_path, told_in(tmp_path, *DIFF)) as here:
        session = here.catch_up()
        ours, theirs = here.resolve("e2", session), here.resolve("one-2", session)
        assert ours is not None
        assert ours == theirs
        assert ours[0].event == "e2"
        assert here.resolve("e99", session) is here.resolve("toolu_none", session) is here.resolve("x" * 999, session)


def test_a_call_of_another_running_session_is_found_by_its_own_id(tmp_path: Path) -> None:
    first, second = told_in(tmp_path, *DIFF, name="first"), told_in(tmp_path, *PUSH, name="second")
    with live(tmp_path, told=(seen(first, 1), seen(second, 2))) as here:
        found = here.resolve("first-2", here.catch_up())
        assert found is not None
        assert found[0].session == "claude-code:first"


def test_events_are_found_by_all_words_of_a_query_each_call_with_its_result(tmp_path: Path) -> None:
    with live(tmp_path, told_in(tmp_path, *DIFF)) as here:
        session = here.catch_up()
        assert [event.id for event in here.events(session, "unknown FLAG")] == ["e2", "e3"]
        assert [event.id for event in here.events(session, "gh --name-only")] == ["e4", "e5"]
        assert [event.id for event in here.events(session, last=2)] == ["e4", "e5"]
        assert here.events(session, last=0) == []
