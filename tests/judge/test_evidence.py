"""The evidence gate."""

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from afterwit.config import Judge
from afterwit.judge.evidence import EvidenceGate
from afterwit.model.event import Event
from afterwit.model.proposal import (
    AnnotateSkill,
    Evidence,
    MoveSkill,
    Operation,
    PinSkill,
    Proposal,
    RetireLesson,
    UndoChange,
)
from afterwit.model.verdict import Verdict
from tests.judge.views import BODY, SESSION, STORY, call, lesson, package, proposal, refs, result, said, view

GATE = EvidenceGate(Judge())


def quoted(event: str, quote: str) -> Evidence:
    return Evidence(session=SESSION, event=event, quote=quote)


def judged(asked: Proposal) -> Verdict:
    return GATE.judge(asked, view())


def asking(op: Operation, *evidence: Evidence) -> Proposal:
    target = "history" if isinstance(op, UndoChange) else "lesson" if isinstance(op, RetireLesson) else "skill"
    return Proposal(target=target, op=op, score=0.9, author="background", evidence=evidence)


def test_two_events_are_enough_and_the_verdict_counts_them() -> None:
    verdict = judged(proposal(evidence=refs("e3", "e9")))
    assert verdict.passed
    assert verdict.reason == "2 events of 1 session cited, 2 needed"
    assert (verdict.measured["found"], verdict.measured["needed"]) == (2, 2)


def test_one_event_cited_twice_is_one_event() -> None:
    verdict = judged(proposal(evidence=refs("e3", "e3")))
    assert not verdict.passed
    assert verdict.reason == "1 event of the log cited, 2 needed, or one explicit user request"


def test_nothing_cited_is_refused_for_lessons_too() -> None:
    assert not judged(lesson()).passed


def test_one_explicit_request_of_the_user_is_enough() -> None:
    assert judged(lesson(refs("e1"), trigger="explicit_user_request")).passed


def test_a_request_counts_only_if_the_user_made_it() -> None:
    assert not judged(lesson(refs("e10"), trigger="explicit_user_request")).passed
    assert not judged(lesson(refs("e1"))).passed


def test_every_bad_reference_is_told_at_once() -> None:
    evidence = (
        *refs("e3", "e9"),
        *refs("e77"),
        *refs("e1", session="codex:unknown"),
        quoted("e3", "everything passed"),
    )
    verdict = judged(proposal(evidence=evidence))
    assert not verdict.passed
    assert [(finding.where, finding.what) for finding in verdict.findings] == [
        (f"{SESSION} e77", "there is no such event in the log"),
        ("codex:unknown e1", "there is no such event in the log"),
        (f"{SESSION} e3", "the event does not say “everything passed”"),
    ]


@pytest.mark.parametrize(
    ("event", "quote"),
    [
        ("e3", "FAILED tests/queue messages  lost"),
        ("e6", "subscribe(durable='worker')"),
        ("e2", "pytest\ttests/queue"),
        ("e9", "   "),
    ],
)
def test_a_quote_is_found_in_text_and_arguments_whatever_the_white_space(event: str, quote: str) -> None:
    assert judged(proposal(evidence=(*refs("e1", "e10"), quoted(event, quote)))).passed


@pytest.mark.parametrize("quote", ["failed tests/queue", "FAILED tests queue", "3 passed, 0 failed"])
def test_a_quote_in_other_words_is_no_quote(quote: str) -> None:
    assert not judged(proposal(evidence=(*refs("e1"), quoted("e3", quote)))).passed


@given(st.text(max_size=60), st.data())
def test_whatever_stands_in_an_event_can_be_quoted(text: str, data: st.DataObject) -> None:
    first = data.draw(st.integers(0, len(text)))
    last = data.draw(st.integers(first, len(text)))
    words = " ".join(text[first:last].split())
    seen = view([said(1, text), said(2, "more")])
    evidence = (quoted("e1", words), *refs("e2"))
    # A part of a text that begins or ends within white space is still the same words.
    assert GATE.judge(lesson(evidence), seen).passed


def test_a_claim_to_be_verified_needs_a_check_that_worked_after_the_fix() -> None:
    assert judged(proposal(evidence=refs("e3", "e6", "e9"), verified=True)).measured["verified_by"] == "e9"
    assert judged(proposal(evidence=refs("e3", "e6", "e8"), verified=True)).passed
    refused = judged(proposal(evidence=refs("e3", "e6"), verified=True))
    assert not refused.passed
    assert refused.reason == "the proposal says it is verified, but cites no check that succeeded after the fix"


def test_a_check_before_the_last_cited_change_proves_nothing() -> None:
    later = (*STORY, call(11, "Edit", "file_write", file_path="src/queue.py"), result(12, 11, purpose="file_write"))
    asked = proposal(evidence=refs("e3", "e9", "e11"), verified=True)
    assert not GATE.judge(asked, view(later)).passed


def test_another_command_that_worked_is_no_check() -> None:
    events = [*STORY[:8], result(9, 8, "3 passed")]
    events[7] = call(8, "Bash", command="ls tests/queue")
    assert not GATE.judge(proposal(evidence=refs("e3", "e9"), verified=True), view(events)).passed


@pytest.mark.parametrize(
    ("words", "claims"),
    [("Verified on three hosts.", True), ("It was not verified.", False), ("The result has to be verified.", False)],
)
def test_a_skill_that_calls_itself_verified_is_held_to_it(words: str, *, claims: bool) -> None:
    made = package(body=BODY.replace("Restart the process;", words))
    assert judged(proposal(made, refs("e3", "e6"))).passed is not claims
    assert judged(proposal(made, refs("e3", "e6", "e9"))).passed


def test_between_sessions_the_clock_says_what_came_after() -> None:
    checked = [call(1, "Bash", "verification", command="make test"), result(2, 1, purpose="verification")]
    for at, passed in ((900, True), (100, False), (None, False)):
        timed = msgspec.structs.replace(checked[1], at=at)
        broke = Event(seq=3, kind="tool_result", ok=False, at=500)
        seen = view([broke])
        seen = type(seen)(events={SESSION: [broke], "codex:two": [checked[0], timed]})
        asked = proposal(evidence=(*refs("e3"), *refs("e2", session="codex:two")), verified=True)
        assert GATE.judge(asked, seen).passed is passed


@pytest.mark.parametrize(
    "op", [MoveSkill(name="rl-x", decision="prune"), PinSkill(name="rl-x"), UndoChange(change=3)], ids=str
)
def test_moves_pins_and_undoing_need_no_evidence(op: Operation) -> None:
    verdict = judged(asking(op))
    assert verdict.passed
    assert verdict.reason.endswith("needs no evidence")


@pytest.mark.parametrize("op", [AnnotateSkill(name="rl-x", annotation="slow"), RetireLesson(text="old")], ids=str)
def test_a_note_or_a_retired_lesson_needs_one_event(op: Operation) -> None:
    assert judged(asking(op, *refs("e3"))).passed
    assert judged(asking(op)).reason == "0 events of the log cited, 1 needed"


def test_a_person_cites_nothing() -> None:
    assert judged(lesson(author="person")).reason == "a person decides"


def test_how_many_are_needed_is_a_setting() -> None:
    gate = EvidenceGate(Judge(min_event_refs=4))
    assert not gate.judge(proposal(evidence=refs("e1", "e3", "e9")), view()).passed
    assert EvidenceGate(Judge(min_event_refs=0)).judge(lesson(), view()).passed
