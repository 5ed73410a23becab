"""The quality gate: four sides, each measured from what happened."""

from collections.abc import Sequence

import pytest
from hypothesis import given
from hypothesis import strategies as st

from afterwit.adapters.in_memory_view import MemoryView
from afterwit.config import Judge
from afterwit.judge.quality import QualityGate
from afterwit.model.event import Event
from afterwit.model.proposal import Proposal, UpdateSkill
from afterwit.model.verdict import Verdict
from tests.judge.views import BODY, SESSION, STORY, call, lesson, package, proposal, refs, result, said, skill, view

GATE = QualityGate(Judge())
SIDES = ("depth", "reusability", "trigger", "verification")


def judged(asked: Proposal, events: Sequence[Event] = STORY) -> Verdict:
    return GATE.judge(asked, view(events))


def failing(verdict: Verdict) -> set[str]:
    return {side for side in SIDES if not verdict.measured[side]}


@pytest.mark.proves("gate-all-four")
def test_a_skill_that_was_earned_passes_all_four_and_the_numbers_are_told() -> None:
    verdict = judged(proposal())
    assert verdict.passed
    assert failing(verdict) == set()
    assert verdict.reason == (
        "4 of 4 pass, 4 needed. "
        "depth yes: 1 failed attempt, 1 with a changed approach that worked, "
        "2 investigation steps before the solution. "
        "reusability yes: 0 one-off identifiers in the text, seen in 1 session. "
        "trigger yes: rank 1 by its own trigger, 7 words in the trigger. "
        "verification yes: e9 worked after the last failure, and the skill has a Verification section"
    )


def test_three_of_four_are_enough_only_if_the_settings_say_so() -> None:
    asked = proposal(package(body=BODY.replace("durable name", "durable name since 2026-03-04")))
    assert failing(judged(asked)) == {"reusability"}
    assert not judged(asked).passed
    assert QualityGate(Judge(quality_gate_threshold=3)).judge(asked, view()).passed


@pytest.mark.proves("gate-depth")
def test_what_was_simply_looked_up_has_no_depth() -> None:
    events = [
        said(1, "How do I make it durable?"),
        call(2, "WebFetch", url="https://docs.example/consumers"),
        result(3, 2, "pass a durable name"),
        call(4, "Bash", "verification", command="pytest tests/queue"),
        result(5, 4, "3 passed", purpose="verification"),
    ]
    verdict = judged(proposal(evidence=refs("e3", "e5")), events)
    assert failing(verdict) == {"depth"}
    assert "0 failed attempts, 0 with a changed approach that worked, 1 investigation step" in verdict.reason
    assert "simply looked up" in verdict.reason


@pytest.mark.proves("gate-depth")
def test_several_looks_into_things_before_the_solution_are_depth() -> None:
    events: list[Event] = []
    for number, command in enumerate(("git log -5", "grep -rn durable src", "nats consumer ls", "pytest tests/queue")):
        events += [call(2 * number + 1, "Bash", command=command), result(2 * number + 2, 2 * number + 1)]
    verdict = judged(proposal(evidence=refs("e2", "e8")), events)
    assert verdict.measured["investigation_steps"] == 3
    assert verdict.measured["depth"]


def test_the_same_look_many_times_is_one_look() -> None:
    events: list[Event] = []
    for number in range(9):
        events += [call(2 * number + 1, "Bash", command="cd src; ls"), result(2 * number + 2, 2 * number + 1)]
    assert judged(proposal(evidence=refs("e1", "e18")), events).measured["investigation_steps"] == 1


def test_a_failure_that_nothing_came_of_is_no_recovery() -> None:
    events = [*STORY[:5], call(6, "Bash", command="git status"), result(7, 6, "clean")]
    verdict = judged(proposal(evidence=refs("e3", "e7")), events)
    assert (verdict.measured["failed_attempts"], verdict.measured["recoveries"]) == (1, 0)
    assert not verdict.measured["depth"]


