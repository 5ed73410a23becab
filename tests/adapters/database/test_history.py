"""Every change is kept with all it replaced and put there; what is revoked is gone."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from sqlalchemy import text

from afterwit.adapters.database import Database, SqlDocket, SqlHistory, open_database
from afterwit.adapters.in_memory_history import MemoryHistory
from afterwit.errors import NotFound
from afterwit.model.change import Edit
from afterwit.model.package import Tree
from afterwit.model.verdict import Applied
from afterwit.ports import History
from tests.adapters.database.keeping import LESSONS, ONE, PLACE, SESSION, SKILL, TWO, YES, about, edit

EMPTY = Tree(files={})


@pytest.fixture(params=["sqlite", "postgresql", "memory"])
def history(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[History]:
    """A new history; the fake in memory behaves like the real ones."""
    if request.param == "memory":
        yield MemoryHistory()
        return
    store = tmp_path / "afterwit.db" if request.param == "sqlite" else str(request.getfixturevalue("postgres_url"))
    with open_database(store) as database:
        yield SqlHistory(database, "zone")


def counted(database: Database, table: str) -> int:
    with database.reading() as connection:
        return connection.execute(text(f"SELECT count(*) FROM {table}")).scalar_one()  # noqa: S608 - our own tables


class TestAChange:
    def test_is_given_back_as_it_was(self, history: History) -> None:
        edits = [*edit(ONE, TWO), *edit(None, Tree(files={"": b""}), LESSONS), *edit(EMPTY, None, "skills/rl-y")]
        number = history.intend(about("b", "a"), edits, 2**45)
        history.settle(number)
        change = history.change(number)
        assert change is not None
        assert (change.id, change.at, change.stage) == (number, 2**45, "done")
        assert list(change.edits) == edits
        assert set(change.about.sessions) == {"a", "b"}
        assert (change.about.author, change.about.by, change.about.why) == ("mechanical", "a rule", "because")

    def test_that_is_only_intended_is_not_among_the_changes(self, history: History) -> None:
        number = history.intend(about(), edit(None, ONE), 1)
        assert history.changes() == []
        assert history.left(PLACE) is None
        (unsettled,) = history.unsettled()
        assert unsettled.id == number
        assert list(unsettled.edits) == edit(None, ONE)

    def test_that_was_given_up_is_not_either(self, history: History) -> None:
        number = history.intend(about(), edit(None, ONE), 1)
        history.abandon(number, "no room")
        assert history.content(ONE.digest()) is None
        assert history.changes() == history.unsettled() == []
        assert history.left(PLACE) is None
        change = history.change(number)
        assert change is not None
        assert change.stage == "abandoned"

    def test_that_was_given_up_takes_nothing_from_others(self, history: History) -> None:
        history.record(about(), edit(None, ONE), 1)
        history.abandon(history.intend(about(), edit(ONE, TWO), 1), "no room")
        assert history.content(ONE.digest()) == ONE
        assert history.content(TWO.digest()) is None

    def test_leaves_what_it_put_there(self, history: History) -> None:
        history.record(about(), edit(None, ONE), 1)
        assert history.left(PLACE) == ONE.digest()
        assert history.content(ONE.digest()) == ONE
        history.record(about(), edit(ONE, EMPTY), 1)
        assert history.left(PLACE) == EMPTY.digest()
        assert history.content(EMPTY.digest()) == EMPTY
        history.record(about(), edit(EMPTY, None), 1)
        assert history.left(PLACE) is None

    def test_that_never_was(self, history: History) -> None:
        assert history.change(1) is None
        assert history.change(2**70) is None
        assert history.content("0" * 64) is None

    def test_is_found_by_what_it_is_about_and_where(self, history: History) -> None:
        first = history.record(about(), edit(None, ONE), 1)
        second = history.record(about(subject="lessons"), edit(None, Tree(files={"": b"x"}), LESSONS), 2)
        third = history.record(about(), edit(ONE, TWO), 3)
        assert [change.id for change in history.changes()] == [third, second, first]
        assert [change.id for change in history.changes(limit=1)] == [third]
        assert [change.id for change in history.changes(subject="lessons")] == [second]
        assert [change.id for change in history.changes(path=PLACE)] == [third, first]
        assert [change.id for change in history.changes(path=PLACE, subject="lessons")] == []

    def test_is_listed_without_content(self, history: History) -> None:
        history.record(about(), [*edit(None, ONE), *edit(ONE, None, "skills/rl-y")], 1)
        (change,) = history.changes()
        assert list(change.edits) == [*edit(None, EMPTY), *edit(EMPTY, None, "skills/rl-y")]


def test_changes_that_rest_on_a_session_are_found(history: History) -> None:
    first = history.record(about("a", "b"), edit(None, ONE), 1)
    history.record(about("b"), edit(ONE, TWO), 1)
    history.abandon(history.intend(about("a"), edit(TWO, ONE), 1), "")
    assert history.changes_from("a") == [first]
    assert history.changes_from("c") == []


class TestForgetting:
    def test_takes_the_content_and_what_came_of_it(self, history: History) -> None:
        secret, later, clean = (Tree(files={"SKILL.md": part}) for part in (b"secret", b"secret, later", b"clean"))
        history.record(about(), edit(None, ONE), 1)
        bad = history.record(about("s"), edit(ONE, secret), 1)
        moved = history.record(about(), [*edit(None, secret, "skills-archived/rl-x"), *edit(secret, None)], 1)
        more = history.record(about(), edit(secret, later, "skills-archived/rl-x"), 1)
        mended = history.record(about(), edit(later, clean, "skills-archived/rl-x"), 1)
        assert history.forget(history.changes_from("s")) == 4
        for tree in (secret, later):
            assert history.content(tree.digest()) is None
        assert history.content(ONE.digest()) == ONE
        assert history.content(clean.digest()) == clean
        for number in (bad, moved, more, mended):
            change = history.change(number)
            assert change is not None
            assert change.stage == "revoked"
            written = {one.after.digest() for one in change.edits if one.after is not None}
            assert not written & {secret.digest(), later.digest()}
        change = history.change(bad)
        assert change is not None
        assert list(change.edits) == edit(ONE, None)
        assert change.about.why == ""
        assert history.left("skills-archived/rl-x") == clean.digest()

    def test_spares_what_was_there_before_and_what_is_there_now(self, history: History) -> None:
        history.record(about(), edit(None, ONE), 1)
        bad = history.record(about("s"), edit(ONE, TWO), 1)
        undone = history.record(about(), edit(TWO, ONE), 1)
        again = history.record(about(), [Edit(path=LESSONS, before=None, after=ONE)], 1)
        history.forget([bad])
        assert history.content(ONE.digest()) == ONE
        assert history.content(TWO.digest()) is None
        stages = {change.id: change.stage for change in history.changes()}
        assert (stages[bad], stages[undone], stages[again]) == ("revoked", "revoked", "done")

    def test_twice_or_of_nothing_does_nothing(self, history: History) -> None:
        history.record(about(), edit(None, ONE), 1)
        bad = history.record(about("s"), edit(ONE, TWO), 1)
        history.record(about(), edit(TWO, ONE), 1)
        assert history.forget([bad]) == 2
        history.forget([bad])
        assert history.forget([]) == 0
        assert history.forget([77]) == 0
        assert history.content(ONE.digest()) == ONE


class TestInSql:
    def test_content_is_stored_once(self, database: Database) -> None:
        history = SqlHistory(database, "zone")
        history.record(about(), edit(None, ONE), 1)
        history.record(about(), edit(ONE, TWO), 1)
        history.record(about(), edit(TWO, ONE), 1)
        assert counted(database, "blobs") == 3
        assert counted(database, "trees") == 4

    def test_projects_in_one_store_do_not_meet(self, database: Database) -> None:
        mine, yours = SqlHistory(database, "mine"), SqlHistory(database, "yours")
        number = mine.record(about("s"), edit(None, ONE), 1)
        same = yours.record(about(), edit(None, ONE), 1)
        assert yours.change(number) is None
        assert [change.id for change in yours.changes()] == [same]
        assert yours.changes_from("s") == []
        mine.record(about(), edit(ONE, None), 1)
        mine.forget([number])
        assert mine.content(ONE.digest()) is None
        assert yours.content(ONE.digest()) == ONE
        assert yours.left(PLACE) == ONE.digest()
        assert yours.forget([number]) == 0
        with pytest.raises(NotFound):
            yours.settle(number)

    def test_a_change_is_settled_or_given_up_once(self, database: Database) -> None:
        history = SqlHistory(database, "zone")
        number = history.record(about(), edit(None, ONE), 1)
        with pytest.raises(NotFound, match=f"Change {number} is not under way"):
            history.abandon(number, "too late")
        with pytest.raises(NotFound):
            history.settle(number)

    def test_words_that_no_store_takes_are_mended(self, database: Database) -> None:
        history = SqlHistory(database, "zone")
        number = history.record(about("s\x00\ud800", subject="\x00"), edit(None, ONE), 2**80)
        assert history.changes(subject="\x00")[0].id == number
        assert history.changes_from("s\x00\ud800") == [number]

    def test_a_commit_is_flushed_and_event_batches_are_not(self, tmp_path: Path) -> None:
        with open_database(tmp_path / "afterwit.db") as database:
            for durable, level in ((True, 2), (False, 1)):
                with database.writing(durable=durable) as connection:
                    assert connection.exec_driver_sql("PRAGMA synchronous").scalar() == level

    def test_what_is_overwritten_is_zeroed(self, tmp_path: Path) -> None:
        with open_database(tmp_path / "afterwit.db") as database, database.reading() as connection:
            assert connection.exec_driver_sql("PRAGMA secure_delete").scalar() == 1

    def test_what_was_forgotten_is_in_no_file_of_the_store(self, tmp_path: Path) -> None:
        content, message, kept = (f"mark of the {kind}" for kind in ("content", "message", "change"))
        bad = Tree(files={"SKILL.md": content.encode() * 500})
        with open_database(tmp_path / "afterwit.db") as database:
            history, docket = SqlHistory(database, "zone"), SqlDocket(database, "zone")
            proposal = docket.enter(SKILL, [YES], None)
            docket.close(proposal, Applied(proposal=SKILL, verdicts=(), change=1, message=message))
            history.record(about(SESSION, subject=kept), edit(None, ONE), 1)
            made = history.record(about("s", proposal=proposal), edit(ONE, bad), 1)
            history.record(about(), edit(bad, ONE), 1)
            history.forget([made])
            stored = b"".join(path.read_bytes() for path in tmp_path.iterdir())
            assert content.encode() not in stored
            assert message.encode() not in stored
            assert kept.encode() in stored
            judged = docket.proposal(proposal)
            assert judged is not None
            assert judged.proposal is None
