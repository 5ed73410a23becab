"""Corrections: what users say against what was done, and how much of it holds tomorrow."""

import time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from afterwit.config import Notice
from afterwit.model.event import Event
from afterwit.model.session import Session
from afterwit.model.signal import Correction, Signal
from afterwit.model.users_phrases import asks, corrects, sentences
from afterwit.notice import everything
from afterwit.notice.corrections import corrections
from afterwit.notice.requests import requests
from tests.notice.sessions import SESSION, Script, after_a_task
from tests.notice.users_said import CORRECTIONS, LASTING_CORRECTIONS, NO_CORRECTIONS, OF_THE_MOMENT

LESSONS_FROM = 0.7
NOTICE = Notice()


def found(script: Script, config: Notice = NOTICE) -> list[Signal]:
    return list(corrections(SESSION, script.events, config))


def noticed(*words: str) -> list[Signal]:
    return everything.noticed(SESSION, after_a_task(*words).events, NOTICE)


def word_of(signal: Signal) -> Correction:
    assert isinstance(signal.what, Correction)
    return signal.what


@pytest.mark.parametrize("text", LASTING_CORRECTIONS)
def test_a_lasting_wish_against_what_was_done_is_a_lesson(text: str) -> None:
    (signal,) = noticed(text)
    assert signal.confidence >= LESSONS_FROM
    assert word_of(signal).said in text


@pytest.mark.parametrize("text", LASTING_CORRECTIONS)
def test_what_is_noticed_as_a_lesson_is_the_users_word_to_the_gates_as_well(text: str) -> None:
    (signal,) = noticed(text)
    known = [asks(sentence) or corrects(sentence) for sentence in sentences(text)]
    assert any(known) or len(signal.events) > 1


@pytest.mark.parametrize("text", CORRECTIONS)
def test_a_correction_that_teaches_nothing_is_noticed_and_no_more(text: str) -> None:
    (signal,) = noticed(text)
    assert signal.sort == "correction"
    assert signal.trigger == "user_correction"
    assert signal.confidence < LESSONS_FROM


@pytest.mark.parametrize("text", OF_THE_MOMENT)
def test_what_is_said_for_the_moment_is_no_lesson(text: str) -> None:
    assert all(signal.confidence < LESSONS_FROM for signal in noticed(text))


@pytest.mark.parametrize("text", NO_CORRECTIONS)
def test_ordinary_talk_corrects_nothing(text: str) -> None:
    assert not found(after_a_task(text))


@pytest.mark.parametrize("text", [*LASTING_CORRECTIONS, *CORRECTIONS])
def test_the_first_message_is_a_task_and_corrects_nothing(text: str) -> None:
    script = Script()
    script.says("user", text)
    script.runs("ls")
    assert not found(script)


def test_it_says_what_was_refused_what_was_asked_and_what_was_done_next() -> None:
    script = Script()
    script.says("user", "Check the release")
    script.runs("make lint")
    call, refusal = script.refuses("make test-all", "don't run the integration tests, too slow")
    done, result = script.runs("make test")
    (signal,) = found(script)
    word = word_of(signal)
    assert signal.sort == "refusal"
    assert signal.trigger == "user_correction"
    assert signal.confidence >= LESSONS_FROM
    assert word.said == "don't run the integration tests, too slow"
    assert word.refused is not None
    assert (word.refused.call, word.refused.result, word.refused.text) == (call.id, refusal.id, "make test-all")
    assert word.done is not None
    assert (word.done.call, word.done.result, word.done.text) == (done.id, result.id, "make test")
    assert signal.events == (call.id, refusal.id, done.id, result.id)
    assert signal.steps_wasted == 2
    assert signal.project == SESSION.project


def test_why_a_call_is_refused_may_be_a_fact_worth_keeping() -> None:
    script = after_a_task()
    script.refuses("git checkout main", "main is checked out in another worktree")
    (signal,) = found(script)
    assert signal.confidence >= LESSONS_FROM


@pytest.mark.parametrize(
    "words",
    ["", "  ", "[Request interrupted by user for tool use]", "The user rejected this tool call.", "User denied"],
)
def test_a_refusal_without_words_of_the_user_says_nothing(words: str) -> None:
    script = after_a_task()
    script.refuses("rm -r build", words)
    assert not found(script)


@pytest.mark.parametrize(
    "words",
    [
        "I'm running the build in another shell",
        "I want the package to be called tabs-two",
        '"Should the tests run in docker or on the host?"\n  (No answer provided)',
        "can you check the branch of our PR first?",
    ],
)
def test_what_the_user_does_or_asks_while_refusing_is_no_lesson(words: str) -> None:
    script = after_a_task()
    script.refuses("make build", words)
    assert all(signal.confidence < LESSONS_FROM for signal in found(script))


def test_a_message_that_is_sent_again_is_told_once() -> None:
    assert len(found(after_a_task("that's wrong", "go on", "that's wrong"))) == 1


@pytest.mark.parametrize("words", ["hold on", "what does this do?", "I'll do it myself", "not yet", "do it by hand"])
def test_a_refusal_for_the_moment_is_noticed_and_no_lesson(words: str) -> None:
    script = after_a_task()
    script.refuses("rm -r build", words)
    (signal,) = found(script)
    assert signal.confidence <= 0.5


def test_the_calls_since_the_last_message_were_made_in_vain() -> None:
    script = after_a_task()
    script.says("user", "Now the second page")
    for _ in range(4):
        script.runs("sed -n 1,9p page")
    script.says("user", "that's wrong")
    (signal,) = found(script)
    assert signal.steps_wasted == 4


