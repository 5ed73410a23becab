"""Proposal: one durable write that somebody asks for, with the evidence for it.

A proposal comes from a model, an agent, a rule or a person, so its shape is checked before anything is done with it:
`checked` is the only way in. What it asks for is one of the operations below, each a value that says all it needs.
"""

from collections.abc import Mapping
from typing import Annotated, Literal, get_args

import msgspec

from afterwit.errors import BadProposal
from afterwit.model.package import Package, State

Author = Literal["foreground", "background", "mechanical", "person"]
"""The agent in its own turn, a reviewer afterwards, a rule without a model, or a person."""

Category = Literal["behavioral", "factual", "operational"]
"""What a lesson is about: how to act, what is so, or how things are run."""

Trigger = Literal[
    "explicit_user_request",
    "multi_step_workflow",
    "recovered_surprise",
    "user_correction",
    "repeated_tool_pattern",
    "missing_step",
    "stale_command",
    "wrong_api_assumption",
    "overbroad_activation",
    "broken_script",
    "unsafe_instruction",
    "",
]
"""Why there is something to learn, by the codes for new skills and then for existing ones; empty where none applies."""

Target = Literal["skill", "lesson", "memory", "history"]
"""What is to be written to."""

Words = Annotated[str, msgspec.Meta(min_length=1, max_length=4000)]
"""A text of a line or two."""

MOST_EVIDENCE = 200

Decision = Literal["approve", "reject", "archive", "restore", "prune"]
"""A move from one state to another, by its name."""


MOVES: Mapping[Decision, tuple[State, State]] = {
    "approve": ("pending", "active"),
    "reject": ("pending", "archived"),
    "archive": ("active", "archived"),
    "prune": ("active", "archived"),
    "restore": ("archived", "active"),
}
"""The state that a skill has before each move, and after it."""


class _Operation(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, tag_field="do"):
    """What all operations share."""


class CreateSkill(_Operation, frozen=True, tag="create_skill"):
    """A skill that is not there yet."""

    package: Package
    state: State | None = None
    """Where it is to go; None leaves that to the publish policy."""

    @property
    def name(self) -> str:
        """The skill's name."""
        return self.package.name


class UpdateSkill(_Operation, frozen=True, tag="update_skill"):
    """A new version of a skill."""

    package: Package
    base: str
    """The digest of the version it was made from: where that is no longer the one on disk, there is a conflict."""

    @property
    def name(self) -> str:
        """The skill's name."""
        return self.package.name


class MergeSkills(_Operation, frozen=True, tag="merge_skills"):
    """Two skills become one: the target gets the joined text, the source is archived."""

    package: Package
    base: str
    """The digest of the target's version it was made from."""
    source: str
    """The name of the skill that goes."""
    source_base: str
    """The digest of the source's version it was made from."""

    @property
    def name(self) -> str:
        """The name of the skill that stays."""
        return self.package.name


class AnnotateSkill(_Operation, frozen=True, tag="annotate_skill"):
    """A note for whoever looks at the skill next."""

    name: str
    annotation: Words


class MoveSkill(_Operation, frozen=True, tag="move_skill"):
    """A skill changes its state."""

    name: str
    decision: Decision


class PinSkill(_Operation, frozen=True, tag="pin_skill"):
    """A skill is to be left alone by everything but a person, or no longer."""

    name: str
    pinned: bool = True


class AddLesson(_Operation, frozen=True, tag="add_lesson"):
    """One line to remember."""

    text: Words
    category: Category | None = None
    scope: str = ""
    """Whom it is about: a family, a member, a host …; empty for everyone."""


class RetireLesson(_Operation, frozen=True, tag="retire_lesson"):
    """A lesson that holds no longer."""

    text: Words
    scope: str = ""


class AddMemory(_Operation, frozen=True, tag="add_memory"):
    """One more entry of a memory."""

    memory: str
    """The memory's name."""
    text: Words


