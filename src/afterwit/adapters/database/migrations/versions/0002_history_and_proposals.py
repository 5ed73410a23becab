"""History of changes, proposals with their verdicts, and how skills fare."""

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"

key = sa.BigInteger().with_variant(sa.Integer, "sqlite")


def upgrade() -> None:
    """Make the tables of what is kept, of what was asked for, and of what came of it."""
    _history()
    _docket()


def _history() -> None:
    op.create_table(
        "blobs",
        sa.Column("zone", sa.Text, primary_key=True),
        sa.Column("digest", sa.Text, primary_key=True),
        sa.Column("data", sa.LargeBinary, nullable=False),
    )
    op.create_table(
        "trees",
        sa.Column("zone", sa.Text, primary_key=True),
        sa.Column("digest", sa.Text, primary_key=True),
        sa.Column("path", sa.Text, primary_key=True),
        sa.Column("executable", sa.Boolean, nullable=False),
        sa.Column("blob", sa.Text, nullable=False),
    )
    op.create_index("ix_trees_blob", "trees", ["zone", "blob"])
    op.create_table(
        "changes",
        sa.Column("id", key, primary_key=True, autoincrement=True),
        sa.Column("zone", sa.Text, nullable=False),
        sa.Column("at", sa.BigInteger, nullable=False),
        sa.Column("does", sa.Text, nullable=False),
        sa.Column("subject", sa.Text, nullable=False),
        sa.Column("author", sa.Text, nullable=False),
        sa.Column("by", sa.Text, nullable=False),
        sa.Column("why", sa.Text, nullable=False),
        sa.Column("proposal_id", key),
        sa.Column("undoes", key),
        sa.Column("stage", sa.Text, nullable=False),
        sa.Column("stage_why", sa.Text, nullable=False),
    )
    op.create_index("ix_changes_stage", "changes", ["zone", "stage", "id"])
    op.create_index("ix_changes_subject", "changes", ["zone", "subject", "id"])
    op.create_table(
        "change_sessions",
        sa.Column("change_id", key, sa.ForeignKey("changes.id", ondelete="CASCADE"), primary_key=True),
        sa.Column("session", sa.Text, primary_key=True),
    )
    op.create_index("ix_change_sessions_session", "change_sessions", ["session"])
    op.create_table(
        "edits",
        sa.Column("change_id", key, sa.ForeignKey("changes.id", ondelete="CASCADE"), primary_key=True),
        sa.Column("position", sa.Integer, primary_key=True),
        sa.Column("path", sa.Text, nullable=False),
        sa.Column("before", sa.Text),
        sa.Column("after", sa.Text),
    )
    op.create_index("ix_edits_path", "edits", ["path", "change_id"])
    op.create_index("ix_edits_before", "edits", ["before"])
    op.create_index("ix_edits_after", "edits", ["after"])
    op.create_table(
        "places",
        sa.Column("zone", sa.Text, primary_key=True),
        sa.Column("path", sa.Text, primary_key=True),
        sa.Column("digest", sa.Text, nullable=False),
    )


def _docket() -> None:
    op.create_table(
        "proposals",
        sa.Column("id", key, primary_key=True, autoincrement=True),
        sa.Column("zone", sa.Text, nullable=False),
        sa.Column("at", sa.BigInteger, nullable=False),
        sa.Column("does", sa.Text, nullable=False),
        sa.Column("subject", sa.Text, nullable=False),
        sa.Column("target", sa.Text, nullable=False),
        sa.Column("score", sa.Float, nullable=False),
        sa.Column("author", sa.Text, nullable=False),
        sa.Column("by", sa.Text, nullable=False),
        sa.Column("trigger", sa.Text, nullable=False),
        sa.Column("reason", sa.Text, nullable=False),
        sa.Column("body", sa.LargeBinary),
        sa.Column("tree", sa.Text),
        sa.Column("fate", sa.Text, nullable=False),
        sa.Column("fate_reason", sa.Text, nullable=False),
        sa.Column("change_id", key),
        sa.Column("overruled_by", sa.Text),
        sa.Column("overruled_why", sa.Text),
    )
    op.create_index("ix_proposals_zone", "proposals", ["zone", "id"])
    op.create_index("ix_proposals_subject", "proposals", ["zone", "subject", "id"])
    op.create_index("ix_proposals_tree", "proposals", ["zone", "tree"])
    op.create_table(
        "proposal_sessions",
        sa.Column("proposal_id", key, sa.ForeignKey("proposals.id", ondelete="CASCADE"), primary_key=True),
        sa.Column("session", sa.Text, primary_key=True),
    )
    op.create_index("ix_proposal_sessions_session", "proposal_sessions", ["session"])
    op.create_table(
        "verdicts",
        sa.Column("proposal_id", key, sa.ForeignKey("proposals.id", ondelete="CASCADE"), primary_key=True),
        sa.Column("position", sa.Integer, primary_key=True),
        sa.Column("gate", sa.Text, nullable=False),
        sa.Column("passed", sa.Boolean, nullable=False),
        sa.Column("overruled", sa.Boolean, nullable=False),
        sa.Column("reason", sa.Text, nullable=False),
        sa.Column("measured", sa.LargeBinary, nullable=False),
        sa.Column("findings", sa.LargeBinary, nullable=False),
    )
    op.create_table(
        "ratings",
        sa.Column("zone", sa.Text, primary_key=True),
        sa.Column("name", sa.Text, primary_key=True),
        sa.Column("times_requested", sa.Integer, nullable=False),
        sa.Column("times_followed", sa.Float, nullable=False),
        sa.Column("positive_impact", sa.Integer, nullable=False),
        sa.Column("negative_impact", sa.Integer, nullable=False),
        sa.Column("neutral_impact", sa.Integer, nullable=False),
        sa.Column("matches", sa.Integer, nullable=False),
        sa.Column("last_matched", sa.BigInteger),
    )
