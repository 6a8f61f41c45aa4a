"""Telling people that it is their turn."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0011"
down_revision = "0010"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table("keys", sa.Column("name", sa.Text, primary_key=True), sa.Column("body", sa.Text, nullable=False))
    op.create_table(
        "targets",
        sa.Column("id", sa.Text, primary_key=True),
        sa.Column("key", sa.Text, nullable=False, unique=True),
        sa.Column("off", sa.Text, nullable=False, unique=True),
        sa.Column("kind", sa.Text, nullable=False),
        sa.Column("body", sa.Text, nullable=False),
        sa.Column("quiet", sa.Text),
        sa.Column("confirmed", sa.Boolean, nullable=False),
    )
    op.create_table(
        "target_seats",
        sa.Column("target_id", sa.Text, sa.ForeignKey("targets.id", ondelete="CASCADE"), primary_key=True),
        sa.Column("token", sa.Text, primary_key=True),
        sa.Column("seen", sa.Float, nullable=False),
    )
    op.create_table(
        "told",
        sa.Column("target_id", sa.Text, sa.ForeignKey("targets.id", ondelete="CASCADE"), primary_key=True),
        sa.Column("match_id", sa.Text, sa.ForeignKey("matches.id", ondelete="CASCADE"), primary_key=True),
        sa.Column("seat", sa.Integer, primary_key=True, autoincrement=False),
        sa.Column("kind", sa.Text, primary_key=True),
        sa.Column("since", sa.Integer, primary_key=True, autoincrement=False),
    )


def downgrade() -> None:
    for table in ("told", "target_seats", "targets", "keys"):
        op.drop_table(table)
