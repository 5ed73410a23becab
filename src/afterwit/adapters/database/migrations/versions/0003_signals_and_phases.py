"""Signals, and the phase of work that a session is in."""

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = "0002"

key = sa.BigInteger().with_variant(sa.Integer, "sqlite")


def upgrade() -> None:
    """Add the phase to the sessions, empty for those that are there, and make the table of what was noticed."""
    op.add_column("sessions", sa.Column("phase", sa.Text, nullable=False, server_default=sa.text("''")))
    op.create_table(
        "signals",
        sa.Column("id", key, primary_key=True, autoincrement=True),
        sa.Column("zone", sa.Text, nullable=False),
        sa.Column("session", sa.Text, nullable=False),
        sa.Column("name", sa.Text, nullable=False),
        sa.Column("sort", sa.Text, nullable=False),
        sa.Column("about", sa.Text, nullable=False),
        sa.Column("place", sa.Integer, nullable=False),
        sa.Column("state", sa.Text, nullable=False),
        sa.Column("data", sa.LargeBinary, nullable=False),
        sa.UniqueConstraint("zone", "session", "name", name="uq_signals_name"),
    )
    op.create_table(
        "noticed",
        sa.Column("zone", sa.Text, primary_key=True),
        sa.Column("session", sa.Text, primary_key=True),
        sa.Column("events", sa.Integer, nullable=False),
    )
    op.create_index("ix_signals_state", "signals", ["zone", "state", "id"])
    op.create_index("ix_signals_about", "signals", ["zone", "about"])
