"""Sessions, events, bookmarks and placeholders."""

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None

key = sa.BigInteger().with_variant(sa.Integer, "sqlite")


def upgrade() -> None:
    """Make the first four tables."""
    op.create_table(
        "sessions",
        sa.Column("id", key, primary_key=True, autoincrement=True),
        sa.Column("key", sa.Text, nullable=False),
        sa.Column("host", sa.Text, nullable=False),
        sa.Column("native_id", sa.Text, nullable=False),
        sa.Column("origin", sa.Text, nullable=False),
        sa.Column("parent", sa.Text, nullable=False),
        sa.Column("agent", sa.Text, nullable=False),
        sa.Column("model", sa.Text, nullable=False),
        sa.Column("project", sa.Text, nullable=False),
        sa.Column("branch", sa.Text, nullable=False),
        sa.Column("title", sa.Text, nullable=False),
        sa.Column("started", sa.BigInteger),
        sa.Column("finished", sa.BigInteger),
        sa.Column("input_tokens", sa.BigInteger, nullable=False),
        sa.Column("output_tokens", sa.BigInteger, nullable=False),
        sa.Column("reward", sa.Float),
        sa.Column("events", sa.Integer, nullable=False),
        sa.Column("failed", sa.Integer, nullable=False),
        sa.UniqueConstraint("key", name="uq_sessions_key"),
    )
    op.create_index("ix_sessions_finished", "sessions", ["finished"])
    op.create_table(
        "events",
        sa.Column("session_id", key, sa.ForeignKey("sessions.id", ondelete="CASCADE"), primary_key=True),
        sa.Column("seq", sa.Integer, primary_key=True),
        sa.Column("kind", sa.Text, nullable=False),
        sa.Column("purpose", sa.Text, nullable=False),
        sa.Column("at", sa.BigInteger),
        sa.Column("text", sa.Text, nullable=False),
        sa.Column("tool", sa.Text, nullable=False),
        sa.Column("input", sa.Text),
        sa.Column("ok", sa.Boolean),
        sa.Column("why", sa.Text, nullable=False),
        sa.Column("answers", sa.Integer),
        sa.Column("native_id", sa.Text, nullable=False),
        sa.Column("line_id", sa.Text, nullable=False),
        sa.Column("agent", sa.Text, nullable=False),
        sa.Column("line", sa.Integer, nullable=False),
    )
    op.create_table(
        "bookmarks",
        sa.Column("source", sa.Text, primary_key=True),
        sa.Column("data", sa.LargeBinary, nullable=False),
    )
    op.create_table(
        "placeholders",
        sa.Column("session_id", key, sa.ForeignKey("sessions.id", ondelete="CASCADE"), primary_key=True),
        sa.Column("label", sa.Text, primary_key=True),
        sa.Column("digest", sa.LargeBinary, primary_key=True),
        sa.Column("number", sa.Integer, nullable=False),
    )
