"""How an agent answered, held against the rules."""

import time
from collections.abc import Sequence

import pytest
from hypothesis import given
from hypothesis import strategies as st

from afterwit.config import Rule
from afterwit.model.behaviour import Observation
from afterwit.model.event import Event, Kind
from afterwit.model.session import Session
from afterwit.model.signal_sources import (
    APPROVAL_DENIED,
    APPROVAL_GRANTED,
    APPROVAL_PENDING,
    BLOCKED,
    POLLER_ERROR,
    POLLER_WARNING,
    UNKNOWN_SENDER,
    told,
)
from afterwit.notice.behaviour import HOUR, kinds_needed, observe
from afterwit.notice.behaviour_rules import BUILT_IN, in_force, rules_for

NOW = 1_794_744_000_000  # 2026-11-15T12:00:00Z


def seen(
    *messages: tuple[Kind, str], host: str = "conversation-log", changes: Sequence[Rule] = (), at: int = NOW - HOUR
) -> list[Observation]:
    events = [Event(seq=place, kind=kind, text=text, at=at) for place, (kind, text) in enumerate(messages, 1)]
    return list(observe(Session(host=host, native_id="1"), events, rules_for(host, in_force(changes)), NOW))


def rules_of(*messages: tuple[Kind, str], host: str = "conversation-log") -> list[str]:
    return [each.rule for each in seen(*messages, host=host)]


def replied(text: str, host: str = "conversation-log") -> list[str]:
    return rules_of(("user", "Can you book the dentist for Nele?"), ("agent", text), host=host)


def corrected(text: str, host: str = "conversation-log") -> list[str]:
    return rules_of(("user", "Book it."), ("agent", "Booked for Monday."), ("user", text), host=host)


class TestReplies:
    """What the agent says."""

    @pytest.mark.proves("behaviour-questions")
    def test_more_than_one_question_is_seen_with_the_message_and_the_reply(self) -> None:
        (found,) = seen(("user", "Book the dentist."), ("agent", "Sure. Which day suits you? And at what time?"))
        assert (found.rule, found.skill, found.told) == ("one-question", "social", "2 questions")
        assert found.excerpt == "Which day suits you? And at what time?"
        assert [(ref.event, ref.quote) for ref in found.evidence] == [
            ("e1", "Book the dentist."),
            ("e2", "Which day suits you? And at what time?"),
        ]

    def test_one_question_is_fine(self) -> None:
        assert replied("Which day suits you?") == []

    @pytest.mark.proves("behaviour-phrases")
    @pytest.mark.parametrize(
        "text",
        [
            "Before I can proceed, tell me her age.",
            "Anything else before I save the event",
            "There is something missing before I can help.",
            "I need to know her age.",
            "BEFORE I SAVE this: her age.",
        ],
    )
    def test_a_phrase_to_avoid_is_seen(self, text: str) -> None:
        assert replied(text) == ["no-conditions"]

    @pytest.mark.parametrize(
        "text",
        [
            "That is all I need to know.",
            "Thanks, that's what I need to know.",
            "The form says “before I save”.",
            "I saved it before I can remember.",
            "You need to know the code.",
        ],
    )
    def test_a_phrase_that_only_looks_like_it_is_not(self, text: str) -> None:
        assert replied(text) == []

    @pytest.mark.proves("behaviour-length")
    def test_a_response_over_500_characters_is_seen_and_320_is_advised(self) -> None:
        assert replied("x" * 500) == []
        (found,) = seen(("user", "Tell me."), ("agent", "y" * 501))
        assert (found.rule, found.told) == ("short-responses", "501 characters")
        assert "320" in next(rule.lesson for rule in BUILT_IN if rule.name == found.rule)

    def test_a_reply_within_an_object_is_what_counts(self) -> None:
        (found,) = seen(("user", "When?"), ("agent", '{"reply": "At six. OK? Sure?", "self_corrections": []}'))
        assert (found.rule, found.excerpt) == ("one-question", "OK? Sure?")
        (escaped,) = seen(("user", "When?"), ("agent", '{"reply": "Six?\\nOr seven?"}'))
        assert [ref.quote for ref in escaped.evidence] == ["When?", ""]

    def test_a_reply_to_nobody_cites_only_itself(self) -> None:
        (found,) = seen(("agent", "Hello? Anybody?"))
        assert [ref.event for ref in found.evidence] == ["e1"]

    def test_a_coding_agent_may_ask_more_and_write_more(self) -> None:
        assert replied("Which? Why? When?" + "x" * 2000, host="codex") == []
        assert replied("Which? Why? When? Where?", host="codex") == ["few-questions"]

    @pytest.mark.parametrize("text", ["That should work now.", "All tests should pass now.", "This should be fixed."])
    def test_a_coding_agent_that_claims_without_a_check_is_seen(self, text: str) -> None:
        assert replied(text, host="claude-code") == ["checked-claims"]

    @pytest.mark.parametrize(
        "text",
        [
            "I ran the suite, so that should work now.",
            "This should work if the server is up.",
            "How should this work?",
            "The parser should work on bytes.",
        ],
    )
    def test_a_coding_agent_that_says_how_it_knows_is_not(self, text: str) -> None:
        assert replied(text, host="claude-code") == []

    def test_what_a_subagent_says_is_said_to_nobody(self) -> None:
        event = Event(seq=1, kind="agent", text="Who? Where?", agent="explorer")
        assert list(observe(Session(host="openai-chat", native_id="1"), [event], BUILT_IN, NOW)) == []


