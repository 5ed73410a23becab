"""Learning in the agent's own turn: it says what it is about to learn, writes the files itself, and says it is done.

What it wrote is then judged like anything else. A start that was never finished stays open, with its draft, until it is
taken up again: nothing that an agent wrote is lost, whoever was killed in between.
"""

from collections.abc import Collection, Mapping, Sequence
from typing import cast

import msgspec

from afterwit.engine.attempted import already, cleansed, proposed, reasons, settled, what_next
from afterwit.engine.find import search
from afterwit.engine.foreground_lessons import Told, add_lessons
from afterwit.engine.kernel import Kernel
from afterwit.engine.live import Live, is_ours
from afterwit.engine.review_and_learn import decide_or_hold
from afterwit.engine.skillbook import refresh
from afterwit.errors import BadSkill, NotFound, WriteFailed, WrongUse
from afterwit.keep.drafts import Drafts
from afterwit.model.event import Event
from afterwit.model.learning import (
    Attempt,
    AttemptState,
    Caller,
    Dropped,
    LearningSignal,
    Ref,
    SkillIssueSignal,
    TurnNote,
    UsedSkill,
)
from afterwit.model.package import State
from afterwit.model.skill import Skill
from afterwit.model.verdict import Outcome
from afterwit.notice.contract import FinishCall, Known, KnownSkill, StartCall, check_finish, check_start, read_report
from afterwit.recall.searcher import Filters

RULES = (
    "Write SKILL.md into the folder: frontmatter with name (the folder's) and a description that ends in “Use when …” "
    "in the words of somebody who has the problem; then Situation, Guidance (what you ran and saw work, generalised), "
    "Verification, Anti-patterns. Under {size:,} bytes; scripts/, references/ and assets/ where they are needed. "
    "Then call skill_learning_finish."
)
"""The authoring rules in short; the skill `learn-skill` has them in full."""
NEAREST = 3
"""So many skills are named that may be the ones to update."""
SIGNALS = (LearningSignal, SkillIssueSignal)
Left = LearningSignal | SkillIssueSignal | UsedSkill | Dropped
MOST_CITED = 50
LATEST = 200
"""So many attempts back it is looked whether one succeeded in the same run."""
ANSWERED = 64
"""So many events after a call its result is looked for."""


class Similar(msgspec.Struct, frozen=True, kw_only=True):
    """A skill that may be the one to update."""

    name: str
    score: float
    state: State
    description: str


class Started(msgspec.Struct, frozen=True, kw_only=True):
    """What an agent is told when it starts to learn."""

    attempt: int
    folder: str
    """Where it is to write."""
    rules: str
    similar: tuple[Similar, ...]
    resumed: bool
    """Whether an earlier draft is in the folder, to go on with."""
    begun_by: str
    """The agent that had started it, where that was another one."""
    earlier: str
    """Where an earlier draft lies that was made from another version of the skill; empty where there is none."""
    message: str
    """What the user is to be shown meanwhile."""


class Finished(msgspec.Struct, frozen=True, kw_only=True):
    """What an agent is told when it is done."""

    attempt: int
    state: AttemptState
    receipt: str
    """What the user is told; empty where nothing was learned."""
    reasons: tuple[str, ...]
    """Every reason why it was refused or failed."""
    next: str
    """What can be done now; empty where nothing need be."""


class Reported(msgspec.Struct, frozen=True, kw_only=True):
    """What was taken of a report of a turn."""

    receipts: tuple[str, ...]
    kept: tuple[str, ...]
    """The signals that wait for a review now, and the lessons that were added, in words."""
    dropped: tuple[Dropped, ...]


def start(raw: Mapping[str, object], caller: Caller, kernel: Kernel, live: Live) -> Started:
    """Have an agent begin to write a skill; raises with everything that speaks against it."""
    caller = _located(caller, kernel, live, _cited_in(raw))
    call = check_start(raw, _known(caller, kernel, live))
    if not isinstance(call, StartCall):
        raise WrongUse(_sentence(call, "Nothing was started"))
    call = cleansed(call, kernel.config.redact)
    base = _latest(call.skill_name, kernel) if call.action == "update" else None
    attempt, new = kernel.attempts.start(_wanted(call, caller, base, kernel))
    if attempt.action != call.action:
        raise WrongUse(
            f"An attempt to {attempt.action} {call.skill_name} is open: finish that one first, as skipped if need be."
        )
    begun = kernel.drafts.begin(
        call.skill_name, base.package if base else None, go_on=not new or _goes_on(attempt, kernel)
    )
    return Started(
        attempt=attempt.id,
        folder=str(kernel.drafts.folder(call.skill_name)),
        rules=RULES.format(size=kernel.config.keep.body_bytes),
        similar=_similar(call, kernel) if call.action == "create" else (),
        resumed=begun.resumed,
        begun_by="" if new or attempt.caller.agent == caller.agent else attempt.caller.agent,
        earlier=str(begun.earlier or ""),
        message="" if caller.reviewer else call.message,
    )


