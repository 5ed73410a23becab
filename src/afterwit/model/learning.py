"""Learning in an agent's own turn: the attempt at a skill, what it left for later, and what was counted meanwhile.

The codes are those of the signal contract. What agents send is untrusted: `notice/contract.py` checks it, and only what
passes becomes one of these.
"""

from typing import Literal, get_args

import msgspec

from afterwit.model.proposal import Trigger

Action = Literal["create", "update"]
"""A skill that is not there yet, or one that is."""

Status = Literal["created", "updated", "failed", "skipped"]
"""What an agent says at the end of an attempt."""

AttemptState = Literal["open", "created", "updated", "pending", "refused", "failed", "skipped"]
"""What became of an attempt.

`pending` is written but waits for a person: the policy says so, or a gate refused it and its reasons wait with it.
`refused` is what was judged and written nowhere: its files are still in the draft folder, and the attempt stays open.
"""

CreateTrigger = Literal[
    "explicit_user_request", "multi_step_workflow", "recovered_surprise", "user_correction", "repeated_tool_pattern"
]
"""Why there is a new skill to write."""

Issue = Literal[
    "missing_step",
    "stale_command",
    "wrong_api_assumption",
    "overbroad_activation",
    "broken_script",
    "unsafe_instruction",
]
"""What is wrong with a skill that is there."""

Deferral = Literal[
    "conversation_still_evolving",
    "needs_full_context_review",
    "write_or_publish_failed",
    "needs_existing_skill_diff",
]
"""Why an agent leaves it for later."""

Effect = Literal["retry_after_tool_error", "retry_after_user_correction", "manual_override", "verified_alternative"]
"""How the defect of a skill was seen."""

CREATE_TRIGGERS: tuple[CreateTrigger, ...] = get_args(CreateTrigger)
ISSUES: tuple[Issue, ...] = get_args(Issue)
DEFERRALS: tuple[Deferral, ...] = get_args(Deferral)
EFFECTS: tuple[Effect, ...] = get_args(Effect)


class Ref(msgspec.Struct, frozen=True):
    """An event that an agent cites, found in the log."""

    session: str
    """The session's key."""
    event: str
    """e17."""


class Caller(msgspec.Struct, frozen=True, kw_only=True):
    """Who calls the learning tools."""

    agent: str
    """The agent's name, for counters: the host's, or what AFTERWIT_AGENT says."""
    session: str = ""
    """The key of the session it works in, where that is known."""
    invocation: str = ""
    """The run of the agent that the call belongs to: it ends with a report of the turn."""
    reviewer: bool = False
    """Whether it is a reviewer of Afterwit's own: its reads are no use, and nobody is shown its progress."""


def _sessions(caller: Caller, refs: tuple[Ref, ...]) -> frozenset[str]:
    return frozenset({caller.session, *(ref.session for ref in refs)} - {""})


class Attempt(msgspec.Struct, frozen=True, kw_only=True):
    """One start of learning, and its finish."""

    id: int = 0
    """Its number; 0 until it is kept."""
    at: int
    """When it was started, in milliseconds since 1970 UTC."""
    caller: Caller
    action: Action
    skill: str
    reason: Trigger
    refs: tuple[Ref, ...] = ()
    message: str = ""
    """What the user is shown while it goes on, in their language."""
    base: str = ""
    """For an update: the digest of the version that it was made from."""
    state: AttemptState = "open"
    finished: int | None = None
    summary: str = ""
    receipt: str = ""
    """What the user was told at the end; empty where nothing was learned."""
    why: str = ""
    """Why it was refused, failed or was skipped, in words."""
    proposal: int | None = None
    """Its number in the docket, where it was judged."""

    def joined(self, later: "Attempt") -> "Attempt":
        """The same attempt, started once more: it rests on what both cite, and is what the later one says it is."""
        if later.action != self.action:
            return self
        refs = tuple(dict.fromkeys((*self.refs, *later.refs)))
        return msgspec.structs.replace(self, refs=refs, reason=later.reason, message=later.message)

    @property
    def sessions(self) -> frozenset[str]:
        """The keys of the sessions in which it was made or that it cites."""
        return _sessions(self.caller, self.refs)


class LearningSignal(msgspec.Struct, frozen=True, kw_only=True, tag="learning_signal"):
    """A new skill that an agent could have written: a review of it can only create."""

    package_name_hint: str
    trigger: CreateTrigger
    reason_not_written: Deferral
    refs: tuple[Ref, ...]
    summary: str