class TestFeedback:
    """What the user says of it."""

    @pytest.mark.proves("behaviour-corrections")
    @pytest.mark.parametrize(
        ("text", "rule"),
        [
            ("That's wrong.", "user-says-wrong"),
            ("No, that\u2019s wrong, she is seven.", "user-says-wrong"),
            ("that's not right", "user-says-wrong"),
            ("Incorrect.", "user-says-wrong"),
            ("incorrect, it is on Thursday", "user-says-wrong"),
            ("Hm, this is incorrect!", "user-says-wrong"),
            ("Don't do that.", "user-says-stop"),
            ("Thanks, but please don't do that again.", "user-says-stop"),
            ("Stop doing the summaries.", "user-says-stop"),
            ("Never do that without asking.", "user-says-stop"),
            ("I told you she is seven.", "user-repeats"),
            ("I already said mornings are fine.", "user-repeats"),
            ("As I\u2019ve already told you: mornings.", "user-repeats"),
        ],
    )
    @pytest.mark.parametrize("host", ["conversation-log", "codex"])
    def test_a_correction_is_seen_with_what_was_corrected(self, text: str, rule: str, host: str) -> None:
        assert corrected(text, host) == [rule]
        found = seen(("agent", "Booked for Monday."), ("user", text))
        assert [ref.event for ref in found[0].evidence] == ["e1", "e2"]

    @pytest.mark.parametrize(
        "text",
        [
            "The heading is fine, but that's not right-aligned yet.",
            "That's not right now on my list, later perhaps.",
            "Fix the incorrect total in the report.",
            "Find out what is wrong with the build.",
            "Workers never do their own logging.",
            "Our users don't do that kind of thing.",
            "Make the service stop doing retries after five minutes.",
            "Add a rule that says “never do this in production”.",
            "Change the text `that's wrong` to something kinder.",
            "> that's wrong\n\nWho wrote this to me, was it you",
            "```\nI told you\n```\nis what the page shows.",
            "What I told you worked, thanks.",
            "Did I tell you about the trip?",
            "Tell me if that's wrong.",
        ],
    )
    def test_ordinary_words_are_no_correction(self, text: str) -> None:
        assert corrected(text) == []

    def test_the_first_message_corrects_nothing(self) -> None:
        assert rules_of(("user", "Never do network calls in the tests. That's wrong.")) == []

    def test_what_stands_far_down_in_a_long_message_is_its_subject(self) -> None:
        assert corrected("Please write the guide. " + "It has many parts. " * 30 + "Never do network calls.") == []

    def test_a_refusal_is_the_users_word(self) -> None:
        found = rules_of(("tool_call", ""), ("refusal", "Don't do that, use the other list."), host="claude-code")
        assert found == ["user-says-stop"]