def finish(raw: Mapping[str, object], caller: Caller, kernel: Kernel, live: Live) -> Finished:
    """Judge what an agent wrote, or note why it wrote nothing; where there is nothing to judge, it stays open."""
    call = check_finish(raw)
    if not isinstance(call, FinishCall):
        raise WrongUse(_sentence(call, "The attempt is as it was"))
    call = cleansed(call, kernel.config.redact)
    attempt = _open(call, _located(caller, kernel, live), kernel)
    if call.status in {"failed", "skipped"}:
        _tidy(attempt, kernel.drafts)
        return _closed(msgspec.structs.replace(attempt, state=call.status, why=call.summary), kernel)
    if (there := already(call, attempt, kernel)) is not None:  # whoever wrote it was killed before saying so
        return _closed(there, kernel)
    package, proposal = proposed(call, attempt, kernel)
    number, outcome = decide_or_hold(proposal, kernel.rooms)
    done = settled(call, attempt, number, outcome, kernel)
    if done.state == "refused":  # it can be mended and finished again
        return _told(done, kernel, outcome)
    finished = _closed(done, kernel, outcome)
    if finished.state != "failed":
        if kernel.drafts.read(attempt.skill) == package:  # what was written meanwhile nobody has judged
            kernel.drafts.clear(attempt.skill)
        refresh(kernel)
    return finished


def report(raw: Mapping[str, object], caller: Caller, kernel: Kernel, live: Live) -> Reported:
    """Take in what an agent leaves at the end of a turn; what breaks the contract is dropped, noted and told."""
    caller = _located(caller, kernel, live, _cited_in(raw.get("learning_signal"), raw.get("skill_issue_signal")))
    told = read_report(raw, _known(caller, kernel, live))
    signals = [signal for signal in (told.learning_signal, told.skill_issue_signal) if signal is not None]
    known = {note.what for note in kernel.turns.notes(waiting=True) if note.caller.session == caller.session}
    what = [cleansed(one, kernel.config.redact) for one in (*signals, *told.used, *told.dropped)]
    what = [_once(one, known) for one in what]
    kernel.turns.note([TurnNote(at=kernel.clock(), caller=caller, what=one) for one in what])
    lessons = [Told(text=text, category=category) for text, category in told.self_corrections]
    outcome = add_lessons(lessons, caller, kernel)
    refused = [Dropped(field="self_corrections", why=one.reason) for one in (*outcome.rejected, *outcome.failed)]
    if outcome.stopped:
        refused.append(Dropped(field="self_corrections", why=outcome.stopped))
    return Reported(
        receipts=tuple(one.message for one in what if isinstance(one, UsedSkill)),
        kept=(
            *(f"{one.__struct_config__.tag} waits for a review" for one in what if isinstance(one, SIGNALS)),
            *(applied.message for applied in outcome.applied),
        ),
        dropped=(*(one for one in what if isinstance(one, Dropped)), *refused),
    )


def _once(one: Left, known: Collection[object]) -> Left:
    """A signal that waits already is not needed twice, and its hint counts once."""
    if not isinstance(one, SIGNALS) or one not in known:
        return one
    return Dropped(field=str(one.__struct_config__.tag), why="It waits for a review already.", violation=False)


def _located(caller: Caller, kernel: Kernel, live: Live, cited: Sequence[str] = ()) -> Caller:
    """The caller with the session it works in, and the turn it is in there.

    Every session has an e17: where several are at work and none is named, that would cite whichever spoke last.
    """
    several = live.at_work(caller.agent) if not caller.session and any(map(is_ours, cited)) else []
    if len(several) > 1:
        told = ", ".join(several[:NEAREST])
        raise WrongUse(
            f"{len(several)} sessions of {caller.agent} are at work here ({told}): "
            "pass yours as session, as it was told at its start, or cite the ids of your tool calls."
        )
    session = live.catch_up(caller.session, caller.agent)
    if cited and not session:
        named = f"There is no session {caller.session} here" if caller.session else "The running session is not known"
        raise WrongUse(f"{named}, so that nothing of it can be cited: pass its id, as the host has it, as session.")
    turn = max((event.seq for event in kernel.log.events(session, kinds=("user",)) if not event.agent), default=0)
    run = f"{session} e{turn}" if session else caller.invocation
    return msgspec.structs.replace(caller, session=session, invocation=run)


def _cited_in(*holders: object) -> list[str]:
    """The events that are cited in what an agent sent, as far as they look like any."""
    refs = [cast("dict[str, object]", one).get("event_refs") for one in holders if isinstance(one, dict)]
    listed = [cast("list[object]", some)[:MOST_CITED] for some in refs if isinstance(some, list)]
    return [ref for some in listed for ref in some if isinstance(ref, str)]


