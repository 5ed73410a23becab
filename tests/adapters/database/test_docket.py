"""Every proposal is remembered with every verdict, and rejected is never failed."""

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from afterwit.adapters.database import Database, SqlDocket, SqlHistory, open_database
from afterwit.adapters.in_memory_history import MemoryDocket
from afterwit.errors import NotFound
from afterwit.model.proposal import Proposal
from afterwit.model.verdict import Applied, Failed, Outcome, Overrule, Rejected, Verdict
from afterwit.ports import Docket
from tests.adapters.database.keeping import LESSON, NO, ONE, SESSION, SKILL, YES, about, edit


@pytest.fixture(params=["sqlite", "postgresql", "memory"])
def docket(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Docket]:
    """A new docket; the fake in memory behaves like the real ones."""
    if request.param == "memory":
        yield MemoryDocket(lambda: 5)
        return
    store = tmp_path / "afterwit.db" if request.param == "sqlite" else str(request.getfixturevalue("postgres_url"))
    with open_database(store) as database:
        yield SqlDocket(database, "zone", lambda: 5)


def applied(proposal: Proposal) -> Outcome:
    return Applied(proposal=proposal, verdicts=(), change=7, message="Learned skill")


def rejected(proposal: Proposal) -> Outcome:
    return Rejected(proposal=proposal, verdicts=(), reason="0.5 is less than 0.7.")


def failed(proposal: Proposal) -> Outcome:
    return Failed(proposal=proposal, verdicts=(), reason="No space left.")


@pytest.mark.parametrize("proposal", [LESSON, SKILL], ids=["lesson", "skill"])
@pytest.mark.parametrize("verdicts", [(), (YES,), (YES, NO, YES)])
def test_a_proposal_is_given_back_as_it_was(docket: Docket, proposal: Proposal, verdicts: tuple[Verdict, ...]) -> None:
    number = docket.enter(proposal, verdicts, None)
    judged = docket.proposal(number)
    assert judged is not None
    assert (judged.id, judged.at, judged.fate, judged.reason, judged.change) == (number, 5, "open", "", None)
    assert judged.proposal == proposal
    assert judged.verdicts == verdicts
    assert judged.overrule is None


@pytest.mark.parametrize(
    ("made", "fate", "reason", "change"),
    [
        (applied, "applied", "Learned skill", 7),
        (rejected, "rejected", "0.5 is less than 0.7.", None),
        (failed, "failed", "No space left.", None),
    ],
)
def test_what_became_of_it_is_noted_by_its_own_name(
    docket: Docket, made: Callable[[Proposal], Outcome], fate: str, reason: str, change: int | None
) -> None:
    number = docket.enter(LESSON, [NO], None)
    docket.close(number, made(LESSON))
    judged = docket.proposal(number)
    assert judged is not None
    assert (judged.fate, judged.reason, judged.change) == (fate, reason, change)
    assert [other.id for other in docket.proposals(fate=fate)] == [number]
    for other in {"applied", "rejected", "failed", "open"} - {fate}:
        assert docket.proposals(fate=other) == []


def test_a_persons_word_against_a_gate_is_remembered(docket: Docket) -> None:
    word = Overrule(gates=frozenset({"safety"}), reason="It only talks about it.", by="ada")
    number = docket.enter(SKILL, [YES, NO], word)
    judged = docket.proposal(number)
    assert judged is not None
    assert judged.overrule == word


def test_proposals_come_latest_first(docket: Docket) -> None:
    first, second, third = (docket.enter(proposal, [], None) for proposal in (LESSON, SKILL, LESSON))
    assert [judged.id for judged in docket.proposals()] == [third, second, first]
    assert [judged.id for judged in docket.proposals(limit=2)] == [third, second]
    assert [judged.id for judged in docket.proposals(subject="rl-x")] == [second]
    assert docket.proposal(first + 100) is None


def test_what_came_from_a_session_is_erased(docket: Docket) -> None:
    first, second = docket.enter(LESSON, [NO], None), docket.enter(SKILL, [YES], None)
    docket.close(first, rejected(LESSON))
    assert docket.forget("codex:second") == 1
    assert docket.forget("codex:second") == 0
    erased, kept = docket.proposal(second), docket.proposal(first)
    assert erased is not None
    assert kept is not None
    assert erased.proposal is None
    assert not any(verdict.reason or verdict.measured or verdict.findings for verdict in erased.verdicts)
    assert kept.proposal == LESSON
    assert docket.forget(SESSION) == 1
    assert docket.proposals(fate="rejected")[0].reason == ""


class TestInSql:
    def test_a_package_is_stored_once_with_the_history(self, database: Database) -> None:
        history, docket = SqlHistory(database, "zone"), SqlDocket(database, "zone")
        number = docket.enter(SKILL, [], None)
        history.record(about(), edit(None, ONE), 1)
        docket.forget(SESSION)
        assert history.content(ONE.digest()) == ONE
        judged = docket.proposal(number)
        assert judged is not None
        assert judged.proposal is None

    def test_projects_in_one_store_do_not_meet(self, database: Database) -> None:
        mine, yours = SqlDocket(database, "mine"), SqlDocket(database, "yours")
        number = mine.enter(SKILL, [], None)
        other = yours.enter(SKILL, [], None)
        assert yours.proposal(number) is None
        assert yours.forget(SESSION) == 1
        judged = mine.proposal(number)
        assert judged is not None
        assert judged.proposal == SKILL
        with pytest.raises(NotFound, match=f"no proposal {other}"):
            mine.close(other, rejected(SKILL))

    def test_words_that_no_store_takes_are_mended(self, database: Database) -> None:
        docket = SqlDocket(database, "zone")
        bad = Verdict(gate="g\x00", passed=False, reason="\ud800", measured={"\x00": "\ud800"})
        number = docket.enter(LESSON, [bad], None)
        judged = docket.proposal(number)
        assert judged is not None
        assert judged.verdicts[0].reason == "\ufffd"