class TestSignals:
    """What the logs around an agent tell."""

    @pytest.mark.proves("behaviour-sources")
    @pytest.mark.parametrize(
        ("host", "kind", "word", "rule"),
        [
            ("audit-log", "error", BLOCKED, "blocked-response"),
            ("audit-log", "error", UNKNOWN_SENDER, "unknown-sender"),
            ("poller-log", "error", POLLER_ERROR, "poller-trouble"),
            ("poller-log", "system", POLLER_WARNING, "poller-trouble"),
        ],
    )
    def test_what_went_wrong_is_seen(self, host: str, kind: Kind, word: str, rule: str) -> None:
        (found,) = seen((kind, told(word, "names a diagnosis\nwith more below")), host=host)
        assert (found.rule, found.excerpt) == (rule, f"{word}: names a diagnosis")

    def test_the_same_words_in_a_coding_session_are_only_words(self) -> None:
        assert rules_of(("system", told(POLLER_ERROR, "timeout")), host="claude-code") == []

    @pytest.mark.proves("behaviour-sources")
    @pytest.mark.parametrize(("hours", "stale"), [(17, False), (18, False), (19, True), (400, True)])
    def test_an_approval_is_stale_after_18_hours(self, hours: int, *, stale: bool) -> None:
        found = seen(("system", told(APPROVAL_PENDING, "Book the hall")), host="approvals", at=NOW - hours * HOUR)
        assert [each.told for each in found] == ([f"pending for {hours} hours"] if stale else [])

    @pytest.mark.parametrize("decision", [APPROVAL_GRANTED, APPROVAL_DENIED])
    def test_an_approval_that_was_decided_is_not(self, decision: str) -> None:
        pending, decided = told(APPROVAL_PENDING, "Book the hall"), told(decision, "Book the hall")
        assert seen(("system", pending), ("system", decided), host="approvals", at=NOW - 90 * HOUR) == []

    def test_the_hours_can_be_set(self) -> None:
        asked: tuple[Kind, str] = ("system", told(APPROVAL_PENDING, "Book the hall"))
        changes = [Rule(name="stale-approval", limit=48)]
        assert seen(asked, host="approvals", at=NOW - 40 * HOUR, changes=changes) == []
        assert len(seen(asked, host="approvals", at=NOW - 50 * HOUR, changes=changes)) == 1


KINDS: st.SearchStrategy[Kind] = st.sampled_from(["user", "agent", "tool_call", "refusal", "error", "system", "raw"])
TEXTS = st.text() | st.sampled_from(
    ["Who? Where?", "That's wrong.", "I need to know it.", told(BLOCKED, "x"), "x" * 600]
)


@given(st.lists(st.tuples(KINDS, TEXTS), max_size=12), st.sampled_from(["conversation-log", "codex", "audit-log"]))
def test_whatever_is_seen_stands_in_the_events_it_cites(messages: list[tuple[Kind, str]], host: str) -> None:
    texts = {f"e{place}": text for place, (_, text) in enumerate(messages, 1)}
    for found in seen(*messages, host=host):
        assert found.evidence
        assert found.told
        for ref in found.evidence:
            assert ref.quote in texts[ref.event]
            assert len(ref.quote) <= 160


def test_only_events_that_matter_are_asked_for() -> None:
    assert "system" not in kinds_needed(Session(host="codex", native_id="1"))
    assert "tool_call" not in kinds_needed(Session(host="audit-log", native_id="1"))


def test_the_time_it_takes_grows_with_the_number_of_messages_only() -> None:
    messages: list[tuple[Kind, str]] = [("user", "That's wrong. " * 20), ("agent", "Who? " * 100)]
    started = time.perf_counter()
    assert len(seen(*messages * 2000)) == 3999
    assert time.perf_counter() - started < 20
