"""Every setting once, with what it means under it.

A setting comes from the first of these that has it: the command line, an `AFTERWIT_*` variable, the project's
`.afterwit/config.toml`, the user's `config.toml`, the default below. `afterwit config` shows each value and its source.
"""

from typing import Annotated, Literal

import msgspec

FILE = "config.toml"
STATE_FOLDER = ".afterwit"


Host = Literal["claude-code", "codex", "copilot", "gemini"]
"""The hosts that keep their sessions in a folder of their own."""


class Intake(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Reading transcripts."""

    hosts: tuple[Host, ...] = ("claude-code", "codex", "copilot", "gemini")
    """The hosts whose session folders `afterwit learn` looks into when no path is given."""

    max_line_bytes: Annotated[int, msgspec.Meta(ge=1)] = 32 * 1024 * 1024
    """A line of a transcript longer than this is skipped and reported, so that no file can fill the memory."""


class Redact(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Taking secrets and personal data out of what is stored. Secrets are always taken out."""

    personal: bool = True
    """Also take out e-mail addresses, IP addresses and user names in home-folder paths."""


Fraction = Annotated[float, msgspec.Meta(ge=0, le=1)]
Count = Annotated[int, msgspec.Meta(ge=0)]
SkillState = Literal["pending", "active"]


class Learning(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What is learned, and where it goes."""

    enabled: bool = True
    """Whether anything is learned at all; sessions are read either way."""

    automatic: bool = True
    """Whether hooks have a session learned from in the background: when it ends, or when the next one starts."""

    auto_extract: bool = False
    """Whether skills that no person and no foreground agent wrote become active by themselves."""

    foreground: SkillState = "active"
    """Where a skill goes that an agent wrote in its own turn."""

    prune_after_days: Count = 90
    """An active skill that is older and was hardly ever matched may be archived."""

    min_match_count: Count = 0
    """A skill that was matched more often than this is not pruned."""

    trajectory_logging: bool = True
    """Whether extraction, approval, rejection, prune and match are logged under `trajectory/`."""


class Notice(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What in a session deserves a look."""

    window: Annotated[int, msgspec.Meta(ge=1)] = 15
    """How many calls after a failure the one that worked is looked for."""

    corrections: tuple[str, ...] = ()
    """More patterns (RE2, case ignored) by which a user's message corrects the agent, beside the built-in ones."""

    requests: tuple[str, ...] = ()
    """More patterns (RE2, case ignored) by which a user asks for something to be remembered."""

    routine_sessions: Annotated[int, msgspec.Meta(ge=2)] = 3
    """In so many sessions the same row of commands makes a routine."""

    phases: tuple[str, ...] = ("implement", "review", "audit", "deploy", "ride")
    """The phases of work that are learned from; a session that tells no phase is learned from as well."""

    quiet_phases: tuple[str, ...] = ("plan", "architect", "sprint-plan")
    """The phases of work that are not learned from."""


RuleKind = Literal[
    "questions", "phrases", "feedback", "length", "blocked", "unknown_sender", "stale_approval", "poller"
]
Profile = Literal["chat", "coding"]


class Rule(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True, forbid_unknown_fields=True):
    """One rule of behaviour, as far as it is given: what is left out is as in the built-in rule of the same name."""

    name: Annotated[str, msgspec.Meta(pattern="^[a-z0-9][a-z0-9-]{0,47}$")]
    """Its name: small letters, digits and hyphens."""

    enabled: bool = True
    """Whether it is looked at."""

    kind: RuleKind | None = None
    """What it looks at: questions, phrases or length of the agent's replies, feedback in the user's, or a log."""

    profile: Profile | Literal["any"] | None = None
    """The conversations it is for."""

    patterns: tuple[str, ...] | None = None
    """For phrases and feedback: RE2, case ignored, looked for in each sentence that is neither code nor quoted."""

    unless: tuple[str, ...] | None = None
    """Patterns that clear a sentence: in one that has such, nothing is found."""

    limit: Annotated[int, msgspec.Meta(ge=0)] | None = None
    """The most questions of a reply, the most characters of one, or the hours that an approval may wait."""

    skill: str | None = None
    """The skill or guidance that is not followed."""

    lesson: Annotated[str, msgspec.Meta(min_length=1, max_length=500)] | None = None
    """What is to be remembered, in one line."""

    category: Literal["behavioral", "factual", "operational"] | None = None
    """What the lesson is about."""

    score: Fraction | None = None
    """How sure one finding makes; each further one makes surer."""


class Review(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Looking at how an agent behaves."""

    profile: Profile | Literal["auto"] = "auto"
    """Whose rules apply: those for chat agents, those for coding agents, or what fits the host of each session."""

    days: Annotated[int, msgspec.Meta(ge=1)] = 7
    """How many days back `afterwit review` looks where it is told no sessions."""

    rules: tuple[Rule, ...] = ()
    """Rules beside the built-in ones, or changes to those by their name (`afterwit review --rules` shows all); in the
    file a `[[review.rules]]` each, in the variable a JSON list."""


class Judge(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The gates that every durable write passes."""

    gates: tuple[str, ...] = ("evidence", "quality", "duplicate", "safety", "score")
    """The gates after the boundary, which always comes first: a name, or `module:callable` for one of your own."""

    score_threshold: Fraction = 0.7
    """A proposal with this score or more is sure enough."""

    quality_gate_threshold: Annotated[int, msgspec.Meta(ge=0, le=4)] = 4
    """How many of depth, reusability, trigger and verification a new skill must pass."""

    duplicate_similarity: Fraction = 0.85
    """A new skill this similar to one that is there is a duplicate of it."""

    min_event_refs: Count = 2
    """How many events a proposal must cite, unless the user asked for it in so many words."""

    prefix: str = "rl-"
    """How the names of learned skills begin."""

    core: tuple[str, ...] = ()
    """Names of skills that are never touched; `*` stands for anything."""

    max_files: Count = 512
    """The most files of a skill."""

    max_bytes: Count = 16 * 1024 * 1024
    """The most bytes of a skill."""


class Keep(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """How much is kept."""

    lessons_global: Count = 50
    """The most lessons for everyone."""

    lessons_scope: Count = 30
    """The most lessons of one scope."""

    lessons_review: Count = 20
    """The most lessons that one review may give."""

    memory_characters: Count = 4000
    """The most characters of one memory."""

    body_bytes: Count = 8000
    """What is beyond this in a SKILL.md moves to references/: some hosts cut there."""


class Recall(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """How skills are found and shown."""

    embedder: str = "bundled"
    """What turns text into vectors: bundled, none, the folder of an ONNX model, or an OpenAI-compatible address."""

    embedder_model: str = ""
    """The model to ask for at that address."""

    embedder_key: str = "OPENAI_API_KEY"
    """The environment variable that holds the key for that address."""

    results: Annotated[int, msgspec.Meta(ge=1)] = 5
    """The most skills that a search gives."""

    threshold: Fraction = 0.3
    """How sure a search must be that its best skill fits, from 0 to 1; below, it gives none."""

    unasked_threshold: Fraction = 0.5
    """How sure it must be that a skill fits for a host to be given it with a prompt, without having asked."""

    budget: Count = 600
    """Tokens that a host is given at once."""

    lessons_share: Fraction = 0.3
    """The part of that budget that lessons may take."""


class Nudge(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """When a review of what an agent did is worth its cost."""

    tool_iters: Count = 40
    """After so many tool calls since the last review one is due; 0 counts none."""

    turns: Count = 20
    """After so many turns since the last review one is due; 0 counts none."""

    hints: Count = 1
    """After so many reported defects of skills one is due; 0 counts none."""

    min_interval_minutes: Count = 30
    """How long after a review the next may begin, whatever is due."""

    reviews_per_day: Count = 8
    """The most reviews of a day; 0 for none at all."""


class Config(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """All settings."""

    store: str = ""
    """A shared PostgreSQL store as postgresql://user@host/database; empty for the project's own SQLite file."""

    intake: Intake = Intake()
    redact: Redact = Redact()
    learning: Learning = Learning()
    notice: Notice = Notice()
    review: Review = Review()
    judge: Judge = Judge()
    keep: Keep = Keep()
    recall: Recall = Recall()
    nudge: Nudge = Nudge()
