"""The main journey: sessions are read, what deserves a look is noticed, proposed, judged and kept.

Nothing of it asks anybody anything. What was noticed is queued first and judged then, at the end of the reading, which
is where the session has come to a break; a run that is killed in between goes on with the queue, and one that finds
nothing new changes nothing.
"""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from pathlib import Path

import msgspec

from afterwit.engine.kernel import Kernel
from afterwit.engine.reading import Intake, SourceRead, read_sessions
from afterwit.engine.review_and_learn import LearnOutcome, learn_all
from afterwit.engine.skillbook import refresh
from afterwit.engine.uses import Lookout, Used
from afterwit.keep.bullets import key
from afterwit.model.package import State
from afterwit.model.proposal import AddLesson, RetireLesson
from afterwit.model.signal import Signal
from afterwit.notice.everything import NOT_LEARNED_FROM, noticed
from afterwit.reflect.mechanical import Idea, Known, propose, strengthened

Advance = Callable[[int], None]
AT_ONCE = 50
"""Sessions that are looked through before others may write."""
MOST_LESSONS = 5
"""So many lessons one session may teach at once: a reader has to live with them."""


class Again(msgspec.Struct, frozen=True, kw_only=True):
    """Something that was noticed although there is a skill for it."""

    skill: str
    state: State
    signals: tuple[Signal, ...]
    came_back: bool
    """Whether it was met after the skill had become active."""


class Learned(msgspec.Struct, kw_only=True):
    """What came of a run."""

    reads: list[SourceRead] = msgspec.field(default_factory=list[SourceRead])
    looked_at: int = 0
    """Sessions that were looked through."""
    noticed: list[Signal] = msgspec.field(default_factory=list[Signal])
    """What was found that had not been judged before."""
    unsure: list[Idea] = msgspec.field(default_factory=list[Idea])
    """What would have been proposed, had it been seen more clearly or more often."""
    again: list[Again] = msgspec.field(default_factory=list[Again])
    used: list[Used] = msgspec.field(default_factory=list[Used])
    """Skills that agents were seen to have, and what they made of them."""
    outcome: LearnOutcome = msgspec.field(default_factory=LearnOutcome)


def learn(paths: Iterable[Path], intake: Intake, kernel: Kernel, advance: Advance = lambda _: None) -> Learned:
    """Read, notice, propose, judge, keep."""
    done = Learned(reads=list(read_sessions(paths, intake, advance)))
    if not kernel.config.learning.enabled:
        return done
    unseen, lookout = list(_unseen(kernel, done.reads)), Lookout(kernel)
    for first in range(0, len(unseen), AT_ONCE):
        with kernel.journal.alone():  # once for many: to wait for the others' turn costs more than to look
            for session in unseen[first : first + AT_ONCE]:
                done.used += look_through(session, kernel, lookout)
    done.looked_at = len(unseen)
    done.noticed = kernel.signals.queued()
    ideas, done.again = ideas_about(done.noticed, kernel)
    sure = kernel.config.judge.score_threshold
    done.unsure = [idea for idea in ideas if idea.proposal.score < sure]
    done.outcome = learn_all([idea.proposal for idea in ideas if idea.proposal.score >= sure], kernel.rooms)
    if not done.outcome.stopped:
        kernel.signals.settle(done.noticed)
    if done.outcome.applied:
        refresh(kernel)
    return done


def look_through(session: str, kernel: Kernel, lookout: Lookout | None = None) -> list[Used]:
    """Queue what deserves a look in a session, and keep which skills were used in it; give what is new of those."""
    told = kernel.log.session(session)
    if told is None:
        return []
    lookout = lookout or Lookout(kernel)
    events = list(kernel.log.events(session))
    found, uses = noticed(told, events, kernel.config.notice), lookout.look(session, events)
    with kernel.journal.alone():
        # Whoever revokes a session holds the same lock: what was read before that is not put back afterwards.
        if (now := kernel.log.session(session)) is None or now.origin in NOT_LEARNED_FROM:
            return []
        known = {signal.key for signal in kernel.signals.of(session)}
        used = lookout.keep(session, uses)  # first: with its signals a session counts as looked at
        kernel.signals.put(session, found, len(events))
        _flag([signal for signal in found if signal.key not in known], kernel)
    return used


