"""Private notes."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = "0002"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "notes",
        sa.Column("match_id", sa.Text, sa.ForeignKey("matches.id", ondelete="CASCADE"), primary_key=True),
        sa.Column("token", sa.Text, primary_key=True),
        sa.Column("body", sa.Text, nullable=False),
    )


def downgrade() -> None:
    op.drop_table("notes")
