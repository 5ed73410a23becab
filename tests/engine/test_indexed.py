"""The index follows what is written, and never makes a write look as if it had failed."""

from pathlib import Path

from afterwit.engine.decisions import move, person
from afterwit.engine.indexed import Indexed
from afterwit.engine.review_and_learn import decide
from afterwit.errors import StoreFailed
from afterwit.judge.chain import Chain
from afterwit.model.approval import Approved
from afterwit.model.proposal import CreateSkill
from tests.engine.projects import opened
from tests.faces.cli.packages import CRAB
from tests.judge.gates import YES


class Written:
    """A store that has written."""

    def apply(self, approved: Approved, proposal_id: int | None) -> tuple[int | None, str]:
        """Say so."""
        del approved, proposal_id
        return 7, "Written"


def test_the_next_judgement_sees_what_was_written(tmp_path: Path) -> None:
    with opened(tmp_path) as here:
        decide(person(CreateSkill(package=CRAB), here), here.rooms)
        assert [entry.state for entry in here.index.entries()] == ["active"]
        move(CRAB.name, "archive", here)
        assert [entry.state for entry in here.index.entries()] == ["archived"]


def test_an_index_that_breaks_after_the_write_is_told_and_the_write_stands(tmp_path: Path) -> None:
    with opened(tmp_path) as here:
        here.index.close()
        approved = Chain([YES]).judge(person(CreateSkill(package=CRAB), here), here.rooms.view)
        assert isinstance(approved, Approved)

        def look() -> None:
            raise StoreFailed("The index cannot be used.")

        change, told = Indexed(Written(), here.book, here.index, look).apply(approved, None)
        assert change == 7
        assert told.startswith("Written (")
