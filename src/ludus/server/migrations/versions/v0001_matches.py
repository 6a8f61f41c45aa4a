"""Matches, their seats, steps, snapshots and records."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None
branch_labels = None
depends_on = None


def match_key() -> sa.Column[str]:
    return sa.Column("match_id", sa.Text, sa.ForeignKey("matches.id", ondelete="CASCADE"), primary_key=True)


def upgrade() -> None:
    op.create_table(
        "matches",
        sa.Column("id", sa.Text, primary_key=True),
        sa.Column("game", sa.Text, nullable=False),
        sa.Column("ruleset", sa.Text, nullable=False),
        sa.Column("options", sa.Text, nullable=False),
        sa.Column("seed", sa.Text, nullable=False),
        sa.Column("status", sa.Text, nullable=False),
        sa.Column("listed", sa.Boolean, nullable=False),
        sa.Column("created", sa.Text, nullable=False),
        sa.Column("changed", sa.Text, nullable=False),
        sa.Column("number", sa.Integer, nullable=False),
        sa.Column("waiting", sa.Text, nullable=False),
        sa.Column("outcome", sa.Text),
        sa.Column("rematch", sa.Text),
    )
    op.create_index("matches_by_status", "matches", ["status"])
    op.create_table(
        "seats",
        match_key(),
        sa.Column("seat", sa.Integer, primary_key=True, autoincrement=False),
        sa.Column("kind", sa.Text, nullable=False),
        sa.Column("name", sa.Text, nullable=False),
        sa.Column("bot", sa.Text),
        sa.Column("token", sa.Text),
        sa.Column("resigned", sa.Boolean, nullable=False),
    )
    op.create_index("seats_by_token", "seats", ["token"])
    op.create_table(
        "steps",
        match_key(),
        sa.Column("number", sa.Integer, primary_key=True, autoincrement=False),
        sa.Column("kind", sa.Text, nullable=False),
        sa.Column("seat", sa.Integer),
        sa.Column("choice", sa.Text),
        sa.Column("key", sa.Text),
        sa.Column("note", sa.Text, nullable=False),
        sa.Column("since", sa.Integer, nullable=False),
        sa.Column("events", sa.Text, nullable=False),
        sa.Column("patch", sa.Text, nullable=False),
        sqlite_with_rowid=False,
    )
    op.create_table(
        "snapshots",
        match_key(),
        sa.Column("number", sa.Integer, nullable=False),
        sa.Column("body", sa.Text, nullable=False),
    )
    op.create_table("records", match_key(), sa.Column("body", sa.Text, nullable=False))


def downgrade() -> None:
    for table in ("records", "snapshots", "steps", "seats", "matches"):
        op.drop_table(table)