class ReplaceMemory(_Operation, frozen=True, tag="replace_memory"):
    """An entry that reads differently from now on."""

    memory: str
    old: Words
    """The entry as it is, or a part of it that no other has."""
    text: Words


class RemoveMemory(_Operation, frozen=True, tag="remove_memory"):
    """An entry that goes."""

    memory: str
    old: Words


class UndoChange(_Operation, frozen=True, tag="undo_change"):
    """A change taken back; that is a change as well."""

    change: int


SkillOperation = CreateSkill | UpdateSkill | MergeSkills | AnnotateSkill | MoveSkill | PinSkill
LessonOperation = AddLesson | RetireLesson
MemoryOperation = AddMemory | ReplaceMemory | RemoveMemory
Operation = SkillOperation | LessonOperation | MemoryOperation | UndoChange

TARGETS: dict[Target, tuple[type[Operation], ...]] = {
    "skill": get_args(SkillOperation),
    "lesson": get_args(LessonOperation),
    "memory": get_args(MemoryOperation),
    "history": (UndoChange,),
}


def target_of(op: Operation) -> Target:
    """What an operation writes to."""
    for target, operations in TARGETS.items():
        if isinstance(op, operations):
            return target
    raise TypeError(f"{op!r} is no operation.")


class Evidence(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A place in a session that a proposal rests on."""

    session: str
    """The session's key."""
    event: Annotated[str, msgspec.Meta(pattern=r"^e[1-9][0-9]{0,9}$")]
    """The event's id: e17."""
    quote: Annotated[str, msgspec.Meta(max_length=4000)] = ""
    """Words that stand in that event."""


class Proposal(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What is asked for, how sure the asker is, and why."""

    target: Target
    op: Operation
    score: Annotated[float, msgspec.Meta(ge=0, le=1)]
    """How sure the proposer is, from 0 to 1."""
    author: Author
    trigger: Trigger = ""
    reason: str = ""
    """Why, in words."""
    evidence: Annotated[tuple[Evidence, ...], msgspec.Meta(max_length=MOST_EVIDENCE)] = ()
    verified: bool = False
    """Whether it claims to have been seen to work; the evidence gate checks the claim."""
    by: str = ""
    """Who exactly: the agent's name, the model, the rule, the person."""

    @property
    def sessions(self) -> tuple[str, ...]:
        """The sessions that the evidence is from, each once."""
        return tuple(dict.fromkeys(evidence.session for evidence in self.evidence))

    @property
    def subject(self) -> str:
        """What it is about, for people: a skill's name, `lessons`, a memory's name."""
        match self.op:
            case AddLesson(scope=scope) | RetireLesson(scope=scope):
                return f"lessons of {scope}" if scope else "lessons"
            case AddMemory(memory=memory) | ReplaceMemory(memory=memory) | RemoveMemory(memory=memory):
                return memory
            case UndoChange(change=change):
                return f"change {change}"
            case _:
                return self.op.name

    @property
    def does(self) -> str:
        """The operation by its name: `create_skill`."""
        return str(self.op.__struct_config__.tag)


def checked(raw: object) -> Proposal:
    """The proposal, if it is one: anything from a misbehaving proposer ends here, before it is judged."""
    try:
        # A struct made in Python has not been looked at: types and bounds are checked on the way in only.
        plain = msgspec.to_builtins(raw, builtin_types=(bytes,)) if isinstance(raw, Proposal) else raw
        proposal = msgspec.convert(plain, Proposal)
    except (msgspec.ValidationError, TypeError, ValueError, RecursionError) as error:
        raise BadProposal(f"A proposal has the wrong shape ({error}): nothing of it was written.") from error
    if not isinstance(proposal.op, TARGETS[proposal.target]):
        message = (
            f"A proposal asks to {proposal.does} in target {proposal.target}, which has no such operation: "
            "nothing of it was written."
        )
        raise BadProposal(message)
    return proposal
