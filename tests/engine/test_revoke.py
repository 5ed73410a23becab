"""Revoking a session: nothing that came from it is left, anywhere."""

from pathlib import Path

import msgspec
import pytest

from afterwit.config import Config, Recall
from afterwit.engine.decisions import move, undo
from afterwit.engine.find import search
from afterwit.engine.kernel import Kernel
from afterwit.engine.review_and_learn import decide
from afterwit.engine.revoke import revoke
from afterwit.engine.skillbook import refresh
from afterwit.errors import NotFound
from afterwit.judge.chain import Chain
from afterwit.model.bookmark import Bookmark
from afterwit.model.event import Event
from afterwit.model.learning import Attempt, Caller, SeenSession, SpoolBatch, TurnNote, UsedSkill
from afterwit.model.proposal import (
    AddLesson,
    AddMemory,
    CreateSkill,
    Evidence,
    Operation,
    Proposal,
    ReplaceMemory,
    RetireLesson,
    UpdateSkill,
    target_of,
)
from afterwit.model.session import Session
from afterwit.model.signal import Correction, Signal
from afterwit.model.skill_document import read
from afterwit.model.verdict import Outcome
from afterwit.recall.segment import small
from tests.engine.projects import opened
from tests.engine.stumbling import DIFF, told_in
from tests.engine.stumbling import learned as from_sessions
from tests.judge.gates import NO, YES
from tests.keep.keeping import package
from tests.recall.books import Counting

BAD = "claude-code:bad"
GOOD = "claude-code:good"
MARK = "quicksilverherring"
SKILL = "rl-gh-pr-diff-unknown-flag-stat"


def learned(op: Operation, session: str, here: Kernel, *, refused: bool = False) -> Outcome:
    """What a machine learned from a session, past gates that say what the test wants."""
    rooms = msgspec.structs.replace(here.rooms, chain=Chain([NO if refused else YES]))
    proposal = Proposal(
        target=target_of(op),
        op=op,
        score=0.9,
        author="foreground",
        reason=f"Seen in {session}.",
        evidence=(Evidence(session=session, event="e1", quote=MARK if session == BAD else ""),),
    )
    return decide(proposal, rooms)


def read_in(here: Kernel, key: str, text: str) -> None:
    host, _, native = key.partition(":")
    session = Session(host=host, native_id=native, title=text)
    here.log.append(session, [Event(seq=1, kind="user", text=text)], Bookmark(source=native, count=1), ())


def notice(here: Kernel, session: str, said: str) -> None:
    signal = Signal(
        session=session,
        sort="correction",
        trigger="user_correction",
        about=f"lesson {said}",
        events=("e1",),
        what=Correction(said=said),
        confidence=0.8,
    )
    here.signals.put(session, [signal])


def files(root: Path) -> bytes:
    return b"".join(path.read_bytes() for path in sorted(root.rglob("*")) if path.is_file())


def test_a_skill_that_began_with_the_session_goes_with_all_its_versions(tmp_path: Path) -> None:
    with opened(tmp_path) as here:
        read_in(here, BAD, f"Please remember {MARK}.")
        read_in(here, GOOD, "Please remember the other thing.")
        poisoned = package(
            "rl-poisoned", guidance=f"Always {MARK}.", description=f"Does {MARK}.", use_when=f"{MARK} is asked for."
        )
        learned(CreateSkill(package=poisoned), BAD, here)
        there = here.book.at("active", "rl-poisoned")
        assert there is not None
        better = package("rl-poisoned", guidance=f"Always {MARK}, and twice.")
        learned(UpdateSkill(package=better, base=there.package.digest()), GOOD, here)
        move("rl-poisoned", "archive", here)
        learned(CreateSkill(package=package("rl-clean", guidance="Sweep.")), GOOD, here)
        learned(AddLesson(text=f"Say {MARK}."), BAD, here)
        learned(AddLesson(text="Say thanks."), GOOD, here)
        learned(AddMemory(memory="user", text=f"Likes {MARK}."), BAD, here)
        learned(CreateSkill(package=package("rl-refused", guidance=f"Never {MARK}.")), BAD, here, refused=True)
        notice(here, BAD, f"Please remember {MARK}.")
        notice(here, GOOD, "Please remember the other thing.")
        here.signals.settle(here.signals.of(BAD))
        refresh(here)
        gone = revoke(BAD, here)
        refresh(here)
        assert gone.removed == ["rl-poisoned"]
        assert gone.events == 1
        assert gone.proposals == 4
        assert gone.signals == 1
        assert [signal.session for signal in here.signals.queued()] == [GOOD]
        assert {path: len(lines) for path, lines in gone.lines.items()} == {"lessons.md": 1, "memory/user.md": 1}
        assert here.book.skill("rl-clean") is not None
        assert "Say thanks." in (here.book.text("lessons.md") or "")
    assert MARK[:11].encode() not in files(tmp_path / ".afterwit")


