"""The running session, read on while the agent works."""

from collections.abc import Generator
from contextlib import contextmanager
from pathlib import Path

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


def test_events_are_found_by_all_words_of_a_query_the_latest_last(tmp_path: Path) -> None:
    with live(tmp_path, told_in(tmp_path, *DIFF)) as here:
        session = here.catch_up()
        assert [event.id for event in here.events(session, "unknown FLAG")] == ["e3"]
        assert [event.id for event in here.events(session, "gh --name-only")] == ["e4"]
        assert [event.id for event in here.events(session, last=2)] == ["e4", "e5"]
        assert here.events(session, last=0) == []