def test_running_the_same_again_without_a_change_is_no_other_approach() -> None:
    retried = [*STORY[:3], call(4, "Bash", "verification", command="pytest tests/queue"), result(5, 4)]
    assert not judged(proposal(evidence=refs("e3", "e5")), retried).measured["recoveries"]
    other = [*STORY[:3], call(4, "Bash", "verification", command="pytest tests/queue -p no:cache"), result(5, 4)]
    assert judged(proposal(evidence=refs("e3", "e5")), other).measured["recoveries"] == 1


def test_a_tool_without_a_shell_recovers_on_the_same_file() -> None:
    def edits(second: str) -> list[Event]:
        return [
            call(1, "Edit", file_path="a.py", old_string="x"),
            result(2, 1, "not found", ok=False),
            call(3, "Edit", file_path=second, old_string="y"),
            result(4, 3),
        ]

    assert judged(proposal(evidence=refs("e2", "e4")), edits("a.py")).measured["recoveries"] == 1
    assert judged(proposal(evidence=refs("e2", "e4")), edits("b.py")).measured["recoveries"] == 0


def test_the_users_own_word_is_depth_and_verification() -> None:
    asked = proposal(evidence=refs("e1"), trigger="explicit_user_request")
    verdict = judged(asked, [said(1, "From now on always make consumers durable.")])
    assert failing(verdict) == set()
    assert "the user said so (e1)" in verdict.reason
    assert failing(judged(proposal(evidence=refs("e1")), STORY)) == {"depth", "verification"}


def test_what_a_user_said_on_declining_a_call_is_a_correction() -> None:
    told = [said(1, "No, use a durable consumer.", "refusal")]
    assert judged(proposal(evidence=refs("e1"), trigger="user_correction"), told).measured["depth"]
    assert not judged(proposal(evidence=refs("e1"), trigger="explicit_user_request"), told).measured["depth"]


def test_a_word_that_the_user_did_not_give_is_neither_depth_nor_verification() -> None:
    asked = proposal(evidence=refs("e1"), trigger="user_correction")
    for words, why in (
        ("Please mend the durable consumer.", "e1 corrects nothing"),
        ("No, answer in French.", "e1 shares 0 telling words with it, 2 needed"),
    ):
        verdict = judged(asked, [said(1, words)])
        assert failing(verdict) == {"depth", "verification"}
        assert f"the user's word does not count: {why}" in verdict.reason


ONE_OFF = [
    "3f2b8c1e-9d4a-4f6b-8e2d-7a5c9b1e4f60",
    "commit 9fceb02d0ae598e95dc970b74767f19372d61af8",
    "see PAY-4711",
    "/home/maria/code/queue",
    "C:\\Users\\maria\\queue",
    "since 2026-03-04T10:22",
    "PR #481",
    "merged (#481)",
    "[REDACTED_EMAIL:2]",
    "git switch feature/PAY-4711-queue",
    "run qX7bT2mK9pL4vN8cR1wZ",
    "/var/folders/zz/build/out",
    "at 1773829921",
]


@pytest.mark.proves("gate-reusability")
@pytest.mark.parametrize("identifier", ONE_OFF)
def test_what_was_there_only_once_is_found_with_its_line(identifier: str) -> None:
    made = package(body=BODY.replace("durable name", f"durable name {identifier}"))
    verdict = judged(proposal(made))
    assert failing(verdict) == {"reusability"}
    assert [finding.where for finding in verdict.findings] == ["SKILL.md:12"]


@pytest.mark.parametrize(
    "usual",
    [
        "UTF-8 and SHA-256 as in RFC-7231",
        "CVE-2024-31337, ISO-8601, ERC-721",
        "$HOME/work, ~/work, /home/user/work, /tmp/out.json",
        "PROJ-123 stands for any ticket, PR #123 for any request",
        "the header anthropic-version: 2023-06-01",
        "convertBase64ToUint8Array and max_replication_slots_2",
        "port 5432, 127.0.0.1, the colour #334455, E0308, ORA-00942",
        "550e8400-e29b-41d4-a716-446655440000",
    ],
)
def test_codes_and_examples_that_hold_anywhere_are_no_identifiers(usual: str) -> None:
    assert judged(proposal(package(body=BODY.replace("durable name", usual)))).measured["identifiers"] == 0