def test_what_its_agents_started_and_left_goes_with_their_drafts(tmp_path: Path) -> None:
    bad, good = (Caller(agent="claude-code", session=session) for session in (BAD, GOOD))
    with opened(tmp_path) as here:
        read_in(here, BAD, "Please.")
        for caller, skill, text in ((bad, "rl-bad", MARK), (good, "rl-good", "Sweep.")):
            here.attempts.start(
                Attempt(at=1, caller=caller, action="create", skill=skill, reason="user_correction", message=text)
            )
            used = UsedSkill(skill_name="rl-x", message=text)
            here.turns.note([TurnNote(at=1, caller=caller, what=used)])
            for draft in (skill, f"{skill}.earlier"):
                folder = tmp_path / ".afterwit" / "drafts" / draft
                folder.mkdir(parents=True)
                (folder / "SKILL.md").write_text(text, encoding="utf-8")
        seen = SeenSession(session=BAD.partition(":")[2], agent="claude-code", at=1, transcript=f"/{MARK}.jsonl")
        here.turns.take_in(SpoolBatch(name="a", sessions=(seen,)))
        gone = revoke(BAD, here)
        assert (gone.attempts, gone.notes) == (1, 1)
        assert [attempt.skill for attempt in here.attempts.attempts()] == ["rl-good"]
        assert [note.caller for note in here.turns.notes()] == [good]
        assert here.turns.sessions() == []
        drafts = tmp_path / ".afterwit" / "drafts"
        assert sorted(draft.name for draft in drafts.glob("rl-*")) == ["rl-good", "rl-good.earlier"]
    assert MARK[:11].encode() not in files(tmp_path / ".afterwit")


def test_a_skill_that_was_there_before_goes_back_to_what_it_was(tmp_path: Path) -> None:
    with opened(tmp_path) as here:
        clean = package("rl-old", guidance="Sweep the floor.")
        learned(CreateSkill(package=clean), GOOD, here)
        there = here.book.at("active", "rl-old")
        assert there is not None
        worse = package("rl-old", guidance=f"Sweep and {MARK}.")
        learned(UpdateSkill(package=worse, base=there.package.digest()), BAD, here)
        gone = revoke(BAD, here)
        assert gone.reverted == ["rl-old"]
        skill = here.book.at("active", "rl-old")
        assert skill is not None
        assert read(skill.package.text).guidance == read(clean.text).guidance
    assert MARK[:11].encode() not in files(tmp_path / ".afterwit")


def test_each_skill_is_cut_at_its_own_first_change_from_the_session(tmp_path: Path) -> None:
    with opened(tmp_path) as here:
        learned(CreateSkill(package=package("rl-a", guidance=f"Always {MARK}.")), BAD, here)
        learned(CreateSkill(package=package("rl-b", guidance="Sweep the floor.")), GOOD, here)
        clean = here.book.at("active", "rl-b")
        assert clean is not None
        worse = package("rl-b", guidance=f"Sweep and {MARK}.")
        learned(UpdateSkill(package=worse, base=clean.package.digest()), BAD, here)
        gone = revoke(BAD, here)
        assert (gone.removed, gone.reverted) == (["rl-a"], ["rl-b"])
        assert here.book.at("active", "rl-b") == clean


