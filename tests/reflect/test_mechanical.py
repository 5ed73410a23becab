"""The mechanical proposer: one idea a thing, with all that was seen of it."""

import msgspec
import pytest

from afterwit.config import Judge
from afterwit.model import skill_document
from afterwit.model.package import Package
from afterwit.model.proposal import AddLesson, AnnotateSkill, CreateSkill, Evidence, UpdateSkill, checked
from afterwit.model.signal import Correction, Signal, Sort
from afterwit.reflect.mechanical import LIFTED, MOST_SESSIONS, Idea, Known, distinct, propose, strengthened, sureness
from tests.notice.deeds import ran, used
from tests.notice.not_recovered import PLACES
from tests.notice.recovered_from import COMMANDS, SESSIONS
from tests.reflect.stumbles import diffs, recovered, stumbled

KNOWN = Known()


def ideas(*signals: Signal, known: Known = KNOWN, routine_sessions: int = 3) -> list[Idea]:
    return list(propose(signals, known, routine_sessions))


def many(sessions: int) -> list[Signal]:
    return [signal for day in range(sessions) for signal in diffs(100 + day, f"s{day}", day=day)]


def package(idea: Idea) -> Package:
    assert isinstance(idea.proposal.op, CreateSkill | UpdateSkill)
    return idea.proposal.op.package


class TestOneThingOneProposal:
    def test_a_recovery_becomes_a_skill_with_its_evidence(self) -> None:
        (idea,) = ideas(*diffs())
        proposal = idea.proposal
        assert (proposal.target, proposal.author, proposal.by) == ("skill", "mechanical", "notice:recovery")
        assert (proposal.trigger, proposal.verified) == ("recovered_surprise", False)
        assert proposal.evidence == (
            Evidence(session="claude-code:one", event="e2"),
            Evidence(session="claude-code:one", event="e3", quote="unknown flag: --stat"),
            Evidence(session="claude-code:one", event="e4"),
            Evidence(session="claude-code:one", event="e5"),
        )
        assert checked(proposal) == proposal

    def test_the_same_again_in_one_session_is_one_proposal(self) -> None:
        twice = stumbled(
            *(
                ran(f"gh pr diff {number} --{flag}", says, code)
                for number in (104, 105)
                for flag, says, code in (("stat", "unknown flag: --stat", 1), ("name-only", "a.py", 0))
            )
        )
        assert len(twice) == 2
        (idea,) = ideas(*twice)
        assert len(idea.signals) == 2
        assert idea.proposal.score == ideas(*diffs())[0].proposal.score

    def test_the_same_in_many_sessions_is_one_proposal_that_cites_them(self) -> None:
        (idea,) = ideas(*many(3))
        assert idea.proposal.sessions == ("claude-code:s0", "claude-code:s1", "claude-code:s2")
        assert "3 sessions" in idea.proposal.reason

    def test_of_very_many_sessions_the_last_are_cited(self) -> None:
        (idea,) = ideas(*many(40))
        assert len(idea.proposal.sessions) == MOST_SESSIONS
        assert idea.proposal.sessions[-1] == "claude-code:s39"
        assert "40 sessions" in idea.proposal.reason

    def test_different_things_are_different_proposals_the_surest_first(self) -> None:
        other = stumbled(ran("git push", "fatal: no upstream branch", 128), ran("git push -u origin x", ""), name="x")
        found = ideas(*other, *many(3))
        assert len(found) == 2
        assert [idea.proposal.score for idea in found] == sorted((idea.proposal.score for idea in found), reverse=True)


class TestSureness:
    def test_it_grows_with_independent_sessions_and_is_never_certainty(self) -> None:
        scores = [ideas(*many(sessions))[0].proposal.score for sessions in (1, 2, 3, 8, 60)]
        assert scores == sorted(scores)
        assert scores[0] < scores[1] < scores[2]
        assert scores[-1] < 1

    def test_a_session_that_was_forked_tells_nothing_new(self) -> None:
        (signal,) = diffs()
        fork = msgspec.structs.replace(signal, session="claude-code:fork")
        assert distinct([signal, fork]) == [signal]
        (idea,) = ideas(signal, fork)
        assert idea.proposal.score == ideas(signal)[0].proposal.score
        assert idea.proposal.sessions == ("claude-code:one",)

    def test_without_a_time_a_session_stands_for_itself(self) -> None:
        both = [msgspec.structs.replace(signal, at=None) for signal in (*diffs(), *diffs(104, "two"))]
        assert len(distinct(both)) == 2

    @pytest.mark.parametrize("name", PLACES)
    def test_a_thing_of_one_case_is_never_lifted_however_often_it_returns(self, name: str) -> None:
        signals = [signal for day in range(9) for signal in stumbled(*PLACES[name], name=f"s{day}", day=day)]
        weak = [signal for signal in signals if signal.sort in {"recovery", "misleading_error"}]
        assert all(idea.proposal.score < Judge().score_threshold for idea in ideas(*weak))

    def test_what_is_below_the_line_stays_as_sure_as_its_surest(self) -> None:
        (signal,) = diffs()
        weak = [
            msgspec.structs.replace(signal, session=f"claude-code:{number}", confidence=LIFTED - 0.01)
            for number in range(9)
        ]
        assert sureness(weak) == LIFTED - 0.01


