"""Tournaments of people: who entered, who met whom, and what came of it."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0013"
down_revision = "0012"
branch_labels = None
depends_on = None


def tournament() -> sa.Column[str]:
    return sa.Column("tournament_id", sa.Text, sa.ForeignKey("tournaments.id", ondelete="CASCADE"), primary_key=True)


def upgrade() -> None:
    op.add_column("matches", sa.Column("tournament", sa.Text))
    op.create_table(
        "tournaments",
        sa.Column("id", sa.Text, primary_key=True),
        sa.Column("key", sa.Text, nullable=False, unique=True),
        sa.Column("name", sa.Text, nullable=False),
        sa.Column("status", sa.Text, nullable=False),
        sa.Column("listed", sa.Boolean, nullable=False),
        sa.Column("plan", sa.Text, nullable=False),
        sa.Column("version", sa.Integer, nullable=False),
        sa.Column("created", sa.Text, nullable=False),
        sa.Column("changed", sa.Text, nullable=False),
        sqlite_with_rowid=False,
    )
    op.create_index("tournaments_by_status", "tournaments", ["status"])
    op.create_table(
        "entrants",
        tournament(),
        sa.Column("number", sa.Integer, primary_key=True, autoincrement=False),
        sa.Column("name", sa.Text, nullable=False),
        sa.Column("token", sa.Text, nullable=False),
        sa.Column("out", sa.Boolean, nullable=False),
        sqlite_with_rowid=False,
    )
    op.create_index("entrants_by_token", "entrants", ["token"])
    op.create_table(
        "tournament_tables",
        tournament(),
        sa.Column("round", sa.Integer, primary_key=True, autoincrement=False),
        sa.Column("number", sa.Integer, primary_key=True, autoincrement=False),
        sa.Column("stage", sa.Text, nullable=False),
        sa.Column("match_id", sa.Text, unique=True),
        sa.Column("seating", sa.Text, nullable=False),
        sa.Column("places", sa.Text),
        sqlite_with_rowid=False,
    )


def downgrade() -> None:
    for table in ("tournament_tables", "entrants", "tournaments"):
        op.drop_table(table)
    op.drop_column("matches", "tournament")
