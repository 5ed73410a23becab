"""Agents' own turns: attempts at skills, what was left for later, counters, and what hooks told of."""

import sqlalchemy as sa
from alembic import op

revision = "0005"
down_revision = "0004"

key = sa.BigInteger().with_variant(sa.Integer, "sqlite")


def upgrade() -> None:
    """Make the tables; what hooks leave is counted from now on."""
    op.create_table(
        "attempts",
        sa.Column("id", key, primary_key=True, autoincrement=True),
        sa.Column("zone", sa.Text, nullable=False),
        sa.Column("skill", sa.Text, nullable=False),
        sa.Column("state", sa.Text, nullable=False),
        sa.Column("data", sa.LargeBinary, nullable=False),
    )
    op.create_index("ix_attempts_state", "attempts", ["zone", "state", "id"])
    _make_sessions_of("attempt", "attempts", "attempt_sessions")
    op.create_table(
        "turn_notes",
        sa.Column("id", key, primary_key=True, autoincrement=True),
        sa.Column("zone", sa.Text, nullable=False),
        sa.Column("waiting", sa.Boolean, nullable=False),
        sa.Column("data", sa.LargeBinary, nullable=False),
    )
    op.create_index("ix_turn_notes_waiting", "turn_notes", ["zone", "waiting", "id"])
    _make_sessions_of("note", "turn_notes", "turn_note_sessions")
    op.create_table(
        "counters",
        sa.Column("zone", sa.Text, primary_key=True),
        sa.Column("name", sa.Text, primary_key=True),
        sa.Column("agent", sa.Text, nullable=False),
        sa.Column("tool_iters_since_review", sa.BigInteger, nullable=False),
        sa.Column("turns_since_review", sa.BigInteger, nullable=False),
        sa.Column("skill_issue_hints_since_review", sa.BigInteger, nullable=False),
        sa.Column("last_review_at", sa.BigInteger),
    )
    op.create_table(
        "seen_sessions",
        sa.Column("zone", sa.Text, primary_key=True),
        sa.Column("name", sa.Text, primary_key=True),
        sa.Column("session", sa.Text, nullable=False),
        sa.Column("at", sa.BigInteger, nullable=False),
        sa.Column("data", sa.LargeBinary, nullable=False),
    )
    op.create_index("ix_seen_sessions_at", "seen_sessions", ["zone", "at"])
    op.create_index("ix_seen_sessions_session", "seen_sessions", ["zone", "session"])
    op.create_table(
        "spool_batches",
        sa.Column("id", key, primary_key=True, autoincrement=True),
        sa.Column("zone", sa.Text, nullable=False),
        sa.Column("name", sa.Text, nullable=False),
        sa.Column("skipped", sa.Integer, nullable=False),
        sa.UniqueConstraint("zone", "name", name="uq_spool_batches_name"),
    )
    op.create_index("ix_spool_batches_zone", "spool_batches", ["zone", "id"])


def _make_sessions_of(one: str, many: str, table: str) -> None:
    op.create_table(
        table,
        sa.Column(f"{one}_id", key, sa.ForeignKey(f"{many}.id", ondelete="CASCADE"), primary_key=True),
        sa.Column("session", sa.Text, primary_key=True),
    )
    op.create_index(f"ix_{table}_session", table, ["session"])
