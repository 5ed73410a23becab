"""The behaviour review: sessions are held against the rules, and what was seen becomes lessons."""

import secrets
from collections.abc import Callable, Iterable, Iterator, Sequence
from pathlib import Path

import msgspec

from afterwit.config import Profile
from afterwit.engine.kernel import Kernel
from afterwit.engine.reading import Intake, read_sessions
from afterwit.engine.review_and_learn import LearnOutcome, learn_all
from afterwit.engine.timeline import of_session
from afterwit.engine.wire import cache_folder
from afterwit.errors import NotFound, UnreadableSource, WrongUse
from afterwit.intake.readers import READERS
from afterwit.keep.bullets import key
from afterwit.keep.lessons import keep_newest, parse
from afterwit.keep.paths import unsafe
from afterwit.keep.store import lessons_file
from afterwit.model.behaviour import BehaviourRule, Habit, Observation
from afterwit.model.proposal import AddLesson, Proposal
from afterwit.model.session import Origin, Session
from afterwit.model.signal_sources import APPROVALS
from afterwit.notice.behaviour import kinds_needed, observe
from afterwit.notice.behaviour_rules import in_force, rules_for
from afterwit.reflect.behaviour_lessons import habits, proposals

DAY = 24 * 60 * 60 * 1000
REVIEWED: frozenset[Origin] = frozenset({"person", "headless"})
"""Whose sessions are looked at unasked: in others no person was answered."""
NEVER: dict[Origin, str] = {
    "reviewer": "is a run of Afterwit's own, and no review learns from a review",
    "revoked": "was revoked, and nothing more is learned from it",
}

THERE = "there already"
TAKEN_OUT = "taken out since"


class Reviewed(msgspec.Struct, kw_only=True):
    """What a review saw, and what came of it."""

    sessions: list[Session]
    rules: int
    """How many rules these sessions are held against."""
    habits: list[Habit]
    proposals: list[Proposal]
    """What was proposed to the gates."""
    known: list[tuple[Proposal, str]]
    """What these very events taught before, and what has become of it."""
    left_out: int
    """Lessons for which there was no room in one review."""
    outcome: LearnOutcome
    enabled: bool
    """Whether anything is learned at all."""

    @property
    def observations(self) -> tuple[Observation, ...]:
        """The last few observations of each rule."""
        return tuple(seen for habit in self.habits for seen in habit.latest)


def recent(kernel: Kernel, days: int | None) -> list[Session]:
    """The sessions of the last days, or all; one without a time may be of any day."""
    since = None if days is None else kernel.clock() - days * DAY
    found = (stored.session for stored in kernel.log.sessions())
    return [session for session in found if session.origin in REVIEWED and _is_recent(session, since)]


def _is_recent(session: Session, since: int | None) -> bool:
    # An approval that nobody decides on is of today for as long as it waits.
    return since is None or session.finished is None or session.finished >= since or session.host == APPROVALS


def named(names: Iterable[str], kernel: Kernel) -> list[Session]:
    """The sessions of these names; every one that is not to be had is told at once."""
    found: dict[str, Session] = {}
    problems: list[str] = []
    for name in names:
        try:
            session = of_session(name, kernel.log).session
        except NotFound as error:
            problems.append(str(error))
            continue
        found[session.key] = session
    if problems:
        raise NotFound(" ".join(problems))
    return _allowed(found.values())


def taken_in(paths: Iterable[Path], kernel: Kernel) -> list[Session]:
    """The sessions of transcript files, read into a kernel that goes with its block."""
    # With a key of its own every file is read from its beginning: what the project knows of it does not matter.
    key_of_its_own = secrets.token_bytes()
    needed = Intake(log=kernel.log, readers=READERS, key=key_of_its_own, config=kernel.config, cache=cache_folder())
    reads = list(read_sessions(paths, needed))
    problems = [read.problem for read in reads if read.problem]
    if problems:
        raise UnreadableSource(" ".join(problems))
    keys = dict.fromkeys(session.key for read in reads for session in read.sessions)
    return _allowed(session for each in keys if (session := kernel.log.session(each)) is not None)


def review(
    sessions: Sequence[Session],
    kernel: Kernel,
    *,
    profile: Profile | None = None,
    scope: str = "",
    advance: Callable[[int], None] = lambda _: None,
) -> Reviewed:
    """Look at sessions, propose a lesson for each rule that was broken, and have the gates decide."""
    rules = in_force(kernel.config.review.rules)
    meant = profile or kernel.config.review.profile
    found = habits(_observed(sessions, kernel, rules, meant, advance), rules)
    proposed = proposals(found, kernel.config.keep.lessons_review, keep_newest, scope=scope)
    fresh, known = _parted(proposed, kernel, scope)
    return Reviewed(
        sessions=list(sessions),
        rules=len({rule.name for host in {one.host for one in sessions} for rule in rules_for(host, rules, meant)}),
        habits=found,
        proposals=fresh,
        known=known,
        left_out=len({habit.rule.lesson for habit in found}) - len(proposed),
        outcome=learn_all(fresh, kernel.rooms),
        enabled=kernel.rooms.enabled,
    )


def _allowed(sessions: Iterable[Session]) -> list[Session]:
    found = list(sessions)
    problems = [f"{session.key} {NEVER[session.origin]}" for session in found if session.origin in NEVER]
    if problems:
        raise WrongUse(f"{'; '.join(problems)}: name other sessions.")
    return found


def _observed(
    sessions: Iterable[Session],
    kernel: Kernel,
    rules: Sequence[BehaviourRule],
    profile: str,
    advance: Callable[[int], None],
) -> Iterator[Observation]:
    now = kernel.clock()
    for session in sessions:
        events = kernel.log.events(session.key, kinds=kinds_needed(session))
        yield from observe(session, events, rules_for(session.host, rules, profile), now)
        advance(1)


def _parted(
    proposed: Sequence[Proposal], kernel: Kernel, scope: str
) -> tuple[list[Proposal], list[tuple[Proposal, str]]]:
    """What is new, and what the lessons have already or somebody took out again: no event teaches the same twice."""
    reachable = not unsafe(lessons_file(scope)) and "/" not in scope
    there = {key(lesson.text) for lesson in parse(kernel.book.text(lessons_file(scope)) or "")} if reachable else ()
    fresh: list[Proposal] = []
    known: list[tuple[Proposal, str]] = []
    for proposal in proposed:
        if _words(proposal) in there:
            known.append((proposal, THERE))
        elif _cited(proposal) <= _taught(proposal, kernel):
            known.append((proposal, TAKEN_OUT))
        else:
            fresh.append(proposal)
    return fresh, known


def _taught(proposal: Proposal, kernel: Kernel) -> set[tuple[str, str]]:
    """The events from which this lesson was kept before."""
    before = (judged.proposal for judged in kernel.docket.proposals(fate="applied", subject=proposal.subject))
    same = (one for one in before if one is not None and _words(one) == _words(proposal))
    return {ref for one in same for ref in _cited(one)}


def _cited(proposal: Proposal) -> set[tuple[str, str]]:
    return {(ref.session, ref.event) for ref in proposal.evidence}


def _words(proposal: Proposal) -> str:
    return key(proposal.op.text) if isinstance(proposal.op, AddLesson) else ""