def test_seen_in_two_sessions_one_identifier_is_forgiven() -> None:
    seen = MemoryView(events={SESSION: STORY, "codex:two": STORY})
    evidence = (*refs("e3", "e9"), *refs("e3", session="codex:two"))
    for words, passed in (("PAY-4711", True), ("PAY-4711 and PAY-4712", False)):
        made = package(body=BODY.replace("durable name", words))
        assert GATE.judge(proposal(made, evidence), seen).measured["reusability"] is passed


@given(st.text(max_size=400))
def test_no_text_breaks_the_gate(text: str) -> None:
    judged(proposal(package(body=f"## Guidance\n{text}\n")))


@pytest.mark.proves("gate-trigger")
@pytest.mark.parametrize(
    ("description", "told"),
    [
        ("Durable things for NATS.", "it does not say when to use it"),
        ("Use when rl nats durable.", "when to use it is only its name over again"),
        ("Use when it breaks.", "1 word in the trigger, 4 needed"),
    ],
)
def test_a_trigger_that_says_nothing_is_refused(description: str, told: str) -> None:
    body = BODY.replace("## Situation\nJetStream messages are lost when the consumer process restarts.\n", "")
    verdict = judged(proposal(package(description=description, body=body)))
    assert failing(verdict) == {"trigger"}
    assert told in verdict.reason


def near(number: int) -> str:
    return f"Number {number}. Use when JetStream loses messages after a consumer process restarts, lost consumer."


@pytest.mark.proves("gate-trigger")
def test_a_skill_that_others_hide_is_refused() -> None:
    crowd = [skill(package(f"rl-consumer-{number}", near(number), "# Short\n")) for number in range(4)]
    verdict = GATE.judge(proposal(), view(skills=crowd))
    assert verdict.measured["rank"] == 0
    assert "not among the first 3 by its own trigger" in verdict.reason
    assert not verdict.measured["trigger"]


@pytest.mark.proves("gate-trigger")
def test_a_skill_that_would_take_anothers_place_is_refused() -> None:
    more = " ".join(f"word{number}" for number in range(9))
    other = package("rl-other", "Queues. Use when JetStream loses messages after a consumer restarts.", BODY + more)
    greedy = package("rl-jetstream-loses-messages-consumer-restarts")
    verdict = GATE.judge(proposal(greedy), view(skills=[skill(other)]))
    assert verdict.measured["displaced"] == "rl-other"
    assert "it would displace rl-other from rank 1 on that one's own trigger" in verdict.reason
    assert failing(verdict) == {"trigger"}


@pytest.mark.proves("gate-verification")
def test_a_failure_after_the_last_success_leaves_it_unproved() -> None:
    broken = (*STORY, call(11, "Bash", command="pytest tests"), result(12, 11, "1 failed", ok=False))
    verdict = judged(proposal(evidence=refs("e3", "e9", "e12")), broken)
    assert failing(verdict) == {"verification"}
    assert "no cited call worked after the last failure" in verdict.reason


@pytest.mark.proves("gate-verification")
def test_what_was_never_tried_is_theory() -> None:
    assert failing(judged(proposal(evidence=refs("e3", "e6")))) == {"depth", "verification"}


@pytest.mark.proves("gate-verification")
def test_the_skill_must_say_how_to_see_that_it_works() -> None:
    without = BODY.partition("## Verification")[0]
    assert failing(judged(proposal(package(body=without)))) == {"verification"}
    told = without.replace("durable name.", "durable name, then run `pytest   tests/queue`.")
    verdict = judged(proposal(package(body=told)))
    assert verdict.measured["command_in_guidance"]
    assert "the skill has the working command" in verdict.reason


def test_neither_a_persons_skill_nor_an_update_is_measured() -> None:
    assert judged(proposal(evidence=(), author="person")).reason == "a person decides"
    update = Proposal(target="skill", op=UpdateSkill(package=package(), base=""), score=1, author="background")
    assert judged(update).reason == "update_skill makes no new skill"
    assert judged(lesson()).passed


def test_events_that_are_not_in_the_log_measure_nothing() -> None:
    verdict = judged(proposal(evidence=refs("e50", "e60")))
    assert failing(verdict) == {"depth", "verification"}
    assert verdict.measured["sessions"] == 0
