"""Uses: the skills that were put before agents, and whether they were followed."""

import sqlalchemy as sa
from alembic import op

revision = "0004"
down_revision = "0003"

key = sa.BigInteger().with_variant(sa.Integer, "sqlite")


def upgrade() -> None:
    """Make the table; what was used before that is not known."""
    op.create_table(
        "uses",
        sa.Column("id", key, primary_key=True, autoincrement=True),
        sa.Column("zone", sa.Text, nullable=False),
        sa.Column("session", sa.Text, nullable=False),
        sa.Column("name", sa.Text, nullable=False),
        sa.Column("skill", sa.Text, nullable=False),
        sa.Column("place", sa.Integer, nullable=False),
        sa.Column("how", sa.Text, nullable=False),
        sa.Column("followed", sa.Integer, nullable=False),
        sa.Column("matched", sa.Boolean, nullable=False),
        sa.Column("at", sa.BigInteger),
        sa.Column("moment", sa.Text, nullable=False),
        sa.Column("data", sa.LargeBinary, nullable=False),
        sa.UniqueConstraint("zone", "session", "name", name="uq_uses_name"),
    )
    op.create_index("ix_uses_skill", "uses", ["zone", "skill"])
