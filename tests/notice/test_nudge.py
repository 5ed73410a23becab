"""The nudge gate: its whole truth table, the edges of every threshold, and what it says decided."""

from itertools import product
from typing import NamedTuple

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from afterwit.config import Nudge
from afterwit.model.learning import Counts
from afterwit.notice.nudge import Nudged, Occasion, should_review

SETTINGS = Nudge(tool_iters=40, turns=20, hints=1, min_interval_minutes=30, reviews_per_day=8)
NOW = 1_800_000_000_000
MINUTE = 60_000
QUIET = Nudged(now=NOW, counts=Counts())
DUE = Nudged(now=NOW, counts=Counts(tool_iters_since_review=40))


def codes(facts: Nudged, settings: Nudge = SETTINGS) -> list[str]:
    return [reason.code for reason in should_review(facts, settings).reasons]


def counted(**counts: int) -> Nudged:
    return Nudged(now=NOW, counts=Counts(**counts))


class Row(NamedTuple):
    """One row of the truth table."""

    signal: bool
    occasion: bool
    finished: bool
    hint: bool
    calls: bool
    turns: bool
    running: bool
    soon: bool
    full: bool
    spent: bool

    @property
    def facts(self) -> Nudged:
        return Nudged(
            now=NOW,
            counts=Counts(
                tool_iters_since_review=40 if self.calls else 39,
                turns_since_review=20 if self.turns else 19,
                skill_issue_hints_since_review=1 if self.hint else 0,
                last_review_at=NOW - (29 if self.soon else 31) * MINUTE,
            ),
            learning_signals=1 if self.signal else 0,
            occasions=frozenset({"recovered_failure"}) if self.occasion else frozenset(),
            finished=self.finished,
            running=self.running,
            reviews_today=8 if self.full else 7,
            budget_left=not self.spent,
        )


@pytest.mark.proves("nudge-gate", "nudge-one-at-a-time", "nudge-caps-reviews")
def test_a_review_begins_where_something_calls_for_it_and_nothing_holds_it_back() -> None:
    rows = [Row(*row) for row in product([False, True], repeat=len(Row._fields))]
    assert len(rows) == 1024
    for row in rows:
        skipped = row.signal or (row.occasion and not row.finished)
        due = skipped or row.hint or row.calls or row.turns
        allowed = not (row.running or row.soon or row.full or row.spent)
        decision = should_review(row.facts, SETTINGS)
        assert decision.review == (due and allowed), row
        if decision.review:
            holds = {"learning_skipped": skipped, "issue_hint": row.hint, "threshold": row.calls or row.turns}
        else:
            held = {"running": row.running, "interval": row.soon, "day": row.full, "budget": row.spent}
            holds = {"nothing": not due} | held
        told = {reason.code for reason in decision.reasons}
        assert told == {code for code, is_so in holds.items() if is_so}, row


@pytest.mark.proves("nudge-gate")
def test_nothing_to_learn_from_calls_for_no_review() -> None:
    decision = should_review(QUIET, SETTINGS)
    assert not decision.review
    assert decision.why == "No review now: nothing calls for one."


@pytest.mark.proves("nudge-occasions")
@pytest.mark.parametrize(
    ("occasion", "words"),
    [
        ("recovered_failure", "A review is due: nothing was learned from a recovered failure."),
        ("user_correction", "A review is due: nothing was learned from a correction."),
        (
            "skill_then_correction",
            "A review is due: nothing was learned from a correction after a learned skill was loaded.",
        ),
    ],
)
def test_each_occasion_that_nothing_was_learned_from_calls_for_a_review(occasion: Occasion, words: str) -> None:
    facts = replace(QUIET, occasions=frozenset({occasion}))
    assert should_review(facts, SETTINGS).why == words
    assert codes(replace(facts, finished=True)) == ["nothing"]


def test_occasions_are_told_in_one_order() -> None:
    every: frozenset[Occasion] = frozenset({"skill_then_correction", "user_correction", "recovered_failure"})
    assert should_review(replace(QUIET, occasions=every), SETTINGS).why == (
        "A review is due: nothing was learned from a recovered failure or a correction or a correction after a learned "
        "skill was loaded."
    )


@pytest.mark.proves("nudge-occasions")
@pytest.mark.parametrize(("calls", "due"), [(0, False), (39, False), (40, True), (41, True), (10**9, True)])
def test_many_tool_calls_call_for_a_review(calls: int, *, due: bool) -> None:
    assert should_review(counted(tool_iters_since_review=calls), SETTINGS).review == due


