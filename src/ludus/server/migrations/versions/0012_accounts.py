"""Accounts for who wants one: passkeys, sessions, seats, results and ratings."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0012"
down_revision = "0011"
branch_labels = None
depends_on = None


def account() -> sa.ForeignKey:
    return sa.ForeignKey("accounts.id", ondelete="CASCADE")


def upgrade() -> None:
    op.create_table(
        "accounts",
        sa.Column("id", sa.Text, primary_key=True),
        sa.Column("name", sa.Text, nullable=False),
        sa.Column("looks", sa.Text, nullable=False, unique=True),
        sa.Column("mail", sa.Text, unique=True),
        sa.Column("created", sa.Text, nullable=False),
        sqlite_with_rowid=False,
    )
    op.create_table(
        "account_targets",
        sa.Column("target_id", sa.Text, sa.ForeignKey("targets.id", ondelete="CASCADE"), primary_key=True),
        sa.Column("account_id", sa.Text, account(), nullable=False),
        sqlite_with_rowid=False,
    )
    op.create_table(
        "passkeys",
        sa.Column("id", sa.Text, primary_key=True),
        sa.Column("account_id", sa.Text, account(), nullable=False),
        sa.Column("house", sa.Text, nullable=False),
        sa.Column("public_key", sa.LargeBinary, nullable=False),
        sa.Column("count", sa.BigInteger, nullable=False),
        sa.Column("device", sa.Text, nullable=False),
        sa.Column("created", sa.Text, nullable=False),
        sqlite_with_rowid=False,
    )
    op.create_table(
        "sessions",
        sa.Column("id", sa.Text, primary_key=True),
        sa.Column("hash", sa.Text, nullable=False, unique=True),
        sa.Column("account_id", sa.Text, account(), nullable=False),
        sa.Column("device", sa.Text, nullable=False),
        sa.Column("created", sa.Text, nullable=False),
        sa.Column("seen", sa.Float, nullable=False),
        sqlite_with_rowid=False,
    )
    op.create_table(
        "account_seats",
        sa.Column("token", sa.Text, primary_key=True),
        sa.Column("account_id", sa.Text, account(), nullable=False),
        sqlite_with_rowid=False,
    )
    op.create_index("seats_by_account", "account_seats", ["account_id"])
    op.create_table(
        "seat_keys",
        sa.Column("hash", sa.Text, primary_key=True),
        sa.Column("session_id", sa.Text, sa.ForeignKey("sessions.id", ondelete="CASCADE"), nullable=False),
        sa.Column("token", sa.Text, nullable=False),
        sqlite_with_rowid=False,
    )
    op.create_table(
        "challenges",
        sa.Column("id", sa.Text, primary_key=True),
        sa.Column("kind", sa.Text, nullable=False),
        sa.Column("body", sa.Text, nullable=False),
        sa.Column("mail", sa.Text),
        sa.Column("expires", sa.Float, nullable=False),
        sqlite_with_rowid=False,
    )
    match = sa.ForeignKey("matches.id", ondelete="CASCADE")
    op.create_table(
        "players",
        sa.Column("match_id", sa.Text, match, primary_key=True),
        sa.Column("seat", sa.Integer, primary_key=True, autoincrement=False),
        sa.Column("who", sa.Text, nullable=False),
        sqlite_with_rowid=False,
    )
    op.create_index("players_by_who", "players", ["who"])
    op.create_table(
        "unrated",
        sa.Column("match_id", sa.Text, sa.ForeignKey("matches.id", ondelete="CASCADE"), primary_key=True),
        sqlite_with_rowid=False,
    )
    op.create_table(
        "ratings",
        sa.Column("who", sa.Text, primary_key=True),
        sa.Column("game", sa.Text, primary_key=True),
        sa.Column("mu", sa.Float, nullable=False),
        sa.Column("sigma", sa.Float, nullable=False),
        sa.Column("played", sa.Integer, nullable=False),
        sa.Column("won", sa.Integer, nullable=False),
        sqlite_with_rowid=False,
    )
    op.create_table(
        "results",
        sa.Column("match_id", sa.Text, primary_key=True),
        sa.Column("seat", sa.Integer, primary_key=True, autoincrement=False),
        sa.Column("who", sa.Text, nullable=False),
        sa.Column("game", sa.Text, nullable=False),
        sa.Column("place", sa.Integer, nullable=False),
        sa.Column("seats", sa.Integer, nullable=False),
        sa.Column("won", sa.Boolean, nullable=False),
        sa.Column("finished", sa.Text, nullable=False),
        sa.Column("mu", sa.Float),
        sa.Column("sigma", sa.Float),
        sqlite_with_rowid=False,
    )
    op.create_index("results_by_who", "results", ["who"])


def downgrade() -> None:
    tables = ("results", "ratings", "unrated", "players", "challenges", "seat_keys", "account_seats", "sessions")
    for table in (*tables, "passkeys", "account_targets", "accounts"):
        op.drop_table(table)