def _flag(found: Sequence[Signal], kernel: Kernel) -> None:
    """Note in the trajectory log what may lead to a skill: where it is, and nothing of what was said."""
    trajectory = kernel.trajectory
    for signal in found:
        if trajectory is not None and signal.sort != "pattern":
            trajectory.log(
                "trigger",
                "",
                agent=signal.session.partition(":")[0],
                gates={},
                source=f"{signal.session} {signal.events[0]}",
                at=kernel.clock(),
                trigger=signal.trigger,
                noticed=signal.sort,
                confidence=signal.confidence,
            )


def ideas_about(signals: Sequence[Signal], kernel: Kernel) -> tuple[list[Idea], list[Again]]:
    """What could be proposed about the things that these signals are about, with all that was ever noticed of them."""
    skills = {
        mark: entry
        for state in ("archived", "pending", "active")
        for entry in kernel.index.entries(state)
        for mark in entry.fingerprints.split()
    }
    wanted = dict.fromkeys(signal.about for signal in signals)
    known = Known(
        prefix=kernel.config.judge.prefix,
        names={entry.name for entry in kernel.index.entries()},
        skills={mark: entry.name for mark, entry in skills.items()},
        body_bytes=kernel.config.keep.body_bytes,
    )
    every = kernel.signals.about(wanted)
    ideas = list(_wanted(propose(every, known, kernel.config.notice.routine_sessions), kernel))
    for about in wanted:
        if about in skills and (waiting := kernel.book.at("pending", skills[about].name)) is not None:
            renewed = strengthened(list(_about(about, every)), waiting.package, known)
            ideas += [renewed] if renewed is not None else []
    again = [
        _met_again(skills[about].name, skills[about].state, tuple(_about(about, signals)), kernel)
        for about in wanted
        if about in skills
    ]
    return ideas, again


def _met_again(name: str, state: State, signals: tuple[Signal, ...], kernel: Kernel) -> Again:
    """What was met again; a session from before the skill was active could not have had it."""
    changes = kernel.history.changes(subject=name) if state == "active" else []
    since = max((change.at for change in changes if change.about.does in {"move_skill", "create_skill"}), default=None)
    later = [signal for signal in signals if since is not None and signal.at is not None and signal.at > since]
    return Again(skill=name, state=state, signals=signals, came_back=bool(later))


def _wanted(ideas: Iterable[Idea], kernel: Kernel) -> Iterator[Idea]:
    """The ideas without lessons that a person took out, and without more of one session than it could mean."""
    lessons = Counter[str]()
    for idea in ideas:
        if isinstance(idea.proposal.op, AddLesson):
            session = idea.signals[0].session
            if lessons[session] == MOST_LESSONS or _retired(idea, kernel):
                continue
            lessons[session] += 1
        yield idea


def _about(about: str, signals: Iterable[Signal]) -> Iterator[Signal]:
    return (signal for signal in signals if signal.about == about)


def _retired(idea: Idea, kernel: Kernel) -> bool:
    """Whether it is a lesson that a person took out: it does not come back by itself."""
    op = idea.proposal.op
    if not isinstance(op, AddLesson):
        return False
    judged = kernel.docket.proposals(fate="applied", subject=idea.proposal.subject)
    taken = (entry.proposal for entry in judged if entry.proposal is not None and entry.proposal.author == "person")
    return any(isinstance(old.op, RetireLesson) and key(old.op.text) == key(op.text) for old in taken)


def _unseen(kernel: Kernel, reads: Sequence[SourceRead]) -> Iterator[str]:
    """The sessions that have more events than were looked at: of this run, and what an earlier one did not get to."""
    here = {session.key for read in reads for session in read.sessions}
    seen = kernel.signals.seen()
    for stored in reversed(kernel.log.sessions()):
        own = not kernel.config.store or stored.session.key in here
        if own and stored.session.origin not in NOT_LEARNED_FROM and stored.events > seen.get(stored.session.key, 0):
            yield stored.session.key
