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
    Trigger,
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


def requested(*events: Event, trigger: Trigger = "explicit_user_request", quote: str = "") -> Verdict:
    """A lesson about restarting the worker, for which the last of these events is cited."""
    evidence = Evidence(session=SESSION, event=f"e{len(events)}", quote=quote)
    return GATE.judge(lesson([evidence], trigger=trigger), view(events))


ASKED = said(1, "Thanks! From now on restart the worker after each change.")


def test_one_explicit_request_of_the_user_is_enough() -> None:
    verdict = requested(ASKED)
    assert verdict.passed
    assert verdict.reason == "1 event of 1 session cited, 1 needed; the user asked for it (e1)"
    assert requested(ASKED, quote="From now on restart the worker").passed


def test_a_request_counts_only_if_the_user_made_it() -> None:
    assert not requested(said(1, ASKED.text, "agent")).passed
    assert not requested(said(1, ASKED.text, "refusal")).passed
    assert not requested(ASKED, trigger="").passed


@pytest.mark.parametrize(
    ("words", "why"),
    [
        ("The worker was changed, please restart it.", "e1 asks for nothing lasting"),
        ("Why does the worker never restart after a change?", "e1 asks for nothing lasting"),
        ("The worker never restarts after a change.", "e1 asks for nothing lasting"),
        ("Always answer in French.", "e1 shares 0 telling words with it, 2 needed"),
        ("Remember the worker.", "e1 shares 1 telling word with it, 2 needed"),
        ("Remember my name.\n\nThanks.\n\nThe worker should restart after a change.", "e1 shares 0 telling words"),
    ],
)
def test_a_request_counts_only_if_it_really_is_one_and_about_this(words: str, why: str) -> None:
    verdict = requested(said(1, words))
    assert not verdict.passed
    assert why in verdict.reason
    assert "1 event of the log cited, 2 needed" in verdict.reason


def test_what_is_quoted_is_what_counts() -> None:
    words = "Always answer in French. That is all for today. Then see why the worker does not restart after a change."
    assert not requested(said(1, words), quote="see why the worker does not restart after a change").passed
    assert "nobody said that" in requested(said(1, words), quote="nobody said that").reason


@pytest.mark.parametrize(
    "words",
    [
        "Remember to restart the worker after a change.",
        "You must always restart the worker.",
        "please, never change the worker without a restart of it",
        "Don't change anything in the worker without a restart.",
        "Don\u2019t change anything in the worker without a restart.",
        "Stop forgetting it. The worker needs a restart after a change.",
        "In future: worker restart.",
        "Use a restart of the worker instead.",
        "Please use a restart for the worker.",
        "I told you to restart the worker.",
        "That's wrong, the worker needs a restart.",
    ],
)
def test_there_are_many_ways_to_ask(words: str) -> None:
    assert requested(said(1, words)).passed


@given(st.text(max_size=200))
def test_no_words_of_the_user_break_the_gate(words: str) -> None:
    requested(said(1, words))


def test_a_result_brings_its_call_however_far_apart_they_are() -> None:
    between = [said(number, "…", "agent") for number in range(2, 60)]
    events = [call(1, "Bash", "verification", command="make test"), *between, result(60, 1, purpose="verification")]
    for last in (60, 61):
        cited = refs("e60", f"e{last}")
        assert GATE.judge(proposal(evidence=cited, verified=True), view(events)).measured["verified_by"] == "e60"
    far = refs("e60", "e9999")
    assert GATE.judge(proposal(evidence=far, verified=True), view(events)).measured["verified_by"] == "e60"


def test_events_that_are_very_far_apart_are_both_found() -> None:
    events = [said(1, "first"), *(said(number, "…", "agent") for number in range(2, 2200)), said(2200, "last")]
    verdict = GATE.judge(lesson([quoted("e1", "first"), quoted("e2200", "last")]), view(events))
    assert verdict.passed


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


def test_a_check_that_failed_again_later_proves_nothing_cited_or_not() -> None:
    later = (
        *STORY,
        call(11, "Bash", "verification", command="pytest tests/queue"),
        result(12, 11, "1 failed", ok=False, purpose="verification"),
    )
    asked = proposal(evidence=refs("e3", "e6", "e9"), verified=True)
    assert GATE.judge(asked, view()).passed
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
    assert not judged(asking(op, quoted("e999", ""))).passed


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