class TestNames:
    def test_no_two_proposals_have_one_name(self) -> None:
        signals = [
            *stumbled(
                ran("gh pr diff 9 --stat", "unknown flag: --stat", 1), ran("gh pr diff 9 --patch", "x"), name="a"
            ),
            *stumbled(
                ran("gh pr diff 9 --stat", "unknown flag --stat!", 1), ran("gh pr diff 9 --patch", "x"), name="b"
            ),
        ]
        assert len({signal.about for signal in signals}) == 2
        names = [idea.proposal.subject for idea in ideas(*signals)]
        assert len(set(names)) == 2

    def test_a_name_that_is_taken_is_not_given_again(self) -> None:
        name = ideas(*diffs())[0].proposal.subject
        assert ideas(*diffs(), known=Known(names={name}))[0].proposal.subject != name

    def test_the_prefix_is_the_settings_own(self) -> None:
        assert ideas(*diffs(), known=Known(prefix="own-"))[0].proposal.subject.startswith("own-gh")

    def test_all_obstacles_of_the_tables_have_names_of_their_own(self) -> None:
        signals = [
            signal
            for place, (_, fails, code, says, works) in enumerate(COMMANDS)
            for signal in stumbled(ran(fails, says, code), ran(works, "fine"), name=f"s{place}", day=place)
        ]
        names = [idea.proposal.subject for idea in ideas(*signals)]
        assert len(set(names)) == len(names) > 40


class TestWhatIsKnown:
    def test_what_a_skill_is_there_for_is_not_proposed_again(self) -> None:
        (signal,) = diffs()
        assert ideas(signal, known=Known(skills={signal.about: "rl-old"})) == []

    def test_a_skill_that_waits_is_told_anew_with_what_was_seen_since(self) -> None:
        waiting = package(ideas(*many(1))[0])
        waiting = waiting.with_text(waiting.text.replace("metadata:\n", "metadata:\n  sessions: claude-code:s0\n", 1))
        renewed = strengthened(many(2), waiting, KNOWN)
        assert renewed is not None
        assert isinstance(renewed.proposal.op, UpdateSkill)
        assert renewed.proposal.op.base == waiting.digest()
        assert "Seen in 2 sessions" in package(renewed).text
        assert strengthened(many(1), waiting, KNOWN) is None

    def test_one_that_somebody_edited_is_left_alone(self) -> None:
        waiting = package(ideas(*many(1))[0])
        text = waiting.text.replace("metadata:\n", "metadata:\n  sessions: claude-code:s0\n", 1)
        edited = waiting.with_text(text.replace("Not looked into", "I looked into it"))
        assert strengthened(many(2), edited, KNOWN) is None


class TestCorrections:
    def said(self, words: str, *, sort: Sort = "correction", skill: str = "") -> Signal:
        return Signal(
            session="claude-code:one",
            sort=sort,
            trigger="user_correction",
            about=f"c:{words}",
            events=("e4",),
            what=Correction(said=words, skill=skill),
            confidence=0.9,
        )

    def test_a_correction_becomes_a_lesson(self) -> None:
        (idea,) = ideas(self.said("Use tabs."))
        assert idea.proposal.op == AddLesson(text="Use tabs.", category="behavioral")
        assert idea.proposal.target == "lesson"
        assert idea.proposal.evidence == (Evidence(session="claude-code:one", event="e4"),)

    def test_one_after_a_skill_had_been_loaded_is_noted_there(self) -> None:
        known = Known(names=frozenset({"rl-x"}))
        (idea,) = ideas(self.said("Use tabs.", sort="skill_correction", skill="rl-x"), known=known)
        assert isinstance(idea.proposal.op, AnnotateSkill)
        assert idea.proposal.op.name == "rl-x"

    def test_where_the_skill_is_not_in_the_book_it_is_a_lesson(self) -> None:
        (idea,) = ideas(self.said("Use tabs.", sort="skill_correction", skill="rl-x"))
        assert isinstance(idea.proposal.op, AddLesson)

    def test_where_nothing_was_said_nothing_is_proposed(self) -> None:
        assert ideas(self.said(" ")) == []


def test_a_row_of_commands_becomes_a_skill_when_enough_sessions_ran_it() -> None:
    def rows(sessions: int) -> list[Signal]:
        told = (ran("make lint", "ok"), ran("npm run release", "ok"))
        return [signal for day in range(sessions) for signal in stumbled(*told, name=f"s{day}", day=day)]

    assert ideas(*rows(2)) == []
    (idea,) = ideas(*rows(3))
    assert (idea.proposal.by, idea.proposal.trigger) == ("notice:pattern", "repeated_tool_pattern")
    assert ideas(*rows(2), routine_sessions=2)


def test_nothing_proposes_nothing() -> None:
    assert ideas() == []


def test_what_cannot_be_told_without_its_particulars_is_not_proposed() -> None:
    given: dict[str, object] = {"name": "sums", "text": "x"}
    wrong = "Invalid argument: parameter text must be given as a list"
    same = stumbled(used("mcp__a__b", given, wrong, wrong=True), used("mcp__a__b", {**given}, "ok"))
    assert ideas(*same) == []


@pytest.mark.parametrize("name", SESSIONS)
def test_every_idea_is_a_whole_skill_that_claims_nothing(name: str) -> None:
    (idea,) = ideas(*recovered(*SESSIONS[name]))
    document = skill_document.read(package(idea).text)
    assert document.fingerprints == (idea.signals[0].about,)
    assert document.scope == "project"
    assert "verified" not in package(idea).text.casefold()
    assert "verified" not in idea.proposal.reason.casefold()
    assert not idea.proposal.verified
    assert "Not looked into" in package(idea).text