def _wanted(call: StartCall, caller: Caller, base: Skill | None, kernel: Kernel) -> Attempt:
    return Attempt(
        at=kernel.clock(),
        caller=caller,
        action=call.action,
        skill=call.skill_name,
        reason=call.reason,
        refs=call.refs,
        message=call.message,
        base=base.package.digest() if base else "",
    )


def _latest(name: str, kernel: Kernel) -> Skill | None:
    """The skill that is to be changed: the version that waits, refused or not, else the one in use."""
    return kernel.book.at("pending", name) or kernel.book.skill(name)


def _goes_on(attempt: Attempt, kernel: Kernel) -> bool:
    """Whether the attempt before this one was made from the same version, and its draft can be mended."""
    before = [one for one in kernel.attempts.attempts(skill=attempt.skill, limit=2) if one.id != attempt.id]
    return bool(before) and before[0].state == "failed" and before[0].base == attempt.base


def _known(caller: Caller, kernel: Kernel, live: Live) -> Known:
    def skill(name: str) -> KnownSkill | None:
        found = kernel.book.skill(name)
        if found is None:
            reserved = kernel.book.classify(name, {})
            return KnownSkill(state="active", source=reserved) if reserved == "core" else None
        written = next((one.finished for one in kernel.attempts.attempts(skill=name) if one.receipt), None)
        return KnownSkill(state=found.state, source=found.source, pinned=found.pinned, written=written)

    def event(ref: str) -> tuple[Ref, Event] | None:
        return live.resolve(ref, caller.session)

    def result(ref: Ref, call: Event) -> Event | None:
        later = kernel.log.events(
            ref.session, kinds=("tool_result", "refusal"), first=call.seq, last=call.seq + ANSWERED
        )
        return next((one for one in later if one.answers == call.seq), None)

    done = (
        attempt.skill
        for attempt in kernel.attempts.attempts(limit=LATEST)
        if attempt.receipt and caller.invocation and attempt.caller.invocation == caller.invocation
    )
    return Known(prefix=kernel.config.judge.prefix, skill=skill, event=event, result=result, finished=frozenset(done))


def _similar(call: StartCall, kernel: Kernel) -> tuple[Similar, ...]:
    """The skills that are likely to be about the same thing, in use or waiting."""
    about = f"{call.skill_name.removeprefix(kernel.config.judge.prefix).replace('-', ' ')}: {call.message}"
    found = search(about, kernel, NEAREST, filters=Filters(states=("active", "pending")))
    return tuple(
        Similar(name=one.name, score=one.score, state=one.state, description=one.description)
        for one in found.results
        if one.score >= found.threshold and one.name != call.skill_name and not _is_core(one.name, kernel)
    )


def _is_core(name: str, kernel: Kernel) -> bool:
    skill = kernel.book.skill(name)
    return skill is not None and skill.source == "core"


def _open(call: FinishCall, caller: Caller, kernel: Kernel) -> Attempt:
    """The attempt that is to be finished, whichever process it was started by; it is this invocation's from now on."""
    known = kernel.attempts.attempts(skill=call.skill_name, limit=1)
    if not known:
        raise NotFound(f"Nobody started to learn {call.skill_name}: call skill_learning_start first.")
    attempt = known[0]
    if attempt.state != "open":
        raise NotFound(
            f"Attempt {attempt.id} at {call.skill_name} was finished already ({attempt.state}): "
            "to change the skill, start again."
        )
    if attempt.action != call.action:
        raise WrongUse(f"What was started is to {attempt.action} {call.skill_name}, not to {call.action} it.")
    mine = msgspec.structs.replace(attempt.caller, invocation=caller.invocation)
    return msgspec.structs.replace(attempt, caller=mine, summary=call.summary)


def _closed(attempt: Attempt, kernel: Kernel, outcome: Outcome | None = None) -> Finished:
    done = msgspec.structs.replace(attempt, finished=kernel.clock())
    if not kernel.attempts.finish(done):
        raise NotFound(f"Attempt {attempt.id} at {attempt.skill} was finished by another call meanwhile.")
    return _told(done, kernel, outcome)


def _told(attempt: Attempt, kernel: Kernel, outcome: Outcome | None) -> Finished:
    return Finished(
        attempt=attempt.id,
        state=attempt.state,
        receipt=attempt.receipt,
        reasons=reasons(outcome) if outcome is not None else (),
        next=what_next(attempt, kernel.drafts.folder(attempt.skill), outcome),
    )


def _tidy(attempt: Attempt, drafts: Drafts) -> None:
    """Take away a draft that nothing was written into; one that has something in it stays for whoever goes on."""
    try:
        package = drafts.read(attempt.skill)
        if package is None or package.digest() == attempt.base:
            drafts.clear(attempt.skill)
    except (BadSkill, WriteFailed):
        return  # what cannot be read stays where it is, and keeps nobody from giving up


def _sentence(problems: Sequence[str], otherwise: str) -> str:
    return f"{' '.join(problems)} {otherwise}."