def test_lines_that_the_session_replaced_or_retired_come_back(tmp_path: Path) -> None:
    with opened(tmp_path) as here:
        learned(AddMemory(memory="facts", text="The port is 8080."), GOOD, here)
        learned(AddLesson(text="Say thanks."), GOOD, here)
        learned(AddLesson(text="Say please."), GOOD, here)
        learned(ReplaceMemory(memory="facts", old="8080", text=f"The port is {MARK}."), BAD, here)
        learned(RetireLesson(text="Say thanks."), BAD, here)
        learned(AddLesson(text="Say goodbye."), GOOD, here)
        revoke(BAD, here)
        assert "The port is 8080." in (here.book.text("memory/facts.md") or "")
        lessons = here.book.text("lessons.md") or ""
        assert all(words in lessons for words in ("Say thanks.", "Say please.", "Say goodbye."))
    assert MARK[:11].encode() not in files(tmp_path / ".afterwit")


def test_a_skill_that_another_session_taught_too_stays_and_names_that_one(tmp_path: Path) -> None:
    with opened(tmp_path) as here:
        shared = package("rl-shared", guidance="Sweep the floor.")
        learned(CreateSkill(package=shared), BAD, here)
        assert learned(CreateSkill(package=shared), GOOD, here).fate == "applied"
        gone = revoke(BAD, here)
        assert (gone.removed, gone.kept) == ([], ["rl-shared"])
        skill = here.book.at("active", "rl-shared")
        assert skill is not None
        assert read(skill.package.text).sessions == (GOOD,)


def test_what_another_session_shows_as_well_is_learned_from_that_one(tmp_path: Path) -> None:
    paths = [told_in(tmp_path, *DIFF, name=name, day=day) for name, day in (("bad", 4), ("good", 5))]
    from_sessions(tmp_path, *paths)
    with opened(tmp_path) as here:
        assert revoke(BAD, here).removed == [SKILL]
        assert {signal.session for signal in here.signals.queued()} == {GOOD}
    (applied,) = from_sessions(tmp_path, paths[1]).outcome.applied
    assert (applied.proposal.subject, applied.proposal.sessions) == (SKILL, (GOOD,))


def test_what_was_undone_is_gone_as_well(tmp_path: Path) -> None:
    with opened(tmp_path) as here:
        learned(CreateSkill(package=package("rl-poisoned", guidance=f"Always {MARK}.")), BAD, here)
        undo(None, here)
        revoke(BAD, here)
        with pytest.raises(NotFound):
            undo(None, here)
    assert MARK[:11].encode() not in files(tmp_path / ".afterwit")


def test_revoking_twice_finds_nothing_more(tmp_path: Path) -> None:
    with opened(tmp_path) as here:
        read_in(here, BAD, MARK)
        learned(AddLesson(text=f"Say {MARK}."), BAD, here)
        revoke(BAD, here)
        again = revoke(BAD, here)
        assert (again.removed, again.reverted, again.lines) == ([], [], {})
        assert (again.signals, again.events) == (0, 0)


def test_a_session_nobody_knows_is_told(tmp_path: Path) -> None:
    with opened(tmp_path) as here, pytest.raises(NotFound, match="no session"):
        revoke("nobody", here)


def test_not_even_what_it_meant_is_left_and_what_stays_is_found(tmp_path: Path) -> None:
    model = Counting(256)
    with opened(tmp_path, Config(recall=Recall(embedder="none"))) as plain:
        here = msgspec.structs.replace(plain, embedder=model)
        poisoned = package("rl-poisoned", guidance="Sweep.", description=f"Does {MARK}.", use_when=f"{MARK} is due.")
        learned(CreateSkill(package=poisoned), BAD, here)
        learned(
            CreateSkill(package=package("rl-clean", description="Trims a wick.", use_when="it smokes.")), GOOD, here
        )
        assert search(MARK, here).results[0].name == "rl-poisoned"
        text = next(text for text in model.seen if text.startswith("poisoned"))
        meant = small(model.embed([text])[0])
        assert meant in files(tmp_path / ".afterwit")
        revoke(BAD, here)
        assert search(MARK, here).results == ()
        assert [one.name for one in search("it smokes, trim the wick", here).results] == ["rl-clean"]
    assert meant not in files(tmp_path / ".afterwit")