def test_a_standing_wish_weighs_more_than_one_that_is_only_explicit() -> None:
    script = after_a_task()
    script.refuses("git push", "never push to main without a review")
    script.refuses("npm ci", "use pnpm instead of npm")
    standing, explicit = found(script)
    assert standing.confidence >= 0.85
    assert LESSONS_FROM <= explicit.confidence < standing.confidence


def test_a_message_that_corrects_and_asks_for_something_lasting_is_told_once() -> None:
    signals = noticed("No, that's wrong. From now on use pnpm instead of npm.")
    assert [signal.sort for signal in signals] == ["request"]


@pytest.mark.parametrize("tool", ["mcp__shop__search", "WebFetch", "browser_open"])
def test_what_a_tool_from_outside_says_of_the_user_is_no_lesson(tool: str) -> None:
    def refused(tool: str) -> Signal:
        script = after_a_task()
        call, refusal = script.refuses("x", "never push to main without a review")
        call.tool = refusal.tool = tool
        (signal,) = found(script)
        return signal

    assert refused("Bash").confidence >= LESSONS_FROM
    assert refused(tool).confidence <= 0.5


def test_an_agents_prompt_to_another_is_not_the_users_word() -> None:
    script = after_a_task()
    script.says("user", "don't run the slow tests, use make unit instead", agent="a1")
    assert not found(script)


@pytest.mark.parametrize("origin", ["headless", "subagent", "reviewer", "revoked"])
def test_only_a_person_corrects(origin: str) -> None:
    events = after_a_task("use pnpm instead of npm").events
    session = Session(host="codex", native_id="two", origin=origin)  # pyright: ignore[reportArgumentType]
    assert not list(corrections(session, events, NOTICE))


def test_a_no_to_the_agents_question_is_an_answer() -> None:
    script = after_a_task()
    script.says("agent", "Shall I add a banner as well?")
    script.says("user", "No, the page is full.")
    assert not found(script)


def test_of_a_pasted_ticket_only_the_ends_are_the_users_own() -> None:
    ticket = "\n".join(f"The page {number} shows the wrong price. Don't round it." for number in range(60))
    assert not found(after_a_task(f"Here is the next ticket.\n\n{ticket}\nPlease have a look."))


def test_more_patterns_can_be_given() -> None:
    config = Notice(corrections=(r"\bfalsch\b",))
    (signal,) = found(after_a_task("Das ist FALSCH, die Tests laufen mit pytest"), config)
    assert signal.sort == "correction"


class TestAfterASkill:
    """A correction soon after a skill was loaded may be one of the skill."""

    def loaded(self) -> Script:
        script = after_a_task()
        script.calls("Skill", {"skill": "rl-release"}, purpose="skill_loaded")
        return script

    def test_it_names_the_skill(self) -> None:
        script = self.loaded()
        script.says("user", "no, tag the release with git instead of gh")
        (signal,) = found(script)
        assert signal.sort == "skill_correction"
        assert word_of(signal).skill == "rl-release"

    def test_where_it_asks_for_something_lasting_it_is_told_once(self) -> None:
        script = self.loaded()
        script.says("user", "No, that's wrong. From now on use pnpm instead of npm.")
        assert [signal.sort for signal in everything.noticed(SESSION, script.events, NOTICE)] == ["request"]

    def test_after_three_messages_it_is_about_something_else(self) -> None:
        script = self.loaded()
        for _ in range(3):
            script.says("user", "go on")
            script.says("agent", "Yes.")
        script.says("user", "that's wrong")
        (signal,) = found(script)
        assert signal.sort == "correction"

    def test_after_forty_calls_it_is_about_something_else(self) -> None:
        script = self.loaded()
        for _ in range(41):
            script.runs("ls")
        script.says("user", "that's wrong")
        (signal,) = found(script)
        assert not word_of(signal).skill


KINDS = st.sampled_from(["user", "agent", "tool_call", "tool_result", "refusal", "system", "thought"])
WORDS = st.sampled_from([*LASTING_CORRECTIONS, *CORRECTIONS, *NO_CORRECTIONS, "```", "<a-b>", "\ud800 no, use it"])


@st.composite
def any_events(draw: st.DrawFn) -> list[Event]:
    told = draw(st.lists(st.tuples(KINDS, st.one_of(st.text(max_size=200), WORDS)), max_size=40))
    events: list[Event] = []
    for seq, (kind, text) in enumerate(told, 1):
        event = Event(seq=seq, kind=kind, text=text, tool="Bash")  # pyright: ignore[reportArgumentType]
        if kind == "tool_call":
            event.input = {"command": text}
        elif kind in {"tool_result", "refusal"}:
            event.answers = draw(st.integers(0, seq))
        events.append(event)
    return events


@given(any_events())
def test_whatever_is_said_it_names_events_that_are_there_and_words_that_were_said(events: list[Event]) -> None:
    there = {event.id: event for event in events}
    for signal in [*corrections(SESSION, events, NOTICE), *requests(SESSION, events, NOTICE)]:
        assert set(signal.events) <= set(there)
        assert 0 < signal.confidence <= 1
        said = word_of(signal).said
        assert 0 < len(said) <= 400
        assert any(said in there[name].text for name in signal.events)


@pytest.mark.parametrize("piece", ["no ", '`"<a-b> ', "don't use\n", "(", "a. "])
def test_the_cost_of_a_message_does_not_grow_faster_than_the_message(piece: str) -> None:
    def cost(characters: int) -> float:
        events = after_a_task(piece * (characters // len(piece))).events
        start = time.process_time()
        list(corrections(SESSION, events, NOTICE))
        list(requests(SESSION, events, NOTICE))
        return time.process_time() - start

    cost(1000)
    assert cost(400_000) < 60 * max(cost(20_000), 0.005)
