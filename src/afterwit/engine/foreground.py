"""Learning in the agent's own turn: it says what it is about to learn, writes the files itself, and says it is done.

What it wrote is then judged like anything else. A start that was never finished stays open, with its draft, until it is
taken up again: nothing that an agent wrote is lost, whoever was killed in between.
"""

from collections.abc import Mapping, Sequence

import msgspec

from afterwit.engine.foreground_lessons import Told, add_lessons
from afterwit.engine.kernel import Kernel
from afterwit.engine.live import Live
from afterwit.engine.review_and_learn import decide_or_hold
from afterwit.engine.skillbook import refresh
from afterwit.engine.written import cleansed, proposed, reasons, settled, what_next
from afterwit.errors import NotFound, WrongUse
from afterwit.keep.drafts import Drafts
from afterwit.model.event import Event
from afterwit.model.learning import Attempt, AttemptState, Caller, Dropped, Ref, TurnNote, UsedSkill
from afterwit.model.package import State
from afterwit.model.skill_document import read
from afterwit.notice.contract import FinishCall, Known, KnownSkill, StartCall, check_finish, check_start, read_report

RULES = (
    "Write SKILL.md into the folder: frontmatter with name (the folder's) and a description that ends in “Use when …” "
    "in the words of somebody who has the problem; then Situation, Guidance (what you ran and saw work, generalised), "
    "Verification, Anti-patterns. Under 8,000 bytes; scripts/, references/ and assets/ where they are needed. "
    "Then call skill_learning_finish."
)
"""The authoring rules in short; the skill `learn-skill` has them in full."""
NEAREST = 3
LATEST = 200
"""So many attempts back it is looked whether one succeeded in the same run."""
ANSWERED = 64
"""So many events after a call its result is looked for."""
NEAR_ENOUGH = 0.35
"""From here on a skill is similar enough to be worth a look before another is written."""


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
    """Whether it was started before and not finished, or an earlier draft is still in the folder."""
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
    caller = _located(caller, live)
    call = check_start(raw, _known(caller, kernel, live))
    if not isinstance(call, StartCall):
        raise WrongUse(_sentence(call, "Nothing was started"))
    call = cleansed(call, kernel.config.redact)
    base = kernel.book.skill(call.skill_name) if call.action == "update" else None
    wanted = Attempt(
        at=kernel.clock(),
        caller=caller,
        action=call.action,
        skill=call.skill_name,
        reason=call.reason,
        refs=call.refs,
        message=call.message,
        base=base.package.digest() if base else "",
    )
    attempt = kernel.attempts.start(wanted)
    again = attempt.at != wanted.at or attempt.caller != caller
    if attempt.action != call.action:
        raise WrongUse(
            f"An attempt to {attempt.action} {call.skill_name} is open: finish that one first, as skipped if need be."
        )
    drafts = _drafts(kernel)
    there = (again and drafts.read(call.skill_name) is not None) or drafts.begin(
        call.skill_name, base.package if base else None
    )
    return Started(
        attempt=attempt.id,
        folder=str(drafts.folder(call.skill_name)),
        rules=RULES,
        similar=_similar(call, kernel) if call.action == "create" else (),
        resumed=again or there,
        message="" if caller.reviewer else call.message,
    )


def finish(raw: Mapping[str, object], caller: Caller, kernel: Kernel) -> Finished:
    """Judge what an agent wrote, or note why it wrote nothing; where there is nothing to judge, it stays open."""
    call = check_finish(raw)
    if not isinstance(call, FinishCall):
        raise WrongUse(_sentence(call, "The attempt is as it was"))
    call = cleansed(call, kernel.config.redact)
    attempt = _open(call, caller, kernel)
    drafts = _drafts(kernel)
    if call.status in {"failed", "skipped"}:
        _tidy(attempt, drafts)
        return _closed(msgspec.structs.replace(attempt, state=call.status, why=call.summary), kernel, ())
    number, outcome = decide_or_hold(proposed(call, attempt, drafts, kernel), kernel.rooms)
    done = settled(call, attempt, number, outcome, kernel)
    if done.state in {"created", "updated", "pending"}:
        drafts.clear(attempt.skill)
        refresh(kernel)
    return _closed(done, kernel, reasons(outcome))


def report(raw: Mapping[str, object], caller: Caller, kernel: Kernel, live: Live) -> Reported:
    """Take in what an agent leaves at the end of a turn; what breaks the contract is dropped, noted and told."""
    caller = _located(caller, live)
    told = read_report(raw, _known(caller, kernel, live))
    signals = [signal for signal in (told.learning_signal, told.skill_issue_signal) if signal is not None]
    what = [cleansed(one, kernel.config.redact) for one in (*signals, *told.used, *told.dropped)]
    kernel.turns.note([TurnNote(at=kernel.clock(), caller=caller, what=one) for one in what])
    lessons = [Told(text=text, category=category) for text, category in told.self_corrections]
    outcome = add_lessons(lessons, caller, kernel)
    refused = [Dropped(field="self_corrections", why=one.reason) for one in (*outcome.rejected, *outcome.failed)]
    if outcome.stopped:
        refused.append(Dropped(field="self_corrections", why=outcome.stopped))
    return Reported(
        receipts=tuple(one.message for one in what if isinstance(one, UsedSkill)),
        kept=(
            *(f"{signal.__struct_config__.tag} waits for a review" for signal in signals),
            *(applied.message for applied in outcome.applied),
        ),
        dropped=(*told.dropped, *refused),
    )


def _located(caller: Caller, live: Live) -> Caller:
    return msgspec.structs.replace(caller, session=live.catch_up(caller.session))


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
    """The skills that say nearly what the name and the message do, in any state but the archive."""
    about = f"{call.skill_name.removeprefix(kernel.config.judge.prefix).replace('-', ' ')}. {call.message}"
    found = kernel.rooms.view.search(about, k=2 * NEAREST)
    best = max((match.score for match in found), default=0.0)
    near: list[Similar] = []
    for match in found:
        skill = kernel.book.at(match.state, match.name) if match.state != "archived" else None
        if skill is not None and match.score >= NEAR_ENOUGH * best and len(near) < NEAREST:
            said = read(skill.package.text).description
            near.append(Similar(name=match.name, score=round(match.score, 3), state=match.state, description=said))
    return tuple(near)


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


def _closed(attempt: Attempt, kernel: Kernel, why: tuple[str, ...]) -> Finished:
    done = msgspec.structs.replace(attempt, finished=kernel.clock())
    if not kernel.attempts.finish(done):
        raise NotFound(f"Attempt {attempt.id} at {attempt.skill} was finished by another call meanwhile.")
    return Finished(
        attempt=attempt.id,
        state=done.state,
        receipt=done.receipt,
        reasons=why,
        next=what_next(done, _drafts(kernel).folder(done.skill)),
    )


def _tidy(attempt: Attempt, drafts: Drafts) -> None:
    """Take away a draft that nothing was written into; one that has something in it stays for whoever goes on."""
    package = drafts.read(attempt.skill)
    if package is None or package.digest() == attempt.base:
        drafts.clear(attempt.skill)


def _drafts(kernel: Kernel) -> Drafts:
    judge = kernel.config.judge
    return Drafts(kernel.zone.root, max_files=judge.max_files, max_bytes=judge.max_bytes)


def _sentence(problems: Sequence[str], otherwise: str) -> str:
    return f"{' '.join(problems)} {otherwise}."
