"""The tables as they are now. Changing one takes a migration beside it: a test compares the two."""

from sqlalchemy import (
    BigInteger,
    Boolean,
    Column,
    Float,
    ForeignKey,
    Index,
    Integer,
    LargeBinary,
    MetaData,
    Table,
    Text,
    UniqueConstraint,
    text,
)

REVISION = "0005"
"""The migration that makes these tables; a store at another revision is brought here before it is used."""

metadata = MetaData()

Key = BigInteger().with_variant(Integer, "sqlite")
"""SQLite numbers rows by itself only in a column that is plainly INTEGER."""

sessions = Table(
    "sessions",
    metadata,
    Column("id", Key, primary_key=True, autoincrement=True),
    Column("key", Text, nullable=False),
    Column("host", Text, nullable=False),
    Column("native_id", Text, nullable=False),
    Column("origin", Text, nullable=False),
    Column("parent", Text, nullable=False),
    Column("agent", Text, nullable=False),
    Column("model", Text, nullable=False),
    Column("project", Text, nullable=False),
    Column("branch", Text, nullable=False),
    Column("title", Text, nullable=False),
    Column("started", BigInteger),
    Column("finished", BigInteger),
    Column("input_tokens", BigInteger, nullable=False),
    Column("output_tokens", BigInteger, nullable=False),
    Column("reward", Float),
    Column("events", Integer, nullable=False),
    Column("failed", Integer, nullable=False),
    Column("phase", Text, nullable=False, server_default=text("''")),
    UniqueConstraint("key", name="uq_sessions_key"),
    Index("ix_sessions_finished", "finished"),
)

events = Table(
    "events",
    metadata,
    Column("session_id", Key, ForeignKey("sessions.id", ondelete="CASCADE"), primary_key=True),
    Column("seq", Integer, primary_key=True),
    Column("kind", Text, nullable=False),
    Column("purpose", Text, nullable=False),
    Column("at", BigInteger),
    Column("text", Text, nullable=False),
    Column("tool", Text, nullable=False),
    Column("input", Text),
    Column("ok", Boolean),
    Column("why", Text, nullable=False),
    Column("answers", Integer),
    Column("native_id", Text, nullable=False),
    Column("line_id", Text, nullable=False),
    Column("agent", Text, nullable=False),
    Column("line", Integer, nullable=False),
)

bookmarks = Table(
    "bookmarks",
    metadata,
    Column("source", Text, primary_key=True),
    Column("data", LargeBinary, nullable=False),
)

placeholders = Table(
    "placeholders",
    metadata,
    Column("session_id", Key, ForeignKey("sessions.id", ondelete="CASCADE"), primary_key=True),
    Column("label", Text, primary_key=True),
    Column("digest", LargeBinary, primary_key=True),
    Column("number", Integer, nullable=False),
)

blobs = Table(
    "blobs",
    metadata,
    Column("zone", Text, primary_key=True),
    Column("digest", Text, primary_key=True),
    Column("data", LargeBinary, nullable=False),
)
"""The content of files, each once, however many versions have it."""

trees = Table(
    "trees",
    metadata,
    Column("zone", Text, primary_key=True),
    Column("digest", Text, primary_key=True),
    Column("path", Text, primary_key=True),
    Column("executable", Boolean, nullable=False),
    Column("blob", Text, nullable=False),
    Index("ix_trees_blob", "zone", "blob"),
)
"""Which files a version of a place has."""

changes = Table(
    "changes",
    metadata,
    Column("id", Key, primary_key=True, autoincrement=True),
    Column("zone", Text, nullable=False),
    Column("at", BigInteger, nullable=False),
    Column("does", Text, nullable=False),
    Column("subject", Text, nullable=False),
    Column("author", Text, nullable=False),
    Column("by", Text, nullable=False),
    Column("why", Text, nullable=False),
    Column("proposal_id", Key),
    Column("undoes", Key),
    Column("stage", Text, nullable=False),
    Column("stage_why", Text, nullable=False),
    Index("ix_changes_stage", "zone", "stage", "id"),
    Index("ix_changes_subject", "zone", "subject", "id"),
)

