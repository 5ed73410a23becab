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
)

REVISION = "0001"
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
