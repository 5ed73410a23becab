"""The gated pass: what a finished turn teaches, proposed, judged and kept.

A no-op pass is valid. One proposal that is rejected, or that the store could not write, does not end the pass. A
proposer that breaks, a proposal of the wrong shape and a gate that breaks do: closed, with what was applied before
kept and told. Whatever a proposer says, it is no person: only `decide`, which faces call, speaks for one.
"""

from collections.abc import Iterable

import msgspec

from afterwit.errors import AfterwitError, BadProposal, PassStopped, StoreFailed, WriteFailed
from afterwit.judge.chain import Chain, Refusal
from afterwit.model.proposal import CreateSkill, MergeSkills, Proposal, UpdateSkill, checked
from afterwit.model.verdict import Applied, Failed, Outcome, Overrule, Rejected
from afterwit.ports import Docket, Proposer, Store, View
from afterwit.redact import Redactor


class LearnOutcome(msgspec.Struct, kw_only=True):
    """What became of each proposal of a pass."""

    applied: list[Applied] = msgspec.field(default_factory=list[Applied])
    rejected: list[Rejected] = msgspec.field(default_factory=list[Rejected])
    failed: list[Failed] = msgspec.field(default_factory=list[Failed])
    stopped: str = ""
    """Why the pass ended early; empty where it did not."""

    @property
    def proposals(self) -> list[Proposal]:
        """All that were judged."""
        return [outcome.proposal for outcome in (*self.applied, *self.rejected, *self.failed)]

    def take(self, outcome: Outcome) -> None:
        """File an outcome where it belongs."""
        match outcome:
            case Applied():
                self.applied.append(outcome)
            case Rejected():
                self.rejected.append(outcome)
            case Failed():
                self.failed.append(outcome)


class Rooms(msgspec.Struct, frozen=True, kw_only=True):
    """Everything a pass needs beside a proposer, handed in."""

    chain: Chain
    view: View
    docket: Docket
    store: Store
    enabled: bool = True
    """Whether anything is learned at all; a person's decisions are carried out either way."""


def review_and_learn(summary: str, proposer: Proposer, rooms: Rooms) -> LearnOutcome:
    """Have a summary reviewed, and learn what passes the gates."""
    if not summary.strip() or not rooms.enabled:
        return LearnOutcome()
    try:
        proposals = list(proposer(summary))  # all of them before the first is written
    except AfterwitError as error:
        return LearnOutcome(stopped=str(error))
    return learn_all(proposals, rooms)


def learn_all(proposals: Iterable[object], rooms: Rooms) -> LearnOutcome:
    """Take each proposal through shape, gates and store."""
    done = LearnOutcome()
    for raw in proposals if rooms.enabled else ():
        try:
            number, outcome = _decide(_by_machine(checked(raw)), rooms, None)
            done.take(outcome)
            rooms.docket.close(number, outcome)
        except (PassStopped, StoreFailed) as stop:
            done.stopped = str(stop)
            break
    return done


def decide(raw: object, rooms: Rooms, overrule: Overrule | None = None) -> Outcome:
    """What becomes of a single proposal, with a person's word for it where there is one."""
    number, outcome = _decide(checked(raw), rooms, overrule)
    rooms.docket.close(number, outcome)
    return outcome


def decide_or_hold(raw: object, rooms: Rooms) -> tuple[int, Outcome]:
    """What becomes of a machine's proposal, with its number; a skill that gates refuse waits for a person, if it may.

    What an agent has written in its turn would be lost otherwise: nobody would write it again.
    """
    number, outcome = _decide(_by_machine(checked(raw)), rooms, None, hold=True)
    rooms.docket.close(number, outcome)
    return number, outcome


def _by_machine(proposal: Proposal) -> Proposal:
    if proposal.author == "person":
        raise BadProposal("A proposal claims to come from a person, and none is here: nothing of it was written.")
    return proposal


def _decide(proposal: Proposal, rooms: Rooms, overrule: Overrule | None, *, hold: bool = False) -> tuple[int, Outcome]:
    """The one way of every durable write: judged by the gates, entered in the docket, written."""
    judged = rooms.chain.judge(proposal, rooms.view, overrule)
    kept = without_secrets(proposal) if isinstance(judged, Refusal) else proposal
    number = rooms.docket.enter(kept, judged.verdicts, overrule)
    if isinstance(judged, Refusal):
        refused = Rejected(proposal=proposal, verdicts=judged.verdicts, reason=judged.reason)
        return number, _held(refused, judged, number, rooms) if hold else refused
    try:
        change, message = rooms.store.apply(judged, number)
    except (WriteFailed, StoreFailed) as error:
        return number, Failed(proposal=proposal, verdicts=judged.verdicts, reason=str(error), exit_code=error.exit_code)
    return number, Applied(proposal=proposal, verdicts=judged.verdicts, change=change, message=message)


def without_secrets(proposal: Proposal) -> Proposal:
    """A refused proposal as it is remembered: what it was refused for may be a secret in its files."""
    op = proposal.op
    if not isinstance(op, CreateSkill | UpdateSkill | MergeSkills):
        return proposal
    redactor = Redactor(personal=False)
    files = {path: _cleansed(content, redactor) for path, content in op.package.files.items()}
    if files == op.package.files:
        return proposal
    package = msgspec.structs.replace(op.package, files=files)
    return msgspec.structs.replace(proposal, op=msgspec.structs.replace(op, package=package))


def _cleansed(content: bytes, redactor: Redactor) -> bytes:
    try:
        text = content.decode()
    except UnicodeDecodeError:
        return content
    return redactor.redact(text).encode()


def _held(refused: Rejected, refusal: Refusal, number: int, rooms: Rooms) -> Rejected:
    """The refusal, with the change that lets the skill wait; without one where it may not, or cannot be written."""
    held = rooms.chain.hold(refusal)
    if held is None:
        return refused
    try:
        change, _ = rooms.store.apply(held, number)
    except (WriteFailed, StoreFailed) as error:
        return msgspec.structs.replace(refused, reason=f"{refused.reason} It cannot wait for a person either: {error}")
    return msgspec.structs.replace(refused, held=change)