change_sessions = Table(
    "change_sessions",
    metadata,
    Column("change_id", Key, ForeignKey("changes.id", ondelete="CASCADE"), primary_key=True),
    Column("session", Text, primary_key=True),
    Index("ix_change_sessions_session", "session"),
)
"""The sessions that a change rests on, by their keys: a session may be gone, or in another store."""

edits = Table(
    "edits",
    metadata,
    Column("change_id", Key, ForeignKey("changes.id", ondelete="CASCADE"), primary_key=True),
    Column("position", Integer, primary_key=True),
    Column("path", Text, nullable=False),
    Column("before", Text),
    Column("after", Text),
    Index("ix_edits_path", "path", "change_id"),
    Index("ix_edits_before", "before"),
    Index("ix_edits_after", "after"),
)
"""What a change did to each place, as digests of trees."""

places = Table(
    "places",
    metadata,
    Column("zone", Text, primary_key=True),
    Column("path", Text, primary_key=True),
    Column("digest", Text, nullable=False),
)
"""What the changes so far leave at each place where they leave anything."""

proposals = Table(
    "proposals",
    metadata,
    Column("id", Key, primary_key=True, autoincrement=True),
    Column("zone", Text, nullable=False),
    Column("at", BigInteger, nullable=False),
    Column("does", Text, nullable=False),
    Column("subject", Text, nullable=False),
    Column("target", Text, nullable=False),
    Column("score", Float, nullable=False),
    Column("author", Text, nullable=False),
    Column("by", Text, nullable=False),
    Column("trigger", Text, nullable=False),
    Column("reason", Text, nullable=False),
    Column("body", LargeBinary),
    Column("tree", Text),
    Column("fate", Text, nullable=False),
    Column("fate_reason", Text, nullable=False),
    Column("change_id", Key),
    Column("overruled_by", Text),
    Column("overruled_why", Text),
    Index("ix_proposals_zone", "zone", "id"),
    Index("ix_proposals_subject", "zone", "subject", "id"),
    Index("ix_proposals_tree", "zone", "tree"),
)
"""Every proposal that was judged; the files of its package, if it has one, are a tree."""

proposal_sessions = Table(
    "proposal_sessions",
    metadata,
    Column("proposal_id", Key, ForeignKey("proposals.id", ondelete="CASCADE"), primary_key=True),
    Column("session", Text, primary_key=True),
    Index("ix_proposal_sessions_session", "session"),
)

verdicts = Table(
    "verdicts",
    metadata,
    Column("proposal_id", Key, ForeignKey("proposals.id", ondelete="CASCADE"), primary_key=True),
    Column("position", Integer, primary_key=True),
    Column("gate", Text, nullable=False),
    Column("passed", Boolean, nullable=False),
    Column("overruled", Boolean, nullable=False),
    Column("reason", Text, nullable=False),
    Column("measured", LargeBinary, nullable=False),
    Column("findings", LargeBinary, nullable=False),
)
"""What each gate said."""

ratings = Table(
    "ratings",
    metadata,
    Column("zone", Text, primary_key=True),
    Column("name", Text, primary_key=True),
    Column("times_requested", Integer, nullable=False),
    Column("times_followed", Float, nullable=False),
    Column("positive_impact", Integer, nullable=False),
    Column("negative_impact", Integer, nullable=False),
    Column("neutral_impact", Integer, nullable=False),
    Column("matches", Integer, nullable=False),
    Column("last_matched", BigInteger),
)
"""How each skill has fared."""

signals = Table(
    "signals",
    metadata,
    Column("id", Key, primary_key=True, autoincrement=True),
    Column("zone", Text, nullable=False),
    Column("session", Text, nullable=False),
    Column("name", Text, nullable=False),
    Column("sort", Text, nullable=False),
    Column("about", Text, nullable=False),
    Column("place", Integer, nullable=False),
    Column("state", Text, nullable=False),
    Column("data", LargeBinary, nullable=False),
    UniqueConstraint("zone", "session", "name", name="uq_signals_name"),
    Index("ix_signals_state", "zone", "state", "id"),
    Index("ix_signals_about", "zone", "about"),
)
"""What was noticed: in the order of `id` as it came, in that of `place` as it happened in its session.

Its key (`name`) and what it is about are digests: the words come from transcripts, and an index takes only so many.
"""