class SkillIssueSignal(msgspec.Struct, frozen=True, kw_only=True, tag="skill_issue_signal"):
    """A defect of a skill that an agent could have mended: a review of it can only patch."""

    skill_name: str
    issue: Issue
    reason_not_patched: Deferral
    observed_effect: Effect
    refs: tuple[Ref, ...]
    patch_hint: str


class UsedSkill(msgspec.Struct, frozen=True, kw_only=True, tag="used_skill"):
    """A learned skill that guided the agent's work, as the agent says."""

    skill_name: str
    message: str
    """What the user is told."""


class Dropped(msgspec.Struct, frozen=True, kw_only=True, tag="dropped"):
    """Something of a report that was not taken: what, and why."""

    field: str
    """`learning_signal`, `skill_issue_signal`, `used_skill_receipts` …"""
    why: str
    violation: bool = True
    """Whether the report broke the contract; a signal after a successful finish is merely not needed."""


class TurnNote(msgspec.Struct, frozen=True, kw_only=True):
    """One thing that an agent left at the end of a turn, kept for reviews."""

    id: int = 0
    at: int
    caller: Caller
    what: LearningSignal | SkillIssueSignal | UsedSkill | Dropped
    reviewed: bool = False
    """Whether a review has dealt with it."""

    @property
    def signals(self) -> bool:
        """Whether it is something for a review to deal with."""
        return isinstance(self.what, LearningSignal | SkillIssueSignal)

    @property
    def sessions(self) -> frozenset[str]:
        """The keys of the sessions in which it was left or that it cites."""
        refs = self.what.refs if isinstance(self.what, LearningSignal | SkillIssueSignal) else ()
        return _sessions(self.caller, refs)


class Counts(msgspec.Struct, frozen=True, kw_only=True):
    """What happened since the last review of one agent in one project."""

    tool_iters_since_review: int = 0
    turns_since_review: int = 0
    skill_issue_hints_since_review: int = 0
    last_review_at: int | None = None
    """In milliseconds since 1970 UTC; None where there was none yet."""

    def plus(self, more: "Counts") -> "Counts":
        """These and more of them."""
        both = {name: getattr(self, name) + getattr(more, name) for name in COUNTED}
        return msgspec.structs.replace(self, **both)

    def reviewed(self, seen: "Counts", at: int) -> "Counts":
        """What is left of these when a review ends that began with those.

        Where another review ended meanwhile, that one has taken them off: to take them off again would be to lose what
        came since. So that this can be told, no two reviews end at the same time.
        """
        same = self.last_review_at == seen.last_review_at
        left = {name: max(0, getattr(self, name) - getattr(seen, name)) for name in COUNTED} if same else {}
        last = at if self.last_review_at is None else max(at, self.last_review_at + 1)
        return msgspec.structs.replace(self, **left, last_review_at=last)


COUNTED = ("tool_iters_since_review", "turns_since_review", "skill_issue_hints_since_review")
"""The counters by name."""

HINT = Counts(skill_issue_hints_since_review=1)
"""What one issue of a skill adds."""


class SeenSession(msgspec.Struct, frozen=True, kw_only=True):
    """A session that hooks told of."""

    session: str
    """The host's own id of it."""
    agent: str
    transcript: str = ""
    """Where its transcript lies; empty where the host does not say."""
    at: int
    """When a hook last told of it."""
    ended: bool = False
    """Whether the last thing told of it was its end: a session that is taken up again goes on."""
    compactions: int = 0

    def joined(self, other: "SeenSession") -> "SeenSession":
        """Both tales of the same session as one, whichever was told first."""
        early, late = sorted((self, other), key=lambda told: (told.at, told.ended, told.transcript))
        transcript = late.transcript or early.transcript
        compactions = early.compactions + late.compactions
        return msgspec.structs.replace(late, transcript=transcript, compactions=compactions)


class SpoolBatch(msgspec.Struct, frozen=True, kw_only=True):
    """What hooks left since the spool was last taken, added up."""

    name: str
    """The batch's own name: one that was kept is never kept again."""
    counts: dict[str, Counts] = msgspec.field(default_factory=dict[str, Counts])
    """What is to be added for each agent."""
    sessions: tuple[SeenSession, ...] = ()
    matches: dict[str, tuple[int, int]] = msgspec.field(default_factory=dict[str, tuple[int, int]])
    """How many times each skill was found, and when last."""
    skipped: int = 0
    """Lines that are broken or tell of nothing that is known."""