@pytest.mark.parametrize(("turns", "due"), [(0, False), (19, False), (20, True), (21, True)])
def test_many_turns_call_for_a_review(turns: int, *, due: bool) -> None:
    assert should_review(counted(turns_since_review=turns), SETTINGS).review == due


@pytest.mark.parametrize(("hints", "least", "due"), [(0, 1, False), (1, 1, True), (1, 2, False), (2, 2, True)])
def test_reported_defects_call_for_a_review(hints: int, least: int, *, due: bool) -> None:
    facts = counted(skill_issue_hints_since_review=hints)
    assert should_review(facts, replace(SETTINGS, hints=least)).review == due


@pytest.mark.parametrize("signals", [1, 2])
def test_a_signal_for_a_new_skill_calls_for_a_review_whatever_else_was_learned(signals: int) -> None:
    assert codes(replace(QUIET, learning_signals=signals, finished=True)) == ["learning_skipped"]


def test_a_threshold_of_nothing_counts_nothing() -> None:
    facts = counted(tool_iters_since_review=99, turns_since_review=99, skill_issue_hints_since_review=99)
    assert codes(facts, Nudge(tool_iters=0, turns=0, hints=0)) == ["nothing"]
    assert codes(QUIET, Nudge(tool_iters=0, turns=0, hints=0)) == ["nothing"]


@pytest.mark.proves("nudge-caps-reviews")
@pytest.mark.parametrize(
    ("ago", "review"),
    [
        (0, False),
        (30 * MINUTE - 1, False),
        (30 * MINUTE, True),
        (30 * MINUTE + 1, True),
        (-1, False),
        (-30 * MINUTE + 1, False),
        (-30 * MINUTE, True),
    ],
)
def test_a_review_waits_out_the_interval_and_a_clock_that_was_set_back_does_not_stop_it(
    ago: int, *, review: bool
) -> None:
    facts = replace(DUE, counts=replace(DUE.counts, last_review_at=NOW - ago))
    assert should_review(facts, SETTINGS).review == review


def test_the_first_review_waits_for_nothing_and_an_interval_of_nothing_holds_nothing_back() -> None:
    assert should_review(DUE, SETTINGS).review
    just_now = replace(DUE, counts=replace(DUE.counts, last_review_at=NOW))
    assert should_review(just_now, replace(SETTINGS, min_interval_minutes=0)).review


@pytest.mark.proves("nudge-caps-reviews")
@pytest.mark.parametrize(
    ("today", "most", "review"), [(0, 0, False), (0, 1, True), (1, 1, False), (7, 8, True), (9, 8, False)]
)
def test_a_day_has_so_many_reviews_and_no_more(today: int, most: int, *, review: bool) -> None:
    facts = replace(DUE, reviews_today=today)
    assert should_review(facts, replace(SETTINGS, reviews_per_day=most)).review == review


@pytest.mark.proves("nudge-one-at-a-time")
def test_no_review_begins_while_another_runs() -> None:
    decision = should_review(replace(DUE, running=True), SETTINGS)
    assert not decision.review
    assert decision.why == "No review now: another one is running."


def test_everything_that_holds_a_review_back_is_told() -> None:
    facts = replace(
        DUE,
        counts=replace(DUE.counts, last_review_at=NOW),
        running=True,
        reviews_today=8,
        budget_left=False,
    )
    assert should_review(facts, SETTINGS).why == (
        "No review now: another one is running; the last one was less than 30 minutes ago; the day has had 8 of 8; "
        "what is set aside for reviews is spent."
    )


def test_everything_that_calls_for_a_review_is_told() -> None:
    counts = Counts(tool_iters_since_review=41, turns_since_review=20, skill_issue_hints_since_review=2)
    facts = replace(QUIET, counts=counts, learning_signals=1, occasions=frozenset({"user_correction"}))
    assert should_review(facts, SETTINGS).why == (
        "A review is due: 1 new skill left for later; nothing was learned from a correction; "
        "2 defects of skills reported, 1 needed; 41 tool calls since the last review, 40 needed; 20 turns since the "
        "last review, 20 needed."
    )


@given(st.integers(0, 100), st.integers(0, 100), st.integers(0, 5), st.integers(0, 3))
def test_more_of_anything_counted_never_makes_a_review_less_due(calls: int, turns: int, hints: int, more: int) -> None:
    counts = {"tool_iters_since_review": calls, "turns_since_review": turns, "skill_issue_hints_since_review": hints}
    for name, count in counts.items():
        fewer, grown = counted(**counts), counted(**counts | {name: count + more})
        assert should_review(grown, SETTINGS).review >= should_review(fewer, SETTINGS).review