noticed = Table(
    "noticed",
    metadata,
    Column("zone", Text, primary_key=True),
    Column("session", Text, primary_key=True),
    Column("events", Integer, nullable=False),
)
"""How many events of each session have been looked at: one that has more is looked at again."""

uses = Table(
    "uses",
    metadata,
    Column("id", Key, primary_key=True, autoincrement=True),
    Column("zone", Text, nullable=False),
    Column("session", Text, nullable=False),
    Column("name", Text, nullable=False),
    Column("skill", Text, nullable=False),
    Column("place", Integer, nullable=False),
    Column("how", Text, nullable=False),
    Column("followed", Integer, nullable=False),
    Column("matched", Boolean, nullable=False),
    Column("at", BigInteger),
    Column("moment", Text, nullable=False),
    Column("data", LargeBinary, nullable=False),
    UniqueConstraint("zone", "session", "name", name="uq_uses_name"),
    Index("ix_uses_skill", "zone", "skill"),
)
"""The skills that were put before agents, in the order of `place` within a session; how each was `followed`, by rank.

Its key (`name`) and what tells it from its copies in a forked session (`moment`) are digests.
"""

attempts = Table(
    "attempts",
    metadata,
    Column("id", Key, primary_key=True, autoincrement=True),
    Column("zone", Text, nullable=False),
    Column("skill", Text, nullable=False),
    Column("state", Text, nullable=False),
    Column("data", LargeBinary, nullable=False),
    Index("ix_attempts_state", "zone", "state", "id"),
)
"""What agents started to learn in their own turns, and what became of it."""

attempt_sessions = Table(
    "attempt_sessions",
    metadata,
    Column("attempt_id", Key, ForeignKey("attempts.id", ondelete="CASCADE"), primary_key=True),
    Column("session", Text, primary_key=True),
    Index("ix_attempt_sessions_session", "session"),
)
"""The sessions in which an attempt was made or that it cites, by their keys."""

turn_notes = Table(
    "turn_notes",
    metadata,
    Column("id", Key, primary_key=True, autoincrement=True),
    Column("zone", Text, nullable=False),
    Column("waiting", Boolean, nullable=False),
    Column("data", LargeBinary, nullable=False),
    Index("ix_turn_notes_waiting", "zone", "waiting", "id"),
)
"""What agents left at the end of their turns; a signal is `waiting` until a review has dealt with it."""

turn_note_sessions = Table(
    "turn_note_sessions",
    metadata,
    Column("note_id", Key, ForeignKey("turn_notes.id", ondelete="CASCADE"), primary_key=True),
    Column("session", Text, primary_key=True),
    Index("ix_turn_note_sessions_session", "session"),
)

counters = Table(
    "counters",
    metadata,
    Column("zone", Text, primary_key=True),
    Column("name", Text, primary_key=True),
    Column("agent", Text, nullable=False),
    Column("tool_iters_since_review", BigInteger, nullable=False),
    Column("turns_since_review", BigInteger, nullable=False),
    Column("skill_issue_hints_since_review", BigInteger, nullable=False),
    Column("last_review_at", BigInteger),
)
"""What each agent did since its last review. The key (`name`) is a digest of the agent's name, as that may be long."""

seen_sessions = Table(
    "seen_sessions",
    metadata,
    Column("zone", Text, primary_key=True),
    Column("name", Text, primary_key=True),
    Column("session", Text, nullable=False),
    Column("at", BigInteger, nullable=False),
    Column("data", LargeBinary, nullable=False),
    Index("ix_seen_sessions_at", "zone", "at"),
    Index("ix_seen_sessions_session", "zone", "session"),
)
"""The sessions that hooks told of. The key (`name`) is a digest of the agent's name and the host's id of the session,
`session` one of that id alone: hooks tell what hosts tell them, and an index takes only so many words."""

spool_batches = Table(
    "spool_batches",
    metadata,
    Column("id", Key, primary_key=True, autoincrement=True),
    Column("zone", Text, nullable=False),
    Column("name", Text, nullable=False),
    Column("skipped", Integer, nullable=False),
    UniqueConstraint("zone", "name", name="uq_spool_batches_name"),
    Index("ix_spool_batches_zone", "zone", "id"),
)
"""What hooks left and was counted, by name, so that none of it is counted again."""
